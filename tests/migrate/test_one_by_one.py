"""A project that is migrated file by file comes to what it comes to at once: what its default.ini gave in 3.0 counts still."""

from __future__ import annotations

from pathlib import Path

import pytest

import profilecheck
from profilecheck.migrate.ledger import FileLedger
from profilecheck.migrate.run import write
from profilecheck.profiles import profiles
from tests.migrate.helpers import question

SQUARED = "[base]\npackage = ocean\nenv_name = puffer_squared\n[env]\nnum_envs = 512\n"
OWN = (
    "[base]\npackage = mine\nenv_name = my_env\n[vec]\nnum_envs = 8\n[train]\nminibatch_size = 64\n"
)


@pytest.fixture(autouse=True)
def _there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / ".git").mkdir()
    (tmp_path / "config").mkdir()


def default_ini(generation: str, **given: object) -> str:
    """A generation's own default.ini, with other values."""
    lines = []
    for section, texts in profiles()[generation].default_texts().items():
        lines.append(f"[{section}]")
        lines += [f"{key} = {given.get(key, text)}" for key, text in texts.items()]
    return "\n".join(lines) + "\n"


def one(path: str) -> FileLedger:
    """What becomes of one file of the project."""
    return next(one for one in profilecheck.migrate(path).files if one.path == path)


def asked(file: FileLedger) -> list[tuple[str, str, str]]:
    return [(one.key, one.asks, one.meanwhile) for one in file.questions]


@pytest.mark.parametrize(
    "given",
    [
        {"num_envs": 8},
        {"num_envs": 4, "optimizer": "adam", "bptt_horizon": "auto", "batch_size": 262144},
    ],
    ids=["its environments", "its trainer"],
)
@pytest.mark.parametrize(
    "own",
    [
        f"{SQUARED}[train]\nlearning_rate = 0.02\n",
        SQUARED.replace("[env]", "[vec]\nnum_envs = 3\n[env]"),
        OWN,
    ],
    ids=["over it", "its own environments", "blocked"],
)
def test_after_its_default_ini_an_ini_comes_to_the_same(given: dict[str, object], own: str) -> None:
    Path("config/default.ini").write_text(default_ini("3.0", **given))
    Path("config/own.ini").write_text(own)
    files = profilecheck.migrate("config").files
    at_once = next(file for file in files if file.path == "config/own.ini")
    write(profilecheck.migrate("config/default.ini"))
    assert "num_envs = " not in Path("config/default.ini").read_text().replace(
        "# 3.0: num_envs", ""
    )
    after = one("config/own.ini")
    assert (after.status, after.after, asked(after)) == (
        at_once.status,
        at_once.after,
        asked(at_once),
    )
    assert one("config/default.ini").status == "left"


def test_what_no_comment_of_it_tells_is_asked() -> None:
    Path("config/default.ini").write_text(default_ini("4.0"))
    Path("config/own.ini").write_text(SQUARED)
    file = one("config/own.ini")
    (total,) = file.questions
    assert file.status == "blocked" and "config/default.ini is of 4.0 by now" in total.asks
    assert [choice.answer for choice in total.choices] == ["1024"]
    assert any("optimizer, batch_size" in remark for remark in file.parts[0].remarks)


@pytest.mark.parametrize(
    ("name", "answers"), [("puffer_squared", None), ("squared", ["4096"]), ("other", ["4096"])]
)
def test_what_4_0_cannot_have_trained_is_counted_as_3_0_does(
    name: str, answers: list[str] | None
) -> None:
    """4.0 has upstream's environments under other names: a file with 3.0's was never trained by it."""
    Path("config/default.ini").write_text(default_ini("4.0"))
    own = SQUARED.replace("puffer_squared", name).replace("[env]", "[vec]\nnum_envs = 8\n[env]")
    Path("config/own.ini").write_text(own)
    file = one("config/own.ini")
    assert ("vec.total_agents" in {one.key for one in file.questions}) == (answers is not None)
    if answers is None:
        assert file.after is not None and b"\ntotal_agents = 4096\n" in file.after
    else:
        choices = question(file, "vec.total_agents").choices
        assert [choice.answer for choice in choices] == answers
