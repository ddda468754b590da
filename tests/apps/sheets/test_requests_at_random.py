"""Requests of every kind, filled in at random: done or refused, never a fault."""

from collections.abc import Mapping
from typing import Any

from tests.apps.sheets.workbook_kit import Plan

from workworld.apps.sheets.service.requests import registry
from workworld.errors import Refused
from workworld.randomness import Stream

ROUNDS = 1
_NUMBERS = (0, 0, 1, 1, 2, 3, 5, 26, 1000, -1, 2**31 - 1)
_TEXTS = ("a", "1", "=A1", "=B1:B3", "=SUM(", "", "userEnteredValue", "*", "title", "0", "x.y", "#")

_PLAIN: Mapping[Any, tuple[Any, ...]] = {
    "integer": _NUMBERS,
    "number": (0, 0.5, 1, 1, 100, -3.5),
    "boolean": (True, False),
    "null": (None,),
}


class Filler:
    """Fills shapes in."""

    def __init__(self, stream: Stream) -> None:
        self.stream = stream

    def value(self, schema: Mapping[str, Any], all_: Mapping[str, Any], depth: int = 0) -> Any:
        """Something that a schema allows, often at its edge."""
        if "$ref" in schema:
            return self.value(all_[schema["$ref"].rpartition("/")[2]], all_, depth)
        if "anyOf" in schema:
            return self.value(self.stream.choice(schema["anyOf"]), all_, depth)
        if "enum" in schema:
            return self.stream.choice(schema["enum"])
        kind = schema.get("type")
        if kind == "object":
            return self.members(schema, all_, depth)
        if kind == "array":
            count = self.stream.integer(0 if depth > 2 else 1, 2)
            return [self.value(schema.get("items", {}), all_, depth + 1) for _ in range(count)]
        return self.stream.choice(_PLAIN.get(kind, _TEXTS))

    def members(self, schema: Mapping[str, Any], all_: Mapping[str, Any], depth: int) -> Any:
        """An object with what it needs and some of what it may have."""
        needed, found = schema.get("required", ()), {}
        for name, each in schema.get("properties", {}).items():
            if name == "sheetId":
                found[name] = self.stream.choice((0, 0, 0, 0, 9))
            elif name in needed or self.stream.integer(0, 4 + depth) < 3:
                found[name] = self.value(each, all_, depth + 1)
        if "additionalProperties" in schema and isinstance(schema["additionalProperties"], dict):
            key = self.stream.choice(("0", "1", "x", "99"))
            found[key] = self.value(schema["additionalProperties"], all_, depth + 1)
        return found


def test_no_request_is_a_fault(plan: Plan) -> None:
    plan.put("A1", [["Name", "Sum", "=A1"], ["a", 1, "=B2*2"], ["b", 2, "=SUM(B2:B3)"]])
    filler, done = Filler(Stream("requests at random", 1)), set[str]()
    for _ in range(ROUNDS):
        for name, kind in sorted(registry.kinds().items()):
            schema = kind.shape.model_json_schema(by_alias=True)
            given = {name: filler.value(schema, schema.get("$defs", {}))}
            try:
                plan.do(given)
            except Refused:
                continue
            done.add(name)
    assert len(done) > 10
