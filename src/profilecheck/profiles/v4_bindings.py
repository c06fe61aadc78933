"""The environments of upstream's 4.0: the [env] keys that each binding reads, and its agents.

A binding reads its keys with dict_get, which has no default: a key that is missing, or whose value
is no number, is a NULL pointer. Only bindings that were read are listed, and of a binding that
differs between revisions only the keys that all of them read.

Source: PufferLib ocean/NAME/binding.c at 8e3e754, unless a row says otherwise.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from profilecheck.document import UNKNOWN
from profilecheck.profiles.known_agents import KnownAgents, Switch
from profilecheck.profiles.v4_numbers import whole


@dataclass(frozen=True, slots=True)
class Binding:
    """What one environment reads. ``agents`` of each environment is a number, the key that holds it
    or a switch; None where it varies. ``source`` names the commits that were read."""

    needs: tuple[str, ...]
    agents: int | str | Switch | None = 1
    source: str = "8e3e754"


def _keys(text: str) -> tuple[str, ...]:
    return tuple(text.split())


BINDINGS: Final[Mapping[str, Binding]] = {
    "boids": Binding(
        _keys(
            "num_agents report_interval margin_turn_factor cohesion_factor separation_factor "
            "alignment_factor"
        ),
        agents="num_agents",
        source="1790ba1",
    ),
    "boxoban": Binding(_keys("difficulty max_steps int_r_coeff target_loss_pen_coeff")),
    "breakout": Binding(
        _keys(
            "frameskip width height paddle_width paddle_height ball_width ball_height brick_width "
            "brick_height brick_rows brick_cols initial_ball_speed max_ball_speed paddle_speed "
            "continuous"
        )
    ),
    "cartpole": Binding(_keys("cart_mass pole_mass pole_length gravity force_mag dt continuous")),
    "chess": Binding(
        _keys(
            "max_moves reward_draw reward_invalid_piece reward_invalid_move reward_repetition "
            "render_fps mode enable_50_move_rule enable_threefold_repetition random_fen "
            "fen_curric_pct"
        ),
        agents=None,
        source="052f0f5",
    ),
    "connect4": Binding(_keys("player_pieces env_pieces")),
    "drive": Binding(
        _keys(
            "num_maps human_agent_idx reward_vehicle_collision reward_offroad_collision "
            "reward_goal_post_respawn reward_vehicle_collision_post_respawn"
        ),
        agents=None,
    ),
    "drone": Binding(
        _keys("num_drones task alpha_dist"), agents="num_drones", source="8e3e754, 0eed1d6"
    ),
    "enduro": Binding(_keys("width height car_width car_height max_enemies continuous")),
    "freeway": Binding(
        _keys(
            "frameskip width height player_width player_height car_width car_height lane_size "
            "difficulty level enable_human_player env_randomization use_dense_rewards"
        )
    ),
    "g2048": Binding(_keys("scaffolding_ratio")),
    "go": Binding(
        _keys(
            "selfplay width height grid_size board_width board_height grid_square_size komi "
            "reward_move_pass reward_move_invalid reward_move_valid reward_player_capture "
            "reward_opponent_capture"
        )
    ),
    "maze": Binding(_keys("max_size num_maps map_size")),
    "moba": Binding(
        _keys(
            "vision_range agent_speed reward_death reward_xp reward_distance reward_tower "
            "script_opponents"
        ),
        agents=Switch("script_opponents", on=5, off=10),
    ),
    "pacman": Binding(
        _keys(
            "randomize_starting_position min_start_timeout max_start_timeout frightened_time "
            "max_mode_changes scatter_mode_length chase_mode_length"
        )
    ),
    "pong": Binding(
        _keys(
            "width height paddle_width paddle_height ball_width ball_height paddle_speed "
            "ball_initial_speed_x ball_initial_speed_y ball_max_speed_y ball_speed_y_increment "
            "max_score frameskip continuous"
        )
    ),
    "rware": Binding(
        _keys(
            "width height map_choice num_agents num_requested_shelves grid_square_size "
            "human_agent_idx"
        ),
        agents="num_agents",
    ),
    "shared_pool": Binding(
        _keys(
            "width height num_agents vision reward_food interactive_food_reward reward_move "
            "food_base_spawn_rate"
        ),
        agents="num_agents",
        source="e96c413",
    ),
    "slimevolley": Binding(_keys("num_agents"), agents="num_agents"),
    "snake": Binding(
        _keys(
            "width height num_agents vision leave_corpse_on_death num_food reward_food reward_corpse "
            "reward_death max_snake_length cell_size"
        ),
        agents="num_agents",
        source="61f27b3",
    ),
    "squared": Binding(_keys("size")),
    "target": Binding((), agents=8),
    "terraform": Binding(
        _keys("num_agents size reset_frequency reward_scale"), agents="num_agents"
    ),
    "tetris": Binding(_keys("n_cols n_rows use_deck_obs n_noise_obs n_init_garbage")),
    "tower_climb": Binding(
        _keys("reward_climb_row reward_fall_row reward_illegal_move reward_move_block")
    ),
    "trash_pickup": Binding(
        _keys("num_agents grid_size num_trash num_bins max_steps agent_sight_range"),
        agents="num_agents",
    ),
    "tripletriad": Binding(_keys("width height card_width card_height")),
}


def binding(env_name: object) -> Binding | None:
    """The binding of the one environment that a config is for; None where it names several or another."""
    return BINDINGS.get(env_name.strip()) if isinstance(env_name, str) else None


def bindings(env_name: object) -> Mapping[str, Binding]:
    """The bindings that were read of the environments that a config is for: it may name several, which 4.0's loader
    divides at spaces, and each of them reads the one [env]."""
    names = env_name.split() if isinstance(env_name, str) else ()
    return {name: BINDINGS[name] for name in names if name in BINDINGS}


def known_agents(values: Mapping[tuple[str, str], object]) -> KnownAgents | None:
    """How many agents each of upstream's environments of that name has, from the effective values;
    None where not known."""
    env_name = values.get(("base", "env_name"))
    known = binding(env_name)
    if known is None:
        return None
    name, agents = str(env_name).strip(), known.agents
    if isinstance(agents, Switch):
        switch = whole(value := values.get(("env", agents.key), UNKNOWN))
        count = None if switch is None else agents.on if switch else agents.off
    elif isinstance(agents, str):
        count = whole(value := values.get(("env", agents), UNKNOWN))
    else:
        return None if agents is None else KnownAgents(name, agents)
    key = agents if isinstance(agents, str) else agents.key
    return KnownAgents(name, count, ((key, value),)) if count and count > 0 else None
