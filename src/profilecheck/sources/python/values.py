"""What a Python expression is worth, as far as it can be known without running it."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any, Final

from profilecheck.document import UNKNOWN, Possible, Reference, Unknown
from profilecheck.sources.python import logic
from profilecheck.sources.python.defaults import Default, Defaults, typed
from profilecheck.sources.python.held import is_flat, is_unpacked, item_of
from profilecheck.sources.python.rebound import Rebound
from profilecheck.sources.python.scopes import Binding, Names
from profilecheck.sources.python.syntax import imported

DEPTH: Final = 32
"""How many expressions are followed into each other, at most."""
LARGEST: Final = 1 << 128
"""Integers and lengths beyond this are not computed."""

_BINARY: Final[Mapping[type[ast.operator], Callable[[Any, Any], object]]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.LShift: operator.lshift,
    ast.RShift: operator.rshift,
    ast.BitOr: operator.or_,
    ast.BitAnd: operator.and_,
    ast.BitXor: operator.xor,
    ast.Pow: operator.pow,
}
_UNARY: Final[Mapping[type[ast.unaryop], Callable[[Any], object]]] = {
    ast.UAdd: operator.pos,
    ast.USub: operator.neg,
    ast.Invert: operator.invert,
    ast.Not: operator.not_,
}
_CASTS: Final[Mapping[str, Callable[[Any], object]]] = {
    "int": int,
    "float": float,
    "bool": bool,
    "str": str,
}
_EMPTY: Final[Mapping[str, Callable[[], object]]] = {"list": list, "tuple": tuple, "set": set}
_TELLERS: Final = frozenset({"print", "len", "str", "repr"})
_COPIERS: Final = frozenset({"dict", "list", "tuple", "sorted"})
_READS: Final = frozenset({"get", "keys", "items", "values", "copy"})
_NUMBERS: Final = (bool, int, float)


def _has_other_names(binding: Binding) -> bool:
    """Whether one assignment gives what it binds several names: ``a = b = {}``."""
    return isinstance(binding.statement, ast.Assign) and len(binding.statement.targets) > 1


def _plain(value: object) -> object:
    return value.value if isinstance(value, Possible) else value


class Values:
    """Evaluates the expressions of one module. ``given`` are the values of parameters, in a call."""

    def __init__(self, names: Names, given: Mapping[ast.AST, object] | None = None) -> None:
        self.names = names
        self.given = given or {}
        self.defaults = Defaults(names, self.reference)
        self.rebound = Rebound(names)
        self._unchanged: dict[tuple[str, int], tuple[bool, object]] = {}
        self._known: dict[ast.expr, object] = {}
        self._evaluated: set[ast.expr] = set()
        self._referred: dict[ast.expr, list[str]] = {}
        self._followed: set[ast.expr] = set()

    def within(self, given: Mapping[ast.AST, object]) -> Values:
        """The same module in a call that gives parameters their values."""
        inner = Values(self.names, given)
        inner.defaults, inner.rebound = self.defaults, self.rebound
        return inner

    def reference(self, node: ast.expr) -> str | None:
        """The dotted name of an importable thing that an expression stands for, if it is just one."""
        found = self.references(node)
        return found[0] if len(found) == 1 else None

    def references(self, node: ast.expr, depth: int = DEPTH) -> list[str]:
        """The dotted names that an expression may stand for; those that are none are left out."""
        if node not in self._referred:
            if not depth or node in self._followed:
                return []
            self._followed.add(node)
            found = list(dict.fromkeys(self._references(node, depth - 1)))
            self._followed.discard(node)
            self._referred[node] = found
        return self._referred[node]

    def _references(self, node: ast.expr, depth: int) -> Iterator[str]:
        if isinstance(node, ast.Attribute):
            yield from (f"{base}.{node.attr}" for base in self.references(node.value, depth))
        elif isinstance(node, ast.Name):
            for binding in self.names.reaching(node):
                yield from self._named(binding, depth)
        elif isinstance(node, ast.IfExp):
            yield from self.references(node.body, depth)
            yield from self.references(node.orelse, depth)
        elif isinstance(node, ast.NamedExpr):
            yield from self.references(node.value, depth)
        elif (module := imported(node)) is not None:
            yield module[1]

    def _named(self, binding: Binding, depth: int) -> list[str]:
        if binding.how == "import" and binding.target is not None:
            return [binding.target]
        if binding.how == "value" and binding.value is not None:
            return self.references(binding.value, depth)
        return []

    def value(self, node: ast.expr, depth: int = DEPTH) -> object:
        """The value of an expression, or UNKNOWN. What an import stands for is a Reference. An expression
        that takes part in its own value (``n = n * 2`` in a loop) has none."""
        if node not in self._known:
            if not depth or node in self._evaluated:
                return UNKNOWN
            self._evaluated.add(node)
            try:
                found = self._value(node, depth - 1)
            except (ArithmeticError, TypeError, ValueError, MemoryError, LookupError):
                found = UNKNOWN
            self._evaluated.discard(node)
            self._known[node] = found
        return self._known[node]

    def _value(self, node: ast.expr, depth: int) -> object:
        if isinstance(node, ast.Constant):
            return node.value
        if isinstance(node, (ast.List, ast.Tuple)):
            return self._sequence(node, depth)
        if isinstance(node, ast.Dict):
            return self._dict(node, depth)
        if isinstance(node, ast.Set):
            return self._set(node, depth)
        if isinstance(node, ast.Name):
            return self._name(node, depth)
        if isinstance(node, ast.Attribute):
            name = self.reference(node)
            if name is not None:
                return Reference(name)
            default = self.defaults.of_attribute(node) or self.defaults.of_class(node)
            return self._default(default, depth)
        if isinstance(node, ast.UnaryOp):
            return self._unary(node, depth)
        if isinstance(node, ast.BinOp):
            return self._binary(node, depth)
        if isinstance(node, ast.Compare):
            return logic.compared(node, partial(self.value, depth=depth))
        if isinstance(node, ast.BoolOp):
            return logic.chosen(node, partial(self.value, depth=depth))
        if isinstance(node, ast.NamedExpr):
            return self.value(node.value, depth)
        if isinstance(node, ast.Subscript):
            return self._item(node, depth)
        if isinstance(node, ast.Call):
            return self._call(node, depth)
        if isinstance(node, ast.IfExp):
            return self._choice(node, depth)
        return UNKNOWN

    def _sequence(self, node: ast.List | ast.Tuple, depth: int) -> object:
        items: list[object] = []
        for element in node.elts:
            if isinstance(element, ast.Starred):
                more = self.value(element.value, depth)
                if not isinstance(more, (list, tuple)):
                    return UNKNOWN
                items += more
            else:
                items.append(self.value(element, depth))
        return items if isinstance(node, ast.List) else tuple(items)

    def _set(self, node: ast.Set, depth: int) -> object:
        items = [self.value(element, depth) for element in node.elts]
        return UNKNOWN if any(item is UNKNOWN for item in items) else set(items)

    def _dict(self, node: ast.Dict, depth: int) -> object:
        found: dict[object, object] = {}
        for key, value in zip(node.keys, node.values, strict=True):
            if key is None:
                more = self.value(value, depth)
                if not isinstance(more, dict):
                    return UNKNOWN
                found.update(more)
                continue
            name = self.value(key, depth)
            if not isinstance(name, (str, int, float, bool, type(None))):
                return UNKNOWN
            found[name] = self.value(value, depth)
        return found

    def _name(self, node: ast.Name, depth: int) -> object:
        bindings = self.names.reaching(node)
        if not bindings:
            starred = self.names.starred(node)
            return UNKNOWN if starred is None else Reference(starred)
        if any(b.how == "value" and self.rebound.may_be(b, node) for b in bindings):
            return UNKNOWN
        found = [self._bound(binding, depth) for binding in bindings]
        first = found[0]
        if isinstance(first, Possible):
            return first if len(found) == 1 else UNKNOWN
        if first is UNKNOWN or any(type(v) is not type(first) or v != first for v in found[1:]):
            return UNKNOWN
        if isinstance(first, (list, dict)) and (
            any(map(_has_other_names, bindings)) or not self._untouched(node.id, first)
        ):
            return UNKNOWN
        return first

    def truth(self, test: ast.expr) -> object:
        """Whether a test holds: a bool, a possible one, or UNKNOWN."""
        return logic.truth(test, self.value)

    def _bound(self, binding: Binding, depth: int) -> object:
        if binding.node in self.given:
            return self.given[binding.node]
        if binding.how == "import" and binding.target is not None:
            return Reference(binding.target)
        if binding.how == "value" and binding.value is not None:
            return self.value(binding.value, depth)
        passed = self._passed(binding, depth) if binding.how == "parameter" else UNKNOWN
        if passed is not UNKNOWN:
            return passed
        return self._default(self.defaults.of_parameter(binding), depth)

    def _passed(self, binding: Binding, depth: int) -> object:
        """The number or text that every call of a function of the module gives for its parameter."""
        given = [self.value(value, depth) for value in self.defaults.written_for(binding)]
        first = given[0] if given else UNKNOWN
        plain = isinstance(first, (*_NUMBERS, str))
        same = all(type(one) is type(first) and one == first for one in given)
        return first if plain and same else UNKNOWN

    def _default(self, default: Default | None, depth: int) -> object:
        """A number or text that is only a default; anything else is unknown, and so is None, which
        mostly stands for what is computed later."""
        if default is None:
            return UNKNOWN
        value = typed(self.value(default.expression, depth), default.type)
        return Possible(value, default.told) if isinstance(value, (*_NUMBERS, str)) else UNKNOWN

    def _untouched(self, name: str, value: object) -> bool:
        """Whether nothing in the module can change the list or dict that a name is bound to, nor what it
        holds: it is only asked, read by key and unpacked."""
        known = (name, id(value))
        if known not in self._unchanged:
            uses = self.names.reads.get(name, ())
            only = all(self._only_reads(use, value) for use in uses)
            self._unchanged[known] = only, value  # which keeps the value, and so its id
        return self._unchanged[known][0]

    def _only_reads(self, node: ast.Name, value: object) -> bool:
        child: ast.AST = node
        parent = self.names.parents.get(node)
        while isinstance(parent, ast.Subscript) and parent.value is child:
            if not isinstance(parent.ctx, ast.Load):
                return False
            value = item_of(value, parent.slice)
            child, parent = parent, self.names.parents.get(parent)
        if child is not node and not isinstance(value, (list, dict, Unknown)):
            return True
        flat = is_flat(value)
        if isinstance(parent, ast.keyword):
            return parent.arg is None
        if isinstance(parent, (ast.Compare, ast.FormattedValue)):
            return True
        if isinstance(parent, (ast.Starred, ast.Dict)):
            return flat and (isinstance(parent, ast.Starred) or is_unpacked(parent, child))
        if isinstance(parent, ast.Attribute):
            call = self.names.parents.get(parent)
            reads = parent.attr in _READS and isinstance(call, ast.Call) and call.func is parent
            return reads and (flat or parent.attr == "keys")
        if isinstance(parent, ast.Call) and isinstance(parent.func, ast.Name):
            return parent.func.id in _TELLERS or (flat and parent.func.id in _COPIERS)
        if isinstance(parent, (ast.For, ast.comprehension)):
            return flat or isinstance(value, dict)
        return False

    def _unary(self, node: ast.UnaryOp, depth: int) -> object:
        operand = self.value(node.operand, depth)
        if isinstance(operand, Possible):
            return Possible(_UNARY[type(node.op)](operand.value), operand.told)
        if operand is UNKNOWN or isinstance(operand, Reference):
            return UNKNOWN
        return _UNARY[type(node.op)](operand)

    def _binary(self, node: ast.BinOp, depth: int) -> object:
        left, right = self.value(node.left, depth), self.value(node.right, depth)
        possible = next((one for one in (left, right) if isinstance(one, Possible)), None)
        if possible is not None:
            found = self._computed(node.op, _plain(left), _plain(right))
            return UNKNOWN if found is UNKNOWN else Possible(found, possible.told)
        return self._computed(node.op, left, right)

    def _computed(self, op: ast.operator, left: object, right: object) -> object:
        if left is UNKNOWN or right is UNKNOWN or type(op) not in _BINARY:
            return UNKNOWN
        if not isinstance(right, _NUMBERS) or not isinstance(left, _NUMBERS):
            return self._joined(op, left, right)
        if isinstance(op, (ast.Pow, ast.LShift)) and not (
            0 <= right <= 128 and abs(left) < LARGEST
        ):
            return UNKNOWN
        result = _BINARY[type(op)](left, right)
        if isinstance(result, complex) or (isinstance(result, int) and abs(result) >= LARGEST):
            return UNKNOWN
        return result

    def _joined(self, op: ast.operator, left: object, right: object) -> object:
        """``list * number``, ``list + list`` and ``text + text``, of moderate length."""
        if (
            isinstance(op, ast.Add)
            and isinstance(left, (str, list, tuple))
            and type(left) is type(right)
        ):
            return left + right  # type: ignore[operator]
        if isinstance(op, ast.Mult):
            if isinstance(left, int):
                left, right = right, left
            if (
                isinstance(left, (list, tuple))
                and isinstance(right, int)
                and right * len(left) <= 1 << 16
            ):
                return left * right
        if isinstance(op, ast.BitOr) and isinstance(left, dict) and isinstance(right, dict):
            return {**left, **right}
        return UNKNOWN

    def _item(self, node: ast.Subscript, depth: int) -> object:
        holder, key = self.value(node.value, depth), self.value(node.slice, depth)
        if key is UNKNOWN or not isinstance(holder, (dict, list, tuple)):
            return UNKNOWN
        return holder[key]  # type: ignore[call-overload]

    def _call(self, node: ast.Call, depth: int) -> object:
        if not isinstance(node.func, ast.Name) or self.names.reaching(node.func):
            return UNKNOWN
        if node.func.id == "dict":
            return self._dict_call(node, depth)
        if node.func.id in _EMPTY and not node.args and not node.keywords:
            return _EMPTY[node.func.id]()
        cast = _CASTS.get(node.func.id)
        if cast is None or len(node.args) != 1 or node.keywords:
            return UNKNOWN
        value = self.value(node.args[0], depth)
        if isinstance(value, Possible):
            return Possible(cast(value.value), value.told)
        return cast(value) if isinstance(value, (*_NUMBERS, str)) else UNKNOWN

    def _dict_call(self, node: ast.Call, depth: int) -> object:
        found: dict[object, object] = {}
        for argument in node.args:
            more = self.value(argument, depth)
            if not isinstance(more, dict):
                return UNKNOWN
            found.update(more)
        for keyword in node.keywords:
            value = self.value(keyword.value, depth)
            if keyword.arg is not None:
                found[keyword.arg] = value
            elif isinstance(value, dict):
                found.update(value)
            else:
                return UNKNOWN
        return found

    def _choice(self, node: ast.IfExp, depth: int) -> object:
        test = self.value(node.test, depth)
        if isinstance(test, (*_NUMBERS, str)):
            return self.value(node.body if test else node.orelse, depth)
        body, orelse = self.value(node.body, depth), self.value(node.orelse, depth)
        same = body is not UNKNOWN and type(body) is type(orelse) and body == orelse
        return body if same else UNKNOWN
