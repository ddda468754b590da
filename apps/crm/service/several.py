"""Doing the same to many records: each by itself, so that a refused one leaves nothing behind."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from workworld.apps.crm.service.refusals import RecordError, RecordRefused
from workworld.context import Context
from workworld.errors import Refused
from workworld.undoing import whole_or_nothing


@dataclass(frozen=True, slots=True)
class RowResult:
    """What became of one record.

    Args:
        record_id: as it was given, or that of the record that was made.
        refused: why nothing was done; None if it was.
    """

    record_id: str
    refused: Refused | None = None

    @property
    def success(self) -> bool:
        """Whether it was done."""
        return self.refused is None

    @property
    def errors(self) -> Sequence[RecordError]:
        """What was wrong."""
        if isinstance(self.refused, RecordRefused):
            return self.refused.errors
        return [RecordError(self.refused.code, self.refused.message)] if self.refused else ()


def each(
    ctx: Context, record_ids: Iterable[str], act: Callable[[str], str | None]
) -> Sequence[RowResult]:
    """Do something to records, in order and to each once.

    Args:
        ctx: whose step it is.
        record_ids: which ones.
        act: does it to one of them, or raises a refusal; it may answer the id of another record
            that the result is about.
    """
    return [one(ctx, each_id, act) for each_id in dict.fromkeys(record_ids)]


def one(ctx: Context, record_id: str, act: Callable[[str], str | None]) -> RowResult:
    """Do something to one record; if it is refused nothing of it stays."""
    try:
        told = whole_or_nothing(ctx, lambda: act(record_id))
    except Refused as refusal:
        return RowResult(record_id, refusal)
    return RowResult(told or record_id)
