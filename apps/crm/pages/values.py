"""Values of fields as people read them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from workworld.apps.crm import layouts, record_ids
from workworld.apps.crm.pages import moments
from workworld.apps.crm.pages.blueprint import at, record_url
from workworld.apps.crm.schema import objects, pick_labels
from workworld.apps.crm.schema.kinds import Field, Kind
from workworld.apps.crm.schema.objects import SObject
from workworld.apps.crm.service import reading, record_offers, rich_texts
from workworld.apps.crm.service.rows import Values
from workworld.context import Context
from workworld.links.addresses import rendered

_TONES: Mapping[str, Mapping[str, str]] = {
    "SLA_State__c": {
        "On Track": "success",
        "Met": "success",
        "Paused": "info",
        "At Risk": "warning",
        "Breached": "danger",
    },
    "Health__c": {"Green": "success", "Yellow": "warning", "Red": "danger"},
    "Priority": {"Critical": "danger", "High": "warning"},
    "Rating": {"Hot": "danger", "Warm": "warning", "Cold": "info"},
    "Status__c": {"Active": "success", "Left Company": "warning"},
}
"""Values that are shown as badges, by field."""
_LONGEST_IN_LIST = 120
_ALSO_CALLED = {"Case": "Subject", "Contract": "Name"}
"""What says more than the number by which records go."""
_WRITTEN_TO = ("Lead", "Contact")
"""Objects whose records an e-mail can be written to: their addresses lead there."""
_UNSEEN = "Not visible to you"


@dataclass(frozen=True, slots=True)
class Shown:
    """A value as it stands on a page."""

    name: str
    label: str
    kind: str
    text: str = ""
    url: str = ""
    tone: str = ""
    is_checked: bool = False
    help: str = ""
    is_editable: bool = False
    iso: str = ""
    html: Markup | None = None
    """Of a text with paragraphs and emphasis, where it has room for them."""

    @property
    def is_long(self) -> bool:
        """Whether it has lines of its own."""
        return self.kind == Kind.TEXTAREA

    @property
    def is_number(self) -> bool:
        """Whether it stands at the right of a column."""
        return Kind(self.kind).is_number


def references(fields: Iterable[Field], rows: Iterable[Values]) -> set[str]:
    """The ids that fields of records refer to."""
    names = [each.name for each in fields if each.kind is Kind.REFERENCE]
    return {row[name] for row in rows for name in names if row.get(name)}


def needed(sobject: SObject, fields: Iterable[Field]) -> Sequence[Field]:
    """Fields, and what it takes to show them: an amount needs its currency."""
    wanted = {each.name: each for each in fields}
    code = sobject.field("CurrencyIsoCode")
    if code is not None and any(each.kind is Kind.CURRENCY for each in wanted.values()):
        wanted.setdefault(code.name, code)
    return list(wanted.values())


def shown(
    ctx: Context,
    sobject: SObject,
    field: Field,
    row: Values,
    names: Mapping[str, str],
    *,
    currency: str = "",
    editable: bool = False,
    in_list: bool = False,
) -> Shown:
    """A field of a record as people read it.

    Args:
        ctx: who reads.
        sobject: of which object the record is.
        field: which field.
        row: the record.
        names: what the records are called that it refers to.
        currency: of an object without currencies of its own, that of the record it belongs to.
        editable: whether the reader may change it.
        in_list: whether it stands in a line of a list: the record's name leads to it then.
    """
    value = row.get(field.name)
    label = label_of(field)
    made: dict[str, Any] = {"is_editable": editable, "help": field.help}
    if field.kind is Kind.BOOLEAN:
        text = "Yes" if value else "No"
        return Shown(field.name, label, field.kind, text, is_checked=bool(value), **made)
    if value is None or value == "":
        return Shown(field.name, label, field.kind, **made)
    if field.kind is Kind.REFERENCE:
        url = _named_url(value, in_list=in_list) if value in names else ""
        return Shown(field.name, label, field.kind, names.get(value, _UNSEEN), url, **made)
    text = words(ctx, field, value, str(row.get("CurrencyIsoCode") or currency or "USD"))
    if in_list and len(text) > _LONGEST_IN_LIST:
        text = f"{text[:_LONGEST_IN_LIST].rstrip()}…"
    return Shown(
        field.name,
        label,
        field.kind,
        text,
        url=_elsewhere(ctx, sobject, field, value)
        or _url(sobject, field, value, row, in_list=in_list),
        tone=_TONES.get(field.name, {}).get(str(value), ""),
        iso=moments.iso_moment(ctx, value) if field.kind is Kind.DATETIME else "",
        html=rich_texts.shown(str(value)) if field.is_rich and not in_list else None,
        **made,
    )


def label_of(field: Field) -> str:
    """What a field is called on pages: a reference by the record that it names."""
    return field.title


def words(ctx: Context, field: Field, value: Any, currency: str) -> str:
    """A value that is there, in words.

    Args:
        ctx: who reads.
        field: whose it is.
        value: as the column keeps it; of no reference.
        currency: of an amount.
    """
    if field.kind is Kind.CURRENCY:
        return moments.amount(ctx, value, currency)
    if field.kind is Kind.DATETIME:
        return moments.moment(ctx, value)
    if field.kind is Kind.DOUBLE:
        return number(round(value, field.scale))
    if field.is_rich:
        return rich_texts.plain(str(value))
    if field.picklist or field.bits:
        return "; ".join(_each(field, value))
    plain = _WORDS.get(field.kind)
    return plain(value) if plain else str(value)


def _each(field: Field, value: Any) -> list[str]:
    """What the values of a list are called, or what the bits of a number stand for."""
    if field.bits:
        return [name for place, name in enumerate(field.bits) if int(value) >> place & 1]
    parts = str(value).split(";") if field.kind is Kind.MULTIPICKLIST else [str(value)]
    return [pick_labels.label_of(field.picklist, each) for each in parts]


def number(value: float, decimals: int = 4) -> str:
    """``12,500`` or ``2.5``: with as many decimals as it has, up to some."""
    text = f"{value:,.{decimals}f}"
    return text.rstrip("0").rstrip(".")


def names_of(ctx: Context, fields: Iterable[Field], rows: Iterable[Values]) -> Mapping[str, str]:
    """What the records are called that fields of some rows refer to."""
    return reading.names(ctx, references(fields, rows))


def _named_url(record_id: str, *, in_list: bool) -> str:
    """Where a reference leads; in lists, not to people and queues, which stand in every line."""
    prefix = "" if in_list else record_ids.prefix_of(record_id)
    if prefix == objects.of_name("User").prefix:
        return record_url("User", record_id)
    if prefix == objects.of_name("Group").prefix:
        return at(f"/queues/{record_id}")
    return url_of(record_id)


def _elsewhere(ctx: Context, sobject: SObject, field: Field, value: Any) -> str:
    """The page of another app that a value names, for those who may see that."""
    leads = record_offers.LEADS.get((sobject.name, field.name))
    return rendered(ctx, leads(ctx, str(value))) if leads else ""


def _url(sobject: SObject, field: Field, value: Any, row: Values, *, in_list: bool) -> str:
    if in_list and field.is_name and not sobject.is_setup:
        return record_url(sobject.name, row["Id"])
    if field.kind is Kind.EMAIL and not in_list and sobject.name in _WRITTEN_TO:
        return record_url(sobject.name, row["Id"], tab="activity", compose="email")
    if field.kind is Kind.URL:
        return str(value) if "://" in str(value) else f"https://{value}"
    return ""


_WORDS: Mapping[Kind, Callable[[Any], str]] = {
    Kind.DATE: moments.day,
    Kind.PERCENT: lambda value: f"{number(value)}%",
    Kind.INT: number,
    Kind.DOUBLE: lambda value: number(value, 2),
    Kind.BOOLEAN: lambda value: "Yes" if value else "No",
}


def title_of(sobject: SObject, row: Values) -> str:
    """What a record is called: cases by their number and subject."""
    field = sobject.name_field
    name = str(row.get(field.name) or "") if field else ""
    more = row.get(_ALSO_CALLED.get(sobject.name, ""))
    if more:
        return f"{name} {more}".strip()
    return name or sobject.label


def url_of(record_id: str) -> str:
    """The address of a record's page; empty for users, queues and the like, which have none."""
    sobject = objects.of_prefix(record_ids.prefix_of(record_id))
    has_page = sobject is not None and layouts.has_page(sobject)
    return record_url(sobject.name, record_id) if sobject and has_page else ""
