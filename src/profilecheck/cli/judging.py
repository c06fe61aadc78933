"""The arguments of every command that judges: for which target, machine, mode and defaults."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from profilecheck.cli.output import UsageError

if TYPE_CHECKING:
    from profilecheck.document import Document
    from profilecheck.options import Options
    from profilecheck.settings import Settings


STDIN = "-"
"""The path that stands for standard input."""


def declare(parser: argparse.ArgumentParser) -> None:
    """Add the arguments to a command's parser."""
    group = parser.add_argument_group("what the config is meant for")
    group.add_argument(
        "--target",
        metavar="PROFILE",
        help="the generation to judge for: a profile (see `profilecheck profiles`), or auto (default)",
    )
    group.add_argument(
        "--mode", choices=("train", "eval", "sweep"), help="how it is launched (default: train)"
    )
    group.add_argument(
        "--cores",
        metavar="N",
        help="physical cores of the machine, or the word none: psutil cannot count them there",
    )
    group.add_argument("--threads", metavar="N", help="hardware threads of the machine")
    group.add_argument(
        "--host", metavar="NAME", help="a machine declared in [tool.profilecheck.hosts.NAME]"
    )
    group.add_argument(
        "--agents-per-env",
        metavar="N",
        help="agents in one environment, or in one of the games that a 3.0 environment runs ([env] num_envs; default: not known)",
    )
    group.add_argument(
        "--set",
        metavar="SECTION.KEY=VALUE",
        action="append",
        default=[],
        help="lay a value over the file's, read as an INI's would be; may be repeated",
    )
    group.add_argument(
        "--defaults",
        choices=("ini", "signature", "none"),
        help="what lies below the file: default.ini, the defaults of vector.make's signature, or "
        "nothing (default: ini for an INI; for other formats signature as 3.0, none as 4.0)",
    )
    group.add_argument(
        "--no-defaults",
        dest="defaults",
        action="store_const",
        const="none",
        help="the same as --defaults none",
    )


def refuse_paths(paths: Sequence[str], stdin_filename: str | None) -> None:
    """Raise UsageError for paths that cannot be meant so."""
    if "" in paths:
        raise UsageError("a path is empty: is a variable of the shell not set?")
    if paths.count(STDIN) > 1:
        raise UsageError("standard input (-) can be read only once")
    if stdin_filename is not None and STDIN not in paths:
        raise UsageError("--stdin-filename names standard input: give - as the path too")


def document_of(given: str, name: str | None, pins: str = "it holds pins alone") -> Document:
    """The document in a file that is named, or in standard input. Raises UsageError where it holds none;
    ``pins`` says why a dependency file is none."""
    from profilecheck.checking import UNNAMED, UNNAMED_FORMAT, standard_input
    from profilecheck.engine import ROOTS, WORDS
    from profilecheck.files import read_file
    from profilecheck.sources.dependencies import kind_of
    from profilecheck.sources.read import not_a_config, read
    from profilecheck.sources.yaml import YamlMissing

    shown = Path(name).as_posix() if name else UNNAMED
    try:
        data = standard_input() if given == STDIN else read_file(Path(given))
        document = read(data, shown, name or UNNAMED_FORMAT, ROOTS, WORDS)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else error
        raise UsageError(f"{shown}: cannot be read: {reason}") from error
    except YamlMissing:
        extra = "reading YAML needs the extra: pip install 'profilecheck[yaml]'"
        raise UsageError(f"{shown}: {extra}") from None
    if document is None:
        raise UsageError(f"{shown}: {pins if kind_of(name or '') else not_a_config(shown)}")
    return document


def settings_for(paths: Iterable[str]) -> Settings:
    """The project's settings: those in force for the folder that all paths have in common.

    Raises UsageError where the settings file cannot be followed.
    """
    from profilecheck.settings import SettingsError, load

    try:
        return load(_common_folder(paths))
    except SettingsError as error:
        raise UsageError(f"the settings cannot be followed\n{error}") from error


def _common_folder(paths: Iterable[str]) -> Path:
    folders = []
    for path in paths:
        whole = os.path.abspath(path)  # noqa: PTH100 - pathlib would keep `..`
        folders.append(whole if os.path.isdir(whole) else os.path.dirname(whole))  # noqa: PTH112, PTH120
    try:
        return Path(os.path.commonpath(folders)) if folders else Path.cwd()
    except ValueError:  # drives of Windows have nothing in common
        return Path.cwd()


def options_from(
    arguments: argparse.Namespace,
    settings: Settings,
    *,
    select: Sequence[str] = (),
    ignore: Sequence[str] = (),
) -> Options:
    """How to judge: the command line's choices, and the settings' where it makes none.

    Raises UsageError where a choice names what does not exist.
    """
    from profilecheck import choices
    from profilecheck.options import Options

    target, agents = arguments.target, arguments.agents_per_env
    here = any(given is not None for given in (arguments.cores, arguments.threads))
    host = arguments.host or (None if here else settings.host)
    with _usage(None if target else settings.path):
        profile = choices.target(target or settings.target)
    with _usage(settings.path if select is settings.select else None):
        selected = choices.codes(select)
    with _usage(settings.path if ignore is settings.ignore else None):
        ignored = choices.codes(ignore)
    with _usage(None):
        return Options(
            target=profile,
            target_from="flag" if target else "settings",
            mode=choices.mode(arguments.mode or settings.mode or "train"),
            host=choices.machine(arguments.cores, arguments.threads, host, settings.hosts),
            agents_per_env=choices.agents(settings.agents_per_env if agents is None else agents),
            overrides=tuple(map(choices.override, arguments.set)),
            defaults=choices.defaults(arguments.defaults or settings.defaults),
            select=selected,
            ignore=ignored,
        )


def declare_gitignore(group: argparse._ActionsContainer) -> None:
    """Add the option that has walks look at what git ignores."""
    group.add_argument(
        "--gitignore",
        action=argparse.BooleanOptionalAction,
        help="in folders, leave out what git ignores (default), or look at it too",
    )


def gitignore(given: bool | None, settings: Settings) -> bool:
    """Whether walks leave out what git ignores: as the command line says, else the settings."""
    return settings.gitignore is not False if given is None else given


def jobs(given: str | None, settings: Settings) -> int | None:
    """How many processes may judge: as the command line says, else the settings. Raises UsageError where that is
    no number."""
    from profilecheck import choices

    with _usage(None):
        return choices.jobs(settings.jobs if given is None else given)


@contextmanager
def _usage(path: Path | None) -> Iterator[None]:
    """Tell a choice that does not exist as wrong usage; ``path`` is the settings file that made it."""
    from profilecheck.choices import ChoiceError

    try:
        yield
    except ChoiceError as error:
        raise UsageError(f"{path}: {error}" if path else str(error)) from error
