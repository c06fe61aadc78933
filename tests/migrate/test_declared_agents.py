"""--agents-per-env is for environments of which nothing is known: of upstream's, what is known counts, and judges."""

from __future__ import annotations

import pytest

from tests.migrate.helpers import errors, migrated, result

NMMO3 = """[base]
package = ocean
env_name = puffer_nmmo3
[vec]
num_envs = 8
[env]
num_envs = 1
[train]
batch_size = 524288
minibatch_size = 32768
"""
SWEEP = """[sweep.vec.num_envs]
distribution = uniform_pow2
min = 8
max = 64
mean = 16
scale = auto
"""


def test_what_is_not_used_changes_nothing() -> None:
    """4.0's binding of nmmo3 was not read, its agents are those of 3.0."""
    given, plain = migrated(NMMO3 + SWEEP, agents=6), migrated(NMMO3 + SWEEP)
    used = "--agents-per-env 6 is not used: upstream's nmmo3 has 1024 agents"
    assert any(told.startswith(used) for told in given.parts[0].remarks)
    assert (given.after, given.findings) == (plain.after, plain.findings)
    assert [*given.questions] == [*plain.questions]
    assert not any("6 agents" in told for told in given.parts[0].remarks)


def test_what_is_not_used_keeps_no_config_from_being_written() -> None:
    script = (
        "import pufferlib.vector\nfrom pufferlib.ocean import env_creator\n"
        'pufferlib.vector.make(env_creator("puffer_squared"), num_envs=4, env_kwargs={"num_envs": 256})\n'
    )
    (new,) = migrated(script, "train.py", agents=6).beside
    assert "\ntotal_agents = 1024\n" in new.text


@pytest.mark.parametrize(("name", "total"), [("nmmo3", 4096), ("moba", 2560), ("snake", 4096)])
@pytest.mark.parametrize("agents", [None, 6])
def test_a_line_over_the_ini_that_is_shipped(name: str, total: int, agents: int | None) -> None:
    text = f"puffer train puffer_{name} --vec.num-envs 4\n"
    assert result(text, "run.sh", agents=agents).endswith(f"--vec.total-agents {total}\n")


def test_each_part_is_judged_by_the_agents_that_it_was_counted_with() -> None:
    """Two buffers of 93 agents are no environments of 6; squared's have one."""
    squared = "{}:\n  base: {{package: ocean, env_name: puffer_squared}}\n  env: {{num_envs: 1}}\n  vec: {{num_envs: 1030}}\n"
    reef = "reef:\n  env: {num_envs: 1}\n  vec: {num_envs: 31, num_buffers: 2}\n"
    ledger = migrated(squared.format("a") + reef + squared.format("b"), "a.yaml", agents=6)
    (found,) = (one for one in ledger.findings if one.code == "PC306")
    assert "total_agents = 186" in found.message


def test_declared_agents_judge_no_default_ini() -> None:
    text = f"[base]\nenv_name = None\n[vec]\nnum_envs = 8\n{SWEEP}"
    assert "PC306" not in errors(migrated(text, "default.ini", agents=6))
