"""Issues as oracles find and change them, and which changes that comes to."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from workworld.apps.tracker.service import comments as spoken
from workworld.apps.tracker.service import users
from workworld.calls import perform
from workworld.context import Actor
from workworld.grading import Allowed, Episode
from workworld.richtext.json_form import to_json
from workworld.richtext.markdown_reader import from_markdown
from workworld.worlds import World

Row = Mapping[str, Any]
_ESCAPED = re.compile(r"\\([^\w\s])")
_NOTED = ("version", "updated_us")


def use(episode: Episode, tool: str, **arguments: Any) -> Any:
    """Call a tool of the tracker, on the one site that there is; its answer as JSON."""
    (site,) = episode.use("getAccessibleAtlassianResources").json()
    return episode.use(tool, cloudId=site["id"], **arguments).json()


def found(episode: Episode, query: str, *fields: str) -> list[Row]:
    """The issues that a query in JQL finds, read to the end.

    Args:
        episode: in which it is asked.
        query: in JQL.
        fields: what is told of each, by id, besides id and key.
    """
    asked: dict[str, Any] = {"jql": query, "fields": list(fields or ("summary",))}
    answer = use(episode, "searchJiraIssuesUsingJql", **asked, maxResults=100)
    rows: list[Row] = answer["issues"]
    while token := answer.get("nextPageToken"):
        answer = use(
            episode, "searchJiraIssuesUsingJql", **asked, maxResults=100, nextPageToken=token
        )
        rows += answer["issues"]
    return rows


def comments(episode: Episode, key: str) -> list[str]:
    """What has been said of an issue, the oldest first, without Markdown's backslashes."""
    texts: list[str] = []
    while True:
        answer = use(episode, "getJiraIssueComments", issueIdOrKey=key, startAt=len(texts))
        texts += [_ESCAPED.sub(r"\1", each["body"]) for each in answer["values"]]
        if answer["isLast"]:
            return texts


def assign(episode: Episode, key: str, person_id: str | None) -> None:
    """Give an issue to somebody, or to nobody."""
    whom = {} if person_id is None else {"accountId": person_id}
    use(episode, "assignJiraIssue", issueIdOrKey=key, **whom)


def comment(episode: Episode, key: str, text: str) -> None:
    """Say something of an issue."""
    use(episode, "addCommentToJiraIssue", issueIdOrKey=key, commentBody=text)


def assignable(world: World, person_id: str, project: str) -> set[str]:
    """Ids of those to whom somebody may give issues of a project, which is told by its key."""
    found = perform(world, Actor(person_id), users.assignable, project=project, limit=100)
    return {each.id for each in found.items}


def said(world: World, person_id: str, key: str, text: str) -> None:
    """Have somebody say a plain sentence of an issue, before the task begins."""
    body = to_json(from_markdown(text))
    perform(world, Actor(person_id), spoken.add, issue=key, body=body)


def field_becomes(issue_id: str, column: str, value: Any) -> Allowed:
    """The change of one field of an issue."""
    where = {"id": issue_id, column: value}
    return Allowed("tracker_issues", "update", where, only=(column, *_NOTED))


def watched(issue_id: str, person_ids: Sequence[str]) -> list[Allowed]:
    """These people begin to watch an issue, as who gets it or speaks of it does by themselves."""
    return [
        Allowed("tracker_watchers", "insert", {"issue_id": issue_id, "person_id": each})
        for each in person_ids
    ]
