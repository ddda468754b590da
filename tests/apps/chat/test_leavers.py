"""Whoever leaves keeps what they wrote, and is reached no more."""

from tests.kit import Doors, Office

from workworld.calls import perform
from workworld.directory import roles


def test_deactivated_people_are_marked_and_reached_no_more(doors: Doors, office: Office) -> None:
    ming, deploys = office.people["mchen"], office.channels["deploys"]
    direct = doors.rest("conversations.open", users=ming)["channel"]["id"]
    said = doors.rest("conversations.history", channel=deploys)["messages"]
    perform(doors.world, doors.actor, roles.deactivate, person_id=ming)
    assert doors.rest("conversations.history", channel=deploys)["messages"] == said
    assert doors.rest("users.info", user=ming)["user"]["deleted"]
    assert "Deactivated" in doors.browser.get(f"/u/{ming}").get_data(as_text=True)
    invited = doors.rest(
        "conversations.invite", channel=office.channels["finance-close"], users=ming
    )
    assert invited["error"] == "cant_invite"
    assert doors.rest("chat.postMessage", channel=direct, text="x")["error"] == "user_disabled"
    path = f"/c/{deploys}/completions?sign=%40&text=ming"
    assert "Mingzhu" not in doors.browser.get(path).get_data(as_text=True)
    found = doors.mcp("slack_search_users", query="mingzhu").content[0]
    assert "Deactivated: true" in found.text  # type: ignore[union-attr]
    gone = Doors(doors.world, doors.authority, ming)
    assert gone.rest("auth.test")["error"] == "account_inactive"
    members = doors.browser.get("/admin/members?show=deactivated").get_data(as_text=True)
    assert "Reactivate Mingzhu Chen" in members
    perform(doors.world, doors.actor, roles.reactivate, person_id=ming)
    assert gone.rest("auth.test")["ok"]


def test_administration_is_for_admins(doors: Doors, colleague: Doors) -> None:
    for path in ("members", "settings", "groups"):
        assert doors.browser.get(f"/admin/{path}").status_code == 200
        assert colleague.browser.get(f"/admin/{path}").status_code == 403
