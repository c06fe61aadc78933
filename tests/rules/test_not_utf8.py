"""PC002 not-utf8."""

from __future__ import annotations

from tests.rules.helpers import finds, quiet

VEC = "[base]\nenv_name = x\n[vec]\nnum_envs = 8\n"


def test_latin_1_is_told_at_its_first_byte() -> None:
    finds(b"[vec]\nnum_envs = 8\n# gr\xf6\xdfe\n", "PC002", at=(3, 5), severity="error")


def test_a_lone_continuation_byte() -> None:
    finds(b"[vec]\nnum_envs = 8\n[env]\nname = \x80\n", "PC002", at=(4, 8))


def test_it_is_told_without_a_target() -> None:
    finds(b"[vec]\nnum_envs = 8\n# \xff\n", "PC002", at=(3, 3), target=None)


def test_silent_umlauts_in_utf8() -> None:
    quiet("[vec]\nnum_envs = 8\n# größe\n", "PC002")


def test_silent_other_scripts() -> None:
    quiet("[vec]\nnum_envs = 8\n[env]\nname = 環境\n", "PC002")


def test_silent_plain_ascii() -> None:
    quiet(VEC, "PC002")
