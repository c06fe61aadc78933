"""Which statements of a module's text write files."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

FLAGS = re.compile(r"O_(?:WRONLY|RDWR|CREAT|APPEND|TRUNC)")
TEMPORARY = re.compile(r"mk[sd]temp|(?:Named|Spooled)?Temporary\w+")
OF_OS = re.compile(
    r"replace|renames?|remove|removedirs|rmdir|unlink|link|symlink|mkdir|makedirs|f?truncate|p?writev?|fdopen"
    r"|[fl]?chmod|[fl]?chown|utime|(?:set|remove)xattr|mkfifo|mknod"
)
OF_SHUTIL = re.compile(r"copy\w*|move|rmtree|chown")
OF_PATHS = re.compile(
    r"write_text|write_bytes|unlink|rename|touch|l?chmod|mkdir|rmdir|symlink_to|hardlink_to"
)
MODULES = {
    "os": re.compile(f"{OF_OS.pattern}|{FLAGS.pattern}"),
    "shutil": OF_SHUTIL,
    "tempfile": TEMPORARY,
}


def writes(source: str) -> list[str]:
    """Whatever in a module's text writes, moves or removes a file, or changes its attributes."""
    tree = ast.parse(source)
    nowhere = {
        inner
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and ast.unparse(node).startswith("os.open(os.devnull,")
        for inner in ast.walk(node)
    }
    found = (node for node in ast.walk(tree) if node not in nowhere and any(_writes(node)))
    return [ast.unparse(node) for node in found]


def _writes(node: ast.AST) -> Iterator[bool]:
    if isinstance(node, ast.ImportFrom):
        writing = MODULES.get(node.module or "")
        yield writing is not None and any(writing.fullmatch(alias.name) for alias in node.names)
    elif isinstance(node, ast.Attribute):
        yield FLAGS.fullmatch(node.attr) is not None
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        yield node.func.id == "open" and _for_writing(node, 1)
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        owner, name = ast.unparse(node.func.value), node.func.attr
        if owner in MODULES:
            yield MODULES[owner].fullmatch(name) is not None
        elif name == "open":
            yield _for_writing(node, 1 if owner in {"io", "codecs"} else 0)
        elif name == "replace":  # of a path: a text's takes two
            yield len(node.args) == 1 and not node.keywords
        else:
            yield OF_PATHS.fullmatch(name) is not None


def _for_writing(call: ast.Call, place: int) -> bool:
    """Whether ``open`` is asked, or may be, for more than reading."""
    modes = [keyword.value for keyword in call.keywords if keyword.arg == "mode"]
    modes += call.args[place : place + 1]
    return any(not isinstance(m, ast.Constant) or set(str(m.value)) & set("wax+") for m in modes)
