"""Workflows: how they are built, who sees them, and where they end."""

import pytest
from sqlalchemy import select
from tests.kit import COLLEAGUE, Doors, Office, text_of
from tests.workflows import (
    ANSWERS,
    HOUR,
    Part,
    build,
    built_steps,
    laptop,
    newest,
    others_message,
    part,
    runs,
)

from workworld import automation
from workworld.apps.chat.models import Workflow
from workworld.apps.chat.service import reactions, running, workflow_runs
from workworld.automation import Deed, Done, Outcome, Settings, step
from workworld.calls import perform
from workworld.errors import Refused
from workworld.identity import Authority
from workworld.passing_time import let_time_pass


def test_workflows_do_not_go_on_for_ever(doors: Doors, office: Office) -> None:
    general = office.channels["general"]
    joins = [f"ring-{number}" for number in range(8)]
    made = [doors.rest("conversations.create", name=each)["channel"]["id"] for each in joins]
    jonas = office.people[COLLEAGUE]
    built = [
        build(
            doors,
            part("member_joined", channel_id=here),
            part("add_people", channel=there, people=["{{trigger.person}}"]),
        )
        for here, there in zip(made, [*made[1:], general], strict=True)
    ]
    doors.rest("conversations.invite", channel=made[0], users=jonas)
    begun = [len(runs(doors.world, each)) for each in built]
    assert begun == [1] * running.MOST_DEPTH + [0] * (len(built) - running.MOST_DEPTH)


def test_own_reaction_does_not_begin_it_again(doors: Doors, office: Office) -> None:
    deploys = office.channels["deploys"]
    ts = others_message(doors.world, office, "deploys")
    workflow_id = build(
        doors,
        part("reaction", channel_id=deploys, emoji="eyes"),
        part("react", message="{{trigger.message}}", emoji="eyes"),
    )
    perform(doors.world, doors.actor, reactions.add, channel_id=deploys, ts=ts, emoji="eyes")
    assert len(runs(doors.world, workflow_id)) == 1


@pytest.mark.parametrize(
    ("trigger", "parts", "code"),
    [
        ({}, [part("wait", amount=1)], "no_trigger"),
        (part("schedule", when="every day at 9am"), [], "no_steps"),
        (part("schedule", when="whenever"), [part("wait", amount=1)], "cannot_parse"),
        (part("link", channel_id="C0000000000"), [part("wait", amount=1)], "channel_not_found"),
        (part("nonsense"), [part("wait", amount=1)], "invalid_trigger"),
        (part("webhook", variables=["A b"]), [part("wait", amount=1)], "invalid_settings"),
        (part("webhook"), [part("wait", amount=0)], "invalid_settings"),
        (part("webhook"), [part("wait", amount=999, unit="days")], "invalid_settings"),
        (part("webhook"), [part("juggle")], "invalid_step"),
        (part("webhook"), [part("direct", person="U0000000000", text="x")], "user_not_found"),
        (
            part("webhook"),
            [part("create_channel", name="{{trigger.person}}")],
            "unknown_variable",
        ),
        (
            part("webhook", variables=["who"]),
            [part("direct", person="{{trigger.who}}", text="x")],
            "wrong_variable",
        ),
        (part("webhook"), [part("create_channel", name="{{nobody}}")], "invalid_variable"),
        (
            part("webhook"),
            [part("form", title="T", questions=[{"label": "a"}, {"label": "A"}])],
            "invalid_settings",
        ),
    ],
)
def test_what_cannot_run_is_not_published(
    doors: Doors, trigger: Part, parts: list[Part], code: str
) -> None:
    with pytest.raises(Refused) as refused:
        build(doors, trigger or None, *parts)  # type: ignore[arg-type]
    assert refused.value.code == code


def test_change_counts_once_it_is_published(doors: Doors, office: Office) -> None:
    deploys = office.channels["deploys"]
    says = part("message", channel=deploys, text="as it was")
    workflow_id = build(doors, part("link", channel_id=deploys), part("wait", amount=1), says)
    page = f"/workflows/{workflow_id}"
    first = perform(doors.world, doors.actor, workflow_runs.start, workflow_id=workflow_id)
    _waits, (says_id, _kind) = built_steps(doors.world, workflow_id)
    doors.submit(f"{page}/steps/{says_id}", channel=deploys, text="as it is")
    assert "Changed since" in doors.browser.get(page).get_data(as_text=True)
    doors.submit(f"{page}/publish")
    perform(doors.world, doors.actor, workflow_runs.start, workflow_id=workflow_id)
    let_time_pass(doors.world, 2 * HOUR)
    texts = [
        each["text"]
        for each in doors.rest("conversations.history", channel=deploys, limit=2)["messages"]
    ]
    assert texts == ["as it is", "as it was"]
    assert runs(doors.world, workflow_id)[0].id == first.id


def test_steps_are_moved_and_removed_on_the_page(doors: Doors, office: Office) -> None:
    deploys = office.channels["deploys"]
    doors.submit("/workflows/new", name="Built by hand", icon="rocket")
    with doors.world.reading() as session:
        row = session.scalars(select(Workflow).where(Workflow.name == "Built by hand")).one()
        session.expunge(row)
    page = f"/workflows/{row.id}"
    doors.submit(f"{page}/trigger", kind="link", channel_id=deploys)
    doors.submit(f"{page}/steps/new", kind="wait", amount="3", unit="days")
    doors.submit(f"{page}/steps/new", kind="message", channel=deploys, text="Hi @mchen, #general")
    (wait, _), (says, _) = built_steps(doors.world, row.id)
    shown = doors.browser.get(f"{page}/steps/{says}").get_data(as_text=True)
    assert "Hi @mchen, #general" in shown
    doors.submit(f"{page}/steps/{says}/move", position="1")
    assert [kind for _id, kind in built_steps(doors.world, row.id)] == ["message", "wait"]
    doors.submit(f"{page}/steps/{wait}/remove")
    assert [kind for _id, kind in built_steps(doors.world, row.id)] == ["message"]
    wrong = doors.submit(f"{page}/steps/new", kind="wait", amount="many", unit="days")
    assert wrong.status_code == 422
    assert "How long: input should be a valid integer" in wrong.get_data(as_text=True)
    doors.submit(f"{page}/publish")
    doors.submit(f"/c/{deploys}/workflows/{row.id}")
    mchen, general = office.people["mchen"], office.channels["general"]
    assert newest(doors.world, deploys).text == f"Hi <@{mchen}>, <#{general}>"
    doors.submit(f"{page}/delete")
    assert doors.browser.get(page).status_code == 404


def test_workflow_of_a_private_channel_is_hidden(
    doors: Doors, office: Office, authority: Authority
) -> None:
    jonas = Doors(doors.world, authority, office.people[COLLEAGUE])
    secret = office.channels["finance-close"]
    workflow_id = build(
        doors, part("link", channel_id=secret), part("message", channel=secret, text="x")
    )
    missing = f"Wf{'0' * (len(workflow_id) - 2)}"
    for path in ("", "/runs", "/steps/new"):
        hidden = jonas.browser.get(f"/workflows/{workflow_id}{path}")
        nothing = jonas.browser.get(f"/workflows/{missing}{path}")
        assert hidden.status_code == nothing.status_code == 404
        assert hidden.data.replace(workflow_id.encode(), b"") == nothing.data.replace(
            missing.encode(), b""
        )
    assert workflow_id not in text_of(jonas.mcp("slack_list_workflows"))
    refused = text_of(jonas.mcp("slack_start_workflow", workflow_id=workflow_id))
    assert refused.startswith("workflow_not_found")


def test_guest_starts_what_is_in_their_channel_and_builds_nothing(
    doors: Doors, office: Office, authority: Authority
) -> None:
    guest = Doors(doors.world, authority, office.people["mtierney"])
    assert "Request a laptop" in text_of(guest.mcp("slack_list_workflows"))
    made = text_of(guest.mcp("slack_create_workflow", name="Mine"))
    assert made.startswith("user_is_restricted")
    assert "New workflow" not in guest.browser.get("/workflows").get_data(as_text=True)
    started = guest.mcp("slack_start_workflow", workflow_id=laptop(doors.world), answers=ANSWERS)
    assert not started.is_error, text_of(started)


def test_who_started_it_sees_their_own_run_alone(
    doors: Doors, office: Office, authority: Authority
) -> None:
    jonas = Doors(doors.world, authority, office.people[COLLEAGUE])
    workflow_id = laptop(doors.world)
    mine = perform(
        doors.world, doors.actor, workflow_runs.start, workflow_id=workflow_id, answers=ANSWERS
    )
    theirs = text_of(jonas.mcp("slack_list_workflow_runs", workflow_id=workflow_id))
    assert mine.id not in theirs
    assert theirs.count("completed") == 1
    owner = Doors(doors.world, authority, office.people["wtallis"])
    assert mine.id in text_of(owner.mcp("slack_list_workflow_runs", workflow_id=workflow_id))
    assert text_of(jonas.mcp("slack_read_workflow_run", run_id=mine.id)).startswith("run_not_found")


def test_command_opens_the_form(doors: Doors, office: Office) -> None:
    place = office.channels["product-eng"]
    sent = doors.submit(f"/c/{place}/messages", text="/workflow request")
    assert sent.location.endswith(f"/c/{place}/workflows/{laptop(doors.world)}")
    none = doors.submit(f"/c/{office.channels['deploys']}/messages", text="/workflow request")
    assert "No workflow is started in this conversation." in none.get_data(as_text=True)


def test_run_that_waits_is_ended_by_hand(doors: Doors, office: Office) -> None:
    deploys = office.channels["deploys"]
    says = part("message", channel=deploys, text="never said")
    workflow_id = build(doors, part("link", channel_id=deploys), part("wait", amount=1), says)
    run = perform(doors.world, doors.actor, workflow_runs.start, workflow_id=workflow_id)
    doors.submit(f"/workflows/{workflow_id}/runs/{run.id}/cancel")
    let_time_pass(doors.world, 2 * HOUR)
    assert runs(doors.world, workflow_id)[0].status == "cancelled"
    assert newest(doors.world, deploys).text != "never said"


def test_rewound_world_has_its_runs_as_they_were(doors: Doors, office: Office) -> None:
    deploys = office.channels["deploys"]
    says = part("message", channel=deploys, text="in the end")
    workflow_id = build(doors, part("link", channel_id=deploys), part("wait", amount=1), says)
    perform(doors.world, doors.actor, workflow_runs.start, workflow_id=workflow_id)
    taken = len(doors.journal)
    for _time in range(2):
        let_time_pass(doors.world, HOUR)
        assert runs(doors.world, workflow_id)[0].status == "completed"
        assert newest(doors.world, deploys).text == "in the end"
        doors.world.rewind(taken)
        assert runs(doors.world, workflow_id)[0].status == "waiting"


def test_questions_in_any_script_have_variables(doors: Doors, office: Office) -> None:
    deploys = office.channels["deploys"]
    asks = part("form", title="T", questions=[{"label": "اسم"}, {"label": "Größe?"}])
    says = part("message", channel=deploys, text="{{form.اسم}}, {{ form.größe }}")
    workflow_id = build(doors, part("link", channel_id=deploys), asks, says)
    answers = {"اسم": "Ana", "größe": "L"}
    started = doors.mcp("slack_start_workflow", workflow_id=workflow_id, answers=answers)
    assert not started.is_error, text_of(started)
    assert newest(doors.world, deploys).text == "Ana, L"


class NoteSettings(Settings):
    """A test's own step."""

    what: str


def test_other_apps_add_steps_of_their_own(doors: Doors, office: Office) -> None:
    noted: list[tuple[str, str]] = []

    @step("note", NoteSettings, title="Note", icon="file", says="Tests.", yields={"number": "text"})
    def note(deed: Deed, settings: NoteSettings) -> Outcome:
        said = deed.values.filled(settings.what, lambda value: value.text)
        noted.append((deed.owner.actor.person_id, said))
        return Done({"number": "ENG-1"})

    try:
        deploys = office.channels["deploys"]
        workflow_id = build(
            doors,
            part("link", channel_id=deploys),
            part("note", what="by {{trigger.person}}"),
            part("message", channel=deploys, text="Noted as {{step.number}}"),
        )
        page = doors.browser.get(f"/workflows/{workflow_id}/steps/new").get_data(as_text=True)
        assert "Tests." in page
        perform(doors.world, doors.actor, workflow_runs.start, workflow_id=workflow_id)
        assert noted == [(doors.person_id, f"by {doors.person_id}")]
        assert newest(doors.world, deploys).text == "Noted as ENG-1"
    finally:
        automation._steps.pop("note")


def test_the_workspaces_own_emoji_begin_workflows_and_answer(doors: Doors, office: Office) -> None:
    deploys = office.channels["deploys"]
    ts = others_message(doors.world, office, "deploys")
    workflow_id = build(
        doors,
        part("reaction", channel_id=deploys, emoji=":shipped:"),
        part("react", message="{{trigger.message}}", emoji="ship_it"),
    )
    doors.rest("reactions.add", channel=deploys, timestamp=ts, name="ship_it")
    (run,) = runs(doors.world, workflow_id)
    assert run.status == running.COMPLETED
    given = doors.rest("reactions.get", channel=deploys, timestamp=ts)["message"]["reactions"]
    assert ("shipped", 2) in [(each["name"], each["count"]) for each in given]
    with pytest.raises(Refused, match="there is no emoji called 'no_such'") as refused:
        build(doors, part("reaction", channel_id=deploys, emoji="no_such"))
    assert refused.value.code == "invalid_settings"
