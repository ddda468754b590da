"""Who sees records of others, as administrators set it: defaults of objects, and rules.

https://help.salesforce.com/s/articleView?id=platform.managing_the_sharing_model.htm
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import Field as Argument
from sqlalchemy import select

from workworld.apps.crm import record_ids
from workworld.apps.crm.models import Group, SharingDefault, SharingRule
from workworld.apps.crm.schema import objects
from workworld.apps.crm.service import field_checks, refusals, setup_audit
from workworld.apps.crm.service.setup_settings import SetupSettings, checked
from workworld.apps.crm.types import RecordId, SObjectName
from workworld.automation import Asked
from workworld.context import Context, Surface
from workworld.operations import Effect, operation

_DOORS = (Surface.UI, Surface.MCP)
_SECTION = "Sharing"
_BY_PARENT = "ControlledByParent"
LEVELS: Mapping[str, str] = {
    "Private": "Private",
    "Read": "Public read only",
    "Edit": "Public read and write",
    _BY_PARENT: "Controlled by parent",
}
_defaults, _rules, _groups = (each.__table__.c for each in (SharingDefault, SharingRule, Group))


def _shared(_ctx: Context) -> list[tuple[str, str]]:
    found = [each for each in objects.objects().values() if each.has_owner and not each.is_setup]
    return sorted((each.name, each.plural) for each in found)


def _groups_offered(ctx: Context) -> list[tuple[str, str]]:
    rows = ctx.session.execute(select(_groups.id, _groups.name).order_by(_groups.name))
    return [(row.id, row.name) for row in rows]


def _levels(_ctx: Context) -> list[tuple[str, str]]:
    return [*LEVELS.items()]


class DefaultSettings(SetupSettings):
    """What everybody may do with an object's records of others."""

    access: Annotated[
        str, Asked("choice", offers=_levels), Argument(title="Default access", max_length=20)
    ]


class SharingRuleSettings(SetupSettings):
    """Records that members of one group own are shared with those of another."""

    name: Annotated[str, Asked("line"), Argument(title="Rule name", min_length=1, max_length=80)]
    sobject: Annotated[
        str, Asked("choice", offers=_shared), Argument(title="Records", min_length=1, max_length=40)
    ]
    source_group_id: Annotated[
        str,
        Asked("choice", offers=_groups_offered),
        Argument(alias="sharedFrom", title="Owned by members of", min_length=1, max_length=18),
    ]
    target_group_id: Annotated[
        str,
        Asked("choice", offers=_groups_offered),
        Argument(alias="sharedTo", title="Shared with members of", min_length=1, max_length=18),
    ]
    access: Annotated[
        Literal["Read", "Edit"], Asked("choice"), Argument(alias="accessLevel", title="Access")
    ] = "Read"


@dataclass(frozen=True, slots=True)
class RuleSeen:
    """A rule, with what its groups are called."""

    id: str
    name: str
    sobject: str
    source: str
    target: str
    access: str
    metadata: Mapping[str, Any]


# The vendor's metadata API speaks SOAP, which is not part of this one.
@operation(Effect.READ, scope="api", doors=_DOORS)
def defaults(ctx: Context) -> Mapping[str, str]:
    """Read what everybody may do with records of others, by object.

    Raises:
        Forbidden: ``INSUFFICIENT_ACCESS_OR_READONLY``: the caller does not set the CRM up.
    """
    setup_audit.require_admin(ctx)
    held = dict(ctx.session.execute(select(_defaults.sobject, _defaults.access)).all())
    return {name: held.get(name, "Private") for name, _ in _shared(ctx)} | {
        name: access for name, access in sorted(held.items()) if objects.find(name)
    }


@operation(Effect.WRITE, scope="api", doors=_DOORS)
def set_default(
    ctx: Context,
    *,
    sobject: SObjectName,
    access: Annotated[
        Literal["Private", "Read", "Edit", "ControlledByParent"],
        Argument(description="What everybody may do with records of others."),
    ],
) -> Mapping[str, str]:
    """Set what everybody may do with an object's records of others.

    Raises:
        Forbidden: ``INSUFFICIENT_ACCESS_OR_READONLY``: the caller does not set the CRM up.
        NotFound: ``INVALID_TYPE``.
        Invalid: such records have no parent that could control them.
    """
    setup_audit.require_admin(ctx)
    known = defaults(ctx)
    kind = objects.find(sobject)
    if kind is None or kind.name not in known:
        raise refusals.no_object(sobject)
    if (access == _BY_PARENT) != (known[kind.name] == _BY_PARENT):
        said = f"Who sees {kind.plural.lower()} is told by what they belong to, or by no parent."
        raise field_checks.wrong("access", said)
    row = ctx.session.get(SharingDefault, kind.name)
    if row is None:
        row = SharingDefault(sobject=kind.name, access=access)
        ctx.session.add(row)
    row.access = access
    said = f"Changed the default access to {kind.plural} to {LEVELS[access]}"
    setup_audit.note(ctx, _SECTION, "changed", said)
    ctx.session.flush()  # what is told is read from the rows
    return defaults(ctx)


@operation(Effect.READ, scope="api", doors=_DOORS)
def rules(ctx: Context) -> Sequence[RuleSeen]:
    """List the sharing rules."""
    setup_audit.require_admin(ctx)
    query = select(SharingRule).order_by(_rules.sobject, _rules.name, _rules.id)
    return [_seen(ctx, row) for row in ctx.session.scalars(query)]


@operation(Effect.READ, scope="api", doors=_DOORS)
def rule(ctx: Context, *, rule_id: RecordId) -> RuleSeen:
    """Read one sharing rule."""
    setup_audit.require_admin(ctx)
    return _seen(ctx, _known(ctx, rule_id))


@operation(Effect.WRITE, scope="api", doors=_DOORS)
def save_rule(
    ctx: Context,
    *,
    settings: Annotated[
        Mapping[str, Any],
        Argument(
            description="name, sobject, sharedFrom and sharedTo (ids of groups), accessLevel (Read"
            " or Edit)."
        ),
    ],
    rule_id: Annotated[
        str, Argument(description="The rule to be changed; none for a new one.", max_length=18)
    ] = "",
) -> RuleSeen:
    """Share records that members of one group own with those of another, or change such a rule.

    Raises:
        Forbidden: ``INSUFFICIENT_ACCESS_OR_READONLY``: the caller does not set the CRM up.
        NotFound: ``NOT_FOUND``.
        Invalid: with what is wrong with which setting.
    """
    setup_audit.require_admin(ctx)
    row = _known(ctx, rule_id) if rule_id else None
    made = checked(SharingRuleSettings, {**(_seen(ctx, row).metadata if row else {}), **settings})
    if made.sobject not in dict(_shared(ctx)):
        raise field_checks.wrong("sobject", "Records of such an object have no owners.")
    for at, group_id in (("sharedFrom", made.source_group_id), ("sharedTo", made.target_group_id)):
        if group_id not in dict(_groups_offered(ctx)):
            raise field_checks.wrong(at, "There is no such group.")
    action = "changed" if row else "created"
    if row is None:
        row = SharingRule(id=record_ids.next_id(ctx.ids, "02c"))
        ctx.session.add(row)
    for name, value in made.model_dump().items():
        setattr(row, name, value)
    setup_audit.note(ctx, _SECTION, action, f"{action.capitalize()} sharing rule {row.name}")
    ctx.session.flush()  # what is told is read from the rows
    return _seen(ctx, row)


@operation(Effect.WRITE, scope="api", doors=_DOORS)
def delete_rule(ctx: Context, *, rule_id: RecordId) -> None:
    """Delete a sharing rule: what was shared by it is not any more.

    Raises:
        Forbidden: ``INSUFFICIENT_ACCESS_OR_READONLY``: the caller does not set the CRM up.
        NotFound: ``NOT_FOUND``.
    """
    setup_audit.require_admin(ctx)
    row = _known(ctx, rule_id)
    setup_audit.note(ctx, _SECTION, "deleted", f"Deleted sharing rule {row.name}")
    ctx.session.delete(row)


def _known(ctx: Context, rule_id: str) -> Any:
    full = record_ids.full(rule_id)
    row = ctx.session.get(SharingRule, full) if full else None
    if row is None:
        raise refusals.not_found()
    return row


def _seen(ctx: Context, row: SharingRule) -> RuleSeen:
    names = dict(_groups_offered(ctx))
    return RuleSeen(
        row.id,
        row.name,
        row.sobject,
        names.get(row.source_group_id, ""),
        names.get(row.target_group_id, ""),
        row.access,
        {
            "name": row.name,
            "sobject": row.sobject,
            "sharedFrom": row.source_group_id,
            "sharedTo": row.target_group_id,
            "accessLevel": row.access,
        },
    )
