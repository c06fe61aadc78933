"""Texts that a shell is given by others: escapes, what echo and printf tell, sessions on a page."""

from __future__ import annotations

import pytest

from tests.rules.helpers import finds, quiet
from tests.sources.test_shell import commands


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (r"""screen -S a -X stuff "puffer a 8\n" """, "puffer a 8"),
        (r"""screen -X stuff 'puffer a 8^M'""", "puffer a 8"),
        (r"""screen -X stuff "puffer a 8\015" """, "puffer a 8"),
        (r"""screen -X stuff $'puffer a 8\n'""", "puffer a 8"),
        (r"""tmux send-keys -t 0 $'puffer a 8\n'""", "puffer a 8"),
        (r"""bash -c $'puffer a \\\n  \x38\n'""", "puffer a 8"),
        (r"""bash -c $'puffer a \'8\''""", "puffer a 8"),
        (r"""bash <<< $'cd x\npuffer a 8'""", "puffer a 8"),
        (r"""printf 'puffer a 8\n' | bash""", "puffer a 8"),
        (r"""printf -- 'puffer %s %d\n' a 8 | bash""", "puffer a 8"),
        (r"""printf 'puffer %s %s%%\n' a | bash""", "puffer a %"),
        (r"""printf '%s\n' "cd x" "puffer a 8" | bash""", "puffer a 8"),
        (r"""printf '%b' "cd x\npuffer a 8\n" | bash""", "puffer a 8"),
        (r"""printf '%s ' puffer a 8 | bash""", "puffer a 8"),
        (r"""printf 'puffer a %03d %q %d\n' 8 b $N | bash""", "puffer a ?* ?* ?*"),
        (r"""echo -e "puffer a 8\n" | sh""", "puffer a 8"),
        (r"""echo -ne 'cd x\npuffer a 8' | sh""", "puffer a 8"),
        (r"""echo "puffer a 8\n" | sh""", "puffer a 8?"),
        ("echo 'puffer a \\\n  8' | sh", "puffer a 8"),
        ("echo puffer a 8 | sh", "puffer a 8"),
        (r"""puffer a $'8\n' $'it\'s' b""", "puffer a 8\n it's b"),
        (r"""puffer "$'a" $'b""", "puffer $'a $b"),
        ("at now <<EOF\npuffer a 8\nEOF", "puffer a 8"),
        ("batch <<< 'puffer a 8'", "puffer a 8"),
        ("nodemon --exec 'puffer a 8'", "puffer a 8"),
    ],
)
def test_the_last_command(text: str, expected: str) -> None:
    assert commands(text)[-1] == expected


def test_what_printf_keeps_is_told_to_nobody() -> None:
    assert commands("printf -v X 'puffer a' | bash") == ["printf -v X puffer a"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "```console\n$ puffer a \\\n> b \\\n>   c\npuffer: > no\n> puffer no\n```\n",
            ["puffer a b c"],
        ),
        ("```sh\n$ puffer a \\\n> b\n```\n", ["puffer a b"]),
        ("```sh\npuffer a \\\n> --b\n```\n", ["puffer a --b"]),
        ("```sh\npuffer a \\\n> log.txt\n```\n", ["puffer a"]),
        (
            "```console\n$ bash <<EOF\n> puffer a\n> EOF\n$ puffer b\n```\n",
            ["puffer a", "puffer b"],
        ),
        ("```console\n$ cd x &&\n> puffer a\n```\n", ["puffer a"]),
        ("```console\n$ bash -c 'cd x\n> puffer a'\n```\n", ["bash -c cd x\npuffer a", "puffer a"]),
    ],
)
def test_the_second_prompt_of_a_session(text: str, expected: list[str]) -> None:
    assert commands(text, "a.md") == expected


def test_the_end_of_a_line_is_no_part_of_a_value() -> None:
    line = r"screen -X stuff 'puffer train x --vec.num-envs 100 --vec.num-workers 6\n'"
    finds(line, "PC203", name="run.sh")
    quiet(r"puffer train x --vec.num-envs $'8\n'", "PC706", name="run.sh")


@pytest.mark.parametrize("flag", ["--help", "-h"])
@pytest.mark.parametrize("target", ["3.0", None])
def test_a_line_that_asks_for_help_starts_nothing(flag: str, target: str | None) -> None:
    line = f"puffer train x --vec.num-envs 100 --vec.num-workers 6 --vec.total-agents 8 {flag}"
    quiet(line, name="run.sh", target=target)


@pytest.mark.parametrize(
    "program",
    [
        "python -mpufferlib.pufferl",
        "python -Om pufferlib.pufferl",
        "python -umpufferlib.pufferl",
        "ipython -m pufferlib.pufferl",
        "pipx run --spec pufferlib puffer",
        "docker-compose exec t puffer",
        "kernprof -l -m pufferlib.pufferl",
        "debugpy --listen 5678 -m pufferlib.pufferl",
        "python -m debugpy --listen 5678 -m pufferlib.pufferl",
        "horovodrun -np 2 puffer",
    ],
)
def test_what_launches(program: str) -> None:
    finds(f"{program} train x --vec.num-envs 100 --vec.num-workers 6", "PC203", name="run.sh")


def test_variables_of_a_dockerfile() -> None:
    text = (
        "ARG Z=1\nFROM a\nARG W=6\nARG V\nENV N=100 M=\"3 4\" K='x'\nENV OLD some value\nENV P=$N\n"
        "RUN puffer $W $V $N $M $K $OLD $P $Z\nCMD puffer $W $N\nENV N=7\nFROM b\nCMD puffer $N\n"
    )
    assert commands(text, "Dockerfile") == [
        "puffer 6 ?* 100 3 4 x some value ?* ?*",
        "puffer ?* 7",
        "puffer ?*",
    ]


@pytest.mark.parametrize(
    "program", ["$(which puffer)", '"$(which puffer)"', "$(command -v puffer)", "`which puffer`"]
)
def test_a_program_whose_place_is_asked_for(program: str) -> None:
    assert "puffer train x" in commands(f"{program} train x")
    assert "torchrun --a puffer train x" in commands(f"torchrun --a {program} train x")
    assert not any("train" in one for one in commands(f"{program}2 train x"))


@pytest.mark.parametrize(
    "use",
    [
        *(
            "\t$(R)",
            "\t@${R}",
            "\t$(call R,x)",
            "\tfor i in 1 2; do $(R); done",
            "\tcd a && $(call R,3)",
        ),
        *(
            "\tif a; then X=1 $(R); fi",
            "\t(cd b; $(R))",
            "\tfor i in 1; do \\\n\t  $(R); \\\n\tdone",
        ),
    ],
)
def test_what_a_makefile_defines_and_runs(use: str) -> None:
    text = "define R\npuffer a \\\n  --b\n@puffer c $(1)\nendef\ndefine H\npuffer h\nendef\n"
    assert commands(f"{text}all:\n{use}\n\techo $(H)\n", "Makefile") == [
        "puffer a --b",
        "puffer c ?*",
    ]
    assert commands(f"{text}all:\n\tpuffer z\n", "Makefile") == ["puffer z"]
