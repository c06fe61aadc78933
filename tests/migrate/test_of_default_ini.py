"""What a project's own default.ini gives an environment in 3.0, and 4.0 does not: asked where it comes to something."""

from __future__ import annotations

import configparser
import io
from pathlib import Path

import pytest

import profilecheck
from profilecheck.migrate.ledger import FileLedger
from profilecheck.profiles import profiles
from tests.migrate.helpers import added, question

BATCH = "batch_size = 524288\nbptt_horizon = 64\n"
PONG = "[base]\npackage = ocean\nenv_name = puffer_pong\n[env]\nnum_envs = 256\n[train]\n"


@pytest.fixture(autouse=True)
def _there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def project(
    folder: Path, train: str, pong: str, run: str = "", **decide: str
) -> dict[str, FileLedger]:
    """The ledgers of a project whose default.ini holds ``train``, by the names of the files."""
    (folder / "config").mkdir()
    texts = profiles()["3.0"].default_texts()
    read = configparser.ConfigParser(interpolation=None)
    read.read_dict({name: texts[name] for name in ("base", "vec", "env", "train", "sweep")})
    read["vec"]["num_envs"] = "16"
    read.read_string(f"[train]\n{train}")
    out = io.StringIO()
    read.write(out)
    default = out.getvalue()
    for name, text in (("config/default.ini", default), ("config/pong.ini", pong), ("run.sh", run)):
        (folder / name).write_text(text)
    answers = {key.replace("__", "."): value for key, value in decide.items()}
    answers = {f"config/pong.ini:{key}": value for key, value in answers.items()}
    ledger = profilecheck.migrate(".", decide=answers)
    return {Path(one.path).name: one for one in ledger.files}


def keys(ledger: FileLedger) -> set[str]:
    return {one.key for one in ledger.questions}


def after(ledger: FileLedger) -> str:
    assert ledger.after is not None, (ledger.status, ledger.reason)
    return ledger.after.decode()


def test_a_batch_of_default_ini_is_asked_where_it_is_collected(tmp_path: Path) -> None:
    files = project(
        tmp_path,
        BATCH,
        f"{PONG}bptt_horizon = 32\n",
        "puffer train puffer_pong\npuffer train puffer_pong --vec.num-envs 8\n",
    )
    asked = question(files["pong.ini"], "train.batch_size")
    assert "524288 steps for an update, as default.ini says; " in asked.asks
    assert asked.asks.endswith("4096 x 32 = 131072.")
    assert [one.answer for one in asked.choices] == ["drop", "horizon=128", "total_agents=16384"]
    assert keys(files["run.sh"]) == {"2:train.batch_size"}
    assert question(files["run.sh"], "2:train.batch_size").asks.endswith("2048 x 32 = 65536.")
    assert keys(files["default.ini"]) == {"vec.total_agents"}
    assert any("batch_size = 524288" in one for one in files["default.ini"].parts[0].remarks)


def test_an_answer_for_the_ini_is_none_for_a_line_with_other_agents(tmp_path: Path) -> None:
    run = "puffer train puffer_pong --vec.num-envs 8\n"
    files = project(
        tmp_path, BATCH, f"{PONG}bptt_horizon = 32\n", run, train__batch_size="horizon=128"
    )
    assert "\nhorizon = 128\n" in after(files["pong.ini"])
    asked = question(files["run.sh"], "1:train.batch_size")
    assert (asked.answer, asked.refused) == (None, None)
    assert after(files["run.sh"]) == (
        "puffer train pong --train.horizon 32 --vec.total-agents 2048\n"
    )


@pytest.mark.parametrize(
    "own", ["batch_size = auto\n", "bptt_horizon = 128\n"], ids=["its own", "the same"]
)
def test_a_batch_that_stays_is_not_asked_about(tmp_path: Path, own: str) -> None:
    assert "train.batch_size" not in keys(project(tmp_path, BATCH, PONG + own)["pong.ini"])


def test_the_auto_of_default_ini_is_worked_out_for_the_environment(tmp_path: Path) -> None:
    files = project(tmp_path, "batch_size = 524288\nbptt_horizon = auto\n", PONG)
    assert added(files["pong.ini"])["train.horizon"] == 128
    assert "train.batch_size" not in keys(files["pong.ini"])


def test_a_default_ini_that_names_its_environment_is_asked_itself(tmp_path: Path) -> None:
    (tmp_path / "default.ini").write_text(f"{PONG}{BATCH}".replace("[env]", "[vec]\n[env]"))
    (file,) = profilecheck.migrate(str(tmp_path)).files
    assert "train.batch_size" in keys(file)


def test_a_learning_rate_for_the_optimizer_of_default_ini(tmp_path: Path) -> None:
    run = "puffer train puffer_pong\npuffer train puffer_pong --train.learning-rate 0.001\n"
    files = project(tmp_path, "optimizer = adam\n", f"{PONG}learning_rate = 0.0003\n", run)
    asks = question(files["pong.ini"], "train.learning_rate").asks
    assert asks.startswith("learning_rate = 0.0003 was meant for adam; ")
    assert "train.optimizer" not in keys(files["pong.ini"])
    assert "train.optimizer" in keys(files["default.ini"])
    assert keys(files["run.sh"]) == {"2:train.learning_rate"}


def test_muon_in_default_ini_or_the_ini_itself_asks_nothing(tmp_path: Path) -> None:
    files = project(tmp_path, "optimizer = adam\n", f"{PONG}optimizer = muon\nlearning_rate = 1\n")
    assert not keys(files["pong.ini"])


@pytest.mark.parametrize(
    ("own", "flags", "slow"),
    [
        ("", "", " --slowly"),
        ("device = cuda\n", "", ""),
        ("", " --train.device cuda", ""),
    ],
)
def test_the_device_of_default_ini(tmp_path: Path, own: str, flags: str, slow: str) -> None:
    run = f"puffer train puffer_pong{flags}\n"
    files = project(tmp_path, "device = cpu\n", PONG + own, run)
    assert after(files["run.sh"]) == f"puffer train pong{slow}\n"


def test_a_default_ini_gets_what_eval_sweep_and_slowly_read(tmp_path: Path) -> None:
    files = project(tmp_path, "", PONG)
    new = added(files["default.ini"])
    told = {name: new[name] for name in ("base.rank", "base.world_size", "base.gpu_id")}
    assert told == {"base.rank": 0, "base.world_size": 1, "base.gpu_id": 0}
    assert (new["sweep.gpus"], new["sweep.max_runs"], new["torch.network"]) == (0, 200, "MinGRU")
    text = after(files["default.ini"])
    assert "\nnccl_id = 'None'\n" in text
    for mode in ("train", "eval", "sweep"):
        (tmp_path / "config" / "default.ini").write_text(text)
        report = profilecheck.check("config/default.ini", target="4.0", mode=mode)
        assert not [one for one in report.findings if one.code == "PC301"], mode
