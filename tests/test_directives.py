"""What comments ask of profilecheck, and what only resembles it."""

from __future__ import annotations

import pytest

from profilecheck.directives import Asked, Directive, Fault, Ignored, directives
from profilecheck.sources.read import read
from tests.rules.helpers import report


def found(comment: str, name: str = "a.ini") -> list[Directive]:
    document = read(f"{comment}\n[vec]\nnum_envs = 8\n".encode(), name)
    assert document is not None
    return list(directives(document))


def one(text: str) -> Directive | None:
    """The directive in a comment; its place is that of the text that it was made from."""
    comment = f"# profilecheck: {text}"
    all_of_them = found(comment)
    assert len(all_of_them) <= 1
    for directive in all_of_them:
        assert directive.span.line == directive.span.end_line == 1
        written = comment[directive.span.column - 1 : directive.span.end_column - 1]
        assert written and written in text
        if isinstance(directive, Fault):
            assert f"`{written}`" in directive.message
    return all_of_them[0] if all_of_them else None


# The right forms


@pytest.mark.parametrize(
    "text",
    [
        "target=4.0",
        "target = 4.0",
        'target="4.0"',
        "target = '4.0' until spring",
        "target=v4.0",
        "target=4.0, the cluster has it",
        "target=4.0; 2.5 times as fast",
        "target=4.0.",
        "TARGET=4.0",
        "target=4.0 or later",
    ],
)
def test_a_target(text: str) -> None:
    directive = one(text)
    assert isinstance(directive, Asked) and directive.name == "4.0"


@pytest.mark.parametrize(
    ("text", "whole_file", "words"),
    [
        ("ignore[PC203]", False, ["PC203"]),
        ("ignore [PC203]: the launcher rounds", False, ["PC203"]),
        ("ignore[PC203, envs-by-workers] see [1]", False, ["PC203", "envs-by-workers"]),
        ("ignore[PC203 PC2]", False, ["PC203", "PC2"]),
        ("IGNORE[pc203]", False, ["pc203"]),
        ('ignore["PC203"]', False, ["PC203"]),
        ("ignore-file[PC203] generated", True, ["PC203"]),
        ("ignore", False, None),
        ("ignore -- the launcher rounds", False, None),
        ("ignore: the launcher rounds", False, None),
        ("ignore (the launcher rounds)", False, None),
        ("ignore-file", True, None),
    ],
)
def test_a_suppression(text: str, whole_file: bool, words: list[str] | None) -> None:
    directive = one(text)
    assert isinstance(directive, Ignored) and directive.whole_file is whole_file
    assert (directive.words and [word.text for word in directive.words]) == words
    for word in directive.words or ():
        assert (
            f"# profilecheck: {text}"[word.span.column - 1 : word.span.end_column - 1] == word.text
        )


@pytest.mark.parametrize(
    "text",
    [
        "target=3.0 ignore-file[PC203] why",
        "target=3.0, ignore-file[PC203]",
        "ignore-file[PC203]; target=3.0",
    ],
)
def test_a_comment_may_hold_several(text: str) -> None:
    kinds = {type(directive) for directive in found(f"# profilecheck: {text}")}
    assert kinds == {Asked, Ignored}


@pytest.mark.parametrize(
    "comment",
    [
        "# profilecheck: ignore[PC203]",
        ";profilecheck:ignore[PC203]",
        "  # profilecheck: ignore[PC203]",
        "# PROFILECHECK : ignore[PC203]",
    ],
)
def test_how_a_comment_is_addressed(comment: str) -> None:
    (directive,) = found(comment)
    assert isinstance(directive, Ignored)


# What resembles one


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("traget=4.0", "write target=4.0"),
        ("taget = 3.0", "write target=3.0"),
        ("targets=4.0", "write target=4.0"),
        ("target: 4.0", "write target=4.0"),
        ("target 4.0", "write target=4.0"),
        ("target 3.0 until we migrate", "write target=3.0"),
        ('target is "4.0"', "write target=4.0"),
        ("target: auto", "write target=auto"),
        ("profile=4.0", "write target=4.0"),
        ("pufferlib==3.0", "write target=3.0"),
        ("4.0", "write target=4.0"),
        ("target=3.1", "did you mean 3.0?"),
        ("target=9.9", "did you mean 4.0?"),
        ("target=4", "did you mean 4.0?"),
        ("target==4.0", "asks for no target: write target=4.0"),
        ("target == 4.0", "write target=4.0"),
        ("target===4.0", "write target=4.0"),
        ("target: ==4.0", "write target=4.0"),
        ('target="==4.0"', "write target=4.0"),
        ("target==v3.0", "write target=3.0"),
        ("target==3.0.0", "write target=3.0"),
        ("target==auto", "write target=auto"),
        ("target==5.0", "asks for 5.0, which has no profile"),
        ("target==", "write target=3.0 or 4.0"),
        ("target==cluster", "known: 3.0 or 4.0"),
        ("target=pufferlib==3.0.0", "write target=3.0"),
        ("target pufferlib==3.0.0", "write target=3.0"),
        ("target: pufferlib 4.0", "write target=4.0"),
        ("pufferlib==3.0.0", "write target=3.0"),
        ("==4.0", "write target=4.0"),
        ("target=>4", "write target=4.0"),
        ("target=4.0-dev", "the nearest that has one is 4.0"),
        ("target=5.0", "the nearest that has one is 4.0"),
        ("target=2.0", "the nearest that has one is 3.0"),
        ("target: 5.0", "the nearest that has one is 4.0"),
        ("target=", "write target=3.0 or 4.0"),
        ("target=cluster", "known: 3.0 or 4.0"),
        ("target=3.0 or 4.0", "asks for 3.0 and 4.0"),
        ("target=3.0,4.0", "asks for 3.0 and 4.0"),
    ],
)
def test_a_target_that_is_not_in_force(text: str, right: str) -> None:
    directive = one(text)
    assert isinstance(directive, Fault) and directive.about == "target"
    assert right in directive.message


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("ingore[PC203]", "write ignore[PC203]"),
        ("ingore[PC203, PC205] why", "write ignore[PC203, PC205]"),
        ("ingore-file[PC203]", "write ignore-file[PC203]"),
        ("ignore_file[PC203]", "write ignore-file[PC203]"),
        ("ignore-next-line[PC203]", "write ignore[PC203]"),
        ("ignore PC203", "write ignore[PC203]"),
        ("ignore: PC203", "write ignore[PC203]"),
        ("ignore=PC203", "write ignore[PC203]"),
        ("ignore(PC203)", "write ignore[PC203]"),
        ("ignore[PC203", "write ignore[PC203]"),
        ("ignore: envs-by-workers", "write ignore[CODES]"),
        ("ignore the next line", "ignore -- before a reason"),
        ("ignored", "write ignore[CODES]"),
        ("ignore[]", "names no rule"),
        ("disable[PC203]", "write ignore[PC203]"),
        ("disable=PC203", "write ignore[PC203]"),
        ("noqa: PC203", "write ignore[PC203]"),
        ("noqa", "write ignore[CODES]"),
        ("PC203", "write ignore[PC203]"),
        ("mode=eval", "is no directive"),
    ],
)
def test_another_slip(text: str, right: str) -> None:
    directive = one(text)
    assert isinstance(directive, Fault) and directive.about == "other"
    assert right in directive.message


@pytest.mark.parametrize(
    ("comment", "about"),
    [
        ("# profilecheck target=4.0", "target"),
        ("# profilcheck: target=4.0", "target"),
        ("; profile-check: target = 4.0", "target"),
        ("# profilechek: ignore[PC203] why", "other"),
        ("# profilecheck ignore-file[PC203]", "other"),
    ],
)
def test_a_directive_that_is_not_addressed_to_profilecheck(comment: str, about: str) -> None:
    (directive,) = found(comment)
    assert isinstance(directive, Fault) and directive.about == about
    assert "write `profilecheck:`" in directive.message


def test_a_slip_behind_a_directive() -> None:
    kinds = [type(d) for d in found("# profilecheck: ignore[PC203], traget=4.0")]
    assert kinds == [Ignored, Fault]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "see the docs",
        "ignored in production",
        "ignores all of this",
        "the target is the cluster",
        "target machine is the cluster",
        "target: the cluster",
        "target 64 cores",
        "4.0 is what we use",
        "PC203 is fine here",
        "skip this when it is slow",
        "checked by hand, a=b",
        "note [1]",
        "https://example.com/?target=4.0",
    ],
)
def test_prose_is_left_alone(text: str) -> None:
    assert one(text) is None


@pytest.mark.parametrize(
    "text", ["num_envs=100 is rounded", "the target of the year", "ignored elsewhere too", "4.0"]
)
def test_a_reason_is_left_alone(text: str) -> None:
    (directive,) = found(f"# profilecheck: ignore[PC203] {text}")
    assert isinstance(directive, Ignored)


@pytest.mark.parametrize(
    "comment",
    [
        "# no profilecheck: target=4.0",
        "## profilecheck: target=4.0",
        "# num_envs = 8  # profilecheck: ignore[PC203]",
        "# profilecheck-test: target=4.0",
        "# profile: target=4.0",
        "# config: ignore[PC203]",
        "# profilecheck is a tool",
    ],
)
def test_other_comments(comment: str) -> None:
    assert found(comment) == []


# Formats


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.yaml", "vec:\n  num_envs: 8  # note # profilecheck: ignore[PC203] x\n"),
        ("a.toml", "[vec]\nnum_envs = 8 # profilecheck: ignore[PC203]\n"),
        ("a.toml", "[vec] # profilecheck: ignore[PC203]\nnum_envs = 8\n"),
        ("a.ini", "[vec]\nnum_envs = 8 ; profilecheck: ignore[PC203]\n"),
    ],
)
def test_behind_a_value(name: str, text: str) -> None:
    document = read(text.encode(), name)
    assert document is not None
    (directive,) = directives(document)
    assert isinstance(directive, Ignored)
    column = text.split("\n")[directive.span.line - 1].index("ignore") + 1
    assert directive.span.column == column


@pytest.mark.parametrize("mark", ["//", "#", "/*"])
def test_json_has_no_comments_and_says_so_at_the_first(mark: str) -> None:
    text = f'{{\n  {mark} profilecheck: target=4.0\n  "vec": {{"num_envs": 8}}\n}}\n'
    verdict = report(text, name="a.json", target=None)
    (finding,) = verdict.findings
    assert (finding.code, finding.span.line, finding.span.column) == ("PC004", 2, 3)
    assert finding.message == "JSON has no comments"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("target=3.0, mode=eval", "`mode=eval` is no directive"),
        ("target=3.0 mode=eval", "`mode=eval` is no directive"),
        ("target=4.0; agents-per-env = 4", "`agents-per-env = 4` is no directive"),
        ("skip-file", "write ignore-file[CODES]"),
        ("ignore_file[PC203]", "write ignore-file[PC203]"),
        (
            "target>=3",
            "`target>=3` asks for no target: a file is for one of them, so write target=3.0",
        ),
        ("target >= 4.0", "write target=4.0"),
        ("target", "`target` names no target"),
        ("target:", "`target:` names no target"),
        ("for 4.0", "`for 4.0` asks for no target: write target=4.0"),
        ("ignore-line[PC203]", "write ignore[PC203]"),
        ("ignore-next-line[PC203]", "write ignore[PC203]"),
        ("ignore-all", "write ignore[CODES]"),
    ],
)
def test_what_was_meant_and_no_advice_that_widens_it(text: str, told: str) -> None:
    faults = [one for one in found(f"# profilecheck: {text}") if isinstance(one, Fault)]
    assert len(faults) == 1 and told in faults[0].message


@pytest.mark.parametrize(
    "text",
    ["target=3.0 lr=3 works", "target machine is big", "targets of the run", "ignored by all"],
)
def test_prose_that_is_left_alone(text: str) -> None:
    assert not [one for one in found(f"# profilecheck: {text}") if isinstance(one, Fault)]


@pytest.mark.parametrize("mark", [" -", " --", " =", " \N{EN DASH}"])
def test_another_mark_than_a_colon(mark: str) -> None:
    (fault,) = found(f"# Profilecheck{mark} ignore[PC203]")
    assert isinstance(fault, Fault) and "is not addressed to profilecheck" in fault.message


def test_a_string_of_python_sets_no_target_and_silences_nothing() -> None:
    text = "[base]\nenv_name = a\n[vec]\nnum_envs = 8\nnum_workers = 3\n[env]\nnote = {}\n"
    found = report(text.format('"see # profilecheck: ignore-file[PC203] there"'))
    assert "PC203" in [finding.code for finding in found.findings] and not found.suppressed
    found = report(text.format("'see # profilecheck: target=4.0'"), target=None)
    assert found.profile == "3.0"
