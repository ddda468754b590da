"""Boards of list views: a column for each value of a field."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Any

from workworld.apps.crm.pages import portions, values
from workworld.apps.crm.pages.blueprint import record_url
from workworld.apps.crm.pages.list_states import State
from workworld.apps.crm.pages.list_tables import title_of
from workworld.apps.crm.pages.values import Shown
from workworld.apps.crm.schema.kinds import Field, Kind
from workworld.apps.crm.schema.objects import SObject
from workworld.apps.crm.service import list_groups, sight
from workworld.apps.crm.service.list_groups import Board, Total
from workworld.apps.crm.service.reading import Loaded
from workworld.context import Context
from workworld.doors.web import page

_FIRST, _MOST = 25, 100
_ON_CARD = 4
_ROOM = 14_500
_TERM = " " * 30
"""As long as what a tree has around a label and its text beyond what it has around a cell."""
_ADDED = {"Opportunity": "Amount"}
"""What boards add up, as long as nobody chooses."""


@dataclass(frozen=True, slots=True)
class Card:
    """A record on a board."""

    id: str
    title: str
    url: str
    facts: Sequence[Shown]


@dataclass(frozen=True, slots=True)
class BoardColumn:
    """The records with one value."""

    value: str
    label: str
    count: int
    sum_text: str
    cards: Sequence[Card]
    rest: int
    """How many more there are than are shown."""
    is_open: bool
    """Whether cards may be put there."""


@dataclass(frozen=True, slots=True)
class BoardView:
    """A list view as a board."""

    columns: Sequence[BoardColumn]
    group: str
    group_label: str
    measure: str
    groups: Sequence[tuple[str, str]]
    measures: Sequence[tuple[str, str]]
    may_move: bool
    more_url: str


def board_of(state: State, status_field: str) -> BoardView:
    """A list view as a board, as its address asks for it.

    Args:
        state: what the address asks for.
        status_field: by what it is grouped as long as nobody chooses.
    """
    group = state.given.get("group") or status_field
    measure = state.given.get("measure", _ADDED.get(state.sobject, ""))
    most = _MOST if state.given.get("more") == "1" else _FIRST

    def present(ctx: Context, found: Board) -> BoardView:
        sobject = found.totals.sobject
        by = found.totals.group
        columns = [_column(ctx, found, each) for each in found.totals.groups]
        can_move = sight.may(ctx, sobject, "edit") and sight.editable(ctx, sobject, by)
        return BoardView(
            columns if most == _MOST else _portion_of(columns),
            by.name,
            values.label_of(by),
            found.totals.measure.name if found.totals.measure else "",
            [(each.name, values.label_of(each)) for each in _groups(ctx, sobject)],
            [("", "No sum")]
            + [(each.name, each.label) for each in list_groups.measures(ctx, sobject)],
            can_move and by.kind is Kind.PICKLIST,
            state.url(more="1") if most < _MOST else "",
        )

    found: BoardView = page(
        list_groups.board,
        present,
        view_id=state.view_id,
        group=group,
        measure="" if measure == "-" else measure,
        search=state.search,
        narrow=state.narrow,
        most=most,
    )
    return found


def _groups(ctx: Context, sobject: SObject) -> Sequence[Field]:
    lists = [each for each in list_groups.groupable(ctx, sobject) if each.kind is Kind.PICKLIST]
    return [each for each in lists if each.name != "CurrencyIsoCode"]


def _column(ctx: Context, found: Board, total: Total) -> BoardColumn:
    cards = found.cards.get(total.value, ())
    return BoardColumn(
        str(total.value or ""),
        total.label,
        total.count,
        _sum(ctx, found, total),
        [_card(ctx, found, each) for each in cards],
        total.count - len(cards),
        total.value != "Converted",
    )


def _portion_of(columns: Sequence[BoardColumn]) -> Sequence[BoardColumn]:
    """The first cards of each column: as many in each as a tree holds of all."""
    sizes = [[_size(card) for card in column.cards] for column in columns]
    rows = [sum(row) for row in zip_longest(*sizes, fillvalue=0)]
    number = portions.first(rows, _ROOM)
    return [
        replace(each, cards=each.cards[:number], rest=each.count - len(each.cards[:number]))
        for each in columns
    ]


def _size(card: Card) -> int:
    facts = [(f"{each.label}{_TERM}{each.text}", "") for each in card.facts]
    return portions.size_of([(card.title, card.url), *facts], label=card.title, tick=card.title)


def _card(ctx: Context, found: Board, record: Loaded) -> Card:
    sobject = found.totals.sobject
    shown = [
        values.shown(ctx, sobject, each, record.values, found.names, in_list=True)
        for each in found.fields
        if not each.is_name and each.name != found.totals.group.name
    ]
    return Card(
        record.id,
        title_of(sobject, record),
        record_url(sobject.name, record.id),
        [each for each in shown if each.text and each.text != "No"][:_ON_CARD],
    )


def _sum(_ctx: Context, found: Board, total: Total) -> str:
    measure = found.totals.measure
    if measure is None or total.sum is None:
        return ""
    return sum_text(measure, total.sum, found.totals.currency)


def sum_text(measure: Field, amount: Any, currency: str) -> str:
    """What records come to, in words: whole units of money, or a number."""
    if measure.kind is Kind.CURRENCY:
        return f"{currency} {amount:,.0f}"
    return values.number(amount)
