"""Rewrites the plain asserts of hidden tests, so that each is counted and a failed one says what came."""

from __future__ import annotations

import ast
import operator
import types
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from crucibleforge.core.errors import shown

_OPERATORS: dict[type[ast.cmpop], tuple[str, Callable[[Any, Any], Any]]] = {
    ast.Eq: ("==", operator.eq),
    ast.NotEq: ("!=", operator.ne),
    ast.Lt: ("<", operator.lt),
    ast.LtE: ("<=", operator.le),
    ast.Gt: (">", operator.gt),
    ast.GtE: (">=", operator.ge),
    ast.Is: ("is", operator.is_),
    ast.IsNot: ("is not", operator.is_not),
    ast.In: ("in", lambda left, right: left in right),
    ast.NotIn: ("not in", lambda left, right: left not in right),
}
_BY_SIGN = dict(_OPERATORS.values())
_PROBE = "__probe__"


class Probe:
    """Counts the assertions of one run of one group, and words the one that failed."""

    def __init__(self, *, secret: bool) -> None:
        self._secret = secret
        self._failure = ""
        self.count = 0
        self.at = ""
        """The assertion that is being evaluated, as it may be shown."""

    def begin(self) -> None:
        """Start counting anew: the sandbox runs a group again when the machine failed."""
        self.count, self.at, self._failure = 0, "", ""

    def start(self, shown_as: str, whole: str) -> bool:
        """Note the assertion that is about to be evaluated."""
        self.count += 1
        self.at = shown_as if self._secret else whole
        return True

    def compare(self, left: Any, sign: str, right: Any, *, tested: str, expected_left: bool) -> bool:
        """Whether a comparison holds; `tested` is the source of the side that came from the solution."""
        if _BY_SIGN[sign](left, right):
            return True
        came, expected = (right, left) if expected_left else (left, right)
        self._failure = f"{tested} came as {_words(came)}"
        if not self._secret:
            wish = "expected" if sign in ("==", "is") else f"expected {sign}"
            self._failure += f"; {wish} {_words(expected)}"
        return False

    def holds(self, value: Any, *, source: str) -> bool:
        """Whether a condition of another form holds."""
        if value:
            return True
        self._failure = "a condition does not hold" if self._secret else f"does not hold: {source}"
        return False

    def explain(self, names: Mapping[str, Any], message: object = None) -> str:
        """The words for the assertion that has just failed; `names` are the variables it used."""
        values = "" if self._secret else _listed(names)
        return "; ".join(part for part in (str(message) if message is not None else "", self._failure, values) if part)

    def raises(self, *expected: Any, body: str = "the block") -> Raises:
        """A `with` block that must raise one of these exceptions."""
        self.count += 1
        self.at = body
        return Raises(expected, body)


class Raises:
    """The context manager behind `raises`; the exception is in `value` afterwards."""

    def __init__(self, expected: tuple[Any, ...], body: str) -> None:
        self._expected = expected
        self._body = body
        self.value: Exception | None = None

    def __enter__(self) -> Raises:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> bool:
        if error is not None and not isinstance(error, Exception):
            return False
        wished = self._classes()
        if isinstance(error, wished):
            self.value = error
            return True
        names = " or ".join(each.__name__ for each in wished)
        came = "nothing was raised" if error is None else f"{type(error).__name__} was raised: {shown(str(error))}"
        raise AssertionError(f"{self._body}: expected {names}, {came}") from None

    def _classes(self) -> tuple[type[Exception], ...]:
        for each in self._expected:
            if not (isinstance(each, type) and issubclass(each, Exception)):
                raise AssertionError(f"{_words(each)} is not an exception class")
        return self._expected


def entry_points(tests: str) -> frozenset[str]:
    """Names that the tests read from the solution."""
    return frozenset(
        node.attr
        for node in ast.walk(ast.parse(tests))
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "solution"
    )


@lru_cache(maxsize=64)
def group_titles(tests: str) -> Mapping[str, str]:
    """The groups of a tests module, in order, each with the first line of its docstring or its name in words."""
    groups = {}
    for node in ast.parse(tests).body:
        if isinstance(node, ast.FunctionDef) and node.name.startswith("group_"):
            name = node.name.removeprefix("group_")
            groups[name] = (ast.get_docstring(node) or name.replace("_", " ")).split("\n", 1)[0].rstrip(".")
    return groups


@lru_cache(maxsize=64)
def _compiled(tests: str) -> types.CodeType:
    tree = ast.fix_missing_locations(_Rewriter().visit(ast.parse(tests)))
    return compile(tree, "tests.py", "exec", dont_inherit=True)


def load(tests: str, probe: Probe) -> dict[str, Any]:
    """The names of a fresh copy of a tests module, whose asserts report to `probe`."""
    names: dict[str, Any] = {"__name__": "tests", _PROBE: probe, "raises": probe.raises}
    exec(_compiled(tests), names)  # noqa: S102 - tests are the suite's own code, trusted by design
    return names


class _Rewriter(ast.NodeTransformer):
    """`assert x == y` becomes `if not (start and compare(x, y)): raise AssertionError(explain(names))`."""

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.stmt:
        self.generic_visit(node)
        if node.name.startswith("group_"):
            node.body.insert(0, ast.copy_location(ast.Expr(_call("begin")), node))
        return node

    def visit_Assert(self, node: ast.Assert) -> ast.stmt:
        test, whole = node.test, ast.unparse(node.test)
        shown_as, verdict = "a hidden assertion", _call("holds", test, source=ast.Constant(whole))
        if isinstance(test, ast.Compare) and len(test.ops) == 1:
            left, right = test.left, test.comparators[0]
            expected_left = _mentions_solution(right) and not _mentions_solution(left)
            shown_as = ast.unparse(right if expected_left else left)
            sign = _OPERATORS[type(test.ops[0])][0]
            extra = {"tested": ast.Constant(shown_as), "expected_left": ast.Constant(expected_left)}
            verdict = _call("compare", left, ast.Constant(sign), right, **extra)
        start = _call("start", ast.Constant(shown_as), ast.Constant(whole))
        words = _call("explain", _names_in(test), *([node.msg] if node.msg else []))
        error = ast.Raise(ast.Call(ast.Name("AssertionError", ast.Load()), [words], []), None)
        condition = ast.UnaryOp(ast.Not(), ast.BoolOp(ast.And(), [start, verdict]))
        return ast.copy_location(ast.If(condition, [error], []), node)

    def visit_With(self, node: ast.With) -> ast.stmt:
        self.generic_visit(node)
        body = "; ".join(ast.unparse(statement) for statement in node.body)
        for item in node.items:
            call = item.context_expr
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "raises":
                call.keywords.append(ast.keyword("body", ast.Constant(body)))
        return node


def _call(method: str, *args: ast.expr, **keywords: ast.expr) -> ast.Call:
    function = ast.Attribute(ast.Name(_PROBE, ast.Load()), method, ast.Load())
    return ast.Call(function, list(args), [ast.keyword(name, value) for name, value in keywords.items()])


def _mentions_solution(node: ast.expr) -> bool:
    return any(isinstance(each, ast.Name) and each.id == "solution" for each in ast.walk(node))


def _names_in(test: ast.expr) -> ast.expr:
    """A display {"name": name} of the variables that an expression reads and does not bind itself."""
    names = [node for node in ast.walk(test) if isinstance(node, ast.Name)]
    bound = {node.id for node in names if not isinstance(node.ctx, ast.Load)} | {"solution"}
    bound |= {node.arg for node in ast.walk(test) if isinstance(node, ast.arg)}
    read = sorted({node.id for node in names} - bound)
    return ast.Dict([ast.Constant(name) for name in read], [ast.Name(name, ast.Load()) for name in read])


def _listed(names: Mapping[str, Any]) -> str:
    """The variables that hold plain data, for a reader who has only the expression."""
    plain = {
        name: value for name, value in names.items() if isinstance(value, int | float | str | list | tuple | dict | set)
    }
    return ("with " + ", ".join(f"{name} = {_words(value, 120)}" for name, value in plain.items())) if plain else ""


def _words(value: object, limit: int = 200) -> str:
    try:
        return shown(value, limit)
    except ValueError:
        return "a number too long to write out"
