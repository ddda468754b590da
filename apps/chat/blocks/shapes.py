"""What shapes of blocks are made of: texts, options, and questions before something is done.

https://docs.slack.dev/reference/block-kit/composition-objects
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, Field
from pydantic_core import PydanticCustomError

from workworld.shapes import CLOSED


class Shape(BaseModel):
    """An object whose every property is known."""

    model_config = {**CLOSED, "strict": True}


class PlainText(Shape):
    """A text in which nothing is markup but emoji."""

    type: Literal["plain_text"]
    text: Annotated[str, Field(min_length=1, max_length=3000)]
    emoji: bool = True


class Mrkdwn(Shape):
    """A text in mrkdwn."""

    type: Literal["mrkdwn"]
    text: Annotated[str, Field(min_length=1, max_length=3000)]
    verbatim: bool = False


TextObject = Annotated[PlainText | Mrkdwn, Field(discriminator="type")]


def most(length: int) -> AfterValidator:
    """Bounds the length of a text object."""

    def bounded(value: PlainText | Mrkdwn) -> PlainText | Mrkdwn:
        if len(value.text) > length:
            said = "must be less than {length} characters"
            raise PydanticCustomError("text_too_long", said, {"length": length + 1})
        return value

    return AfterValidator(bounded)


def require_one(shape: BaseModel, *names: str) -> None:
    """See to it that one of some properties was given.

    Raises:
        PydanticCustomError: none was.
    """
    if not any(getattr(shape, name) for name in names):
        wanted = ", ".join(names)
        raise PydanticCustomError("none_given", "must provide one of: {names}", {"names": wanted})


Id = Annotated[str, Field(min_length=1, max_length=255)]
Address = Annotated[str, Field(min_length=1, max_length=3000)]
AltText = Annotated[str, Field(max_length=2000)]
Label = Annotated[PlainText, most(75)]


class Option(Shape):
    """One of several that can be chosen."""

    text: Annotated[TextObject, most(75)]
    value: Annotated[str, Field(min_length=1, max_length=150)]
    description: Annotated[TextObject, most(75)] | None = None
    url: Address | None = None


class OptionGroup(Shape):
    """Options below a label."""

    label: Label
    options: Annotated[list[Option], Field(min_length=1, max_length=100)]


class Confirm(Shape):
    """What is asked before something is done."""

    title: Annotated[PlainText, most(100)]
    text: Annotated[TextObject, most(300)]
    confirm: Annotated[PlainText, most(30)]
    deny: Annotated[PlainText, most(30)]
    style: Literal["primary", "danger"] | None = None


class OwnFile(Shape):
    """A file of the company, by its id or address."""

    id: str | None = None
    url: str | None = None
