"""What a Python expression is worth, as far as it can be known without running it."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Mapping
from typing import Any, Final

from profilecheck.document import UNKNOWN, Possible, Reference
from profilecheck.sources.python.defaults import Default, Defaults, typed
from profilecheck.sources.python.scopes import Binding, Names

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
_READS: Final = frozenset({"get", "keys", "items", "values", "copy"})
_NUMBERS: Final = (bool, int, float)


def _is_flat(value: list[object] | dict[object, object]) -> bool:
    inside = value.values() if isinstance(value, dict) else value
    return not any(isinstance(item, (list, dict)) or item is UNKNOWN for item in inside)


def _plain(value: object) -> object:
    return value.value if isinstance(value, Possible) else value


class Values:
    """Evaluates the expressions of one module."""

    def __init__(self, names: Names) -> None:
        self.names = names
        self.defaults = Defaults(names, self.reference)
        self._uses: dict[str, list[ast.Name]] | None = None

    def reference(self, node: ast.expr) -> str | None:
        """The dotted name of an importable thing that an expression stands for, if it is just one."""
        found = self.references(node)
        return found[0] if len(found) == 1 else None

    def references(self, node: ast.expr, depth: int = DEPTH) -> list[str]:
        """The dotted names that an expression may stand for; those that are none are left out."""
        if not depth:
            return []
        if isinstance(node, ast.Attribute):
            return [f"{base}.{node.attr}" for base in self.references(node.value, depth - 1)]
        if isinstance(node, ast.Name):
            bindings = self.names.reaching(node)
            return list(dict.fromkeys(n for b in bindings for n in self._named(b, depth)))
        if isinstance(node, ast.IfExp):
            both = [
                *self.references(node.body, depth - 1),
                *self.references(node.orelse, depth - 1),
            ]
            return list(dict.fromkeys(both))
        if isinstance(node, ast.NamedExpr):
            return self.references(node.value, depth - 1)
        return []

    def _named(self, binding: Binding, depth: int) -> list[str]:
        if binding.how == "import" and binding.target is not None:
            return [binding.target]
        if binding.how == "value" and binding.value is not None:
            return self.references(binding.value, depth - 1)
        return []

    def value(self, node: ast.expr, depth: int = DEPTH) -> object:
        """The value of an expression, or UNKNOWN. What an import stands for is a Reference."""
        if not depth:
            return UNKNOWN
        try:
            return self._value(node, depth - 1)
        except (ArithmeticError, TypeError, ValueError, MemoryError, LookupError):
            return UNKNOWN

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
            return self._default(self.defaults.of_attribute(node), depth)
        if isinstance(node, ast.UnaryOp):
            return self._unary(node, depth)
        if isinstance(node, ast.BinOp):
            return self._binary(node, depth)
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
        found = [self._bound(binding, depth) for binding in bindings]
        first = found[0]
        if isinstance(first, Possible):
            return first if len(found) == 1 else UNKNOWN
        if first is UNKNOWN or any(type(v) is not type(first) or v != first for v in found[1:]):
            return UNKNOWN
        if isinstance(first, (list, dict)) and not self._untouched(node.id, _is_flat(first)):
            return UNKNOWN
        return first

    def _bound(self, binding: Binding, depth: int) -> object:
        if binding.how == "import" and binding.target is not None:
            return Reference(binding.target)
        if binding.how == "value" and binding.value is not None:
            return self.value(binding.value, depth)
        return self._default(self.defaults.of_parameter(binding), depth)

    def _default(self, default: Default | None, depth: int) -> object:
        """A number or text that is only a default; anything else is unknown, and so is None, which
        mostly stands for what is computed later."""
        if default is None:
            return UNKNOWN
        value = typed(self.value(default.expression, depth), default.type)
        return Possible(value, default.told) if isinstance(value, (*_NUMBERS, str)) else UNKNOWN

    def _untouched(self, name: str, flat: bool) -> bool:
        """Whether nothing in the module can change the list or dict that a name is bound to: it is
        only read by key, unpacked or asked. Of one that holds no other (``flat``) items may be taken."""
        if self._uses is None:
            self._uses = {}
            for node in self.names.parents:
                if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
                    self._uses.setdefault(node.id, []).append(node)
        return all(self._only_reads(use, flat) for use in self._uses.get(name, ()))

    def _only_reads(self, node: ast.Name, flat: bool) -> bool:
        child: ast.AST = node
        parent = self.names.parents.get(node)
        while isinstance(parent, ast.Subscript) and parent.value is child:
            if not isinstance(parent.ctx, ast.Load):
                return False
            child, parent = parent, self.names.parents.get(parent)
        if child is not node and not isinstance(parent, ast.Attribute):
            return flat or not isinstance(parent, (ast.Assign, ast.AnnAssign, ast.Return, ast.Call))
        if isinstance(parent, ast.keyword):
            return parent.arg is None
        if isinstance(parent, (ast.Starred, ast.Compare)):
            return True
        if isinstance(parent, ast.Dict):
            index = parent.values.index(child) if child in parent.values else -1
            return index >= 0 and parent.keys[index] is None
        if isinstance(parent, ast.Attribute):
            call = self.names.parents.get(parent)
            return parent.attr in _READS and isinstance(call, ast.Call) and call.func is parent
        if isinstance(parent, ast.Call) and isinstance(parent.func, ast.Name):
            return parent.func.id in {
                "print",
                "len",
                "dict",
                "list",
                "tuple",
                "sorted",
                "str",
                "repr",
            }
        return isinstance(parent, (ast.For, ast.comprehension, ast.FormattedValue))

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
