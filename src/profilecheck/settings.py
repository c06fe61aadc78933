"""The project's own settings: ``[tool.profilecheck]``, found upward, read strictly.

They stand in ``pyproject.toml``, or with the same keys at top level in a ``profilecheck.toml``,
which wins over a ``pyproject.toml`` beside it. Keys are written as on the command line
(``fail-on``); underscores do as well.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Literal, TypeVar

from profilecheck import setting_values as values
from profilecheck.findings import Severity
from profilecheck.setting_values import did_you_mean

STANDALONE: Final = "profilecheck.toml"
PYPROJECT: Final = "pyproject.toml"
TABLE: Final = "tool.profilecheck"

MODES: Final = ("train", "eval", "sweep")
DEFAULTS: Final = ("ini", "signature", "none")
FAIL_ON: Final = tuple(severity.value for severity in Severity)


@dataclass(frozen=True, slots=True)
class HostTable:
    """One declared machine, ``[tool.profilecheck.hosts.NAME]``.

    ``cores`` are physical cores, or ``"none"`` where psutil answers None; ``threads`` are
    hardware threads. None: not declared.
    """

    cores: int | Literal["none"] | None = None
    threads: int | None = None


@dataclass(frozen=True, slots=True)
class Settings:
    """What the project chose. None and empty: not chosen, the command line's own default holds.

    ``path`` is the file that the settings came from, None where there is none. ``root`` is that
    file's folder, or the folder that was searched from; excludes are relative to it.
    """

    path: Path | None
    root: Path
    target: str | None = None
    mode: str | None = None
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    fail_on: str | None = None
    agents_per_env: int | None = None
    defaults: str | None = None
    host: str | None = None
    gitignore: bool | None = None
    jobs: int | Literal["auto"] | None = None
    hosts: Mapping[str, HostTable] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong with a settings file. ``line`` is 1-based, None where not known."""

    message: str
    line: int | None = None


class SettingsError(Exception):
    """A settings file that cannot be followed, with all its faults in the order of their lines."""

    def __init__(self, path: Path, faults: Iterable[Fault]) -> None:
        self.path = path
        self.faults = tuple(sorted(faults, key=lambda fault: (fault.line or 0, fault.message)))
        super().__init__(path, self.faults)

    @property
    def line(self) -> int | None:
        """The line of the first fault, where it is known."""
        return self.faults[0].line

    @property
    def message(self) -> str:
        """What is wrong, one line a fault, without the path."""
        return "\n".join(fault.message for fault in self.faults)

    def __str__(self) -> str:
        return "\n".join(
            f"{self.path}:{fault.line}: {fault.message}"
            if fault.line
            else f"{self.path}: {fault.message}"
            for fault in self.faults
        )


def load(start: Path) -> Settings:
    """The settings in force for ``start``, a folder or a file in it: those of the nearest file upward.

    Raises SettingsError where that file cannot be read or says what cannot be followed. A
    ``pyproject.toml`` without the table, or broken without naming it, is passed over.
    """
    start = Path(os.path.abspath(start))  # noqa: PTH100, for pathlib keeps `..`
    folder = start if _is(Path.is_dir, start) else start.parent
    for candidate in (folder, *folder.parents):
        for name, settings_in in ((STANDALONE, _top_level), (PYPROJECT, _tool_table)):
            path = candidate / name
            settings = settings_in(path) if _is(Path.is_file, path) else None
            if settings is not None:
                return settings
    return Settings(path=None, root=folder)


def _is(test: Callable[[Path], bool], path: Path) -> bool:
    """A test of pathlib's that takes a path that cannot be looked at for one that is not there."""
    try:
        return test(path)
    except (OSError, ValueError):
        return False


def _top_level(path: Path) -> Settings:
    data = _bytes(path)
    return _Reader(path, _text(path, data), "").settings(_parse(path, data))


def _tool_table(path: Path) -> Settings | None:
    data = _bytes(path)
    if b"profilecheck" not in data:
        return None
    try:
        tables = _parse(path, data)
    except SettingsError:
        if re.search(rb"tool\s*\.\s*[\"']?profilecheck", data):
            raise
        return None
    tool = tables.get("tool")
    if not isinstance(tool, dict) or "profilecheck" not in tool:
        return None
    return _Reader(path, _text(path, data), TABLE).settings(tool["profilecheck"])


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise SettingsError(path, [Fault(f"cannot be read: {error.strerror}")]) from error


def _text(path: Path, data: bytes) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise SettingsError(path, [Fault("not UTF-8", line)]) from error


def _parse(path: Path, data: bytes) -> dict[str, object]:
    import tomli  # costs as much as Python's own start, and most runs have no settings file

    text = _text(path, data)
    try:
        return tomli.loads(text)
    except tomli.TOMLDecodeError as error:
        raise SettingsError(path, [_syntax_fault(str(error), text)]) from error
    except (ValueError, RecursionError) as error:
        # Numbers with thousands of digits, and deep nesting, are refused by Python, not by tomli.
        raise SettingsError(path, [Fault(f"not TOML that can be read: {error}")]) from error


def _syntax_fault(message: str, text: str) -> Fault:
    """tomli's own message ends with the place: ``(at line 3, column 5)``, ``(at end of document)``."""
    what, _, place = message.rpartition(" (at ")
    line = re.match(r"line (\d+), column \d+\)", place)
    number = int(line[1]) if line else text.removesuffix("\n").count("\n") + 1
    return Fault(f"syntax error: {what or message}", number)


_T = TypeVar("_T")


class _Reader:
    """Reads one table and collects its faults. ``prefix`` is the table's dotted name in its file."""

    def __init__(self, path: Path, text: str, prefix: str) -> None:
        self.path = path
        self.lines = text.split("\n")
        self.prefix = prefix
        self.faults: list[Fault] = []

    def settings(self, content: object) -> Settings:
        """The settings that the table holds. Raises SettingsError with all its faults."""
        table = self._read(content, values.table, ()) or {}
        self._unknown_keys(table, _KEYS, ())
        hosts = self._hosts(table)
        settings = Settings(
            path=self.path,
            root=self.path.parent,
            target=self._value(table, "target", values.profile),
            mode=self._value(table, "mode", values.one_of(MODES)),
            select=self._value(table, "select", values.codes) or (),
            ignore=self._value(table, "ignore", values.codes) or (),
            exclude=self._value(table, "exclude", values.strings) or (),
            fail_on=self._value(table, "fail-on", values.one_of(FAIL_ON)),
            agents_per_env=self._value(table, "agents-per-env", values.count),
            defaults=self._value(table, "defaults", values.one_of(DEFAULTS)),
            host=self._value(table, "host", _declared_in(hosts)),
            gitignore=self._value(table, "gitignore", values.flag),
            jobs=self._value(table, "jobs", values.jobs),
            hosts={name: host for name, host in (hosts or {}).items() if host is not None},
        )
        if self.faults:
            raise SettingsError(self.path, self.faults)
        return settings

    def _hosts(self, table: dict[str, object]) -> dict[str, HostTable | None] | None:
        """The declared machines, None for one with a fault; None where they are no table at all."""
        if "hosts" not in table:
            return {}
        tables = self._value(table, "hosts", values.table)
        if tables is None:
            return None
        return {name: self._host(name, content) for name, content in tables.items()}

    def _host(self, name: str, content: object) -> HostTable | None:
        where = ("hosts", name)
        before = len(self.faults)
        table = self._read(content, values.table, where)
        if table is None:
            return None
        self._unknown_keys(table, _HOST_KEYS, where)
        cores = self._value(table, "cores", values.cores, where)
        threads = self._value(table, "threads", values.count, where)
        if not table:
            self._fault(where, "declares neither cores nor threads")
        elif isinstance(cores, int) and threads is not None and threads < cores:
            self._fault((*where, "threads"), f"= {threads} is less than its {cores} physical cores")
        return HostTable(cores, threads) if len(self.faults) == before else None

    def _unknown_keys(
        self, table: dict[str, object], known: tuple[str, ...], where: tuple[str, ...]
    ) -> None:
        for key in table:
            if _spelled(key) in _HOST_KEYS and _spelled(key) not in known:
                self._fault((*where, key), f"is a setting of a host: {self._home}")
            elif key == "tool" and not self.prefix and not where:
                said = f"is not a setting: in {STANDALONE} they stand at the top, without [{TABLE}]"
                self._fault((key,), said)
            elif _spelled(key) not in known:
                meant = values.nearest(key, (*known, *_HOST_KEYS))
                near = did_you_mean(key, known)
                if meant in _HOST_KEYS and meant not in known:
                    near = f" (did you mean {meant}, a setting of a host? I{self._home[1:]})"
                self._fault((*where, key), f"is not a setting{near}")
            elif key != _spelled(key) and _spelled(key) in table:
                self._fault((*where, key), f"and {_spelled(key)} are the same setting, given twice")

    @property
    def _home(self) -> str:
        """Where settings of a host belong."""
        return f"it belongs in [{'.'.join(filter(None, (self.prefix, 'hosts.NAME')))}]"

    def _value(
        self,
        table: dict[str, object],
        key: str,
        read: Callable[[object], _T],
        where: tuple[str, ...] = (),
    ) -> _T | None:
        """The value of ``key`` as ``read`` takes it, or None with the fault noted."""
        written = key if key in table else key.replace("-", "_")
        if written not in table:
            return None
        return self._read(table[written], read, (*where, written))

    def _read(
        self, value: object, read: Callable[[object], _T], where: tuple[str, ...]
    ) -> _T | None:
        try:
            return read(value)
        except values.Refused as refused:
            self._fault(where, str(refused))
            return None

    def _fault(self, where: tuple[str, ...], message: str) -> None:
        name = ".".join((self.prefix, *where) if self.prefix else where)
        self.faults.append(Fault(f"{values.printable(name)} {message}", self._line(where)))

    def _line(self, where: tuple[str, ...]) -> int | None:
        """The line of a key or of its table's header: the only one that it can be, or None.

        tomli keeps no positions, and a wrong line would be worse than none.
        """
        full = (*self.prefix.split("."), *where) if self.prefix else where
        table: tuple[str, ...] = ()
        hits = []
        for number, line in enumerate(self.lines, start=1):
            if header := _HEADER.match(line):
                table = _dotted(header[1])
                hits += [number] if table == full else []
            elif line.lstrip().startswith("["):
                table = ("",)  # an array of tables, or a header that is not worth reading
            elif (key := _ASSIGNMENT.match(line)) and (*table, *_dotted(key[1])) == full:
                hits.append(number)
        return hits[0] if len(hits) == 1 else None


_KEY: Final = r"""(?:[A-Za-z0-9_-]+|"[^"\\]*"|'[^']*')"""
_DOTTED: Final = rf"{_KEY}(?:\s*\.\s*{_KEY})*"
_HEADER: Final = re.compile(rf"\s*\[\s*({_DOTTED})\s*\]\s*(?:#.*)?$")
_ASSIGNMENT: Final = re.compile(rf"\s*({_DOTTED})\s*=")


def _dotted(text: str) -> tuple[str, ...]:
    return tuple(part.strip("\"'") for part in re.findall(_KEY, text))


_KEYS: Final = (
    "target",
    "mode",
    "select",
    "ignore",
    "exclude",
    "fail-on",
    "agents-per-env",
    "defaults",
    "host",
    "gitignore",
    "jobs",
    "hosts",
)
_HOST_KEYS: Final = ("cores", "threads")


def _spelled(key: str) -> str:
    return key.replace("_", "-")


def _declared_in(hosts: Mapping[str, object] | None) -> Callable[[object], str]:
    """A reader of a host's name. Where the hosts themselves are at fault, any name will do."""

    def read(value: object) -> str:
        name = values.string(value)
        return name if hosts is None else declared(name)

    known = f"declared: {', '.join(map(values.printable, hosts))}" if hosts else "none is declared"
    declared = values.one_of(tuple(hosts or ()), f"no such host, {known}")
    return read
