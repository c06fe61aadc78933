"""An INI for several environments: every one's binding reads the one [env]."""

from __future__ import annotations

from tests.migrate.helpers import added, entry, errors, migrated, question, result

HEAD = "[base]\npackage = ocean\nenv_name = {}\n[vec]\nnum_envs = 4\n[env]\nnum_envs = 4\n"
TOTAL = {"vec.total_agents": "4096"}


def of(*names: str) -> str:
    return HEAD.format(" ".join(f"puffer_{one}" for one in names))


def test_what_one_of_the_bindings_reads_is_added() -> None:
    new = added(migrated(of("pong", "breakout"), decide=TOTAL))
    assert (new["env.max_score"], new["env.brick_rows"], new["env.ball_width"]) == (21, 6, 32)


def test_defaults_of_3_0_that_differ_are_asked_about() -> None:
    ledger = migrated(of("pong", "breakout"), decide=TOTAL)
    asked = question(ledger, "env.width")
    assert "in 3.0 pong has 500, breakout has 576. This file has one" in asked.asks
    assert [one.answer for one in asked.choices] == ["500", "576"]
    speeds = question(ledger, "env.paddle_speed")
    assert "breakout has no such argument" in speeds.asks
    assert [one.answer for one in speeds.choices] == ["8", "620"]
    assert errors(ledger) == ["PC310"]


def test_an_argument_is_renamed_for_the_one_that_calls_it_otherwise() -> None:
    text = of("snake", "multisnake") + "num_snakes = 128\n"
    ledger = migrated(text, decide=TOTAL)
    after = result(text, decide=TOTAL)
    assert "\nnum_snakes = 128\n" in after
    assert "\nnum_agents = 128\n" in after
    assert question(ledger, "env.cell_size").choices[0].answer == "2"
    assert any("no environment multisnake" in one for one in ledger.parts[0].remarks)


def test_an_argument_that_no_other_reads_is_renamed_alone() -> None:
    ledger = migrated(of("snake", "pong") + "num_snakes = 128\n", decide=TOTAL)
    fate = entry(ledger, "env", "num_snakes")
    assert (fate.action, [put.key for put in fate.puts]) == ("renamed", ["num_agents"])
    assert fate.reason == "as snake's binding calls it"


def test_environments_of_another_package_have_no_bindings() -> None:
    text = of("cartpole", "mountaincar").replace("ocean", "classic_control").replace("puffer_", "")
    assert not any(name.startswith("env.") for name in added(migrated(text, decide=TOTAL)))


def test_what_begins_below_its_key_is_written_with_one_blank_and_none_behind() -> None:
    text = "[base]\npackage = ocean\nenv_name =\n    puffer_squared\n    puffer_pong\n[vec]\nnum_envs = 4\n"
    text += "[train]\ncheckpoint_interval =\n    50\n"
    (asked,) = (one for one in migrated(text).questions if one.blocking)
    assert "it is for several, squared and pong" in asked.asks
    made = result(text, agents=1)
    assert "\nenv_name = squared pong\n" in made
    assert "\ncheckpoint_interval =\n    50\n" in made
