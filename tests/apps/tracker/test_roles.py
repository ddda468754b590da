"""Roles, groups, permission schemes and security levels: who gives what to whom."""

from __future__ import annotations

import pytest
from sqlalchemy import select
from tests.apps.tracker.desk import Desk, problems
from tests.apps.tracker.test_access import give, role_id

from workworld.apps.tracker import permission_names as may
from workworld.apps.tracker.models import PermissionScheme, SecurityLevel
from workworld.apps.tracker.service import (
    groups,
    issues,
    permissions,
    projects,
    roles,
    schemes,
    security,
)


def cast_of(desk: Desk, project: str) -> dict[str, list[str]]:
    """Who has which role in a project, by name."""
    found = desk.do(roles.cast, project=project)
    return {each.role.name: [actor.name for actor in each.actors] for each in found}


def scheme_id(desk: Desk) -> str:
    """The id of the scheme that all projects have."""
    return str(desk.rows(select(PermissionScheme.id))[0].id)


def test_the_roles_of_a_project_are_listed_with_who_has_them(desk: Desk) -> None:
    found = cast_of(desk, "SEC")
    assert found["Administrator"] == ["Ana Ruiz"]
    assert found["Developer"] == ["Mingzhu Chen", "Tadhg Breslin"]
    assert found["Customer"] == []


def test_a_customer_does_not_learn_who_works_there(desk: Desk) -> None:
    refusal = desk.refused(roles.cast, by="shaugland", project="SUP")
    assert refusal.code == "permission_denied"


def test_a_role_opens_a_project(desk: Desk) -> None:
    give(desk, "Viewer", "nbarve", "SEC")
    assert desk.do(projects.info, by="nbarve", project="SEC").key == "SEC"


def test_a_role_that_is_taken_closes_it_again(desk: Desk) -> None:
    role = role_id(desk, "Developer")
    desk.do(roles.remove, project="SEC", role_id=role, person_ids=[desk.people["mchen"]])
    assert desk.refused(projects.info, by="mchen", project="SEC").code == "project_not_found"


def test_a_group_has_a_role(desk: Desk) -> None:
    role = role_id(desk, "Viewer")
    desk.do(roles.replace, project="SUP", role_id=role, groups=["engineering"])
    assert cast_of(desk, "SUP")["Viewer"] == ["engineering"]
    assert desk.do(projects.info, by="tbreslin", project="SUP").key == "SUP"
    assert desk.refused(projects.info, by="lraghunath", project="SUP").code == "project_not_found"


def test_accounts_that_there_are_not_get_no_role(desk: Desk) -> None:
    role = role_id(desk, "Viewer")
    refusal = desk.refused(roles.add, project="SUP", role_id=role, person_ids=["U0"])
    assert set(problems(refusal)) == {"U0"}


def test_only_administrators_give_roles(desk: Desk) -> None:
    refusal = desk.refused(
        roles.add,
        by="mchen",
        project="CAL",
        role_id=role_id(desk, "Administrator"),
        person_ids=[desk.people["mchen"]],
    )
    assert refusal.code == "permission_denied"


def test_a_new_group_is_listed_with_its_members(desk: Desk) -> None:
    desk.do(groups.create, name="night shift")
    desk.do(groups.add_member, group="night shift", person_id=desk.people["mchen"])
    assert [row.name for row in desk.do(groups.list, text="SHIFT").items] == ["night shift"]
    inside = desk.do(groups.members, group="night shift")
    assert ([person.name for person in inside.items], inside.total) == (["Mingzhu Chen"], 1)


def test_two_groups_have_different_names(desk: Desk) -> None:
    refusal = desk.refused(groups.create, name="Engineering")
    assert set(problems(refusal)) == {"name"}


def test_guests_know_of_no_groups(desk: Desk) -> None:
    assert desk.do(groups.list, by="mtierney").total == 0
    refusal = desk.refused(groups.info, by="mtierney", group="engineering")
    assert refusal.code == "group_not_found"


def test_a_deleted_group_takes_what_it_gave(desk: Desk) -> None:
    desk.do(groups.delete, group="engineering")
    found = desk.do(permissions.mine, by="tbreslin", project="CAL", names=[may.EDIT])
    assert found == {may.EDIT: False}


def test_somebody_always_administers_the_site(desk: Desk) -> None:
    admins = "jira-administrators"
    desk.do(groups.remove_member, group=admins, person_id=desk.people["wtallis"])
    refusal = desk.refused(groups.remove_member, group=admins, person_id=desk.people["aruiz"])
    assert refusal.code == "last_administrator"
    assert desk.refused(groups.delete, group=admins).code == "group_administers"


@pytest.mark.parametrize("function", [groups.create, groups.delete])
def test_only_administrators_of_the_site_change_groups(desk: Desk, function: object) -> None:
    arguments = {"name": "mine"} if function is groups.create else {"group": "engineering"}
    refusal = desk.refused(function, by="lraghunath", **arguments)  # type: ignore[arg-type]  # either takes its own
    assert refusal.code == "permission_denied"


def test_what_a_scheme_grants_counts_at_once(desk: Desk) -> None:
    desk.do(
        schemes.grant,
        scheme_id=scheme_id(desk),
        permission=may.DELETE,
        holder="person",
        parameter=desk.people["mchen"],
    )
    key = desk.create("CAL")
    desk.do(issues.delete, by="mchen", issue=key)
    assert desk.refused(issues.info, issue=key).code == "issue_not_found"


def test_what_is_revoked_counts_no_more(desk: Desk) -> None:
    scheme = desk.do(schemes.of_project, project="CAL")
    (grant,) = [
        each
        for each in scheme.grants
        if (each.permission, each.parameter) == (may.CREATE, role_id(desk, "Developer"))
    ]
    desk.do(schemes.revoke, scheme_id=scheme.row.id, grant_id=grant.id)
    found = desk.do(permissions.mine, by="mchen", project="CAL", names=[may.CREATE])
    assert found == {may.CREATE: False}


def test_anyone_is_whoever_works_here(desk: Desk) -> None:
    desk.do(schemes.grant, scheme_id=scheme_id(desk), permission=may.BROWSE, holder="anyone")
    assert desk.do(projects.info, by="nbarve", project="SEC").key == "SEC"
    assert desk.refused(projects.info, by="mtierney", project="SEC").code == "project_not_found"


@pytest.mark.parametrize(
    ("holder", "parameter"), [("role", "7"), ("person", "U0"), ("anyone", "x"), ("reporter", "7")]
)
def test_a_grant_names_somebody(desk: Desk, holder: str, parameter: str) -> None:
    refusal = desk.refused(
        schemes.grant,
        scheme_id=scheme_id(desk),
        permission=may.EDIT,
        holder=holder,
        parameter=parameter,
    )
    assert set(problems(refusal)) == {"parameter"}


def test_a_project_has_another_scheme(desk: Desk) -> None:
    made = desk.do(schemes.create, name="Nothing for anybody")
    desk.do(projects.update, project="OPS", permission_scheme_id=made.row.id)
    assert desk.refused(projects.info, project="OPS").code == "project_not_found"


def test_a_scheme_that_projects_have_stays(desk: Desk) -> None:
    refusal = desk.refused(schemes.delete, scheme_id=scheme_id(desk))
    assert refusal.code == "scheme_in_use"


def test_schemes_are_read_by_whoever_runs_something(desk: Desk) -> None:
    assert len(desk.do(schemes.list, by="lraghunath")) == 1
    assert desk.refused(schemes.list, by="jwikstrand").code == "permission_denied"


def test_levels_are_listed_to_their_members(desk: Desk) -> None:
    assert [row.name for row in desk.do(security.levels, project="CAL")] == ["Security team"]
    assert desk.do(security.levels, by="wtallis", project="CAL") == []


def test_a_new_member_of_a_level_sees_its_issues(desk: Desk) -> None:
    level = desk.rows(select(SecurityLevel.id))[0].id
    key = desk.create("CAL", security=level)
    desk.do(security.add_members, level_id=level, person_ids=[desk.people["lraghunath"]])
    assert desk.record(key, by="lraghunath").row.key == key
    desk.do(security.remove_member, level_id=level, member_id=desk.people["lraghunath"])
    assert desk.refused(issues.info, by="lraghunath", issue=key).code == "issue_not_found"


def test_a_level_always_has_a_member(desk: Desk) -> None:
    level = desk.rows(select(SecurityLevel.id))[0].id
    for person in ("mchen", "tbreslin"):
        desk.do(security.remove_member, level_id=level, member_id=desk.people[person])
    refusal = desk.refused(security.remove_member, level_id=level, member_id=desk.people["aruiz"])
    assert refusal.code == "last_member"
