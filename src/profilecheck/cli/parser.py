"""An argument parser that raises instead of exiting, and names the nearest option it knows."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any, Final, NoReturn

from profilecheck.cli.output import CLEAN, Output, UsageError
from profilecheck.setting_values import nearest
from profilecheck.telling import cut

_LONGEST: Final = 300
"""Characters of what is told of a wrong argument, at most."""


class Done(Exception):
    """Nothing is left to do: help was asked for and given."""


class _Paragraphs(argparse.HelpFormatter):
    """Help whose description may have several paragraphs."""

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        paragraphs = text.strip().split("\n\n")
        return "\n\n".join(
            super(_Paragraphs, self)._fill_text(p, width, indent) for p in paragraphs
        )


class Parser(argparse.ArgumentParser):
    """Options in full only, in any order among the paths."""

    takes_flags = False
    """Whether what is behind ``--`` is for another program."""

    def __init__(self, prog: str, about: str, output: Output) -> None:
        super().__init__(
            prog=prog, description=about, allow_abbrev=False, formatter_class=_Paragraphs
        )
        self._output = output

    def parse(self, argv: Sequence[str]) -> argparse.Namespace:
        """The arguments. Raises UsageError, and Done where only help was wanted."""
        arguments, unknown = self.parse_known_intermixed_args(_without_dashes(list(argv)))
        if unknown:
            raise UsageError(self._unexpected(unknown[0]))
        return arguments

    def _unexpected(self, word: str) -> str:
        if not word.startswith("-"):
            return f"one argument too many: {cut(word)}"
        option = word.partition("=")[0]
        # Dashes would make any two options look alike.
        known = {name.lstrip("-"): name for name in self._option_string_actions}
        near = nearest(option.lstrip("-"), known)
        if near:
            return f"unknown option {cut(option)} (did you mean {known[near]}?)"
        behind = ": what is meant for the program that starts goes behind --" * self.takes_flags
        return f"unknown option {cut(option)}{behind}"

    def error(self, message: str) -> NoReturn:
        """Raise UsageError."""
        raise UsageError(cut(message, _LONGEST))

    def print_help(self, file: Any = None) -> None:
        """Write the help where all output goes."""
        self._output.write(self.format_help())

    def exit(self, status: int = CLEAN, message: str | None = None) -> NoReturn:
        """Raise Done."""
        raise Done


def _without_dashes(argv: list[str]) -> list[str]:
    """The arguments without ``--``: what stands behind it is a path, whatever it begins with.

    argparse's own reading of ``--`` differs among Pythons, and fails where paths are intermixed.
    """
    if "--" not in argv:
        return argv
    at = argv.index("--")
    paths = [
        f"./{path}" if path.startswith("-") and path != "-" else path for path in argv[at + 1 :]
    ]
    return argv[:at] + paths
