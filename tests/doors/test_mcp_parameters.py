"""Schemas of tools' parameters that are made of operations' arguments."""

from __future__ import annotations

from pydantic import BaseModel, Field

from workworld.doors.mcp.parameters import plain


class Block(BaseModel):
    """A part, which may have parts."""

    name: str
    parts: list[Block] = Field(default_factory=list, description="Its parts.")


def test_what_stands_within_its_like_ends() -> None:
    class Asked(BaseModel):
        block: Block | None = None

    whole = Asked.model_json_schema()
    told = plain(whole["properties"]["block"], whole)
    inner = told["properties"]["parts"]
    assert inner["items"] == {"type": "object", "description": "A part, which may have parts."}
    assert told["properties"]["name"] == {"type": "string"}
    assert "$ref" not in str(told)
