"""Which parts of a group of tests touch the solution: what does not may be evaluated before a call has returned."""

from __future__ import annotations

import ast
from collections.abc import Iterator


def outside_names(group: ast.FunctionDef) -> frozenset[str]:
    """Variables of a group that may hold the solution or something of it; its first parameter does."""
    names = frozenset(argument.arg for argument in [*group.args.posonlyargs, *group.args.args])
    while True:
        reached = names | {name for targets, source in _flows(group) if mentions(source, names) for name in targets}
        if reached == names:
            return names
        names = reached


def mentions(node: ast.AST, names: frozenset[str]) -> bool:
    """Whether one of these variables occurs in it."""
    return any(isinstance(each, ast.Name) and each.id in names for each in ast.walk(node))


def is_still(node: ast.AST, outside: frozenset[str]) -> bool:
    """Whether evaluating it asks nothing of the solution: its objects are at most passed on as they are."""
    if isinstance(node, ast.List | ast.Tuple | ast.Set):
        return all(is_still(item, outside) for item in node.elts)
    return isinstance(node, ast.Name) or not mentions(node, outside)


def plain_call(node: ast.AST, outside: frozenset[str]) -> ast.Call | None:
    """The node as a call of a method of the solution or its objects, where nothing else in it touches them."""
    if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
        return None
    owner = node.func.value
    if not (isinstance(owner, ast.Name) and owner.id in outside) or node.func.attr.startswith("_"):
        return None
    arguments = [*node.args, *(keyword.value for keyword in node.keywords)]
    return node if all(is_still(argument, outside) for argument in arguments) else None


def _flows(group: ast.FunctionDef) -> Iterator[tuple[list[str], ast.AST]]:
    """Where values go: (variables, the expression or definition that may end up in them)."""
    for node in ast.walk(group):
        match node:
            case ast.Assign(targets=targets, value=value):
                yield _names(*targets), value
            case ast.AnnAssign(target=target, value=ast.expr() as value):
                yield _names(target), value
            case ast.AugAssign(target=target, value=value) | ast.NamedExpr(target=target, value=value):
                yield _names(target), value
            case ast.For(target=target, iter=value) | ast.comprehension(target=target, iter=value):
                yield _names(target), value
            case ast.withitem(context_expr=value, optional_vars=ast.expr() as target):
                yield _names(target), value
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                yield [name], node
            case ast.Call(func=ast.Attribute(value=ast.Name(id=owner)), args=args) if args:
                yield [owner], ast.Tuple(args, ast.Load())
            case _:
                continue


def _names(*targets: ast.expr) -> list[str]:
    return [node.id for target in targets for node in ast.walk(target) if isinstance(node, ast.Name)]
