"""Addresses given on the command line."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import urlsplit

import click

from workworld import loading


def public_urls(
    _ctx: click.Context, _option: click.Parameter, given: Sequence[str]
) -> dict[str, str]:
    """``APP=URL`` options as a mapping.

    Raises:
        BadParameter: there is no such app, or that is no URL.
    """
    return dict(map(_public_url, given))


def _public_url(text: str) -> tuple[str, str]:
    app_id, _, url = text.partition("=")
    apps = [app.id for app in loading.apps()]
    if app_id not in apps:
        raise click.BadParameter(f"{text!r} names no app: there are {', '.join(apps)}")
    if not _is_root(url):
        raise click.BadParameter(f"{url!r} is not the http or https address of an app's root")
    return app_id, url.rstrip("/")


def _is_root(url: str) -> bool:
    try:
        parts = urlsplit(url)
        reachable = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        return False
    return reachable and not (parts.query or parts.fragment or {"@", "{"} & {*parts.netloc})
