"""The table of synonyms agrees with the names that profiles know."""

from __future__ import annotations

from collections import Counter

from profilecheck.profiles import profiles
from profilecheck.profiles.synonyms import _ROWS, SECTIONS, meant

KNOWN = frozenset(name for profile in profiles().values() for name in profile.all_names)
WORDS = [word for _, words in _ROWS for word in words.split()]


def test_a_word_means_one_thing_and_is_no_name_itself() -> None:
    assert [word for word, times in Counter(WORDS).items() if times > 1] == []
    assert set(WORDS) & {key for _, key in KNOWN} == set()
    assert all(word == word.lower() for word in WORDS)


def test_every_place_and_section_is_known_to_a_generation() -> None:
    places = [place for row, _ in _ROWS for place in row.split()]
    assert [p for p in places if tuple(p.split(".")) not in KNOWN] == []
    assert set(SECTIONS.values()) <= {"vec", "train", "env"}


def test_what_may_mean_two_places_means_none() -> None:
    both = {("vec", "batch_size"), ("train", "batch_size")}
    assert meant("base", "batch", both) is None
    assert meant("base", "batch", both - {("vec", "batch_size")}) == ("train", "batch_size")
    assert meant("vec", "batch", both) == ("vec", "batch_size")
    assert meant("train", "num_minibatches", both) is None
