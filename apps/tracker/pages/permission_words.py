"""What people call permissions, and to whom they are given."""

from __future__ import annotations

from collections.abc import Mapping

from workworld.apps.tracker import permission_names as p
from workworld.apps.tracker.models import Group, PermissionGrant, Role
from workworld.directory.models import Person

GROUPS: tuple[tuple[str, Mapping[str, str]], ...] = (
    (
        "Project",
        {
            p.BROWSE: "See the project and its issues",
            p.ADMINISTER_PROJECT: "Administer the project",
            p.MANAGE_SPRINTS: "Manage sprints",
            p.SERVE: "Work as an agent",
        },
    ),
    (
        "Issues",
        {
            p.CREATE: "Create issues",
            p.EDIT: "Edit issues",
            p.TRANSITION: "Change statuses",
            p.ASSIGN: "Assign issues",
            p.ASSIGNABLE: "Be assigned issues",
            p.RESOLVE: "Resolve issues",
            p.CLOSE: "Close issues",
            p.SCHEDULE: "Rank and schedule issues",
            p.MOVE: "Move issues",
            p.LINK: "Link issues",
            p.MODIFY_REPORTER: "Say who reported an issue",
            p.SET_SECURITY: "Set security levels",
            p.DELETE: "Delete issues",
        },
    ),
    (
        "Comments",
        {
            p.COMMENT: "Comment",
            p.EDIT_OWN_COMMENTS: "Edit own comments",
            p.EDIT_ALL_COMMENTS: "Edit all comments",
            p.DELETE_OWN_COMMENTS: "Delete own comments",
            p.DELETE_ALL_COMMENTS: "Delete all comments",
        },
    ),
    (
        "Files",
        {
            p.ATTACH: "Attach files",
            p.DELETE_OWN_ATTACHMENTS: "Delete own files",
            p.DELETE_ALL_ATTACHMENTS: "Delete all files",
        },
    ),
    (
        "Work",
        {
            p.WORK: "Log work",
            p.EDIT_OWN_WORKLOGS: "Edit own work",
            p.EDIT_ALL_WORKLOGS: "Edit all work",
            p.DELETE_OWN_WORKLOGS: "Delete own work",
            p.DELETE_ALL_WORKLOGS: "Delete all work",
        },
    ),
    (
        "Voters and watchers",
        {
            p.VIEW_VOTERS_AND_WATCHERS: "See voters and watchers",
            p.MANAGE_WATCHERS: "Change watchers",
        },
    ),
)
"""All permissions of projects, by what they are about."""
TITLES: Mapping[str, str] = {name: title for _, found in GROUPS for name, title in found.items()}
HOLDERS = (
    ("role", "A role"),
    ("group", "A group"),
    ("person", "A person"),
    ("anyone", "Everybody"),
    ("project_lead", "Project lead"),
    ("reporter", "Reporter"),
    ("assignee", "Assignee"),
)


def holder_words(
    grant: PermissionGrant,
    roles: Mapping[str, Role],
    groups: Mapping[str, Group],
    people: Mapping[str, Person],
) -> str:
    """To whom a permission is given: ``Developer``, ``Reporter, if Customer``."""
    usual = dict(HOLDERS)[grant.holder]
    if grant.holder == "role":
        return roles[grant.parameter].name if grant.parameter in roles else usual
    if grant.holder == "group":
        return f"Group {groups[grant.parameter].name}" if grant.parameter in groups else usual
    if grant.holder == "person":
        return people[grant.parameter].name if grant.parameter in people else "Former user"
    if grant.parameter in roles:
        return f"{usual}, if {roles[grant.parameter].name}"
    return usual
