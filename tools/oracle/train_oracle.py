"""Ask the real 3.0.0 trainer what it does with a [train] section: build it, run a few epochs, close.

    python tools/oracle/train_oracle.py < cases.jsonl > verdicts.jsonl

Needs an environment with the real pufferlib 3.0.0, torch (the CPU build will do), heavyball, pyro-ppl,
rich, rich_argparse and the compiled ``pufferlib._C``; nvcc must not be on PATH, because the trainer
takes it for a sign that its CUDA kernel was built.

A case: ``{"id", "train": {key: INI text}, "vec": {key: INI text}, "agents_per_env": 1, "drop": [key],
"epochs": 2}``. The texts are read as load_config reads them and lie over the shipped default.ini's
[train], except that the device is the CPU and the vectorization Serial with one environment. The
verdict: ``stage`` is ``ok``, or where it failed (make, init, first-step for evaluate(), train),
with the ``type`` and ``message`` of the exception.
"""

from __future__ import annotations

import ast
import configparser
import contextlib
import importlib
import io
import json
import os
import sys
import tempfile
import warnings
from pathlib import Path
from typing import Any

os.environ["OMP_NUM_THREADS"] = "1"
os.chdir(tempfile.mkdtemp())  # importing pufferlib leaves a symlink, checkpoints go here
with contextlib.redirect_stderr(io.StringIO()):
    gymnasium = importlib.import_module("gymnasium")
    np = importlib.import_module("numpy")
    torch = importlib.import_module("torch")
    models = importlib.import_module("pufferlib.models")
    pufferl = importlib.import_module("pufferlib.pufferl")
    vector = importlib.import_module("pufferlib.vector")
warnings.filterwarnings("ignore")
torch.set_num_threads(1)
PufferEnv: Any = importlib.import_module("pufferlib").PufferEnv


def read(text: str) -> Any:
    """A text as load_config reads it."""
    try:
        return ast.literal_eval(text)
    except Exception:
        return text


def shipped() -> dict[str, Any]:
    """[train] of the default.ini in the package, on the CPU."""
    parser = configparser.ConfigParser()
    parser.read(Path(str(pufferl.__file__)).parent / "config" / "default.ini")
    return {key: read(text) for key, text in parser["train"].items()} | {"device": "cpu"}


class Env(PufferEnv):  # type: ignore[misc]
    """A native environment of some agents, with noise to see and noise for a reward.

    Where returns do not vary the trainer trips over its own statistics, which is no matter of config.
    """

    def __init__(self, num_agents: int = 1, buf: Any = None, seed: int = 0) -> None:
        self.single_observation_space = gymnasium.spaces.Box(-1, 1, (4,), np.float32)
        self.single_action_space = gymnasium.spaces.Discrete(3)
        self.num_agents = num_agents
        self.render_mode = None
        self.noise = np.random.default_rng(0)
        super().__init__(buf)

    def reset(self, seed: int | None = None) -> Any:
        """Noise, whatever the seed."""
        self.observations[:] = self.noise.uniform(-1, 1, self.observations.shape)
        return self.observations, []

    def step(self, actions: Any) -> Any:
        """Noise, whatever the actions."""
        self.observations[:] = self.noise.uniform(-1, 1, self.observations.shape)
        self.rewards[:] = self.noise.uniform(-1, 1, self.rewards.shape)
        flags = (self.terminals, self.truncations)
        return (self.observations, self.rewards, *flags, [{"score": 1.0}])

    def close(self) -> None:
        """Nothing to close."""


def run(case: dict[str, Any]) -> dict[str, Any]:
    """The verdict on one case."""
    train = shipped() | {key: read(text) for key, text in case.get("train", {}).items()}
    for key in case.get("drop", ()):
        train.pop(key, None)
    vec = {"backend": "Serial", "num_envs": 1}
    vec |= {key: read(text) for key, text in case.get("vec", {}).items()}
    stage, trainer, vecenv = "make", None, None
    try:
        kwargs = {"num_agents": case.get("agents_per_env", 1)}
        vecenv = vector.make(Env, env_kwargs=kwargs, **vec)
        stage = "init"
        # what pufferl.train does, in its order
        policy = models.Default(vecenv.driver_env, hidden_size=16).to(train["device"])
        train["use_rnn"] = False  # load_config writes over what the file says
        config = dict(**train, env="case")
        with contextlib.redirect_stdout(io.StringIO()):
            trainer = pufferl.PuffeRL(config, vecenv, policy)
            for _ in range(case.get("epochs", 2)):
                if trainer.global_step >= config["total_timesteps"]:
                    break
                stage = "first-step"
                trainer.evaluate()
                stage = "train"
                trainer.train()
            stage = "first-step"
            trainer.evaluate()
            stage = "train"
            trainer.close()
    except (Exception, SystemExit) as error:
        message = str(error).partition("\n")[0][:160]
        return {"stage": stage, "type": type(error).__name__, "message": message}
    finally:
        if trainer is not None:
            trainer.utilization.stop()
        if vecenv is not None:
            vecenv.close()
    return {"stage": "ok"}


def main() -> None:
    """Answer each case of standard input with one line."""
    for line in sys.stdin:
        case = json.loads(line)
        with contextlib.redirect_stderr(io.StringIO()):
            verdict = run(case)
        print(json.dumps({**case, "verdict": verdict}), flush=True)
    sys.stdout.flush()
    os._exit(0)  # threads of the trainer's monitor may still be asleep


if __name__ == "__main__":
    main()
