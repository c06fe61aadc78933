from __future__ import annotations

import os
import pickle
import sys
from pathlib import Path

import pytest

from profilecheck.settings import Fault, HostTable, Settings, SettingsError, load


def pyproject(folder: Path, body: str, *, table: str = "[tool.profilecheck]\n") -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "pyproject.toml"
    path.write_text(table + body, encoding="utf-8")
    return path


def standalone(folder: Path, body: str) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "profilecheck.toml"
    path.write_text(body, encoding="utf-8")
    return path


def faults(tmp_path: Path, body: str) -> list[tuple[int | None, str]]:
    """What is wrong with a profilecheck.toml of this text."""
    standalone(tmp_path, body)
    with pytest.raises(SettingsError) as caught:
        load(tmp_path)
    return [(fault.line, fault.message) for fault in caught.value.faults]


def fault(tmp_path: Path, body: str) -> tuple[int | None, str]:
    (only,) = faults(tmp_path, body)
    return only


# Where settings are found


def test_every_setting(tmp_path: Path) -> None:
    path = pyproject(
        tmp_path,
        """
        target = "3.0"
        mode = "sweep"
        select = ["PC", "PC2"]
        ignore = ["PC203"]
        exclude = ["configs/old"]
        fail-on = "warning"
        agents-per-env = 2
        defaults = "none"
        host = "gpu box"
        gitignore = false
        jobs = 2

        [tool.profilecheck.hosts."gpu box"]
        cores = 64
        threads = 128

        [tool.profilecheck.hosts.arm]
        cores = "none"
        """,
    )
    assert load(tmp_path) == Settings(
        path=path,
        root=tmp_path,
        target="3.0",
        mode="sweep",
        select=("PC", "PC2"),
        ignore=("PC203",),
        exclude=("configs/old",),
        fail_on="warning",
        agents_per_env=2,
        defaults="none",
        host="gpu box",
        gitignore=False,
        jobs=2,
        hosts={"gpu box": HostTable(64, 128), "arm": HostTable("none")},
    )


def test_no_file_at_all(tmp_path: Path) -> None:
    assert load(tmp_path) == Settings(path=None, root=tmp_path)


def test_an_empty_table_is_a_choice_of_root(tmp_path: Path) -> None:
    path = pyproject(tmp_path, "")
    (tmp_path / "a").mkdir()
    assert load(tmp_path / "a") == Settings(path=path, root=tmp_path)


def test_the_nearest_file_wins(tmp_path: Path) -> None:
    pyproject(tmp_path, 'target = "3.0"')
    near = pyproject(tmp_path / "a", 'target = "4.0"')
    (tmp_path / "a/b").mkdir()
    assert load(tmp_path / "a/b").path == near


def test_a_pyproject_without_the_table_is_passed_over(tmp_path: Path) -> None:
    far = pyproject(tmp_path, 'target = "3.0"')
    pyproject(tmp_path / "a", 'dependencies = ["profilecheck"]\n', table="[project]\n")
    pyproject(tmp_path / "a/b", "", table="[tool.ruff]\n")
    assert load(tmp_path / "a/b").path == far


def test_a_file_is_searched_from_its_folder(tmp_path: Path) -> None:
    path = pyproject(tmp_path, "")
    (tmp_path / "a.ini").touch()
    assert load(tmp_path / "a.ini").path == path


def test_a_file_that_is_not_there_is_searched_from_its_folder(tmp_path: Path) -> None:
    path = pyproject(tmp_path, "")
    assert load(tmp_path / "gone/a.ini").path == path


def test_a_relative_start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = pyproject(tmp_path, "")
    (tmp_path / "a").mkdir()
    monkeypatch.chdir(tmp_path / "a")
    assert load(Path("x.ini")).path == path


def test_up_and_down_again_is_not_upward(tmp_path: Path) -> None:
    pyproject(tmp_path / "a", 'target = "3.0"')
    (tmp_path / "b").mkdir()
    assert load(tmp_path / "a/../b").path is None


@pytest.mark.parametrize("name", ["x" * 5000, "nul\0", "sur\udcffrogate"])
def test_a_start_that_cannot_exist(name: str, tmp_path: Path) -> None:
    path = pyproject(tmp_path, "")
    assert load(tmp_path / name).path == path


def test_standalone_wins_in_the_same_folder(tmp_path: Path) -> None:
    pyproject(tmp_path, 'target = "3.0"')
    path = standalone(tmp_path, 'target = "4.0"')
    assert (load(tmp_path).path, load(tmp_path).target) == (path, "4.0")


def test_a_nearer_pyproject_wins_over_a_standalone(tmp_path: Path) -> None:
    standalone(tmp_path, 'target = "4.0"')
    pyproject(tmp_path / "a", 'target = "3.0"')
    assert load(tmp_path / "a").target == "3.0"


def test_hosts_of_a_standalone_file(tmp_path: Path) -> None:
    standalone(tmp_path, 'host = "a"\n[hosts.a]\nthreads = 4\n')
    assert load(tmp_path).hosts == {"a": HostTable(None, 4)}


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no FIFOs on this platform")
def test_a_fifo_is_not_opened(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pyproject.toml")
    assert load(tmp_path).path is None


def test_a_folder_of_that_name_is_passed_over(tmp_path: Path) -> None:
    (tmp_path / "profilecheck.toml").mkdir()
    assert load(tmp_path).path is None


@pytest.mark.skipif(sys.platform != "linux", reason="needs a file that nobody can read")
def test_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").symlink_to("/proc/self/mem")
    with pytest.raises(SettingsError, match="cannot be read: Input/output error"):
        load(tmp_path)


# How keys may be written


@pytest.mark.parametrize("key", ["fail-on", "fail_on", '"fail-on"'])
def test_dashes_and_underscores(key: str, tmp_path: Path) -> None:
    standalone(tmp_path, f'{key} = "info"')
    assert load(tmp_path).fail_on == "info"


def test_dotted_keys_and_inline_tables(tmp_path: Path) -> None:
    pyproject(tmp_path, 'profilecheck = { target = "3.0", hosts.a.cores = 2 }', table="[tool]\n")
    assert (load(tmp_path).target, load(tmp_path).hosts) == ("3.0", {"a": HostTable(2)})


def test_both_spellings_are_one_setting(tmp_path: Path) -> None:
    assert fault(tmp_path, 'fail-on = "info"\nfail_on = "error"\n') == (
        2,
        "fail_on and fail-on are the same setting, given twice",
    )


@pytest.mark.parametrize("target", ["3.0", "4.0", "5.0", "12.10", "auto"])
def test_targets(target: str, tmp_path: Path) -> None:
    standalone(tmp_path, f'target = "{target}"')
    assert load(tmp_path).target == target


@pytest.mark.parametrize("code", ["PC", "PC2", "PC20", "PC203", "pc203", "envs-by-workers"])
def test_codes(code: str, tmp_path: Path) -> None:
    standalone(tmp_path, f'select = ["{code}"]')
    assert load(tmp_path).select == (code,)


def test_crlf(tmp_path: Path) -> None:
    standalone(tmp_path, 'target = "3.0"\r\nmode = "eval"\r\n')
    assert load(tmp_path).mode == "eval"


# What is refused


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("targt = 1", "targt is not a setting (did you mean target?)"),
        ("Target = 1", "Target is not a setting (did you mean target?)"),
        ("fail_onn = 1", "fail_onn is not a setting (did you mean fail-on?)"),
        ("quux = 1", "quux is not a setting"),
        (
            "core = 8",
            "core is not a setting (did you mean cores, a setting of a host? It belongs in [hosts.NAME])",
        ),
        ("cores = 8", "cores is a setting of a host: it belongs in [hosts.NAME]"),
        (
            "target = 3.0",
            'target = 3.0: expected a profile such as "3.0", or "auto": write "3.0"',
        ),
        ('target = "three"', 'target = "three": expected a profile such as "3.0", or "auto"'),
        ('target = "3.0\\n"', 'target = "3.0\\u000A": expected a profile such as "3.0", or "auto"'),
        ('target = "3"', 'target = "3": expected a profile such as "3.0", or "auto"'),
        (
            'mode = "training"',
            'mode = "training": expected "train", "eval" or "sweep" (did you mean train?)',
        ),
        ("mode = true", 'mode = true: expected "train", "eval" or "sweep"'),
        (
            'fail-on = "Warn"',
            'fail-on = "Warn": expected "error", "warning" or "info" (did you mean warning?)',
        ),
        ('defaults = "all"', 'defaults = "all": expected "ini", "signature" or "none"'),
        ("defaults = false", 'defaults = false: expected "ini", "signature" or "none"'),
        (
            'select = "PC2"',
            'select is a string: expected an array of strings: write ["PC2"]',
        ),
        (
            'ignore = ["PC1", "E501", "PC1234", "pc2 "]',
            'ignore holds "E501", "PC1234", "pc2 ": expected codes, their beginnings or rules\' names, '
            'such as "PC203", "PC2" or "envs-by-workers"',
        ),
        ("exclude = 4", "exclude is a number: expected an array of strings"),
        ('exclude = [""]', 'exclude holds "": expected strings that are not empty'),
        ('exclude = ["a", 4]', "exclude holds 4: expected strings that are not empty"),
        ("agents-per-env = 0", "agents-per-env = 0: expected a whole number of at least 1"),
        ("agents-per-env = true", "agents-per-env = true: expected a whole number of at least 1"),
        ("agents-per-env = 2.0", "agents-per-env = 2.0: expected a whole number of at least 1"),
        ('agents_per_env = "2"', 'agents_per_env = "2": expected a whole number of at least 1'),
        ("gitignore = 1", "gitignore = 1: expected true or false"),
        (
            'gitignore = "false"',
            'gitignore = "false": expected true or false: write false',
        ),
        ("no-gitignore = true", "no-gitignore is not a setting (did you mean gitignore?)"),
        ("jobs = 0", 'jobs = 0: expected a whole number of at least 1, or "auto"'),
        ("jobs = true", 'jobs = true: expected a whole number of at least 1, or "auto"'),
        ('jobs = "2"', 'jobs = "2": expected a whole number of at least 1, or "auto"'),
        ("host = 4", "host is a number: expected a string"),
        ('host = "gpu"', 'host = "gpu": no such host, none is declared'),
        ("hosts = 4", "hosts is a number: expected a table"),
        ("hosts.a = 4", "hosts.a is a number: expected a table"),
        ("hosts.a = {}", "hosts.a declares neither cores nor threads"),
        ("hosts.a.core = 4", "hosts.a.core is not a setting (did you mean cores?)"),
        (
            'hosts.a.cores = "all"',
            'hosts.a.cores = "all": expected a whole number of at least 1, or "none"',
        ),
        (
            "hosts.a.cores = -1",
            'hosts.a.cores = -1: expected a whole number of at least 1, or "none"',
        ),
        (
            'hosts.a.threads = "none"',
            'hosts.a.threads = "none": expected a whole number of at least 1',
        ),
        (
            "hosts.a.threads = [4]",
            "hosts.a.threads is an array: expected a whole number of at least 1",
        ),
        ("mode = 1979-05-27", 'mode = 1979-05-27: expected "train", "eval" or "sweep"'),
    ],
)
def test_a_fault_names_the_key_and_what_would_be_right(
    body: str, message: str, tmp_path: Path
) -> None:
    assert fault(tmp_path, f"# settings\n{body}\n") == (2, message)


def test_what_a_terminal_would_act_on_is_escaped(tmp_path: Path) -> None:
    body = '"a\\u001b[31m" = 1'
    assert fault(tmp_path, body) == (None, "a\\u001B[31m is not a setting")


def test_a_host_that_is_nearly_declared(tmp_path: Path) -> None:
    body = 'host = "cluster"\n[hosts.Cluster1]\ncores = 4\n'
    assert fault(tmp_path, body) == (
        1,
        'host = "cluster": no such host, declared: Cluster1 (did you mean Cluster1?)',
    )


def test_fewer_threads_than_cores(tmp_path: Path) -> None:
    assert fault(tmp_path, "[hosts.a]\ncores = 8\nthreads = 4\n") == (
        3,
        "hosts.a.threads = 4 is less than its 8 physical cores",
    )


@pytest.mark.parametrize("body", ['host = "a"\nhosts = 4', 'host = "a"\nhosts.a = 4'])
def test_a_host_whose_declaration_is_wrong_is_one_fault(body: str, tmp_path: Path) -> None:
    assert fault(tmp_path, body)[0] == 2


def test_a_number_of_thousands_of_digits(tmp_path: Path) -> None:
    line, message = fault(tmp_path, f"agents-per-env = 0x{'f' * 9000}")
    assert (line, message[:30]) == (1, "agents-per-env = 0xfffffffffff")
    assert len(message) < 150


def test_a_key_of_a_hundred_thousand_letters(tmp_path: Path) -> None:
    assert fault(tmp_path, f"{'target' * 20000} = 1")[0] == 1


def test_all_faults_are_collected_in_the_order_of_their_lines(tmp_path: Path) -> None:
    body = 'mode = "x"\nquux = 1\ntarget = 3\n[hosts.a]\ncores = 0\nthreads = 0\n'
    assert [line for line, _ in faults(tmp_path, body)] == [1, 2, 3, 5, 6]


def test_the_error_in_full(tmp_path: Path) -> None:
    path = pyproject(tmp_path, "quux = 1\ntargt = 2\n")
    with pytest.raises(SettingsError) as caught:
        load(tmp_path)
    assert str(caught.value) == (
        f"{path}:2: tool.profilecheck.quux is not a setting\n"
        f"{path}:3: tool.profilecheck.targt is not a setting (did you mean target?)"
    )
    assert (caught.value.path, caught.value.line) == (path, 2)
    assert caught.value.message.count("\n") == 1


def test_the_error_survives_pickling(tmp_path: Path) -> None:
    error = SettingsError(tmp_path, [Fault("late", 9), Fault("early", 1)])
    assert str(pickle.loads(pickle.dumps(error))) == str(error)


# Lines


def test_the_line_of_a_table_is_its_header(tmp_path: Path) -> None:
    path = pyproject(tmp_path, '\n[tool . profilecheck . "hostz"] # x\na = 1\n')
    with pytest.raises(SettingsError) as caught:
        load(tmp_path)
    assert (caught.value.path, caught.value.line) == (path, 3)


def test_the_line_of_a_table_that_is_none(tmp_path: Path) -> None:
    pyproject(tmp_path, 'profilecheck = "3.0"', table="[tool]\n")
    with pytest.raises(SettingsError) as caught:
        load(tmp_path)
    assert (caught.value.line, caught.value.message) == (
        2,
        "tool.profilecheck is a string: expected a table",
    )


def test_the_same_key_of_another_tool_is_not_meant(tmp_path: Path) -> None:
    pyproject(
        tmp_path,
        "target = 3\n[tool.other]\ntarget = 3\n",
        table="[x]\ntarget = 3\n[tool.profilecheck]\n",
    )
    with pytest.raises(SettingsError) as caught:
        load(tmp_path)
    assert caught.value.line == 4


def test_no_line_where_two_could_be_meant(tmp_path: Path) -> None:
    body = 'exclude = ["""\nquux = 1\n"""]\nquux = 1\n'
    assert fault(tmp_path, body) == (None, "quux is not a setting")


def test_no_line_for_a_key_of_an_inline_table(tmp_path: Path) -> None:
    assert fault(tmp_path, "hosts = { a = { core = 4 } }\n")[0] is None


def test_an_array_of_tables(tmp_path: Path) -> None:
    pyproject(tmp_path, "target = 3\n", table="[[tool.profilecheck]]\n")
    with pytest.raises(SettingsError, match="is an array: expected a table"):
        load(tmp_path)


# Broken files


@pytest.mark.parametrize(
    ("body", "line"),
    [
        ('mode = "eval"\ntarget = \n', 2),
        ('mode = "eval"\nselect = ["PC2"\n', 2),
        ("a = 1\na = 2", 2),
    ],
)
def test_a_syntax_error_has_its_line(body: str, line: int, tmp_path: Path) -> None:
    where, message = fault(tmp_path, body)
    assert where == line
    assert message.startswith("syntax error: ")
    assert "(at" not in message


def test_a_syntax_error_in_a_pyproject_that_names_the_table(tmp_path: Path) -> None:
    pyproject(tmp_path, "target = 3.0.0\n", table="[project]\n[ tool.profilecheck ]\n")
    with pytest.raises(SettingsError) as caught:
        load(tmp_path)
    assert caught.value.line == 3


@pytest.mark.parametrize("name", ["profilecheck", "nothing"])
def test_a_broken_pyproject_without_the_table_is_passed_over(name: str, tmp_path: Path) -> None:
    far = pyproject(tmp_path, "")
    pyproject(tmp_path / "a", f'[project]\ndependencies = ["{name}"', table="")
    assert load(tmp_path / "a").path == far


def test_not_utf8(tmp_path: Path) -> None:
    standalone(tmp_path, "").write_bytes(b"# caf\xc3\xa9\n# caf\xe9\n")
    with pytest.raises(SettingsError) as caught:
        load(tmp_path)
    assert (caught.value.line, caught.value.message) == (2, "not UTF-8")


def test_a_pyproject_that_is_not_utf8_and_names_no_table_is_passed_over(tmp_path: Path) -> None:
    pyproject(tmp_path, "").write_bytes(b"# caf\xe9 profilecheck\n")
    assert load(tmp_path).path is None


@pytest.mark.parametrize(
    "body",
    ["\ufefftarget = '3.0'", "a = " + "[" * 100_000, "a = " + "9" * 10_000, "a = 1\0", "[" * 1000],
    ids=["byte order mark", "deep", "digits", "nul", "brackets"],
)
def test_hostile_files_are_refused_without_a_traceback(body: str, tmp_path: Path) -> None:
    assert len(faults(tmp_path, body)) == 1


def test_a_table_of_pyproject_in_a_file_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "profilecheck.toml").write_text('[tool.profilecheck]\ntarget = "3.0"\n')
    with pytest.raises(SettingsError, match="stand at the top, without"):
        load(tmp_path)
