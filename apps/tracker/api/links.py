"""Links between issues, and from issues to pages elsewhere.

https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-issue-links/
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import flask

from workworld.apps.tracker.api.rows import (
    Arguments,
    an_object,
    given,
    nothing,
    platform,
    required,
)
from workworld.apps.tracker.models import IssueLink, RemoteLink
from workworld.apps.tracker.service import links, remote_links
from workworld.apps.tracker.service.remote_links import Saved
from workworld.apps.tracker.wire import activity, metadata, texts
from workworld.apps.tracker.wire.addresses import self_of
from workworld.context import Context
from workworld.errors import Invalid, Problem


def _accept_add(ctx: Context, arguments: Arguments) -> Arguments:
    """The issue that is called inward is the source: it ``blocks`` the outward one."""
    kind = an_object(arguments, "type")
    comment = an_object(arguments, "comment")
    return {
        "type_id": _ref(kind, "type", "id", "name"),
        "source": _ref(an_object(arguments, "inwardIssue"), "inwardIssue", "key", "id"),
        "target": _ref(an_object(arguments, "outwardIssue"), "outwardIssue", "key", "id"),
        **({"comment": texts.body(ctx, comment.get("body"), "comment")} if comment else {}),
    }


def _ref(thing: Arguments, field: str, *names: str) -> str:
    for name in names:
        if thing.get(name) not in (None, ""):
            return str(thing[name])
    raise Invalid("invalid_fields", problems=[Problem("missing required field", field)])


def _present_added(ctx: Context, row: IssueLink) -> flask.Response:
    answer = flask.Response(status=201, mimetype="application/json")
    answer.headers["Location"] = self_of(ctx, "issueLink", row.id)
    return answer


def _accept_link(_ctx: Context, arguments: Arguments) -> Arguments:
    return {"link_id": arguments["link_id"]}


def _present_link(ctx: Context, both: links.Both) -> dict[str, Any]:
    return {
        "id": both.link.id,
        "self": self_of(ctx, "issueLink", both.link.id),
        "type": metadata.link_type(ctx, both.type),
        "inwardIssue": activity.linked(ctx, both.source),
        "outwardIssue": activity.linked(ctx, both.target),
    }


def _accept_remotes(_ctx: Context, arguments: Arguments) -> Arguments:
    return {"issue": arguments["issue"], **given(arguments, global_id="globalId")}


def _present_remotes(ctx: Context, found: Sequence[RemoteLink]) -> Any:
    shapes = [activity.remote_link(ctx, each) for each in found]
    return shapes[0] if ctx.request.arguments.get("globalId") and shapes else shapes


def _said(arguments: Arguments) -> dict[str, Any]:
    thing = an_object(arguments, "object")
    missing = [name for name in ("url", "title") if not thing.get(name)]
    if missing:
        problems = [Problem(f"'{name}' is required.", name) for name in missing]
        raise Invalid("invalid_fields", problems=problems)
    relationship = given(arguments, relationship="relationship")
    return {**given(thing, url="url", title="title", summary="summary"), **relationship}


def _accept_put(_ctx: Context, arguments: Arguments) -> Arguments:
    called = given(arguments, global_id="globalId")
    return {"issue": arguments["issue"], **called, **_said(arguments)}


def _present_saved(ctx: Context, saved: Saved) -> Any:
    row = saved.link
    where = self_of(ctx, "issue", row.issue_id, "remotelink", row.id)
    answer = flask.jsonify({"id": int(row.id), "self": where})
    answer.status_code = 201 if saved.is_new else 200
    return answer


def _accept_remote(_ctx: Context, arguments: Arguments) -> Arguments:
    return {"issue": arguments["issue"], "link_id": arguments["link_id"]}


def _accept_edit(ctx: Context, arguments: Arguments) -> Arguments:
    return {**_accept_remote(ctx, arguments), **_said(arguments)}


def _accept_global(_ctx: Context, arguments: Arguments) -> Arguments:
    return {"issue": arguments["issue"], "global_id": required(arguments, "globalId")}


_REMOTES = "issue/<issue>/remotelink"
_REMOTE = f"{_REMOTES}/<link_id>"

ENDPOINTS = (
    platform("POST", "issueLink", links.add, _accept_add, _present_added, status=201),
    platform("GET", "issueLink/<link_id>", links.info, _accept_link, _present_link),
    platform("DELETE", "issueLink/<link_id>", links.delete, _accept_link, nothing),
    platform("GET", _REMOTES, remote_links.list, _accept_remotes, _present_remotes),
    platform("POST", _REMOTES, remote_links.put, _accept_put, _present_saved),
    platform("DELETE", _REMOTES, remote_links.delete_by_global_id, _accept_global, nothing),
    platform("GET", _REMOTE, remote_links.info, _accept_remote, activity.remote_link),
    platform("PUT", _REMOTE, remote_links.edit, _accept_edit, nothing),
    platform("DELETE", _REMOTE, remote_links.delete, _accept_remote, nothing),
)
