"""PC704: a mode that the launcher lacks."""

from __future__ import annotations

import pytest

from tests.rules.helpers import finds, quiet


@pytest.mark.parametrize(
    ("target", "mode", "said"),
    [
        ("4.0", "autotune", "it has train"),
        ("4.0", "profile", "it has train"),
        ("4.0", "export", ".bin"),
        ("3.0", "paretosweep", "use sweep"),
        ("3.0", "match", "it has train"),
        ("3.0", "trian", "did you mean train?"),
        ("3.0", "autotune", "never works"),
        ("3.0", "profile", "never works"),
    ],
)
def test_a_mode_that_is_none_or_fails(target: str, mode: str, said: str) -> None:
    found = finds(
        f"puffer {mode} x", "PC704", name="run.sh", target=target, at=(1, 8), severity="error"
    )
    assert said in found.message


@pytest.mark.parametrize(
    ("target", "text"),
    [
        *(("3.0", f"puffer {mode} x") for mode in ("train", "eval", "sweep", "export")),
        *(
            ("4.0", f"puffer {mode} x")
            for mode in ("train", "eval", "sweep", "paretosweep", "match")
        ),
        ("3.0", "puffer $MODE x"),
        ("4.0", "puffer trains x"),
        ("3.0", "python -m pufferlib.pufferl train x"),
    ],
)
def test_modes_that_there_are(target: str, text: str) -> None:
    quiet(text, "PC704", name="run.sh", target=target)
