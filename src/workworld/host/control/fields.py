"""What a request gives by name: the fields of its JSON body, or of its query."""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Any

from starlette.requests import Request

from workworld.host.control.refusals import bad_request

LARGEST = 2**63 - 1


class Fields:
    """The fields of one request. One that is null was not given.

    Args:
        given: by name.
        of_query: whether all values are texts, as in a query.
    """

    def __init__(self, given: Mapping[str, Any], *, of_query: bool = False) -> None:
        self._given = given
        self._of_query = of_query

    def require_known(self, known: Collection[str]) -> None:
        """See to it that the caller gives nothing that would be overlooked.

        Raises:
            Refusal: there is no field of some name.
        """
        for name in self._given:
            if name not in known:
                there_are = f"there are {', '.join(known)}" if known else "there are none"
                raise bad_request(f"no field {name!r} is known here: {there_are}")

    def has(self, name: str) -> bool:
        """Whether a field is given."""
        return self._given.get(name) is not None

    @property
    def given(self) -> Mapping[str, Any]:
        """All of them, by name."""
        return self._given

    def any(self, name: str) -> Any:
        """A value of whatever kind; None if it is not given."""
        return self._given.get(name)

    def text(self, name: str) -> str | None:
        """A text.

        Raises:
            Refusal: it is something else.
        """
        value = self._given.get(name)
        if value is not None and not isinstance(value, str):
            raise bad_request(f"{name} is a text")
        return value

    def texts(self, name: str) -> list[str] | None:
        """A list of texts.

        Raises:
            Refusal: it is something else.
        """
        value = self._given.get(name)
        if value is None:
            return None
        if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
            raise bad_request(f"{name} is a list of texts")
        return value

    def one_of(self, name: str, known: Collection[str]) -> str | None:
        """One of some words.

        Raises:
            Refusal: it is none of them.
        """
        value = self.text(name)
        if value is not None and value not in known:
            raise bad_request(f"{name} is one of {', '.join(known)}, not {value!r}")
        return value

    def flag(self, name: str, *, default: bool) -> bool:
        """True or false.

        Raises:
            Refusal: it is neither.
        """
        value = self._given.get(name, default)
        if self._of_query:
            value = {"true": True, "false": False}.get(value, value)
        if value is None:
            return default
        if not isinstance(value, bool):
            raise bad_request(f"{name} is true or false")
        return value

    def whole(self, name: str, least: int = -LARGEST, most: int = LARGEST) -> int | None:
        """A whole number.

        Raises:
            Refusal: it is something else, or out of bounds.
        """
        value = self._given.get(name)
        if value is None:
            return None
        if self._of_query and re.fullmatch(r"-?[0-9]{1,20}", value):
            value = int(value)
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            bounds = "" if (least, most) == (-LARGEST, LARGEST) else f" from {least} to {most}"
            raise bad_request(f"{name} is a whole number{bounds}")
        return value

    def number(self, name: str, least: float, most: float) -> float | None:
        """A number.

        Raises:
            Refusal: it is something else, or out of bounds.
        """
        value = self._given.get(name)
        if value is None:
            return None
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        if not is_number or math.isnan(value) or not least <= value <= most:
            raise bad_request(f"{name} is a number from {least} to {most}")
        return float(value)

    def moment(self, name: str) -> datetime | None:
        """A point in time.

        Raises:
            Refusal: it is something else, or has no offset from UTC.
        """
        value = self.text(name)
        if value is None:
            return None
        try:
            moment = datetime.fromisoformat(value)
        except ValueError:
            moment = None
        if moment is None or moment.utcoffset() is None:
            said = f"{name} is a time of ISO 8601 with its offset, such as 2026-03-17T15:00:00Z"
            raise bad_request(said)
        return moment


async def fields_of(request: Request) -> Fields:
    """The fields of a request: those of the body of a POST, of the query of any other.

    Raises:
        Refusal: the body is no JSON object.
    """
    if request.method != "POST":
        return Fields(dict(request.query_params), of_query=True)
    if not (await request.body()).strip():
        return Fields({})
    try:
        body = await request.json()
    except (ValueError, RecursionError):
        raise bad_request("the body is not JSON") from None
    if not isinstance(body, dict):
        raise bad_request("the body is not a JSON object")
    return Fields(body)
