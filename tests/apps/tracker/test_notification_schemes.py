"""Schemes of notifications: whom projects tell of what, and who says so."""

from __future__ import annotations

from typing import Any

import pytest
from tests.apps.tracker.desk import ME, Desk
from tests.apps.tracker.page_kit import Pages
from tests.apps.tracker.rest import Rest
from tests.apps.tracker.test_notices import forget, told
from tests.apps.tracker.texts import issue_of, text
from tests.kit import Doors

from workworld.apps.tracker.service import (
    comments,
    groups,
    issues,
    preferences,
    projects,
    site,
    watchers,
)
from workworld.apps.tracker.service import global_permissions as globally
from workworld.apps.tracker.service import notification_changes as changes
from workworld.apps.tracker.service import notification_schemes as schemes


def tell(desk: Desk, event: str, recipient: str, parameter: str = "", project: str = "CAL") -> Any:
    """Let a project tell somebody of an event: its lead says so."""
    lead = desk.do(projects.info, by="eboadi" if project == "SUP" else ME, project=project).lead_id
    by = next(handle for handle, id in desk.people.items() if id == lead)
    said = {"event": event, "recipient": recipient, "parameter": parameter}
    return desk.do(changes.add, by=by, project=project, **said)


def hush(desk: Desk, event: str, *recipients: str) -> None:
    """Let CAL tell some recipients no more of an event."""
    for each in recipients:
        desk.do(changes.remove, project="CAL", event=event, recipient=each)


def comment(desk: Desk, key: str, by: str = "mchen", **more: Any) -> None:
    """Somebody says something."""
    desk.do(comments.add, by=by, issue=key, body=text("hm"), **more)


def test_a_project_tells_a_role_a_group_and_a_person_besides(desk: Desk) -> None:
    key = issue_of(desk, by="dwhitlock")
    roles = {row.name: row.id for row in desk.do(site.roles).values()}
    desk.do(groups.create, name="night shift")
    desk.do(groups.add_member, group="night shift", person_id=desk.people["jwikstrand"])
    tell(desk, "commented", "role", roles["Administrator"])
    tell(desk, "commented", "group", "night shift")
    tell(desk, "commented", "person", desk.people["nbarve"])
    forget(desk)
    comment(desk, key)
    said = [("comment", f"commented on {key}")]
    assert told(desk, "aruiz", "jwikstrand", "dwhitlock", "mchen") == {
        "aruiz": said,
        "jwikstrand": said,
        "dwhitlock": said,
        "mchen": [],
    }


def test_who_cannot_see_an_issue_is_told_nothing_by_whatever_scheme(desk: Desk) -> None:
    tell(desk, "commented", "person", desk.people["jwikstrand"], project="SEC")
    key = issue_of(desk, "SEC", by="aruiz")
    comment(desk, key, by="aruiz")
    assert told(desk, "jwikstrand") == {"jwikstrand": []}


def test_internal_comments_are_kept_from_customers_by_whatever_scheme(desk: Desk) -> None:
    tell(desk, "commented", "person", desk.people["shaugland"], project="SUP")
    key = issue_of(desk, "SUP", by="eboadi", reporter=desk.people["shaugland"])
    forget(desk)
    comment(desk, key, by="eboadi", is_internal=True)
    assert told(desk, "shaugland") == {"shaugland": []}


def test_a_project_tells_watchers_no_more(desk: Desk) -> None:
    key = issue_of(desk, assignee=desk.people["tbreslin"])
    desk.do(watchers.watch, by="jwikstrand", issue=key)
    hush(desk, "commented", "watchers")
    forget(desk)
    comment(desk, key)
    assert told(desk, "jwikstrand", "tbreslin") == {
        "jwikstrand": [],
        "tbreslin": [("comment", f"commented on {key}")],
    }


def test_whoever_did_it_is_told_if_they_wish_so(desk: Desk) -> None:
    key = issue_of(desk, by="dwhitlock")
    tell(desk, "commented", "current_user")
    forget(desk)
    comment(desk, key)
    assert told(desk, "mchen") == {"mchen": []}
    desk.do(preferences.choose, by="mchen", notify_own=True)
    comment(desk, key)
    assert told(desk, "mchen") == {"mchen": [("comment", f"commented on {key}")]}


def test_leads_of_the_project_and_of_components_are_told(desk: Desk) -> None:
    with desk.world.reading() as session:
        sql = "SELECT id FROM tracker_components WHERE name = 'Carrier gateway'"
        component = session.connection().exec_driver_sql(sql).scalar_one()
    key = issue_of(desk, by="dwhitlock", components=[component])
    tell(desk, "updated", "component_lead")
    tell(desk, "updated", "project_lead")
    lead = desk.do(projects.info, project="CAL").lead_id
    handles = {id: handle for handle, id in desk.people.items()}
    forget(desk)
    desk.edit(key, by="dwhitlock", summary="Another")
    said = [("edit", f"changed the Summary of {key}")]
    assert told(desk, "tbreslin", handles[lead]) == {"tbreslin": said, handles[lead]: said}


def test_nobody_is_told_of_what_a_project_tells_nobody(desk: Desk) -> None:
    key = issue_of(desk)
    hush(desk, "assigned", "assignee", "reporter", "watchers", "parent_watchers")
    hush(desk, "mentioned", "mentioned")
    forget(desk)
    desk.do(issues.assign, by="mchen", issue=key, person_id=desk.people["tbreslin"])
    body = text("look ", desk.people["jwikstrand"])
    desk.do(comments.add, by="mchen", issue=key, body=body)
    assert told(desk, "tbreslin", "jwikstrand", "aruiz")["jwikstrand"] == []
    assert told(desk, "tbreslin")["tbreslin"] == [("comment", f"commented on {key}")]


def test_resolving_and_reopening_are_told_apart(desk: Desk) -> None:
    tell(desk, "resolved", "person", desk.people["jwikstrand"])
    key = issue_of(desk)
    forget(desk)
    desk.go(key, "Start progress")
    assert told(desk, "jwikstrand") == {"jwikstrand": []}
    desk.go(key, "Ask for review", "Done")
    assert told(desk, "jwikstrand") == {"jwikstrand": [("status", f"moved {key} to Done")]}


def test_of_an_edited_comment_those_are_told_anew_who_knew_it(desk: Desk) -> None:
    key = issue_of(desk)
    tell(desk, "comment_edited", "assignee")
    desk.do(issues.assign, issue=key, person_id=desk.people["tbreslin"])
    forget(desk)
    known = desk.do(comments.add, by="mchen", issue=key, body=text("hm"))
    more = text("hm, well")
    desk.do(comments.edit, by="mchen", issue=key, comment_id=known.id, body=more)
    assert told(desk, "tbreslin") == {"tbreslin": [("comment", f"edited a comment on {key}")]}
    desk.do(comments.delete, by="mchen", issue=key, comment_id=known.id)
    assert told(desk, "tbreslin") == {"tbreslin": []}


def test_of_a_deleted_issue_those_are_told_whom_the_project_names(desk: Desk) -> None:
    key = issue_of(desk, by="dwhitlock")
    desk.do(watchers.watch, by="jwikstrand", issue=key)
    tell(desk, "deleted", "person", desk.people["tbreslin"])
    hush(desk, "deleted", "watchers")
    forget(desk)
    desk.do(issues.delete, issue=key)
    said = [("deleted", f"deleted {key}")]
    assert told(desk, "tbreslin", "dwhitlock", "jwikstrand") == {
        "tbreslin": said,
        "dwhitlock": said,
        "jwikstrand": [],
    }


def test_what_is_changed_back_is_as_it_was(desk: Desk) -> None:
    before = desk.world.diff()
    hush(desk, "commented", "watchers")
    assert not tell(desk, "created", "project_lead").is_usual
    tell(desk, "commented", "watchers")
    hush(desk, "created", "project_lead")
    assert desk.do(schemes.of_project, project="CAL").is_usual
    assert len(desk.world.diff()) == len(before)


def test_a_group_that_is_gone_stands_in_no_scheme(desk: Desk) -> None:
    desk.do(groups.create, name="night shift")
    tell(desk, "commented", "group", "night shift")
    desk.do(groups.delete, group="night shift")
    assert desk.do(schemes.of_project, project="CAL").is_usual


def test_a_project_goes_with_its_scheme(desk: Desk) -> None:
    tell(desk, "commented", "project_lead", project="OPS")
    desk.do(projects.delete, project="OPS")
    assert [each.name for each in desk.do(schemes.list).items] == ["Default Notification Scheme"]


@pytest.mark.parametrize(
    ("event", "recipient", "parameter", "code"),
    [
        ("commented", "role", "1", "invalid_recipient"),
        ("commented", "person", "UNKNOWN", "invalid_recipient"),
        ("commented", "group", "nobody at all", "group_not_found"),
        ("commented", "project_lead", "10000", "invalid_recipient"),
        ("commented", "mentioned", "", "invalid_recipient"),
        ("mentioned", "watchers", "", "invalid_recipient"),
        ("commented", "watchers", "", "already_told"),
    ],
)
def test_wrong_recipients_are_refused(
    desk: Desk, event: str, recipient: str, parameter: str, code: str
) -> None:
    said = {"event": event, "recipient": recipient, "parameter": parameter}
    assert desk.refused(changes.add, project="CAL", **said).code == code


def test_schemes_are_for_those_who_look_after_a_project(desk: Desk) -> None:
    said = {"event": "commented", "recipient": "project_lead"}
    assert desk.refused(changes.add, by="jwikstrand", project="CAL", **said).code == (
        "permission_denied"
    )
    assert desk.refused(schemes.of_project, by="jwikstrand", project="CAL").code == (
        "scheme_not_found"
    )
    assert desk.do(schemes.list, by="jwikstrand").items == []
    assert desk.refused(globally.list, by="jwikstrand").code == "permission_denied"


def test_programs_read_schemes_as_the_vendor_has_them(desk: Desk, doors: Doors) -> None:
    rest = Rest(doors)
    tell(desk, "commented", "person", desk.people["tbreslin"])
    found = rest.get("notificationscheme", expand="all")
    assert [each["name"] for each in found["values"]] == [
        "CAL: Notification Scheme",
        "Default Notification Scheme",
    ]
    own = found["values"][0]
    (commented,) = [each for each in own["notificationSchemeEvents"] if each["event"]["id"] == 6]
    kinds = [each["notificationType"] for each in commented["notifications"]]
    assert kinds == ["CurrentAssignee", "Reporter", "AllWatchers", "User"]
    assert commented["notifications"][-1]["user"]["accountId"] == desk.people["tbreslin"]
    assert rest.get("project/CAL/notificationscheme")["id"] == own["id"]
    assert "notificationSchemeEvents" not in rest.get(f"notificationscheme/{own['id']}")
    uses = rest.get("notificationscheme/project", projectId=str(own["id"]))
    assert uses["values"] == [{"notificationSchemeId": str(own["id"]), "projectId": str(own["id"])}]
    default = rest.get("notificationscheme", onlyDefault="true")["values"]
    assert [each["id"] for each in default] == [1]


def test_settings_add_remove_and_restore(desk: Desk, doors: Doors) -> None:
    page, root = Pages(doors), "/p/CAL/settings/notifications"
    assert "Restore defaults" not in page.read(root)
    person = desk.people["tbreslin"]
    given = {"event": "commented", "recipient": "person", "person-parameter": person}
    page.submit(f"{root}/add", **given)
    shown = page.read(root)
    assert f'name="parameter" value="{person}"' in shown
    assert "Restore defaults" in shown
    assert "They are told of it already." in page.submit(f"{root}/add", 409, **given)
    page.submit(f"{root}/remove", event="commented", recipient="watchers", parameter="")
    assert 'Tell no more: Somebody comments, Watchers"' not in page.read(root)
    page.submit(f"{root}/restore")
    assert "Restore defaults" not in page.read(root)
    Pages.of(doors, "jwikstrand").read(root, 404)


def test_administration_shows_schemes_and_what_holds_for_the_whole_site(
    desk: Desk, doors: Doors
) -> None:
    page = Pages(doors)
    tell(desk, "commented", "project_lead")
    listed = page.read("/admin/notifications")
    assert "CAL: Notification Scheme" in listed
    own = page.read(f"/admin/notifications/{desk.do(projects.info, project='CAL').id}")
    assert "/p/CAL/settings/notifications" in own
    assert "Administer the site" in page.read("/admin/global")
    Pages.of(doors, "jwikstrand").read("/admin/global", 404)
    Pages.of(doors, "jwikstrand").read("/admin/notifications", 404)
    page.read("/admin/notifications/404", 404)
