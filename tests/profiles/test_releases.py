"""What a pin to a release, a commit or a branch means."""

from __future__ import annotations

import pytest
from packaging.specifiers import SpecifierSet

from profilecheck.profiles.releases import (
    COMMITS,
    PINS,
    PUBLISHED,
    is_published,
    is_upstream,
    last_published,
    moves,
    of_reference,
    of_specifier,
)


@pytest.mark.parametrize(
    ("specifier", "generation"),
    [
        ("==3.0.0", "3.0"),
        ("===3.0.0", "3.0"),
        ("==3.0", "3.0"),
        ("==3.*", "3.0"),
        ("==3.0.1", "3.0"),
        ("~=3.0", "3.0"),
        ("~=3.0.0", "3.0"),
        (">=3,<4", "3.0"),
        (">=3.0.0,!=3.1.0,<4", "3.0"),
        ("==4.0.0", "4.0"),
        ("==4.*", "4.0"),
        (">3.1,<5", "4.0"),
        ("==5.0.0", "5.0"),
        ("==2.0.6", "2.0"),
        ("==1.0.1", "1.0"),
        ("==0.5.0", "1.0"),
        (">=2.0.1,<2.0.5", "2.0"),
        ("==9.9", "9.0"),
    ],
)
def test_a_specifier_that_admits_one_generation(specifier: str, generation: str) -> None:
    assert of_specifier(SpecifierSet(specifier)) == generation


@pytest.mark.parametrize(
    "specifier",
    [
        "",
        ">=2",
        ">=3",
        ">=3.0.0",
        ">3",
        "<4",
        ">=2,<4",
        "!=3.0.0",
        ">=4",
        ">=5",
        "<0.1",
        "~=0.1,>9",
    ],
)
def test_a_specifier_that_admits_several_or_none(specifier: str) -> None:
    assert of_specifier(SpecifierSet(specifier)) is None


@pytest.mark.parametrize("name", ["pufferlib-core", "pufferlib_core", "PufferLib-Core"])
@pytest.mark.parametrize("specifier", ["", ">=3", "==3.0.17"])
def test_the_fork_on_the_index_is_3_0_in_all_its_releases(name: str, specifier: str) -> None:
    assert of_specifier(SpecifierSet(specifier), name) == "3.0"


REPOSITORY = "https://github.com/PufferAI/PufferLib"


@pytest.mark.parametrize(
    ("url", "generation"),
    [
        (f"git+{REPOSITORY}@4.0", "4.0"),
        (f"git+{REPOSITORY}.git@4.0#egg=pufferlib", "4.0"),
        (f"git+{REPOSITORY}@v3.0.0", "3.0"),
        (f"git+{REPOSITORY}@refs/heads/4.0", "4.0"),
        (f"git+{REPOSITORY}@5.0-experiments", "5.0"),
        ("git+ssh://git@github.com/PufferAI/PufferLib.git@3.0", "3.0"),
        (f"git+{REPOSITORY}@8e3e754", "4.0"),
        (f"git+{REPOSITORY}@8e3e7546428f06839dad031935081ff3ad915f07", "4.0"),
        (f"git+{REPOSITORY}@052f0f53a1b2c3d4e5f60718293a4b5c6d7e8f90", "4.0"),
        (f"git+{REPOSITORY}@64da1a6b", "5.0"),
        (f"{REPOSITORY}?rev=4.0#25647630e1b15330bb3153a5a0d3ff8d234c3acf", "4.0"),
        (f"{REPOSITORY}?branch=main#8e3e7546428f06839dad031935081ff3ad915f07", "4.0"),
        (f"{REPOSITORY}?tag=v3.0.0#0000000000000000000000000000000000000000", "3.0"),
        (f"git+{REPOSITORY}@4.0#egg=pufferlib&subdirectory=python", "4.0"),
        (f"{REPOSITORY}/archive/refs/heads/4.0.zip", "4.0"),
        (f"{REPOSITORY}/archive/8e3e7546428f06839dad031935081ff3ad915f07.tar.gz", "4.0"),
        (f"{REPOSITORY}/tarball/v3.0.0", "3.0"),
        ("wheels/pufferlib-3.0.0-cp311-cp311-linux_x86_64.whl", "3.0"),
        ("https://files.example/pufferlib-3.0.0.tar.gz", "3.0"),
        ("https://files.example/pufferlib-4.0.0-cp311-none-any.whl#sha256=abc", "4.0"),
        ("https://files.example/pufferlib_core-3.0.17-py3-none-any.whl", "3.0"),
    ],
)
def test_a_url_that_is_known(url: str, generation: str) -> None:
    assert of_reference(url) == generation


@pytest.mark.parametrize(
    "url",
    [
        "",
        "@",
        f"git+{REPOSITORY}",
        f"git+{REPOSITORY}@main",
        f"git+{REPOSITORY}@dev",
        f"git+{REPOSITORY}@8e3e75",
        f"git+{REPOSITORY}@0123456789abcdef",
        f"git+{REPOSITORY}@my-4.0-branch",
        f"git+{REPOSITORY}@61f27b3",
        "git+ssh://git@github.com/PufferAI/PufferLib",
        f"{REPOSITORY}?branch=main#0000000000000000000000000000000000000000",
        f"{REPOSITORY}/archive/main.zip",
        "https://files.example/other-4.0.0.tar.gz",
    ],
)
def test_a_url_that_means_nothing(url: str) -> None:
    assert of_reference(url) is None


def test_commits_are_told_apart_by_the_seven_digits_that_people_write() -> None:
    assert len({commit[:7] for commit in COMMITS}) == len(COMMITS)


@pytest.mark.parametrize(
    "url",
    [
        f"git+{REPOSITORY}",
        f"git+{REPOSITORY}.git#egg=pufferlib",
        f"git+{REPOSITORY}@main",
        f"git+{REPOSITORY}@HEAD#subdirectory=x",
        "git+ssh://git@github.com/PufferAI/PufferLib.git",
        f"git+{REPOSITORY}?branch=main",
    ],
)
def test_a_repository_that_moves(url: str) -> None:
    assert moves(url) and is_upstream(url)


@pytest.mark.parametrize(
    "url",
    [
        "",
        "../PufferLib",
        f"git+{REPOSITORY}@4.0",
        f"git+{REPOSITORY}@my-branch",
        f"git+{REPOSITORY}?branch=main#8e3e7546428f06839dad031935081ff3ad915f07",
        "git+ssh://git@github.com/PufferAI/PufferLib.git@4.0",
        f"{REPOSITORY}/archive/main.zip",
        "https://files.example/pufferlib-3.0.0.tar.gz",
    ],
)
def test_what_does_not_move(url: str) -> None:
    assert not moves(url)


@pytest.mark.parametrize(
    ("specifier", "name", "published"),
    [
        ("==3.0.0", "pufferlib", True),
        ("==3", "PufferLib", True),
        ("<4", "pufferlib", True),
        ("==3.0.17", "pufferlib", False),
        ("==3.0.17", "pufferlib_core", True),
        (">=4", "pufferlib", False),
        ("==3.0.11", "pufferlib-core", False),
        ("==four", "pufferlib", None),
        (f"=={'9' * 5000}", "pufferlib", None),
    ],
)
def test_which_versions_were_published(specifier: str, name: str, published: bool | None) -> None:
    assert is_published(specifier, name) is published


def test_what_to_write_for_a_generation_means_that_generation() -> None:
    for generation, pin in PINS.items():
        name, _, url = pin.partition(" @ ")
        meant = (
            of_reference(url) if url else of_specifier(SpecifierSet(name.removeprefix("pufferlib")))
        )
        assert meant == generation
        assert url or is_published(name.removeprefix("pufferlib"))


def test_the_last_release_of_each_distribution() -> None:
    assert [last_published(name) for name in PUBLISHED] == ["3.0.0", "3.0.23"]
