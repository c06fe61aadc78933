"""Commands that install from a file: told where its pin of 3.0 stays once all is migrated."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from profilecheck.migrate.ledger import FileLedger
from profilecheck.migrate.request import Request
from profilecheck.migrate.run import migrate_paths

COMMIT = "8e3e7546428f06839dad031935081ff3ad915f07"
RUN = "puffer train puffer_pong\n"
PIN = {"requirements.txt": "numpy\npufferlib==3.0.0\n"}


def migrated(
    root: Path,
    texts: Mapping[str, str],
    name: str,
    paths: Sequence[str] = (".",),
    pin: str | None = COMMIT,
) -> FileLedger:
    """The ledger of one of several files, which are migrated from these paths."""
    (root / ".git").mkdir()
    for one, text in texts.items():
        path = root / one
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    ledger = migrate_paths([str(root / one) for one in paths], Request(pin=pin), root=root)
    return next(one for one in ledger.files if Path(one.path) == root / name)


def notes(ledger: FileLedger) -> list[str]:
    """What is noted of files that commands install from."""
    return [one for part in ledger.parts for one in part.remarks if "installs what" in one]


SCRIPTS = {
    "run.sh": f"pip install -r requirements.txt\n{RUN}",
    "a/run.sh": f"uv pip install --requirement=requirements.txt\n{RUN}",
    "Dockerfile": f"FROM x\nCOPY requirements.txt /tmp/\nRUN pip install -r /tmp/requirements.txt && {RUN}",
    "Makefile": f"a:\n\tpython -m pip install -rrequirements.txt\n\t{RUN}",
    ".github/workflows/a.yml": "jobs:\n  a:\n    steps:\n      - run: pip install -r requirements.txt\n"
    f"      - run: {RUN}",
}


URL = f"pufferlib @ git+https://github.com/PufferAI/PufferLib@{COMMIT}\n"


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_script_that_launches_what_is_built_nowhere_is_told(tmp_path: Path, name: str) -> None:
    ledger = migrated(tmp_path, {**PIN, name: SCRIPTS[name]}, name)
    assert ledger.status == "changed"
    (port,) = ledger.ports
    assert "an install from " in port.what and "requirements.txt" in port.what
    assert f"git checkout {COMMIT}, then ./build.sh ENV" in port.how
    assert not notes(ledger)


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_second_run_tells_it_again(tmp_path: Path, name: str) -> None:
    texts = {"requirements.txt": URL, name: SCRIPTS[name].replace("puffer_pong", "pong")}
    ledger = migrated(tmp_path, texts, name, pin=None)
    assert ledger.status == "by-hand"
    (port,) = ledger.ports
    assert f"git checkout {COMMIT}, then ./build.sh ENV" in port.how


BUILDS = "git clone https://github.com/PufferAI/PufferLib && cd PufferLib && ./build.sh pong\n"


@pytest.mark.parametrize(
    ("text", "others"),
    [
        (f"pip install -r requirements.txt\n{BUILDS}{RUN}", {}),
        (
            f"pip install -r requirements.txt\nbash tools/setup.sh\n{RUN}",
            {"tools/setup.sh": BUILDS},
        ),
        (f"pip install -r requirements.txt\nmake env\n{RUN}", {"Makefile": f"env:\n\t{BUILDS}"}),
        (f"pip install -r requirements.txt\n{RUN}", {"src/vecenv.h": "", "build.sh": ""}),
        ("pip install -r requirements.txt\npytest -k puffer\n", {}),
        (f"pip install -r requirements.txt\n# profilecheck: target=3.0\n{RUN}", {}),
    ],
)
def test_silent_where_4_0_is_built_or_not_launched(
    tmp_path: Path, text: str, others: dict[str, str]
) -> None:
    ledger = migrated(tmp_path, {"requirements.txt": URL, "run.sh": text, **others}, "run.sh")
    assert not ledger.ports


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_file_that_is_not_migrated_is_told(tmp_path: Path, name: str) -> None:
    ledger = migrated(tmp_path, {**PIN, name: SCRIPTS[name]}, name, [name])
    (port,) = ledger.ports
    assert "requirements.txt" in port.what
    assert "line 2 of it asks for pufferlib==3.0.0" in port.how
    assert "migrate it too" in port.how


@pytest.mark.parametrize(
    ("file", "why"),
    [("requirements-gpu.txt", "may be for a second environment"), ("deps.txt", "by hand")],
)
def test_a_file_whose_pin_stays_is_told(tmp_path: Path, file: str, why: str) -> None:
    texts = {file: "pufferlib==3.0.0\n", "run.sh": f"pip install -r {file}\n{RUN}"}
    (port,) = migrated(tmp_path, texts, "run.sh").ports
    assert why in port.how


@pytest.mark.parametrize("path", ["gone.txt", "$REQUIREMENTS", "https://x.y/requirements.txt"])
def test_a_file_that_is_not_there_is_noted(tmp_path: Path, path: str) -> None:
    ledger = migrated(tmp_path, {"run.sh": f"{RUN}pip install -r {path}\n"}, "run.sh")
    (note,) = notes(ledger)
    assert note.startswith("line 2 installs what ")
    assert not ledger.ports


@pytest.mark.parametrize(
    "texts",
    [
        {"deps.txt": "numpy\n", "run.sh": f"pip install -r deps.txt\n{RUN}"},
        {"deps.txt": "pufferlib-x==3.0.0\n", "run.sh": f"pip install -r deps.txt\n{RUN}"},
        {**PIN, "run.sh": f"{RUN}cat -r requirements.txt; pip list -r gone.txt\n"},
        {"old.txt": "pufferlib==3.0.0\n", "run.sh": f"pip install -r old.txt # legacy\n{RUN}"},
    ],
)
def test_what_says_nothing(tmp_path: Path, texts: dict[str, str]) -> None:
    ledger = migrated(tmp_path, texts, "run.sh")
    assert not ledger.ports
    assert not notes(ledger)
