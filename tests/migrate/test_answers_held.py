"""An answer holds where it is asked for, and unasked only where nothing but one file or part of it can be meant."""

from __future__ import annotations

from pathlib import Path

import pytest

import profilecheck
from profilecheck.choices import ChoiceError
from profilecheck.migrate.ledger import FileLedger
from tests.migrate.helpers import migrated, question, result

TOTAL = "vec.total_agents"
LINES = (
    "puffer train puffer_reef --vec.num-envs 4\n"
    "puffer train puffer_pond --vec.num-envs 4\n"
    "puffer train puffer_cartpole --env.num-envs 128 --vec.num-envs 4\n"
)
"""Two lines that ask for their agents, and one whose flags tell them."""
REEF = "[base]\nenv_name = reef\n[vec]\nnum_envs = 8\n[env]\nnum_envs = 2\n"
SNAKE = "[base]\npackage = ocean\nenv_name = puffer_snake\n[vec]\nnum_envs = 3\n[env]\nnum_envs = 1\nnum_agents = 7\n"
"""768 agents in 3.0; 4.0's snake has environments of 7."""


@pytest.fixture(autouse=True)
def _there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def project(texts: dict[str, str], decide: dict[str, str], **more: int) -> dict[str, FileLedger]:
    """The ledgers of a project of these files."""
    for name, text in texts.items():
        Path(name).parent.mkdir(exist_ok=True)
        Path(name).write_text(text)
    ledger = profilecheck.migrate(".", decide=decide, agents_per_env=more.get("agents"))
    return {one.path: one for one in ledger.files}


def after(ledger: FileLedger) -> str:
    assert ledger.after is not None, (ledger.status, ledger.reason)
    return ledger.after.decode()


@pytest.mark.parametrize("key", [TOTAL, f"run.sh:{TOTAL}"])
def test_of_several_lines_those_that_ask(key: str) -> None:
    cartpole = "puffer train cartpole --vec.total-agents 512\n"
    made = result(LINES, "run.sh", decide={key: "10240"})
    assert made.splitlines(keepends=True)[2] == cartpole
    assert made.count("--vec.total-agents 10240") == 2
    ledger = migrated(LINES, "run.sh", decide={key: "leave"})
    assert [one.refused for one in ledger.questions] == [None, None]
    assert after(ledger).endswith(cartpole)
    assert after(ledger).count("puffer_") == 2


def test_a_line_that_nothing_else_counts_beside_is_meant() -> None:
    text = "puffer train puffer_breakout --vec.num-envs 8\npuffer eval puffer_breakout --tag a\n"
    made = result(text, "run.sh", decide={TOTAL: "4096"})
    assert made.startswith("puffer train breakout --vec.total-agents 4096\n")


def test_a_variable_that_asks_for_nothing_stays() -> None:
    text = f"puffer train puffer_breakout --env.num-envs 1 --vec.num-envs $N\n{LINES}"
    made = result(text, "run.sh", decide={TOTAL: "10240"})
    assert made.startswith("puffer train breakout --vec.total-agents $N\n")


def test_of_several_tables_those_that_ask() -> None:
    text = (
        "[a.vec]\nnum_envs = 8\n[a.env]\nnum_envs = 4\n"
        '[b.base]\npackage = "ocean"\nenv_name = "puffer_squared"\n[b.vec]\nnum_envs = 8\n[b.env]\nnum_envs = 4\n'
    )
    made = result(text, "runs.toml", decide={TOTAL: "512"})
    assert [line for line in made.splitlines() if line.startswith("total_agents")] == [
        "total_agents = 512",
        "total_agents = 32",
    ]


@pytest.mark.parametrize("others", [{}, {"reef.ini": REEF}])
def test_of_several_calls_those_that_ask(others: dict[str, str]) -> None:
    text = (
        "import pufferlib.vector\nfrom pufferlib.ocean import env_creator\nimport reef\n"
        'pufferlib.vector.make(env_creator("puffer_squared"), num_envs=4, env_kwargs={"num_envs": 256})\n'
        "pufferlib.vector.make(reef.Reef, num_envs=4)\n"
    )
    (made,) = (
        file
        for path, file in project({"a.py": text, **others}, {TOTAL: "512"}).items()
        if path == "a.py"
    )
    squared, reef = (new.text for new in made.beside)
    assert "\ntotal_agents = 1024\n" in squared
    assert "\ntotal_agents = 512\n" in reef


def test_what_an_ini_is_given_is_not_what_its_lines_count() -> None:
    texts = {
        "config/reef.ini": f"{REEF}[train]\nbptt_horizon = 64\nminibatch_size = 512\n",
        "config/default.ini": "[base]\nenv_name = None\n[vec]\nnum_envs = 2\n[train]\nseed = 1\n",
        "run.sh": "puffer train reef --vec.num-envs 4\n",
    }
    files = project(texts, {f"config/reef.ini:{TOTAL}": "512"})
    assert "\ntotal_agents = 512\n" in after(files["config/reef.ini"])
    assert question(files["run.sh"], f"1:{TOTAL}").open


@pytest.mark.parametrize("texts", [{}, {"reef.ini": REEF}])
def test_an_answer_for_all_is_what_a_file_gets_that_asks_late(texts: dict[str, str]) -> None:
    files = project({"snake.ini": SNAKE, **texts}, {TOTAL: "770"})
    assert "\ntotal_agents = 770\n" in after(files["snake.ini"])


def test_a_total_for_others_contradicts_nothing() -> None:
    pong = "[base]\npackage = ocean\nenv_name = puffer_pong\n[vec]\nnum_envs = 4\n[env]\nnum_envs = 256\n[train]\n"
    texts = {"reef.ini": REEF, "pong.ini": f"{pong}bptt_horizon = 64\nbatch_size = 131072\n"}
    files = project(texts, {TOTAL: "512", "train.batch_size": "total_agents=2048"})
    assert "\ntotal_agents = 2048\n" in after(files["pong.ini"])


@pytest.mark.parametrize("key", [TOTAL, "vec.num_buffers", f"run.sh:{TOTAL}"])
def test_what_several_lines_do_not_ask_for_is_said_to_need_its_place(key: str) -> None:
    text = LINES.splitlines(keepends=True)[2] * 2
    with pytest.raises(ChoiceError, match="for one file, table or launch line alone"):
        project({"run.sh": text}, {key: "64"})
    made = project({"run.sh": text}, {f"run.sh:2:{TOTAL}": "64"})["run.sh"]
    assert after(made).split()[4::5] == ["512", "64"]


# What is swept

SWEEP = "[sweep.vec.num_envs]\ndistribution = uniform_pow2\nmin = 16\nmax = 128\nscale = auto\n"
DEFAULT = f"[base]\nenv_name = None\n[vec]\nnum_envs = 2\n[train]\nseed = 1\n{SWEEP}"
SWEPT = "sweep.vec.num_envs"


@pytest.mark.parametrize("answer", ["drop", "1024"])
def test_a_sweep_that_asks_for_nothing_is_as_the_agents_are(answer: str) -> None:
    reef = REEF.replace("num_envs = 8", "num_envs = 64")
    texts = {"config/default.ini": DEFAULT, "config/reef.ini": reef + SWEEP}
    files = project(texts, {f"config/reef.ini:{TOTAL}": "384", SWEPT: answer})
    assert "\nmin = 96\nmax = 768\n" in after(files["config/reef.ini"])
    assert question(files["config/default.ini"], SWEPT).answer == answer
    own = {f"config/reef.ini:{TOTAL}": "384", f"config/reef.ini:{SWEPT}": "3"}
    assert "\nmin = 48\nmax = 384\n" in after(project(texts, own)["config/reef.ini"])


@pytest.mark.parametrize("decide", [{}, {TOTAL: "4096"}, {TOTAL: "8192"}])
@pytest.mark.parametrize("agents", [None, 6])
def test_no_total_tells_what_a_default_ini_sweeps(
    decide: dict[str, str], agents: int | None
) -> None:
    ledger = migrated(DEFAULT, "default.ini", decide=decide, agents=agents)
    assert question(ledger, SWEPT).open
    assert "\n[sweep.vec.total_agents]\n" not in after(ledger)


def test_declared_agents_make_an_answer_needless() -> None:
    texts = {"reef.ini": REEF + SWEEP, "pond.ini": REEF.replace("reef", "pond")}
    files = project(texts, {SWEPT: "drop"}, agents=3)
    assert "\nmin = 96\nmax = 768\n" in after(files["reef.ini"])
    files = project(texts, {f"reef.ini:{SWEPT}": "drop"}, agents=3)
    assert "\n[sweep." not in after(files["reef.ini"])
