"""Parameters of tools that are made of operations' arguments."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

_UNTOLD = ("title", "default", "format")


def plain(
    schema: Mapping[str, Any], whole: Mapping[str, Any], above: tuple[str, ...] = ()
) -> dict[str, Any]:
    """A schema without references and alternatives, which some model platforms refuse.

    What stands within its like is told as an object of whatever members: it has no end otherwise.

    Args:
        schema: of one argument.
        whole: of all, with the definitions that it refers to.
        above: the definitions that it stands in.
    """
    found = dict(schema)
    if "$ref" in found:
        name = found["$ref"].rpartition("/")[2]
        definition = whole["$defs"][name]
        if name in above:
            definition = {k: v for k, v in definition.items() if k in ("type", "description")}
        above = (*above, name)
        found = {**definition, **{k: v for k, v in found.items() if k != "$ref"}}
    if "anyOf" in found:
        kinds = [plain(each, whole, above) for each in found["anyOf"]]
        fitting = next((each for each in kinds if each.get("type") != "null"), {})
        found = {**{k: v for k, v in found.items() if k != "anyOf"}, **fitting}
    found = {k: v for k, v in found.items() if k not in _UNTOLD}
    if "properties" in found:
        inner = found["properties"]
        found["properties"] = {name: plain(each, whole, above) for name, each in inner.items()}
    if isinstance(found.get("items"), Mapping):
        found["items"] = plain(found["items"], whole, above)
    return found
