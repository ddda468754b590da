"""Rules from which one can begin to build."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from workworld.errors import NotFound


@dataclass(frozen=True, slots=True)
class Template:
    """A rule that many need."""

    id: str
    name: str
    description: str
    icon: str
    trigger: Mapping[str, Any]
    parts: Sequence[Mapping[str, Any]]


def called(template_id: str) -> Template:
    """The template of an id.

    Raises:
        NotFound: ``template_not_found``.
    """
    for each in TEMPLATES:
        if each.id == template_id:
            return each
    raise NotFound("template_not_found", "There is no such template.")


def _part(kind: str, **settings: Any) -> dict[str, Any]:
    return {"kind": kind, "settings": settings}


def _branch(relation: str, *parts: Mapping[str, Any], jql: str = "") -> dict[str, Any]:
    return {**_part("branch", relation=relation, jql=jql), "parts": [*parts]}


TEMPLATES: Sequence[Template] = (
    Template(
        "close-parent",
        "Close the parent when all its children are done",
        "The last child that is done closes what it is a part of.",
        "circle-check",
        {"kind": "transitioned", "settings": {"to_statuses": ["Done"]}},
        [
            _branch(
                "parent",
                _part("related", relation="children", which="all", jql="statusCategory = Done"),
                _part("transition", status="Done", comment="All that it consists of is done."),
            )
        ],
    ),
    Template(
        "stale-bugs",
        "Remind of stale bugs",
        "Every Monday morning, of open bugs that nobody has touched for a month.",
        "hourglass",
        {
            "kind": "scheduled",
            "settings": {
                "cron": "0 0 9 ? * MON",
                "jql": "issuetype = Bug AND statusCategory != Done AND updated <= -30d",
            },
        },
        [
            _part(
                "comment",
                text="Nobody has touched this for a month. {{issue.assignee.displayName|Somebody}},"
                " is it still a bug?",
            )
        ],
    ),
    Template(
        "escalate",
        "Escalate what is highest and nobody's",
        "What has stood for half an hour with the highest priority and no assignee is flagged.",
        "siren",
        {
            "kind": "scheduled",
            "settings": {
                "cron": "*/10 * * * *",
                "jql": "priority = Highest AND assignee IS EMPTY AND created <= -30m"
                " AND statusCategory != Done AND (labels IS EMPTY OR labels NOT IN (escalated))",
            },
        },
        [
            _part("edit", field="labels", verb="add", value="escalated"),
            _part("comment", text="This has the highest priority and nobody is on it."),
            _part("notify", whom=["reporter", "watchers"], text="{{issue.key}} is nobody's yet."),
        ],
    ),
    Template(
        "triage",
        "Hand out new bugs",
        "New bugs go to those who are assignable, whoever has the least to do first.",
        "user-plus",
        {"kind": "created", "settings": {}},
        [
            _part("field", field="issuetype", operator="equals", value="Bug"),
            _part("field", field="assignee", operator="empty"),
            _part("assign", how="least_busy"),
        ],
    ),
    Template(
        "due-soon",
        "Remind before the due date",
        "The day before, whoever has the issue is told.",
        "calendar-clock",
        {"kind": "due", "settings": {"days": 1, "hour": 9}},
        [
            _part(
                "notify",
                whom=["assignee"],
                text="{{issue.key}} is due on {{issue.duedate.longDate}}.",
            )
        ],
    ),
    Template(
        "unblock",
        "Say that a blocker is done",
        "What an issue blocks gets a comment when it is done.",
        "link",
        {"kind": "transitioned", "settings": {"to_statuses": ["Done"]}},
        [
            _branch(
                "blocked",
                _part("comment", text="{{triggerIssue.key}} is done, which stood in the way."),
            )
        ],
    ),
    Template(
        "sub-tasks",
        "Give every story its sub-tasks",
        "A new story gets sub-tasks for its design, its tests and its documentation.",
        "list-tree",
        {"kind": "created", "settings": {}},
        [
            _part("field", field="issuetype", operator="equals", value="Story"),
            *(
                _part("create_subtask", type="Sub-task", summary=f"{what}: {{{{issue.summary}}}}")
                for what in ("Design", "Tests", "Documentation")
            ),
        ],
    ),
    Template(
        "reopen",
        "Reopen what is commented after its end",
        "A comment of the reporter on a done issue moves it on to be looked at again.",
        "message-square",
        {"kind": "commented", "settings": {"which": "all"}},
        [
            _part("jql", jql="statusCategory = Done"),
            _part(
                "values",
                first="{{comment.author.accountId}}",
                operator="equals",
                second="{{issue.reporter.accountId}}",
            ),
            _part("transition", status="Reopened"),
        ],
    ),
)
