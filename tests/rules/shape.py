"""Prints the ten longest functions and modules, for eyes: `python -m tests.rules.shape`."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

SOURCE = Path(__file__).parents[2] / "src" / "crucibleforge"


def functions() -> Iterator[tuple[int, str]]:
    """Length without its docstring and place of every function of the package."""
    for path in sources():
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                yield _lines(node), f"{path.relative_to(SOURCE)}:{node.lineno} {node.name}"


def sources() -> list[Path]:
    """The package's modules, without the suites and attacks it carries."""
    return [path for path in SOURCE.rglob("*.py") if not {"suites", "pack"} & set(path.parts)]


def _lines(node: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    first = node.body[0]
    has_docstring = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant)
    docstring = (first.end_lineno or first.lineno) - first.lineno + 1 if has_docstring else 0
    return (node.end_lineno or node.lineno) - node.lineno + 1 - docstring


def main() -> None:
    """Print both lists."""
    lengths = sorted(functions(), reverse=True)
    middle = sorted(length for length, _ in lengths)[len(lengths) // 2]
    print(f"{len(lengths)} functions, median {middle} lines; the longest:")
    for length, place in lengths[:10]:
        print(f"  {length:4} {place}")
    modules = sorted(
        ((len(path.read_text().splitlines()), str(path.relative_to(SOURCE))) for path in sources()), reverse=True
    )
    print(f"{len(modules)} modules, median {modules[len(modules) // 2][0]} lines; the longest:")
    for length, name in modules[:10]:
        print(f"  {length:4} {name}")


if __name__ == "__main__":
    main()
