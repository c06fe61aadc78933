"""What git takes of a repository beside a project: clones, checkouts and submodules, and what only looks so."""

from __future__ import annotations

import pytest

from tests.sources.test_dependencies import asked, quoted

HUB = "https://github.com/PufferAI/PufferLib"
HASH = "8e3e7546428f06839dad031935081ff3ad915f07"


@pytest.mark.parametrize(
    ("name", "text", "at", "url"),
    [
        ("a.sh", f"git clone -b 3.0 {HUB}\n", "3.0", f"git+{HUB}@3.0"),
        ("a.sh", f"git clone --depth 1 --branch=v3.0 {HUB}.git x\n", "v3.0", f"git+{HUB}.git@v3.0"),
        ("a.sh", f"git clone --single-branch {HUB} -b '4.0'\n", "'4.0'", f"git+{HUB}@4.0"),
        (
            "a.sh",
            "git clone -b 3.0 git@github.com:PufferAI/PufferLib.git\n",
            "3.0",
            "git+ssh://git@github.com/PufferAI/PufferLib.git@3.0",
        ),
        ("a.sh", "gh repo clone PufferAI/PufferLib -- -b 3.0\n", "3.0", f"git+{HUB}@3.0"),
        ("a.sh", f"git clone -b $REF {HUB}\n", "$REF", f"git+{HUB}@$REF"),
        ("a.sh", f"git clone {HUB}\ncd PufferLib && git checkout 3.0\n", "3.0", f"git+{HUB}@3.0"),
        (
            "a.sh",
            f"git clone {HUB} x/y/\ngit -C x/y checkout -q {HASH}\n",
            HASH,
            f"git+{HUB}@{HASH}",
        ),
        ("a.sh", f"git clone -b 3.0 {HUB} y\ncd y\ngit checkout 4.0\n", "4.0", f"git+{HUB}@4.0"),
        (
            "a.sh",
            f"git clone {HUB}\ncd PufferLib\ngit checkout -b mine origin/3.0\n",
            "origin/3.0",
            f"git+{HUB}@3.0",
        ),
        (
            "Dockerfile",
            f"FROM x\nRUN git clone {HUB} /opt/p\nWORKDIR /opt/p\nRUN git reset --hard 3.0\n",
            "3.0",
            f"git+{HUB}@3.0",
        ),
        ("README.md", f"```sh\ngit clone -b 3.0 {HUB}\n```\n", "3.0", f"git+{HUB}@3.0"),
        (
            ".gitmodules",
            f'[submodule "p"]\n\tpath = p\n\turl = {HUB}\n\tbranch = 3.0\n',
            "3.0",
            f"git+{HUB}@3.0",
        ),
        (
            ".gitmodules",
            f'[submodule "a"]\r\n url = a\r\n branch = 1\r\n[submodule "p"]\r\n branch = 4.0 # b\r\n url = {HUB}\r\n',
            "4.0",
            f"git+{HUB}@4.0",
        ),
    ],
)
def test_what_git_takes(name: str, text: str, at: str, url: str) -> None:
    (one,) = asked(name, text)
    assert (quoted(text, one), one.url) == (at, url)
    assert one.command
    assert one.checkout


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.sh", f"git clone {HUB}\n"),
        ("a.sh", f"git clone {HUB}\ngit checkout 3.0\n"),
        ("a.sh", f"git clone {HUB}\ncd PufferLib\ncd ..\ngit checkout 3.0\n"),
        ("a.sh", f"git clone {HUB}\ngit clone https://x/y\ncd y\ngit checkout 3.0\n"),
        ("a.sh", f"git clone {HUB}\ncd PufferLib\n# git checkout 3.0\n"),
        ("a.sh", f"git clone {HUB}\ncd PufferLib\ngit checkout\n"),
        ("a.sh", f"git clone {HUB}\ncd PufferLib\ngit checkout {'-b ' * 60};\n"),
        ("a.sh", f"git clone {HUB}\ncd PufferLib\ngit checkout -- 3.0\n"),
        ("a.sh", f"git clone -b 3.0 {HUB}-envs\n"),
        ("a.sh", "git clone -b 3.0 ../PufferLib\n"),
        ("a.sh", f"# git clone -b 3.0 {HUB}\n"),
        ("a.sh", f"echo git clone -b 3.0 {HUB}\n"),
        ("a.sh", f"git remote add -b 3.0 pufferlib {HUB}\n"),
        (".gitmodules", f'[submodule "p"]\n\tpath = p\n\turl = {HUB}\n'),
        (".gitmodules", f'[submodule "p"]\n\turl = {HUB}\n\tbranch = .\n'),
        (".gitmodules", f'[submodule "p"]\n\turl = {HUB}\n[submodule "q"]\n\tbranch = 3.0\n'),
    ],
)
def test_what_is_no_pin(name: str, text: str) -> None:
    assert not asked(name, text)
