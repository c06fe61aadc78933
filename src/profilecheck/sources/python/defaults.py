"""Values that hold unless something else is given: defaults of parameters, of argparse, of a dataclass.

They are no more than possible: whoever runs the file may choose others.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

from profilecheck.sources.python.parsed import Parsed
from profilecheck.sources.python.rebound import Kind, followed, named, written
from profilecheck.sources.python.scopes import ANY, Binding, Names
from profilecheck.sources.python.syntax import last

_PARSERS: Final = frozenset({"argparse.ArgumentParser"})
_PARSED: Final = frozenset({"parse_args", "parse_known_args"})
_MAKERS: Final = frozenset({"tyro.cli", "simple_parsing.parse", "HfArgumentParser"})
_DATACLASSES: Final = frozenset({"dataclasses.dataclass", "pydantic.dataclasses.dataclass"})
DEPTH: Final = 4
"""How many functions a value is followed through, at most."""
CALLS: Final = 32
"""How many calls of a function are looked at, at most."""
_KEEPS: Final = frozenset(
    {
        *("abstractmethod", "asynccontextmanager", "cache", "callback", "classmethod", "command"),
        *("contextmanager", "fixture", "inference_mode", "lru_cache", "no_grad", "override"),
        *("property", "record", "remote", "staticmethod", "wraps"),
    }
)
"""The decorators that leave the defaults of a function what they are."""
_MADE_ANEW: Final = re.compile("Enum|Flag|Model|Settings|Tuple")
"""The bases of which what a class's body gives is not what its objects have."""
_MARKS: Final = ("mark", "parametrize")
_TYPES: Final = {"int": int, "float": float, "str": str}


@dataclass(frozen=True, slots=True)
class Default:
    """An expression that stands for a value unless another is given, who says so, and the line."""

    expression: ast.expr
    told: str
    type: str = ""
    """The type that argparse applies to a default that is a text."""


class Defaults:
    """Finds the defaults of one module. ``reference`` gives the dotted name of an expression."""

    def __init__(self, names: Names, reference: Callable[[ast.expr], str | None]) -> None:
        self.names = names
        self.reference = reference
        self._parsing = Parsed(names, reference, self._passed)

    def of_parameter(self, binding: Binding) -> Default | None:
        """The default of a function's parameter."""
        if binding.how != "parameter" or binding.value is None:
            return None
        if not all(map(_keeps, getattr(binding.statement, "decorator_list", ()))):
            return None
        line = getattr(binding.node, "lineno", 0)
        return Default(binding.value, f"the default of {binding.name} on line {line}")

    def of_attribute(self, node: ast.Attribute) -> Default | None:
        """The default of ``args.name`` from argparse, or of ``config.name`` of a dataclass."""
        if not isinstance(node.value, ast.Name) or not self._assigned.isdisjoint({node.attr, ANY}):
            return None
        found = [
            self._parsed(value, node.attr) or self._made(value, node.attr)
            for value in self._standing(node.value, DEPTH)
            if isinstance(value, ast.Call)
        ]
        first = found[0] if found else None
        return first if all(one == first for one in found) else None

    def of_class(self, node: ast.Attribute) -> Default | None:
        """What the body of a class of the module gives ``self.name`` or ``Class.name``. A subclass, and whoever
        has the object, may give it another value."""
        if not isinstance(node.value, ast.Name) or not self._assigned.isdisjoint({node.attr, ANY}):
            return None
        bindings = self.names.reaching(node.value)
        bound = bindings[0] if len(bindings) == 1 else None
        home = bound.node if bound is not None else None
        if bound is not None and bound.how == "parameter":
            home = self._class_of(bound)
        if not isinstance(home, ast.ClassDef) or home.decorator_list or home.keywords:
            return None
        inside = bound is not None and bound.how == "parameter"
        if any(not inside or _MADE_ANEW.search(last(base)) for base in home.bases):
            return None
        given = self.names.scopes[home].bindings.get(node.attr, [])
        if [one.how for one in given] != ["value"] or given[0].value is None:
            return None
        line = getattr(given[0].statement, "lineno", 0)
        return Default(given[0].value, f"{home.name}.{node.attr} of line {line}")

    def _class_of(self, parameter: Binding) -> ast.AST | None:
        """The class of whose methods a parameter is the first: ``self``, ``cls``."""
        method = parameter.statement
        if not isinstance(method, ast.FunctionDef):
            return None
        plain = [*method.args.posonlyargs, *method.args.args]
        static = any(last(mark) == "staticmethod" for mark in method.decorator_list)
        is_first = bool(plain) and plain[0] is parameter.node and not static
        return self.names.parents.get(method) if is_first else None

    def written_for(self, binding: Binding) -> list[ast.expr]:
        """What each call of a function of the module itself gives for its parameter; nothing where one leaves
        it to a default, or is not known."""
        return self._passed(replace(binding, value=None))

    def _standing(self, name: ast.Name, depth: int) -> list[ast.expr]:
        """What a name stands for: the value that is bound to it, or what each call of its function gives for it;
        nothing where not all of them are known."""
        bindings = self.names.reaching(name)
        if len(bindings) != 1 or not depth:
            return []
        binding = bindings[0]
        if binding.how == "value" and binding.value is not None:
            given = [binding.value]
        else:
            given = self._passed(binding)
        found: list[ast.expr] = []
        for value in given:
            stands = self._standing(value, depth - 1) if isinstance(value, ast.Name) else [value]
            if not stands or not all(isinstance(one, ast.Call) for one in stands):
                return []
            found += stands
        return found

    def _passed(self, binding: Binding) -> list[ast.expr]:
        """What the calls of a function of the module give for its parameter; nothing where one of them is not
        known, or the function is more than called."""
        function, parameter = binding.statement, binding.node
        if not isinstance(function, ast.FunctionDef) or function.decorator_list:
            return []
        if not isinstance(self.names.parents.get(function), ast.Module):
            return []
        given: list[ast.expr] = []
        reads = self.names.reads.get(function.name, ())
        for read in reads if len(reads) <= CALLS else ():
            call = self.names.parents.get(read)
            known = [one.node for one in self.names.reaching(read)] == [function]
            if not known or not isinstance(call, ast.Call) or call.func is not read:
                return []
            value = _given_to(call, function, parameter, binding.value)
            if value is None:
                return []
            given.append(value)
        return given

    @cached_property
    def _assigned(self) -> frozenset[str]:
        """The attributes that the module assigns, of whatever object; ANY where it may be any."""
        stored = {
            node.attr
            for node in self.names.parents
            if isinstance(node, ast.Attribute) and isinstance(node.ctx, (ast.Store, ast.Del))
        }
        for read in self.names.reads.get("setattr", ()):
            call = self.names.parents.get(read)
            if isinstance(call, ast.Call) and call.func is read and not self._is_of_self(call):
                stored.update(named(*call.args[1:2]))
        for node, kind in followed(self.names, self._mappings()):
            if kind == "mapping":
                stored.update(written(self.names, node))
        return frozenset(stored)

    def _is_of_self(self, call: ast.Call) -> bool:
        """Whether an object of a class that is no dataclass sets its own attributes."""
        if not call.args or last(call.args[0]) != "self":
            return False
        around = (outer for outer, _ in self.names.around(call))
        home = next((outer for outer in around if isinstance(outer, ast.ClassDef)), None)
        return home is not None and not home.decorator_list

    def _mappings(self) -> Iterator[tuple[ast.AST, Kind]]:
        """The attributes of objects as mappings: ``vars(args)``, ``config.__dict__``."""
        for read in self.names.reads.get("vars", ()):
            call = self.names.parents.get(read)
            if isinstance(call, ast.Call) and call.args and call.func is read:
                yield call, "mapping"
        for node in self.names.parents:
            if isinstance(node, ast.Attribute) and node.attr == "__dict__":
                yield node, "mapping"

    def _parsed(self, call: ast.Call, name: str) -> Default | None:
        """Of ``parser.parse_args()``, where the parser is one of the module."""
        function = call.func
        if not (isinstance(function, ast.Attribute) and function.attr in _PARSED):
            return None
        parser = function.value
        if not isinstance(parser, ast.Name) or not self._is_parser(parser):
            return None
        found = [one for one in self._arguments(parser.id) if _destination(one) == name]
        if len(found) != 1 or self._sets_defaults(parser.id):
            return None
        if not self._parsing.may_leave(call, found[0]):
            return None
        keywords = {keyword.arg: keyword.value for keyword in found[0].keywords}
        default = keywords.get("default", _implied(keywords.get("action")))
        if default is None or None in keywords:
            return None
        type_ = keywords.get("type")
        told = f"the default of --{name.replace('_', '-')} on line {found[0].lineno}"
        return Default(default, told, type_.id if isinstance(type_, ast.Name) else "")

    def _is_parser(self, node: ast.Name) -> bool:
        bindings = self.names.reaching(node)
        made = bindings[0].value if len(bindings) == 1 else None
        return isinstance(made, ast.Call) and self.reference(made.func) in _PARSERS

    def _arguments(self, parser: str) -> Iterator[ast.Call]:
        for call in self._methods(parser, "add_argument"):
            if call.args and isinstance(call.args[0], ast.Constant):
                yield call

    def _sets_defaults(self, parser: str) -> bool:
        return any(True for _ in self._methods(parser, "set_defaults"))

    def _methods(self, parser: str, name: str) -> Iterator[ast.Call]:
        for node in self.names.parents:
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Attribute)
                and node.func.attr == name
                and isinstance(node.func.value, ast.Name)
                and node.func.value.id == parser
            ):
                yield node

    def _made(self, call: ast.Call, name: str) -> Default | None:
        """Of ``Config()`` or ``tyro.cli(Config)``, where the class is a dataclass of the module."""
        maker = call.func
        made_by = call.args[0] if self.reference(maker) in _MAKERS and call.args else maker
        if not isinstance(made_by, ast.Name) or any(k.arg in (name, None) for k in call.keywords):
            return None
        if made_by is maker and call.args:
            return None
        bindings = self.names.reaching(made_by)
        node = bindings[0].node if len(bindings) == 1 else None
        if not isinstance(node, ast.ClassDef) or not self._is_dataclass(node):
            return None
        for statement in node.body:
            if isinstance(statement, ast.AnnAssign) and _is_named(statement.target, name):
                value = statement.value
                if value is None or isinstance(value, ast.Call):
                    return None
                told = f"the default of {node.name}.{name} on line {statement.lineno}"
                return Default(value, told)
        return None

    def _is_dataclass(self, node: ast.ClassDef) -> bool:
        marks = (d.func if isinstance(d, ast.Call) else d for d in node.decorator_list)
        return not node.bases and any(self.reference(mark) in _DATACLASSES for mark in marks)


def _keeps(decorator: ast.expr) -> bool:
    """Whether a decorator leaves the defaults of a function what they are."""
    name = decorator.func if isinstance(decorator, ast.Call) else decorator
    if isinstance(name, ast.Attribute) and last(name.value) == _MARKS[0]:
        return name.attr != _MARKS[1]
    return last(name) in _KEEPS


def typed(value: object, type_: str) -> object:
    """A default as argparse hands it over: a text goes through ``type``. Raises ValueError."""
    return _TYPES[type_](value) if isinstance(value, str) and type_ in _TYPES else value


def _given_to(
    call: ast.Call, function: ast.FunctionDef, parameter: ast.AST, default: ast.expr | None
) -> ast.expr | None:
    """What a call gives for a parameter of the function; None where that is not known."""
    if any(isinstance(one, ast.Starred) for one in call.args):
        return None
    keywords = {keyword.arg: keyword.value for keyword in call.keywords}
    plain: list[ast.AST] = [*function.args.posonlyargs, *function.args.args]
    at = plain.index(parameter) if parameter in plain else len(call.args)
    if None in keywords or not isinstance(parameter, ast.arg):
        return None
    return call.args[at] if at < len(call.args) else keywords.get(parameter.arg, default)


def _destination(call: ast.Call) -> str:
    for keyword in call.keywords:
        if keyword.arg == "dest":
            return str(keyword.value.value) if isinstance(keyword.value, ast.Constant) else ""
    flags = [a.value for a in call.args if isinstance(a, ast.Constant) and isinstance(a.value, str)]
    long = next((flag for flag in flags if flag.startswith("--")), flags[0] if flags else "")
    return long.lstrip("-").replace("-", "_")


def _implied(action: ast.expr | None) -> ast.expr | None:
    """What a flag is without being given: ``store_true`` is False."""
    words = {"store_true": False, "store_false": True}
    if isinstance(action, ast.Constant) and action.value in words:
        return ast.copy_location(ast.Constant(words[str(action.value)]), action)
    return None


def _is_named(target: ast.expr, name: str) -> bool:
    return isinstance(target, ast.Name) and target.id == name
