"""Reading a query: text → tree, with the vendor's words for what is wrong.

The grammar is the vendor's, read from left to right; nothing has to be looked at twice.
"""

from __future__ import annotations

import re
from typing import NamedTuple, NoReturn

from workworld.apps.tracker.jql.tokens import END, PREFIX, Lines, Token, tokens
from workworld.apps.tracker.jql.tree import (
    And,
    Clause,
    Empty,
    Field,
    Function,
    JqlError,
    Listing,
    Node,
    Not,
    Operand,
    Or,
    Place,
    Predicate,
    Query,
    Sorting,
    Value,
)
from workworld.apps.tracker.jql.words import EMPTY, PREDICATES
from workworld.apps.tracker.jql.writing import word

DEEPEST = 40
"""How many parentheses and negations may stand within each other."""
MOST_CLAUSES = 300
_SIGNS = ("=", "!=", "<", ">", "<=", ">=", "~", "!~")
_OPERATORS = "'=', '!=', '<', '>', '<=', '>=', '~', '!~', 'IN', 'NOT IN', 'IS' and 'IS NOT'"
_VALUE = "either a value, list or function"
_POSITIVE = re.compile(r"\d{1,18}")


def parse(text: str) -> Query:
    """Read a query.

    Raises:
        JqlError: it is no JQL, or larger than can be answered.
    """
    return _Parser(text).query()


class Expectation(NamedTuple):
    """What may follow the beginning of a query."""

    kind: str
    """``field``, ``operator``, ``value``, ``list``, ``argument``, ``sorting``, ``direction``,
    ``by`` or ``connective``; empty if nothing sensible can follow."""
    field: str
    """The field, the operator and the function that were read last."""
    operator: str
    function: str
    last: str
    """The kind of the last token."""


def expectation(text: str) -> Expectation:
    """What may follow a text that begins a query; the word that is being typed is left out."""
    try:
        parser = _Parser(text)
    except JqlError:
        return Expectation("", "", "", "", "")
    try:
        query = parser.query()
        kind = "direction" if query.order else "connective"
        if query == Query(None):
            kind = "field"
    except JqlError as error:
        kind = "" if error.line else error.expected  # else it is wrong before the cursor
    return Expectation(kind, parser.field, parser.operator, parser.function, parser.last)


class _Parser:
    """A query that is being read."""

    def __init__(self, text: str) -> None:
        self._lines = Lines(text)
        self._tokens = tokens(text)
        self._at = 0
        self._depth = 0
        self._clauses = 0
        self.field = self.operator = self.function = ""

    @property
    def last(self) -> str:
        """The kind of the last token before the end."""
        return self._tokens[-2].kind if len(self._tokens) > 1 else ""

    def query(self) -> Query:
        """The whole query."""
        where = None if self._now.kind in (END, "order") else self._any_of()
        order = self._order() if self._now.kind == "order" else ()
        if self._now.kind != END:
            self._refuse("either 'OR' or 'AND'", "connective")
        return Query(where, order)

    # What is to be read

    @property
    def _now(self) -> Token:
        return self._tokens[self._at]

    def _took(self, *kinds: str) -> Token | None:
        token = self._now
        if token.kind not in kinds:
            return None
        self._at += 1
        return token

    def _need(self, kind: str, shown: str, expected: str = "") -> Token:
        return self._took(kind) or self._refuse(f"'{shown}'", expected)

    # Conditions

    def _any_of(self) -> Node:
        nodes = [self._all_of()]
        while self._took("or"):
            nodes.append(self._all_of())
        return nodes[0] if len(nodes) == 1 else Or(tuple(nodes))

    def _all_of(self) -> Node:
        nodes = [self._one()]
        while self._took("and"):
            nodes.append(self._one())
        return nodes[0] if len(nodes) == 1 else And(tuple(nodes))

    def _one(self) -> Node:
        if self._took("not", "!"):
            self._deeper()
            node: Node = Not(self._one())
        elif self._took("("):
            self._deeper()
            node = self._any_of()
            self._need(")", ")", "connective")
        else:
            return self._clause()
        self._depth -= 1
        return node

    def _deeper(self) -> None:
        self._depth += 1
        if self._depth > DEEPEST:
            raise JqlError(f"{PREFIX}It is nested more than {DEEPEST} levels deep.")

    def _clause(self) -> Clause:
        self._clauses += 1
        if self._clauses > MOST_CLAUSES:
            raise JqlError(f"{PREFIX}It has more than {MOST_CLAUSES} clauses.")
        field = self._field("field")
        self.field, self.operator = field.name, ""
        self.operator = operator = self._operator()
        operand = None if operator == "changed" else self._operand()
        predicates = []
        while begun := self._took(*PREDICATES):
            predicates.append(Predicate(begun.kind, self._operand()))
        if operator == "changed" and self._now.kind in ("word", "quoted"):
            said = "The CHANGED operator does not support the use of values without predicates."
            said = f"{said} You must prefix the {self._now.text} value with a suitable predicate."
            raise self._error(f"{PREFIX}{said}", self._now)
        return Clause(field, operator, operand, tuple(predicates))

    def _operator(self) -> str:
        if sign := self._took(*_SIGNS, "in", "changed"):
            return sign.kind
        if self._took("not"):
            self._need("in", "IN", "operator")
            return "not in"
        if self._took("is"):
            if self._now.kind == "!":
                self._refuse("'NOT'")
            return "is not" if self._took("not") else "is"
        if self._took("was"):
            negation = " not" if self._took("not") else ""
            return f"was{negation} in" if self._took("in") else f"was{negation}"
        end = f" The valid operators are {_OPERATORS}."
        return self._refuse("operator", "operator", end)

    # Names and values

    def _field(self, expected: str) -> Field:
        if begun := self._took("cf"):
            return self._numbered(begun)
        token = self._took("word", "quoted")
        if token is None:
            self._refuse_field(expected)
        if not token.text.strip():
            raise self._error(f"{PREFIX}A field name cannot be empty.", token)
        return Field(token.text.strip(), self._place(token))

    def _numbered(self, begun: Token) -> Field:
        self._need("[", "[")
        number = self._now
        if number.kind != "word" or not _POSITIVE.fullmatch(number.text):
            self._refuse("a custom field id (a positive number)")
        self._at += 1
        end = self._need("]", "]")
        return Field(f"cf[{int(number.text)}]", self._place(begun, end))

    def _refuse_field(self, expected: str) -> NoReturn:
        token = self._now
        if token.kind == END:
            said = f"{PREFIX}Expecting a field name at the end of the query."
            raise JqlError(said, expected=expected)
        if token.kind == "[":
            self._refuse("a field name", expected, " Did you mean 'cf['?")
        shown = token.text
        quoted = f" You must surround '{shown}' in quotation marks to use it as a field name."
        self._refuse("a field name", expected, quoted)

    def _operand(self) -> Operand:
        if self._took("("):
            return self._listing()
        if empty := self._took(*EMPTY):
            return Empty(empty.text)
        token = self._took("word", "quoted")
        if token is None:
            shown = self._now.text
            end = f" You must surround '{shown}' in quotation marks to use it as a value."
            self._refuse(_VALUE, "value", end if self._now.kind != END else "")
        if self._now.kind == "(":
            return self._function(token)
        # What has to be quoted when it is written is the same whether it was or not.
        is_quoted = token.kind == "quoted" or word(token.text) != token.text
        return Value(token.text, is_quoted, self._place(token))

    def _listing(self) -> Listing:
        self._deeper()
        items = [self._operand()]
        while self._took(","):
            items.append(self._operand())
        self._need(")", ")", "list")
        self._depth -= 1
        return Listing(tuple(items))

    def _function(self, name: Token) -> Function:
        if not name.text.strip():
            raise self._error(f"{PREFIX}A function name cannot be empty.", name)
        self._took("(")
        self.function = name.text.strip()
        arguments: list[str] = []
        if self._now.kind in ("word", "quoted"):
            arguments.append(self._argument())
            while self._took(","):
                arguments.append(self._argument())
            if self._now.kind not in (")", END):
                self._refuse("')' or ','", "argument")
        elif self._now.kind not in (")", ",", END):
            self._argument()
        end = self._need(")", ")", "argument")
        return Function(name.text.strip(), tuple(arguments), self._place(name, end))

    def _argument(self) -> str:
        token = self._took("word", "quoted")
        return token.text if token else self._refuse_argument()

    def _refuse_argument(self) -> NoReturn:
        if self._now.kind == END:
            said = f"{PREFIX}Expecting a function argument at the end of the query."
            raise JqlError(said, expected="argument")
        if self._now.kind == ")":
            raise self._error(f"{PREFIX}Function argument must be specified.", self._now)
        shown = self._now.text
        end = f" You must surround '{shown}' in quotation marks to use it as an argument."
        self._refuse("a function argument", "argument", end)

    # The order of results

    def _order(self) -> tuple[Sorting, ...]:
        self._took("order")
        self._need("by", "by", "by")
        found = [self._sorting()]
        while self._took(","):
            found.append(self._sorting())
        if self._now.kind != END:
            self._refuse("','" if found[-1].direction else "either 'ASC' or 'DESC'", "direction")
        return tuple(found)

    def _sorting(self) -> Sorting:
        self.operator = ""
        field = self._field("sorting")
        direction = self._took("asc", "desc")
        return Sorting(field, direction.kind if direction else "")

    # Where something is, and what is wrong

    def _place(self, first: Token, last: Token | None = None) -> Place:
        return Place(*self._lines.place(first.start), (last or first).end - first.start)

    def _refuse(self, wanted: str, expected: str = "", end: str = "") -> NoReturn:
        token = self._now
        prefix = "Error in JQL Query: " if wanted == _VALUE else PREFIX
        if token.kind == END:
            raise JqlError(
                f"{prefix}Expecting {wanted} before the end of the query.{end}", expected=expected
            )
        said = f"{prefix}Expecting {wanted} but got '{token.text}'.{end}"
        raise JqlError(said, *self._lines.place(token.start), expected=expected)

    def _error(self, said: str, token: Token) -> JqlError:
        return JqlError(said, *self._lines.place(token.start))
