"""Who may do what: the matrix of roles, what is hidden, and what changes with people."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from sqlalchemy import select
from tests.apps.tracker.desk import Desk

from workworld.apps.tracker import permission_names as may
from workworld.apps.tracker.models import ProjectAccess, Role, SecurityAccess, SecurityLevel
from workworld.apps.tracker.service import groups, issues, permissions, projects, roles
from workworld.database import rebuild_derived
from workworld.directory import roles as company_roles

NOBODY = "nbarve"
"""Has no role in SUP."""
_WORK = {may.TRANSITION, may.ASSIGN, may.RESOLVE, may.CLOSE, may.WORK}
_COMMENT = {may.COMMENT, may.EDIT_OWN_COMMENTS, may.DELETE_OWN_COMMENTS}
_OTHERS = {
    may.EDIT_ALL_COMMENTS,
    may.DELETE_ALL_COMMENTS,
    may.EDIT_ALL_WORKLOGS,
    may.DELETE_ALL_WORKLOGS,
}
_RUN = {may.MANAGE_SPRINTS, may.ADMINISTER_PROJECT}
MATRIX: Mapping[str, tuple[set[str], set[str]]] = {
    "Administrator": (
        {may.BROWSE, may.CREATE, may.EDIT, may.SCHEDULE, may.DELETE}
        | _WORK
        | _COMMENT
        | _OTHERS
        | _RUN,
        set(),
    ),
    "Developer": (
        {may.BROWSE, may.CREATE, may.EDIT, may.SCHEDULE} | _WORK | _COMMENT,
        {may.DELETE} | _OTHERS | _RUN,
    ),
    "Reporter": (
        {may.BROWSE, may.CREATE} | _COMMENT,
        {may.EDIT, may.SCHEDULE, may.DELETE} | _WORK | _OTHERS | _RUN,
    ),
    "Viewer": (
        {may.BROWSE},
        {may.CREATE, may.EDIT, may.SCHEDULE, may.DELETE} | _WORK | _COMMENT | _OTHERS | _RUN,
    ),
    "Service agent": (
        {may.BROWSE, may.CREATE, may.EDIT} | _WORK | _COMMENT,
        {may.SCHEDULE, may.DELETE} | _OTHERS | _RUN,
    ),
    "Customer": (
        {may.CREATE} | _COMMENT,
        {may.BROWSE, may.EDIT, may.SCHEDULE, may.DELETE} | _WORK | _OTHERS | _RUN,
    ),
}
"""What each role may with whatever issue, and what it may not."""


def role_id(desk: Desk, name: str) -> str:
    """The id of a role."""
    (found,) = desk.rows(select(Role.id).where(Role.name == name))
    return str(found.id)


def give(desk: Desk, role: str, person: str, project: str = "SUP") -> None:
    """Give somebody a role in a project."""
    desk.do(
        roles.add,
        project=project,
        role_id=role_id(desk, role),
        person_ids=[desk.people[person]],
    )


@pytest.mark.parametrize("role", MATRIX)
def test_each_role_may_what_the_matrix_says(desk: Desk, role: str) -> None:
    give(desk, role, NOBODY)
    allowed, refused = MATRIX[role]
    found = desk.do(permissions.mine, by=NOBODY, project="SUP", names=sorted(allowed | refused))
    assert {name for name, is_there in found.items() if is_there} == allowed


def test_a_hidden_project_does_not_exist(desk: Desk) -> None:
    hidden = desk.refused(projects.info, by=NOBODY, project="SEC")
    missing = desk.refused(projects.info, by=NOBODY, project="NIX")
    assert hidden.code == missing.code == "project_not_found"
    assert hidden.message == missing.message.replace("NIX", "SEC")


def test_a_hidden_issue_does_not_exist(desk: Desk) -> None:
    key = desk.create("SEC")
    hidden = desk.refused(issues.info, by=NOBODY, issue=key)
    missing = desk.refused(issues.info, by=NOBODY, issue="SEC-999")
    assert (hidden.code, hidden.message) == (missing.code, missing.message)


def test_customers_see_their_own_requests_alone(desk: Desk) -> None:
    give(desk, "Customer", NOBODY)
    mine, other = desk.create("SUP", by=NOBODY), desk.create("SUP", by="eboadi")
    assert desk.record(mine, by=NOBODY).row.key == mine
    assert desk.refused(issues.info, by=NOBODY, issue=other).code == "issue_not_found"


def test_reporters_edit_their_own_until_it_is_triaged(desk: Desk) -> None:
    key = desk.create("CAL", "Bug", by="dwhitlock")
    desk.edit(key, by="dwhitlock", summary="Clearer")
    desk.go(key, "Accept", by="mchen")
    refusal = desk.refused(issues.edit, by="dwhitlock", issue=key, fields={"summary": "Too late"})
    assert refusal.code == "permission_denied"


def test_reporters_leave_other_peoples_issues_alone(desk: Desk) -> None:
    key = desk.create("CAL", "Bug", by="mchen")
    refusal = desk.refused(issues.edit, by="dwhitlock", issue=key, fields={"summary": "Mine"})
    assert refusal.code == "permission_denied"


def test_only_members_of_a_level_see_its_issues(desk: Desk) -> None:
    (level,) = desk.rows(select(SecurityLevel.id))
    key = desk.create("CAL", security=level.id)
    assert desk.record(key, by="mchen").row.key == key
    for administrator in ("wtallis", "lraghunath"):  # of the site, and of the project
        refusal = desk.refused(issues.info, by=administrator, issue=key)
        assert refusal.code == "issue_not_found"


def test_whoever_leaves_a_group_loses_what_it_gave(desk: Desk) -> None:
    desk.do(groups.remove_member, group="engineering", person_id=desk.people["jwikstrand"])
    found = desk.do(permissions.mine, by="jwikstrand", project="CAL", names=[may.BROWSE, may.EDIT])
    assert found == {may.BROWSE: True, may.EDIT: False}  # everybody may look


def test_administering_the_site_opens_no_project(desk: Desk) -> None:
    assert desk.do(permissions.mine, by="wtallis", names=[may.GLOBAL_ADMINISTER]) == {
        may.GLOBAL_ADMINISTER: True
    }
    assert desk.refused(projects.info, by="wtallis", project="SEC").code == "project_not_found"


def test_permissions_that_do_not_exist_are_refused(desk: Desk) -> None:
    refusal = desk.refused(permissions.mine, names=["FLY"])
    assert [problem.field for problem in refusal.problems] == ["FLY"]


def test_what_is_derived_stays_as_a_rebuild_would_have_it(desk: Desk) -> None:
    give(desk, "Developer", NOBODY)
    desk.do(groups.add_member, group="engineering", person_id=desk.people[NOBODY])
    desk.do(projects.archive, project="OPS")
    desk.do(
        company_roles.change, by="gostrander", person_id=desk.people["jwikstrand"], role="guest"
    )
    kept = [desk.rows(select(model.__table__)) for model in (ProjectAccess, SecurityAccess)]
    with desk.world.writing() as session:
        rebuild_derived(session)
    rebuilt = [desk.rows(select(model.__table__)) for model in (ProjectAccess, SecurityAccess)]
    assert [sorted(map(tuple, rows)) for rows in kept] == [
        sorted(map(tuple, rows)) for rows in rebuilt
    ]
