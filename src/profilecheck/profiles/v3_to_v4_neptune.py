"""Logging to Neptune in 3.0, which 4.0 lacks: nowhere, or to Weights & Biases.

Sources: pufferlib 3.0.0 pufferl.py NeptuneLogger, WandbLogger; PufferLib 8e3e754 pufferlib/pufferl.py; wandb, init
(the characters that a project's name may not have).
"""

from __future__ import annotations

from typing import Final

from profilecheck.profiles.migration import Choice

KEY: Final = "launch.neptune"
"""The decision on what becomes of logging to Neptune."""
WANDB: Final = "wandb"
PROJECT: Final = "neptune-project"
WORKSPACE: Final = "neptune-name"
FLAGS: Final = ("neptune", PROJECT, WORKSPACE)
INSTEAD: Final = {"neptune": WANDB, PROJECT: "wandb-project"}
"""The flags of 4.0 that take the place of 3.0's, without dashes."""
ASKS: Final = (
    "3.0 logs to Neptune; 4.0 logs to Weights & Biases alone. Where is the run to be logged?"
)
CHOICES: Final = (
    Choice("drop", "nowhere"),
    Choice(WANDB, "--wandb in place of --neptune, and --wandb-project of --neptune-project"),
)
MEANWHILE: Final = "the flags are dropped: the run is logged nowhere"
NOWHERE: Final = "4.0 logs to Weights & Biases alone"
LOGGED: Final = "decided: log to Weights & Biases"
NAMED: Final = "decided: log to Weights & Biases, whose project has a name without a workspace"
NO_WORKSPACE: Final = "Weights & Biases takes its workspace from WANDB_ENTITY"
ENTITY: Final = (
    "{told} is a workspace of Neptune: Weights & Biases logs to your own, or to the one that WANDB_ENTITY names where "
    "the command runs"
)
PERHAPS: Final = (
    "--wandb-project is {raw}, which is not known here: Weights & Biases refuses the name of a project that holds a workspace "
    "(WORKSPACE/NAME)"
)
_REFUSED: Final = "/\\#?%:"
"""Characters that the name of a project may not have."""
NO_NAME: Final = f"Weights & Biases takes no name of a project with one of {_REFUSED}"


def project_of(text: str) -> tuple[str, str]:
    """The workspace and the name of a project of Neptune; no name where Weights & Biases would refuse it."""
    workspace, _, name = text.rpartition("/")
    return workspace, "" if set(name) & set(_REFUSED) else name
