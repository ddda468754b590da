"""The same actions in the words of the community's server, and what it has besides."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from tests.conformance.parity import Case, Words
from tests.conformance.parity_cases.tracker.words import case, three

_NEW = {"project_key": "CAL", "issue_type": "Task"}
_ASKED = {"service_desk_id": "SUP", "request_type_id": "$request_type"}
_ENDS = {"link_type": "Blocks", "inward_issue_key": "$issue"}
WORDS: Mapping[tuple[str, str], tuple[str, Mapping[str, Any]]] = {
    ("issues.create", "plain"): ("create_issue", {**_NEW, "summary": "New one"}),
    ("issues.create", "empty"): ("create_issue", {**_NEW, "summary": ""}),
    ("issues.edit", "summary"): (
        "update_issue",
        {"issue_key": "$issue", "fields": json.dumps({"summary": "Changed"})},
    ),
    ("issues.edit", "too long"): (
        "update_issue",
        {"issue_key": "$issue", "fields": json.dumps({"summary": "x" * 256})},
    ),
    ("issues.edit", "missing"): (
        "update_issue",
        {"issue_key": "$missing", "fields": json.dumps({"summary": "Changed"})},
    ),
    ("issues.assign", "colleague"): (
        "assign_issue",
        {"issue_key": "$issue", "assignee": "mchen@calderoute.example"},
    ),
    ("issues.assign", "nobody known"): (
        "assign_issue",
        {"issue_key": "$issue", "assignee": "UNKNOWN"},
    ),
    ("transitions.perform", "start"): (
        "transition_issue",
        {"issue_key": "$issue", "transition_id": "$start"},
    ),
    ("transitions.perform", "no such"): (
        "transition_issue",
        {"issue_key": "$issue", "transition_id": "9999"},
    ),
    ("issues.delete", "admin"): ("delete_issue", {"issue_key": "$issue"}),
    ("issues.delete", "developer"): ("delete_issue", {"issue_key": "$issue"}),
    ("comments.add", "plain"): ("add_comment", {"issue_key": "$issue", "body": "said"}),
    ("comments.add", "missing"): ("add_comment", {"issue_key": "$missing", "body": "said"}),
    ("worklogs.add", "an hour"): ("add_worklog", {"issue_key": "$issue", "time_spent": "1h"}),
    ("worklogs.add", "missing"): ("add_worklog", {"issue_key": "$missing", "time_spent": "1h"}),
    ("watchers.watch", "a colleague"): (
        "add_watcher",
        {"issue_key": "$issue", "user_identifier": "$mchen"},
    ),
    ("watchers.watch", "nobody known"): (
        "add_watcher",
        {"issue_key": "$issue", "user_identifier": "UNKNOWN"},
    ),
    ("watchers.unwatch", "a colleague"): (
        "remove_watcher",
        {"issue_key": "$issue", "account_id": "$mchen"},
    ),
    ("links.add", "two"): ("create_issue_link", {**_ENDS, "outward_issue_key": "$third"}),
    ("links.add", "itself"): ("create_issue_link", {**_ENDS, "outward_issue_key": "$issue"}),
    ("links.delete", "admin"): ("remove_issue_link", {"link_id": "$link"}),
    ("links.delete", "missing"): ("remove_issue_link", {"link_id": "$no_number"}),
    ("remote_links.put", "a page"): (
        "create_remote_issue_link",
        {"issue_key": "$issue", "url": "https://status.example/1", "title": "Status"},
    ),
    ("remote_links.put", "no address"): (
        "create_remote_issue_link",
        {"issue_key": "$issue", "url": "nowhere", "title": "Status"},
    ),
    ("sprint_moves.to_sprint", "one"): (
        "add_issues_to_sprint",
        {"sprint_id": "$future", "issue_keys": "$issue"},
    ),
    ("sprint_moves.to_sprint", "missing"): (
        "add_issues_to_sprint",
        {"sprint_id": "$future", "issue_keys": "$missing"},
    ),
    ("requests.create", "new"): (
        "create_customer_request",
        {**_ASKED, "request_field_values": json.dumps({"summary": "Where is it?"})},
    ),
    ("requests.create", "empty"): (
        "create_customer_request",
        {**_ASKED, "request_field_values": json.dumps({"summary": ""})},
    ),
    ("sprint_moves.to_backlog", "one"): ("move_issues_to_backlog", {"issue_keys": "$issue"}),
    ("sprint_moves.to_backlog", "missing"): (
        "move_issues_to_backlog",
        {"issue_keys": "$missing"},
    ),
}
"""By operation and name of the case: the tool, without ``jira_``, and its arguments."""


def with_theirs(each: Case) -> Case:
    """A case with the words of the community's server, if it has any for it."""
    theirs = WORDS.get((each.operation.partition(".")[2], each.name))
    return each if theirs is None else replace(each, also=[Words(f"jira_{theirs[0]}", theirs[1])])


def _several() -> Iterator[Case]:
    for name, outcome, summary in (("one", "ok", "New one"), ("empty", "invalid_fields", "")):
        fields = {"project": {"id": "$cal"}, "issuetype": {"name": "Task"}, "summary": summary}
        said = {**_NEW, "summary": summary, "labels": "yard"}
        yield case(
            "bulk_creation.create",
            name,
            outcome,
            rest=(
                three("POST issue/bulk"),
                {"issueUpdates": [{"fields": {**fields, "labels": ["yard"]}}]},
            ),
            mcp=("jira_batch_create_issues", {"issues": json.dumps([said])}),
        )


def _sprints() -> Iterator[Case]:
    for name, outcome, sprint in (
        ("renamed", "ok", "$future"),
        ("missing", "sprint_not_found", "99999"),
    ):
        yield case(
            "sprint_updates.update",
            name,
            outcome,
            rest=(f"POST agile/1.0/sprint/{sprint}", {"name": "Yard"}),
            mcp=("jira_update_sprint", {"sprint_id": sprint, "name": "Yard"}),
        )


CASES = (*_several(), *_sprints())
