"""What is asked about a launch line, and that an answer settles it: nothing of it goes in silence."""

from __future__ import annotations

from pathlib import Path

import pytest

from profilecheck.migrate.ledger import FileLedger
from tests.migrate.helpers import entry, migrated, question, result
from tests.migrate.test_lines import INI, in_tree, line, stays, written

OWN = """[base]
package = ocean
env_name = None
[vec]
backend = Multiprocessing
num_envs = 2
num_workers = auto
batch_size = auto
[train]
my_key = 1
my_mode = fast
seed = 42
torch_deterministic = True
cpu_offload = False
device = cuda
optimizer = muon
precision = float32
total_timesteps = 1000000
learning_rate = 0.01
anneal_lr = True
batch_size = auto
bptt_horizon = 32
minibatch_size = 1024
max_minibatch_size = 4096
update_epochs = 1
gamma = 0.9
gae_lambda = 0.9
clip_coef = 0.2
vf_coef = 2
ent_coef = 0.1
adam_beta1 = 0.9
checkpoint_interval = 10
"""
"""A fork's default.ini."""
BARE = (
    "[base]\npackage = ocean\nenv_name = puffer_mine\n[vec]\nnum_envs = 8\n[env]\nnum_envs = 16\n"
)


def asked(ledger: FileLedger, key: str) -> list[str]:
    """What a question takes, but for leaving the line as it is."""
    return [one.answer for one in question(ledger, key).choices if one.answer != "leave"]


def in_fork(folder: Path, text: str, ini: str = BARE) -> FileLedger:
    """The ledger of a script in a fork's tree."""
    return in_tree(folder, text, ini, default=OWN)


# What 4.0 collects


@pytest.mark.parametrize("batch", ["4096", '"$B"', "$B"])
def test_a_batch_of_which_nothing_tells_whether_it_stays_is_asked_about(batch: str) -> None:
    ledger = migrated(f"puffer train puffer_x --train.batch-size {batch}\n", "run.sh")
    assert asked(ledger, "1:train.batch_size") == ["drop"]


def test_a_batch_is_kept_by_what_the_line_tells() -> None:
    text = "puffer train puffer_pong --vec.num-envs 4 --train.batch-size 262144"
    ledger = migrated(f"{text}\n", "run.sh")
    assert asked(ledger, "1:train.batch_size") == ["drop", "horizon=64"]
    made = line(text, decide={"train.batch_size": "horizon=64"})
    assert made == "puffer train pong --train.horizon 64 --vec.total-agents 4096"


def test_a_batch_that_is_worked_out_is_asked_about_by_nobody() -> None:
    ledger = migrated("puffer train puffer_pong --train.batch-size auto\n", "run.sh")
    assert not ledger.questions


# Processes


@pytest.mark.parametrize(
    ("program", "steps", "product"),
    [
        ("torchrun --nproc-per-node=$N", "1000", "$((N * 1000))"),
        ("python -m torch.distributed.run --nproc-per-node $N", "1000", "$((N * 1000))"),
        ("torchrun --nproc-per-node=${N:-2}", "1000", "$((${N:-2} * 1000))"),
        ("torchrun --nproc-per-node=4", "$T", "$((T * 4))"),
        ("torchrun --nproc-per-node=4", "1000", "4000"),
    ],
)
def test_steps_of_processes_are_asked_for(program: str, steps: str, product: str) -> None:
    text = f"{program} -m pufferlib.pufferl train puffer_pong --train.total-timesteps {steps}"
    ledger = migrated(f"{text}\n", "run.sh")
    assert asked(ledger, "1:train.total_timesteps") == ["keep", product]
    assert (ledger.after or b"").decode().endswith(f"--train.total-timesteps {steps}\n")
    made = line(text, decide={"train.total_timesteps": product})
    assert made.endswith(f"--train.total-timesteps {product}")


# The agents


@pytest.mark.parametrize(
    ("flags", "agents"),
    [
        ("--vec.num-envs=$N --vec.backend Serial --vec.batch-size 2", "=2048"),
        ("--vec.num-envs 8 --vec.backend Serial --vec.batch-size 2", " 2048"),
        ("--vec.num-envs 8 --vec.backend Serial", " 4096"),
    ],
)
def test_serial_runs_what_one_batch_holds(flags: str, agents: str) -> None:
    made = line(f"puffer train puffer_pong {flags}")
    assert made == f"puffer train pong --vec.total-agents{agents}"


@pytest.mark.parametrize(
    ("flags", "answers"),
    [
        ("--vec.backend Serial", ["$((N * 512))"]),
        ("--vec.backend $B", []),
        ("--vec.backend Multiprocessing", ["$((N * 1024))"]),
        ("--env.num-envs $M", []),
    ],
)
def test_a_product_is_offered_where_it_is_what_runs(flags: str, answers: list[str]) -> None:
    ledger = stays(f"puffer train puffer_pong --vec.num-envs $N {flags}")
    assert asked(ledger, "1:vec.total_agents") == answers


@pytest.mark.parametrize("environment", ["puffer_mine", "${E}"])
def test_no_number_stands_in_a_question_for_one_that_is_not_known(environment: str) -> None:
    ledger = stays(f"puffer train {environment} --vec.num-envs $N --train.bptt-horizon 8")
    asks = question(ledger, "1:vec.total_agents").asks
    assert "--vec.num-envs is $N" in asks
    assert "5040" not in asks


def test_a_backend_that_is_not_known_asks_for_the_agents() -> None:
    ledger = stays("puffer train puffer_pong --vec.num-envs 4 --vec.backend $B")
    assert "Serial" in question(ledger, "1:vec.total_agents").asks


def test_what_follows_from_the_agents_counts_on_no_stand_in(tmp_path: Path) -> None:
    text = "puffer train puffer_mine --vec.num-envs $N --train.batch-size 4096"
    ledger = in_tree(tmp_path, text, decide={"run.sh:1:vec.total_agents": "$((N * 16))"})
    told = question(ledger, "1:train.batch_size")
    assert "not known here" in told.asks
    assert [one.answer for one in told.choices] == ["drop", "total_agents=64"]


# What lies below a line is what lies below a config


def test_the_tree_s_default_ini_lies_below_a_line(tmp_path: Path) -> None:
    text = "puffer train puffer_mine --train.batch-size 4096"
    ledger = in_fork(tmp_path, text)  # 128 agents x its horizon of 32 = 4096
    assert written(ledger) == "puffer train mine"
    assert not ledger.questions
    assert "the same" in entry(ledger, "train", "batch_size").reason


def test_a_minibatch_is_judged_by_the_tree_s_default_ini(tmp_path: Path) -> None:
    ledger = in_fork(tmp_path, "puffer train puffer_mine --train.minibatch-size 8192")
    assert "128 agents x 32 steps" in question(ledger, "1:train.minibatch_size").asks


def test_an_answer_about_the_ini_holds_below_the_line(tmp_path: Path) -> None:
    ini = f"{INI}optimizer = adam\nlearning_rate = 0.01\n"
    decide = {"config/mine.ini:train.learning_rate": "0.02"}
    ledger = in_tree(tmp_path, "puffer train puffer_mine --train.seed 3", ini, decide=decide)
    assert written(ledger) == "puffer train mine --seed 3"


def test_a_line_s_flag_takes_the_place_of_the_ini_s_other_name(tmp_path: Path) -> None:
    ini = INI.replace("bptt_horizon = 64", "horizon = 64")
    ledger = in_tree(tmp_path, "puffer train puffer_mine --train.bptt-horizon 32", ini)
    assert written(ledger) == "puffer train mine --train.horizon 32"


def test_a_line_whose_ini_is_migrated_names_it_as_it_will_be(tmp_path: Path) -> None:
    ledger = in_tree(tmp_path, "puffer train puffer_mine --train.horizon 32")
    assert written(ledger) == "puffer train mine --train.horizon 32"


# One thing by its two names


@pytest.mark.parametrize(
    ("flags", "key", "answers", "after"),
    [
        (
            "--train.bptt-horizon 32 --train.horizon 16",
            "train.horizon",
            ["32", "16"],
            ("--train.horizon 32", "--train.horizon 16"),
        ),
        ("--train.seed=1 --seed=2", "base.seed", ["1", "2"], ("--seed=1", "--seed=2")),
        ("--train.seed $S --seed 2", "base.seed", ["$S", "2"], ("--seed $S", "--seed 2")),
        (
            "--vec.num-envs 4 --vec.total-agents 8192",
            "vec.total_agents",
            ["4096", "8192"],
            ("--vec.total-agents 4096", "--vec.total-agents 8192"),
        ),
        (
            "--vec.total-agents $A --env.num-envs 512",
            "vec.total_agents",
            ["2048", "$A"],
            ("--vec.total-agents 2048", "--vec.total-agents $A"),
        ),
    ],
)
def test_one_thing_by_two_names_is_a_decision(
    flags: str, key: str, answers: list[str], after: tuple[str, str]
) -> None:
    text = f"puffer train puffer_pong {flags}"
    assert asked(migrated(f"{text}\n", "run.sh"), f"1:{key}") == answers
    for answer, made in zip(answers, after, strict=True):
        assert line(text, decide={key: answer}) == f"puffer train pong {made}"


def test_one_thing_by_two_names_to_the_same_is_none() -> None:
    ledger = migrated(
        "puffer train puffer_pong --train.bptt-horizon 32 --train.horizon 32\n", "a.sh"
    )
    assert ledger.after == b"puffer train pong --train.horizon 32\n"
    assert not ledger.questions


# What nobody knows


@pytest.mark.parametrize(("flag", "key"), [("--train.my 3", "train.my"), ("--mine 3", "base.mine")])
def test_a_flag_that_nobody_knows_is_asked_about(flag: str, key: str) -> None:
    text = f"puffer train puffer_pong {flag} --tag a\npuffer train puffer_pong --train.seed 1"
    ledger = migrated(f"{text}\n", "run.sh")
    assert (
        ledger.after == f"puffer train pong {flag} --tag a\npuffer train pong --seed 1\n".encode()
    )
    assert asked(ledger, f"1:{key}") == ["keep", "drop"]
    assert line(text, decide={key: "drop"}).startswith("puffer train pong --tag a\n")


def test_a_fork_s_own_flag_stays_where_its_default_ini_has_the_key(tmp_path: Path) -> None:
    text = "puffer train puffer_mine --train.my-key 3 --train.my-mode=slow"
    ledger = in_fork(tmp_path, text)
    assert written(ledger) == "puffer train mine --train.my-key 3 --train.my-mode=slow"
    assert not ledger.questions


def test_a_flag_that_no_ini_of_a_fork_holds_is_asked_about(tmp_path: Path) -> None:
    ledger = in_fork(tmp_path, "puffer train puffer_mine --train.other 4 --env.foo 3")
    assert [one.key for one in ledger.questions] == ["1:train.other", "1:env.foo"]


# A line that cannot be written


@pytest.mark.parametrize(
    ("flag", "key"),
    [
        ("--vec.num-envs $N", "vec.total_agents"),
        ("--vec.num-envs $(nproc)", "vec.total_agents"),
    ],
)
def test_a_line_may_be_left_as_it_is(flag: str, key: str) -> None:
    text = f"puffer train puffer_pong {flag}\npuffer train puffer_pong --train.seed 1\n"
    ledger = migrated(text, "run.sh")
    assert ledger.status == "blocked"
    assert ledger.reason.startswith(f"line 1: {flag.partition(' ')[0]} is ")
    left = migrated(text, "run.sh", decide={f"run.sh:1:{key}": "leave"})
    assert left.after == text.replace("puffer_pong --train.seed", "pong --seed").encode()
    assert [port.span.line for port in left.ports] == [1]


def test_lines_that_share_a_variable_may_be_left() -> None:
    text = (
        'A="--vec.num-envs 8"\npuffer train puffer_pong $A\npuffer train puffer_target $A\n'
        "puffer train puffer_pong --train.seed 1\n"
    )
    blocked = migrated(text, "run.sh")
    assert [one.key for one in blocked.questions] == ["2:launch.line", "3:launch.line"]
    left = migrated(text, "run.sh", decide={"launch.line": "leave"})
    assert left.after == text.replace("puffer_pong --train.seed", "pong --seed").encode()
    assert [port.span.line for port in left.ports] == [2, 3]


def test_any_line_may_be_left() -> None:
    text = "puffer train puffer_pong --train.seed 1\npuffer train puffer_pong --train.seed 2\n"
    ledger = migrated(text, "run.sh", decide={"run.sh:2:launch.line": "leave"})
    assert ledger.after == text.replace("puffer_pong --train.seed 1", "pong --seed 1").encode()


def test_a_value_in_a_variable_that_would_have_to_change_is_a_decision() -> None:
    text = "A=True\npuffer train puffer_pong --train.anneal-lr $A"
    assert asked(stays(text), "2:train.anneal_lr") == ["1"]
    made = line(text, decide={"train.anneal_lr": "1"})
    assert made == "A=True\npuffer train pong --train.anneal-lr 1"


@pytest.mark.parametrize(("answer", "after"), [("keep", "$A"), ("1", "1"), ("0", "0")])
def test_a_switch_in_a_variable_is_a_decision(answer: str, after: str) -> None:
    made = line("puffer train puffer_pong --train.anneal-lr $A", decide={"train.anneal_lr": answer})
    assert made == f"puffer train pong --train.anneal-lr {after}"


def test_a_decision_takes_the_place_of_a_variable() -> None:
    text = "puffer train puffer_pong --train.learning-rate $LR --train.optimizer adam"
    made = line(text, decide={"train.learning_rate": "0.02"})
    assert made == "puffer train pong --train.learning-rate 0.02"


# The device


@pytest.mark.parametrize(
    ("flag", "after"),
    [
        ("--train.device cpu", " --slowly"),
        ("--train.device=cpu", " --slowly"),
        ('"--train.device" "cpu"', ' "--slowly"'),
        ("--train.device cpu --train.device cuda", ""),
        ("--train.device cuda:0", ""),
        ("--slowly --train.device cpu", " --slowly"),
    ],
)
def test_a_cpu_is_slowly(flag: str, after: str) -> None:
    assert line(f"puffer train puffer_pong {flag} --tag a") == f"puffer train pong{after} --tag a"


def test_a_device_in_a_variable_is_a_decision() -> None:
    text = "puffer train puffer_pong --train.device $D"
    assert line(text) == "puffer train pong"
    assert line(text, decide={"train.device": "cpu"}) == "puffer train pong --slowly"


def test_an_ini_s_cpu_is_slowly_on_its_lines(tmp_path: Path) -> None:
    ini = f"{INI}device = cpu\n"
    assert (
        written(in_tree(tmp_path, "puffer train puffer_mine", ini)) == "puffer train mine --slowly"
    )


def test_a_flag_without_its_value_goes_with_its_key() -> None:
    text = "puffer train puffer_pong --train.compile --train.seed 3"
    assert line(text) == "puffer train pong --seed 3"
    reason = entry(migrated(f"{text}\n", "run.sh"), "train", "compile").reason
    assert reason


def test_a_flag_without_its_value_is_asked_for_where_its_key_stays() -> None:
    text = "true\npuffer train puffer_pong --train.seed 3 --train.bptt-horizon\n"
    ledger = migrated(text, "run.sh")
    assert ledger.status == "blocked"
    asked = question(ledger, "2:launch.line")
    assert asked.asks.startswith("--train.bptt-horizon has no value")
    assert [one.answer for one in asked.choices] == ["leave"]


@pytest.mark.parametrize(
    ("count", "product"),
    [("$((2*2))", "$(( (2*2) * 1024))"), ("$((N / 2))", "$(( (N / 2) * 1024))")],
)
def test_what_a_shell_works_out_is_multiplied(count: str, product: str) -> None:
    text = f"puffer train puffer_breakout --vec.num-envs {count}"
    asked = question(migrated(f"{text}\n", "run.sh"), "1:vec.total_agents")
    assert asked.choices[0].answer == product
    made = line(text, decide={"vec.total_agents": product})
    assert made == f"puffer train breakout --vec.total-agents {product}"


MAKE = "ENV ?= puffer_breakout\nN := 16\na:\n\tpuffer train $(ENV) --vec.num-envs $(N)\n"


def test_the_default_of_an_environment_in_a_variable_tells_an_answer() -> None:
    asked = question(migrated(MAKE, "Makefile"), "4:vec.total_agents")
    assert asked.choices[0].answer == "$$(($(N) * 1024))"
    assert asked.choices[0].does == "what 3.0 runs of puffer_breakout"
    made = result(MAKE, "Makefile", decide={"vec.total_agents": "$$(($(N) * 1024))"})
    assert made.endswith("puffer train $(ENV:puffer_%=%) --vec.total-agents $$(($(N) * 1024))\n")
    shell = 'puffer train "${ENV:-puffer_breakout}" --vec.num-envs $N\n'
    asked = question(migrated(shell, "run.sh"), "1:vec.total_agents")
    assert asked.choices[0].answer == "$((N * 1024))"


def test_a_variable_that_is_cut_off_is_told() -> None:
    ledger = migrated(MAKE, "Makefile", decide={"vec.total_agents": "16384"})
    assert b"--vec.total-agents 16384\n" in (ledger.after or b"")
    assert any("$(N) no longer decides" in note for part in ledger.parts for note in part.remarks)


@pytest.mark.parametrize(
    ("command", "decide", "puts"),
    [
        (
            "torchrun --standalone --nproc-per-node=4 -m pufferlib.pufferl train puffer_snake "
            "--train.total-timesteps 1_000_000",
            {"train.total_timesteps": "4000000"},
            ("train", "total_timesteps", 4_000_000),
        ),
        (
            "puffer train puffer_snake --train.anneal-lr $A",
            {"train.anneal_lr": "0"},
            ("train", "anneal_lr", 0),
        ),
        (
            "puffer train puffer_snake --neptune",
            {"launch.neptune": "wandb"},
            ("", "--wandb", True),
        ),
        (
            "puffer train puffer_snake --neptune --neptune-project lab/reef",
            {"launch.neptune": "wandb"},
            ("", "--wandb-project", "reef"),
        ),
    ],
)
def test_what_an_answer_writes_is_in_the_account(
    command: str, decide: dict[str, str], puts: tuple[str, str, object]
) -> None:
    found = migrated(f"{command}\n", "run.sh", decide=decide)
    (one,) = (one for one in found.entries if [p.name for p in one.puts] == [puts[:2]])
    assert (one.puts[0].value, one.action) == (puts[2], "renamed" if not puts[0] else "converted")
    assert one.reason.startswith("decided")


def test_nothing_is_promised_of_agents_that_another_ini_decides() -> None:
    """4.0 reads its own pong.ini below such a line: what 3.0's counts says nothing of it."""
    found = migrated("puffer train puffer_pong --train.batch-size 131072\n", "run.sh")
    asked = question(found, "1:train.batch_size")
    assert [one.answer for one in asked.choices] == ["drop"]
