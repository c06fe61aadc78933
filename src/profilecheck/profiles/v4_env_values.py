"""What upstream's own 4.0 files have for arguments of a binding that 3.0's environment lacks.

A hint for who has to choose a value, never a default. Source: PufferLib 8e3e754 config/NAME.ini.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

UPSTREAMS: Final[Mapping[str, Mapping[str, int | float]]] = {
    "breakout": {"initial_ball_speed": 256, "max_ball_speed": 448, "paddle_speed": 620},
    "cartpole": {
        "cart_mass": 1,
        "pole_mass": 0.1,
        "pole_length": 0.5,
        "gravity": 9.8,
        "force_mag": 10,
        "dt": 0.02,
    },
    "connect4": {"player_pieces": 0, "env_pieces": 0},
    "drone": {"num_drones": 64, "task": 1, "alpha_dist": 0.782192},
    "go": {"selfplay": 0, "grid_square_size": 64},
    "snake": {"cell_size": 2},
    "tetris": {"use_deck_obs": 1, "n_noise_obs": 0, "n_init_garbage": 4},
}
