"""Boards and sprints: https://developer.atlassian.com/cloud/jira/software/rest/"""

from __future__ import annotations

from typing import Any

from workworld.apps.tracker.models import Board, Issue, Project, Sprint
from workworld.apps.tracker.service import site
from workworld.apps.tracker.wire.addresses import agile_of, agile_stamp
from workworld.apps.tracker.wire.people import avatars
from workworld.context import Context


def board(ctx: Context, row: Board, project: Project | None) -> dict[str, Any]:
    """A board, and where it lies."""
    shape: dict[str, Any] = {
        "id": row.id,
        "self": agile_of(ctx, "board", row.id),
        "name": row.name,
        "type": row.kind,
        "isPrivate": False,
    }
    return shape | ({"location": _location(ctx, project)} if project else {})


def _location(ctx: Context, project: Project) -> dict[str, Any]:
    return {
        "projectId": int(project.id),
        "displayName": f"{project.name} ({project.key})",
        "projectName": project.name,
        "projectKey": project.key,
        "projectTypeKey": "software",
        "avatarURI": avatars(ctx, "project", project.id)["24x24"],
        "name": f"{project.name} ({project.key})",
    }


def sprint(ctx: Context, row: Sprint) -> dict[str, Any]:
    """A sprint; moments that are not known yet are left out."""
    moments = {
        "startDate": agile_stamp(row.start_us),
        "endDate": agile_stamp(row.end_us),
        "activatedDate": agile_stamp(row.activated_us),
        "completeDate": agile_stamp(row.completed_us),
        "createdDate": agile_stamp(row.created_us),
    }
    return {
        "id": row.id,
        "self": agile_of(ctx, "sprint", row.id),
        "state": row.state,
        "name": row.name,
        **{name: moment for name, moment in moments.items() if moment},
        "originBoardId": row.board_id,
        "goal": row.goal,
    }


def sprint_in_field(row: Sprint) -> dict[str, Any]:
    """A sprint as the field of an issue has it."""
    moments = {
        "startDate": agile_stamp(row.start_us),
        "endDate": agile_stamp(row.end_us),
        "completeDate": agile_stamp(row.completed_us),
    }
    return {
        "id": row.id,
        "name": row.name,
        "state": row.state,
        "boardId": row.board_id,
        "goal": row.goal,
        **{name: moment for name, moment in moments.items() if moment},
    }


def epic(ctx: Context, row: Issue) -> dict[str, Any]:
    """An epic."""
    return {
        "id": int(row.id),
        "key": row.key,
        "self": agile_of(ctx, "epic", row.id),
        "name": row.summary,
        "summary": row.summary,
        "color": {"key": "color_1"},
        "done": site.statuses(ctx)[row.status_id].category == "done",
    }
