"""Judge upstream's own configs and print what is found in each, as the page docs/upstream-configs.md.

``python tools/upstream_configs.py FOLDER > docs/upstream-configs.md``; FOLDER holds ``3.0``, ``4.0`` and
``4.x`` with the configs of those trees.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from profilecheck.engine import check_bytes
from profilecheck.findings import FileReport, Finding, Severity
from profilecheck.hosts import declared
from profilecheck.options import Options
from profilecheck.rules import rules
from profilecheck.sources import ini

CORES, THREADS = 1024, 2048
"""A machine on which no count of cores is at fault."""

INTRODUCTION = """\
# What is found in upstream's own configs

Every config that PufferLib ships with 3.0.0, and those of two 4.x source trees, judged one by one: the 67 files of the 3.0.0
package under target 3.0, and the files of 8e3e754 (4.0), 052f0f5 (later 4.x) and 61f27b3 (4.0 in development) under target 4.0. All are
judged as `puffer train` reads them, over their generation's default.ini, for a machine with many cores, so that no finding is about
the machine. A file that is a tree's default.ini is judged as such.

This page is printed by `python tools/upstream_configs.py FOLDER`.

The tables have one row for each file and rule: the code, how bad it is, the keys (or the headers of sections) where it was found, and
what the rule looks for; `profilecheck rule CODE` tells more. *error*: `puffer train` fails, or a name of another generation stands where
the target does not read it. *warning*: it runs, and something given is ignored, cut or wasted; what only a sweep meets is a warning too.
*info*: advice. Files without a finding are listed below each table. A file whose names are all of another generation (PC102) has one
finding, at the first of them, and is not judged further.
"""

TITLES = {
    "3.0": (
        "The 3.0.0 package, target 3.0",
        "The files with an error are those that fail in `puffer train` whatever their environment: four stop the loader, for a scalar "
        "stands where a section of the same name does, and two inherit a minibatch_size above their batch_size. Sixteen set names of 2.x under [train], "
        "which 3.0 ignores.",
    ),
    "4.0": (
        "The 4.0 tree, target 4.0",
        "About half of the files are half-migrated: they carry names of 3.0, which 4.0 ignores in silence. Most others were written by a "
        "sweep, which leaves fractions where the native trainer holds whole numbers.",
    ),
    "4.x": (
        "Files of two other revisions, target 4.0",
        "The default.ini of both revisions is without an error. In chess, a sweep wrote five names of 3.0 back beside those that took their "
        "place. The two environments of the revision in development carry names of 3.0 that it still had and the released 4.0 no longer "
        "reads; below a default.ini of that revision they are left alone.",
    ),
}


UNDECIDED = """\
## Without a target

What each file is taken for by its own names alone, with no pin and no tree around it. The files of the 4.0 tree that are taken for 3.0 hold
no name of 4.0 that 3.0 lacks: they were never migrated. Beside their own default.ini, which marks the tree, all of that tree are judged as 4.0.
"""


@dataclass(frozen=True, slots=True)
class Row:
    """All findings of one rule and severity in one file: where they stand."""

    code: str
    severity: Severity
    keys: tuple[str, ...]


def judge(path: Path, folder: Path, target: str | None) -> FileReport:
    """The verdict on one config; a default.ini is judged as such whatever its name says of its tree."""
    name = path.relative_to(folder).as_posix()
    shown = "default.ini" if name.startswith("default") else name
    options = Options(target=target, host=declared(CORES, THREADS, "--cores"))
    return check_bytes(path.read_bytes(), shown, options)


def rows(verdict: FileReport) -> list[Row]:
    """The findings of one file, those of one rule together, the worst first."""
    together: dict[tuple[Severity, str], list[str]] = {}
    for finding in verdict.findings:
        together.setdefault((finding.severity, finding.code), []).append(key(finding, verdict))
    found = [Row(code, severity, tuple(keys)) for (severity, code), keys in together.items()]
    return sorted(found, key=lambda row: (-row.severity.rank, row.code))


def key(finding: Finding, verdict: FileReport) -> str:
    """The key or header that a finding stands at."""
    document = ini.read(verdict.text, verdict.path)
    for setting in document.settings:
        if setting.key_span.line == finding.span.line:
            return f"{setting.section}.{setting.key}"
    for section in document.sections:
        if section.span.line == finding.span.line:
            return f"[{section.name}]"
    return f"line {finding.span.line}"


def table(folder: Path, target: str) -> Iterator[str]:
    """The table of one folder, with the files that are clean below it."""
    clean = []
    verdicts = {
        path.relative_to(folder).as_posix(): judge(path, folder, target)
        for path in sorted(folder.rglob("*.ini"))
    }
    yield summary(verdicts.values())
    yield ""
    yield "| file | code | severity | found at | what |"
    yield "|---|---|---|---|---|"
    for name, verdict in verdicts.items():
        found = rows(verdict)
        if not found:
            clean.append(f"`{name}`")
        for row in found:
            yield f"| `{name}` | {row.code} | {row.severity.value} | {told(row.keys)} | {title(row.code)} |"
    yield ""
    yield f"Nothing is found in {len(clean)}: {', '.join(clean)}." if clean else "No file is clean."


def summary(verdicts: Collection[FileReport]) -> str:
    """How many files have an error, a warning at most, or nothing above advice."""
    worst = Counter(
        max((f.severity for f in verdict.findings), key=lambda s: s.rank, default=Severity.INFO)
        for verdict in verdicts
    )
    errors, warnings = worst[Severity.ERROR], worst[Severity.WARNING]
    return (
        f"Of {len(verdicts)} files, {errors} have an error, {warnings} a warning at most, and "
        f"{worst[Severity.INFO]} nothing above advice."
    )


def undecided(root: Path) -> Iterator[str]:
    """What each file is taken for by its own names, where no target is given."""
    yield "| files | taken for 3.0 | taken for 4.0 | mixed | ambiguous |"
    yield "|---|---|---|---|---|"
    for name in TITLES:
        folder = root / name
        told = Counter(answer(judge(p, folder, None)) for p in folder.rglob("*.ini"))
        cells = [str(told[one]) for one in ("3.0", "4.0", "mixed", "ambiguous")]
        yield f"| {name} | {' | '.join(cells)} |"


def answer(verdict: FileReport) -> str:
    """What a file was taken for."""
    mixed = any(finding.code == "PC101" for finding in verdict.findings)
    return verdict.profile or ("mixed" if mixed else "ambiguous")


MOST = 6
"""How many keys one row tells, at most."""


def told(keys: tuple[str, ...]) -> str:
    """Keys as a cell tells them."""
    shown = ", ".join(f"`{one}`" for one in dict.fromkeys(keys[:MOST]))
    return shown + (f" and {len(keys) - MOST} more" if len(keys) > MOST else "")


def title(code: str) -> str:
    """What a rule looks for."""
    return rules()[code].title.rstrip(".").replace("|", "\\|")


def page(root: Path) -> Iterator[str]:
    """The lines of the page."""
    yield INTRODUCTION
    for folder, (heading, about) in TITLES.items():
        yield f"## {heading}"
        yield ""
        yield about
        yield ""
        yield from table(root / folder, "3.0" if folder == "3.0" else "4.0")
        yield ""
    yield UNDECIDED
    yield from undecided(root)


def text(lines: Iterable[str]) -> str:
    """Lines as one text that ends in one newline."""
    return "\n".join(lines).rstrip("\n") + "\n"


def main() -> int:
    """Print the page; the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="the folder that holds 3.0, 4.0 and 4.x")
    folder = parser.parse_args().folder
    missing = [name for name in TITLES if not (folder / name).is_dir()]
    if missing:
        sys.stderr.write(f"{folder} has no folder {', '.join(missing)}\n")
        return 2
    sys.stdout.write(text(page(folder)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
