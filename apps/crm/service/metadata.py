"""How the CRM is set up, as administrators read and write it: rules, templates, hours.

Kinds and settings go by the names of the vendor's metadata.
https://developer.salesforce.com/docs/atlas.en-us.api_meta.meta/api_meta/meta_crud_based_calls_intro.htm
"""

from __future__ import annotations

import builtins
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import Field, ValidationError
from sqlalchemy import delete as delete_rows
from sqlalchemy import select

from workworld.apps.crm import record_ids
from workworld.apps.crm.models import AssignmentEntry, EmailTemplate, Record, TerritoryMember
from workworld.apps.crm.schema import objects
from workworld.apps.crm.service import people, records, refusals, setup_audit
from workworld.apps.crm.service.refusals import RecordError, RecordRefused
from workworld.apps.crm.service.saving import Options
from workworld.apps.crm.service.setup_kinds import KINDS, refuse_deletion
from workworld.apps.crm.service.setup_shapes import SetupKind
from workworld.context import Context, Surface
from workworld.operations import Effect, operation

MetadataType = Annotated[
    Literal[
        "ValidationRule",
        "DuplicateRule",
        "AssignmentRule",
        "EscalationRule",
        "ApprovalProcess",
        "LeadScoreRule",
        "Playbook",
        "ActionCadence",
        "Territory2",
        "EmailTemplate",
        "BusinessHours",
    ],
    Field(description="What kind of setup it is."),
]
MetadataId = Annotated[
    str, Field(description="Its id, as the list tells it.", min_length=1, max_length=80)
]
Metadata = Annotated[
    Mapping[str, Any],
    Field(description="Settings by name; describeMetadata tells those of each kind."),
]
# The vendor's metadata API speaks SOAP, which is not part of this one.
_DOORS = (Surface.UI, Surface.MCP)
_SYSTEM = Options(system=True, notify=False)


@dataclass(frozen=True, slots=True)
class Item:
    """Something that is set up.

    Args:
        id: its id.
        type: of which kind.
        name: what people call it.
        is_active: whether it is in force.
        metadata: its settings by name.
    """

    id: str
    type: str
    name: str
    is_active: bool
    metadata: Mapping[str, Any]


@operation(Effect.READ, scope="api", doors=_DOORS)
def describe(ctx: Context, *, type: MetadataType) -> Mapping[str, Any]:
    """Describe the settings of a kind of setup as a JSON schema."""
    setup_audit.require_admin(ctx)
    return KINDS[type].settings.model_json_schema(by_alias=True)


@operation(Effect.READ, scope="api", doors=_DOORS)
def list(ctx: Context, *, type: MetadataType) -> Sequence[Item]:
    """List the rules, processes, templates or hours of a kind with their settings.

    Raises:
        Forbidden: ``INSUFFICIENT_ACCESS_OR_READONLY``: the caller does not set the CRM up.
    """
    setup_audit.require_admin(ctx)
    kind = KINDS[type]
    rows = ctx.session.scalars(select(kind.model)).all()
    found = [_told(ctx, kind, row) for row in rows if not getattr(row, "is_deleted", False)]
    return sorted(found, key=_in_order)


@operation(Effect.READ, scope="api", doors=_DOORS)
def info(ctx: Context, *, type: MetadataType, metadata_id: MetadataId) -> Item:
    """Read the settings of one rule, process or template."""
    setup_audit.require_admin(ctx)
    return _told(ctx, KINDS[type], _known(ctx, KINDS[type], metadata_id))


@operation(Effect.WRITE, scope="api", doors=_DOORS)
def create(ctx: Context, *, type: MetadataType, metadata: Metadata) -> Item:
    """Create a rule, process or template.

    Raises:
        Forbidden: ``INSUFFICIENT_ACCESS_OR_READONLY``: the caller does not set the CRM up.
        Invalid: with what is wrong with which setting; ``DUPLICATE_DEVELOPER_NAME``.
    """
    setup_audit.require_admin(ctx)
    kind = KINDS[type]
    if kind.is_one:
        raise refusals.refused("INVALID_TYPE", f"There is only one: change {kind.label.lower()}.")
    made = _checked(ctx, kind, metadata, None)
    row = _inserted(ctx, kind, kind.columns(made))
    kind.follow(ctx, row, made)
    return _noted(ctx, kind, row, "created")


@operation(Effect.WRITE, scope="api", doors=_DOORS)
def update(
    ctx: Context, *, type: MetadataType, metadata_id: MetadataId, metadata: Metadata
) -> Item:
    """Change settings of a rule, process, template or of the hours; what is left out stays.

    Raises:
        Forbidden: ``INSUFFICIENT_ACCESS_OR_READONLY``: the caller does not set the CRM up.
        NotFound: ``NOT_FOUND``.
        Invalid: with what is wrong with which setting.
    """
    setup_audit.require_admin(ctx)
    kind = KINDS[type]
    row = _known(ctx, kind, metadata_id)
    held = kind.settings.model_validate(kind.read(ctx, row, kind.settings))
    whole = {**held.model_dump(by_alias=True), **_named(kind, metadata)}
    made = _checked(ctx, kind, whole, row)
    _changed(ctx, kind, row, kind.columns(made))
    kind.follow(ctx, row, made)
    return _noted(ctx, kind, row, "changed")


@operation(Effect.WRITE, scope="api", doors=_DOORS)
def delete(ctx: Context, *, type: MetadataType, metadata_id: MetadataId) -> None:
    """Delete a rule, process or template.

    Raises:
        Forbidden: ``INSUFFICIENT_ACCESS_OR_READONLY``: the caller does not set the CRM up.
        NotFound: ``NOT_FOUND``.
        Invalid: ``DELETE_FAILED``: it is in use.
    """
    setup_audit.require_admin(ctx)
    kind = KINDS[type]
    row: Any = _known(ctx, kind, metadata_id)
    why = refuse_deletion(ctx, kind, row)
    if why is not None:
        raise RecordRefused([why])
    setup_audit.note(ctx, kind.plural, "deleted", f"Deleted {kind.label.lower()} {row.name}")
    if kind.model is EmailTemplate:
        row.is_deleted, row.is_active = True, False
        row.deleted_us = ctx.clock.now_us()
        return
    ctx.session.execute(delete_rows(AssignmentEntry).where(AssignmentEntry.rule_id == row.id))
    ctx.session.execute(delete_rows(TerritoryMember).where(TerritoryMember.territory_id == row.id))
    ctx.session.delete(row)


def _known(ctx: Context, kind: SetupKind, metadata_id: str) -> Any:
    full = record_ids.full(metadata_id)
    row: Any = ctx.session.get(kind.model, full) if full else None
    if row is None or getattr(row, "is_deleted", False):
        raise refusals.not_found()
    return row


def _told(ctx: Context, kind: SetupKind, row: Any) -> Item:
    made = kind.settings.model_validate(kind.read(ctx, row, kind.settings))
    active: bool = getattr(row, "is_active", True)
    return Item(row.id, kind.name, row.name, active, made.model_dump(by_alias=True))


def _in_order(item: Item) -> tuple[str, int, str, str]:
    told = item.metadata
    return (str(told.get("sobject", "")), int(told.get("position", 0)), item.name, item.id)


def _named(kind: SetupKind, metadata: Mapping[str, Any]) -> dict[str, Any]:
    """Settings by the vendor's names, however the caller calls them."""
    aliases = {name: each.alias or name for name, each in kind.settings.model_fields.items()}
    return {aliases.get(name, name): value for name, value in metadata.items()}


def _checked(ctx: Context, kind: SetupKind, metadata: Mapping[str, Any], row: Any) -> Any:
    """Settings in shape.

    Raises:
        RecordRefused: with what is wrong with each.
    """
    try:
        made: Any = kind.settings.model_validate(_named(kind, metadata))
    except ValidationError as error:
        raise RecordRefused([_unfit(kind, each) for each in error.errors()]) from None
    wrong: builtins.list[RecordError] = []
    kind.check(ctx, made, wrong)
    _check_name(ctx, kind, made, row, wrong)
    if wrong:
        raise RecordRefused(wrong)
    return made


def _unfit(kind: SetupKind, error: Any) -> RecordError:
    at = "-".join(map(str, error["loc"]))
    named = {each.alias or name: each.title for name, each in kind.settings.model_fields.items()}
    label = named.get(at) or at or kind.label
    if error["type"] in ("missing", "string_too_short"):
        return RecordError("REQUIRED_FIELD_MISSING", f"{label}: enter a value.", (at,))
    said = f"{label}: {error['msg'][:1].lower()}{error['msg'][1:]}."
    return RecordError("FIELD_INTEGRITY_EXCEPTION", said, (at,))


def _check_name(
    ctx: Context, kind: SetupKind, made: Any, row: Any, wrong: builtins.list[RecordError]
) -> None:
    model: Any = kind.model
    alike = select(model).where(model.name == made.name)
    for other in ctx.session.scalars(alike):
        is_other = row is None or other.id != row.id
        beside = getattr(other, "sobject", "") == getattr(made, "sobject", "")
        if is_other and beside and not getattr(other, "is_deleted", False):
            said = f"There is another {kind.label.lower()} called {made.name}."
            wrong.append(RecordError("DUPLICATE_DEVELOPER_NAME", said, ("name",)))
            return


def _inserted(ctx: Context, kind: SetupKind, columns: Mapping[str, Any]) -> Any:
    if kind.model is EmailTemplate:
        unique = "_".join(columns["name"].split())
        return records.insert(
            ctx, _templates(), {**_api(columns), "DeveloperName": unique}, _SYSTEM
        )
    stamps = _stamps(ctx, is_new=True) if issubclass(kind.model, Record) else {}
    made_id = record_ids.next_id(ctx.ids, kind.prefix)
    row: Any = kind.model(id=made_id, **stamps, **columns)
    ctx.session.add(row)
    ctx.session.flush()  # its entries refer to it
    return row


def _changed(ctx: Context, kind: SetupKind, row: Any, columns: Mapping[str, Any]) -> None:
    if kind.model is EmailTemplate:
        records.change(ctx, row, _api(columns), _SYSTEM)
        return
    stamps = _stamps(ctx) if issubclass(kind.model, Record) else {}
    for name, value in {**stamps, **columns}.items():
        setattr(row, name, value)


def _stamps(ctx: Context, *, is_new: bool = False) -> dict[str, Any]:
    """Who changes what is a record as well, and when."""
    me, now = people.me(ctx).id, ctx.clock.now_us()
    made = {"created_us": now, "created_by_id": me, "is_deleted": False} if is_new else {}
    return {"modified_us": now, "modified_by_id": me, **made}


def _api(columns: Mapping[str, Any]) -> dict[str, Any]:
    """A template's columns by the API names of its fields."""
    names = {each.column: each.name for each in _templates().fields.values()}
    return {names[column]: value for column, value in columns.items()}


def _templates() -> Any:
    return objects.of_model(EmailTemplate)


def _noted(ctx: Context, kind: SetupKind, row: Any, action: str) -> Item:
    said = f"{action.capitalize()} {kind.label.lower()} {row.name}"
    setup_audit.note(ctx, kind.plural, action, said)
    ctx.session.flush()  # what is told is read from the rows
    return _told(ctx, kind, row)
