"""PC226: env takes seed or buf."""

from __future__ import annotations

from tests.rules.helpers import finds, quiet


def test_fires_on_seed() -> None:
    finds("[vec]\nnum_envs = 8\n[env]\nseed = 7\n", "PC226", at=(4, 1))


def test_fires_on_serial() -> None:
    finds("[vec]\nbackend = Serial\nnum_envs = 8\nbatch_size = 8\n[env]\nbuf = 7\n", "PC226")


def test_fires_on_both() -> None:
    finds("[vec]\nnum_envs = 8\n[env]\nseed = 7\nbuf = 1\n", "PC226", count=2)


def test_is_silent_on_other() -> None:
    quiet("[vec]\nnum_envs = 8\n[env]\nsize = 7\n", "PC226")


def test_is_silent_on_pufferenv() -> None:
    quiet("[vec]\nbackend = PufferEnv\nnum_envs = 1\n[env]\nseed = 7\n", "PC226")


def test_is_silent_on_train_seed() -> None:
    quiet("[vec]\nnum_envs = 8\n[train]\nseed = 7\n", "PC226")


def test_is_silent_on_eval() -> None:
    quiet("[vec]\nnum_envs = 8\n[env]\nsize = 7\n", "PC226", mode="eval")


def test_eval_makes_a_serial_environment_whatever_the_backend() -> None:
    for backend in ("Multiprocessing", "PufferEnv", "nonsense"):
        text = f"[vec]\nbackend = {backend}\nnum_envs = 1\n[env]\nseed = 7\n"
        found = finds(text, "PC226", at=(5, 1), severity="error", mode="eval")
        assert "make raises TypeError" in found.message
        assert found.notes == ()


def test_a_key_of_default_is_told_by_its_section() -> None:
    text = "[DEFAULT]\nseed = 7\n[vec]\nnum_envs = 8\n[env]\n"
    found = finds(text, "PC226", at=(2, 1))
    assert found.message.startswith("[DEFAULT] seed enters [env], where it is a second value")


def test_the_key_of_env_kwargs_is_named() -> None:
    text = "vec:\n  num_envs: 8\n  backend: Serial\n  env_kwargs: {width: 3, seed: 1}\n"
    told = finds(text, "PC226", name="a.yaml").message
    assert told.startswith("seed in [vec] env_kwargs is a second value")
    assert told.endswith("; remove seed")
