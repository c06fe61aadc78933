"""Names with ``-``: argparse takes them for those with ``_``, unless these are set too."""

from __future__ import annotations

import pytest

from tests.migrate.helpers import entry, errors, migrated, result

HEAD = "[base]\npackage = ocean\nenv_name = puffer_squared\n[vec]\nnum_envs = 8\n"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("num-workers = 4\n", "line 6: [vec] num-workers becomes the flag of [vec] num_workers"),
        ("num-envs = 4\n", "line 6: [vec] num-envs becomes the flag of [vec] num_envs"),
        ("[train]\nlearning-rate = 1\n", "line 7: [train] learning-rate becomes the flag of"),
        ("[sweep.train.bptt-horizon]\nmin = 1\n", "line 7: [sweep.train.bptt-horizon] min becomes"),
    ],
)
def test_a_name_that_the_loader_refuses_blocks_and_is_told(text: str, told: str) -> None:
    ledger = migrated(HEAD + text)
    assert ledger.status == "blocked"
    assert ledger.reason.startswith(f"its loader refuses it as it is: {told}")


def test_a_known_name_of_4_0_is_written_as_its_default_ini_has_it() -> None:
    text = f"{HEAD}[env]\nnum_envs = 512\n[policy]\nhidden-size = 256\n"
    ledger = migrated(text)
    assert b"\nhidden_size = 256\n" in (ledger.after or b"")
    assert entry(ledger, "policy", "hidden_size").action == "renamed"
    assert errors(ledger) == []


def test_another_name_stays_as_it_is_written() -> None:
    assert "\nmy-size = 3\n" in result(f"{HEAD}[env]\nmy-size = 3\n")
