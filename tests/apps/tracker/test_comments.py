"""Comments: who sees them, who changes them, and what becomes of the issue."""

from __future__ import annotations

from tests.apps.tracker.desk import Desk
from tests.apps.tracker.texts import issue_of, text

from workworld.apps.tracker.models import Comment
from workworld.apps.tracker.service import comment_reactions, comments, projects, site, watchers


def role(desk: Desk, name: str) -> str:
    roles = desk.do(site.roles, by="aruiz").values()
    return str(next(row.id for row in roles if row.name == name))


def said(desk: Desk, handle: str, key: str, **arguments: object) -> list[str]:
    return [
        row.body_text for row in desk.do(comments.list, by=handle, issue=key, **arguments).items
    ]


def test_comments_come_in_order_or_newest_first_by_pages(desk: Desk) -> None:
    key = issue_of(desk)
    for words in ("one", "two", "three"):
        desk.do(comments.add, by="mchen", issue=key, body=text(words))
    assert said(desk, "aruiz", key) == ["one", "two", "three"]
    assert said(desk, "aruiz", key, newest_first=True, limit=2) == ["three", "two"]
    page = desk.do(comments.list, by="aruiz", issue=key, start=2, limit=2)
    assert ([row.body_text for row in page.items], page.total) == (["three"], 3)


def test_a_comment_moves_the_issue_s_time_of_change_but_not_its_version(desk: Desk) -> None:
    key = issue_of(desk)
    before = desk.record(key).row
    comment = desk.do(comments.add, by="mchen", issue=key, body=text("seen"))
    after = desk.record(key).row
    assert after.updated_us == comment.created_us > before.updated_us
    assert after.version == before.version


def test_who_comments_watches_from_then_on(desk: Desk) -> None:
    key = issue_of(desk)
    desk.do(comments.add, by="tbreslin", issue=key, body=text("me too"))
    watching = desk.do(watchers.list, by="aruiz", issue=key).people
    assert {person.handle for person in watching} == {"mchen", "tbreslin"}


def test_an_empty_comment_is_refused(desk: Desk) -> None:
    refusal = desk.refused(comments.add, by="mchen", issue=issue_of(desk), body=text(""))
    assert refusal.problems[0].what == "Comment body can not be empty!"
    assert refusal.problems[0].field == "comment"


def test_who_only_views_a_project_does_not_comment(desk: Desk) -> None:
    key = issue_of(desk)
    refusal = desk.refused(comments.add, by="gostrander", issue=key, body=text("hi"))
    assert refusal.code == "permission_denied"
    assert str(refusal) == "You do not have permission to comment on this issue."


def test_an_edit_says_who_and_when(desk: Desk) -> None:
    key = issue_of(desk)
    first = desk.do(comments.add, by="mchen", issue=key, body=text("frist"))
    edited = desk.do(comments.edit, by="mchen", issue=key, comment_id=first.id, body=text("first"))
    assert edited.updated_us > edited.created_us == first.created_us
    assert edited.updated_by == desk.people["mchen"]
    assert said(desk, "aruiz", key) == ["first"]


def test_others_comments_are_edited_and_deleted_by_admins_alone(desk: Desk) -> None:
    key = issue_of(desk)
    known = desk.do(comments.add, by="mchen", issue=key, body=text("mine"))
    which = {"issue": key, "comment_id": known.id}
    refusal = desk.refused(comments.edit, by="tbreslin", **which, body=text("yours"))
    assert str(refusal) == "You do not have permission to edit other people's comments."
    assert desk.refused(comments.delete, by="tbreslin", **which).code == "permission_denied"
    desk.do(comments.edit, by="aruiz", **which, body=text("ours"))
    desk.do(comments.delete, by="aruiz", **which)
    assert said(desk, "mchen", key) == []


def test_a_comment_of_another_issue_is_not_found(desk: Desk) -> None:
    key, other = issue_of(desk), issue_of(desk)
    known = desk.do(comments.add, by="mchen", issue=key, body=text("here"))
    refusal = desk.refused(comments.delete, by="mchen", issue=other, comment_id=known.id)
    assert refusal.code == "comment_not_found"


def test_a_comment_for_a_role_is_seen_by_those_who_have_it(desk: Desk) -> None:
    key = issue_of(desk)
    hidden = desk.do(
        comments.add, by="mchen", issue=key, body=text("among us"), role_id=role(desk, "Developer")
    )
    assert said(desk, "tbreslin", key) == ["among us"]
    assert said(desk, "gostrander", key) == []
    assert desk.do(comments.list, by="gostrander", issue=key).total == 0
    refusal = desk.refused(comments.info, by="gostrander", issue=key, comment_id=hidden.id)
    assert refusal.code == "comment_not_found"


def test_nobody_comments_for_a_role_that_they_do_not_have(desk: Desk) -> None:
    arguments = {"issue": issue_of(desk), "body": text("secret")}
    admins = role(desk, "Administrator")
    refusal = desk.refused(comments.add, by="mchen", **arguments, role_id=admins)
    assert refusal.problems[0].field == "commentLevel"
    assert "Administrator" in refusal.problems[0].what
    assert desk.refused(comments.add, by="mchen", **arguments, role_id="9").code == "invalid_fields"


def test_an_edit_may_open_a_comment_to_everybody_or_leave_it(desk: Desk) -> None:
    key = issue_of(desk)
    developers = role(desk, "Developer")
    known = desk.do(comments.add, by="mchen", issue=key, body=text("x"), role_id=developers)
    which = {"issue": key, "comment_id": known.id}
    assert desk.do(comments.edit, by="mchen", **which, body=text("y")).role_id == developers
    assert desk.do(comments.edit, by="mchen", **which, body=text("z"), role_id="").role_id is None
    assert said(desk, "gostrander", key) == ["z"]


def test_customers_do_not_see_what_is_internal(desk: Desk) -> None:
    key = issue_of(desk, "SUP", by="eboadi", reporter=desk.people["shaugland"])
    desk.do(comments.add, by="eboadi", issue=key, body=text("we know"), is_internal=True)
    desk.do(comments.add, by="eboadi", issue=key, body=text("hello"))
    assert said(desk, "akovac", key) == ["we know", "hello"]
    assert said(desk, "shaugland", key) == ["hello"]
    refusal = desk.refused(
        comments.add, by="shaugland", issue=key, body=text("pst"), is_internal=True
    )
    assert refusal.code == "permission_denied"


def test_only_service_desks_have_internal_comments(desk: Desk) -> None:
    refusal = desk.refused(
        comments.add, by="mchen", issue=issue_of(desk), body=text("pst"), is_internal=True
    )
    assert refusal.problems[0].what == "Only comments of service projects can be internal."


def test_comments_of_a_hidden_issue_are_not_found(desk: Desk) -> None:
    key = issue_of(desk, "SEC", by="aruiz")
    desk.do(comments.add, by="aruiz", issue=key, body=text("leak"))
    assert desk.refused(comments.list, by="jwikstrand", issue=key).code == "issue_not_found"


def test_an_archived_project_takes_no_comments(desk: Desk) -> None:
    key = issue_of(desk)
    desk.do(projects.archive, project="CAL")
    refusal = desk.refused(comments.add, by="mchen", issue=key, body=text("late"))
    assert refusal.code == "project_archived"


def test_what_a_comment_is_counts_as_state(desk: Desk) -> None:
    key = issue_of(desk)
    desk.do(comments.add, by="mchen", issue=key, body=text("kept"))
    tables = {change.table for change in desk.world.diff()}
    assert Comment.__tablename__ in tables


def shown_below(desk: Desk, comment_id: str) -> list[tuple[str, str]]:
    handles = {person_id: handle for handle, person_id in desk.people.items()}
    with desk.world.reading() as session:
        sql = "SELECT emoji, person_id FROM tracker_comment_reactions WHERE comment_id = ?"
        rows = session.connection().exec_driver_sql(sql, (comment_id,)).all()
    return sorted((emoji, handles[person_id]) for emoji, person_id in rows)


def test_reactions_are_one_s_own_and_once_each(desk: Desk) -> None:
    key = issue_of(desk)
    known = desk.do(comments.add, by="mchen", issue=key, body=text("done"))
    which = {"issue": key, "comment_id": known.id}
    for handle, emoji in (("mchen", "tada"), ("mchen", ":tada:"), ("tbreslin", "+1")):
        desk.do(comment_reactions.add, by=handle, **which, emoji=emoji)
    assert shown_below(desk, known.id) == [("+1", "tbreslin"), ("tada", "mchen")]
    desk.do(comment_reactions.remove, by="tbreslin", **which, emoji="tada")
    desk.do(comment_reactions.remove, by="tbreslin", **which, emoji="thumbsup")
    assert shown_below(desk, known.id) == [("tada", "mchen")]


def test_viewers_and_unknown_emoji_are_refused(desk: Desk) -> None:
    key = issue_of(desk)
    known = desk.do(comments.add, by="mchen", issue=key, body=text("done"))
    which = {"issue": key, "comment_id": known.id}
    refusal = desk.refused(comment_reactions.add, by="gostrander", **which, emoji="tada")
    assert refusal.code == "permission_denied"
    refusal = desk.refused(comment_reactions.add, by="mchen", **which, emoji="nonsense")
    assert refusal.code == "invalid_name"
