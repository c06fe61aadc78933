"""Values that 4.0 takes in two flags: one that would be worked out twice, or cannot be written twice, is asked about."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from typing import Final, Literal

from profilecheck.document import UNKNOWN
from profilecheck.migrate.line_draft import LineDraft
from profilecheck.migrate.line_flags import Flag
from profilecheck.migrate.words import Words
from profilecheck.profiles import v3_to_v4_launch as launcher
from profilecheck.profiles.migration import Put

Copy = Literal["same", "anew", "never"]
"""What a second text of a value comes to: the same, something worked out anew, or nothing that can be written."""

_BEFORE: Final = re.compile(r",\s*\Z")
_AFTER: Final = re.compile(r"\s*[,\])]")
"""What stands around one item of a list."""
_NEAR: Final = 200
_BY_PLACE: Final = re.compile(r"%[-+ #0]*[\d.*]*[a-zA-Z]|\{(?:[:!][^{}]*)?\}")
_PUTS_IN: Final = re.compile(r"[`$%{]")
_HOLE: Final = re.compile(r"(?<!\$)\{[^{}]+\}")
_PURE_CALLS: Final = frozenset(
    (
        *("abspath", "absolute", "as_posix", "basename", "dirname", "expanduser", "expandvars"),
        *("format", "fspath", "get", "getcwd", "getenv", "int", "join", "joinpath", "lower"),
        *("lstrip", "normpath", "Path", "PurePath", "realpath", "removeprefix", "removesuffix"),
        *("replace", "repr", "resolve", "rstrip", "str", "strip", "upper", "with_name"),
        "with_suffix",
    )
)
"""Calls of Python that come to the same each time, by their names."""
_SUBSTITUTED: Final = re.compile(r"\$\((?!\()(?P<command>[^()`]*)(?P<end>\)?)")
_PURE_PROGRAMS: Final = re.compile(
    r"\s*(?:(?:basename|dirname|echo|hostname|id|nproc|printenv|pwd|readlink|realpath|uname|whoami)\b|git (?:rev-parse|describe)\b)"
    r"[^;&|<>]*"
)
"""Commands whose output is the same each time."""
_SUM: Final = re.compile(r"\$\(\(.*?\)\)")
_ASSIGNS: Final = re.compile(r"\+\+|--|(?<![=!<>])=(?!=)")
_CHANGING: Final = re.compile(r"`|[<>]\(|\$\{?(?:S?RANDOM|SECONDS|EPOCHSECONDS|EPOCHREALTIME)\b")
_OF_MAKE: Final = re.compile(r"(?<!\$)\$[({](?P<name>[\w.-]+)(?P<more>[)}:]|[ \t,])")
_BY_MAKE: Final = re.compile(r"(?<!\$)\$\([^()]*\)")
_SHELL: Final = "shell"


def copied(line: LineDraft, flag: Flag, puts: list[Put]) -> list[Put]:
    """The settings that a flag is to set: the first alone where its value cannot be the same in all of them."""
    if len(puts) < 2 or flag.value is not UNKNOWN:
        return puts
    copy = _copy(flag, line.words)
    if copy == "same":
        return puts
    raw = flag.raw(line.words)
    asks = launcher.FOLDERS[copy].format(flag=flag.given.flag, raw=raw)
    choices = launcher.FOLDER_CHOICES if copy == "anew" else launcher.FOLDER_CHOICES[:1]
    answer = line.decide(".".join(flag.name), asks, choices, meanwhile=launcher.FOLDER_MEANWHILE)
    return puts if answer == launcher.BOTH else puts[:1]


def _copy(flag: Flag, words: Words) -> Copy:
    raw = flag.raw(words)
    if not words.follows(flag.given) or (words.python and _BY_PLACE.search(raw)):
        return "never"
    if words.python and words.listed:
        return _of_item(flag, words)
    if words.python and not _PUTS_IN.search(raw):
        return "never"  # a piece of what Python puts together
    holes = "".join(_HOLE.findall(raw)) if words.python else ""
    pure = _is_pure_shell(raw, words) and (not holes or _is_pure(f"f{holes!r}"))
    return "same" if pure else "anew"


def _of_item(flag: Flag, words: Words) -> Copy:
    """The same for an item of a list in Python, or a part of one."""
    span = flag.given.word.span if flag.given.joined else flag.given.value_span
    assert span is not None
    start, end = words.range(span)
    alone = _BEFORE.search(words.text, max(0, start - _NEAR), start)
    if alone is None or _AFTER.match(words.text, end) is None:
        return "never"
    try:
        return "same" if _is_pure(words.text[start:end]) else "anew"
    except SyntaxError:
        return "never"


def _is_pure(expression: str) -> bool:
    """Whether an expression of Python comes to the same each time. Raises SyntaxError where it is none."""
    for node in ast.walk(ast.parse(expression, mode="eval")):
        if isinstance(node, ast.NamedExpr | ast.Await | ast.Yield | ast.YieldFrom):
            return False
        if isinstance(node, ast.Call) and not _is_pure_call(node):
            return False
    return True


def _is_pure_call(call: ast.Call) -> bool:
    called = call.func
    if isinstance(called, ast.Attribute):
        return called.attr in _PURE_CALLS and (called.attr != "get" or bool(call.args))
    return isinstance(called, ast.Name) and called.id in _PURE_CALLS


def _is_pure_shell(raw: str, words: Words) -> bool:
    """Whether text of a shell, or of a Makefile, comes to the same each time."""
    if words.make and not all(_is_pure_name(*found, words.text) for found in _named(raw)):
        return False
    own = _BY_MAKE.sub("", _BY_MAKE.sub("", raw)).replace("$$", "$") if words.make else raw
    if _CHANGING.search(own) or any(map(_ASSIGNS.search, _SUM.findall(own))):
        return False
    return all(
        found["end"] and _PURE_PROGRAMS.fullmatch(found["command"])
        for found in _SUBSTITUTED.finditer(_SUM.sub("", own))
    )


def _named(raw: str) -> Iterator[tuple[str, bool]]:
    """What a Makefile puts in by name, and whether that is a function."""
    for found in _OF_MAKE.finditer(raw):
        yield found["name"], found["more"] in (" ", "\t", ",")


def _is_pure_name(name: str, function: bool, text: str, depth: int = 5) -> bool:
    if function:
        return name != _SHELL
    assigned = rf"(?m)^[ \t]*(?:(?:export|override)[ \t]+)*{re.escape(name)}[ \t]*(?P<how>:{{0,3}}|[?+!])=(?P<value>.*)$"
    for found in re.finditer(assigned, text):
        value, once = found["value"], found["how"][:1] in (":", "!") and found["how"]
        if "$$(" in value or "`" in value:
            return False
        names = () if once else _named(value)
        if not depth or not all(_is_pure_name(*one, text, depth - 1) for one in names):
            return False
    return True
