"""Random TOML texts: every form of key and value, in every layout that is easily misread."""

from __future__ import annotations

from random import Random

_SCALARS = (
    "0", "42", "-17", "+1_000", "0xDEAD_beef", "0o17", "0b1010", "3.14", "-2e-3", "6.02e+23", "1e5",
    "inf", "-nan", "true", "false", "1979-05-27", "07:32:00", "07:32:00.999",
    "1979-05-27T07:32:00Z", "1979-05-27 07:32:00", "1979-05-27t00:32:00.5-07:00",
    "1979-05-27 00:32:00+07:00",
    '""', '"plain"', '"a # b = [c] {d}"', r'"q\"q \\"', r'"\u00e9\t\U0001F600"', '"ü\U0001f600"',
    "''", "'lit # = [x] {'", r"'C:\n\'", '"${oc.env:HOME}"', "'''one'''", '"""one"""',
    '""""two""""', "''''x'''''", '"""a\\"""" # b"""', "'''a # ] } = \"'''", '"]"', "'}'",
)  # fmt: skip
_LONG_STRINGS = (
    '"""\n# not a comment\nkey = 1\n[table]\n"""',
    "'''\n# not a comment\n'x' = ''y'\n[[t]]'''",
    '"""a \\\n     b \\"""" ""\n"""""',
    "'''\n\n''\n'''''",
    '"""x\\\\"""',
)
_COMMENTS = ("", "", "", " # note", "\t# k = [1, '''", "#", ' # """ ü', " # profilecheck: ignore")
_GAPS = ("", "", " ", "\t", "\n", "\n  # gap ] , }\n  ", " # x\n\n")
_SPACES = ("", " ", "  ", "\t")


class TomlTexts:
    """Writes one random document. Most are valid: keys rarely come twice."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.count = 0
        self.tables: list[str] = []

    def document(self) -> str:
        lines = [self._line() for _ in range(self.rng.randint(0, 14))]
        text = "\n".join(lines) + self.rng.choice(("", "\n", "\n\n"))
        return text.replace("\n", "\r\n") if self.rng.random() < 0.3 else text

    def _line(self) -> str:
        choice = self.rng.random()
        before = self.rng.choice(_SPACES)
        comment = self.rng.choice(_COMMENTS)
        if choice < 0.1:
            return before + comment
        if choice < 0.3:
            return before + self._header() + comment
        return before + self._pair(0) + self.rng.choice(_SPACES) + comment

    def _header(self) -> str:
        rng = self.rng
        name = self._key()
        if self.tables and rng.random() < 0.6:
            name = rng.choice(self.tables) + "." + name
        if self.tables and rng.random() < 0.2:
            name = rng.choice(self.tables)
        self.tables.append(name)
        space = rng.choice(_SPACES)
        if rng.random() < 0.35:
            return f"[[{space}{name}{space}]]"
        return f"[{space}{name}{space}]"

    def _pair(self, depth: int) -> str:
        rng = self.rng
        dot = rng.choice((".", ".", " . ", "\t."))
        key = dot.join(self._key() for _ in range(rng.choice((1, 1, 1, 2, 3))))
        return f"{key}{rng.choice(_SPACES)}={rng.choice(_SPACES)}{self._value(depth)}"

    def _key(self) -> str:
        self.count += self.rng.random() < 0.97
        n = self.count
        return self.rng.choice(
            (
                f"k{n}", f"k{n}", f"{n}", f"-{n}_", f'"k {n}"', f"'k.{n}'", f'"k{n} # = [x]"',
                f"'k{n} \"] ='", f'"\\u006b\\"{n}"', f'"vec.num_envs{n}"', f'"ü{n}"', f"1.{n}",
            )
        )  # fmt: skip

    def _value(self, depth: int) -> str:
        rng = self.rng
        choice = rng.random()
        if choice < 0.12 and depth == 0:
            return rng.choice(_LONG_STRINGS)
        if choice < 0.3 and depth < 4:
            return self._array(depth + 1)
        if choice < 0.45 and depth < 4:
            items = [self._pair(5 if depth > 1 else depth + 1) for _ in range(rng.randint(0, 3))]
            space = rng.choice(_SPACES)
            return "{" + space + f"{space},{space}".join(items) + space + "}"
        return rng.choice(_SCALARS)

    def _array(self, depth: int) -> str:
        rng = self.rng
        parts = ["["]
        for index in range(rng.randint(0, 3)):
            if index:
                parts.append(",")
            parts += [rng.choice(_GAPS), self._value(depth), rng.choice(_GAPS)]
        if len(parts) > 1 and rng.random() < 0.3:
            parts.append(",")
        return "".join([*parts, rng.choice(_GAPS), "]"])
