"""Imports point one way; each promise about who may do what holds in the source."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.writing import writes

pytestmark = pytest.mark.heavy

SOURCE = Path(__file__).parent.parent / "src" / "profilecheck"
FILES = sorted(SOURCE.rglob("*.py"))


def place(path: Path) -> str:
    return path.relative_to(SOURCE).as_posix()


def everywhere(check: Callable[[Path], None]) -> Callable[[], None]:
    """A test that makes a check of every file, and names those that do not pass."""

    def test() -> None:
        failed = []
        for path in FILES:
            try:
                check(path)
            except AssertionError as error:
                failed.append(f"{place(path)}: {error}")
        assert not failed, "\n".join(failed)

    test.__doc__ = check.__doc__
    return test


@cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def imports(path: Path) -> tuple[str, ...]:
    """Every module that a file imports at run time, in functions too, not under TYPE_CHECKING."""
    return tuple(_imported(parsed(path)))


def _imported(tree: ast.Module) -> Iterator[str]:
    skipped: set[ast.AST] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            skipped |= {inner for statement in node.body for inner in ast.walk(statement)}
    for node in ast.walk(tree):
        if node in skipped:
            continue
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def ours(path: Path) -> set[str]:
    return {name for name in imports(path) if name.split(".")[0] == "profilecheck"}


def rooms(path: Path) -> set[str]:
    """The rooms of profilecheck that a file imports: ``sources``, ``findings``, ..."""
    return {name.split(".")[1] for name in ours(path) if "." in name}


@everywhere
def test_imports_point_one_way(path: Path) -> None:
    where = place(path)
    seen = rooms(path)
    if where == "findings.py":
        assert not ours(path)
    elif where == "document.py":
        assert seen <= {"findings"}
    elif where.startswith("sources/"):
        assert seen <= {"findings", "document", "sources"}
    elif where.startswith("profiles/"):
        assert seen <= {"findings", "document", "profiles"}
    elif where.startswith("report/"):
        assert seen <= {"findings", "report"}
    elif where.startswith("rules/") and where != "rules/__init__.py":
        others = {
            name
            for name in ours(path)
            if name.startswith("profilecheck.rules.") and not name.split(".")[-1][:1].isupper()
        }
        others.discard("profilecheck.rules.rules_for")  # every rule by its code, and none by name
        family = "profilecheck." + ".".join(path.relative_to(SOURCE).parts[:-1])
        assert all(name.startswith(f"{family}._shared") for name in others), others
        assert not seen & {"cli", "engine", "judge", "report", "api"}
    if not where.startswith(("cli/", "__main__")):
        assert "cli" not in seen
    if not where.startswith(("cli/", "launch/", "__init__", "api")):
        assert "launch" not in seen
    if not where.startswith(("cli/", "preflight/", "schemas.py")):
        assert "preflight" not in seen


@everywhere
def test_only_cli_prints_or_exits(path: Path) -> None:
    if place(path).startswith("cli/") or place(path) == "__main__.py":
        return
    tree = parsed(path)
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            assert node.func.id not in {"print", "exit", "quit", "input"}, node.lineno
        if isinstance(node, ast.Attribute) and ast.unparse(node) in {"sys.exit", "os._exit"}:
            raise AssertionError(f"line {node.lineno} exits")


@everywhere
def test_only_write_writes_files(path: Path) -> None:
    if place(path) in {"write.py", "raw_writes.py"}:
        return
    assert not writes(path.read_text(encoding="utf-8"))
    assert "profilecheck.raw_writes" not in ours(path)


@pytest.mark.parametrize(
    "statement",
    [
        "open(path, 'w')",
        "open(path, mode='r+b')",
        "open(path, mode)",
        "path.open('x')",
        "path.open(mode='a')",
        "io.open(path, 'wb')",
        "path.write_text(text)",
        "path.write_bytes(data)",
        "path.unlink()",
        "path.rename(other)",
        "path.replace(other)",
        "path.chmod(0o600)",
        "path.touch()",
        "os.replace(path, other)",
        "os.open(path, os.O_WRONLY)",
        "os.open(path, os.O_RDONLY | os.O_CREAT)",
        "from os import replace",
        "shutil.copy(path, other)",
        "tempfile.mkdtemp()",
    ],
)
def test_what_counts_as_writing(statement: str) -> None:
    assert writes(statement)


@pytest.mark.parametrize(
    "statement",
    [
        "open(path)",
        "open(path, 'rb')",
        "path.open(encoding='utf-8')",
        "os.open(path, os.O_RDONLY | os.O_CLOEXEC)",
        "os.open(os.devnull, os.O_WRONLY)",
        "text.replace('a', 'b')",
        "dataclasses.replace(edit, text='')",
        "stream.write(text)",
        "shutil.get_terminal_size()",
        "lines.remove(line)",
    ],
)
def test_what_does_not_count_as_writing(statement: str) -> None:
    assert not writes(statement)


@everywhere
def test_heavy_libraries_stay_in_their_rooms(path: Path) -> None:
    roots = {name.split(".")[0] for name in imports(path)}
    where = place(path)
    if "subprocess" in roots:
        assert where.startswith(("launch/", "bench/"))
    if "pydantic" in roots:
        assert where.startswith(("profiles/", "outputs/")) or where == "bench/report.py"
    if "numpy" in roots:
        assert where.startswith("bench/") or where == "launch/written.py"  # where PufferLib is
    if "matplotlib" in roots:
        assert where == "bench/plot.py"
    if "ray" in roots:
        assert where == "preflight/ray_nodes.py"
    if "rich" in roots:
        assert where in ("report/text.py", "migrate/told/table.py") or where.startswith("cli/")
    if "yaml" in roots:
        assert where.startswith("sources/yaml")


@everywhere
def test_only_launch_touches_pufferlib_and_never_before_it_is_asked(path: Path) -> None:
    tree = parsed(path)
    later = {
        inner
        for node in ast.walk(tree)
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))
        for inner in ast.walk(node)
    }
    for node in ast.walk(tree):
        if not isinstance(node, (ast.Import, ast.ImportFrom)):
            continue
        module = node.module or "" if isinstance(node, ast.ImportFrom) else ""
        names = [module, *(alias.name for alias in node.names if not module)]
        if any(name.split(".")[0] == "pufferlib" for name in names):
            assert place(path).startswith("launch/") and node in later, node.lineno
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("import_module"):
            given = ast.unparse(node.args[0])
            own = "{__name__}" in given or place(path) == "rules/__init__.py"
            assert own or (place(path) == "launch/runtime.py" and node in later), node.lineno


@everywhere
def test_first_line_says_what_a_module_is(path: Path) -> None:
    doc = ast.get_docstring(parsed(path))
    assert doc and doc.splitlines()[0].rstrip().endswith((".", ":"))


@everywhere
def test_no_file_grows_past_what_one_can_hold_in_mind(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= 500


@everywhere
def test_names_of_pufferlib_stand_only_in_profiles_and_rules(path: Path) -> None:
    """A setting's name outside them would be knowledge in the wrong place."""
    where = place(path)
    if where.startswith(("profiles/", "rules/")) or where in EXPLAINS:
        return
    tree = parsed(path)
    docs = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, (ast.Module, ast.FunctionDef, ast.ClassDef))
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docs:
            assert node.value not in KNOWN, (node.lineno, node.value)


EXPLAINS = {"explain.py", "api.py"}
KNOWN = {"num_envs", "num_workers", "total_agents", "num_buffers", "bptt_horizon", "minibatch_size"}
