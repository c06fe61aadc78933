"""What comments to profilecheck do to a run: its exit code, and which of their rules are wanted."""

from __future__ import annotations

import pytest

from tests.cli.helpers import BAD, GOOD, TARGET, Cli


@pytest.mark.parametrize(
    ("comment", "code"),
    [
        ("target=3.0", 0),
        ("target=3.1", 1),
        ("target=5.0", 1),
        ("traget=4.0", 1),
        ("target=3.0, target=4.0", 1),
        ("ingore[PC203]", 0),
        ("ignore[PC999]", 0),
        ("ignore-file[PC203]", 0),
    ],
)
@pytest.mark.parametrize("name", ["a.ini", "a.toml"])
def test_exit_codes(cli: Cli, name: str, comment: str, code: int) -> None:
    toml = GOOD.replace("= a\n", '= "a"\n').replace("[vec]\n", '[vec]\nbackend = "Serial"\n')
    cli.write(name, f"# profilecheck: {comment}\n{GOOD if name == 'a.ini' else toml}")
    assert cli("check", name, *TARGET).code == code


@pytest.mark.parametrize("comment", ["ingore[PC203]", "ignore[PC999]", "ignore-file[PC203]"])
def test_fail_on_info_fails_on_them(cli: Cli, comment: str) -> None:
    cli.write("a.ini", f"# profilecheck: {comment}\n{GOOD}")
    choice = ("--fail-on", "info", "--select", "PC9,PC203")
    assert cli("check", "a.ini", *TARGET, *choice).code == 1


@pytest.mark.parametrize("ignored", ["PC9", "PC901", "target-not-in-force"])
def test_they_are_ignored_as_any_rule(cli: Cli, ignored: str) -> None:
    cli.write("a.ini", f"# profilecheck: target=3.1\n{GOOD}")
    assert cli("check", "a.ini", *TARGET, "--ignore", ignored).code == 0
    cli.write("pyproject.toml", f'[tool.profilecheck]\ntarget = "3.0"\nignore = ["{ignored}"]\n')
    assert cli("check", "a.ini").code == 0


def test_a_name_selects_and_ignores_as_a_code_does(cli: Cli) -> None:
    cli.write("a.ini", BAD)
    by_name = cli("check", "a.ini", *TARGET, "--select", "envs-by-workers")
    assert by_name == cli("check", "a.ini", *TARGET, "--select", "PC203") and by_name.code == 1
    assert cli("check", "a.ini", *TARGET, "--ignore", "PC1,Envs-By-Workers").code == 0


def test_a_file_that_is_not_judged_says_what_its_comment_does_not(cli: Cli) -> None:
    plain = "num_envs: 8\nnum_workers: 8\nbackend: Serial\n"
    cli.write("a.yaml", f"# profilecheck: target=3.0\n{plain}")
    assert "judged as 3.0" in cli("check", "a.yaml").out
    cli.write("a.yaml", f"# profilecheck: taget=3.0\n{plain}")
    for paths in ("a.yaml", "."):
        ran = cli("check", paths)
        assert ran.code == 1 and "PC901" in ran.out
    cli.write("a.yaml", f"# profilecheck: ignored, as it is no config of PufferLib\n{plain}")
    assert cli("check", "a.yaml").code == 0
