"""Parameters of tools that are made of operations' arguments."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def plain(schema: Mapping[str, Any], whole: Mapping[str, Any]) -> dict[str, Any]:
    """A schema without references and alternatives, which some model platforms refuse.

    Args:
        schema: of one argument.
        whole: of all, with the definitions that it refers to.
    """
    found = dict(schema)
    if "$ref" in found:
        definition = whole["$defs"][found["$ref"].rpartition("/")[2]]
        found = {**definition, **{k: v for k, v in found.items() if k != "$ref"}}
    if "anyOf" in found:
        kinds = [plain(each, whole) for each in found["anyOf"]]
        fitting = next((each for each in kinds if each.get("type") != "null"), {})
        found = {**{k: v for k, v in found.items() if k != "anyOf"}, **fitting}
    found = {k: v for k, v in found.items() if k not in ("title", "default", "format")}
    if "properties" in found:
        inner = found["properties"]
        found["properties"] = {name: plain(each, whole) for name, each in inner.items()}
    if isinstance(found.get("items"), Mapping):
        found["items"] = plain(found["items"], whole)
    return found
