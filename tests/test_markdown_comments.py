"""What a Markdown page shows of profilecheck's comments is none of them."""

from __future__ import annotations

from functools import partial

import pytest

from tests.rules.helpers import finds, quiet
from tests.work import counted

BAD = "```sh\npuffer train puffer_breakout --vec.num-envs x\n```\n"
SHOWN = "<!-- profilecheck: ignore-file[PC706] -->"


@pytest.mark.parametrize(
    "shown",
    [
        f"Write `{SHOWN}` at the top.\n",
        f"Write ``{SHOWN} ` `` at the top.\n",
        *(f"```{language}\n{SHOWN}\n```\n" for language in ("html", "markdown", "sh", "")),
        f"~~~~md\n```\n{SHOWN}\n```\n~~~~\n",
        "```sh\n# profilecheck: ignore-file[PC706]\nls\n```\n",
        "```sh\n# profilecheck: ignore-file\nls\n```\n",
        f"Write at the top:\n\n    {SHOWN}\n\n",
        f"\n\t{SHOWN}\n\n",
        f"# Head\n\n    first\n\n    {SHOWN}\n\n",
        "<!-- never closed\n",
    ],
)
def test_what_is_shown_silences_nothing(shown: str) -> None:
    finds(shown + BAD, "PC706", name="a.md")
    finds(BAD + shown, "PC706", name="a.md")


@pytest.mark.parametrize(
    "text",
    [
        f"{SHOWN}\n{BAD}",
        f"`code` {SHOWN} `code`\n{BAD}",
        f"```html\n<p>\n```\n{SHOWN}\n{BAD}",
        f"A paragraph\n    {SHOWN}\n\n{BAD}",
        f"- an item\n\n    {SHOWN}\n\n{BAD}",
        f"1. an item\n\n   more of it\n\n    {SHOWN}\n\n{BAD}",
        f"text\n\n   {SHOWN}\n\n{BAD}",
        BAD.replace("sh\n", "sh\n# profilecheck: ignore-file[PC706]\n"),
        BAD.replace("\n```", "\n# profilecheck: ignore-file[PC706]\n```"),
        f"<!-- profilecheck: ignore[PC706]\nfor it shows `a fault` -->\n{BAD}".replace(
            "\nfor", " for"
        ),
    ],
)
def test_what_is_in_force(text: str) -> None:
    quiet(text, "PC706", name="a.md")


def test_a_block_in_a_comment_is_not_judged() -> None:
    told = finds(f"<!--\n{BAD}-->\n{BAD}", "PC706", name="a.md")
    assert told.span.line == 7


def test_nested_quotations_are_little_work() -> None:
    for line in (
        "> " * 20_000,
        "  " * 20_000,
        "- " * 20_000,
        "`" * 20_000,
        "<!-- profilecheck: " * 4_000,
    ):
        _, calls = counted(partial(finds, f"{line}\n\n{BAD}", "PC706", name="a.md"))
        assert calls < 200_000
