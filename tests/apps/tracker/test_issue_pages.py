"""An issue's page, through HTTP: what it shows, and what its forms change."""

from __future__ import annotations

import io
import re
from html import unescape
from typing import Any

import pytest
from tests.apps.tracker.desk import Desk
from tests.apps.tracker.texts import issue_of
from tests.kit import Doors, Office
from werkzeug.test import TestResponse

from workworld.apps.tracker.service import issues, projects, transitions
from workworld.identity import Authority
from workworld.worlds import World

FRAGMENT = {"HX-Request": "true"}


@pytest.fixture
def mine(world: World, authority: Authority, office: Office) -> Doors:
    """An administrator of the project at every door."""
    return Doors(world, authority, office.people["aruiz"])


@pytest.fixture
def key(desk: Desk) -> str:
    """A new issue."""
    return issue_of(desk)


def seen(doors: Doors, path: str, **headers: str) -> str:
    """What a page says, without its markup."""
    answer = doors.pages_of("tracker").get(path, headers=headers)
    assert answer.status_code == 200, answer.text
    return words(answer.text)


def words(html: str) -> str:
    """A page's words."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())


def sent(doors: Doors, path: str, *, fragment: bool = False, **fields: Any) -> TestResponse:
    """What a form of a page is answered."""
    return doors.pages_of("tracker").post(
        path, data={"csrf": doors.csrf, **fields}, headers=FRAGMENT if fragment else {}
    )


def test_page_shows_the_issue_with_its_fields(mine: Doors) -> None:
    text = seen(mine, "/browse/CAL-214")
    for part in ("Scorecard export drops carriers without a code", "Mingzhu Chen", "Scorecards"):
        assert part in text


def test_key_in_small_letters_leads_to_the_page(mine: Doors) -> None:
    answer = mine.pages_of("tracker").get("/browse/cal-214?activity=history")
    assert answer.status_code in (200, 302)
    assert "/browse/CAL-214" in (answer.location or answer.text)


def test_former_key_redirects_to_the_key_of_today(mine: Doors, desk: Desk, key: str) -> None:
    moved = desk.do(issues.move, by="aruiz", issue=key, project_id="OPS", type_id="Task")
    answer = mine.pages_of("tracker").get(f"/browse/{key}")
    assert (answer.status_code, answer.location) == (302, f"/browse/{moved.key}")


def test_hidden_and_missing_issues_have_the_same_page(
    world: World, authority: Authority, office: Office
) -> None:
    outsider = Doors(world, authority, office.people["jwikstrand"]).pages_of("tracker")
    answers = [outsider.get(f"/browse/{key}") for key in ("SEC-1", "SEC-999999", "NOPE-1")]
    assert {each.status_code for each in answers} == {404}
    assert len({each.text for each in answers}) == 1


def test_field_is_edited_in_place(mine: Doors, desk: Desk, key: str) -> None:
    answer = sent(mine, f"/browse/{key}/edit", field="summary", summary="Another summary")
    assert (answer.status_code, answer.location) == (303, f"/browse/{key}")
    assert desk.record(key).row.summary == "Another summary"


def test_refused_edit_shows_the_old_value_and_says_why(mine: Doors, desk: Desk, key: str) -> None:
    before = desk.record(key).row.summary
    answer = sent(mine, f"/browse/{key}/edit", fragment=True, field="summary", summary=" ")
    assert answer.status_code == 422
    assert answer.headers["HX-Retarget"] == "#field-summary"
    text = words(answer.text)
    assert before in text
    assert "You must specify a summary of the issue." in text


def test_unreadable_day_stays_in_its_field(mine: Doors, key: str) -> None:
    answer = sent(mine, f"/browse/{key}/edit", field="duedate", duedate="the ides")
    assert answer.status_code == 422
    assert 'value="the ides"' in answer.text
    assert "This is no day that can be told" in answer.text


def test_day_is_read_as_people_type_it(mine: Doors, desk: Desk, key: str) -> None:
    sent(mine, f"/browse/{key}/edit", field="duedate", duedate="next fri")
    assert desk.record(key).row.due_date == "2026-03-20"


def test_labels_are_set_together(mine: Doors, desk: Desk, key: str) -> None:
    fields: dict[str, Any] = {"field": "labels", "labels-sent": "1", "labels": ["one", "two three"]}
    sent(mine, f"/browse/{key}/edit", **fields)
    assert desk.record(key).labels == ["one", "three", "two"]


def test_estimates_are_read_as_amounts_of_work(mine: Doors, desk: Desk, key: str) -> None:
    fields: dict[str, Any] = {"field": "timetracking", "timetracking": "1d 2h"}
    fields["timetracking-remaining"] = "3h"
    sent(mine, f"/browse/{key}/edit", **fields)
    row = desk.record(key).row
    assert (row.original_estimate, row.remaining_estimate) == (10 * 3600, 3 * 3600)


def test_markdown_with_a_mention_is_kept_as_rich_text(
    mine: Doors, desk: Desk, key: str, office: Office
) -> None:
    text = "**Look** @jwikstrand, not `@jwikstrand`"
    sent(mine, f"/browse/{key}/edit", field="description", description=text)
    kept = str(desk.record(key).row.description)
    assert kept.count(office.people["jwikstrand"]) == 1
    html = mine.pages_of("tracker").get(f"/browse/{key}?edit=description").text
    assert unescape(html).count(text) == 1


def test_edits_of_other_fields_at_once_both_survive(mine: Doors, desk: Desk, key: str) -> None:
    version = str(desk.record(key).row.version)
    desk.do(issues.edit, by="mchen", issue=key, fields={"summary": "Theirs"})
    sent(mine, f"/browse/{key}/edit", field="duedate", duedate="2026-04-01", version=version)
    row = desk.record(key).row
    assert (row.summary, row.due_date) == ("Theirs", "2026-04-01")


def test_comment_is_added_edited_quoted_and_deleted(mine: Doors, key: str) -> None:
    answer = sent(mine, f"/browse/{key}/comments", body="It *works*.")
    anchor = answer.location.partition("#comment-")[2]
    assert "It works ." in seen(mine, f"/browse/{key}")
    quoted = mine.pages_of("tracker").get(f"/browse/{key}/comments/{anchor}/quote")
    assert quoted.text == "> It _works_.\n\n"
    sent(mine, f"/browse/{key}/comments/{anchor}", body="It failed.")
    assert "(edited)" in seen(mine, f"/browse/{key}")
    sent(mine, f"/browse/{key}/comments/{anchor}/delete")
    assert "It failed." not in seen(mine, f"/browse/{key}")


def test_empty_comment_is_refused_where_it_stands(mine: Doors, key: str) -> None:
    answer = sent(mine, f"/browse/{key}/comments", fragment=True, body=" ")
    assert answer.headers["HX-Retarget"] == "#comment-new"
    assert "Comment body can not be empty!" in answer.text


def test_history_tells_old_and_new_values(mine: Doors, key: str) -> None:
    sent(mine, f"/browse/{key}/edit", field="duedate", duedate="2026-04-01")
    text = seen(mine, f"/browse/{key}?activity=history")
    assert "Ana Ruiz changed Due date" in text
    assert "Due date None to Apr 1, 2026" in text


def test_history_tells_work_in_words_and_no_numbers_of_it(mine: Doors, key: str) -> None:
    started = "2026-03-16 09:00"
    sent(mine, f"/browse/{key}/work", spent="1h 30m", started=started, adjust="auto")
    text = seen(mine, f"/browse/{key}?activity=history")
    assert re.search(r"Time spent \w+ to 1h 30m", text)
    assert "Worklog" not in text


def test_tabs_of_a_page_have_addresses_and_those_beside_a_list_none(mine: Doors, key: str) -> None:
    page = mine.pages_of("tracker")
    for path, pushes in ((f"/browse/{key}", "true"), (f"/browse/{key}?panel=1", "false")):
        tab = re.search(r'<a class="tab" ([^>]*activity=history[^>]*)>', page.get(path).text)
        assert tab
        # All of the issue comes anew, so that what is done with it next leads back to this tab.
        assert 'hx-target="#issue"' in tab[1]
        assert f'hx-push-url="{pushes}"' in tab[1]


def test_work_is_logged_and_edited(mine: Doors, desk: Desk, key: str) -> None:
    given: dict[str, Any] = {"spent": "1h 30m", "started": "2026-03-16 09:00"}
    given |= {"note": "Looked", "adjust": "auto"}
    sent(mine, f"/browse/{key}/work", **given)
    assert desk.record(key).row.time_spent == 5400
    html = mine.pages_of("tracker").get(f"/browse/{key}?activity=work").text
    worklog = re.search(r'id="work-(\d+)"', html)
    assert worklog
    given["spent"] = "2h"
    sent(mine, f"/browse/{key}/work/{worklog[1]}", **given)
    assert desk.record(key).row.time_spent == 7200


def test_unreadable_amount_of_work_keeps_the_dialog(mine: Doors, key: str) -> None:
    answer = sent(mine, f"/browse/{key}/work", fragment=True, spent="a while", note="Kept")
    assert answer.status_code == 422
    assert "This is no amount of work" in answer.text
    assert "Kept" in answer.text


def test_transition_moves_the_issue_on(mine: Doors, desk: Desk, key: str) -> None:
    html = mine.pages_of("tracker").get(f"/browse/{key}").text
    number = re.search(r'name="transition" value="(\d+)"', html)
    assert number
    before = desk.record(key).row.status_id
    sent(mine, f"/browse/{key}/transition", transition=number[1])
    assert desk.record(key).row.status_id != before


def closing_step(desk: Desk, key: str) -> str:
    """The number of a way that asks for a resolution, after going on as far as it takes."""
    for _ in range(4):
        ways = desk.do(transitions.list, by="aruiz", issue=key)
        closing = [each for each in ways if "resolution" in each.transition.screen]
        if closing:
            return str(closing[0].transition.number)
        onward = next(each for each in ways if each.to.category == "indeterminate")
        desk.go(key, onward.transition.name)
    raise AssertionError("no way leads to the end")


def test_transition_screen_asks_for_a_resolution(mine: Doors, desk: Desk, key: str) -> None:
    number = closing_step(desk, key)
    html = mine.pages_of("tracker").get(f"/browse/{key}/transition/{number}").text
    assert "Resolution" in html
    assert 'name="resolution" value="10000"' in html
    assert 'data-value=""' not in html
    given: dict[str, Any] = {"transition": number, "screen": "1"}
    given |= {"resolution": "10000", "comment": "Enough."}
    sent(mine, f"/browse/{key}/transition", **given)
    record = desk.record(key)
    assert record.resolution is not None
    assert record.status.category == "done"
    assert "Enough." in seen(mine, f"/browse/{key}")


def test_impossible_transition_says_so(mine: Doors, key: str) -> None:
    answer = sent(mine, f"/browse/{key}/transition", transition="9999")
    assert answer.status_code == 409
    assert "is not possible" in words(answer.text)


def test_child_is_made_below_the_issue(mine: Doors, key: str) -> None:
    html = mine.pages_of("tracker").get(f"/browse/{key}?add=child").text
    kind = re.search(r'name="type" value="(\d+)"', html)
    assert kind
    sent(mine, f"/browse/{key}/children", type=kind[1], summary="A part of it")
    text = seen(mine, f"/browse/{key}")
    assert "A part of it" in text
    assert "0% done" in text


def test_issue_is_linked_and_the_link_removed(mine: Doors, key: str) -> None:
    html = mine.pages_of("tracker").get(f"/browse/{key}?add=link").text
    way = re.search(r'data-value="(\d+:in)"[^>]*>.{0,60}is blocked by', html)
    assert way
    sent(mine, f"/browse/{key}/links", type=way[1], other="CAL-214")
    html = mine.pages_of("tracker").get(f"/browse/{key}").text
    assert "is blocked by" in html
    link = re.search(r"/links/(\d+)/delete", html)
    assert link
    sent(mine, f"/browse/{key}/links/{link[1]}/delete")
    assert "/links/" not in mine.pages_of("tracker").get(f"/browse/{key}").text


def test_link_to_itself_is_refused_at_the_field(mine: Doors, key: str) -> None:
    answer = sent(mine, f"/browse/{key}/links", type="10000:out", other=key)
    assert answer.status_code in (404, 422)
    assert "field-problem" in answer.text


def test_file_is_attached_and_taken_away(mine: Doors, key: str) -> None:
    sent(mine, f"/browse/{key}/attachments", file=(io.BytesIO(b"a,b\n1,2\n"), "rows.csv"))
    html = mine.pages_of("tracker").get(f"/browse/{key}").text
    assert "rows.csv" in html
    found = re.search(r"/attachments/(\d+)/delete", html)
    assert found
    sent(mine, f"/browse/{key}/attachments/{found[1]}/delete")
    assert "rows.csv" not in mine.pages_of("tracker").get(f"/browse/{key}?activity=comments").text


def test_watching_flagging_and_voting(mine: Doors, desk: Desk, key: str) -> None:
    sent(mine, f"/browse/{key}/watch", so="1")
    sent(mine, f"/browse/{key}/flag", so="1")
    sent(mine, f"/browse/{key}/vote", so="1")
    record = desk.record(key)
    assert (record.row.is_flagged, record.vote_count) == (True, 1)
    assert "Flagged." in seen(mine, f"/browse/{key}")


def test_clone_leads_to_the_new_issue(mine: Doors, key: str) -> None:
    answer = sent(mine, f"/browse/{key}/clone", summary="A second one")
    assert answer.status_code == 303
    assert answer.location != f"/browse/{key}"
    assert "A second one" in seen(mine, answer.location)


def test_move_asks_for_the_status_there_and_gives_a_new_key(mine: Doors, key: str) -> None:
    step = mine.pages_of("tracker").get(f"/browse/{key}/move?project=OPS").text
    kind = re.search(r'name="type" value="(\d+)"', step)
    status = re.search(r'name="status" value="(\d+)"', step)
    assert kind
    assert status
    answer = sent(mine, f"/browse/{key}/move", project="OPS", type=kind[1], status=status[1])
    assert answer.status_code == 303
    assert answer.location.startswith("/browse/OPS-")


def test_issue_is_deleted_only_when_its_key_is_typed(mine: Doors, key: str) -> None:
    assert sent(mine, f"/browse/{key}/delete", key="yes").status_code == 422
    assert sent(mine, f"/browse/{key}/delete", key=key.lower()).status_code == 303
    assert mine.pages_of("tracker").get(f"/browse/{key}").status_code == 404


def test_archived_project_offers_no_changes(mine: Doors, desk: Desk, key: str) -> None:
    desk.do(projects.archive, by="aruiz", project="CAL")
    html = mine.pages_of("tracker").get(f"/browse/{key}").text
    assert "is archived" in html
    assert "Edit summary" not in html
    assert 'id="comment-text"' not in html


def test_panel_beside_a_page_shows_the_same_issue(mine: Doors) -> None:
    text = seen(mine, "/?issue=CAL-214")
    assert "Your work" in text
    assert "Scorecard export drops carriers without a code" in text


def test_panel_of_a_missing_issue_says_so(mine: Doors) -> None:
    assert "There is nothing at this address" in seen(mine, "/?issue=NOPE-1")


def test_print_view_has_comments_and_no_controls(mine: Doors) -> None:
    html = mine.pages_of("tracker").get("/browse/CAL-214/print").text
    assert "<button" not in html
    assert "Comments and work" in html


def test_create_dialog_makes_an_issue(mine: Doors, desk: Desk) -> None:
    form = mine.pages_of("tracker").get("/create?project=OPS").text
    kind = re.search(r'name="type" value="(\d+)"', form)
    assert kind
    answer = sent(mine, "/create", project="OPS", type=kind[1], summary="Made here")
    assert answer.status_code == 303
    assert desk.record(answer.location.rpartition("/")[2]).row.summary == "Made here"


def test_create_dialog_keeps_what_was_typed_when_refused(mine: Doors) -> None:
    form = mine.pages_of("tracker").get("/create?project=CAL").text
    kind = re.search(r'name="type" value="(\d+)"', form)
    assert kind
    answer = sent(
        mine, "/create", project="CAL", type=kind[1], summary="", description="Kept words"
    )
    assert answer.status_code == 422
    assert "You must specify a summary of the issue." in answer.text
    assert "Kept words" in answer.text


def test_create_dialog_says_all_that_is_wrong_at_once(mine: Doors) -> None:
    form = mine.pages_of("tracker").get("/create?project=CAL").text
    kind = re.search(r'name="type" value="(\d+)"', form)
    assert kind
    answer = sent(mine, "/create", project="CAL", type=kind[1], summary="", duedate="some day")
    assert "You must specify a summary of the issue." in answer.text
    assert "This is no day that can be told" in answer.text


def test_create_another_keeps_project_and_type_alone(mine: Doors) -> None:
    form = mine.pages_of("tracker").get("/create?project=OPS").text
    kind = re.search(r'name="type" value="(\d+)"', form)
    assert kind
    answer = sent(
        mine, "/create", fragment=True, project="OPS", type=kind[1], summary="One", another="1"
    )
    assert f'name="type" value="{kind[1]}"' in answer.text
    assert 'name="project" value="OPS"' in answer.text
    assert 'value="One"' not in answer.text
    assert "Created" in words(answer.text)


def test_options_offer_only_what_may_be_seen(
    world: World, authority: Authority, office: Office
) -> None:
    outsider = Doors(world, authority, office.people["jwikstrand"]).pages_of("tracker")
    assert "SEC-" not in outsider.get("/options/issues?q=SEC").text
    assert "CAL-214" in outsider.get("/options/issues?q=CAL-214").text


def test_preview_shows_markdown_as_it_will_look(mine: Doors) -> None:
    answer = sent(mine, "/preview", text="**bold** <script>")
    assert answer.text == "<p><strong>bold</strong> &lt;script&gt;</p>"


def test_web_link_is_added_and_removed(mine: Doors, key: str) -> None:
    refused = sent(mine, f"/browse/{key}/weblinks", url="nowhere", title="Nothing")
    assert refused.status_code == 422
    assert 'value="nowhere"' in refused.text
    sent(mine, f"/browse/{key}/weblinks", url="https://status.example/1", title="Status page")
    html = mine.pages_of("tracker").get(f"/browse/{key}").text
    assert "Status page" in html
    found = re.search(r"/weblinks/(\d+)/delete", html)
    assert found
    sent(mine, f"/browse/{key}/weblinks/{found[1]}/delete")
    assert "Status page" not in mine.pages_of("tracker").get(f"/browse/{key}").text


def test_type_is_changed_and_a_sub_task_needs_a_parent(mine: Doors, desk: Desk, key: str) -> None:
    form = mine.pages_of("tracker").get(f"/browse/{key}/convert").text
    kind = re.search(r'value="(\d+)"[^>]*><span>Sub-task', form)
    assert kind
    assert sent(mine, f"/browse/{key}/convert", type=kind[1]).status_code == 422
    sent(mine, f"/browse/{key}/convert", type=kind[1], parent="CAL-238")
    assert desk.record(key).type.name == "Sub-task"


def test_somebody_else_is_let_watch(mine: Doors, desk: Desk, key: str, office: Office) -> None:
    sent(mine, f"/browse/{key}/watchers", person=office.people["tbreslin"])
    assert "Breslin" in seen(mine, f"/browse/{key}/watchers")
    sent(mine, f"/browse/{key}/watchers", remove=office.people["tbreslin"])
    assert "Breslin" not in seen(mine, f"/browse/{key}/watchers").partition("watching")[2]
