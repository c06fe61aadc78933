"""PC705: an environment by its name in another generation."""

from __future__ import annotations

from pathlib import Path

import pytest

from profilecheck.surroundings import look
from tests.rules.helpers import finds, quiet


def test_upstreams_prefix_under_4() -> None:
    found = finds(
        "puffer train puffer_breakout",
        "PC705",
        name="run.sh",
        target="4.0",
        at=(1, 14),
        severity="error",
    )
    assert found.fix is not None
    assert found.fix.edits[0].text == "breakout"


@pytest.mark.parametrize(
    ("line", "quote"),
    [('- run: "puffer train {}"', '\\"'), ("- run: 'puffer train {}'", "''")],
)
def test_the_quotes_of_a_word_within_quotes_stay(line: str, quote: str) -> None:
    word = f"{quote}puffer_breakout{quote}"
    at = (1, line.index("{}") + 1)
    found = finds(line.format(word), "PC705", name=".github/workflows/a.yml", target="4.0", at=at)
    assert found.span.end_column - found.span.column == len(word)
    assert found.fix is not None
    assert found.fix.edits[0].text == f"{quote}breakout{quote}"


def test_a_line_for_a_mode_that_4_lacks_is_not_mended_by_a_name() -> None:
    quiet("puffer profile puffer_breakout", "PC705", name="run.sh", target="4.0")
    finds("puffer trian puffer_breakout", "PC705", name="run.sh", target="4.0")


def test_one_that_4_lacks() -> None:
    found = finds("puffer train puffer_pysquared", "PC705", name="run.sh", target="4.0")
    assert "no such environment" in found.message


def test_a_bare_name_of_upstreams_under_3() -> None:
    found = finds("puffer train nmmo3", "PC705", name="run.sh", target="3.0", severity="warning")
    assert "puffer_nmmo3" in found.message


@pytest.mark.parametrize(
    ("target", "environment"),
    [
        ("4.0", "breakout"),
        ("4.0", "my_env"),
        ("4.0", "puffer_my_env"),
        ("4.0", "$ENV"),
        ("4.0", "puffer_$ENV"),
        ("3.0", "puffer_breakout"),
        ("3.0", "breakout"),
        ("3.0", "cartpole"),
        ("3.0", "pokemon_red"),
        ("3.0", "my_env"),
    ],
)
def test_right_names_and_ones_own(target: str, environment: str) -> None:
    quiet(f"puffer train {environment}", "PC705", name="run.sh", target=target)


@pytest.mark.parametrize(
    ("target", "written", "meant"),
    [
        ("3.0", "puffer_brekout", "puffer_breakout"),
        ("3.0", "puffer_braekout", "puffer_breakout"),
        ("3.0", "pufer_breakout", "puffer_breakout"),
        ("3.0", "puffer-breakout", "puffer_breakout"),
        ("3.0", "puffer_Breakout", "puffer_breakout"),
        ("3.0", "brekout", "breakout"),
        ("4.0", "brekout", "breakout"),
        ("4.0", "Breakout", "breakout"),
        ("4.0", "puffer_brekout", "breakout"),
        ("4.0", "towerclimb", "tower_climb"),
    ],
)
def test_a_slip_of_a_shipped_name(target: str, written: str, meant: str) -> None:
    text = f"puffer train {written}"
    found = finds(text, "PC705", name="run.sh", target=target, at=(1, 14), severity="warning")
    assert found.message.endswith(f"did you mean {meant}?")
    assert found.fix is not None
    assert not found.fix.safe


@pytest.mark.parametrize(
    ("target", "environment"),
    [
        ("3.0", "puffer_breakout2"),
        ("3.0", "puffer_connect5"),
        ("3.0", "puffer_snakes"),
        ("3.0", "puffer_square"),
        ("3.0", "puffer_mini_breakout"),
        ("3.0", "puffer_gong"),
        ("3.0", "puffer_break$X"),
        ("3.0", "brick_breakout"),
        ("4.0", "breakout_v2"),
        ("4.0", "targets"),
        ("4.0", "drones"),
        ("4.0", "pang"),
    ],
)
def test_names_that_may_well_be_others(target: str, environment: str) -> None:
    quiet(f"puffer train {environment}", "PC705", name="run.sh", target=target)


def test_a_slip_that_an_ini_or_an_environment_of_the_tree_has(tmp_path: Path) -> None:
    (tmp_path / "requirements.txt").write_text("pufferlib==3.0.0\n", encoding="utf-8")
    script = tmp_path / "run.sh"
    text = "puffer train puffer_brekout\n"
    finds(text, "PC705", name="run.sh", target=None, surroundings=look(script))
    (tmp_path / "config").mkdir()
    ini = tmp_path / "config" / "x.ini"
    ini.write_text("[base]\nenv_name = puffer_brekout\n[vec]\nnum_envs = 2\n", encoding="utf-8")
    quiet(text, "PC705", name="run.sh", target=None, surroundings=look(script))
    ini.unlink()
    (tmp_path / "pufferlib" / "ocean").mkdir(parents=True)
    quiet(text, "PC705", name="run.sh", target=None, surroundings=look(script))


def test_a_launcher_of_ones_own_has_environments_of_its_own() -> None:
    quiet("python my/pufferl.py train puffer_brekout", "PC705", name="run.sh")


@pytest.mark.parametrize(
    ("target", "ini", "written", "severity"),
    [
        ("4.0", "grid", "puffer_grid", "error"),
        ("4.0", "my_env", "puffer_my_env", "warning"),
        ("3.0", "puffer_my_env", "my_env", "warning"),
    ],
)
def test_an_ini_of_the_tree_is_for_the_other_form(
    target: str, ini: str, written: str, severity: str, tmp_path: Path
) -> None:
    (tmp_path / "config").mkdir()
    config = tmp_path / "config" / "x.ini"
    config.write_text(f"[base]\nenv_name = {ini}\n[vec]\nnum_envs = 2\n", encoding="utf-8")
    around, text = look(tmp_path / "run.sh"), f"puffer train {written}\n"
    found = finds(
        text, "PC705", name="run.sh", target=target, severity=severity, surroundings=around
    )
    assert found.message.endswith(f"did you mean {ini}?")
    right = f"puffer train {ini}\npuffer train other\n"
    quiet(right, "PC705", name="run.sh", target=target, surroundings=around)
