"""Service desks: https://developer.atlassian.com/cloud/jira/service-desk/rest/intro/"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from workworld.approvals.records import Record
from workworld.apps.tracker.api.rows import (
    MOST,
    Arguments,
    an_object,
    given,
    is_true,
    nothing,
    required,
    whole,
)
from workworld.apps.tracker.listed import Listed
from workworld.apps.tracker.models import Comment, Issue, Rating, RequestType
from workworld.apps.tracker.service import (
    approvals,
    comments,
    customers,
    desk_parts,
    desks,
    organizations,
    participants,
    queues,
    ratings,
    request_types,
    requests,
    slas,
    transitions,
)
from workworld.apps.tracker.service.queues import Counted
from workworld.apps.tracker.service.search import Found
from workworld.apps.tracker.service.slas import IssueSla
from workworld.apps.tracker.wire import desks as shapes
from workworld.apps.tracker.wire import inputs, texts
from workworld.apps.tracker.wire.issues import Issues
from workworld.apps.tracker.wire.selection import selected
from workworld.attempts import Accept, Present
from workworld.context import Context
from workworld.doors.paging import Answer
from workworld.doors.rest import Endpoint
from workworld.errors import Invalid, NotFound, Problem

_USUAL = 50
_COLUMNS = ("summary", "status", "assignee", "priority", "created")


@dataclass(frozen=True, slots=True)
class DeskPaging:
    """``start``, ``limit`` and ``isLastPage``, with the rows under ``values``."""

    items: str = "values"
    repeated: int = 0

    def first(self, size: int) -> dict[str, Any]:
        """From the beginning."""
        return {"start": 0, "limit": size}

    def following(self, asked: dict[str, Any], answer: Answer) -> dict[str, Any] | None:
        """Behind the last row of this page."""
        if answer["isLastPage"]:
            return None
        if not answer["values"]:
            raise ValueError("an empty page before the end")
        return {**asked, "start": asked["start"] + len(answer["values"])}


def _row(
    method: str,
    path: str,
    function: Callable[..., Any],
    accept: Accept,
    present: Present,
    names: Mapping[str, str] | None = None,
    *,
    status: int = 200,
    is_page: bool = False,
) -> tuple[Endpoint, ...]:
    at = f"/rest/servicedeskapi/{path}"
    paging = DeskPaging() if is_page else None
    return (Endpoint((method,), at, function, accept, present, names or {}, status, paging),)


def _page_of(arguments: Arguments) -> dict[str, Any]:
    start, size = whole(arguments, "start", 0), whole(arguments, "limit", _USUAL)
    return {"start": max(start, 0), "limit": min(max(size, 1), MOST)}


def _naming(**names: str) -> Accept:
    return lambda _ctx, arguments: {ours: arguments[theirs] for ours, theirs in names.items()}


def _naming_page(**names: str) -> Accept:
    return lambda _ctx, arguments: {
        **{ours: arguments[theirs] for ours, theirs in names.items()},
        **_page_of(arguments),
    }


def _each(shape: Callable[[Context, Any], Any]) -> Present:
    """A page of rows that the operation lists all at once."""

    def present(ctx: Context, found: Sequence[Any]) -> Any:
        page = _page_of(ctx.request.arguments)
        return shapes.paged(ctx, found, lambda each: shape(ctx, each), **page)

    return present


def _listed(shape: Callable[[Context, Any], Any]) -> Present:
    """A page of rows as the operation lists them."""

    def present(ctx: Context, found: Listed[Any]) -> Any:
        limit = _page_of(ctx.request.arguments)["limit"]
        values = [shape(ctx, each) for each in found.items]
        return shapes.page(ctx, values, start=found.start, limit=limit, is_last=found.is_last)

    return present


def _people_of(arguments: Arguments) -> Sequence[str]:
    """``accountIds``, or ``usernames`` as older clients say."""
    named = [arguments.get(name) or () for name in ("accountIds", "usernames")]
    found = [each for some in named for each in ([some] if isinstance(some, str) else some)]
    if not found or not all(isinstance(each, str) for each in found):
        raise Invalid("invalid_arguments", problems=[Problem("expected account ids", "accountIds")])
    return found


# Request types


def _accept_types(_ctx: Context, arguments: Arguments) -> Arguments:
    return {"project": arguments["desk"], **given(arguments, text="searchQuery")}


def _accept_type(ctx: Context, arguments: Arguments) -> Arguments:
    row = desk_parts.known(ctx, RequestType, str(arguments["request_type"]))
    if row.project_id != desk_parts.desk(ctx, str(arguments["desk"])).id:
        raise NotFound("request_type_not_found", f"There is no request type {row.id}.")
    return {"request_type_id": row.id}


def _accept_new_type(_ctx: Context, arguments: Arguments) -> Arguments:
    return {
        "project": arguments["desk"],
        "name": required(arguments, "name"),
        "issue_type": str(required(arguments, "issueTypeId")),
        **given(arguments, description="description", help_text="helpText"),
    }


def _present_form(_ctx: Context, found: Sequence[Any]) -> Any:
    return {
        "requestTypeFields": [shapes.asked_field(each) for each in found],
        "canRaiseOnBehalfOf": False,
        "canAddRequestParticipants": True,
    }


# Requests


def _accept_request(ctx: Context, arguments: Arguments) -> Arguments:
    type_id = str(required(arguments, "requestTypeId"))
    row = desk_parts.known(ctx, RequestType, type_id)
    project = desk_parts.desk(ctx, row.project_id)
    values = an_object(arguments, "requestFieldValues")
    behalf = {"on_behalf_of": "raiseOnBehalfOf", "organization_id": "organizationId"}
    return {
        "request_type_id": type_id,
        "fields": inputs.values(ctx, values, project),
        **given(arguments, **behalf),
        **given(arguments, participant_ids="requestParticipants"),
    }


def _present_made(ctx: Context, row: Issue) -> Any:
    return shapes.request(ctx, requests.views(ctx, [row])[0])


_WHOSE = {
    "OWNED_REQUESTS": "owned",
    "PARTICIPATED_REQUESTS": "participated",
    "ORGANIZATION": "organization",
}
_OPENNESS = {"OPEN_REQUESTS": "open", "CLOSED_REQUESTS": "closed"}


def _accept_requests(_ctx: Context, arguments: Arguments) -> Arguments:
    return {
        **given(arguments, project="serviceDeskId", request_type_id="requestTypeId"),
        **given(arguments, text="searchTerm"),
        "whose": _WHOSE.get(str(arguments.get("requestOwnership")), "all"),
        "status": _OPENNESS.get(str(arguments.get("requestStatus")), "all"),
        **_page_of(arguments),
    }


def _present_status(ctx: Context, view: requests.RequestView) -> Any:
    value = shapes.status(ctx, view)
    return shapes.page(ctx, [value], start=0, limit=_USUAL, is_last=True)


# Comments


def _accept_comment(ctx: Context, arguments: Arguments) -> Arguments:
    body = texts.body(ctx, required(arguments, "body"), "comment")
    is_public = arguments.get("public")
    internal = is_public is not None and not is_true(is_public)
    return {"issue": arguments["issue"], "body": body, "is_internal": internal}


def _present_comments(ctx: Context, found: Listed[Comment]) -> Any:
    asked = ctx.request.arguments
    wanted = {
        is_public
        for is_public, name in ((True, "public"), (False, "internal"))
        if asked.get(name) in (None, "") or is_true(asked[name])
    }
    rows = [row for row in found.items if (not row.is_internal) in wanted]
    page = _page_of(asked)
    return shapes.paged(ctx, rows, lambda row: shapes.comment(ctx, row), **page)


def _accept_all_comments(_ctx: Context, arguments: Arguments) -> Arguments:
    _page_of(arguments)
    return {"issue": arguments["issue"], "limit": MOST}


# Clocks, approvals, people


def _present_sla(ctx: Context, found: Sequence[IssueSla]) -> Any:
    wanted = str(ctx.request.arguments["sla_id"])
    for each in found:
        if each.sla.id == wanted:
            return shapes.sla(ctx, each)
    raise NotFound("sla_not_found", "The SLA metric could not be found.")


def _present_approval(ctx: Context, found: Sequence[Record]) -> Any:
    wanted = str(ctx.request.arguments["approval_id"])
    for each in found:
        if each.approval.id == wanted:
            return shapes.approval(ctx, each)
    raise NotFound("approval_not_found", "There is no such approval.")


def _accept_answer(_ctx: Context, arguments: Arguments) -> Arguments:
    decision = arguments.get("decision")
    if decision not in ("approve", "decline"):
        problem = Problem("It is approve or decline.", "decision")
        raise Invalid("invalid_arguments", problems=[problem])
    return {
        "issue": arguments["issue"],
        "approval_id": arguments["approval_id"],
        "approve": decision == "approve",
    }


def _accept_participants(_ctx: Context, arguments: Arguments) -> Arguments:
    return {"issue": arguments["issue"], "person_ids": _people_of(arguments)}


def _accept_members(_ctx: Context, arguments: Arguments) -> Arguments:
    return {"organization_id": arguments["organization"], "person_ids": _people_of(arguments)}


def _accept_customers(_ctx: Context, arguments: Arguments) -> Arguments:
    return {"project": arguments["desk"], "person_ids": _people_of(arguments)}


def _accept_new_customer(_ctx: Context, arguments: Arguments) -> Arguments:
    named = given(arguments, name="fullName") | given(arguments, name="displayName")
    return {"email": required(arguments, "email"), **named}


def _accept_find_customers(_ctx: Context, arguments: Arguments) -> Arguments:
    return {"project": arguments["desk"], **given(arguments, text="query"), **_page_of(arguments)}


def _accept_served(_ctx: Context, arguments: Arguments) -> Arguments:
    id = str(required(arguments, "organizationId"))
    return {"project": arguments["desk"], "organization_id": id}


def _accept_organization(_ctx: Context, arguments: Arguments) -> Arguments:
    return {"name": required(arguments, "name"), **given(arguments, project="serviceDeskId")}


# Queues


def _accept_queues(_ctx: Context, arguments: Arguments) -> Arguments:
    return {"project": arguments["desk"], "with_count": is_true(arguments.get("includeCount"))}


def _accept_queue(ctx: Context, arguments: Arguments) -> Arguments:
    return {**_accept_queues(ctx, arguments), "queue_id": arguments["queue_id"]}


def _present_queue(ctx: Context, each: Counted) -> Any:
    counted = is_true(ctx.request.arguments.get("includeCount"))
    return shapes.queue(ctx, each, with_count=counted)


def _present_issues(ctx: Context, found: Found) -> Any:
    page = _page_of(ctx.request.arguments)
    values = Issues(ctx, selected(None, _COLUMNS))
    is_last = found.start + len(found.rows) >= (found.total or 0)
    return shapes.page(ctx, values.of_rows(found.rows), **page, is_last=is_last)


# Transitions and ratings


def _present_ways(ctx: Context, found: Sequence[Any]) -> Any:
    open_ones = [each for each in found if each.refused is None]
    values = [{"id": str(e.transition.number), "name": e.transition.name} for e in open_ones]
    return shapes.paged(ctx, values, lambda each: each, **_page_of(ctx.request.arguments))


def _accept_way(ctx: Context, arguments: Arguments) -> Arguments:
    said = an_object(arguments, "additionalComment").get("body")
    comment = {} if not said else {"comment": texts.body(ctx, said, "comment")}
    return {
        "issue": arguments["issue"],
        "transition": str(required(arguments, "id")),
        **comment,
    }


def _accept_rating(_ctx: Context, arguments: Arguments) -> Arguments:
    body = an_object(arguments, "comment").get("body")
    return {
        "issue": arguments["issue"],
        "stars": required(arguments, "rating"),
        **({"remark": body} if isinstance(body, str) else {}),
    }


def _present_rating(_ctx: Context, row: Rating) -> Any:
    return shapes.rating(row)


_ISSUE = _naming(issue="issue")
_REQUEST, _DESK = "request/<issue>", "servicedesk/<desk>"
_COMPANY = "organization/<organization>"
_TYPE = f"{_DESK}/requesttype/<request_type>"
_PEOPLE = {"person_ids": "accountIds"}
_ASKED = {"request_type_id": "requestTypeId", "on_behalf_of": "raiseOnBehalfOf"}
_NARROWED = {
    "project": "serviceDeskId",
    "request_type_id": "requestTypeId",
    "whose": "requestOwnership",
    "status": "requestStatus",
    "text": "searchTerm",
}


def _person(ctx: Context, row: Any) -> Any:
    return shapes.user(ctx, row)


ENDPOINTS = (
    _row("GET", "servicedesk", desks.list, _naming_page(), _listed(shapes.desk), is_page=True),
    _row("GET", _DESK, desks.info, _naming(project="desk"), shapes.desk),
    _row("GET", f"{_DESK}/requesttype", request_types.list, _accept_types,
         _each(shapes.request_type), is_page=True),
    _row("POST", f"{_DESK}/requesttype", request_types.create, _accept_new_type,
         shapes.request_type, {"issue_type": "issueTypeId", "help_text": "helpText"}, status=201),
    _row("GET", _TYPE, request_types.info, _accept_type, shapes.request_type),
    _row("DELETE", _TYPE, request_types.delete, _accept_type, nothing),
    _row("GET", f"{_TYPE}/field", request_types.form, _accept_type, _present_form),
    _row("GET", f"{_DESK}/queue", queues.list, _accept_queues, _each(_present_queue),
         is_page=True),
    _row("GET", f"{_DESK}/queue/<queue_id>", queues.info, _accept_queue, _present_queue),
    _row("GET", f"{_DESK}/queue/<queue_id>/issue", queues.issues,
         _naming_page(project="desk", queue_id="queue_id"), _present_issues, is_page=True),
    _row("POST", "customer", customers.create, _accept_new_customer, _person,
         {"name": "displayName"}, status=201),
    _row("GET", f"{_DESK}/customer", desks.customers, _accept_find_customers, _listed(_person),
         is_page=True),
    _row("POST", f"{_DESK}/customer", desks.add_customers, _accept_customers, nothing, _PEOPLE),
    _row("DELETE", f"{_DESK}/customer", desks.remove_customers, _accept_customers, nothing,
         _PEOPLE),
    _row("GET", f"{_DESK}/organization", organizations.list, _naming_page(project="desk"),
         _listed(shapes.organization), is_page=True),
    _row("POST", f"{_DESK}/organization", organizations.serve, _accept_served, nothing),
    _row("DELETE", f"{_DESK}/organization", organizations.dismiss, _accept_served, nothing),
    _row("GET", "organization", organizations.list, _naming_page(),
         _listed(shapes.organization), is_page=True),
    _row("POST", "organization", organizations.create, _accept_organization,
         shapes.organization, status=201),
    _row("GET", _COMPANY, organizations.info, _naming(organization_id="organization"),
         shapes.organization),
    _row("DELETE", _COMPANY, organizations.delete_organization,
         _naming(organization_id="organization"), nothing),
    _row("GET", f"{_COMPANY}/user", organizations.members,
         _naming_page(organization_id="organization"), _listed(_person), is_page=True),
    _row("POST", f"{_COMPANY}/user", organizations.add_members, _accept_members, nothing,
         _PEOPLE),
    _row("DELETE", f"{_COMPANY}/user", organizations.remove_members, _accept_members, nothing,
         _PEOPLE),
    _row("GET", "request", requests.list, _accept_requests, _listed(shapes.request), _NARROWED,
         is_page=True),
    _row("POST", "request", requests.create, _accept_request, _present_made, _ASKED, status=201),
    _row("GET", _REQUEST, requests.info, _ISSUE, shapes.request),
    _row("GET", f"{_REQUEST}/status", requests.info, _ISSUE, _present_status),
    _row("GET", f"{_REQUEST}/comment", comments.list, _accept_all_comments, _present_comments,
         is_page=True),
    _row("POST", f"{_REQUEST}/comment", comments.add, _accept_comment, shapes.comment,
         status=201),
    _row("GET", f"{_REQUEST}/comment/<comment_id>", comments.info,
         _naming(issue="issue", comment_id="comment_id"), shapes.comment),
    _row("GET", f"{_REQUEST}/participant", participants.list, _ISSUE, _each(_person),
         is_page=True),
    _row("POST", f"{_REQUEST}/participant", participants.add, _accept_participants,
         _each(_person), _PEOPLE),
    _row("DELETE", f"{_REQUEST}/participant", participants.remove, _accept_participants,
         _each(_person), _PEOPLE),
    _row("GET", f"{_REQUEST}/sla", slas.of_issue, _ISSUE, _each(shapes.sla), is_page=True),
    _row("GET", f"{_REQUEST}/sla/<sla_id>", slas.of_issue, _ISSUE, _present_sla),
    _row("GET", f"{_REQUEST}/approval", approvals.list, _ISSUE, _each(shapes.approval),
         is_page=True),
    _row("GET", f"{_REQUEST}/approval/<approval_id>", approvals.list, _ISSUE, _present_approval),
    _row("POST", f"{_REQUEST}/approval/<approval_id>", approvals.answer, _accept_answer,
         shapes.approval),
    _row("GET", f"{_REQUEST}/transition", transitions.list, _ISSUE, _present_ways, is_page=True),
    _row("POST", f"{_REQUEST}/transition", transitions.perform, _accept_way, nothing,
         {"transition": "id"}),
    _row("GET", f"{_REQUEST}/feedback", ratings.info, _ISSUE, _present_rating),
    _row("POST", f"{_REQUEST}/feedback", ratings.rate, _accept_rating, _present_rating,
         {"stars": "rating"}, status=201),
    _row("DELETE", f"{_REQUEST}/feedback", ratings.delete, _ISSUE, nothing),
)  # fmt: skip
