"""The fields that a site has added, with their options and where they are."""

from __future__ import annotations

import builtins
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Select, select

from workworld.apps.tracker.models import CustomField, FieldOption, Project
from workworld.apps.tracker.service import access, custom_fields, field_places, formula_values, site
from workworld.apps.tracker.service.custom_fields import FieldId
from workworld.apps.tracker.service.field_places import Where
from workworld.context import Context, Surface
from workworld.database import plain_rows
from workworld.operations import Effect, operation

_DOORS = (Surface.MCP, Surface.UI)
"""The vendor's API asks for contexts that this product does not number."""
_options = FieldOption.__table__.c


@dataclass(frozen=True, slots=True)
class FieldView:
    """A field that the site has added."""

    field: CustomField
    options: Sequence[FieldOption]
    """In order; those of a cascading field's second level too."""
    projects: Sequence[Project]
    """Those that its contexts name."""
    contexts: Sequence[Where]
    """For which projects and types of issues it is, and what is usual there."""
    types: Mapping[str, str]
    """The names of the types of issues, by id."""
    formula: str = ""
    """Of a computed field, from what, with names of fields in braces."""


@operation(Effect.READ, scope="manage:jira-configuration", doors=_DOORS)
def list(ctx: Context) -> Sequence[FieldView]:
    """List the fields that the site has added by name, with their options and projects."""
    access.require_admin(ctx)
    return _views(ctx, [*site.custom_fields(ctx).values()])


@operation(Effect.READ, scope="manage:jira-configuration", doors=_DOORS)
def show(ctx: Context, *, field_id: FieldId) -> FieldView:
    """Look one of the fields up that the site has added."""
    access.require_admin(ctx)
    return _views(ctx, [custom_fields.known(ctx, field_id)])[0]


def _views(ctx: Context, fields: Sequence[CustomField]) -> Sequence[FieldView]:
    ids = [each.id for each in fields]
    options: dict[str, builtins.list[FieldOption]] = {id: [] for id in ids}
    query = select(FieldOption.__table__).where(_options.field_id.in_(ids))
    for option in _rows(ctx, FieldOption, query.order_by(_options.position, _options.id)):
        options[option.field_id].append(option)
    known = {row.id: row for row in _rows(ctx, Project, select(Project.__table__))}
    types = {row.id: row.name for row in site.issue_types(ctx).values()}
    contexts = field_places.all_of(ctx)

    def named(field_id: str) -> builtins.list[Project]:
        ids = {id for each in contexts.get(field_id, ()) for id in each.projects}
        return [known[id] for id in sorted(ids)]

    return [
        FieldView(
            each,
            options[each.id],
            named(each.id),
            contexts.get(each.id, ()),
            types,
            formula_values.in_names(ctx, each) if each.formula else "",
        )
        for each in fields
    ]


def _rows(ctx: Context, model: Any, query: Select[Any]) -> Sequence[Any]:
    return plain_rows(ctx.session, model, query, {})
