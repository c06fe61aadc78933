"""Where 4.0's loader looks for the INIs of a tree, told where only 3.0's finds them."""

from __future__ import annotations

from pathlib import Path

import pytest

from profilecheck.migrate.request import Request
from profilecheck.migrate.run import migrate_paths

OLD = "[base]\nenv_name = puffer_squared\n[vec]\nnum_envs = 2\n[train]\nbptt_horizon = 64\n"
DEFAULT = (
    "[base]\nenv_name = None\n[vec]\ntotal_agents = 4096\nnum_buffers = 2\nnum_threads = 16\n[train]\n"
    "horizon = 64\ngpus = 1\nreplay_ratio = 1\nbeta1 = 0.9\nbeta2 = 0.9\neps = 1e-8\nmin_lr_ratio = 0\n"
    "total_timesteps = 1\nlearning_rate = 0.1\nanneal_lr = 1\nminibatch_size = 8192\nclip_coef = 1\n"
    "vf_clip_coef = 1\nvf_coef = 1\nent_coef = 0\ngamma = 1\ngae_lambda = 1\nmax_grad_norm = 1\n"
)


def told(root: Path, texts: dict[str, str]) -> list[str]:
    """The files with the remark, from the root."""
    (root / ".git").mkdir()
    for name, text in texts.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    ledger = migrate_paths([str(root)], Request(alone=False), root=root)
    return [
        Path(file.path).relative_to(root).as_posix()
        for file in ledger.files
        if any("looks for INIs in config/" in one for part in file.parts for one in part.remarks)
    ]


@pytest.mark.parametrize("place", ["pufferlib/config/a.ini", "x/pufferlib/config/ocean/a.ini"])
def test_an_ini_in_the_package_is_not_found_there_by_4_0(tmp_path: Path, place: str) -> None:
    assert told(tmp_path, {place: OLD}) == [place]


@pytest.mark.parametrize("place", ["a.ini", "config/a.ini", "configs/pufferlib/a.ini"])
def test_other_folders_say_nothing_of_the_loader(tmp_path: Path, place: str) -> None:
    assert not told(tmp_path, {place: OLD})


def test_a_tree_whose_own_default_ini_of_4_0_lies_there(tmp_path: Path) -> None:
    texts = {"pufferlib/config/a.ini": OLD, "pufferlib/config/default.ini": DEFAULT}
    assert not told(tmp_path, texts)


def test_what_is_of_4_0_already(tmp_path: Path) -> None:
    assert not told(tmp_path, {"pufferlib/config/a.ini": "[vec]\ntotal_agents = 8\n"})
