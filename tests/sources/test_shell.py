"""Command lines as words with their places, in every text that holds them."""

from __future__ import annotations

import random

import pytest

from profilecheck.document import Document, Word
from profilecheck.sources import shell

MARKS = ("puffer",)


def read(text: str, name: str = "run.sh") -> Document:
    return shell.read(text, name, name=name, data=text.encode(), marks=MARKS)


def told(word: Word) -> str:
    """A word, with a mark for what is not known of it."""
    return word.text + ("" if word.whole else "?") + ("*" if word.several else "")


def commands(text: str, name: str = "run.sh") -> list[str]:
    return [" ".join(map(told, command.words)) for command in read(text, name).commands]


def in_yaml(text: str) -> list[str]:
    document = shell.in_yaml(Document("ci.yml", "yaml", text), MARKS)
    return [" ".join(map(told, command.words)) for command in document.commands]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("puffer train x", ["puffer train x"]),
        ("puffer train x --a 1 # note", ["puffer train x --a 1"]),
        ("puffer train x#1", ["puffer train x#1"]),
        ("# puffer train x", []),
        ("  # puffer train x", []),
        ("puffer train \\\n  x \\\n  --a 1", ["puffer train x --a 1"]),
        ("puffer train \\\r\n  x --a 1\r\n", ["puffer train x --a 1"]),
        ("puffer \"a b\" 'c d' e\\ f", ["puffer a b c d e f"]),
        ("puffer 'it'\"'\"'s'", ["puffer it's"]),
        ("puffer --a=$X --b=${Y:-1} $Z", ["puffer --a=? --b=? ?*"]),
        ('puffer "$X" "$@" "a$X"', ["puffer ? ?* a?"]),
        ("puffer $(date +%s) `date`", ["puffer ?* ?*"]),
        ("puffer ${{ matrix.env }} x", ["puffer ?* x"]),
        ("puffer $((1 + 2)) x", ["puffer ?* x"]),
        ("puffer {{ x }} --a {{y}}{{ z }} b", ["puffer ?* --a ?* b"]),
        ("puffer a_{{ x }} --a=\"{{ y }}\" '{{ z }}'", ["puffer a_? --a=? ?"]),
        ("puffer {% if x %}a{% endif %} b", ["puffer ?* b"]),
        ("puffer {{ x", ["puffer {{ x"]),
        ("puffer x <1-8>", ["puffer x"]),
        ("puffer a*b {1..3} [x]", ["puffer a? ?* ?*"]),
        ("A=1 B='2 3' puffer train", ["puffer train"]),
        ("cd x && puffer a; puffer b | tee log & puffer c", ["puffer a", "puffer b", "puffer c"]),
        ("if puffer a; then puffer b; fi", ["puffer a", "puffer b"]),
        ("for e in a b; do puffer $e; done", ["puffer ?*"]),
        ("(puffer a)", ["puffer a"]),
        ("f() { puffer a; }", ["puffer a"]),
        ("case $x in a) puffer a;; esac", ["puffer a"]),
        ("puffer a > log 2>&1 < in &>> all", ["puffer a"]),
        ("puffer a >log --b 1", ["puffer a --b 1"]),
        ("puffer <env> --b 1", ["puffer ? --b 1"]),
        ("puffer a ... --b", ["puffer a ...* --b"]),
        ("X=$(puffer a)", ["puffer a"]),
        ("puffer 'open", ["puffer open"]),
        ('puffer "open $(', ["puffer open ?"]),
        ("puffer \\", ["puffer "]),
    ],
)
def test_words(text: str, expected: list[str]) -> None:
    assert commands(text) == expected


def test_a_word_stands_where_it_is_written() -> None:
    (command,) = read('é puffer "--a=b"  \\\n\t--c=$X').commands
    spans = {word.text: word.span for word in command.words}
    assert (spans["--a=b"].line, spans["--a=b"].column, spans["--a=b"].end_column) == (1, 10, 17)
    assert (spans["--c="].line, spans["--c="].column) == (2, 2)
    after = {word.text: word.after for word in command.words}
    assert after["--c="] is not None
    assert (after["--c="].line, after["--c="].column, after["--c="].end_column) == (2, 6, 8)


class TestArrays:
    def test_one_that_is_assigned_once_is_what_it_holds(self) -> None:
        text = 'A=(\n  --a 1  # note\n  # --b 2\n  --c=3\n)\npuffer train x "${A[@]}" --d'
        assert commands(text) == ["puffer train x --a 1 --c=3 --d"]

    def test_its_words_stand_in_the_array(self) -> None:
        (command,) = read('A=(\n  --a 1\n)\npuffer "${A[@]}"').commands
        assert [(w.span.line, w.span.column) for w in command.words] == [(4, 1), (2, 3), (2, 7)]

    @pytest.mark.parametrize(
        "more", ["A+=(--b)", "A=(--b)", "if x; then A=(--b); fi", "A+=(--b) # twice"]
    )
    def test_one_that_is_assigned_twice_is_not_known(self, more: str) -> None:
        assert commands(f'A=(--a)\n{more}\npuffer "${{A[@]}}"') == ["puffer ?*"]


class TestHereDocuments:
    def test_the_text_of_one_is_no_command(self) -> None:
        assert commands("cat <<EOF > job.txt\npuffer a\nEOF\npuffer b") == ["puffer b"]

    @pytest.mark.parametrize(
        "opening",
        [
            "cat <<EOF > job.sh",
            "cat > out/job.sbatch <<'EOF'",
            'cat >"$D/run.sh" << EOF',
            "tee job.slurm <<EOF",
        ],
    )
    def test_the_text_of_one_that_becomes_a_script_is(self, opening: str) -> None:
        assert commands(f"{opening}\npuffer a\nEOF\npuffer b") == ["puffer a", "puffer b"]

    @pytest.mark.parametrize(
        "opening", ["bash <<EOF", "bash -s <<'EOF'", "ssh host <<-EOF", "sbatch << EOF"]
    )
    def test_a_shell_runs_it(self, opening: str) -> None:
        assert commands(f"{opening}\npuffer a\nEOF\n") == ["puffer a"]

    def test_two_of_one_line(self) -> None:
        assert commands("cat <<A <<B\npuffer a\nA\npuffer b\nB\npuffer c") == ["puffer c"]

    def test_one_that_never_ends(self) -> None:
        assert commands("cat <<EOF\npuffer a\n") == []


@pytest.mark.parametrize(
    "line",
    [
        "bash -c 'cd x && puffer a'",
        'ssh host "puffer a"',
        "sbatch --wrap='puffer a'",
        'tmux new -d "puffer a"',
        "docker run image bash -c 'puffer a'",
    ],
)
def test_a_command_within_a_word_of_one_that_runs_it(line: str) -> None:
    assert "puffer a" in commands(line)


@pytest.mark.parametrize(
    "line", ["echo 'puffer a b'", "git commit -m 'run puffer a'", "grep -r 'puffer a' ."]
)
def test_a_text_that_nobody_runs_is_one_word(line: str) -> None:
    assert "puffer a" not in commands(line)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("find . -name 'x*' -exec puffer a {} --b=$N \\;", "puffer a ? --b=?"),
        ("find . -type f -execdir puffer a m_{} +", "puffer a m_?"),
        ("find . -exec bash -c 'puffer a' \\;", "puffer a"),
        ("echo 'puffer a' | bash", "puffer a"),
        ("printf 'puffer a' | sbatch -n 1", "puffer a"),
        ("cat <<E | sbatch\npuffer a\nE", "puffer a"),
        ("X=a\ncat <<E | bash -s\npuffer $X\nE", "puffer a"),
    ],
)
def test_what_is_found_or_fed(line: str, expected: str) -> None:
    assert expected in commands(line)


@pytest.mark.parametrize(
    "line",
    [
        "find . -name puffer a",
        "find puffer a -print",
        "echo 'puffer a' | tee log",
        "cat <<E | grep x\npuffer a\nE",
        "echo 'puffer a'; bash",
        "cat puffer a | bash",
    ],
)
def test_what_is_not(line: str) -> None:
    assert "puffer a" not in commands(line)


class TestVariables:
    @pytest.mark.parametrize(
        "run",
        [
            'eval "$CMD"',
            "$CMD",
            "exec ${CMD}",
            'bash -c "$CMD"',
            'tmux send-keys -t "$S" "$CMD" C-m',
            'ssh host "$CMD"',
        ],
    )
    def test_a_command_that_is_kept_and_run(self, run: str) -> None:
        text = f'CMD="cd x && \\\n  puffer a $B"\n{run}\n'
        (command,) = [c for c in read(text).commands if c.words[0].text == "puffer"]
        assert (command.span.line, command.span.column) == (2, 3)

    @pytest.mark.parametrize("use", ["", 'echo "$MSG"', 'log "$MSG"', 'test -n "$MSG"'])
    def test_a_text_that_is_not_run(self, use: str) -> None:
        assert not [
            c for c in commands(f'MSG="puffer a failed"\n{use}\n') if c.startswith("puffer")
        ]

    def test_one_that_is_run_with_more_words_is_not_all(self) -> None:
        text = 'if x; then P="puffer train"; fi\n$P a --b\n'
        assert [c for c in commands(text) if c.startswith("puffer")] == ["puffer train ?*"]


class TestCertainVariables:
    """A value is put in where the script is sure to have given it; in doubt, it is not known."""

    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            ('P="puffer train"\n$P x --a', "puffer train x --a"),
            ("E=x; puffer train $E", "puffer train x"),
            ('E=x\npuffer train ${E} "$E" a_$E', "puffer train x x a_x"),
            ('A="--a 1  --b"\npuffer x $A', "puffer x --a 1 --b"),
            ('A="--a 1"\npuffer x "$A"', "puffer x --a 1"),
            ('A=\npuffer x $A "$A" y', "puffer x  y"),
            ("export E=x\npuffer $E", "puffer x"),
            ("readonly E=x; export E\npuffer $E", "puffer x"),
            ("cd a || exit\nE=x\nif a; then puffer $E; fi", "puffer x"),
            ("E=x\nf() { puffer $E; }", "puffer x"),
            ("E=x\nfor s in 1 2; do puffer $E $s; done", "puffer x ?*"),
            ('P=puffer\nC="$P a"\n$C b', "puffer a b"),
            ('E=x\nC="puffer $E $1"\n$C b', "puffer x ?* b"),
            ('E=x\nA=(--e $E)\npuffer "${A[@]}"', "puffer --e x"),
            ("E=x\nO=$(puffer $E)", "puffer x"),
            ("P=puffer\nO=$($P x)", "puffer x"),
            ("E=x\nsbatch <<J\npuffer $E\nJ", "puffer x"),
            ("sbatch <<'J'\nE=x\npuffer $E\nJ", "puffer x"),
            ("source .venv/bin/activate\nE=x\n. $D/conda.sh\npuffer $E", "puffer x"),
            ("A='a*b'\npuffer $A \"$A\"", "puffer a? a*b"),
            ("N=7\npuffer --a=$N --b $N", "puffer --a=7 --b 7"),
        ],
    )
    def test_it_is_put_in(self, text: str, expected: str) -> None:
        assert [c for c in commands(text) if c.startswith("puffer")] == [expected]

    @pytest.mark.parametrize(
        "text",
        [
            "E=x\nE=y\npuffer $E",
            "E=x\nE+=y\npuffer $E",
            "E=x\nE[0]=y\npuffer $E",
            "if a; then E=x; fi\npuffer $E",
            "while a; do E=x; done\npuffer $E",
            "for a in b; do E=x; done; puffer $E",
            "case $1 in a) E=x;; esac; puffer $E",
            "case $1 in\n(a) E=x;;\nesac; puffer $E",
            "f() { E=x; }\npuffer $E",
            "function f { E=x; }\npuffer $E",
            "(E=x)\npuffer $E",
            "a && E=x\npuffer $E",
            "a ||\nE=x\npuffer $E",
            "E=x | a\npuffer $E",
            "E=x &\npuffer $E",
            "E=x puffer $E",
            "E=x a\npuffer $E",
            "puffer $E\nE=x",
            "f() { puffer $E; }\nE=x\nf",
            "E=${1:-x}\npuffer $E",
            "E=$(a)\npuffer $E",
            "E=x; read E\npuffer $E",
            "E=x; read -r a E\npuffer $E",
            "E=x; for E in a b; do puffer $E; done",
            "E=x; while getopts a E; do :; done; puffer $E",
            "E=x; unset E; puffer $E",
            "E=x; : ${E:=y}; puffer $E",
            "E=1; (( E++ )); puffer $E",
            "E=1; let E=E+1; puffer $E",
            "E=x; source settings.sh; puffer $E",
            "E=x; . ./.env; puffer $E",
            "E=x; f() { local E; }; puffer $E",
            "E=x; printf -v E y; puffer $E",
            "E=x; bash -c 'puffer $E'",
            "E=x; bash <<'J'\npuffer $E\nJ",
            "bash <<J\nE=x\npuffer $E\nJ",
            "E=x; puffer ${E%a}",
            "E=x; puffer ${E:-y}",
            "E=x; puffer ${#E}",
            "E=x; puffer ${!E}",
            "E='a \"b c\"'; puffer $E",
            "E='a; b'; puffer $E",
            "#!/bin/zsh\nE='a b'\npuffer $E",
            "IFS=,\nE='a b'\npuffer $E",
        ],
    )
    def test_it_is_not(self, text: str) -> None:
        found = [c for c in commands(text) if c.startswith("puffer")]
        assert found and all(word.startswith("?") for c in found for word in c.split()[1:])

    def test_one_that_is_quoted_in_single_quotes_is_none(self) -> None:
        assert commands("E=x; puffer '$E'") == ["puffer $E"]

    def test_zsh_splits_none(self) -> None:
        text = "A='--a 1'\nE=x\npuffer $E $A"
        assert commands(text, "run.zsh") == ["puffer x ?*"]
        assert commands(text, "run.sh") == ["puffer x --a 1"]

    def test_an_array_of_a_branch_is_not_known(self) -> None:
        assert commands('if x; then A=(--a); fi\npuffer "${A[@]}"') == ["puffer ?*"]
        assert commands('A=(--a)\nsource a.sh\npuffer "${A[@]}"') == ["puffer ?*"]

    def test_words_stand_where_they_are_written_and_a_value_where_it_is_used(self) -> None:
        (command,) = read('P="puffer train"\nA="--a 1"\nE=x\n$P $E $A --b $E').commands
        places = [(w.text, w.span.line, w.span.column, w.span.end_column) for w in command.words]
        assert places == [
            *(("puffer", 4, 1, 3), ("train", 4, 1, 3), ("x", 4, 4, 6)),
            *(("--a", 2, 4, 7), ("1", 2, 8, 9), ("--b", 4, 10, 13), ("x", 4, 14, 16)),
        ]
        assert (command.span.line, command.span.end_line) == (4, 4)

    def test_what_doubles_again_and_again_is_put_in_no_more(self) -> None:
        text = "A0=puffer_a_b_c\n" + "".join(f"A{i + 1}=$A{i}$A{i}\n" for i in range(60))
        assert len(commands(text + "puffer $A60 $A59")[0]) < 10_000


class TestMarkdown:
    def test_blocks_of_a_shell(self) -> None:
        text = "puffer a\n```bash\npuffer b\n```\n~~~sh\npuffer c\n~~~\n```python\npuffer d\n```\n"
        assert commands(text, "README.md") == ["puffer b", "puffer c"]

    def test_of_a_session_what_is_typed(self) -> None:
        text = (
            "```console\n$ puffer a \\\n    --b\npuffer says\n(venv) user@host:~$ puffer c\n```\n"
        )
        assert commands(text, "README.md") == ["puffer a --b", "puffer c"]

    def test_a_session_without_a_prompt_has_no_commands(self) -> None:
        assert commands("```console\npuffer a\n```\n", "README.md") == []

    def test_a_block_without_a_language_is_bare(self) -> None:
        (command,) = read("```\npuffer a\n```\n", "README.md").commands
        assert command.bare

    def test_a_block_in_a_list_and_in_a_quotation(self) -> None:
        text = "- x\n\n  ```sh\n  puffer a\n  ```\n> ```sh\n> puffer b\n> ```\n"
        found = read(text, "README.md").commands
        assert [(c.words[1].text, c.span.line, c.span.column) for c in found] == [
            ("a", 4, 3),
            ("b", 7, 3),
        ]

    @pytest.mark.parametrize(
        ("line", "expected"),
        [
            ("puffer x --n <1-8> --m <0, 1> --o <a/b>", "puffer x --n ? --m ? --o ?"),
            ("puffer <a|b> --n=<int>", "puffer ? --n=?"),
            ("puffer x <in.txt >out.txt", "puffer x"),
            ("puffer x < in > out", "puffer x"),
            ("puffer x > <log>", "puffer x"),
            ("puffer x <(a) >(b) c", "puffer x ? ? c"),
        ],
    )
    def test_what_a_page_leaves_to_be_filled_in(self, line: str, expected: str) -> None:
        assert commands(f"```sh\n{line}\n```\n", "README.md") == [expected]

    def test_one_that_is_not_closed_goes_on_to_the_end(self) -> None:
        assert commands("````sh\npuffer a\n", "README.md") == ["puffer a"]

    def test_an_html_comment_for_profilecheck_is_a_comment(self) -> None:
        (comment,) = read("<!-- profilecheck: target=4.0 -->\n", "README.md").comments
        assert (comment.text, comment.alone, comment.span.column) == (
            "#profilecheck: target=4.0",
            True,
            5,
        )

    def test_another_is_none(self) -> None:
        assert read("<!-- about puffer -->\n", "README.md").comments == ()


class TestMakefile:
    def test_recipes(self) -> None:
        text = "RUN = puffer no\ntrain: x\n\t@puffer train $(ENV) \\\n\t\t--a $$X\n\t-puffer b\n"
        assert commands(text, "Makefile") == ["puffer train ?* --a ?*", "puffer b"]

    def test_comments(self) -> None:
        assert commands("# puffer a\nx:\n\t# puffer b\n", "Makefile") == []

    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            ("A := --a 1  # note\nx:\n\tpuffer x $(A) ${A}\n", "puffer x --a 1 --a 1"),
            ("x:\n\tpuffer x $(A)\nA = --a\n", "puffer x --a"),
            ("P = puffer train\nx:\n\t@$(P) x\n", "puffer train x"),
            ("P = puffer\nC = $(P) a\nx:\n\t$(C) b\n", "puffer a b"),
            ("export A ::= \\\n  --a \\\n  --b\nx: ; puffer $(A)\n", "puffer --a --b"),
            ("x: ; puffer a\n", "puffer a"),
            ("x y: z | w; @puffer a \\\n  b\n\tpuffer\n", "puffer a b"),
            ("x:\n\tE=a; puffer $$E\n", "puffer a"),
            ('A = --a "b c"\nx:\n\tpuffer $(A)\n', "puffer --a b c"),
        ],
    )
    def test_variables_and_recipes_on_the_line_of_their_rule(
        self, text: str, expected: str
    ) -> None:
        assert commands(text, "Makefile")[0] == expected

    @pytest.mark.parametrize(
        "lines",
        [
            "A ?= --a",
            "A := --a\nA := --b",
            "A := --a\nA += --b",
            "ifdef X\nA := --a\nendif",
            "A := --a\ny: A := --b",
            "A := --a\ndefine A\n--b\nendef",
            "A := --a\n-include .env",
            "A != date",
            "A = $(shell date)",
            "A = $(A)",
        ],
    )
    def test_a_variable_that_is_not_certain(self, lines: str) -> None:
        assert commands(f"{lines}\nx:\n\tpuffer x $(A)\n", "Makefile") == ["puffer x ?*"]

    def test_what_is_no_recipe(self) -> None:
        assert commands("A = x; puffer a\nB := puffer b\nx: # ; puffer c\n", "Makefile") == []

    def test_words_stand_where_they_are_written(self) -> None:
        text = "P = puffer train\nA = --a 1\nE = x\nx:\n\t$(P) $(E) $(A)\n"
        (command,) = read(text, "Makefile").commands
        assert [(w.span.line, w.span.column) for w in command.words] == [
            *((5, 2), (5, 2), (5, 7), (2, 5), (2, 9)),
        ]

    def test_variables_that_name_others_again_and_again_end(self) -> None:
        text = "".join(f"A{i} = " + f"$(A{i + 1})" * 300 + "\n" for i in range(30))
        assert commands(text + "x:\n\tpuffer $(A0)\n", "Makefile")


class TestDockerfile:
    def test_shell_and_list(self) -> None:
        text = 'FROM x\nRUN a && puffer b\nCMD ["puffer", "train", "$X"]\n'
        assert commands(text, "Dockerfile") == ["puffer b", "puffer train $X"]

    def test_a_listed_command_is_the_arguments_of_a_listed_entry_point(self) -> None:
        text = 'FROM x\nENTRYPOINT ["puffer"]\nCMD ["train", "x"]\nFROM y\nCMD ["puffer"]\n'
        assert commands(text, "Dockerfile") == ["puffer train x", "puffer"]

    def test_the_last_entry_point_and_command_of_a_stage_count_in_any_order(self) -> None:
        text = 'CMD ["--old"]\nCMD ["train", "x"]\nENTRYPOINT ["puffer", "old"]\nENTRYPOINT ["puffer"]\n'
        assert commands(text, "Dockerfile") == ["puffer train x"]

    def test_what_is_run_behind_an_entry_point_alone_is_not_known(self) -> None:
        (command,) = read('ENTRYPOINT ["puffer", "train"]\n', "Dockerfile").commands
        assert [word.several for word in command.words] == [False, False, True]

    def test_options_comments_and_continuation(self) -> None:
        text = "RUN --mount=type=cache,target=/x \\\n  # puffer no\n  puffer a \\\n  --b 1\n"
        assert commands(text, "Dockerfile") == ["puffer a --b 1"]

    def test_a_here_document_is_the_script(self) -> None:
        assert commands("RUN <<EOF\nputs\npuffer a\nEOF\nCMD puffer b\n", "gpu.dockerfile") == [
            "puffer a",
            "puffer b",
        ]

    @pytest.mark.parametrize(
        "text",
        [
            "HEALTHCHECK --interval=5m CMD puffer a",
            'HEALTHCHECK CMD ["puffer", "a"]',
            "ONBUILD RUN puffer a",
            'ENTRYPOINT ["x"]\nONBUILD CMD ["puffer", "a"]',
            "RUN bash <<'EOF'\npuffer a\nEOF",
        ],
    )
    def test_an_instruction_in_another(self, text: str) -> None:
        assert "puffer a" in commands(text, "Dockerfile")

    @pytest.mark.parametrize(
        "text", ["HEALTHCHECK NONE", "HEALTHCHECK", "ONBUILD", "ONBUILD COPY puffer a"]
    )
    def test_another_that_runs_nothing(self, text: str) -> None:
        assert commands(text, "Dockerfile") == []

    def test_other_instructions_run_nothing(self) -> None:
        assert commands("ENV X=puffer\nCOPY puffer a\nLABEL puffer=1\n", "Dockerfile") == []


class TestWorkflows:
    def test_steps_of_github(self) -> None:
        text = (
            "jobs:\n  a:\n    steps:\n    - run: puffer a  # note\n    - name: x\n      run: |\n"
            "        cd x\n        puffer b \\\n          --c 1\n    - run: >-\n        puffer d\n        --e 2\n"
            "    - run: 'puffer f'\n    - uses: puffer/g\n"
        )
        assert in_yaml(text) == ["puffer a", "puffer b --c 1", "puffer d --e 2", "puffer f"]

    def test_scripts_of_gitlab(self) -> None:
        text = "a:\n  script:\n    - puffer a\n    # puffer no\n    - |\n      puffer b\n  tags: [puffer]\n"
        assert in_yaml(text) == ["puffer a", "puffer b"]

    def test_other_keys_hold_no_commands(self) -> None:
        assert in_yaml("name: puffer a\ndescription: |\n  puffer b\n") == []

    @pytest.mark.parametrize(
        "text",
        [
            "a:\n  command: puffer a\n",
            'a:\n  command: ["puffer", "a"]\n',
            "a:\n  command: [puffer, 'a']  # note\n",
            "a:\n  command: [\n    puffer, # one\n    a\n  ]\n",
            "a:\n  command:\n    - puffer\n    - a\n",
            "a:\n  command:\n  - puffer\n  # no\n  - 'a'  # note\n",
            "a:\n  entrypoint: puffer\n  x: y\n  command: a\n",
            "a:\n  command: [a]\n  x:\n    y: z\n  entrypoint: [puffer]\n",
            "- name: c\n  command: [puffer]\n  args: [a]\n- args: [b]\n",
            "- command: [puffer]\n  args:\n  - a\n- name: d\n  args: [b]\n",
            "a:\n  entrypoint: [puffer, a]\nb:\n  command: [c]\n",
        ],
    )
    def test_containers(self, text: str) -> None:
        assert in_yaml(text) == ["puffer a"]

    def test_a_shell_of_a_container_runs_the_text_behind_it(self) -> None:
        text = "- command: [bash, -c]\n  args:\n  - |\n    cd x\n    puffer a\n"
        assert "puffer a" in in_yaml(text)
        assert "puffer a" in in_yaml("a:\n  command: [sh, -c, 'puffer a']\n")

    def test_what_is_put_into_a_list_is_not_known(self) -> None:
        text = 'command: [puffer, "$X", "--a=${X:-1}", "--b=$(X)", "{{ item.x }}", "*", "<a b>"]'
        assert in_yaml(text) == ["puffer ?* --a=? --b=? ?* * <a b>"]

    @pytest.mark.parametrize(
        "text",
        [
            "a:\n  args: [puffer, a]\n",
            "a:\n  args: puffer a\n",
            "a:\n  args:\n  - puffer\n  - a\n",
            "a:\n  command: [[puffer], a]\n",
            "a:\n  command: [puffer, a\n",
            "a:\n  command: {x: puffer a}\n",
            "a:\n  environment: [puffer, a]\n",
        ],
    )
    def test_what_is_no_command_of_a_container(self, text: str) -> None:
        assert in_yaml(text) == []

    @pytest.mark.parametrize(
        "text",
        [
            "- run: puffer a\n    --b 1  # note\n  name: x\n",
            "- run: puffer a\r\n    --b 1\r\n",
            "- run: >\n    puffer a\n    --b 1\n\n    c\n",
            '- run: "puffer a\n    --b 1"\n',
            '- run: "puffer \\"a\\" \\\n    --b\\x201\\n"  # note\n',
            "- run: 'puffer ''a''\n    --b 1\n\n    c'\n",
            "- run: &all puffer a --b 1\n",
            '- "run": puffer a --b 1\n',
            '- {name: x, run: "puffer a --b 1"}\n',
            "- { 'run': puffer a --b 1, name: x }\n",
            '- {"command":["puffer", "a"], "args": [--b, "1"]}\n',
            "- run: {name: x, command: puffer a --b 1}\n",
            "steps: [{x: [{y: z}]}, {run: puffer\n  a}, {run: puffer a --b 1}]\n",
            "script: [cd x, puffer a --b 1]\n",
            "script: # note\n  - puffer a --b 1\n",
            "script: &all\n  - puffer a --b 1\n",
            "script:\n  - - cd x\n    - puffer a --b 1\ntags: [puffer]\n",
            "script:\n  - - |\n      puffer a --b 1\n    - cd x\n",
            "command:  # note\n  - puffer\n  - a\n  - --b\n  - '1'\n",
            "command: &all [puffer, a, --b, 1]\n",
            "command: !!str puffer a --b 1\n",
        ],
    )
    def test_every_way_in_which_yaml_writes_a_text(self, text: str) -> None:
        assert in_yaml(text)[-1:] == ["puffer a --b 1"]

    def test_items_of_lists_in_lists(self) -> None:
        text = "script:\n- - puffer a\n  - puffer b\n- puffer c\n- - |\n    puffer d\n  - puffer e\nx:\n- puffer f\n"
        assert in_yaml(text) == [f"puffer {name}" for name in "abcde"]

    @pytest.mark.parametrize(
        "text",
        [
            "x: |\n  run: puffer a\n",
            "- |\n  - {run: puffer a}\n",
            "x: {y: puffer a}\n",
            "x: {{ run: puffer a }}\n",
            "x: {run: puffer a\n",
            '- run: "puffer a\n',
            '- run: "puffer" a\n',
            "- run: *puffer\n",
        ],
    )
    def test_what_is_no_such_key_or_no_yaml(self, text: str) -> None:
        assert in_yaml(text) == []

    def test_lists_of_commands(self) -> None:
        assert in_yaml("commands:\n- puffer a\n- puffer b\n") == ["puffer a", "puffer b"]
        assert in_yaml("cmds:\n- puffer a\n- cmd: puffer b\n") == ["puffer a", "puffer b"]
        assert in_yaml("command:\n- puffer a\n- puffer b\n") == ["puffer a", "puffer b"]


@pytest.mark.parametrize(
    ("name", "data", "expected"),
    [
        ("a.sh", b"", True),
        ("a.sbatch", b"", True),
        ("a/Makefile", b"", True),
        ("rules.mk", b"", True),
        ("Dockerfile.gpu", b"", True),
        ("Containerfile", b"", True),
        ("README.MD", b"", True),
        ("launch", b"#!/usr/bin/env bash\n", True),
        ("launch", b"#!/bin/sh -e\n", True),
        ("launch", b"#!/usr/bin/env python3\n", False),
        ("launch", b"", False),
        ("a.txt", b"#!/bin/sh\n", False),
        ("a.py", b"#!/bin/sh\n", False),
    ],
)
def test_what_is_a_script(name: str, data: bytes, expected: bool) -> None:
    assert shell.is_script(name, data) is expected


PIECES = (
    *(
        "puffer",
        " ",
        "\n",
        "\\\n",
        '"',
        "'",
        "$X",
        "${",
        "}",
        "$(",
        ")",
        "(",
        "`",
        "#",
        "A=(",
        "<<E",
        "E\n",
    ),
    *(
        "\t",
        "&&",
        "|",
        ";",
        ">",
        "<",
        "```sh\n",
        "```\n",
        "[",
        "{a,b}",
        "--a=",
        "RUN ",
        '["',
        "run: |\n",
        "command:\n",
        "args: [",
        "- ",
        "é",
    ),
)


@pytest.mark.parametrize("name", ["a.sh", "a.md", "Makefile", "Dockerfile"])
def test_nothing_makes_it_fail_and_every_word_lies_in_the_text(name: str) -> None:
    rng = random.Random(7)
    for _ in range(400):
        text = "".join(rng.choices(PIECES, k=rng.randint(1, 30)))
        lines = len(text.splitlines()) + 1
        document = read(text, name)
        shell.in_yaml(Document("a.yml", "yaml", text), MARKS)
        for command in document.commands:
            assert all(1 <= word.span.line <= word.span.end_line <= lines for word in command.words)


def test_a_long_script_is_read_in_linear_time() -> None:
    text = "puffer train x \\\n" + "  --a 1 \\\n" * 5_000 + "\n" + "puffer $((((((((((" * 50
    assert len(read(text).commands[0].words) > 10_000


ON_PURPOSE = [
    'if [ "$V" = 4.0 ]; then\n  X\nelse\n  X\nfi',
    "if [[ $PUFFER_VERSION == 3* ]]; then X; fi",
    "if fast; then :; elif [ $GENERATION -ge 4 ]; then X; fi",
    "if python -c 'import pufferlib; assert pufferlib.__version__ < \"4\"'; then X; fi",
    "if (( VERSION < 4 )); then X; fi",
    'case "$1" in\n  3.0) X ;;\n  4.0|latest) X ;;\nesac',
    "case $VERSION in old) X ;; *) X ;; esac",
    '[ "$V" = 4.0 ] && X || X',
    'if [ "$V" = 4.0 ]; then\n  if fast; then X; fi\nfi',
    'if [ "$V" = 4.0 ]; then\n  srun bash -c "X"\nfi',
]
NOT_BY_VERSION = [
    "X",
    'if [ -n "$FAST" ]; then X; else X; fi',
    "if [ $WORKERS -gt 4 ]; then X; fi",
    'if [ "$V" = 4.0 ]; then\n  :\nfi\nX',
    'if [ "$V" = 4.0 ]; then exit; fi; X',
    "case $MODE in fast) X ;; esac",
    "[ -f model.bin ] && X",
    'echo "version 4.0" && X',
    "for i in 3.0 4.0; do X; done",
    "X; [ $V = 4.0 ] && echo x",
]


@pytest.mark.parametrize(
    ("text", "versioned"),
    [*((text, True) for text in ON_PURPOSE), *((text, False) for text in NOT_BY_VERSION)],
)
def test_commands_in_a_branch_of_a_test_of_the_version(text: str, versioned: bool) -> None:
    found = read(text.replace("X", "puffer train x"), "run.sh").commands
    run = [one for one in found if one.words[0].text == "puffer"]
    assert run
    assert {one.versioned for one in run} == {versioned}
