"""What answers of the vendor's APIs consist of, by its own description of them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from importlib.resources import files
from typing import Any

_DOCUMENTS = files("googleapiclient") / "discovery_cache" / "documents"
_OURS = re.compile(r"v4/spreadsheets|drive/v3/files")


def described() -> str:
    """The lines that the product keeps: methods with what they answer, and messages' members."""
    methods, messages = dict[str, str](), dict[str, str]()
    for name in ("sheets.v4.json", "drive.v3.json"):
        document = json.loads((_DOCUMENTS / name).read_text())
        schemas = document["schemas"]
        for method in _methods(document):
            path = document["servicePath"] + (method.get("flatPath") or method["path"])
            if "response" in method and _OURS.match(path):
                answer = method["response"]["$ref"]
                methods[f"{method['httpMethod']} {re.sub('{[^}]*}', '{}', path)}"] = answer
                _note(messages, schemas, answer, schemas[answer])
    lines = [f"{method} = {answer}" for method, answer in sorted(methods.items())]
    return "\n".join([*lines, *(f"{name}: {all_}" for name, all_ in sorted(messages.items())), ""])


def _methods(part: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    yield from part.get("methods", {}).values()
    for inner in part.get("resources", {}).values():
        yield from _methods(inner)


def _note(
    messages: dict[str, str], schemas: Mapping[str, Any], name: str, schema: Mapping[str, Any]
) -> None:
    """Note the members of a message, and those of the messages in it."""
    if name in messages:
        return
    messages[name] = ""
    found = []
    for member, kind in sorted(schema.get("properties", {}).items()):
        inner = kind.get("items", kind)
        inner_name = inner.get("$ref") or (f"{name}.{member}" if "properties" in inner else "")
        if "additionalProperties" in inner or inner.get("type") == "any":
            inner_name = "*"
        elif inner_name:
            _note(messages, schemas, inner_name, schemas[inner_name] if "$ref" in inner else inner)
        found.append(f"{member}>{inner_name}" if inner_name else member)
    messages[name] = " ".join(found)
