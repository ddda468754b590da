"""Canonical addresses of records, as notifications, cards and the audit log hold them."""

from __future__ import annotations

import re

from workworld.apps.crm import APP, record_ids
from workworld.apps.crm.schema import objects
from workworld.context import Context
from workworld.directory import people

RECORD = re.compile(r"/([A-Za-z0-9_]{2,40})/([0-9A-Za-z]{15}|[0-9A-Za-z]{18})")
"""The path of a record's own page: the object, and the id."""


def path_of(record_id: str) -> str:
    """The path of a record's own page.

    Args:
        record_id: of 18 characters, whose beginning names an object.
    """
    sobject = objects.of_prefix(record_ids.prefix_of(record_id))
    return f"/{sobject.name if sobject else 'record'}/{record_id}"


def of_record(ctx: Context, record_id: str) -> str:
    """The address of a record's own page."""
    return people.canonical_url(ctx.session, APP.id, path_of(record_id))
