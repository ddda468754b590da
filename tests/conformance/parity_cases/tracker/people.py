"""Who is what: roles, groups, permission schemes, security levels; and what people star."""

from __future__ import annotations

from collections.abc import Iterator

from sqlalchemy import select
from tests.conformance.parity import Case, Facts
from tests.conformance.parity_cases.tracker.words import case, three

from workworld.apps.tracker.models import PermissionGrant, SecurityLevel
from workworld.apps.tracker.service import schemes
from workworld.calls import perform
from workworld.context import Actor
from workworld.worlds import World

ROLE, SCHEME = "10001", "10000"
"""Developers, and the scheme that all projects have."""
MEMBER = "jwikstrand"
"""Administers nothing."""


def _roles() -> Iterator[Case]:
    path, usual = "project/SEC/role/" + ROLE, {"projectIdOrKey": "SEC", "roleId": ROLE}
    for name, outcome, person in (
        ("somebody", "ok", "$mchen"),
        ("nobody", "invalid_actors", "UNKNOWN"),
    ):
        users = {"user": [person]}
        whole = {"categorisedActors": {"atlassian-user-role-actor": [person]}}
        named = {**usual, "accountIds": [person]}
        yield case(
            "roles.add",
            name,
            outcome,
            rest=(three(f"POST {path}"), users),
            mcp=("addJiraProjectRoleActors", named),
            ui=("/p/SEC/settings/people/add", {"role": ROLE, "person": person}),
        )
        yield case(
            "roles.replace",
            name,
            outcome,
            rest=(three(f"PUT {path}"), whole),
            mcp=("replaceJiraProjectRoleActors", named),
        )
        yield case(
            "roles.remove",
            name,
            outcome,
            rest=(three(f"DELETE {path}"), {"user": person}),
            mcp=("removeJiraProjectRoleActors", named),
            ui=("/p/SEC/settings/people/remove", {"role": ROLE, "person": person}),
        )


def _groups() -> Iterator[Case]:
    for name, outcome, handle in (
        ("as an administrator", "ok", "aruiz"),
        ("as a member", "permission_denied", MEMBER),
    ):
        yield case(
            "groups.create",
            name,
            outcome,
            rest=(three("POST group"), {"name": "night shift"}),
            mcp=("createJiraGroup", {"name": "night shift"}),
            ui=("/admin/groups/new", {"name": "night shift"}),
            handle=handle,
        )
        yield case(
            "groups.delete",
            name,
            outcome,
            rest=(three("DELETE group"), {"groupname": "engineering"}),
            mcp=("deleteJiraGroup", {"group": "engineering"}),
            ui=("/admin/groups/engineering/delete", {}),
            handle=handle,
        )
        yield case(
            "groups.add_member",
            name,
            outcome,
            rest=(
                three("POST group/user"),
                {"groupname": "engineering", "accountId": "$nbarve"},
            ),
            mcp=("addJiraGroupMember", {"group": "engineering", "accountId": "$nbarve"}),
            ui=("/admin/groups/engineering/add", {"person": "$nbarve"}),
            handle=handle,
        )
        yield case(
            "groups.remove_member",
            name,
            outcome,
            rest=(
                three("DELETE group/user"),
                {"groupname": "engineering", "accountId": "$mchen"},
            ),
            mcp=("removeJiraGroupMember", {"group": "engineering", "accountId": "$mchen"}),
            ui=("/admin/groups/engineering/remove", {"person": "$mchen"}),
            handle=handle,
        )


def _schemes() -> Iterator[Case]:
    for name, outcome, handle in (
        ("as an administrator", "ok", "aruiz"),
        ("as a member", "permission_denied", MEMBER),
    ):
        yield case(
            "schemes.create",
            name,
            outcome,
            rest=(three("POST permissionscheme"), {"name": "Closed"}),
            mcp=("createJiraPermissionScheme", {"name": "Closed"}),
            ui=("/admin/permissions/new", {"name": "Closed"}),
            handle=handle,
        )
        yield case(
            "schemes.update",
            name,
            outcome,
            rest=(three(f"PUT permissionscheme/{SCHEME}"), {"name": "Closed"}),
            mcp=("editJiraPermissionScheme", {"schemeId": SCHEME, "name": "Closed"}),
            ui=(f"/admin/permissions/{SCHEME}/edit", {"name": "Closed"}),
            handle=handle,
        )
        yield case(
            "schemes.grant",
            name,
            outcome,
            rest=(
                three(f"POST permissionscheme/{SCHEME}/permission"),
                {"permission": "DELETE_ISSUES", "holder": {"type": "user", "value": "$mchen"}},
            ),
            mcp=(
                "grantJiraPermission",
                {
                    "schemeId": SCHEME,
                    "permission": "DELETE_ISSUES",
                    "holder": "person",
                    "parameter": "$mchen",
                },
            ),
            ui=(
                f"/admin/permissions/{SCHEME}/grant",
                {
                    "permission": "DELETE_ISSUES",
                    "holder": "person",
                    "person-parameter": "$mchen",
                },
            ),
            handle=handle,
        )
        yield case(
            "schemes.revoke",
            name,
            outcome,
            rest=(three(f"DELETE permissionscheme/{SCHEME}/permission/$grant"), {}),
            mcp=("revokeJiraPermission", {"schemeId": SCHEME, "grantId": "$grant"}),
            ui=(f"/admin/permissions/{SCHEME}/revoke", {"grant": "$grant"}),
            before=_with_grant,
            handle=handle,
        )
    for name, outcome, scheme in (
        ("unused", "ok", "$unused"),
        ("in use", "scheme_in_use", SCHEME),
    ):
        yield case(
            "schemes.delete",
            name,
            outcome,
            rest=(three(f"DELETE permissionscheme/{scheme}"), {}),
            mcp=("deleteJiraPermissionScheme", {"schemeId": scheme}),
            ui=(f"/admin/permissions/{scheme}/delete", {}),
            before=_with_unused,
        )


def _with_grant(world: World, facts: Facts) -> None:
    """Something that the scheme gives is called ``grant``."""
    with world.reading() as session:
        query = select(PermissionGrant.id).order_by(PermissionGrant.id)
        facts["grant"] = session.scalars(query).first() or ""


def _with_unused(world: World, facts: Facts) -> None:
    """A scheme that no project has is called ``unused``."""
    made = perform(world, Actor(facts["aruiz"]), schemes.create, name="Unused")
    facts["unused"] = made.row.id


def _with_level(world: World, facts: Facts) -> None:
    """A security level is called ``level``."""
    with world.reading() as session:
        facts["level"] = session.scalars(select(SecurityLevel.id)).one()


def _security() -> Iterator[Case]:
    for name, outcome, person in (
        ("somebody", "ok", "$lraghunath"),
        ("nobody", "invalid_members", "UNKNOWN"),
    ):
        yield case(
            "security.add_members",
            name,
            outcome,
            rest=(
                three("PUT issuesecurityschemes/1/level/$level/member"),
                {"members": [{"type": "user", "parameter": person}]},
            ),
            mcp=("addJiraSecurityLevelMembers", {"levelId": "$level", "accountIds": [person]}),
            ui=("/admin/security/$level/add", {"person": person}),
            before=_with_level,
        )
    for name, outcome, person in (
        ("somebody", "ok", "$mchen"),
        ("an outsider", "member_not_found", "$nbarve"),
    ):
        yield case(
            "security.remove_member",
            name,
            outcome,
            rest=(three(f"DELETE issuesecurityschemes/1/level/$level/member/{person}"), {}),
            mcp=("removeJiraSecurityLevelMember", {"levelId": "$level", "memberId": person}),
            ui=("/admin/security/$level/remove", {"member": person}),
            before=_with_level,
        )


CASES = [*_roles(), *_groups(), *_schemes(), *_security()]
