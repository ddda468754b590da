"""A record that somebody reads, with what they may do with it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from workworld.apps.crm.pages import values
from workworld.apps.crm.schema import picklists
from workworld.apps.crm.schema.kinds import Field
from workworld.apps.crm.schema.objects import SObject
from workworld.apps.crm.service import access_levels, articles, contracts, record_locks, sight
from workworld.apps.crm.service.reading import Loaded
from workworld.apps.crm.service.rows import Values
from workworld.context import Context

_DONE = (picklists.ARTICLE_ONLINE, picklists.ARTICLE_ARCHIVED)


@dataclass(frozen=True, slots=True)
class Known:
    """A record that the reader sees, with all that its page tells of its fields."""

    sobject: SObject
    row: Values
    version: int
    names: Mapping[str, str]
    fields: Mapping[str, Field]
    """Those that the reader may read, by name."""
    may_edit: bool
    may_delete: bool
    locked: str = ""

    @property
    def id(self) -> str:
        """The record's."""
        return str(self.row["Id"])

    @property
    def title(self) -> str:
        """What it is called."""
        return values.title_of(self.sobject, self.row)


def known(ctx: Context, loaded: Loaded) -> Known:
    """A record that was read, with what its page tells of it."""
    sobject, row = loaded.sobject, loaded.values
    readable = {each.name: each for each in sight.fields(ctx, sobject)}
    access = access_levels.of(ctx, sobject, [loaded.id]).get(loaded.id, access_levels.READ)
    locked = _locked(ctx, sobject, row)
    waits = bool(locked) and not row.get("IsConverted")
    return Known(
        sobject,
        row,
        _version(ctx, sobject, loaded.id),
        values.names_of(ctx, readable.values(), [row]),
        readable,
        may_edit=access != access_levels.READ
        and (not locked or _is_settled(sobject, row))
        and sight.may(ctx, sobject, "edit"),
        may_delete=access == access_levels.ALL and not waits and sight.may(ctx, sobject, "delete"),
        locked=locked,
    )


def may_change(ctx: Context, found: Known, each: Field) -> bool:
    """Whether the reader may change a field of a record."""
    return (
        found.may_edit
        and each.updateable
        and each.compute is None
        and sight.editable(ctx, found.sobject, each)
        and not (_is_settled(found.sobject, found.row) and contracts.is_agreed(each))
        and not (each.name == "Amount" and found.row.get("HasOpportunityLineItem"))
    )


def _is_settled(sobject: SObject, row: Values) -> bool:
    return sobject.name == "Contract" and contracts.is_settled(str(row.get("Status")))


def _version(ctx: Context, sobject: SObject, record_id: str) -> int:
    row: Any = ctx.session.get_one(sobject.model, record_id)
    return int(row.version)


def _locked(ctx: Context, sobject: SObject, row: Values) -> str:
    if sobject.name == "Lead" and row.get("IsConverted"):
        return "This lead has been converted: it can no longer be edited."
    if _is_settled(sobject, row) and row.get("Status") == picklists.CONTRACT_ACTIVE:
        return "This contract is activated: what was agreed can no longer be changed."
    if sobject.name == articles.OBJECT and row["PublishStatus"] in _DONE:
        return "This version is no draft any more. To change the article, edit it as a draft."
    return _held(ctx, sobject, str(row["Id"]))


def _held(ctx: Context, sobject: SObject, record_id: str) -> str:
    """Why a record stays as it is, itself or with its deal; empty if it need not."""
    if record_locks.is_of_closed_period(ctx, record_id):
        return "This deal lies in a closed period: it can no longer be changed."
    if record_locks.is_locked(ctx, record_id):
        return "This record is locked while it waits for approval."
    if record_locks.is_below_locked(ctx, ctx.session.get_one(sobject.model, record_id)):
        return "This record belongs to a locked deal: it can no longer be changed."
    return ""
