"""Build the table of a release's modules and names from its source, importing nothing.

    python tools/api_table.py SOURCE... [--out FOLDER]

A source is an sdist, a wheel, or a folder that holds the package. For each module the table has the
names that ``from module import name`` and attribute access find, besides its submodules. Without
``--out`` it goes to the standard output. ``profiles/api_names.py`` reads it.
"""

from __future__ import annotations

import argparse
import ast
import hashlib
import json
import re
import sys
import tarfile
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import Final

from module_names import Binder

PACKAGE: Final = "pufferlib"
OPEN: Final = "*"
"""Stands among a module's names where there may be more than can be known."""

COMPILED: Final = re.compile(r"^(\w+)(?:\.[\w-]+)?\.(?:so|pyd)$")
SOURCES_OF_COMPILED: Final = re.compile(r"^(\w+)\.pyx$|^(binding)\.c$")
CYTHON_NAMES: Final = re.compile(
    rb"^(?:def|class|cdef class|cpdef(?: \w+)*?) +(\w+)(?= *[(:])", re.MULTILINE
)
READ: Final = (".py", ".pyx", "PKG-INFO", "METADATA")


@dataclass(slots=True)
class Module:
    """One module: its names, whether there may be more, and its ``__all__`` where it has one."""

    names: set[str] = field(default_factory=set)
    open: bool = False
    exported: list[str] | None = None


Files = Mapping[str, bytes]
"""The files of a source by their path below its root; only those in ``READ`` have their bytes."""


def read(source: Path) -> Files:
    """The files of an archive or folder, without the one folder that an sdist puts around all."""
    if source.is_dir():
        found = dict(_of_folder(source))
    elif source.suffix in (".whl", ".zip"):
        with zipfile.ZipFile(source) as archive:
            names = [name for name in archive.namelist() if not name.endswith("/")]
            found = {name: archive.read(name) if name.endswith(READ) else b"" for name in names}
    else:
        with tarfile.open(source) as archive:
            found = dict(_of_tar(archive))
    if f"{PACKAGE}/__init__.py" in found:
        return found
    (root,) = {path.partition("/")[0] for path in found if f"/{PACKAGE}/__init__.py" in path}
    return {
        path.partition("/")[2]: content
        for path, content in found.items()
        if path.startswith(f"{root}/")
    }


def _of_folder(source: Path) -> Iterator[tuple[str, bytes]]:
    for path in source.rglob("*"):
        if path.is_file() and "__pycache__" not in path.parts:
            yield (
                path.relative_to(source).as_posix(),
                path.read_bytes() if path.name.endswith(READ) else b"",
            )


def _of_tar(archive: tarfile.TarFile) -> Iterator[tuple[str, bytes]]:
    for member in archive:
        if member.isfile():
            content = archive.extractfile(member) if member.name.endswith(READ) else None
            yield member.name, content.read() if content else b""


def table(files: Files) -> dict[str, Module]:
    """Every module of the package by its dotted name, sorted."""
    modules = {name: Module(names, open=True) for name, names in _compiled(files)}
    binders = {name: Binder(tree, name, package) for name, tree, package in _python(files)}
    for folder in _folders(files):
        modules.setdefault(folder, Module())
    for name, binder in binders.items():
        names, complete = _with_stars(name, binders, set())
        modules[name] = Module(names, binder.open or not complete, binder.exported)
    return dict(sorted(modules.items()))


def _python(files: Files) -> Iterator[tuple[str, ast.Module, bool]]:
    for path, content in files.items():
        place = PurePosixPath(path)
        if (
            place.parts[0] == PACKAGE
            and place.suffix == ".py"
            and _importable(place.with_suffix(""))
        ):
            package = place.name == "__init__.py"
            module = place.parent if package else place.with_suffix("")
            yield ".".join(module.parts), ast.parse(content), package


def _compiled(files: Files) -> Iterator[tuple[str, set[str]]]:
    """Extension modules with such names as are known: those that are there, and those that a source or
    setup.py names."""
    for path, content in files.items():
        place = PurePosixPath(path)
        match = COMPILED.match(place.name) or SOURCES_OF_COMPILED.match(place.name)
        if match and place.parts[0] == PACKAGE and _importable(place.parent):
            stem = next(group for group in match.groups() if group)
            names = {name.decode() for name in CYTHON_NAMES.findall(content)}
            yield ".".join((*place.parent.parts, stem)), names
    for node in ast.walk(ast.parse(files.get("setup.py", b""))):
        if isinstance(node, ast.Call) and node.args and "xtension" in ast.unparse(node.func):
            name = node.args[0]
            if isinstance(name, ast.Constant) and str(name.value).startswith(f"{PACKAGE}."):
                yield str(name.value), set()


def _folders(files: Files) -> set[str]:
    """Folders without ``__init__.py``: importable where the build installs such at all."""
    if b"find_namespace_packages" not in files.get("setup.py", b"find_namespace_packages"):
        return set()
    folders: set[PurePosixPath] = set()
    for path in files:
        for parent in PurePosixPath(path).parents:
            if parent.parts[:1] == (PACKAGE,) and _importable(parent):
                folders.add(parent)
    return {".".join(folder.parts) for folder in folders}


def _importable(place: PurePosixPath) -> bool:
    return all(part.isidentifier() for part in place.parts)


def _with_stars(name: str, binders: Mapping[str, Binder], seen: set[str]) -> tuple[set[str], bool]:
    """A module's names with those that its star imports bring, and whether these are all known."""
    binder = binders[name]
    names, complete = set(binder.names), True
    for module in binder.stars:
        if module in seen:
            continue
        if module not in binders:
            complete = False
            continue
        brought, known = _with_stars(module, binders, {*seen, name})
        exported = binders[module].exported
        complete &= known or exported is not None
        names |= (
            set(exported) if exported is not None else {n for n in brought if not n.startswith("_")}
        )
    return names, complete


def document(source: Path) -> str:
    """The table of a source as the text of its data file: one line a module."""
    files = read(source)
    name, version = _metadata(files)
    modules = table(files)
    lines = {module: words(found) for module, found in modules.items()}
    head = {
        "generation": generation_of(name, version),
        "release": f"{name} {version}",
        "complete": True,
        "source": f"{source.name} sha256 {hashlib.sha256(source.read_bytes()).hexdigest()}"
        if source.is_file()
        else "",
        "exported": {
            m: found.exported for m, found in modules.items() if found.exported is not None
        },
        "digest": digest(lines),
    }
    body = ",\n".join(f"  {json.dumps(key)}: {json.dumps(value)}" for key, value in lines.items())
    first = "\n".join(f" {json.dumps(key)}: {json.dumps(value)}," for key, value in head.items())
    return f'{{\n{first}\n "modules": {{\n{body}\n }}\n}}\n'


def words(module: Module) -> str:
    """A module's names in one text, sorted, with ``*`` at the end where it is open."""
    return " ".join([*sorted(module.names), *([OPEN] if module.open else [])])


def digest(modules: Mapping[str, str]) -> str:
    """What tells whether a table is as it was built."""
    text = "\n".join(f"{module}: {names}" for module, names in sorted(modules.items()))
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def generation_of(name: str, version: str) -> str:
    """What a release's table is called: its generation, or the name of the fork."""
    major, minor, *_ = version.split(".")
    if name != PACKAGE:
        return name
    return f"{major}.{minor}" if major == "0" else f"{major}.0"


def _metadata(files: Files) -> tuple[str, str]:
    wanted = re.compile(rf"PKG-INFO|{PACKAGE}[^/]*-info/METADATA")
    paths = [path for path in files if wanted.fullmatch(path)]
    text = files[min(paths, key=len)].decode() if paths else ""
    found = [re.search(rf"^{key}: (.+)$", text, re.MULTILINE) for key in ("Name", "Version")]
    name, version = (match[1].strip() if match else "" for match in found)
    return name or PACKAGE, version or "0.0.0"


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("source", type=Path, nargs="+")
    parser.add_argument("--out", type=Path, help="the folder of the data files")
    arguments = parser.parse_args()
    for source in arguments.source:
        text = document(source)
        if arguments.out is None:
            sys.stdout.write(text)
        else:
            (arguments.out / f"{json.loads(text)['generation']}.json").write_text(
                text, encoding="utf-8"
            )
    return 0


if __name__ == "__main__":
    sys.exit(main())
