"""The summary of a tree: which part is for which generation, on what evidence."""

from __future__ import annotations

from profilecheck.findings import Evidence, FileReport, Report, Span, State
from profilecheck.report import render
from profilecheck.report._parts import Part, parts

PIN = Evidence("3.0", "pyproject.toml line 3 pins pufferlib==3.0.0", "pyproject.toml")


def file(path: str, *profiles: str, pin: Evidence | None = None) -> FileReport:
    """A file with a name of each generation in it."""
    own = [Evidence(p, f"[vec] x is a name of {p}", path, Span(2, 1, 2, 2)) for p in profiles]
    evidence = (*([pin] if pin else []), *own)
    kinds = {one.profile for one in evidence}
    return FileReport(path, State.OK, kinds.pop() if len(kinds) == 1 else None, evidence)


def told(*files: FileReport, verbose: int = 0) -> list[str]:
    """The lines of the text format, without the last one."""
    return render("text", Report(files), verbose=verbose).splitlines()[:-1]


def found(*files: FileReport) -> list[tuple[str, str | None, int]]:
    return [(part.path, part.profile, part.files) for part in parts(Report(files))]


def test_a_folder_for_each_generation() -> None:
    files = [file("new/a.ini", "4.0"), file("new/x/b.ini", "4.0"), file("old/y/c.ini", "3.0")]
    assert found(*files) == [("new/", "4.0", 2), ("old/y/c.ini", "3.0", 1)]
    assert told(*files) == [
        "new/ is for 4.0 (2 files): [vec] x is a name of 4.0 (new/a.ini:2)",
        "old/y/c.ini is for 3.0: [vec] x is a name of 3.0 (old/y/c.ini:2)",
    ]


def test_files_beside_parts() -> None:
    files = [file("a.ini", "3.0"), file("b.ini", "3.0"), file("c.ini", "4.0")]
    files += [file("x/d.ini", "4.0"), file("x/e.ini", "4.0")]
    assert parts(Report(tuple(files)))[0] == Part(
        "./", "3.0", 2, ("[vec] x is a name of 3.0 (a.ini:2)",), itself=True
    )
    assert found(*files) == [("./", "3.0", 2), ("c.ini", "4.0", 1), ("x/", "4.0", 2)]
    assert told(*files)[0] == "2 files in ./ are for 3.0: [vec] x is a name of 3.0 (a.ini:2)"


def test_a_pin_speaks_before_what_files_hold() -> None:
    files = [file("x/a.ini", "3.0", pin=PIN), file("x/b.ini", pin=PIN), file("y/c.ini", "4.0")]
    assert told(*files)[0] == f"x/ is for 3.0 (2 files): {PIN.message}"


def test_a_file_of_several_generations() -> None:
    assert told(file("x/a.ini", "3.0", "4.0"), file("y/c.ini", "4.0"))[0] == (
        "x/a.ini is of several generations: [vec] x is a name of 3.0 (x/a.ini:2); "
        "[vec] x is a name of 4.0 (x/a.ini:2)"
    )


def test_one_generation_needs_no_summary() -> None:
    files = [file("x/a.ini", "3.0"), file("y/b.ini", "3.0"), file("z/c.ini"), file("d.ini")]
    assert found(*files) == [("./", "3.0", 2)]
    assert told(*files) == []


def test_folders_as_far_as_they_are_the_same() -> None:
    files = [file("/w/p/x/a.ini", "3.0"), file("/w/p/x/y/b.ini", "3.0"), file("/w/p/z.ini", "4.0")]
    assert found(*files) == [("/w/p/x/", "3.0", 2), ("/w/p/z.ini", "4.0", 1)]
    assert found(file("../a/b.ini", "3.0"), file("../a/c.ini", "3.0")) == [("../a/", "3.0", 2)]


def test_few_lines() -> None:
    files = [file(f"x{n:02}/{g}.ini", g) for n in range(10) for g in ("3.0", "4.0")]
    lines = told(*files)
    assert len(lines) == 9
    assert lines[-1] == "12 smaller parts are not listed (-v lists them)"
    assert len([line for line in told(*files, verbose=1) if " is for " in line]) == 20


def test_the_largest_parts_are_told_first_of_all() -> None:
    files = [file(f"x{n:02}/{g}.ini", g) for n in range(10) for g in ("3.0", "4.0")]
    files += [file("y/a.ini", "3.0"), file("y/b.ini", "3.0")]
    assert told(*files)[7].startswith("y/ is for 3.0 (2 files)")


def test_a_tree_deeper_than_pythons_stack() -> None:
    deep = "d/" * 3000
    assert found(file(f"{deep}a.ini", "3.0"), file(f"{deep}b.ini", "4.0")) == [
        (f"{deep}a.ini", "3.0", 1),
        (f"{deep}b.ini", "4.0", 1),
    ]


def test_nothing_that_controls_a_terminal() -> None:
    lines = told(file("a\x1b[31m/a.ini", "3.0"), file("b/b.ini", "4.0"))
    assert "\x1b" not in "".join(lines)


def test_what_decided_is_told_and_not_what_it_overruled() -> None:
    names = Evidence("3.0", "[vec] x is a name of 3.0", "x/a.ini", Span(2, 1, 2, 2))
    overruled = Evidence("3.0", f"{PIN.message}, which another pin or mark contradicts", PIN.path)
    files = (
        FileReport("x/a.ini", State.OK, "3.0", (names, overruled)),
        file("y/c.ini", "4.0"),
    )
    assert told(*files)[0] == "x/a.ini is for 3.0: [vec] x is a name of 3.0 (x/a.ini:2)"


def test_a_pin_that_decided_for_others_speaks_for_their_part() -> None:
    names = Evidence("3.0", "[vec] x is a name of 3.0", "x/a.ini", Span(2, 1, 2, 2))
    files = (
        FileReport("x/a.ini", State.OK, "3.0", (names, PIN)),
        FileReport("x/b.ini", State.OK, "3.0", (PIN,)),
        file("y/c.ini", "4.0"),
    )
    assert told(*files)[0] == f"x/ is for 3.0 (2 files): {PIN.message}"


def test_of_a_file_of_several_generations_its_own_names_are_told() -> None:
    old, new = (Evidence(p, f"--{p} is a word", "Makefile", Span(2, 1, 2, 2)) for p in ("3", "4"))
    pins = Evidence("4", "a pin, which another pin contradicts", "pyproject.toml")
    mixed = FileReport("Makefile", State.OK, None, (old, pins, new))
    assert told(mixed, file("y/c.ini", "4"))[0] == (
        "Makefile is of several generations: --3 is a word (Makefile:2); --4 is a word (Makefile:2)"
    )
