"""What no endpoint takes is refused in the vendor's dialect, never by a page of ours."""

import re

import pytest
from tests.kit import Doors
from werkzeug.exceptions import (
    HTTPException,
    MethodNotAllowed,
    NotFound,
    RequestEntityTooLarge,
)

from workworld import loading
from workworld.doors.bodies import largest_at
from workworld.doors.flask_apps import apis_of, app_of
from workworld.doors.rest import Api
from workworld.doors.web import LARGEST_BODY
from workworld.manifest import App

APIS = [(app, api) for app in loading.apps() for api in apis_of(app)]
NAMES = [f"{app.id}{api.prefixes[0]}" for app, api in APIS]
each_api = pytest.mark.parametrize(("app", "api"), APIS, ids=NAMES)


def refuses(doors: Doors, app: App, api: Api, error: HTTPException, method: str, path: str) -> None:
    """The answer is the dialect's own to this error."""
    with app_of(app, is_training=False).test_request_context():
        expected = api.dialect.http_error(error)
    most = largest_at(path, api.large_bodies, LARGEST_BODY)
    body = b"x" * (most + 1) if isinstance(error, RequestEntityTooLarge) else b""
    headers = {"Authorization": f"Bearer {doors.token}"}
    answer = doors.anonymous(app.id).open(path, method=method, data=body, headers=headers)
    assert answer.status_code == expected.status_code, path
    assert answer.content_type == expected.content_type, path
    assert answer.data == expected.data, path
    assert not doors.journal


@each_api
def test_unknown_path_is_refused_in_the_dialect(doors: Doors, app: App, api: Api) -> None:
    for prefix in api.prefixes:
        for path in (prefix, f"{prefix}no.such.thing", f"{prefix}a/b/../c"):
            refuses(doors, app, api, NotFound(), "GET", path)


@each_api
def test_other_methods_are_refused_in_the_dialect(doors: Doors, app: App, api: Api) -> None:
    routes = app_of(app, is_training=False).url_map.bind("localhost")
    for endpoint in api.endpoints:
        path = re.sub(r"<[^>]+>", "1", endpoint.path)
        taken = routes.allowed_methods(path)  # by it, and by rows of which it is a case
        for method in sorted({"GET", "POST", "PUT", "PATCH", "DELETE"} - set(taken)):
            refuses(doors, app, api, MethodNotAllowed(), method, path)


@each_api
def test_larger_bodies_are_refused_in_the_dialect(doors: Doors, app: App, api: Api) -> None:
    for endpoint in api.endpoints:
        path = re.sub(r"<[^>]+>", "1", endpoint.path)
        for method in set(endpoint.methods) & {"POST", "PUT", "PATCH"}:
            refuses(doors, app, api, RequestEntityTooLarge(), method, path)
