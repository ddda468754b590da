"""The columns of lists: their types, and what may stand in them.

https://docs.slack.dev/reference/methods/slackLists.create#schema-definition
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal, get_args

from pydantic import BaseModel, Field

from workworld.apps.chat.models import ListColumn
from workworld.errors import Invalid, Problem
from workworld.shapes import CLOSED

ColumnType = Literal[
    "text",
    "rich_text",
    "number",
    "currency",
    "rating",
    "select",
    "multi_select",
    "date",
    "user",
    "checkbox",
    "email",
    "phone",
    "channel",
    "attachment",
]
TYPES: tuple[str, ...] = get_args(ColumnType)
LARGEST_RATING = 5
MOST = 50
"""How many columns a list may have."""
_MOST_CHOICES = 100
_LONGEST = 255
_CURRENCY = re.compile(r"[A-Z]{3}")


class Column(BaseModel):
    """A column as it is wanted."""

    model_config = CLOSED

    name: Annotated[
        str, Field(description="What people call it.", min_length=1, max_length=_LONGEST)
    ]
    type: Annotated[ColumnType, Field(description="What stands in it.")]
    options: Annotated[
        Mapping[str, Any],
        Field(
            description="choices: what can be selected; max: the best rating; currency: its code; "
            "precision: how many decimals."
        ),
    ] = {}
    key: Annotated[str, Field(description="What programs call it.", max_length=_LONGEST)] = ""
    is_primary: Annotated[bool, Field(description="Whether it names the records.")] = False


def in_order(wanted: Sequence[Column]) -> list[Column]:
    """Columns, first the one that names the records: a text, which is added if there is none."""
    texts = [column for column in wanted if column.type == "text"]
    named = [column for column in texts if column.is_primary] or texts
    first = named[0] if named else Column(name="Name", type="text")
    return [first, *(column for column in wanted if column is not first)]


def key_of(wanted: Column, taken: Sequence[str]) -> str:
    """What programs call a column: as it asks to be called, or after its name; unique."""
    return _unique(_slug(wanted.key or wanted.name, "column"), taken)


def good_options(wanted: Column) -> dict[str, Any]:
    """A column's options in their one form.

    Raises:
        Invalid: ``invalid_arguments``: an option that it cannot have.
    """
    made: dict[str, Any] = {}
    for name, value in wanted.options.items():
        match wanted.type, name:
            case ("select" | "multi_select", "choices"):
                made[name] = _choices(value)
            case ("rating", "max") if _is_whole(value, 1, 10):
                made[name] = value
            case ("currency", "currency") if _CURRENCY.fullmatch(str(value)):
                made[name] = value
            case ("number" | "currency", "precision") if _is_whole(value, 0, 9):
                made[name] = value
            case (_, "choices" | "max" | "currency" | "precision"):
                raise _wrong(f"{wanted.name!r} cannot have this as {name}")
            case _:  # how a vendor's page paints it: colours, formats, emoji
                continue
    if wanted.type in ("select", "multi_select") and not made.get("choices"):
        raise _wrong(f"{wanted.name!r} needs choices")
    return made


def choices_of(column: ListColumn) -> dict[str, str]:
    """What can be selected: labels by value."""
    return {each["value"]: each["label"] for each in column.options.get("choices", ())}


def largest_rating(column: ListColumn) -> int:
    """The best rating."""
    return int(column.options.get("max", LARGEST_RATING))


def _choices(value: Any) -> list[dict[str, str]]:
    if not isinstance(value, list) or len(value) > _MOST_CHOICES:
        raise _wrong(f"choices are a list of at most {_MOST_CHOICES}")
    made: list[dict[str, str]] = []
    for each in value:
        given = each if isinstance(each, dict) else {"label": each}
        label = given.get("label") or given.get("value")
        if not isinstance(label, str) or not label.strip() or len(label) > _LONGEST:
            raise _wrong("a choice has a label")
        taken = [known["value"] for known in made]
        named = given.get("value")
        known_as = named if isinstance(named, str) and named else _slug(label, "choice")
        made.append({"value": _unique(known_as, taken), "label": label.strip()})
    return made


def _slug(text: str, otherwise: str) -> str:
    return re.sub(r"\W+", "_", text.casefold()).strip("_") or otherwise


def _unique(wanted: str, taken: Sequence[str]) -> str:
    found, number = wanted, 1
    while found in taken:
        number += 1
        found = f"{wanted}_{number}"
    return found


def _is_whole(value: Any, least: int, most: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most


def _wrong(said: str) -> Invalid:
    return Invalid("invalid_arguments", problems=[Problem(said, "columns")])
