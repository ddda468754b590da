"""The site as the vendor's tools name it: by cloud id, address or ARI."""

from __future__ import annotations

import re
from collections.abc import Callable
from urllib.parse import urlsplit

from workworld.apps.tracker import APP
from workworld.apps.tracker.models import Issue
from workworld.attempts import Accept
from workworld.context import Context
from workworld.directory import people
from workworld.directory.models import Company
from workworld.errors import Invalid, NotFound
from workworld.mcp_servers.tracker.schemas import Arguments
from workworld.randomness import digest

ARI = re.compile(r"ari:cloud:jira:(?P<site>[^:]*):issue/(?P<id>\d{1,15})")


def cloud_id(ctx: Context) -> str:
    """The site's id: a UUID that stays the same in all worlds of a company."""
    company: Company = ctx.remembered("company", lambda: people.company(ctx.session))
    letters = digest("tracker site", company.id).hex()
    parts = letters[:8], letters[8:12], letters[12:16], letters[16:20], letters[20:32]
    return "-".join(parts)


def ari_of(ctx: Context, issue: Issue) -> str:
    """The name by which ``fetch`` finds an issue."""
    return f"ari:cloud:jira:{cloud_id(ctx)}:issue/{issue.id}"


def require_site(ctx: Context, arguments: Arguments) -> None:
    """See to it that a tool is asked of this site, by its id or its address; none means it too.

    Raises:
        NotFound: ``site_not_found``.
    """
    named = str(arguments.get("cloudId", "")).strip()
    if not named or named == cloud_id(ctx):
        return
    reached = people.app_url(ctx, APP.id)
    canonical = people.canonical_url(ctx.session, APP.id)
    ours = {_host(reached), _host(canonical), people.company(ctx.session).domain}
    if _host(named) not in ours:
        said = f"Cloud id {named} is not among the sites that you may use: see "
        raise NotFound("site_not_found", f"{said}getAccessibleAtlassianResources.")


def _host(address: str) -> str:
    try:
        return urlsplit(address if "//" in address else f"//{address}").netloc.lower()
    except ValueError:
        return address


def at_site(accept: Callable[[Context, Arguments], Arguments]) -> Accept:
    """The same, after the site that the tool names was looked at."""

    def accept_here(ctx: Context, arguments: Arguments) -> Arguments:
        require_site(ctx, arguments)
        return accept(ctx, arguments)

    return accept_here


def issue_named(ctx: Context, name: str) -> str:
    """The id or key of the issue that an ARI, an address or a key names.

    Raises:
        Invalid: ``invalid_arguments``.
        NotFound: ``site_not_found``.
    """
    if found := ARI.fullmatch(name.strip()):
        require_site(ctx, {"cloudId": found["site"]})
        return found["id"]
    if found := re.search(r"(?:^|/browse/)([A-Za-z][A-Za-z0-9]{1,9}-\d{1,9})$", name.strip()):
        return found[1].upper()
    said = "id is an ARI such as ari:cloud:jira:<cloudId>:issue/10107, as search answers it."
    raise Invalid("invalid_arguments", said)
