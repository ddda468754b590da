"""What happens below an issue: comments, work, watching, links."""

from __future__ import annotations

from collections.abc import Iterator

from tests.conformance.parity import Case, Facts, Sent
from tests.conformance.parity_cases.tracker.words import DOCUMENT, case, three

from workworld.apps.tracker.service import properties
from workworld.calls import perform
from workworld.context import Actor
from workworld.worlds import World


def _comments() -> Iterator[Case]:
    for name, outcome, issue, handle in (
        ("plain", "ok", "$issue", "aruiz"),
        ("missing", "issue_not_found", "$missing", "aruiz"),
    ):
        yield case(
            "comments.add",
            name,
            outcome,
            rest=(three(f"POST issue/{issue}/comment"), {"body": DOCUMENT}),
            mcp=("addCommentToJiraIssue", {"issueIdOrKey": issue, "commentBody": "said"}),
            ui=(f"/browse/{issue}/comments", {"body": "said"}),
            handle=handle,
        )
    for name, outcome, comment in (
        ("admin", "ok", "$comment"),
        ("missing", "comment_not_found", "$no_number"),
    ):
        where = f"issue/$commented/comment/{comment}"
        said = {"issueIdOrKey": "$commented", "commentId": comment}
        yield case(
            "comments.edit",
            name,
            outcome,
            rest=(three(f"PUT {where}"), {"body": DOCUMENT}),
            mcp=("addCommentToJiraIssue", {**said, "commentBody": "said"}),
            ui=(f"/browse/$commented/comments/{comment}", {"body": "said"}),
        )
        yield case(
            "comments.delete",
            name,
            outcome,
            rest=(three(f"DELETE {where}"), {}),
            mcp=("deleteJiraIssueComment", said),
            ui=(f"/browse/$commented/comments/{comment}/delete", {}),
        )


def _work() -> Iterator[Case]:
    for name, outcome, issue in (
        ("an hour", "ok", "$issue"),
        ("missing", "issue_not_found", "$missing"),
    ):
        yield case(
            "worklogs.add",
            name,
            outcome,
            rest=(three(f"POST issue/{issue}/worklog"), {"timeSpent": "1h"}),
            mcp=("addWorklogToJiraIssue", {"issueIdOrKey": issue, "timeSpent": "1h"}),
            ui=(f"/browse/{issue}/work", {"spent": "1h"}),
        )
    for name, outcome, worklog in (
        ("admin", "ok", "$worklog"),
        ("missing", "worklog_not_found", "$no_number"),
    ):
        where = f"issue/$worked/worklog/{worklog}"
        said = {"issueIdOrKey": "$worked", "worklogId": worklog}
        yield case(
            "worklogs.edit",
            name,
            outcome,
            rest=(three(f"PUT {where}"), {"timeSpent": "2h"}),
            mcp=("addWorklogToJiraIssue", {**said, "timeSpent": "2h"}),
            ui=(f"/browse/$worked/work/{worklog}", {"spent": "2h"}),
        )
        yield case(
            "worklogs.delete",
            name,
            outcome,
            rest=(three(f"DELETE {where}"), {}),
            mcp=("deleteJiraIssueWorklog", said),
            ui=(f"/browse/$worked/work/{worklog}/delete", {}),
        )


def _watching() -> Iterator[Case]:
    for name, outcome, person in (
        ("a colleague", "ok", "$mchen"),
        ("nobody known", "user_not_found", "UNKNOWN"),
    ):
        said = {"issueIdOrKey": "$issue", "accountId": person}
        yield case(
            "watchers.watch",
            name,
            outcome,
            rest=(three("POST issue/$issue/watchers"), {"body": person}),
            mcp=("watchJiraIssue", said),
            ui=("/browse/$issue/watchers", {"person": person}),
        )
        yield case(
            "watchers.unwatch",
            name,
            outcome,
            rest=(three("DELETE issue/$issue/watchers"), {"accountId": person}),
            mcp=("unwatchJiraIssue", said),
            ui=("/browse/$issue/watchers", {"remove": person}),
        )
    for verb, tool, wish in (("vote", "voteForJiraIssue", "1"), ("unvote", "unvoteJiraIssue", "")):
        method = "POST" if verb == "vote" else "DELETE"
        for outcome, issue in (("ok", "$issue"), ("issue_not_found", "$missing")):
            yield case(
                f"votes.{verb}",
                outcome,
                outcome,
                rest=(three(f"{method} issue/{issue}/votes"), {}),
                mcp=(tool, {"issueIdOrKey": issue}),
                ui=(f"/browse/{issue}/vote", {"so": wish}),
            )


def _links() -> Iterator[Case]:
    for name, outcome, target in (
        ("two", "ok", "$third"),
        ("itself", "cannot_link_to_self", "$issue"),
    ):
        ends = {"inwardIssue": {"key": "$issue"}, "outwardIssue": {"key": target}}
        yield case(
            "links.add",
            name,
            outcome,
            rest=(three("POST issueLink"), {"type": {"name": "Blocks"}, **ends}),
            mcp=(
                "createIssueLink",
                {"type": "Blocks", "inwardIssue": "$issue", "outwardIssue": target},
            ),
            ui=("/browse/$issue/links", {"type": "Blocks:out", "other": target}),
        )
    for name, outcome, link in (
        ("admin", "ok", "$link"),
        ("missing", "link_not_found", "$no_number"),
    ):
        yield case(
            "links.delete",
            name,
            outcome,
            rest=(three(f"DELETE issueLink/{link}"), {}),
            mcp=("deleteIssueLink", {"linkId": link}),
            ui=(f"/browse/$issue/links/{link}/delete", {}),
        )
    for name, outcome, url in (
        ("a page", "ok", "https://status.example/1"),
        ("no address", "invalid_fields", "nowhere"),
    ):
        thing = {"url": url, "title": "Status"}
        yield case(
            "remote_links.put",
            name,
            outcome,
            rest=(three("POST issue/$issue/remotelink"), {"object": thing}),
            mcp=("putJiraIssueRemoteIssueLink", {"issueIdOrKey": "$issue", **thing}),
            ui=("/browse/$issue/weblinks", thing),
        )


def _files() -> Iterator[Case]:
    for name, outcome, issue in (
        ("a text", "ok", "$issue"),
        ("missing", "issue_not_found", "$missing"),
    ):
        sent = {"file": Sent("log.txt", b"it broke")}
        yield case(
            "attachments.add",
            name,
            outcome,
            rest=(three(f"POST issue/{issue}/attachments"), sent),
            mcp=(
                "addJiraAttachment",
                {"issueIdOrKey": issue, "filename": "log.txt", "content": "it broke"},
            ),
            ui=(f"/browse/{issue}/attachments", sent),
        )


def _with_property(world: World, facts: Facts) -> None:
    """A program keeps something with the issue."""
    kept = {"issue": facts["issue"], "key": "build", "value": 7}
    perform(world, Actor(facts["aruiz"]), properties.put, **kept)


def _properties() -> Iterator[Case]:
    for name, outcome, key in (("new", "ok", "size"), ("too long", "invalid_property", "k" * 256)):
        yield case(
            "properties.put",
            name,
            outcome,
            rest=(three(f"PUT issue/$issue/properties/{key}"), {"value": 7}),
            mcp=(
                "putJiraIssueProperty",
                {"issueIdOrKey": "$issue", "key": key, "value": {"value": 7}},
            ),
        )
    for name, outcome, key in (
        ("known", "ok", "build"),
        ("missing", "property_not_found", "size"),
    ):
        yield case(
            "properties.delete",
            name,
            outcome,
            rest=(three(f"DELETE issue/$issue/properties/{key}"), {}),
            mcp=("deleteJiraIssueProperty", {"issueIdOrKey": "$issue", "key": key}),
            before=_with_property,
        )


CASES = (*_comments(), *_work(), *_watching(), *_links(), *_files(), *_properties())
