"""A flow as its page shows it: what begins it, what it consists of, and how its runs went."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from workworld.apps.crm.pages import moments
from workworld.apps.crm.pages.blueprint import at, record_url
from workworld.apps.crm.schema import objects
from workworld.apps.crm.service import people, reading
from workworld.apps.crm.service.flow_elements import APP_ID
from workworld.apps.crm.service.flows import FlowInfo, FlowRunInfo
from workworld.context import Context
from workworld.rules import kinds, trees
from workworld.rules.kinds import Family, PartKind

EVENTS = {
    "Create": "created",
    "Update": "changed",
    "CreateAndUpdate": "created or changed",
    "Delete": "deleted",
}
_OUTCOMES = {
    "finished": ("Finished", "success"),
    "waiting": ("Waiting", "info"),
    "failed": ("Failed", "danger"),
}
_SLOTS = (
    (trees.TESTS, "If", "Add a condition"),
    (trees.WITHIN, "Then", "Add what is done then"),
    (trees.OTHERWISE, "Otherwise", "Add what is done otherwise"),
)
Fact = tuple[str, str]


@dataclass(frozen=True, slots=True)
class SlotView:
    """A place within an element, and what stands there."""

    title: str
    adds: str
    url: str
    elements: Sequence[ElementView]


@dataclass(frozen=True, slots=True)
class ElementView:
    """An element of a flow."""

    id: str
    title: str
    icon: str
    facts: Sequence[Fact]
    place: str
    is_first: bool
    is_last: bool
    is_editable: bool
    slots: Sequence[SlotView]


@dataclass(frozen=True, slots=True)
class RunView:
    """A run of a flow."""

    id: str
    flow: str
    flow_url: str
    version: int
    record: str
    record_url: str
    by: str
    at: str
    iso: str
    state: str
    tone: str
    reason: str
    lines: Sequence[Fact]


@dataclass(frozen=True, slots=True)
class FlowView:
    """A flow's page, or its line in the list."""

    id: str
    name: str
    description: str
    url: str
    begins: str
    facts: Sequence[Fact]
    elements: Sequence[ElementView]
    count: int
    active_version: int | None
    versions: Sequence[int]
    is_changed: bool
    changed: str


def view_of(ctx: Context, flow: FlowInfo) -> FlowView:
    """A flow as it is shown."""
    url = at(f"/setup/flows/{flow.id}")
    names = _names(ctx, flow.elements)
    return FlowView(
        flow.id,
        flow.name,
        str(flow.trigger["description"]),
        url,
        begins(flow.trigger),
        _facts_of_trigger(flow.trigger),
        _elements(flow.elements, url, names, ""),
        sum(1 for _ in trees.walk(APP_ID, flow.elements)),
        flow.active_version,
        list(reversed(flow.versions)),
        flow.is_changed,
        f"{flow.changed_by}, {moments.near_moment(ctx, flow.changed_us)}",
    )


def begins(trigger: Mapping[str, Any]) -> str:
    """When a flow begins, in a sentence."""
    plural = objects.of_name(trigger["sobject"]).plural.lower()
    return f"When {plural} are {EVENTS[trigger['recordTriggerType']]}"


def runs_of(ctx: Context, runs: Sequence[FlowRunInfo]) -> Sequence[RunView]:
    """Runs as they are shown, each with what the record is called that it was about."""
    names = reading.names(ctx, {each.record_id for each in runs})
    return [_run(ctx, each, names.get(each.record_id, each.record_id)) for each in runs]


def _run(ctx: Context, run: FlowRunInfo, record: str) -> RunView:
    sobject = objects.of_prefix(run.record_id[:3])
    state, tone = _OUTCOMES[run.outcome]
    return RunView(
        run.id,
        run.flow,
        at(f"/setup/flows/{run.flow_id}"),
        run.version,
        record,
        record_url(sobject.name, run.record_id) if sobject else "",
        run.by,
        moments.near_moment(ctx, run.began_us),
        moments.iso_moment(ctx, run.began_us),
        state,
        tone,
        run.reason,
        [(each["kind"], each["text"]) for each in run.lines],
    )


def _facts_of_trigger(trigger: Mapping[str, Any]) -> list[Fact]:
    facts = [("Runs", _when(trigger)), ("Criteria", str(trigger["formula"]))]
    if trigger["doesRequireRecordChangedToMeetCriteria"]:
        facts.append(("Only when", "a change makes the record meet the criteria"))
    return facts


def _when(trigger: Mapping[str, Any]) -> str:
    if trigger["recordTriggerType"] == "Delete":
        return "Before the record is deleted"
    if trigger["moment"] != "scheduled":
        return f"{str(trigger['moment']).capitalize()} the record is saved"
    field = objects.of_name(trigger["sobject"]).field(trigger["timeField"])
    what = field.label if field else "the record was saved"
    unit = str(trigger["unit"]).lower()
    unit = unit if trigger["offset"] != 1 else unit.removesuffix("s")
    return f"{trigger['offset']} {unit} {str(trigger['side']).lower()} {what}"


def _names(ctx: Context, elements: Sequence[Mapping[str, Any]]) -> Mapping[str, str]:
    """What the users and templates are called that elements name."""
    settings = [each.part["settings"] for each in trees.walk(APP_ID, elements)]
    ids = {each[key] for each in settings for key in ("template_id", "user_id") if each.get(key)}
    return {**reading.names(ctx, ids), **people.names(ctx, ids)}


def _elements(
    tree: Sequence[Mapping[str, Any]], url: str, names: Mapping[str, str], place: str
) -> list[ElementView]:
    return [
        _element(part, url, names, f"{place}{number}", (number == 1, number == len(tree)))
        for number, part in enumerate(tree, 1)
    ]


def _element(
    part: Mapping[str, Any],
    url: str,
    names: Mapping[str, str],
    place: str,
    ends: tuple[bool, bool],
) -> ElementView:
    kind = kinds.parts(APP_ID)[part["kind"]]
    slots = [
        SlotView(
            title,
            adds,
            f"{url}/elements/new?parent={part['id']}&slot={slot}",
            _elements(part[slot], url, names, f"{place}.{slot[0]}"),
        )
        for slot, title, adds in _SLOTS
        if kind.family is Family.IF
    ]
    facts = _facts(kind, part["settings"], names)
    is_editable = bool(kind.settings.model_fields)
    told = (f"{kind.title} {place}", *ends, is_editable, slots)
    return ElementView(part["id"], kind.title, kind.icon, facts, *told)


def _facts(kind: PartKind, settings: Mapping[str, Any], names: Mapping[str, str]) -> list[Fact]:
    found: list[Fact] = []
    for name, described in kind.settings.model_fields.items():
        value = settings.get(name)
        if isinstance(value, list):
            found += [(each["field"], each["value"] or "(empty)") for each in value]
        elif value not in (None, "", False):
            found.append((described.title or name, names.get(str(value), str(value))))
    return found
