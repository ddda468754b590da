"""Where the tracker's pages are registered, and how they lead to one another."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import quote, urlencode

import flask

_LEADS_AWAY = re.compile(r"//|\\|\.\.|[\x00-\x20]")
BLUEPRINT = flask.Blueprint("ui", __name__)


def place_of(fallback: str) -> str:
    """The page that a form says it stood on.

    Args:
        fallback: if it names none, or one that is not of the tracker.
    """
    place = flask.request.form.get("place", "")
    root = flask.request.script_root
    is_ours = place.startswith(f"{root}/") and not _LEADS_AWAY.search(place)
    return place if is_ours else fallback


def back(fallback: str, anchor: str = "") -> Any:
    """After a change, back to the page that the form says it stood on."""
    place = place_of(fallback)
    return flask.redirect(f"{place}#{anchor}" if anchor else place, 303)


def home_url() -> str:
    """The address of *Your work*."""
    return _at("/")


def project_url(key: str) -> str:
    """The address of a project, which leads to its board, backlog or list."""
    return _at(f"/p/{quote(key)}")


def board_url(key: str, **values: Any) -> str:
    """The address of a project's board."""
    return _at(f"/p/{quote(key)}/board", values)


def backlog_url(key: str, **values: Any) -> str:
    """The address of a project's backlog."""
    return _at(f"/p/{quote(key)}/backlog", values)


def list_url(key: str, **values: Any) -> str:
    """The address of a project's list of issues."""
    return _at(f"/p/{quote(key)}/list", values)


def releases_url(key: str, **values: Any) -> str:
    """The address of a project's releases."""
    return _at(f"/p/{quote(key)}/releases", values)


def release_url(key: str, version_id: str, **values: Any) -> str:
    """The address of a version's own page."""
    return _at(f"/p/{quote(key)}/releases/{quote(version_id)}", values)


def components_url(key: str, **values: Any) -> str:
    """The address of a project's components."""
    return _at(f"/p/{quote(key)}/components", values)


def queue_url(key: str, queue_id: str, **values: Any) -> str:
    """The address of a queue of a service desk."""
    return _at(f"/p/{quote(key)}/queues/{quote(queue_id)}", values)


def portal_url(ref: str = "", *path: str) -> str:
    """The address of customers' pages: of a service desk, or of a request."""
    return _at("/".join(("/portal", *(quote(each) for each in (ref, *path) if each))))


def settings_url(key: str, tab: str, **values: Any) -> str:
    """The address of a tab of a project's settings."""
    return _at(f"/p/{quote(key)}/settings/{tab}", values)


def admin_url(tab: str, *parts: str, **values: Any) -> str:
    """The address of a tab of the administration, or of what lies below it."""
    return _at("/".join(["/admin", tab, *map(quote, parts)]), values)


def issue_url(key: str, **values: Any) -> str:
    """The address of an issue's own page."""
    return _at(f"/browse/{quote(key)}", values)


def comment_url(key: str, comment_id: str) -> str:
    """The address of a comment on its issue's page."""
    return f"{issue_url(key, focused=comment_id)}#comment-{quote(comment_id)}"


def panel_url(key: str) -> str:
    """The address of the page that is shown, with an issue beside it."""
    values = flask.request.args.to_dict(flat=False) | {"issue": [key]}
    return f"{flask.request.script_root}{flask.request.path}?{urlencode(values, doseq=True)}"


def without_panel_url() -> str:
    """The address of the page that is shown, with no issue beside it."""
    values = flask.request.args.to_dict(flat=False)
    values.pop("issue", None)
    query = urlencode(values, doseq=True)
    return f"{flask.request.script_root}{flask.request.path}{'?' + query if query else ''}"


def navigator_url(jql: str) -> str:
    """The address of all issues that a query finds."""
    return _at("/issues", {"jql": jql})


def _at(path: str, values: dict[str, Any] | None = None) -> str:
    query = urlencode(values, doseq=True) if values else ""
    return f"{flask.request.script_root}{path}{'?' + query if query else ''}"
