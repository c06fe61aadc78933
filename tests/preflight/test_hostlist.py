"""Lists of hosts as SLURM writes them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from profilecheck.preflight.hostlist import MOST, NoHostlist, expand


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("n1", ["n1"]),
        ("n1,n2", ["n1", "n2"]),
        ("n[1-3]", ["n1", "n2", "n3"]),
        ("n[1-2,5]", ["n1", "n2", "n5"]),
        ("n[08-10]", ["n08", "n09", "n10"]),
        ("n[8-10]", ["n8", "n9", "n10"]),
        ("n[007,099-101]", ["n007", "n099", "n100", "n101"]),
        ("n[5]", ["n5"]),
        ("n[5-5]", ["n5"]),
        ("r[1-2]n[1-2]", ["r1n1", "r1n2", "r2n1", "r2n2"]),
        ("gpu[1-2]-ib0.cluster", ["gpu1-ib0.cluster", "gpu2-ib0.cluster"]),
        ("[1-2]", ["1", "2"]),
        ("a-b[1-2],login,c[3]", ["a-b1", "a-b2", "login", "c3"]),
        (" n[1-2]\n", ["n1", "n2"]),
    ],
)
def test_lists_are_expanded(text: str, names: list[str]) -> None:
    assert expand(text) == names


@pytest.mark.parametrize(
    "text",
    [
        "",
        ",",
        "n1,",
        ",n1",
        "n1,,n2",
        "n1 n2",
        "n[",
        "n]",
        "n[]",
        "n[1-]",
        "n[-1]",
        "n[1,]",
        "n[a-b]",
        "n[1-2",
        "n[[1]]",
        "n[1 - 2]",
        "n[3-1]",
        "n[\u0661-2]",
        f"n[1-{MOST + 1}]",
        "n[0-999][0-999]",
        f"n[0-{MOST - 1}],m",
        f"n[{'9' * 5000}]",
        "n[0-99999999999999999999]",
        "n[0-9]" + "[0-9]" * 40,
    ],
)
def test_what_is_no_list_is_refused_at_once(text: str) -> None:
    with pytest.raises(NoHostlist):
        expand(text)


WORDS = st.text("abz.-_", min_size=1, max_size=4)
RANGES = st.lists(
    st.tuples(st.integers(0, 120), st.integers(0, 5), st.integers(0, 4)), min_size=1, max_size=3
)


@given(st.lists(st.tuples(WORDS, RANGES | st.none(), st.just("") | WORDS), min_size=1, max_size=4))
def test_a_list_gives_the_names_that_it_was_made_of(
    items: list[tuple[str, list[tuple[int, int, int]] | None, str]],
) -> None:
    texts, names = [], []
    for prefix, ranges, suffix in items:
        if ranges is None:
            texts.append(prefix + suffix)
            names.append(prefix + suffix)
            continue
        inner = []
        for low, more, zeros in ranges:
            first = str(low).zfill(zeros)
            inner.append(f"{first}-{low + more}" if more else first)
            names += [f"{prefix}{low + n:0{len(first)}d}{suffix}" for n in range(more + 1)]
        texts.append(f"{prefix}[{','.join(inner)}]{suffix}")
    assert expand(",".join(texts)) == names


@given(st.text("n,[]-019 ", max_size=12))
def test_any_text_is_expanded_or_refused(text: str) -> None:
    try:
        names = expand(text)
    except NoHostlist:
        return
    assert names and not any(set(name) & set(",[] ") for name in names)
