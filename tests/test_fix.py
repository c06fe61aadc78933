"""Fixing one file: what is mended, what is left out and why, and that all else stays."""

from __future__ import annotations

from codecs import BOM_UTF8

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from profilecheck.fix import Fixed
from profilecheck.hosts import declared
from profilecheck.options import Options
from tests.fixing import assert_sound_fix

HOST = declared(64, None, "tests")
HEAD = "[base]\npackage = ocean\nenv_name = puffer_breakout\n\n"


def fix(
    text: str | bytes, *, unsafe: bool = False, name: str = "a.ini", **options: object
) -> Fixed:
    data = text.encode() if isinstance(text, str) else text
    chosen = Options(**{"target": "3.0", "host": HOST, **options})  # type: ignore[arg-type]
    return assert_sound_fix(data, name, chosen, unsafe=unsafe)


def test_leftovers_are_renamed_moved_and_removed_and_comments_stay() -> None:
    text = HEAD + (
        "[vec]\n# all that fit\nnum_envs = 8\n# of old\ntotal_agents = 8\n\n"
        "[train]\n; long enough\nhorizon = 64\nenv_batch_size = 4\n"
    )
    one = fix(text)
    assert one.after.decode() == HEAD + (
        "[vec]\n# all that fit\nnum_envs = 8\nbatch_size = 4\n# of old\n\n"
        "[train]\n; long enough\nbptt_horizon = 64\n"
    )
    assert {finding.code for finding in one.mended} == {"PC103", "PC106"}


def test_a_value_of_several_lines_goes_as_a_whole_but_for_the_comments_in_it() -> None:
    text = HEAD + "[vec]\nnum_envs = 8\ntotal_agents = [\n  # eight\n  8,\n  ]\n\n[env]\nx = 1\n"
    assert fix(text).after.decode() == HEAD + ("[vec]\nnum_envs = 8\n  # eight\n\n[env]\nx = 1\n")


def test_what_is_a_guess_or_a_choice_waits_to_be_asked_for() -> None:
    text = HEAD + "[vec]\nnum_envs = 100\nnum_workers = 6\n\n[train]\nlerning_rate = 0.1\n"
    assert fix(text).after.decode() == text
    one = fix(text, unsafe=True)
    assert "\nlearning_rate = 0.1\n" in one.after.decode()
    assert {finding.code for finding in one.mended} >= {"PC203", "PC105"}
    assert not one.report.findings


def test_what_would_bring_an_error_is_left_out_and_said() -> None:
    text = HEAD + "[vec]\nnum_envs = 100\n\n[train]\nnum_workers = 6\n"
    one = fix(text)
    assert one.after.decode() == text
    (left,) = one.left_out
    assert left.finding.code == "PC106"
    assert left.reason.startswith("it would bring PC203: num_envs = 100 is not divisible")


def test_a_fix_that_another_one_took_away_is_said() -> None:
    """What moves to [vec] batch_size is there before what was likely meant to be called so."""
    text = HEAD + "[vec]\nnum_envs = 8\nbatch_sise = 8\n\n[train]\nenv_batch_size = 4\n"
    for unsafe, told in ((False, []), (True, ["PC105"])):
        one = fix(text, unsafe=unsafe)
        assert one.mended[0].code == "PC106" and b"batch_sise = 8" in one.after
        assert [left.finding.code for left in one.left_out] == told
    assert [left.reason for left in one.left_out] == ["another fix that was made took its own away"]


def test_what_would_bring_an_error_leaves_the_others_alone() -> None:
    text = HEAD + "[vec]\nnum_envs = 100\n\n[train]\nnum_workers = 6\nhorizon = 64\n"
    one = fix(text)
    assert one.after.decode() == text.replace("horizon", "bptt_horizon")
    assert [left.finding.code for left in one.left_out] == ["PC106"]


def test_an_error_that_is_not_reported_keeps_a_fix_out_too() -> None:
    text = HEAD + "[vec]\nnum_envs = 100\n\n[train]\nnum_workers = 6\n"
    assert len(fix(text, select=("PC1",)).left_out) == 1


def test_what_is_not_selected_is_not_mended() -> None:
    text = HEAD + "[vec]\nnum_envs = 8\n\n[train]\nhorizon = 64\nenv_batch_size = 4\n"
    after = fix(text, select=("PC106",)).after.decode()
    assert "horizon = 64" in after and "bptt_horizon" not in after and "env_batch" not in after


def test_what_a_comment_silences_is_not_mended() -> None:
    text = (
        HEAD
        + "[vec]\nnum_envs = 8\n\n[train]\n# profilecheck: ignore[PC103] why not\nhorizon = 64\n"
    )
    assert fix(text).after.decode() == text


def test_a_value_that_refers_to_its_neighbours_is_not_moved() -> None:
    text = HEAD + "[vec]\nnum_envs = 8\n\n[train]\nx = 4\nenv_batch_size = %(x)s\n"
    assert "env_batch_size = %(x)s" in fix(text).after.decode()


def test_two_keys_that_need_one_new_section() -> None:
    text = HEAD + "[train]\nnum_envs = 8\nnum_workers = 4\nenv_batch_size = 4\n"
    assert fix(text).after.decode() == HEAD + (
        "[vec]\nnum_envs = 8\nnum_workers = 4\nbatch_size = 4\n\n[train]\n"
    )


def test_a_suppression_of_several_loses_what_silences_nothing() -> None:
    text = (
        HEAD
        + "[vec]\nnum_envs = 100\n# profilecheck: ignore[PC201, PC203, PC204] for now\nnum_workers = 6\n"
    )
    assert "# profilecheck: ignore[PC203] for now\n" in fix(text).after.decode()


def test_a_suppression_behind_a_value_goes_with_the_blanks_before_it() -> None:
    text = "vec:\n  num_envs: 8  # profilecheck: ignore[PC203]\n  num_workers: 4\n"
    after = fix(text, name="a.yaml").after.decode()
    assert after == "vec:\n  num_envs: 8\n  num_workers: 4\n"


def test_the_mark_goes_alone() -> None:
    text = HEAD + "[vec]\r\nnum_envs = 8\r\n"
    assert fix(BOM_UTF8 + text.encode()).after == text.encode()


def test_the_mark_stays_where_it_is_not_to_be_mended() -> None:
    data = BOM_UTF8 + (HEAD + "[vec]\nnum_envs = 8\ntotal_agents = 8\n").encode()
    after = fix(data, ignore=("PC003",)).after
    assert after == data.replace(b"total_agents = 8\n", b"")


def test_a_file_that_is_not_utf_8_is_left_as_it_is() -> None:
    data = HEAD.encode() + b"# \xfc\n[vec]\nnum_envs = 8\ntotal_agents = 8\n"
    one = fix(data)
    assert one.after == data
    assert {left.reason[:24] for left in one.left_out} == {"the file is not UTF-8, o"}


@pytest.mark.parametrize("call", ["num_workers=6", "num_workers = 6"])
def test_a_literal_of_a_call_is_replaced(call: str) -> None:
    text = (
        "import pufferlib.vector\n\n\ndef run(make):\n"
        "    envs = pufferlib.vector.make(make, backend=pufferlib.vector.Multiprocessing, num_envs=100, "
        f"{call})\n    envs.close()\n"
    )
    one = fix(text, name="a.py", unsafe=True)
    assert one.after.decode() == text.replace(call, call[:-1] + "5")


@pytest.mark.parametrize(
    ("name", "text", "after"),
    [
        (
            "a.yaml",
            "x:\n  vec:\n    total_agents: 64\n    # old\n    num_envs: 8\n    num_buffers: 2  # two\n",
            "x:\n  vec:\n    total_agents: 64\n    # old\n    num_buffers: 2  # two\n",
        ),
        (
            "a.toml",
            "[vec]\ntotal_agents = 64\n# old\nnum_envs = 8\nnum_buffers = 2 # two",
            "[vec]\ntotal_agents = 64\n# old\nnum_buffers = 2 # two",
        ),
        (
            "a.json",
            '{"vec": {"total_agents": 64, "num_envs": 8, "num_buffers": 2}}',
            '{"vec": {"total_agents": 64, "num_buffers": 2}}',
        ),
    ],
)
def test_a_leftover_goes_in_every_format(name: str, text: str, after: str) -> None:
    assert fix(text, name=name, target="4.0").after.decode() == after


def test_a_suppression_goes_with_the_line_that_it_was_for() -> None:
    text = (
        HEAD + "[vec]\nnum_envs = 8\n# profilecheck: ignore[PC2] why\ntotal_agents = 8\nseed = 1\n"
    )
    after = fix(text, select=("PC1",)).after.decode()
    assert after == HEAD + "[vec]\nnum_envs = 8\nseed = 1\n"


def test_many_choices_are_made_together() -> None:
    text = "".join(
        f"x{i}:\n  vec:\n    backend: Multiprocessing\n    num_envs: 100\n    num_workers: 6\n"
        for i in range(30)
    )
    one = fix(text, name="a.yaml", unsafe=True)
    assert one.after.decode() == text.replace("num_workers: 6", "num_workers: 5")
    assert len(one.mended) == 30


def test_what_set_decides_is_not_mended_in_the_file() -> None:
    from profilecheck.layers import Override

    text = HEAD + "[vec]\nnum_envs = 100\n"
    given_there = (Override("vec", "num_workers", "6"),)
    one = fix(text, unsafe=True, overrides=given_there)
    assert not any("num_workers" in line for line in one.after.decode().splitlines())


LINES = st.lists(
    st.sampled_from(
        [
            "num_envs = 100",
            "num_workers = 6",
            "num_workers = 5  # five",
            "total_agents = 64",
            "batch_size = 7",
            "env_batch_size = 2",
            "horizon = 64",
            "bptt_horizon = 60",
            "minibatch_size = '1000'",
            "lerning_rate = 0.1",
            "zero_copy = false",
            "backend = serial",
            "adam_beta1 = 0.9",
            "label = 90%",
            "label = 50%% off",
            "# profilecheck: ignore[PC203]",
            "# profilecheck: ignore[PC1, PC203] why",
            "; a note",
            "",
            "  more = 1",
            "[train]",
            "[vec]",
            "[vec] # of [all]",
            "[sweep.train.horizon]",
            "[tain]",
            "[env]",
        ]
    ),
    max_size=14,
)


@pytest.mark.heavy
@settings(max_examples=30, deadline=None)
@given(
    LINES,
    st.sampled_from(["3.0", "4.0", None]),
    st.sampled_from(["\n", "\r\n"]),
    st.booleans(),
    st.booleans(),
)
def test_a_fix_converges_and_keeps_what_it_does_not_mend(
    lines: list[str], target: str | None, end: str, closed: bool, unsafe: bool
) -> None:
    text = end.join([*HEAD.splitlines(), "[vec]", *lines]) + (end if closed else "")
    one = fix(text, unsafe=unsafe, target=target)
    if end == "\r\n":
        assert one.after.count(b"\n") == one.after.count(b"\r\n")
    if one.mended and not closed:
        whole = fix(text + end, unsafe=unsafe, target=target)
        assert one.after.rstrip() == whole.after.rstrip()


@pytest.mark.parametrize("line", ["anneal_lr = false", "compile = no"])
def test_a_text_that_counted_as_true_is_made_false_only_where_that_is_asked_for(line: str) -> None:
    text = HEAD + "[vec]\nnum_envs = 8\n\n[train]\n" + line + "\n"
    assert fix(text).after.decode() == text
    key = line.partition(" ")[0]
    assert f"\n{key} = False\n" in fix(text, unsafe=True).after.decode()


@pytest.mark.parametrize("line", ["beta1 = 0.9", "beta2 = 0.9", "eps = 0.1"])
def test_a_name_that_comes_into_force_with_another_meaning_waits_to_be_asked_for(line: str) -> None:
    text = HEAD + "[vec]\nnum_envs = 8\n\n[train]\noptimizer = adam\nhorizon = 64\n" + line + "\n"
    assert fix(text).after.decode() == text.replace("horizon", "bptt_horizon")
    assert f"\nadam_{line}\n" in fix(text, unsafe=True).after.decode()
