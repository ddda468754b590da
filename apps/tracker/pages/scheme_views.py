"""Permission schemes as pages show them: a matrix of permissions by those who have them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from workworld.apps.tracker.models import PermissionGrant
from workworld.apps.tracker.pages.permission_words import GROUPS, holder_words
from workworld.apps.tracker.service import groups, site
from workworld.apps.tracker.service.schemes import Scheme
from workworld.context import Context

_MOST_GROUPS = 1000


@dataclass(frozen=True, slots=True)
class MatrixLine:
    """A permission, and who has it."""

    permission: str
    title: str
    cells: Sequence[bool]
    """For each column whether it has the permission."""
    others: Sequence[tuple[str, str]]
    """Grants to those without a column: id and words."""
    grants: Sequence[tuple[str, str]]
    """All grants: id and words."""


@dataclass(frozen=True, slots=True)
class Matrix:
    """A permission scheme."""

    id: str
    name: str
    description: str
    columns: Sequence[str]
    """Names of roles."""
    groups: Sequence[tuple[str, Sequence[MatrixLine]]]
    """What permissions are about, and the permissions."""


def matrix_of(ctx: Context, scheme: Scheme) -> Matrix:
    """A scheme as a matrix: roles are its columns, all others stand beside."""
    roles = site.roles(ctx)
    words = _words(ctx, scheme.grants)
    by_permission: dict[str, list[PermissionGrant]] = {}
    for grant in scheme.grants:
        by_permission.setdefault(grant.permission, []).append(grant)
    found = []
    for group, named in GROUPS:
        lines = [
            _line(name, title, by_permission.get(name, ()), list(roles), words)
            for name, title in named.items()
        ]
        found.append((group, lines))
    row = scheme.row
    names = [role.name for role in roles.values()]
    return Matrix(row.id, row.name, row.description, names, found)


def _line(
    name: str,
    title: str,
    grants: Sequence[PermissionGrant],
    roles: Sequence[str],
    words: Mapping[str, str],
) -> MatrixLine:
    having = {each.parameter for each in grants if each.holder == "role"}
    return MatrixLine(
        name,
        title,
        [role in having for role in roles],
        [(each.id, words[each.id]) for each in grants if each.holder != "role"],
        [(each.id, words[each.id]) for each in grants],
    )


def _words(ctx: Context, grants: Sequence[PermissionGrant]) -> Mapping[str, str]:
    roles = site.roles(ctx)
    named = {row.id: row for row in groups.list(ctx, limit=_MOST_GROUPS).items}
    people = site.people(ctx, (each.parameter for each in grants if each.holder == "person"))
    return {each.id: holder_words(each, roles, named, people) for each in grants}
