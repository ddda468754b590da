"""What begins workflows."""

import pytest
from sqlalchemy import select
from tests.kit import COLLEAGUE, Doors, Office
from tests.workflows import HOUR, build, newest, others_message, part, runs

from workworld.apps.chat.models import Channel, Membership, Workflow
from workworld.apps.chat.service import workflow_owners, workflows
from workworld.calls import perform
from workworld.directory import roles
from workworld.passing_time import let_time_pass


def test_reaction_begins_every_kind_of_step(doors: Doors, office: Office) -> None:
    deploys, mchen = office.channels["deploys"], office.people["mchen"]
    ts = others_message(doors.world, office, "deploys")
    workflow_id = build(
        doors,
        part("reaction", channel_id=deploys, emoji="eyes"),
        part("react", message="{{trigger.message}}", emoji="white_check_mark"),
        part("reply", message="{{trigger.message}}", text="{{trigger.person}} looks at it."),
        part("wait", amount=2, unit="hours"),
        part("create_channel", name="Look: {{trigger.person}}!", kind="private"),
        part("add_people", channel="{{step.channel}}", people=["{{trigger.author}}", mchen]),
        part("set_topic", channel="{{step.channel}}", topic="For {{trigger.author}}"),
        part("message", channel="{{step.channel}}", text="Here: {{trigger.message}}"),
        part("direct", person=mchen, text="See {{step.channel}}"),
    )
    doors.rest("reactions.add", channel=deploys, timestamp=ts, name="tada")
    assert runs(doors.world, workflow_id) == []
    doors.rest("reactions.add", channel=deploys, timestamp=ts, name="eyes")
    (run,) = runs(doors.world, workflow_id)
    assert (run.status, run.position, run.person_id) == ("waiting", 3, doors.person_id)
    _root, *replies = doors.rest("conversations.replies", channel=deploys, ts=ts)["messages"]
    assert replies[-1]["text"] == f"<@{doors.person_id}> looks at it."
    let_time_pass(doors.world, 2 * HOUR - 60)
    assert runs(doors.world, workflow_id)[0].status == "waiting"
    let_time_pass(doors.world, 60)
    (run,) = runs(doors.world, workflow_id)
    assert (run.status, run.reason) == ("completed", "")
    with doors.world.reading() as session:
        made = session.scalars(select(Channel).where(Channel.name == "look-ana")).one()
        inside = select(Membership.person_id).where(Membership.channel_id == made.id)
        assert set(session.scalars(inside)) == {doors.person_id, mchen}
        assert (made.kind, made.creator_id) == ("private", doors.person_id)
        assert made.topic == "For Ming"
    assert f"/archives/{deploys}/p" in newest(doors.world, made.id).text
    given = [
        each["name"]
        for each in doors.rest("reactions.get", channel=deploys, timestamp=ts)["message"][
            "reactions"
        ]
    ]
    assert "white_check_mark" in given


def test_new_member_begins_one(doors: Doors, office: Office) -> None:
    support = office.channels["support-escalations"]
    workflow_id = build(
        doors,
        part("member_joined", channel_id=support),
        part("direct", person="{{trigger.person}}", text="Welcome to {{trigger.channel}}"),
    )
    jonas = office.people[COLLEAGUE]
    doors.rest("conversations.invite", channel=support, users=jonas)
    (run,) = runs(doors.world, workflow_id)
    assert (run.status, run.person_id) == ("completed", jonas)


def test_schedule_comes_again_by_its_owners_clock(doors: Doors, office: Office) -> None:
    deploys = office.channels["deploys"]
    workflow_id = build(
        doors,
        part("schedule", when="every day at 9am"),
        part("message", channel=deploys, text="Stand-up of {{trigger.date}}"),
    )
    let_time_pass(doors.world, 3 * 24 * HOUR)
    assert [run.status for run in runs(doors.world, workflow_id)] == ["completed"] * 3
    assert newest(doors.world, deploys).text == "Stand-up of 2026-03-20"
    perform(doors.world, doors.actor, workflows.unpublish, workflow_id=workflow_id)
    let_time_pass(doors.world, 24 * HOUR)
    assert len(runs(doors.world, workflow_id)) == 3


def test_schedule_of_an_owner_who_left_does_nothing_and_says_why(
    doors: Doors, colleague: Doors, office: Office
) -> None:
    general = office.channels["general"]
    stands = newest(doors.world, general).ts
    says = part("message", channel=general, text="Stand-up")
    workflow_id = build(colleague, part("schedule", when="every day at 9am"), says)
    perform(doors.world, doors.actor, roles.deactivate, person_id=colleague.person_id)
    let_time_pass(doors.world, 24 * HOUR)
    (run,) = runs(doors.world, workflow_id)
    assert (run.status, run.reason) == ("failed", "The account of its owner is deactivated.")
    assert newest(doors.world, general).ts == stands
    handed = {"workflow_id": workflow_id, "user_id": doors.person_id}
    perform(doors.world, doors.actor, workflow_owners.change, **handed)
    page = doors.browser.get(f"/workflows/{workflow_id}/runs/{run.id}").text
    assert "The account of its owner is deactivated." in page
    perform(doors.world, doors.actor, workflows.publish, workflow_id=workflow_id)
    let_time_pass(doors.world, 24 * HOUR)
    assert [run.status for run in runs(doors.world, workflow_id)] == ["failed", "completed"]
    assert newest(doors.world, general).text == "Stand-up"


def test_program_begins_one_with_its_variables(doors: Doors, office: Office) -> None:
    deploys = office.channels["deploys"]
    workflow_id = build(
        doors,
        part("webhook", variables=["customer", "amount"]),
        part("message", channel=deploys, text="{{trigger.customer}} pays {{trigger.amount}}"),
    )
    with doors.world.reading() as session:
        secret = session.get_one(Workflow, workflow_id).secret
    team = doors.rest("auth.test")["team_id"]
    client, path = doors.anonymous("chat"), f"/triggers/{team}/{workflow_id}/{secret}"
    sent = client.post(path, json={"customer": "<!channel> Ltd", "amount": 12})
    assert (sent.status_code, sent.get_json()) == (200, {"ok": True})
    assert newest(doors.world, deploys).text == "&lt;!channel&gt; Ltd pays 12"
    page = doors.browser.get(f"/workflows/{workflow_id}").get_data(as_text=True)
    assert path in page
    assert secret not in str(doors.journal)


@pytest.mark.parametrize(
    ("change", "body", "code", "status"),
    [
        ("", b"{}", "invalid_workflow_input", 400),
        ("", b"[1]", "invalid_workflow_input", 400),
        ("", b'{"customer": {"a": 1}}', "invalid_workflow_input", 400),
        ("", b'{"customer": "a", "more": "b"}', "invalid_workflow_input", 400),
        ("x", b'{"customer": "a"}', "invalid_auth", 403),
    ],
)
def test_program_that_sends_something_else_is_refused(
    doors: Doors, office: Office, change: str, body: bytes, code: str, status: int
) -> None:
    deploys = office.channels["deploys"]
    says = part("message", channel=deploys, text="{{trigger.customer}}")
    workflow_id = build(doors, part("webhook", variables=["customer"]), says)
    with doors.world.reading() as session:
        secret = session.get_one(Workflow, workflow_id).secret
    team = doors.rest("auth.test")["team_id"]
    path = f"/triggers/{team}/{workflow_id}/{secret}{change}"
    sent = doors.anonymous("chat").post(path, data=body)
    assert (sent.status_code, sent.get_json()) == (status, {"ok": False, "error": code})
    assert runs(doors.world, workflow_id) == []
