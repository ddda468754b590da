"""People whose accounts were taken away: former users wherever they are shown, and in what was."""

import pytest
from tests.apps.tracker.desk import DEVELOPER, Desk
from tests.apps.tracker.page_kit import Pages
from tests.apps.tracker.rest import Rest
from tests.apps.tracker.test_attachments import attached
from tests.apps.tracker.texts import text
from tests.kit import Doors

from workworld.apps.tracker.service import comments, issues
from workworld.directory import roles
from workworld.directory.models import Person


@pytest.fixture
def left(desk: Desk) -> str:
    """An issue of somebody who is with the company no more."""
    key = desk.create(assignee=desk.people[DEVELOPER])
    desk.do(comments.add, by=DEVELOPER, issue=key, body=text("Mine."))
    desk.do(issues.edit, by=DEVELOPER, issue=key, fields={"labels": ["seen"]})
    attached(desk, key, by=DEVELOPER)
    desk.do(roles.deactivate, person_id=desk.people[DEVELOPER])
    return key


def name_of(desk: Desk) -> str:
    with desk.world.reading() as session:
        return session.get_one(Person, desk.people[DEVELOPER]).name


@pytest.mark.parametrize(
    ("path", "times"),
    [("/browse/{key}?activity=all", 4), ("/issues?jql=key={key}", 1), ("/browse/{key}/print", 2)],
)
def test_pages_show_former_users(
    desk: Desk, doors: Doors, left: str, path: str, times: int
) -> None:
    page = Pages(doors).read(path.format(key=left))
    assert page.count("Former user") >= times
    assert name_of(desk) not in page


def test_what_they_did_stays_in_the_history(doors: Doors, left: str) -> None:
    (change,) = [
        each
        for each in Rest(doors).get(f"issue/{left}/changelog")["values"]
        if each["items"][0]["field"] == "labels"
    ]
    assert change["author"]["displayName"] == "Former user"
    assert change["author"]["active"] is False
    fields = Rest(doors).get(f"issue/{left}")["fields"]
    assert fields["assignee"]["displayName"] == "Former user"
    assert [each["author"]["displayName"] for each in fields["comment"]["comments"]] == [
        "Former user"
    ]
