"""Inline code of a page: commands of 3.0 there stay, which a note says."""

from __future__ import annotations

from tests.migrate.helpers import migrated

PAGE = """Install it with `pip install pufferlib==3.0.0`.

```sh
puffer train puffer_squared --vec.num-envs 4 --env.num-envs 256 # `pip install pufferlib==3.0.0`
```

See `pufferlib.vector`, `puffer train squared`, ``puffer train puffer_pong`` and `--vec.num-envs`.
"""


def notes(text: str, name: str = "README.md") -> list[str]:
    found = (note for part in migrated(text, name).parts for note in part.remarks)
    return [note for note in found if "in the text" in note]


def test_commands_of_3_0_are_told_with_their_lines() -> None:
    assert notes(PAGE) == [
        "line 1: `pip install pufferlib==3.0.0` stays as it is in the text: write it for 4.0 yourself",
        "line 7: `puffer train puffer_pong` stays as it is in the text: write it for 4.0 yourself",
    ]


def test_a_page_of_which_nothing_is_migrated_may_tell_of_3_0() -> None:
    assert notes("Once it was `pip install pufferlib==3.0.0`.\n") == []
    migrated_once = migrated(PAGE, "README.md").after
    assert migrated_once is not None and notes(migrated_once.decode()) == []
