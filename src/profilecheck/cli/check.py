"""Check configs: print what is wrong with them.

Paths are files, folders to search, or - for standard input. A file that is named is always judged,
or it is said why not. Settings stand in [tool.profilecheck] of pyproject.toml, or in a
profilecheck.toml; options win over them.

With --fix files are mended where there is one right answer, and what remains is reported; with
--diff the same is printed as a diff and nothing is written.

Exit codes: 0 clean, 1 findings at or above --fail-on (with --diff: something to mend), 2 wrong
usage, something that could not be read or written, or nothing to check.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from profilecheck.cli import fixing, judging
from profilecheck.cli.output import CLEAN, FAILED, FOUND, Output
from profilecheck.report import formats

if TYPE_CHECKING:
    from profilecheck.checking import Walk
    from profilecheck.findings import Report
    from profilecheck.options import Options


def declare(parser: argparse.ArgumentParser) -> None:
    """Add this command's arguments to its parser."""
    parser.add_argument("paths", nargs="+", metavar="PATH", help="a file, a folder, or -")
    judging.declare(parser)
    which = parser.add_argument_group("what is reported")
    which.add_argument(
        "--select",
        metavar="CODES",
        action="append",
        help="only these rules: codes, their beginnings or names, separated by commas",
    )
    which.add_argument("--ignore", metavar="CODES", action="append", help="not these rules")
    which.add_argument(
        "--exclude",
        metavar="PATTERN",
        action="append",
        help="leave out these files or folders, as .gitignore would; may be repeated",
    )
    judging.declare_gitignore(which)
    which.add_argument(
        "--fail-on",
        choices=("error", "warning", "info"),
        help="the least severity that gives exit code 1 (default: error)",
    )
    parser.add_argument(
        "--jobs",
        metavar="N",
        help="processes that judge a large tree, at most (default: auto, one on each core)",
    )
    fixing.declare(parser)
    how = parser.add_argument_group("how it is told")
    how.add_argument(
        "--format",
        choices=formats(),
        default="text",
        help="text for people (default); concise: one line a finding, without its notes; json",
    )
    how.add_argument("-q", "--quiet", action="store_true", help="findings and nothing else")
    how.add_argument("--statistics", action="store_true", help="also how often each rule was found")
    how.add_argument(
        "-v", "--verbose", action="count", default=0, help="also why files were skipped"
    )
    how.add_argument(
        "--stdin-filename",
        metavar="NAME",
        help="the name of standard input, which decides its format (default: an INI)",
    )


def run(arguments: argparse.Namespace, output: Output) -> int:
    """Check, print the report and give the exit code."""
    name = arguments.stdin_filename
    judging.refuse_paths(arguments.paths, name)
    placed = [path for path in arguments.paths if path != judging.STDIN] + ([name] if name else [])
    settings = judging.settings_for(placed)
    options = judging.options_from(
        arguments,
        settings,
        select=settings.select if arguments.select is None else arguments.select,
        ignore=settings.ignore if arguments.ignore is None else arguments.ignore,
    )
    # Patterns of the command line are relative to where it was typed, those of a file to the file.
    exclude, root = settings.exclude, settings.root
    if arguments.exclude is not None:
        exclude, root = tuple(arguments.exclude), Path.cwd()
    walk: Walk = {
        "exclude": exclude,
        "root": root,
        "gitignore": judging.gitignore(arguments.gitignore, settings),
        "jobs": judging.jobs(arguments.jobs, settings),
    }
    fail_on = arguments.fail_on or settings.fail_on or "error"
    if fixing.asked(arguments):
        if arguments.paths == [judging.STDIN]:
            return _fixed_input(arguments, options, fail_on, output)
        from profilecheck.fixing import fix_paths

        fixed = fix_paths(arguments.paths, options, **walk, unsafe=arguments.unsafe_fixes)
        if arguments.fix:
            failed = fixing.write(fixed, output, quiet=arguments.quiet)
            if failed is not None:
                return failed
    report = _report(arguments.paths, name, options, walk, passed_over=bool(arguments.verbose))
    if arguments.diff:
        return max(fixing.show((one for _, one in fixed), output), _unreadable(report, output))
    if arguments.fix:
        report = fixing.without_left_out(report, (one for _, one in fixed))
    output.write(_rendered(arguments, report, output))
    if arguments.format == "concise" and not (arguments.verbose or arguments.quiet):
        for line in _skipped(report, arguments.paths):
            output.fail(line)
    return exit_code(report, fail_on)


def _rendered(arguments: argparse.Namespace, report: Report, output: Output) -> str:
    from profilecheck.report import render

    return render(
        arguments.format,
        report,
        verbose=arguments.verbose,
        quiet=arguments.quiet,
        statistics=arguments.statistics,
        color=output.color,
        width=output.width,
    )


def _fixed_input(
    arguments: argparse.Namespace, options: Options, fail_on: str, output: Output
) -> int:
    """Print standard input as it is to be, or its diff, and everything else on standard error."""
    from profilecheck.checking import standard_input
    from profilecheck.findings import Report
    from profilecheck.fixing import fix_input

    data = standard_input()
    one = fix_input(data, arguments.stdin_filename, options, unsafe=arguments.unsafe_fixes)
    report = Report((one.report,))
    if arguments.diff:
        return max(fixing.show([one], output), _unreadable(report, output))
    output.exactly(one.after.decode("utf-8", "surrogateescape"))
    fixing.tell([one], output, quiet=arguments.quiet)
    report = fixing.without_left_out(report, [one])
    output.fail(_rendered(arguments, report, output).rstrip("\n"))
    return exit_code(report, fail_on)


def _unreadable(report: Report, output: Output) -> int:
    """Tell what could not be read or judged, where no report does; the exit code for it."""
    from profilecheck.findings import State

    code = CLEAN
    for file in report.files:
        if file.state in (State.UNREADABLE, State.FAULT):
            output.fail(
                f"{file.path}: {file.findings[0].message if file.findings else file.reason}"
            )
            code = FAILED
    return code


def _skipped(report: Report, paths: list[str]) -> Iterator[str]:
    """Why a file that was named was not judged: in a format that lists findings alone, nothing else says so."""
    from profilecheck.findings import State

    named = {Path(path).as_posix() for path in paths}
    for file in report.files:
        stdin = judging.STDIN in paths
        if file.state is State.SKIPPED and (file.path in named or (stdin and len(paths) == 1)):
            yield f"{file.path}: {file.state.value}: {file.reason}"


def _report(
    paths: list[str],
    name: str | None,
    options: Options,
    walk: Walk,
    *,
    passed_over: bool,
) -> Report:
    from profilecheck.checking import check_paths, check_standard_input, report_of

    verdicts = check_paths(
        [path for path in paths if path != judging.STDIN],
        options,
        **walk,
        passed_over=passed_over,
    )
    if judging.STDIN in paths:
        verdicts.append(check_standard_input(name, options))
    return report_of(verdicts)


def exit_code(report: Report, fail_on: str) -> int:
    """2 where a file could not be read or judged, else 1 for findings that bad, else 0."""
    from profilecheck.findings import Severity, State

    if any(file.state in (State.UNREADABLE, State.FAULT) for file in report.files):
        return FAILED
    least = Severity(fail_on).rank
    return FOUND if any(f.severity.rank >= least for f in report.findings) else CLEAN
