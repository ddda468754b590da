"""What users with a profile may do: with objects, and with single fields.

https://help.salesforce.com/s/articleView?id=platform.admin_userprofiles.htm
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import Field as Argument
from sqlalchemy import delete, func, select

from workworld.apps.crm import record_ids
from workworld.apps.crm.models import FieldPermission, ObjectPermission, Profile, User
from workworld.apps.crm.schema import objects
from workworld.apps.crm.schema.objects import SObject
from workworld.apps.crm.service import field_checks, refusals, setup_audit
from workworld.apps.crm.types import RecordId, SObjectName
from workworld.context import Context, Surface
from workworld.operations import Effect, operation

_DOORS = (Surface.UI, Surface.MCP)
_SECTION = "Profiles"
DEEDS = ("read", "create", "edit", "delete", "views_all", "modifies_all")
Deed = Literal["read", "create", "edit", "delete", "views_all", "modifies_all"]
_COLUMNS = ("can_read", "can_create", "can_edit", "can_delete", "views_all", "modifies_all")
_objects, _fields = ObjectPermission.__table__.c, FieldPermission.__table__.c
_profiles, _users = Profile.__table__.c, User.__table__.c


@dataclass(frozen=True, slots=True)
class ProfileSeen:
    """A profile, with how many users have it."""

    id: str
    name: str
    description: str
    users: int
    manages_setup: bool


# The vendor's metadata API speaks SOAP, which is not part of this one.
@operation(Effect.READ, scope="api", doors=_DOORS)
def list(ctx: Context) -> Sequence[ProfileSeen]:
    """List the profiles, with how many users have each.

    Raises:
        Forbidden: ``INSUFFICIENT_ACCESS_OR_READONLY``: the caller does not set the CRM up.
    """
    setup_audit.require_admin(ctx)
    counts = select(_users.profile_id, func.count()).where(~_users.is_deleted, _users.is_active)
    users = {each[0]: each[1] for each in ctx.session.execute(counts.group_by(_users.profile_id))}
    rows = ctx.session.execute(select(Profile.__table__).order_by(_profiles.name)).all()
    return [
        ProfileSeen(
            each.id, each.name, each.description or "", users.get(each.id, 0), each.manages_setup
        )
        for each in rows
    ]


@operation(Effect.READ, scope="api", doors=_DOORS)
def show(ctx: Context, *, profile_id: RecordId) -> Mapping[str, Sequence[str]]:
    """Read what users with a profile may do with the records of each object that they see."""
    setup_audit.require_admin(ctx)
    known = _known(ctx, profile_id)
    query = select(ObjectPermission.__table__).where(_objects.profile_id == known.id)
    held = {each.sobject: each for each in ctx.session.execute(query)}
    return {
        each.name: [
            deed
            for deed, column in zip(DEEDS, _COLUMNS, strict=True)
            if each.name in held and getattr(held[each.name], column)
        ]
        for each in governed()
    }


@operation(Effect.READ, scope="api", doors=_DOORS)
def fields(ctx: Context, *, profile_id: RecordId, sobject: SObjectName) -> Mapping[str, str]:
    """Read whether each field of an object is hidden, read or edited by users with a profile."""
    setup_audit.require_admin(ctx)
    known, kind = _known(ctx, profile_id), _kind(sobject)
    query = select(_fields.field, _fields.can_read).where(
        _fields.profile_id == known.id, _fields.sobject == kind.name
    )
    held = {each[0]: "read" if each[1] else "hidden" for each in ctx.session.execute(query)}
    return {each: held.get(each, "edit") for each in secured(kind)}


@operation(Effect.WRITE, scope="api", doors=_DOORS)
def save(
    ctx: Context,
    *,
    profile_id: RecordId,
    sobject: SObjectName,
    deeds: Annotated[
        Sequence[Deed], Argument(description="All that they may do with its records.", max_length=6)
    ],
) -> Mapping[str, Sequence[str]]:
    """Set what users with a profile may do with an object's records that they see.

    Raises:
        Forbidden: ``INSUFFICIENT_ACCESS_OR_READONLY``: the caller does not set the CRM up.
        NotFound: ``NOT_FOUND``, ``INVALID_TYPE``.
        Invalid: they could change what they cannot read.
    """
    setup_audit.require_admin(ctx)
    known, kind = _known(ctx, profile_id), _kind(sobject)
    if deeds and "read" not in deeds:
        raise field_checks.wrong("deeds", f"Whoever works with {kind.plural} must read them.")
    if "modifies_all" in deeds and not {"edit", "delete", "views_all"} <= {*deeds}:
        raise field_checks.wrong("deeds", "Modify all takes edit, delete and view all.")
    mine = (_objects.profile_id == known.id, _objects.sobject == kind.name)
    ctx.session.execute(delete(ObjectPermission).where(*mine))
    if deeds:
        may = {column: deed in deeds for deed, column in zip(DEEDS, _COLUMNS, strict=True)}
        ctx.session.add(ObjectPermission(profile_id=known.id, sobject=kind.name, **may))
    said = f"Changed what {known.name} may do with {kind.plural}"
    setup_audit.note(ctx, _SECTION, "changed", said)
    ctx.session.flush()  # what is told is read from the rows
    return show(ctx, profile_id=known.id)


@operation(Effect.WRITE, scope="api", doors=_DOORS)
def save_fields(
    ctx: Context,
    *,
    profile_id: RecordId,
    sobject: SObjectName,
    access: Annotated[
        Mapping[str, Literal["hidden", "read", "edit"]],
        Argument(description="By API name; what is left out stays."),
    ],
) -> Mapping[str, str]:
    """Set which fields of an object users with a profile see and change.

    Raises:
        Forbidden: ``INSUFFICIENT_ACCESS_OR_READONLY``: the caller does not set the CRM up.
        NotFound: ``NOT_FOUND``, ``INVALID_TYPE``.
        Invalid: there is no such field, or everybody must see it.
    """
    setup_audit.require_admin(ctx)
    known, kind = _known(ctx, profile_id), _kind(sobject)
    possible = secured(kind)
    for name, level in sorted(access.items()):
        if name not in possible:
            raise field_checks.wrong("access", f"{name[:80]} is open to whoever sees the record.")
        mine = (_fields.sobject == kind.name, _fields.field == name)
        ctx.session.execute(delete(FieldPermission).where(_fields.profile_id == known.id, *mine))
        if level != "edit":
            made: dict[str, Any] = {"profile_id": known.id, "sobject": kind.name, "field": name}
            ctx.session.add(FieldPermission(**made, can_read=level == "read"))
    said = f"Changed which fields of {kind.plural} {known.name} sees and changes"
    setup_audit.note(ctx, _SECTION, "changed", said)
    ctx.session.flush()  # what is told is read from the rows
    return fields(ctx, profile_id=known.id, sobject=kind.name)


def governed() -> Sequence[SObject]:
    """The objects with permissions of their own, by label."""
    found = [each for each in objects.objects().values() if not each.is_setup and not each.parent]
    return sorted(found, key=lambda each: each.label)


def secured(kind: SObject) -> Sequence[str]:
    """The fields of an object that profiles may be kept from."""
    return [
        each.name
        for each in kind.fields.values()
        if not each.required and not each.is_name and each.is_nillable and each.name != "OwnerId"
    ]


def _known(ctx: Context, profile_id: str) -> Any:
    full = record_ids.full(profile_id)
    row = ctx.session.get(Profile, full) if full else None
    if row is None:
        raise refusals.not_found()
    return row


def _kind(sobject: str) -> SObject:
    found = objects.find(sobject)
    if found is None or found.is_setup:
        raise refusals.no_object(sobject)
    return found
