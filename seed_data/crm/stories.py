"""Records with what became of them → their last row, the history of their fields and stages."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from workworld.apps.crm.models import Case, FieldChange, OpportunityHistory, Record
from workworld.apps.crm.schema import objects
from workworld.clock import to_microseconds
from workworld.database import Base
from workworld.seed_data.crm.derived import Row, derive
from workworld.seed_data.crm.known import Known
from workworld.seed_data.crm.rules import Clocks
from workworld.seed_data.crm.writing import Writer
from workworld.seed_data.crm_facts import ChangeFact, CrmRecordFact

_DAY_US = 24 * 3600 * 1_000_000
_HISTORY_PREFIX = "017"
_TOLD = ("stage", "amount", "probability", "close_date")
"""What a change of makes a new row in the history of a deal."""


class Teller:
    """Tells records' stories, and gathers the rows that come of them, by table."""

    def __init__(self, writer: Writer, known: Known, clocks: Clocks) -> None:
        self.writer, self.known = writer, known
        self.rows: dict[type[Base], list[Row]] = defaultdict(list)
        self.by_id: dict[str, Row] = {}
        self.clocks = clocks

    def tell(self, model: type[Record], fact: CrmRecordFact) -> Row:
        """Tell one, and return its row in the end.

        Raises:
            ValueError: its story is not in order, or goes on after now.
        """
        _in_order(fact, self.known.now)
        row = self.start(model, fact.at, fact.by, fact.values, fact.key)
        answered_us = _answered_us(fact)
        for change in fact.story:
            if answered_us is not None and answered_us <= to_microseconds(change.at):
                row["first_response_us"] = answered_us
            self._change(model, row, change)
        if answered_us is not None:
            row["first_response_us"] = answered_us
        if model is Case:
            self.clocks.keep(row, row, self._tier(row), to_microseconds(self.known.now))
        return row

    def start(
        self,
        model: type[Record],
        at: datetime,
        by: str,
        values: Mapping[str, Any],
        key: str = "",
        **more: Any,
    ) -> Row:
        """Make a record as it was in the beginning.

        Args:
            model: its table.
            at: when.
            by: who, a person's key.
            values: by column, as the facts have them.
            key: what the facts call it.
            more: columns as rows have them.
        """
        sobject = objects.of_model(model)
        given = {**self.known.columns(model, values), **more}
        if sobject.has_owner:
            given.setdefault("owner_id", self.known.users[by])
        if key:
            given["id"] = self.known.records[key]
        row = self.writer.row(model, at, self.known.users[by], **given)
        derive(sobject.name, row, None, given, (row["created_us"], self.known.day(at)))
        if model is Case:
            self.clocks.keep(row, None, self._tier(row), row["created_us"])
        self.rows[model].append(row)
        self.by_id[row["id"]] = row
        if any(each.is_tracked for each in sobject.fields.values()):
            self._note(sobject, row, "created", None, None, row["created_us"], row["created_by_id"])
        if sobject.name == "Opportunity":
            self._history(row, None, row["created_us"], row["created_by_id"])
        return row

    def _change(self, model: type[Record], row: Row, change: ChangeFact) -> None:
        sobject, at_us = objects.of_model(model), to_microseconds(change.at)
        by_id = self.known.users[change.by]
        old, given = dict(row), self.known.columns(model, change.values)
        row.update(given, modified_us=at_us, modified_by_id=by_id, version=row["version"] + 1)
        derive(sobject.name, row, old, given, (at_us, self.known.day(change.at)))
        if model is Case:
            self.clocks.keep(row, old, self._tier(row), at_us)
        for field in sobject.fields.values():
            if field.is_tracked and old[field.column] != row[field.column]:
                before, after = old[field.column], row[field.column]
                self._note(sobject, row, field.name, before, after, at_us, by_id)
        if sobject.name == "Opportunity" and any(old[each] != row[each] for each in _TOLD):
            self._history(row, old, at_us, by_id)

    def _tier(self, case: Row) -> str | None:
        account = self.by_id.get(case["account_id"] or "")
        return account["tier"] if account else None

    def name_changes(self) -> None:
        """Give the changes that were noted their ids, in the order of the telling."""
        changes = self.rows[FieldChange]
        ids = self.writer.next_ids(_HISTORY_PREFIX, len(changes))
        for row, change_id in zip(changes, ids, strict=True):
            row["id"] = change_id

    def _note(
        self,
        sobject: objects.SObject,
        row: Row,
        field: str,
        before: Any,
        after: Any,
        at_us: int,
        by_id: str,
    ) -> None:
        self.rows[FieldChange].append(
            {
                "sobject": sobject.name,
                "record_id": row["id"],
                "field": field,
                "old_value": _text(before),
                "new_value": _text(after),
                "changed_us": at_us,
                "changed_by_id": by_id,
            }
        )

    def _history(self, row: Row, old: Row | None, at_us: int, by_id: str) -> None:
        moved = old is not None and old["stage"] != row["stage"]
        spent = (at_us - old["stage_changed_us"]) / _DAY_US if old is not None else 0
        self.rows[OpportunityHistory].append(
            self.writer.row(
                OpportunityHistory,
                at_us,
                by_id,
                opportunity_id=row["id"],
                **{each: row[each] for each in (*_TOLD, "expected_revenue", "forecast_category")},
                previous_stage=old["stage"] if old and moved else None,
                days=round(spent, 4) if moved else None,
            )
        )


def _text(value: Any) -> str | None:
    """A column's value as the history of fields keeps it."""
    if value is None or isinstance(value, str):
        return value
    return str(value).lower() if isinstance(value, bool) else str(value)


def _answered_us(fact: CrmRecordFact) -> int | None:
    """When a case's customer had the first answer: by e-mail, or a comment that they see."""
    told = [each["at"] for each in fact.parts.get("comments", ()) if each.get("public")]
    sent = [each["at"] for each in fact.parts.get("emails", ()) if not each.get("incoming")]
    return min(map(to_microseconds, (*told, *sent)), default=None)


def _in_order(fact: CrmRecordFact, now: datetime) -> None:
    times = [fact.at, *(each.at for each in fact.story), now]
    if times != sorted(times):
        raise ValueError(f"{fact.key or fact.values}: its story is not in order")


def wins(deals: Sequence[CrmRecordFact], won: str) -> list[tuple[str, ChangeFact]]:
    """The accounts whose deals were won, each with the change that did it, the first one first."""
    found = [
        (str(deal.values["account"]), change)
        for deal in deals
        for change in deal.story
        if change.values.get("stage") == won
    ]
    return sorted(found, key=lambda each: each[1].at)
