"""The text of Python as a tree, where nothing but the tree is wanted."""

from __future__ import annotations

import ast
import warnings


def parsed(text: str) -> ast.Module | None:
    """The tree of a text, without Python's warnings about it; None where Python refuses it."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
