"""PC101: names of two generations, and nothing that decides."""

from __future__ import annotations

import re
from collections.abc import Mapping

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from profilecheck.findings import Evidence, Severity, State
from profilecheck.surroundings import Surroundings
from tests.rules.helpers import finds, quiet, report

BASE = "[base]\nenv_name = a\n"


def notes(text: str) -> list[str]:
    return [note.message for note in finds(text, "PC101", target=None).notes]


def test_one_section() -> None:
    text = BASE + "[vec]\ntotal_agents = 8\nbackend = Serial\n"
    found = finds(text, "PC101", at=(5, 1), severity="error", target=None)
    assert "3.0 and 4.0 stand in [vec]" in found.message


def test_one_file_and_it_stands_at_the_generation_with_fewer_names() -> None:
    text = BASE + "policy_name = P\n[vec]\ntotal_agents = 8\nnum_buffers = 2\n"
    found = finds(text, "PC101", at=(3, 1), target=None)
    assert "in one experiment" in found.message


def test_both_readings_with_the_smallest_edit_to_each() -> None:
    text = BASE + "[vec]\ntotal_agents = 8\nbackend = Serial\n"
    assert notes(text) == [
        "as 3.0, 1 name is refused or ignored; smallest edit: replace [vec] total_agents (line 4) by num_envs "
        "(total_agents = vec.num_envs x env.num_envs x agents per environment)",
        "as 4.0, 1 name is ignored; smallest edit: remove [vec] backend (line 5)",
        "what to do: choose the generation that you run and make its edit; --target 3.0 or --target 4.0 then "
        "checks the rest",
    ]


def test_a_rename_a_move_and_a_removal_are_told_apart() -> None:
    text = (
        BASE
        + "[vec]\ntotal_agents = 8\n[train]\nbptt_horizon = 8\ncheckpoint_interval = 9\ncompile = 0\n"
    )
    assert notes(text)[1] == (
        "as 4.0, 3 names are ignored; smallest edit: rename [train] bptt_horizon (line 6) to horizon; "
        "move [train] checkpoint_interval (line 7) to [base] checkpoint_interval; "
        "remove [train] compile (line 8)"
    )


def test_a_leftover_whose_new_name_is_set_is_removed() -> None:
    text = BASE + "[train]\nbeta1 = 0.9\nadam_beta1 = 0.9\n"
    assert notes(text)[1].endswith("remove [train] adam_beta1 (line 5)")


def test_of_two_leftovers_that_become_one_name_only_the_first_is_renamed() -> None:
    text = BASE + "[vec]\nnum_envs = 8\ntotal_agents = 8\n"
    text += "[train]\nbeta1 = 0.9\nmomentum = 0.9\n"
    assert notes(text)[0].endswith(
        "rename [train] beta1 (line 7) to adam_beta1; "
        "remove [vec] total_agents (line 5), [train] momentum (line 8)"
    )


def test_a_swept_leftover_whose_new_title_stands_in_the_file_is_removed() -> None:
    swept = "[sweep.train.{}]\ndistribution = uniform\n"
    text = BASE + "[vec]\nnum_envs = 8\n" + swept.format("horizon") + swept.format("bptt_horizon")
    assert notes(text)[0].endswith("remove [sweep.train.horizon] (line 5)")


def test_only_the_part_that_is_not_set_takes_its_place() -> None:
    text = BASE + "log_dir = x\n[vec]\ntotal_agents = 8\n[train]\ndata_dir = x\n"
    assert notes(text)[1].endswith("replace [train] data_dir (line 7) by [base] checkpoint_dir")


def test_a_swept_parameter_is_renamed_by_its_title() -> None:
    text = BASE + "[vec]\nnum_envs = 8\n[sweep.train.horizon]\nmin = 1\n"
    assert notes(text)[0].endswith(
        "rename [sweep.train.horizon] (line 5) to [sweep.train.bptt_horizon]"
    )


def test_many_edits_are_cut() -> None:
    names = "package policy_name rnn_name max_suggestion_cost"
    more = "backend num_workers batch_size zero_copy overwork env_args"
    text = BASE + "".join(f"{name} = 1\n" for name in names.split())
    text += "[vec]\ntotal_agents = 8\n" + "".join(f"{name} = 1\n" for name in more.split())
    assert "as 4.0, 10 names are ignored" in notes(text)[1] and "and 1 more" in notes(text)[1]


def test_in_yaml_too() -> None:
    finds("vec:\n  total_agents: 8\n  num_envs: 8\n", "PC101", name="a.yaml", target=None)


def test_it_is_a_warning_in_a_fork() -> None:
    fork = Surroundings(fork="default.ini has names of its own ([vec] max_num_threads)")
    text = BASE + "[vec]\ntotal_agents = 8\nnum_envs = 8\n"
    found = finds(text, "PC101", severity="warning", target=None, surroundings=fork)
    assert "fork" in found.notes[0].message


def test_no_other_rule_judges_a_mixed_file() -> None:
    text = BASE + "[vec]\ntotal_agents = 7\nnum_envs = 0\nbackend = serial\n"
    assert [f.code for f in report(text, target=None).findings] == ["PC101"]


@pytest.mark.parametrize(
    "text",
    [
        "[vec]\nnum_envs = 8\n[env]\nhorizon = 8\ntotal_agents = 8\n",
        "[vec]\ntotal_agents = 8\n[env]\nnum_envs = 8\n",
        "[vec]\nnum_envs = 8\n[policy]\nhidden_size = 8\nnum_layers = 2\n",
        "[vec]\ntotal_agents = 8\n[sweep.env.num_envs]\nmin = 1\n",
        "[vec]\nnum_envs = 8\n[eval]\ntotal_agents = 8\n",
        "[vec]\ntotal_agents = 8\n[train]\nnum_envs = 8\nenv_batch_size = 2\n",
        "[vec]\nnum_envs = 8\n[train]\nmin_lr_ratio = 0.1\n",
        "[vec]\ntotal_agents = 8\n[legacy]\ncompile = 0\n",
        "[vec]\ntotal_agents = 8\n# num_envs = 8\n",
        "[vec]\ntotal_agents = 8\nbogus = 8\n",
    ],
)
def test_what_speaks_for_no_second_generation(text: str) -> None:
    quiet(BASE + text, "PC101", target=None)


def test_what_a_later_revision_of_4_0_wrote_back() -> None:
    text = "[vec]\ntotal_agents = 8\n[train]\nanneal_ent_coef = 0\nbeta1 = 0.9\nadam_beta1 = 0.9\n"
    quiet(BASE + text, "PC101", target=None)


def test_what_the_development_revision_of_4_0_kept() -> None:
    text = "package = ocean\nnccl_id_path = x\n[vec]\ntotal_agents = 8\n"
    quiet(BASE + text, "PC101", target=None)


def test_names_that_any_trainer_may_have_outside_ini() -> None:
    quiet(
        "vec:\n  num_envs: 8\ntrain:\n  horizon: 8\n  beta1: 0.9\n",
        "PC101",
        name="a.yaml",
        target=None,
    )


def test_a_flag_decides() -> None:
    quiet(BASE + "[vec]\ntotal_agents = 8\nnum_envs = 8\n", "PC101", target="4.0")


def test_a_pin_decides() -> None:
    pin = Surroundings(exact=(Evidence("4.0", "uv.lock line 3 pins 4.0"),))
    text = BASE + "[vec]\ntotal_agents = 8\nnum_envs = 8\n"
    quiet(text, "PC101", target=None, surroundings=pin)


def test_names_that_the_fork_added_itself() -> None:
    fork = Surroundings(fork="x", fork_names=frozenset({("train", "horizon")}))
    text = BASE + "[vec]\nnum_envs = 8\n[train]\nhorizon = 64\n"
    quiet(text, "PC101", target=None, surroundings=fork)


def test_sections_and_what_make_refuses_are_edits_too() -> None:
    text = BASE + "[vec]\ntotal_agents = 8\nbackend = Serial\nnum_env = 3\nbogus = 1\n"
    as_3, as_4, _ = notes(text + "[rnn]\nhidden_size = 8\n[torch]\nnetwork = X\n")
    assert as_3.startswith("as 3.0, 4 names are refused or ignored; ")
    assert as_3.endswith("remove [vec] num_env (line 6), [vec] bogus (line 7), [torch] (line 10)")
    assert as_4.startswith("as 4.0, 2 names are ignored; ")
    assert "replace [rnn] (line 8) by [policy] hidden_size" in as_4


def test_a_search_space_of_another_program_is_no_edit() -> None:
    text = "vec:\n  num_envs: 8\nsweep:\n  vec:\n    total_agents:\n      choices: [8, 16]\n"
    told = [n.message for n in finds(text, "PC101", name="a.yaml", target=None).notes]
    assert told[0] == "as 3.0, every name is read or another program's"


def test_names_with_which_the_loader_refuses_the_file_are_edits() -> None:
    text = f"{BASE}wandb = True\nvec.num_workers = 2\n[vec]\nnum_workers = 2\n"
    assert notes(text)[0] == (
        "as 3.0, 2 names are refused; smallest edit: remove [base] wandb (line 3) (--wandb is the "
        "loader's own flag), [base] vec.num_workers (line 4)"
    )


NAMES: dict[str, list[str]] = {
    "base": ["package = x", "policy_name = P", "seed = 1", "log_dir = x", "cudagraphs = 1"],
    "vec": ["num_envs = 8", "backend = Serial", "total_agents = 8", "num_threads = 2", "bogus = 1",
            "num_worker = 2", "horizon = 8", "num_frozen_banks = 1"],
    "policy": ["hidden_size = 8"],
    "rnn": ["hidden_size = 8", "input_size = 8"],
    "torch": ["network = X"],
    "selfplay": ["enabled = 1", "seed = 3"],
    "legacy": ["compile = 0"],
    "train": ["bptt_horizon = 8", "horizon = 8", "adam_beta1 = 0.9", "momentum = 0.9", "beta1 = 0.9",
              "data_dir = x", "compile = 0", "gpus = 1", "checkpoint_interval = 9", "seed = 1"],
    "sweep.train.bptt_horizon": ["distribution = uniform"],
    "sweep.train.horizon": ["distribution = uniform"],
    "sweep.train.adam_beta1": ["distribution = uniform"],
}  # fmt: skip
FILES = st.fixed_dictionaries(
    {
        section: st.lists(st.sampled_from(keys), unique=True, max_size=4)
        for section, keys in NAMES.items()
    }
)
EDIT = re.compile(r"\[[^\]]+\](?: \w+)? \(line (\d+)\)(?: (?:to|by) ([^,;(]+))?")


def applied(text: str, edits: str) -> str:
    """The text with every edit of a note carried out."""
    lines = dict(enumerate(text.splitlines(), start=1))
    added = []
    for match in EDIT.finditer(edits):
        at, places = int(match[1]), (match[2] or "").strip().split(" and ")
        section = lines[at].startswith("[")
        value = "= 1" if section else lines[at].partition(" ")[2]
        if section and places[0].startswith("[sweep."):
            lines[at] = places[0]
            continue
        lines.pop(at)
        while section and lines.get(at := at + 1, "[")[0] != "[":
            lines.pop(at)
        above = [line for number, line in sorted(lines.items()) if number < int(match[1])]
        here = next((line for line in reversed(above) if line.startswith("[")), "")
        for place in filter(None, places):
            header, _, key = place.rpartition(" ")
            added.append((header or here, f"{key} {value}"))
    out = [lines[number] for number in sorted(lines)]
    for header, line in added:
        out += [] if header in out else [header]
        out.insert(out.index(header) + 1, line)
    return "\n".join(out) + "\n"


@pytest.mark.heavy
@given(FILES)
@settings(max_examples=200, deadline=None)
def test_the_edits_that_are_told_leave_no_error_on_names(keys: Mapping[str, list[str]]) -> None:
    tables = ("\n".join([f"[{section}]", *found]) for section, found in keys.items())
    text = "\n".join(tables) + "\n"
    told = [f for f in report(text, target=None).findings if f.code == "PC101"]
    for note in told[0].notes if told else ():
        if " more" in note.message or not note.message.startswith("as "):
            continue
        generation = note.message[3:6]
        after = applied(text, note.message.partition("smallest edit: ")[2])
        left = report(after, target=generation).findings
        wrong = [
            f.message
            for f in left
            if f.code < "PC2" and f.code > "PC1" and f.severity is Severity.ERROR
        ]
        assert not wrong, (note.message, after)


def test_a_mix_of_which_nobody_is_told_is_no_clean_file() -> None:
    text = "[base]\nenv_name = a\n[vec]\nnum_envs = 8\ntotal_agents = 7\n"
    assert report(text, target=None, ignore=("PC1",)).state is State.AMBIGUOUS
    assert report(text, target=None).state is State.FINDINGS
