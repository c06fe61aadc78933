"""PC905: a suppression silences nothing."""

from __future__ import annotations

import pytest

from profilecheck.findings import Evidence
from profilecheck.surroundings import Surroundings
from tests.rules.helpers import finds, quiet, report
from tests.work import assert_linear

BASE = "[base]\nenv_name = a\n"
VEC = BASE + "[vec]\nnum_envs = 8\n"


def above(words: str, line: str = "num_workers = 4") -> str:
    return f"{VEC}# profilecheck: ignore[{words}] why\n{line}\n"


def test_a_code() -> None:
    found = finds(above("PC203"), "PC905", at=(5, 24), severity="info")
    assert found.message == "`PC203` silences nothing: line 6 has no such finding"
    assert found.span.end_column == 29


@pytest.mark.parametrize("word", ["PC20", "PC203", "envs-by-workers"])
def test_the_beginning_of_codes_and_a_name(word: str) -> None:
    assert f"`{word}` silences" in finds(above(word), "PC905", at=(5, 24)).message


def test_each_code_by_itself() -> None:
    finds(above("PC203, PC201", "num_workers = 3"), "PC905", at=(5, 31))
    finds(above("PC203, PC201"), "PC905", count=2)


def test_without_codes() -> None:
    found = finds(f"{VEC}[env]\n# profilecheck: ignore\nsize = 4\n", "PC905", at=(6, 17))
    assert found.message == "`ignore` silences nothing: line 7 has no finding"


def test_without_codes_for_the_whole_file() -> None:
    text = '# profilecheck: ignore-file\n[vec]\nbackend = "Serial"\nnum_envs = 1\n'
    found = finds(text, "PC905", at=(1, 17), name="a.toml")
    assert found.message == "`ignore-file` silences nothing: this file has no finding"


def test_for_the_whole_file() -> None:
    found = finds(f"# profilecheck: ignore-file[PC203]\n{VEC}", "PC905", at=(1, 29))
    assert found.message == "`PC203` silences nothing: this file has no such finding"


def test_a_line_too_high() -> None:
    text = f"{VEC}# profilecheck: ignore[PC203]\n\nnum_workers = 3\n"
    found = finds(text, "PC905")
    assert [note.message for note in found.notes] == [
        "line 6 is empty: the comment belongs right above its setting",
        "PC203 is found on line 7",
    ]


def test_behind_the_wrong_value() -> None:
    text = f"{VEC}num_workers = 3\nbatch_size = 8  # profilecheck: ignore[PC203]\n"
    assert finds(text, "PC905", at=(6, 40)).notes[0].message == "PC203 is found on line 5"


def test_a_code_that_is_found_on_several_lines() -> None:
    text = f"{BASE}[vec]\nnum_env = 8\nnum_worker = 8\n# profilecheck: ignore[PC1]\nseed = 1\n"
    (note, *_) = finds(text, "PC905").notes
    assert note.message == "PC1 is found on lines 4, 5"


def test_above_the_header() -> None:
    text = f"{BASE}# profilecheck: ignore[PC203]\n[vec]\nnum_envs = 8\nnum_workers = 3\n"
    assert finds(text, "PC905", at=(3, 24)).notes[0].message == "PC203 is found on line 6"


def test_the_wrong_code_above_an_error() -> None:
    found = finds(above("PC205", "num_workers = 3"), "PC905")
    assert found.notes[0].message == "what is found on line 6 is PC203"


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.yaml", "vec:\n  backend: Serial\n  num_envs: 8 # profilecheck: ignore[PC203]\n"),
        ("a.toml", '[vec]\nbackend = "Serial"\n# profilecheck: ignore[PC203]\nnum_envs = 8\n'),
    ],
)
def test_in_other_formats(name: str, text: str) -> None:
    finds(text, "PC905", name=name)


def test_it_never_fails_a_run() -> None:
    assert {f.severity.value for f in report(above("PC203")).findings if f.code == "PC905"} == {
        "info"
    }


# Silent: it silences something, here or in another run


def test_silent_where_it_is_used() -> None:
    assert quiet(above("PC203", "num_workers = 3"), "PC905").suppressed == 1


@pytest.mark.parametrize("mode", ["train", "eval", "sweep"])
def test_silent_on_what_another_mode_finds(mode: str) -> None:
    text = (
        f"{BASE}[vec]\n# profilecheck: ignore[eval-ignores-vec]\nbackend = Serial\nnum_envs = 2\n"
    )
    quiet(text, "PC905", mode=mode)
    quiet(above("PC203", "num_workers = 3"), "PC905", mode=mode)


@pytest.mark.parametrize("cores", [None, 2, 1024, "none"])
def test_silent_on_what_another_machine_finds(cores: int | str | None) -> None:
    quiet(above("workers-over-cores", "num_workers = 8"), "PC905", cores=cores)
    quiet(above("workers-over-this-machine", "num_workers = 8"), "PC905", cores=cores)


@pytest.mark.parametrize("agents", [None, 3, 1024])
def test_silent_on_what_another_count_of_agents_finds(agents: int | None) -> None:
    text = (
        f"{BASE}[vec]\ntotal_agents = 4096\n"
        "# profilecheck: ignore[overlapping-agents]\nnum_buffers = 2\n"
    )
    quiet(text, "PC905", target="4.0", agents_per_env=agents)


def test_silent_on_what_an_override_hides() -> None:
    text = above("PC203", "num_workers = 3")
    assert not report(text, set_="vec.num_workers=4").suppressed
    quiet(text, "PC905", set_="vec.num_workers=4")


# Silent: its rule could not tell


@pytest.mark.parametrize(
    "choice", [{"ignore": ["PC203"]}, {"ignore": ["PC2"]}, {"ignore": ["PC905"]}]
)
def test_silent_on_rules_that_are_not_wanted(choice: dict[str, list[str]]) -> None:
    quiet(above("PC203"), "PC905", **choice)  # type: ignore[arg-type]


def test_silent_where_only_others_are_selected() -> None:
    quiet(above("PC203"), "PC905", select=["PC1", "PC9"])
    finds(above("PC203"), "PC905", select=["PC203", "PC9"])


def test_silent_on_what_a_selection_leaves_out() -> None:
    assert not quiet(above("PC203", "num_workers = 3"), "PC905", ignore=["PC203"]).suppressed


@pytest.mark.parametrize("words", ["PC3", "PC301", "threads-by-buffers"])
def test_silent_on_rules_of_another_generation(words: str) -> None:
    quiet(above(words), "PC905")


@pytest.mark.parametrize(
    "text", [f"{BASE}[train]\ngamma = 0.9\n", "[vec]\nnum_envs = 8\ntotal_agents = 8\n"]
)
def test_silent_where_the_target_is_open(text: str) -> None:
    quiet(f"# profilecheck: ignore-file[PC203, PC0]\n{text}", "PC905", target=None)


def test_silent_where_the_text_is_broken() -> None:
    quiet(above("PC203") + "num_workers\n", "PC905")


def test_silent_where_an_error_elsewhere_may_hide_it() -> None:
    wrong = VEC.replace("num_envs = 8", "num_envs = 0")
    quiet(f"{wrong}# profilecheck: ignore[PC203]\nnum_workers = 3\n", "PC905")


@pytest.mark.parametrize("word", ["PC9", "PC905", "unused-suppression", "PC000"])
def test_silent_on_its_own_family(word: str) -> None:
    quiet(f"# profilecheck: ignore-file[{word}]\n{VEC}", "PC905")


def test_silent_where_it_is_itself_silenced() -> None:
    quiet(f"# profilecheck: ignore-file[PC905]\n{above('PC203')}", "PC905")


def test_silent_within_a_value_which_is_told_as_such() -> None:
    text = f"{VEC}num_workers = auto  # profilecheck: ignore[PC203]\n"
    quiet(text, "PC905")
    finds(text, "PC010")


def test_silent_on_an_unknown_code() -> None:
    quiet(above("PC999"), "PC905")


def test_thousands_are_told_without_looking_at_each_other() -> None:
    def told(count: int) -> None:
        text = VEC + "".join(f"# profilecheck: ignore[PC203]\nx{n} = 4\n" for n in range(count))
        finds(text, "PC905", count=count)

    assert_linear(told, 20, 200)


def test_a_bare_ignore_file_where_another_machine_or_more_agents_would_find_something() -> None:
    text = (
        "# profilecheck: ignore-file\n[base]\npackage = ocean\nenv_name = puffer_tactical\n"
        "[vec]\nnum_envs = 8\nnum_workers = {}\n"
    )
    finds(text.format(2), "PC905", at=(1, 17))
    quiet(text.format(3), "PC905")
    quiet(text.format(2).replace("ignore-file", "ignore-file[PC6]"), "PC905")


IN_3 = Evidence("3.0", "pyproject.toml pins 3.0", "pyproject.toml")
IN_4 = Evidence("4.0", "pyproject.toml pins 4.0", "pyproject.toml")


def around(place: str, *exact: Evidence) -> Surroundings:
    return Surroundings(exact, place=place)


@pytest.mark.parametrize(
    ("name", "text", "at"),
    [
        ("requirements.txt", "pufferlib==3.0.0  # profilecheck: ignore[PC413]\n", (1, 42)),
        ("requirements.txt", "# profilecheck: ignore-file[PC412]\npufferlib==3.0.0\n", (1, 29)),
        ("requirements.txt", "pufferlib\nx  # profilecheck: ignore[PC410]\n", (2, 27)),
        (
            "pyproject.toml",
            "[project]\ndependencies = [\n'pufferlib',  # profilecheck: ignore[PC414]\n]\n",
            (3, 38),
        ),
        ("setup.sh", "# profilecheck: ignore[PC412]\npip install 'pufferlib>=3'\n", (1, 24)),
    ],
)
def test_in_a_file_that_holds_only_pins(name: str, text: str, at: tuple[int, int]) -> None:
    place = around(name, IN_3)
    found = finds(text, "PC905", at=at, name=name, target=None, surroundings=place)
    assert found.severity == "info"


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("requirements.txt", "pufferlib==4.0  # profilecheck: ignore[PC414]\n"),
        ("requirements.txt", "pufferlib==3.0.0  # profilecheck: ignore[PC411] the baseline\n"),
        ("requirements.txt", "pufferlib==3.0.0  # profilecheck: ignore\n"),
        # what is found under another target
        ("requirements.txt", "pufferlib==3.0.0  # profilecheck: ignore[PC410]\n"),
        ("requirements.txt", "pufferlib==3.0.0  # profilecheck: ignore[PC4]\n"),
        # rules that judge no pins did not run
        ("requirements.txt", "pufferlib==3.0.0  # profilecheck: ignore[PC203]\n"),
        ("requirements.txt", "pufferlib==3.0.0  # profilecheck: ignore[PC0]\n"),
    ],
)
def test_silent_in_a_file_that_holds_only_pins(name: str, text: str) -> None:
    quiet(text, "PC905", name=name, target=None, surroundings=around(name, IN_4))


def test_silent_on_pins_whose_tree_is_not_known() -> None:
    text = "pufferlib==3.0.0  # profilecheck: ignore[PC411]\n"
    quiet(text, "PC905", name="requirements.txt", target=None)


def test_on_a_pin_and_in_a_script_that_launches() -> None:
    text = "pip install 'pufferlib==3.0.0'  # profilecheck: ignore[PC412]\npuffer train puffer_breakout\n"
    finds(text, "PC905", name="x.sh", target="3.0", surroundings=around("x.sh"))
    quiet(text.replace("'", "").replace("==", ">="), "PC905", name="x.sh", target="3.0")
