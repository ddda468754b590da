"""Runs of workflows: what their steps do, and whose rights count."""

from tests.kit import COLLEAGUE, Doors, Office, text_of
from tests.workflows import ANSWERS, build, laptop, newest, outcomes, part, runs

from workworld.apps.chat.service import running, workflow_runs
from workworld.calls import perform
from workworld.directory import roles
from workworld.identity import Authority


def test_form_becomes_a_message_of_the_workflows_own(doors: Doors, office: Office) -> None:
    place = office.channels["finance-close"]
    started = doors.mcp("slack_start_workflow", workflow_id=laptop(doors.world), answers=ANSWERS)
    assert not started.is_error, text_of(started)
    (said,) = doors.rest("conversations.history", channel=place, limit=1)["messages"]
    assert said["text"] == (
        f"<@{doors.person_id}> asks for a laptop of 13 inches.\n"
        "*What for:* A &lt;!channel&gt; &amp; *more*\n*Needed by:* "
    )
    assert (said["subtype"], said["username"]) == ("bot_message", "Request a laptop")
    assert said["icons"] == {"emoji": ":computer:"}
    assert said["bot_id"].startswith("B")
    assert said["user"] == office.people[running.HANDLE]
    page = doors.browser.get(f"/c/{place}").get_data(as_text=True)
    name, _, after = page.rpartition("Request a laptop</")[2].partition("app-badge")
    assert len(name) < 100, "the badge stands behind the name"
    assert after.startswith('">App')


def test_run_waits_for_a_form_and_goes_on(doors: Doors) -> None:
    workflow_id = laptop(doors.world)
    run = perform(doors.world, doors.actor, workflow_runs.start, workflow_id=workflow_id)
    assert runs(doors.world, workflow_id)[-1].status == running.ASKING
    dm = doors.rest("conversations.list", types="im")["channels"]
    newest_dm = [newest(doors.world, each["id"]).text for each in dm]
    assert any(f"/runs/{run.id}/form|Open the form>" in text for text in newest_dm)
    page = doors.browser.get(f"/workflows/{workflow_id}/runs/{run.id}/form").get_data(as_text=True)
    assert "Which laptop" in page
    answer = doors.submit(
        f"/workflows/{workflow_id}/runs/{run.id}/form", **{**ANSWERS, "what_for": ""}
    )
    assert answer.status_code == 422
    assert "What for: this is needed." in answer.get_data(as_text=True)
    answer = doors.submit(f"/workflows/{workflow_id}/runs/{run.id}/form", **ANSWERS)
    assert answer.status_code == 303
    assert runs(doors.world, workflow_id)[-1].status == running.COMPLETED
    again = doors.mcp("slack_submit_workflow_form", run_id=run.id, answers=ANSWERS)
    assert text_of(again).startswith("not_asking")


def test_owner_without_the_right_ends_a_run_with_the_reason(doors: Doors, office: Office) -> None:
    deploys = office.channels["deploys"]
    workflow_id = build(
        doors,
        part("link", channel_id=deploys),
        part("message", channel=deploys, text="first"),
        part("message", channel=office.channels["support"], text="second"),
    )
    run = perform(doors.world, doors.actor, workflow_runs.start, workflow_id=workflow_id)
    why = "Only members of #support can post here."
    assert outcomes(doors.world, run.id) == [("completed", ""), ("failed", why)]
    assert (runs(doors.world, workflow_id)[0].status, newest(doors.world, deploys).text) == (
        "failed",
        "first",
    )
    page = doors.home.get("/notifications").get_data(as_text=True)
    assert "could not go on with “Ours”" in page


def test_owner_who_left_ends_a_run(doors: Doors, office: Office, authority: Authority) -> None:
    jonas = Doors(doors.world, authority, office.people[COLLEAGUE])
    general = office.channels["general"]
    says = part("message", channel=general, text="hello")
    workflow_id = build(jonas, part("link", channel_id=general), says)
    perform(doors.world, doors.actor, roles.deactivate, person_id=jonas.person_id)
    run = perform(doors.world, doors.actor, workflow_runs.start, workflow_id=workflow_id)
    why = "The account of its owner is deactivated."
    assert outcomes(doors.world, run.id) == [("failed", why)]


def test_owner_who_does_not_see_the_channel_any_more_ends_a_run(
    doors: Doors, office: Office, authority: Authority
) -> None:
    jonas = Doors(doors.world, authority, office.people[COLLEAGUE])
    made = doors.rest("conversations.create", name="closed", is_private=True)["channel"]["id"]
    doors.rest("conversations.invite", channel=made, users=jonas.person_id)
    workflow_id = build(jonas, part("link", channel_id=made), part("wait", amount=1))
    jonas.rest("conversations.leave", channel=made)
    run = perform(doors.world, doors.actor, workflow_runs.start, workflow_id=workflow_id)
    why = "Its owner does not see the channel in which it begins."
    assert outcomes(doors.world, run.id) == [("failed", why)]


def test_whoever_is_asked_sees_the_run_and_not_the_workflow(
    doors: Doors, office: Office, authority: Authority
) -> None:
    jonas = Doors(doors.world, authority, office.people[COLLEAGUE])
    secret = office.channels["finance-close"]
    asks = part("form", title="Size?", person=jonas.person_id, questions=[{"label": "Size"}])
    says = part("message", channel=secret, text="{{form.size}}")
    workflow_id = build(doors, part("link", channel_id=secret), asks, says)
    run = perform(doors.world, doors.actor, workflow_runs.start, workflow_id=workflow_id)
    page = f"/workflows/{workflow_id}/runs/{run.id}"
    assert "Fill in the form" in jonas.browser.get(page).get_data(as_text=True)
    assert jonas.browser.get(f"/workflows/{workflow_id}").status_code == 404
    jonas.submit(f"{page}/form", size="L")
    assert newest(doors.world, secret).text == "L"
