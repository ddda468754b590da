"""Reading what queries compare: fields, functions of them, operators and values."""

from __future__ import annotations

from workworld.apps.crm.soql import literals
from workworld.apps.crm.soql.reader import Reader
from workworld.apps.crm.soql.tokens import NUMBER, WORD
from workworld.apps.crm.soql.tree import Call, Expression, Literal, Path, TypeOf

MOST_VALUES = 20_000
_SIGNS = {"=": "=", "!=": "!=", "<>": "!=", "<": "<", "<=": "<=", ">": ">", ">=": ">="}


class Expressions(Reader):
    """A query of which fields, operators and values are being read."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self._values = 0

    def type_of(self) -> TypeOf:
        """Fields that hang on what object a reference leads to."""
        begun = self.need("typeof")
        path = self.path()
        whens = []
        otherwise: tuple[Path, ...] = ()
        while self.take("when"):
            kind = self.name()
            self.need("then")
            whens.append((kind.text, self.paths()))
        if self.take("else"):
            otherwise = self.paths()
        self.need("end")
        if not whens:
            self.refuse(begun)
        return TypeOf(path, tuple(whens), otherwise, begun.at)

    def paths(self) -> tuple[Path, ...]:
        """Fields with commas between them."""
        found = [self.path()]
        while self.take(","):
            found.append(self.path())
        return tuple(found)

    def expression(self) -> Expression:
        """A field, or a function of one."""
        if self.following.text != "(":
            return self.path()
        name = self.name()
        self.need("(")
        self.deeper()
        argument = None if self.now.text == ")" else self.expression()
        self.shallower()
        self.need(")")
        return Call(name.word, argument, name.at)

    def operator(self) -> str:
        """What a condition compares by."""
        if sign := self.take(*_SIGNS):
            return _SIGNS[sign.text]
        if self.take("not"):
            self.need("in")
            return "not in"
        return self.need("like", "in", "includes", "excludes").word

    def value(self, keeps_wildcards: bool = False) -> Literal:
        """A value to compare with."""
        token = self.now
        self._values += 1
        if self._values > MOST_VALUES:
            self.said("The query has too many values", token.at)
        if token.text == ":":
            self.said("Bind variables only allowed in Apex code", token.at)
        self.skip()
        number = ""
        if token.kind == WORD and self.now.text == ":" and self.following.kind == NUMBER:
            number = self.following.text
            self.skip(2)
        made = literals.literal(self.text, token, number, keeps_wildcards)
        return made or self.refuse(token)
