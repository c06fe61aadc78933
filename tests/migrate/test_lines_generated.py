"""Launch lines at random: what 4.0's argparse reads from a result is what the ledger promises, nothing else changes."""

from __future__ import annotations

import argparse
import shlex

from hypothesis import given, settings
from hypothesis import strategies as st

from profilecheck.document import UNKNOWN
from profilecheck.migrate.ledger import FileLedger
from profilecheck.profiles import profiles
from profilecheck.profiles.launch_programs import LAUNCHERS
from profilecheck.profiles.loader import option
from tests.migrate.helpers import migrated

FLAGS = {
    "--vec.num-envs": ("2", "8"),
    "--vec.num-workers": ("2", "auto"),
    "--vec.backend": ("Serial", "Multiprocessing"),
    "--env.num-envs": ("16", "1024"),
    "--train.bptt-horizon": ("16", "64"),
    "--train.update-epochs": ("1", "4"),
    "--train.learning-rate": ("0.01", "1e-3"),
    "--train.adam-beta1": ("0.9",),
    "--train.data-dir": ("runs", "/tmp/a_b"),
    "--train.checkpoint-interval": ("5", "100"),
    "--train.anneal-lr": ("True",),
    "--train.seed": ("1", "7"),
    "--train.device": ("cpu", "cuda"),
    "--train.total-timesteps": ("1000000",),
    "--train.max-minibatch-size": ("4096",),
    "--max-runs": ("3", "10"),
    "--policy.hidden-size": ("64",),
    "--tag": ("a",),
    "--neptune": (),
    "--wandb": (),
}
GAPS = (" ", "  ", " \\\n    ", " \\\n\t")


@st.composite
def lines(draw: st.DrawFn) -> str:
    """A launch line of 3.0 in any layout, with comments around it."""
    names = draw(st.lists(st.sampled_from(sorted(FLAGS)), min_size=1, max_size=8, unique=True))
    program = draw(st.sampled_from(("puffer", "python -m pufferlib.pufferl", "uv run puffer")))
    made = f"{program} train {draw(st.sampled_from(('puffer_breakout', 'puffer_pong')))}"
    for name in names:
        gap = draw(st.sampled_from(GAPS))
        if not FLAGS[name]:
            made += f"{gap}{name}"
            continue
        value = draw(st.sampled_from(FLAGS[name]))
        quote = draw(st.sampled_from(("", '"', "'")))
        separator = draw(st.sampled_from(("=", " ", " \\\n  ")))
        made += f"{gap}{name}{separator}{quote}{value}{quote}"
    return f"# before\n{made}{draw(st.sampled_from(('', '  # behind', ' | tee log')))}\n# after\n"


def parsed(ledger: FileLedger) -> dict[str, object]:
    """The values that an argparse set up as 4.0's launcher sets it up reads from the flags of a result."""
    assert ledger.after is not None
    words = shlex.split(ledger.after.decode().replace("\\\n", " "), comments=True)
    words = words[words.index("train") + 2 :]
    words = words[: words.index("|")] if "|" in words else words
    parser = argparse.ArgumentParser(argument_default=argparse.SUPPRESS)
    for flag, kind in LAUNCHERS["4.0"].fixed.items():
        if flag == "help":
            continue
        if kind is None:
            parser.add_argument(f"--{flag}", action="store_true")
        else:
            parser.add_argument(f"--{flag}", type=kind)
    profile = profiles()["4.0"]
    for section, texts in profile.default_texts().items():
        for key, text in texts.items():
            value = profile.read(text)
            kind = type(value) if value is not None else str
            parser.add_argument(
                option((section, key), value).flag, type=kind, dest=f"{section}.{key}"
            )
    return {key: value for key, value in vars(parser.parse_args(words)).items() if "." in key}


@settings(max_examples=60, deadline=None)
@given(lines())
def test_argparse_reads_what_the_ledger_promises(text: str) -> None:
    ledger = migrated(text, "run.sh")
    promised = {
        f"{put.section}.{put.key}": put.value
        for entry in ledger.entries
        for put in entry.puts
        if put.section and put.value is not UNKNOWN and put.key != "env_name"
    }
    assert parsed(ledger) == promised


@settings(max_examples=30, deadline=None)
@given(lines())
def test_a_second_run_changes_nothing(text: str) -> None:
    first = migrated(text, "run.sh").after
    assert first is not None
    assert migrated(first, "run.sh").after is None


@settings(max_examples=30, deadline=None)
@given(lines())
def test_the_result_has_no_empty_line_and_the_rest_stays(text: str) -> None:
    after = migrated(text, "run.sh").after
    assert after is not None
    made = after.decode().split("\n")
    before = text.split("\n")
    assert made[0] == before[0]
    assert made[-2:] == before[-2:]
    assert all(line.strip() not in ("", "\\") for line in made[:-1])
    assert ("# behind" in text) == ("  # behind" in after.decode())
