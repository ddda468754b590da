"""Canonical addresses of what the tracker has, as notifications and cards hold them."""

from __future__ import annotations

import re

from workworld.apps.tracker import APP
from workworld.context import Context
from workworld.directory import people

KEY = r"[A-Z][A-Z0-9]{1,9}-[1-9][0-9]{0,8}"
"""What an issue's key looks like."""
ISSUE = re.compile(rf"/browse/({KEY})")
"""The path of an issue's own page."""
PROJECT = re.compile(r"/p/([A-Z][A-Z0-9]{1,9})(?:/[a-z/-]*)?")
COMMENT = re.compile(r"#comment-(\d{1,20})")
"""Where on it a comment stands."""


def path_of(key: str) -> str:
    """The path of an issue's own page."""
    return f"/browse/{key}"


def of_issue(ctx: Context, key: str) -> str:
    """The address of an issue's own page."""
    return people.canonical_url(ctx.session, APP.id, path_of(key))


def of_comment(ctx: Context, key: str, comment_id: str) -> str:
    """The address of a comment on it."""
    return f"{of_issue(ctx, key)}?focused={comment_id}#comment-{comment_id}"


def of_project(ctx: Context, key: str) -> str:
    """The address of a project."""
    return people.canonical_url(ctx.session, APP.id, f"/p/{key}")
