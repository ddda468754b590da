"""Every screen there is: the pages of all Flask apps, with real ids in their addresses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tests.gates.facets import facets_of
from tests.kit import flask_apps

from workworld import loading
from workworld.doors.flask_apps import apis_of
from workworld.worlds import World


@dataclass(frozen=True)
class Route:
    """A route that answers GET with a page, or leads to one."""

    app_id: str
    rule: str

    def __str__(self) -> str:
        return f"{self.app_id} {self.rule}"

    def paths(self, world: World, person_id: str) -> list[str]:
        """Addresses of the page, below the agent port's root, as the app's facets give them."""
        given = facets_of(self.app_id).screens(world, person_id)
        return [_root(world, self.app_id) + path for path in given.get(self.rule, ())]

    @property
    def parts(self) -> int:
        """Over how many tests its addresses are spread, each of which must end in its time."""
        return facets_of(self.app_id).parts.get(self.rule, 1)


def _root(world: World, app_id: str) -> str:
    return f"/w/{world.id}" + ("" if app_id == "home" else f"/{app_id}")


def routes() -> list[Route]:
    """Every route of a page; files and REST endpoints are none."""
    apis = {app.id: apis_of(app) for app in loading.apps()}
    return [
        Route(app_id, rule.rule)
        for app_id, app in flask_apps().items()
        for rule in app.url_map.iter_rules()
        if "GET" in (rule.methods or ())
        and not rule.endpoint.endswith("static")
        and not any(api.owns(rule.rule) for api in apis.get(app_id, ()))
    ]


ROUTES = routes()


def views(roles: Sequence[str], own_roles: Mapping[str, str]) -> list[tuple[str, Route]]:
    """Who looks at which pages: everybody at all, and roles of one app at that one's.

    Args:
        roles: those that there are everywhere.
        own_roles: those that one app alone knows, and which.
    """
    found = [(role, route) for role in roles for route in ROUTES]
    return found + [
        (role, route)
        for role, app_id in own_roles.items()
        for route in ROUTES
        if route.app_id == app_id
    ]


def in_parts(views: Sequence[tuple[str, Route]]) -> list[tuple[str, Route, slice, str]]:
    """The same views, those of routes with many addresses once for each part of them.

    Returns:
        who looks, at which page, which of its addresses, and what the part is called.
    """
    return [
        (role, route, slice(part, None, route.parts), f"{role}-{route}" + (f"-{part}" * (part > 0)))
        for role, route in views
        for part in range(route.parts)
    ]


def page_rules() -> list[tuple[str, str, str]]:
    """App, method and rule of every route of a page."""
    apis = {app.id: apis_of(app) for app in loading.apps()}
    return [
        (app_id, method, rule.rule)
        for app_id, app in flask_apps().items()
        for rule in app.url_map.iter_rules()
        for method in sorted((rule.methods or set()) - {"HEAD", "OPTIONS"})
        if not any(api.owns(rule.rule) for api in apis.get(app_id, ())) and rule.rule != "/sign-out"
    ]


def screens(world: World, person_id: str) -> list[str]:
    """The addresses of all screens."""
    found = [path for paths in screens_by_route(world, person_id).values() for path in paths]
    return list(dict.fromkeys(found))


def screens_by_route(world: World, person_id: str) -> dict[Route, list[str]]:
    """The addresses of each page, which an app's facets are asked for once."""
    given = {app_id: facets_of(app_id).screens(world, person_id) for app_id in flask_apps()}
    return {
        route: [
            _root(world, route.app_id) + path for path in given[route.app_id].get(route.rule, ())
        ]
        for route in ROUTES
    }
