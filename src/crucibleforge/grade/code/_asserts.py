"""Rewrites the plain asserts of hidden tests, so that each is counted, a failed one says what came, and calls cross in rows."""

from __future__ import annotations

import ast
import types
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, TypeGuard

from crucibleforge.sandbox import Call

from ._outside import mentions, outside_names, plain_call
from ._probe import Comparison, Probe

_SIGNS: dict[type[ast.cmpop], str] = {
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
    ast.Is: "is",
    ast.IsNot: "is not",
    ast.In: "in",
    ast.NotIn: "not in",
}
_PROBE, _COMPARISONS, _CALL = "__probe__", "__comparisons__", "__call__"
_BLOCKS = (
    ast.With,
    ast.AsyncWith,
    ast.Try,
    ast.TryStar,
    ast.FunctionDef,
    ast.AsyncFunctionDef,
    ast.ClassDef,
    ast.Lambda,
)
"""Where it matters when a call is made: exceptions may be caught, or the code may run at another time."""
FILE = "tests.py"
_HIDDEN = "a hidden assertion"
_NOT_IN_GROUP = frozenset({"solution"})


def entry_points(tests: str) -> frozenset[str]:
    """Names that the tests read from the solution."""
    return frozenset(
        node.attr
        for node in ast.walk(ast.parse(tests))
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "solution"
    )


def is_group(node: ast.AST) -> TypeGuard[ast.FunctionDef]:
    """Whether a statement of a tests module is a group."""
    return isinstance(node, ast.FunctionDef) and node.name.startswith("group_")


def parameter_of(group: ast.FunctionDef) -> str:
    """What a group calls the solution.

    Raises:
        ValueError: it does not take exactly one argument.
    """
    arguments = group.args
    taken = [*arguments.posonlyargs, *arguments.args]
    if len(taken) != 1 or arguments.vararg or arguments.kwarg or any(d is None for d in arguments.kw_defaults):
        raise ValueError(f"{group.name} does not take exactly one argument, the solution")
    return taken[0].arg


@lru_cache(maxsize=64)
def group_titles(tests: str) -> Mapping[str, str]:
    """The groups of a tests module, in order, each with the first line of its docstring or its name in words."""
    groups = {}
    for node in ast.parse(tests).body:
        if is_group(node):
            name = node.name.removeprefix("group_")
            groups[name] = (ast.get_docstring(node) or name.replace("_", " ")).split("\n", 1)[0].rstrip(".")
    return groups


def check_groups(tests: str) -> None:
    """Makes sure that a tests module can be run.

    Raises:
        ValueError: a group takes something else than the solution.
    """
    _compiled(tests)


@lru_cache(maxsize=64)
def _compiled(tests: str) -> tuple[types.CodeType, tuple[Comparison, ...]]:
    rewriter = _Rewriter()
    tree = ast.fix_missing_locations(rewriter.visit(ast.parse(tests)))
    return compile(tree, FILE, "exec", dont_inherit=True), tuple(rewriter.comparisons)


def load(tests: str, probe: Probe) -> dict[str, Any]:
    """The names of a fresh copy of a tests module, whose asserts report to `probe`."""
    code, comparisons = _compiled(tests)
    names: dict[str, Any] = {"__name__": "tests", "raises": probe.raises}
    names |= {_PROBE: probe, _COMPARISONS: comparisons, _CALL: Call}
    exec(code, names)  # noqa: S102 - tests are the suite's own code, trusted by design
    return names


class _Strict(ast.NodeTransformer):
    """`x == y` inside a condition becomes `same(x, "==", y)`, which tells types apart."""

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        self.generic_visit(node)
        if len(node.ops) > 1:
            return node
        return _call("same", node.left, ast.Constant(_SIGNS[type(node.ops[0])]), node.comparators[0])


class _Rewriter(ast.NodeTransformer):
    """`assert x == y` becomes `if not (start and compare(x, y)): raise AssertionError(explain(names))`.

    In a group, `assert solution.f(x) == y` becomes `claim(Call(solution, "f", [x], {}), lambda: y)`, and a bare `thing.f(x)`
    becomes `perform(Call(thing, "f", [x], {}))`: such calls cross together. They are settled before any block in which that
    matters.
    """

    def __init__(self) -> None:
        self.comparisons: list[Comparison] = []
        self._outside = _NOT_IN_GROUP
        self._in_group = self._may_wait = False

    def visit_Module(self, node: ast.Module) -> ast.Module:
        node.body = [self._group(each) if is_group(each) else self.visit(each) for each in node.body]
        return node

    def visit(self, node: ast.AST) -> Any:
        if not (self._may_wait and isinstance(node, _BLOCKS)):
            return super().visit(node)
        self._may_wait = False
        inner = super().visit(node)
        self._may_wait = True
        return [ast.copy_location(ast.Expr(_call("settle")), node), inner] if isinstance(node, ast.stmt) else inner

    def visit_Expr(self, node: ast.Expr) -> ast.stmt | list[ast.stmt]:
        call = plain_call(node.value, self._outside) if self._may_wait else None
        if call is None:
            return self._reached(node, node)
        return ast.copy_location(ast.Expr(_call("perform", _described(call), ast.Constant(ast.unparse(call)))), node)

    def _reached_whole(self, node: ast.stmt) -> ast.stmt | list[ast.stmt]:
        return self._reached(node, node)

    visit_Assign = visit_AnnAssign = visit_AugAssign = visit_Return = visit_Delete = visit_Raise = _reached_whole

    def visit_For(self, node: ast.For) -> ast.stmt | list[ast.stmt]:
        return self._reached(node, node.iter)

    def visit_While(self, node: ast.While) -> ast.stmt | list[ast.stmt]:
        return self._reached(node, node.test)

    def visit_If(self, node: ast.If) -> ast.stmt | list[ast.stmt]:
        return self._reached(node, node.test)

    def visit_Assert(self, node: ast.Assert) -> ast.stmt:
        test = node.test
        if not isinstance(test, ast.Compare) or len(test.ops) > 1:
            whole = ast.unparse(test)
            return _checked(node, _HIDDEN, whole, _call("holds", _Strict().visit(test), source=ast.Constant(whole)))
        comparison = self._comparison(test)
        number = ast.Constant(len(self.comparisons))
        self.comparisons.append(comparison)
        known = ast.Subscript(ast.Name(_COMPARISONS, ast.Load()), number, ast.Load())
        return self._claim(node, test, comparison, known) or _checked(
            node, comparison.tested, comparison.whole, _call("compare", test.left, test.comparators[0], known)
        )

    def visit_With(self, node: ast.With) -> ast.stmt:
        body = "; ".join(ast.unparse(statement) for statement in node.body)
        self.generic_visit(node)
        for item in node.items:
            call = item.context_expr
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "raises":
                call.keywords.append(ast.keyword("body", ast.Constant(body)))
        return node

    def _reached(self, node: ast.stmt, told: ast.AST) -> ast.stmt | list[ast.stmt]:
        """The statement, after a note that it is reached where what is told of it touches the solution."""
        is_noted = self._in_group and mentions(told, self._outside)
        note = ast.copy_location(ast.Expr(_call("reach", ast.Constant(ast.unparse(told)))), node)
        self.generic_visit(node)
        return [note, node] if is_noted else node

    def _group(self, node: ast.FunctionDef) -> ast.stmt:
        self._outside, self._in_group, self._may_wait = outside_names(node), True, True
        self.generic_visit(node)
        self._outside, self._in_group, self._may_wait = _NOT_IN_GROUP, False, False
        solution = ast.Name(parameter_of(node), ast.Load())
        node.body.insert(0, ast.copy_location(ast.Expr(_call("begin", solution)), node))
        return node

    def _comparison(self, test: ast.Compare) -> Comparison:
        left, right = test.left, test.comparators[0]
        touches = mentions(left, self._outside), mentions(right, self._outside)
        is_expected_left = touches == (False, True)
        tested = ast.unparse(right if is_expected_left else left)
        return Comparison(
            ast.unparse(test), tested, _SIGNS[type(test.ops[0])], is_expected_left, touches[0] is not touches[1]
        )

    def _claim(self, node: ast.Assert, test: ast.Compare, comparison: Comparison, known: ast.expr) -> ast.stmt | None:
        """The assert as a claim, None where its result is needed at once."""
        if not self._may_wait or not (node.msg is None or isinstance(node.msg, ast.Constant)):
            return None
        tested, expected = test.left, test.comparators[0]
        if comparison.is_expected_left:
            tested, expected = expected, tested
        call = plain_call(tested, self._outside)
        if call is None or mentions(expected, self._outside) or _binds(expected):
            return None
        if comparison.sign in ("is", "is not") and not isinstance(expected, ast.Constant):
            return None
        message = [node.msg] if node.msg else []
        claim = _call("claim", _described(call), _thunk(expected), known, _names_in(test), *message)
        return ast.copy_location(ast.Expr(claim), node)


def _binds(expression: ast.expr) -> bool:
    """Whether it does something that it can't do inside a lambda."""
    return any(isinstance(node, ast.NamedExpr | ast.Await | ast.Yield | ast.YieldFrom) for node in ast.walk(expression))


def _checked(node: ast.Assert, shown_as: str, whole: str, verdict: ast.expr) -> ast.stmt:
    start = _call("start", ast.Constant(shown_as), ast.Constant(whole))
    words = _call("explain", _names_in(node.test), *([node.msg] if node.msg else []))
    error = ast.Raise(ast.Call(ast.Name("AssertionError", ast.Load()), [words], []), None)
    condition = ast.UnaryOp(ast.Not(), ast.BoolOp(ast.And(), [start, verdict]))
    return ast.copy_location(ast.If(condition, [error], []), node)


def _described(call: ast.Call) -> ast.expr:
    """A call of a method, not made but told."""
    assert isinstance(call.func, ast.Attribute)
    keywords = ast.Dict(
        [None if keyword.arg is None else ast.Constant(keyword.arg) for keyword in call.keywords],
        [keyword.value for keyword in call.keywords],
    )
    parts = [call.func.value, ast.Constant(call.func.attr), ast.List(call.args, ast.Load()), keywords]
    return ast.Call(ast.Name(_CALL, ast.Load()), parts, [])


def _call(method: str, *args: ast.expr, **keywords: ast.expr) -> ast.Call:
    function = ast.Attribute(ast.Name(_PROBE, ast.Load()), method, ast.Load())
    return ast.Call(function, list(args), [ast.keyword(name, value) for name, value in keywords.items()])


def _names_in(test: ast.expr) -> ast.expr:
    """`lambda: {"name": name}` of the variables that an expression reads and does not bind itself."""
    names = [node for node in ast.walk(test) if isinstance(node, ast.Name)]
    bound = {node.id for node in names if not isinstance(node.ctx, ast.Load)} | {"solution"}
    bound |= {node.arg for node in ast.walk(test) if isinstance(node, ast.arg)}
    read = sorted({node.id for node in names} - bound)
    names_now = ast.Dict([ast.Constant(name) for name in read], [ast.Name(name, ast.Load()) for name in read])
    return _thunk(names_now)


def _thunk(expression: ast.expr) -> ast.expr:
    return ast.Lambda(ast.arguments([], [], None, [], [], None, []), expression)
