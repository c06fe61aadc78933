"""Where the command line writes, what its exit codes mean, and how a wrong word is answered."""

from __future__ import annotations

import os
import shutil
from typing import Final, TextIO

CLEAN: Final = 0
FOUND: Final = 1
"""Findings at or above ``--fail-on``."""
FAILED: Final = 2
"""Wrong usage, something that could not be read, or a fault of profilecheck itself. Beats FOUND."""
SIGNALLED: Final = 128
"""Added to the number of a signal that ended a command, as a shell tells it: 130 for Ctrl-C."""
PIPE_CLOSED: Final = 141
"""128 + SIGPIPE: whoever read the output has stopped."""

_PIPED_WIDTH: Final = 100
"""How wide quoted lines may be where there is no terminal, so that output does not depend on one."""
_PIECE: Final = 1024
"""Characters that are written at once. A pipe takes as many bytes whole or not at all: where Python
does not buffer (PYTHONUNBUFFERED), it loses what a pipe takes in part, and whether it was closed."""


class UsageError(ValueError):
    """What was asked for cannot be done; the message is a sentence for the user."""


class Output:
    """Standard output and error. What an encoding lacks is written as an escape, never raised.

    Either stream may be None (``pythonw``, a closed descriptor): what is written is then lost.
    """

    def __init__(self, out: TextIO | None, err: TextIO | None) -> None:
        self._out = out
        self._err = err

    def write(self, text: str) -> None:
        """Write to standard output. Raises OSError, BrokenPipeError among them."""
        _write(self._out, text)

    def exactly(self, text: str) -> None:
        """Write to standard output what programs read: as UTF-8, line ends as they are. What would control a
        terminal is shown to one as escapes."""
        binary = getattr(self._out, "buffer", None)
        if self._out is None or binary is None or self._out.isatty():
            self.write(_visible(text))
            return
        self._out.flush()
        rest = memoryview(text.encode("utf-8", "surrogateescape"))
        while rest:
            rest = rest[binary.write(rest[:_PIECE]) :]

    def fail(self, message: str) -> int:
        """Write a message to standard error, and give the exit code for it."""
        try:
            _write(self._err, _visible(message) + "\n")
        except OSError:
            self.abandon()
        return FAILED

    def flush(self) -> None:
        """Hand over all that is buffered, here rather than at exit, where Python would complain."""
        if self._out is not None:
            self._out.flush()

    def abandon(self) -> None:
        """Give up streams that nobody reads, so that Python does not write to them at exit."""
        for stream in (self._out, self._err):
            try:
                if stream is not None:
                    stream.flush()
            except OSError:
                _redirect(stream)

    @property
    def color(self) -> bool:
        """Whether to write in colour: on a terminal that can, and never with NO_COLOR."""
        if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
            return False
        can = os.name != "nt" or bool(os.environ.get("WT_SESSION"))
        return can and self._out is not None and self._out.isatty()

    @property
    def watched(self) -> bool:
        """Whether somebody may be looking at a terminal while a command runs."""
        return self._err is not None and self._err.isatty()

    @property
    def width(self) -> int:
        """The cells of a line."""
        if self._out is None or not self._out.isatty():
            return _PIPED_WIDTH
        return shutil.get_terminal_size((_PIPED_WIDTH, 24)).columns


def _visible(message: str) -> str:
    """A message without anything that would control the terminal, line ends aside."""
    return "\n".join(
        line if line.isprintable() else "".join(map(_visible_char, line))
        for line in message.split("\n")
    )


def _visible_char(char: str) -> str:
    return char if char.isprintable() else char.encode("unicode_escape").decode("ascii")


def _write(stream: TextIO | None, text: str) -> None:
    if stream is None:
        return
    encoding = getattr(stream, "encoding", None) or "utf-8"
    shown = text.encode(encoding, "backslashreplace").decode(encoding)
    for start in range(0, len(shown), _PIECE):
        stream.write(shown[start : start + _PIECE])


def _redirect(stream: TextIO | None) -> None:
    try:
        if stream is not None:
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
    except (OSError, ValueError):
        return
