"""Launch lines in a tree: the flags lie over the INI of the environment that they name."""

from __future__ import annotations

from pathlib import Path

import pytest

from profilecheck.checking import check_paths
from profilecheck.findings import Effect, FileReport, Stage, State
from profilecheck.hosts import declared
from profilecheck.options import Options
from profilecheck.profiles import profiles

ENV = "[base]\nenv_name = my_env other\npackage = mine\n\n[vec]\nnum_envs = 8\nnum_workers = 4\nbatch_size = 4\n\n[env]\nsize = 3\n"
ENV_4 = "[base]\nenv_name = my_env\n\n[vec]\ntotal_agents = 1024\n\n[train]\nhorizon = 64\n\n[env]\nsize = 3\n"


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    (tmp_path / ".git").mkdir()
    return tmp_path


def write(tree: Path, name: str, text: str) -> None:
    path = tree / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def check(
    tree: Path, line: str, *, target: str | None = "3.0", name: str = "scripts/run.sh"
) -> FileReport:
    write(tree, name, f"{line}\n")
    options = Options(target=target, host=declared(1024, None, "tests"))
    (verdict,) = check_paths([str(tree / name)], options, root=tree)
    assert verdict.state is not State.FAULT, verdict.findings
    return verdict


def default_ini(generation: str = "3.0") -> str:
    """What a generation ships, [train] last."""
    texts = profiles()[generation].default_texts()
    kept = [name for name in texts if not name.startswith("sweep") and name != "train"]
    return "".join(
        f"[{name}]\n" + "".join(f"{key} = {text}\n" for key, text in texts[name].items())
        for name in (*kept, "train")
    )


def codes(verdict: FileReport) -> list[str]:
    return [f"{finding.code} {finding.span.column}" for finding in verdict.findings]


class TestValues:
    """What is judged is what the line comes to."""

    def test_a_flag_over_the_ini(self, tree: Path) -> None:
        write(tree, "config/my_env.ini", ENV)
        verdict = check(tree, "puffer train my_env --vec.num-workers 3")
        assert codes(verdict) == ["PC203 21"]
        notes = [note.message for note in verdict.findings[0].notes]
        assert "[vec] num_envs = 8: config/my_env.ini, line 6" in notes

    def test_the_ini_alone_is_judged_in_its_own_file(self, tree: Path) -> None:
        write(tree, "config/my_env.ini", ENV.replace("num_workers = 4", "num_workers = 3"))
        assert codes(check(tree, "puffer train my_env --tag x")) == []

    def test_a_flag_that_mends_the_ini(self, tree: Path) -> None:
        write(tree, "config/my_env.ini", ENV.replace("num_workers = 4", "num_workers = 3"))
        assert codes(check(tree, "puffer train my_env --vec.num-workers 2")) == []

    def test_without_its_ini_nothing_below_is_guessed(self, tree: Path) -> None:
        assert codes(check(tree, "puffer train my_env --vec.num-workers 3")) == []
        assert codes(check(tree, "puffer train my_env --train.minibatch-size 100")) == []

    def test_with_default_ini_alone_the_shipped_defaults_lie_below(self, tree: Path) -> None:
        verdict = check(tree, "puffer train my_env --vec.num-envs 8 --vec.num-workers 3")
        assert codes(verdict) == ["PC203 38"]

    def test_of_two_inis_for_one_name_what_both_say_counts(self, tree: Path) -> None:
        write(tree, "config/a.ini", ENV)
        write(tree, "config/b.ini", ENV.replace("size = 3", "size = 4"))
        verdict = check(tree, "puffer train my_env --vec.num-workers 3 --env.size 5")
        assert codes(verdict) == ["PC203 21"]
        notes = [note.message for note in verdict.findings[0].notes]
        assert "[vec] num_envs = 8: config/a.ini and config/b.ini" in notes

    @pytest.mark.parametrize("told", ["num_envs = 9", "", "num_envs = auto"])
    def test_what_they_say_otherwise_is_not_known(self, tree: Path, told: str) -> None:
        write(tree, "config/a.ini", ENV)
        write(tree, "config/b.ini", ENV.replace("num_envs = 8", told))
        assert codes(check(tree, "puffer train my_env --vec.num-workers 3")) == []

    def test_one_of_another_generation_is_none(self, tree: Path) -> None:
        write(tree, "config/my_env.ini", ENV_4)
        assert codes(check(tree, "puffer train my_env --vec.num-workers 3")) == []

    def test_the_nearest_config_folder_counts(self, tree: Path) -> None:
        write(tree, "config/my_env.ini", ENV)
        write(tree, "scripts/config/my_env.ini", ENV.replace("num_envs = 8", "num_envs = 12"))
        assert codes(check(tree, "puffer train my_env --vec.num-workers 3")) == []

    def test_that_of_a_vendored_package(self, tree: Path) -> None:
        write(tree, "pufferlib/config/ocean/my_env.ini", ENV)
        assert codes(check(tree, "puffer train other --vec.num-workers 3")) == ["PC203 20"]

    def test_4(self, tree: Path) -> None:
        write(tree, "config/my_env.ini", ENV_4)
        line = "puffer train my_env --train.minibatch-size 131072"
        assert codes(check(tree, line, target="4.0")) == ["PC652 21"]
        assert codes(check(tree, f"{line} --vec.total-agents 2048", target="4.0")) == []

    @pytest.mark.parametrize("mode", ["eval", "$MODE", "match"])
    def test_only_modes_that_train_have_relations_of_training(self, tree: Path, mode: str) -> None:
        write(tree, "config/my_env.ini", ENV_4)
        line = f"puffer {mode} my_env --train.minibatch-size 131072 --vec.total-agents 1"
        assert codes(check(tree, line, target="4.0")) == []

    def test_a_value_that_is_not_known(self, tree: Path) -> None:
        write(tree, "config/my_env.ini", ENV)
        assert codes(check(tree, "puffer train my_env --vec.num-workers $N")) == []

    def test_the_last_of_two_counts(self, tree: Path) -> None:
        write(tree, "config/my_env.ini", ENV)
        assert (
            codes(check(tree, "puffer train my_env --vec.num-workers 3 --vec.num-workers 2")) == []
        )


class TestFlags:
    """With the environment's INI, all flags are known."""

    @pytest.mark.parametrize(
        "flag", ["--env.size 4", "--vec.num-workers 2", "--rnn-name=$X", "--env.si 4"]
    )
    def test_keys_of_the_ini_are_flags(self, tree: Path, flag: str) -> None:
        write(tree, "config/my_env.ini", ENV)
        assert codes(check(tree, f"puffer train my_env {flag}")) == []

    @pytest.mark.parametrize(
        "flag", ["--env.width 4", "--vec.overwork True", "--train.foo 1", "--policy.x 1"]
    )
    def test_others_are_none(self, tree: Path, flag: str) -> None:
        write(tree, "config/my_env.ini", ENV)
        write(tree, "config/default.ini", default_ini())
        verdict = check(tree, f"puffer train my_env {flag}")
        assert [f"{f.code} {f.severity.value}" for f in verdict.findings] == ["PC702 error"]

    @pytest.mark.parametrize("flag", ["--vec.overwork True", "--train.render-interval 1"])
    def test_without_a_default_ini_that_of_a_fork_may_give_them(
        self, tree: Path, flag: str
    ) -> None:
        write(tree, "config/my_env.ini", ENV)
        assert codes(check(tree, f"puffer train my_env {flag}")) == []

    @pytest.mark.parametrize("flag", ["--train.horizon 8", "--train.render-interval 1"])
    def test_keys_of_a_forks_default_ini_are_flags(self, tree: Path, flag: str) -> None:
        write(tree, "config/my_env.ini", ENV)
        write(tree, "config/default.ini", default_ini() + "render_interval = 3\nhorizon = 8\n")
        line = f"puffer train my_env --vec.num-workers 2 {flag}"
        assert codes(check(tree, line, target=None)) == []
        found = check(tree, f"{line} --slowly", target=None).findings
        assert [f"{f.code} {f.severity.value}" for f in found] == ["PC701 warning"]

    @pytest.mark.parametrize("flag", ["--rnn-name Recurrent", "--train.total-timesteps 1e9"])
    def test_types_are_those_of_the_ini(self, tree: Path, flag: str) -> None:
        write(tree, "config/my_env.ini", ENV)
        verdict = check(tree, f"puffer train my_env {flag}")
        assert [f"{f.code} {f.severity.value}" for f in verdict.findings] == ["PC706 error"]
        write(tree, "config/my_env.ini", ENV + "[train]\ntotal_timesteps = 1e8\n")
        write(
            tree,
            "config/my_env.ini",
            (tree / "config/my_env.ini").read_text().replace("package = mine", "rnn_name = X"),
        )
        assert codes(check(tree, f"puffer train my_env {flag}")) == []

    def test_an_environment_that_the_tree_has_is_not_misnamed(self, tree: Path) -> None:
        write(tree, "config/x.ini", "[base]\nenv_name = puffer_breakout\n[vec]\ntotal_agents = 8\n")
        assert codes(check(tree, "puffer train puffer_breakout", target="4.0")) == []


class TestTarget:
    """What a line without words of its own is for."""

    def test_a_default_ini_in_the_config_folder_says(self, tree: Path) -> None:
        write(tree, "config/default.ini", default_ini())
        assert codes(check(tree, "puffer export x --vec.num_envs 8", target=None)) == ["PC702 17"]
        assert codes(check(tree, "puffer train x --slowly", target=None)) == ["PC701 16"]


class TestFiles:
    """What becomes of a file."""

    def test_a_script_without_a_launch_that_is_named(self, tree: Path) -> None:
        verdict = check(tree, "echo puffer train x")
        assert verdict.state is State.SKIPPED
        assert verdict.reason == "no command in it launches PufferLib"

    def test_a_launch_of_which_nothing_is_known(self, tree: Path) -> None:
        verdict = check(tree, "puffer train my_env --wandb", target=None)
        assert (verdict.state, verdict.findings) == (State.AMBIGUOUS, ())

    def test_a_config_and_its_steps_in_one_yaml(self, tree: Path) -> None:
        text = "vec:\n  num_envs: 100\n  num_workers: 6\nrun: puffer train x --slowly"
        assert {"PC203 3", "PC701 21"} <= set(codes(check(tree, text, name="ci.yml")))

    def test_a_workflow_on_a_walk(self, tree: Path) -> None:
        write(
            tree,
            ".github/workflows/ci.yml",
            "jobs:\n  a:\n    steps:\n      - run: puffer train x --slowly\n",
        )
        write(tree, "run.sh", "echo puffer train x --slowly\n")
        verdicts = check_paths([str(tree)], Options(target="3.0"), root=tree)
        assert [[f.code for f in v.findings] for v in verdicts if v.findings] == [["PC701"]]

    def test_bytes_that_are_not_utf_8(self, tree: Path) -> None:
        path = tree / "README.md"
        path.write_bytes(b"# caf\xe9\n```sh\npuffer train x --slowly\n```\n")
        (verdict,) = check_paths([str(path)], Options(target="3.0"), root=tree)
        assert codes(verdict) == ["PC701 16"]


class TestLeftovers:
    """A flag that is taken because the INI still has its key is not in force all the same."""

    LEFT = ENV_4.replace("total_agents = 1024\n", "total_agents = 1024\nnum_envs = 8\n").replace(
        "horizon = 64\n", "horizon = 64\nbptt_horizon = 32\n"
    )

    def test_a_key_that_4_does_not_read(self, tree: Path) -> None:
        write(tree, "config/my_env.ini", self.LEFT)
        line = "puffer train my_env --vec.num-envs 8 --train.bptt-horizon 32"
        verdict = check(tree, line, target="4.0")
        assert codes(verdict) == ["PC701 21", "PC701 38"]
        told = verdict.findings[0]
        assert "4.0 takes it, because the environment's INI has [vec] num_envs" in told.message
        assert "use --vec.total-agents" in told.message
        assert (told.effect, told.stage) == (Effect.IGNORED, Stage.SILENT)

    def test_the_beginning_of_its_flag(self, tree: Path) -> None:
        write(tree, "config/my_env.ini", self.LEFT)
        verdict = check(tree, "puffer train my_env --vec.num-e 8", target="4.0")
        assert codes(verdict) == ["PC701 21"]

    def test_3_hands_it_to_make(self, tree: Path) -> None:
        left = ENV.replace("num_workers = 4\n", "num_workers = 4\ntotal_agents = 8\n")
        write(tree, "config/my_env.ini", left)
        verdict = check(tree, "puffer train my_env --vec.total-agents 8")
        told = [one for one in verdict.findings if one.code == "PC701"]
        assert [(one.effect, one.stage) for one in told] == [(Effect.RAISES, Stage.MAKE)]

    def test_without_the_key_the_line_is_refused(self, tree: Path) -> None:
        write(tree, "config/my_env.ini", ENV_4)
        verdict = check(tree, "puffer train my_env --vec.num-envs 8", target="4.0")
        assert "4.0 refuses it" in verdict.findings[0].message

    def test_silent_without_the_flag(self, tree: Path) -> None:
        write(tree, "config/my_env.ini", self.LEFT)
        assert codes(check(tree, "puffer train my_env --tag x", target="4.0")) == []

    def test_silent_a_key_of_the_target(self, tree: Path) -> None:
        write(tree, "config/my_env.ini", self.LEFT)
        line = "puffer train my_env --vec.total-agents 1024 --train.horizon 64 --env.num-envs 3"
        assert codes(check(tree, line, target="4.0")) == ["PC702 64"]

    def test_silent_an_environments_own_key(self, tree: Path) -> None:
        write(tree, "config/my_env.ini", self.LEFT + "num_envs = 2\n")
        assert codes(check(tree, "puffer train my_env --env.num-envs 3", target="4.0")) == []

    def test_silent_a_forks_own_key(self, tree: Path) -> None:
        write(
            tree, "config/default.ini", default_ini("4.0").replace("[vec]", "[vec]\nnum_envs = 8")
        )
        write(tree, "config/my_env.ini", self.LEFT)
        assert codes(check(tree, "puffer train my_env --vec.num-envs 8", target="4.0")) == []

    def test_over_upstreams_default_ini(self, tree: Path) -> None:
        write(tree, "config/default.ini", default_ini("4.0"))
        write(tree, "config/my_env.ini", self.LEFT)
        verdict = check(tree, "puffer train my_env --vec.num-envs 8", target="4.0")
        assert codes(verdict) == ["PC701 21"]
