"""What becomes of single settings of 3.0, and what is asked."""

from __future__ import annotations

import pytest

from profilecheck.migrate.files import migrate_bytes
from profilecheck.migrate.request import Request
from profilecheck.options import Options
from tests.migrate.helpers import added, entry, errors, migrated, question, result

BASE = "[base]\npackage = ocean\nenv_name = puffer_squared\n"


def value(text: str, name: str) -> object:
    """The value that the result holds under a name."""
    section, _, key = name.rpartition(".")
    for one in migrated(text).entries:
        for put in one.puts:
            if put.name == (section, key):
                return put.value
    raise AssertionError(f"{name} is not in the result")


# Agents


def test_agents_are_the_product() -> None:
    assert value(BASE + "[vec]\nnum_envs = 4\n[env]\nnum_envs = 100\n", "vec.total_agents") == 400


def test_agents_from_defaults_of_3_0() -> None:
    """Without [vec], 3.0 makes two environments; squared makes one game in each by default."""
    assert value(BASE, "vec.total_agents") == 2


def test_agents_of_several_in_a_game() -> None:
    text = "[base]\npackage = ocean\nenv_name = puffer_snake\n[vec]\nnum_envs = 2\n[env]\nnum_envs = 3\nnum_snakes = 5\n"
    assert value(text, "vec.total_agents") == 30
    assert value(text, "env.num_agents") == 5


def test_unknown_agents_block() -> None:
    found = migrated("[base]\nenv_name = mine\n[vec]\nnum_envs = 4\n")
    assert (found.status, found.after) == ("blocked", None)
    assert "--agents-per-env" in found.reason


def test_declared_agents() -> None:
    found = migrated(
        "[base]\nenv_name = mine\n[vec]\nnum_envs = 4\n[env]\nnum_envs = 2\n", agents=3
    )
    assert entry(found, "vec", "num_envs").puts[0].value == 24


def test_what_is_known_of_upstreams_environment_wins() -> None:
    """What is declared for a whole tree is no count of an environment that is known."""
    found = migrated(BASE + "[vec]\nnum_envs = 4\n", agents=3)
    assert entry(found, "vec", "num_envs").puts[0].value == 4
    assert "--agents-per-env 3 is not used" in str(found.parts[0].remarks)
    assert "not used" not in str(
        migrated(BASE + "[vec]\nnum_envs = 4\n", agents=1).parts[0].remarks
    )


def test_decided_agents() -> None:
    text = "[base]\nenv_name = mine\n[vec]\nnum_envs = 4\n"
    assert "total_agents = 640\n" in result(text, decide={"vec.total_agents": "640"})


def test_a_decision_for_one_file_alone() -> None:
    text = "[base]\nenv_name = mine\n[vec]\nnum_envs = 4\n"
    assert migrated(text, "a.ini", decide={"a.ini:vec.total_agents": "64"}).status == "changed"
    assert migrated(text, "b.ini", decide={"a.ini:vec.total_agents": "64"}).status == "blocked"


def test_a_total_that_is_set_stays() -> None:
    text = "[base]\nenv_name = squared\n[vec]\ntotal_agents = 64\nnum_workers = 4\n[env]\nnum_envs = 8\n"
    assert result(text).count("total_agents = 64") == 1
    assert "\nnum_envs = 8\n" in result(
        text
    )  # an argument of the environment for all that is known


# Buffers and threads


def test_buffers_are_the_default_where_it_fits() -> None:
    assert added(migrated(BASE + "[vec]\nnum_envs = 8\n"))["vec.num_buffers"] == 2


def test_buffers_fit_the_agents() -> None:
    assert added(migrated(BASE + "[vec]\nnum_envs = 9\n"))["vec.num_buffers"] in (1, 3)


def test_no_agents_fit_the_environment() -> None:
    """moba has 5 or 10 agents in a game: 9 of them fill no buffer."""
    text = "[base]\nenv_name = puffer_moba\n[vec]\nnum_envs = 3\n[env]\nnum_envs = 1\n"
    found = migrated(text, agents=3)
    asked = question(found, "vec.total_agents")
    assert asked.choices[0].answer in ("10", "20")
    assert not asked.blocking


def test_threads_stay_within_the_machine() -> None:
    text = BASE + "[vec]\nnum_envs = 8\n"
    assert added(migrated(text, threads=8))["vec.num_threads"] == 6  # and one for each of 2 buffers
    assert added(migrated(text, threads=64))["vec.num_threads"] == 16
    assert added(migrated(text, threads=1))["vec.num_threads"] == 2
    assert "no machine is declared" in str([e.reason for e in migrated(text).entries])


# Names and values


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("[train]\nbptt_horizon = 32", "[train]\nhorizon = 32"),
        ("[train]\nupdate_epochs = 2", "[train]\nreplay_ratio = 2"),
        ("[train]\nadam_beta1 = .9 ; note", "[train]\nbeta1 = .9 ; note"),
        ("[train]\nanneal_lr = False", "[train]\nanneal_lr = 0"),
        ("[train]\nanneal_lr = true", "[train]\nanneal_lr = 1"),
        ("[env]\nflag = True  # why", "[env]\nflag = 1  # why"),
        ("[env]\nspeed: 3", "[env]\nspeed: 3"),
        ("[policy]\nhidden_size=256", "[policy]\nhidden_size=256"),
    ],
)
def test_a_setting(before: str, after: str) -> None:
    assert after in result(f"{BASE}[vec]\nnum_envs = 64\nnum_workers = 4\n{before}\n")


@pytest.mark.parametrize(
    ("setting", "to"),
    [
        ("[train]\nseed = 5", "[base]\n{}seed = 5"),
        ("[train]\ncheckpoint_interval = 7", "[base]\n{}checkpoint_interval = 7"),
        ("[base]\nx_y = 1", ""),
    ],
)
def test_a_setting_that_moves(setting: str, to: str) -> None:
    if not to:
        return
    text = result(f"{BASE}[vec]\nnum_envs = 64\n{setting}\n")
    head, _, rest = text.partition("[vec]")
    assert to.partition("}")[2] in head
    assert "-> now [base]" in rest


def test_data_dir_is_split() -> None:
    text = result(BASE + "[train]\ndata_dir = runs\n")
    assert "checkpoint_dir = runs\nlog_dir = runs\n" in text
    assert "# 3.0: data_dir = runs  -> now [base] checkpoint_dir and [base] log_dir" in text


def test_seeds() -> None:
    both = result(BASE + "[vec]\nseed = 1\n[train]\nseed = 2\n")
    assert "\nseed = 2\n" in both
    assert "# 3.0: seed = 1  -> dropped" in both
    assert "\nseed = 1\n" in result(BASE + "[vec]\nseed = 1\n")


def test_auto_horizon_is_worked_out() -> None:
    text = (
        BASE
        + "[vec]\nnum_envs = 64\n[train]\nbatch_size = 2048\nbptt_horizon = auto\nminibatch_size = 1024\n"
    )
    assert value(text, "train.horizon") == 32


def test_leftovers_of_a_half_migrated_file() -> None:
    text = "[base]\nenv_name = squared\n[vec]\ntotal_agents = 64\n[train]\nhorizon = 64\nadam_beta1 = 0.9\nbptt_horizon = 32\nminibatch_size = 64\n"
    after = result(text)
    assert "\nbeta1 = 0.9\n" in after
    assert "# 3.0: bptt_horizon = 32  -> dropped: it is [train] horizon, which is set" in after


BOTH = "[train]\nbptt_horizon = 64\nhorizon = 16\nminibatch_size = 64\n"


def test_of_two_names_the_one_that_is_read_today_counts() -> None:
    """A project that pins 3.0 trains with bptt_horizon, whatever horizon says beside it."""
    text = f"# profilecheck: target=3.0\n{BASE}[vec]\nnum_envs = 64\n{BOTH}"
    found = migrated(text)
    assert question(found, "train.horizon").open
    assert "\nhorizon = 64\n" in result(text)
    assert "\nhorizon = 16\n" in result(text, decide={"train.horizon": "16"})


def test_of_two_names_in_a_4_0_file_its_own_counts() -> None:
    text = (
        f"# profilecheck: target=4.0\n[base]\nenv_name = squared\n[vec]\ntotal_agents = 64\n{BOTH}"
    )
    assert "\nhorizon = 16\n" in result(text)
    assert "\nhorizon = 64\n" in result(text, decide={"train.horizon": "64"})


def test_two_names_of_the_same_value_are_no_question() -> None:
    text = f"{BASE}[vec]\nnum_envs = 64\n{BOTH}".replace("16", "64")
    assert not migrated(text).open


def test_agents_of_both_generations() -> None:
    text = f"# profilecheck: target=3.0\n{BASE}[vec]\nnum_envs = 64\ntotal_agents = 32\n"
    assert "\ntotal_agents = 64\n" in result(text)
    assert question(migrated(text), "vec.total_agents").meanwhile == "64"
    new = text.replace("target=3.0", "target=4.0")
    assert "\ntotal_agents = 32\n" in result(new)


def test_environments_in_a_4_0_file_without_agents() -> None:
    """4.0 never read them: it trains with its default today."""
    text = "# profilecheck: target=4.0\n[base]\nenv_name = mine\n[vec]\nnum_envs = 8\nnum_buffers = 4\n"
    asked = question(migrated(text), "vec.total_agents")
    assert (asked.blocking, asked.choices[0].answer) == (False, "4096")
    assert "total_agents" not in result(text)
    assert "\ntotal_agents = 64\n" in result(text, decide={"vec.total_agents": "64"})


def test_another_packages_environment_is_no_game_of_upstreams() -> None:
    """Atari's pong is not 4.0's: none of its arguments are written, and a person is told to port it."""
    text = "[base]\npackage = atari\nenv_name = pong\n[vec]\nnum_envs = 8\n[env]\nframeskip = 4\n"
    found = migrated(text, agents=1)
    assert "paddle" not in result(text, agents=1)
    assert ["atari" in port.what for port in found.ports] == [True]


def test_an_answer_for_all_that_ask_is_none_for_who_does_not() -> None:
    text = "[base]\npackage = ocean\nenv_name = puffer_pong\n[vec]\nnum_envs = 8\n"
    answers = {"env.paddle_speed": "620"}
    request = Request(Options(), answers, alone=False)
    found = migrate_bytes(text.encode(), "pong.ini", request)
    assert found.after is not None and b"paddle_speed = 8\n" in found.after
    assert "\npaddle_speed = 620\n" in result(text, decide=answers)


def test_an_argument_that_3_0_lacks_is_asked_with_what_upstream_has() -> None:
    text = "[base]\npackage = ocean\nenv_name = puffer_breakout\n[vec]\nnum_envs = 8\n"
    assert question(migrated(text), "env.paddle_speed").choices[0].answer == "620"


def test_a_minibatch_that_is_no_number() -> None:
    text = f"{BASE}[vec]\nnum_envs = 256\n[train]\nminibatch_size = auto\n"
    assert question(migrated(text), "train.minibatch_size").choices[0].answer == "8192"
    assert "minibatch_size = 8192\n" in result(text, decide={"train.minibatch_size": "8192"})


def test_rnn_goes_into_policy() -> None:
    text = BASE + "rnn_name = Recurrent\n[rnn]\ninput_size = 256\nhidden_size = 256\n"
    assert "[policy]\nhidden_size = 256\n" in result(text)
    assert "# 3.0: [rnn]" in result(text)


def test_rnn_that_3_0_does_not_read() -> None:
    text = BASE + "rnn_name = None\n[rnn]\nhidden_size = 256\n"
    assert "hidden_size = 256\n" not in result(text).replace("# 3.0: hidden_size", "")


# Decisions


def test_adam_is_a_decision() -> None:
    text = BASE + "[train]\noptimizer = adam\nlearning_rate = 0.001\n"
    found = migrated(text)
    assert {one.key for one in found.open} >= {"train.optimizer", "train.learning_rate"}
    assert found.after is not None and b"learning_rate = 0.001\n" in found.after
    decided = result(text, decide={"train.learning_rate": "0.015", "train.optimizer": "muon"})
    assert "learning_rate = 0.015\n" in decided


def test_muon_is_none() -> None:
    assert not any(
        q.key == "train.optimizer" for q in migrated(BASE + "[train]\noptimizer = muon\n").open
    )


def test_a_minibatch_is_never_changed_without_a_decision() -> None:
    text = BASE + "[vec]\nnum_envs = 64\n[train]\nminibatch_size = 8192\nbptt_horizon = 64\n"
    found = migrated(text)
    assert found.after is not None and b"minibatch_size = 8192\n" in found.after
    assert errors(found) == ["PC652"]
    assert question(found, "train.minibatch_size").choices[0].answer == "4096"
    decided = migrated(text, decide={"train.minibatch_size": "4096"})
    assert errors(decided) == []


def test_a_batch_of_its_own_is_a_decision() -> None:
    text = (
        BASE
        + "[vec]\nnum_envs = 64\n[train]\nbatch_size = 2048\nminibatch_size = 2048\nbptt_horizon = 64\n"
    )
    asked = question(migrated(text), "train.batch_size")
    assert [choice.answer for choice in asked.choices] == ["drop", "horizon=32", "total_agents=32"]
    assert "horizon = 32\n" in result(text, decide={"train.batch_size": "horizon=32"})
    assert "total_agents = 32\n" in result(text, decide={"train.batch_size": "total_agents=32"})


def test_a_batch_that_is_the_product_is_none() -> None:
    text = (
        BASE
        + "[vec]\nnum_envs = 64\n[train]\nbatch_size = 4096\nminibatch_size = 2048\nbptt_horizon = 64\n"
    )
    assert not migrated(text).open


def test_an_environment_that_4_0_lacks() -> None:
    text = "[base]\npackage = ocean\nenv_name = puffer_grid\n[vec]\nnum_envs = 2\n"
    asked = question(migrated(text), "base.env_name")
    assert asked.choices[0].answer == "maze"
    assert "env_name = maze\n" in result(text, decide={"base.env_name": "maze"})


def test_text_for_a_binding() -> None:
    text = BASE + "[env]\nmap = forest\n"
    assert "# 3.0: map = forest  -> dropped" in result(text)
    assert "\nmap = 2\n" in result(text, decide={"env.map": "2"})


def test_false_as_text() -> None:
    """3.0 passes the text, which Python takes for true: what is meant is a person's to say."""
    text = BASE + "[env]\nfast = false\n"
    assert "# 3.0: fast = false" in result(text)
    assert "\nfast = 0\n" in result(text, decide={"env.fast": "0"})


# Sweeps


def test_sweep_titles_follow() -> None:
    text = (
        BASE
        + "[sweep.train.adam_beta1]\ndistribution = uniform\nmin = 0.1\nmax = 0.9\nmean = 0.5\nscale = auto\n"
    )
    after = result(text)
    assert "[sweep.train.beta1]\n" in after
    assert "# 3.0: mean = 0.5" in after


def test_swept_environments_become_agents() -> None:
    text = (
        BASE
        + "[vec]\nnum_envs = 8\n[env]\nnum_envs = 16\n[sweep.vec.num_envs]\ndistribution = uniform_pow2\nmin = 2\nmax = 8\nmean = 4\nscale = auto\n"
    )
    after = result(text)
    assert "[sweep.vec.total_agents]\n" in after
    assert "min = 32\nmax = 128\n" in after


def test_swept_games_become_agents() -> None:
    text = (
        BASE
        + "[vec]\nnum_envs = 8\n[env]\nnum_envs = 16\n[sweep.env.num_envs]\ndistribution = uniform_pow2\nmin = 2\nmax = 64\nmean = 4\nscale = auto\n"
    )
    assert "min = 16\nmax = 512\n" in result(text)


def test_what_no_trainer_reads_is_swept_no_more() -> None:
    text = (
        BASE
        + "[sweep]\nname = x\n[sweep.train.batch_size]\ndistribution = uniform\nmin = 1\nmax = 9\nmean = 4\nscale = auto\n"
    )
    after = result(text)
    assert "# 3.0: [sweep.train.batch_size]  -> dropped" in after
    assert "# 3.0: name = x  -> dropped" in after


def test_suggestion_cost_moves_into_the_sweep() -> None:
    after = result(BASE + "max_suggestion_cost = 60\n")
    assert "[sweep]\nmax_suggestion_cost = 60\n" in after


# What is left alone


@pytest.mark.parametrize(
    "text",
    [
        "[base]\nenv_name = squared\n[vec]\ntotal_agents = 64\nnum_buffers = 2\n",
        "[other]\nnum_envs = 3\n",
        "[vec]\nnum_threads = 4\n",
    ],
)
def test_left(text: str) -> None:
    found = migrated(text)
    assert found.after is None
    assert found.status == "left"


def test_broken_files_are_blocked() -> None:
    found = migrated(BASE + "[vec]\nnum_envs = 3\nnum_envs = 4\n")
    assert found.status == "blocked"
    assert "line 6" in found.reason


def test_defaults_of_every_section_are_blocked() -> None:
    assert migrated("[DEFAULT]\nx = 1\n" + BASE + "[vec]\nnum_envs = 3\n").status == "blocked"


def test_references_are_written_out() -> None:
    text = (
        BASE
        + "[vec]\nnum_envs = 64\nnum_workers = 4\n[train]\nupdate_epochs = 2\nent_coef = 0.%(update_epochs)s\n"
    )
    assert "ent_coef = 0.2\n" in result(text)


def test_a_sweep_of_environments_follows_the_total_that_was_decided() -> None:
    text = (
        "[base]\nenv_name = ferry\n[vec]\nnum_envs = 8\n[sweep.vec.num_envs]\nmin = 1\nmax = 16\n"
    )
    made = result(text, decide={"vec.total_agents": "64"})
    assert "[sweep.vec.total_agents]\nmin = 8\nmax = 128\n" in made


def test_a_sweep_of_environments_that_cannot_be_counted_goes() -> None:
    text = (
        "[base]\nenv_name = ferry\n[vec]\nnum_envs = 8\n[sweep.vec.num_envs]\nmin = 1\nmax = 16\n"
    )
    ledger = migrated(text, decide={"vec.total_agents": "63"})
    assert ledger.after is not None and b"\n[sweep.vec.total_agents]" not in ledger.after
    assert entry(ledger, "sweep.vec.num_envs", "max").puts == ()
    assert question(ledger, "sweep.vec.num_envs").open


# What a trial of many configs found


@pytest.mark.parametrize(
    ("vec", "total"),
    [
        ("num_envs = 8\nbackend = Serial\n", 4096),
        ("num_envs = 8\nbackend = Serial\nnum_workers = 8\nbatch_size = 2\n", 2048),
        ("num_envs = 8\n", 8192),
    ],
)
def test_serial_runs_what_one_batch_holds(vec: str, total: int) -> None:
    """As the real vector.make does: its num_agents were read."""
    assert value(f"{BASE}[vec]\n{vec}[env]\nnum_envs = 1024\n", "vec.total_agents") == total


def test_serial_that_3_0_refuses_is_counted_as_it_is_written() -> None:
    text = f"{BASE}[vec]\nnum_envs = 8\nbackend = Serial\nbatch_size = 3\nnum_workers = 4\n"
    assert value(text, "vec.total_agents") == 8


def test_a_4_0_name_that_3_0_does_not_read_is_not_in_force() -> None:
    text = f"# profilecheck: target=3.0\n{BASE}[vec]\nnum_envs = 256\n[train]\nreplay_ratio = 3\n"
    assert "\nreplay_ratio = 1\n" in result(text)
    assert question(migrated(text), "train.replay_ratio").choices[0].answer == "1"
    assert "\nreplay_ratio = 3\n" in result(text, decide={"train.replay_ratio": "3"})


@pytest.mark.parametrize("given", ["None", ""])
def test_what_3_0_takes_for_false(given: str) -> None:
    assert "\nanneal_lr = 0" in result(
        f"{BASE}[vec]\nnum_envs = 256\n[train]\nanneal_lr = {given}\n"
    )


@pytest.mark.parametrize(
    ("batch", "horizon", "told"),
    [
        (4096, "64", "3.0 refuses batch_size = 4096: it holds 64 segments of 64 steps, too few for 128 agents"),
        (12288, "64", "3.0 fails with batch_size = 12288: it holds 192 segments of 64 steps, which 128 agents cannot share evenly"),
        (64, "auto", "3.0 fails with batch_size = 64: it is less than 128 agents, so that auto comes to no step"),
        (16384, "64", "3.0 collects batch_size = 16384 steps for an update"),
    ],
)  # fmt: skip
def test_a_batch_with_which_3_0_trains_not(batch: int, horizon: str, told: str) -> None:
    text = f"{BASE}[vec]\nnum_envs = 2\n[env]\nnum_envs = 64\n[train]\nbatch_size = {batch}\nbptt_horizon = {horizon}\n"
    asked = question(migrated(text), "train.batch_size").asks
    assert asked == f"{told}; 4.0 always collects horizon x total_agents = 128 x 64 = 8192."


def test_decisions_that_contradict_each_other() -> None:
    text = f"{BASE}[vec]\nnum_envs = 64\n[train]\nbatch_size = 2048\nminibatch_size = 2048\nbptt_horizon = 64\n"
    both = {"train.batch_size": "total_agents=32", "vec.total_agents": "128"}
    assert question(migrated(text, decide=both), "train.batch_size").refused is not None


def test_a_prefix_that_stands_twice_goes_at_once() -> None:
    """3.0 takes every puffer_ out of the name, so a second run finds nothing."""
    text = "[base]\npackage = ocean\nenv_name = puffer_puffer_squared\n[vec]\nnum_envs = 64\n"
    after = result(text)
    assert "\nenv_name = squared\n" in after
    assert migrated(after).status == "left"


def test_what_a_binding_reads_cannot_be_left_out() -> None:
    text = "[base]\npackage = ocean\nenv_name = puffer_cpr\n[vec]\nnum_envs = 8\n[env]\nnum_agents = [8]\nrender = human\n"
    found = migrated(text.encode(), agents=8, decide={"base.env_name": "shared_pool"})
    assert question(found, "env.num_agents").choices == ()
    assert [one.answer for one in question(found, "env.render").choices] == ["drop"]
