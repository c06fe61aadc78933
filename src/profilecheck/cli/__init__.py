"""The command line: ``profilecheck COMMAND ...``. Only this package prints and exits.

A command is a module with ``declare(parser)``, which says what it takes, and ``run(arguments,
output) -> int``, which does it and gives the exit code. With ``TAKES_FLAGS``, what stands behind ``--`` is
not read, and is ``arguments.behind``. Only the module of the command that is
asked for is loaded, and it imports the rest of the house when it runs.
"""

from __future__ import annotations

import importlib
import signal
import sys
import traceback
from collections.abc import Sequence
from types import ModuleType

from profilecheck import __version__
from profilecheck.cli.output import (
    CLEAN,
    PIPE_CLOSED,
    SIGNALLED,
    Output,
    UsageError,
)
from profilecheck.cli.parser import Done, Parser
from profilecheck.setting_values import did_you_mean
from profilecheck.signals import Ended
from profilecheck.telling import told

COMMANDS = (
    "check",
    "explain",
    "run",
    "migrate",
    "preflight",
    "bench",
    "rule",
    "profiles",
    "schema",
)


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and give the exit code: 0 clean, 1 findings, 2 usage or failure.

    Nothing makes a traceback: 130 after Ctrl-C, 143 after a SIGTERM that was handled, 141 where the output is no longer read.
    """
    output = Output(sys.stdout, sys.stderr)
    try:
        code = _run(list(sys.argv[1:] if argv is None else argv), output)
        output.flush()
    except KeyboardInterrupt as error:
        output.abandon()
        return SIGNALLED + (error.number if isinstance(error, Ended) else signal.SIGINT)
    except BrokenPipeError:
        output.abandon()
        return PIPE_CLOSED
    except OSError as error:
        output.abandon()
        return output.fail(f"profilecheck: error: {error.strerror or error}")
    except Exception as error:
        return output.fail(f"profilecheck: internal fault: {_told(error)}")
    return code


def _told(error: Exception) -> str:
    frames = traceback.extract_tb(error.__traceback__)
    where = f" ({frames[-1].filename}:{frames[-1].lineno})" if frames else ""
    return f"{type(error).__name__}: {error}{where}"


def _run(argv: list[str], output: Output) -> int:
    name = argv[0] if argv else ""
    if name in ("-h", "--help", "help"):
        output.write(_help())
        return CLEAN
    if name in ("-V", "--version"):
        output.write(f"profilecheck {__version__}\n")
        return CLEAN
    if name not in COMMANDS:
        if not argv:
            return output.fail(_help().rstrip())
        hint = did_you_mean(name, COMMANDS) or f" (known: {', '.join(COMMANDS)})"
        return output.fail(f"profilecheck: error: unknown command {told(name)}{hint}")
    command = _command(name)
    try:
        parser = Parser(f"profilecheck {name}", command.__doc__ or "", output)
        command.declare(parser)
        words, behind = argv[1:], None
        parser.takes_flags = getattr(command, "TAKES_FLAGS", False)
        if parser.takes_flags:
            at = words.index("--") if "--" in words else len(words)
            words, behind = words[:at], words[at + 1 :]
        arguments = parser.parse(words)
        if behind is not None:
            arguments.behind = behind
        code: int = command.run(arguments, output)
    except Done:
        return CLEAN
    except UsageError as error:
        return output.fail(f"profilecheck {name}: error: {error}")
    return code


def _command(name: str) -> ModuleType:
    return importlib.import_module(f"{__name__}.{name}")


def _help() -> str:
    commands = "\n".join(
        f"  {name:<10}{(_command(name).__doc__ or '').partition(chr(10))[0]}" for name in COMMANDS
    )
    return (
        "usage: profilecheck COMMAND ... | --version | --help\n\n"
        "The compatibility checker for the generations of PufferLib.\n\n"
        f"commands:\n{commands}\n\n"
        "`profilecheck COMMAND --help` says more.\n"
        "Exit codes: 0 clean, 1 findings, 2 wrong usage or something unreadable.\n"
    )
