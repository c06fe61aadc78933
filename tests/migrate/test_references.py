"""What refers to a name that goes is told: it would find nothing, or set what nobody reads."""

from __future__ import annotations

from tests.migrate.helpers import migrated, result

TEXT = """\
vec:
  num_envs: 8
  num_workers: ${.num_envs}
train:
  bptt_horizon: 64
  update_epochs: 2
  gamma: 0.9
  minibatch_size: ${train.bptt_horizon}
  checkpoint_interval: ${.gamma}
logger:
  envs: ${oc.select:vec.num_envs,4}
  gamma: ${train.gamma}
  workers: ${vec.num_workers}
  horizon: ${..train.bptt_horizon}
overrides: [vec.num_envs=4, train.gamma=0.5]
hydra:
  sweeper:
    params:
      vec.num_envs: 4,8
      train.gamma: 0.8,0.9
"""


def _told(text: str, name: str = "experiment.yaml") -> list[str]:
    return [f"{one.what}: {one.how}" for one in migrated(text, name, agents=4).ports]


def test_each_reference_to_a_name_that_goes_is_told() -> None:
    assert _told(TEXT) == [
        "a reference to train.bptt_horizon: in 4.0 it is [train] horizon",
        "a reference to .gamma: it counts from [train], and the value stands in [base] now",
        "a reference to vec.num_envs: in 4.0 it is [vec] total_agents",
        "a reference to vec.num_workers: 4.0 does not have it",
        "a reference to ..train.bptt_horizon: in 4.0 it is [train] horizon",
        "an override of vec.num_envs: in 4.0 it is [vec] total_agents",
        "Hydra's sweep of vec.num_envs: in 4.0 it is [vec] total_agents",
    ]


def test_a_reference_is_not_rewritten() -> None:
    """Whether the number of 3.0 is wanted or that of 4.0 is for a person to say."""
    assert "envs: ${oc.select:vec.num_envs,4}\n" in result(TEXT, "experiment.yaml", agents=4)


def test_a_reference_within_one_of_several_experiments_is_told() -> None:
    text = '{"a": {"vec": {"num_envs": 8, "num_workers": 2}}, "n": "${a.vec.num_envs}"}'
    assert _told(text, "a.json") == [
        "a reference to a.vec.num_envs: in 4.0 it is [vec] total_agents"
    ]


def test_what_means_other_names_is_not_told() -> None:
    text = TEXT.replace("vec.num_envs", "env.num_envs").replace("bptt_horizon}", "gamma}")
    told = _told(text.replace("${vec.num_workers}", "vec.num_workers --vec.num_envs=3"))
    assert told == [
        "a reference to .gamma: it counts from [train], and the value stands in [base] now"
    ]


def test_a_second_run_tells_what_is_left() -> None:
    text = TEXT.replace("vec:\n", "vec:\n  _target_: pufferlib.vector.make\n", 1)
    first = migrated(text, "experiment.yaml", agents=4)
    assert first.after is not None
    again = migrated(first.after, "experiment.yaml")
    assert again.status == "by-hand"
    assert [f"{one.what}: {one.how}" for one in again.ports[1:]] == [
        one for one in _told(text)[1:] if ".gamma" not in one
    ]
    (call, *_) = again.ports
    assert call.what == "_target_: pufferlib.vector.make"
    assert "comes to" not in call.how


def test_names_of_another_trainer_beside_a_vec_of_4_0_are_not_told() -> None:
    text = "vec: {total_agents: 64, num_buffers: 2}\ntrain: {batch_size: 4}\na: ${train.compile}\n"
    assert not _told(text)
    own = "vec: {total_agents: 64, num_envs: 4}\nn: ${vec.num_envs}\nm: ${vec.num_workers}\n"
    assert not [one for one in _told(own) if "num_workers" in one]
