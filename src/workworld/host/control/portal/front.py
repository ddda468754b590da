"""What every page of the portal works with: the API that it asks, and how it is written."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from workworld.host.control.desk import Asked
from workworld.host.control.fields import Fields
from workworld.host.control.rendering import TEMPLATES
from workworld.host.control.rows import Office
from workworld.host.control.table import row_of

Given = Mapping[str, str]
Page = Callable[["Front", Request, Given], Response]


class Front:
    """Asks the office, and writes pages.

    Args:
        office: who answers.
    """

    def __init__(self, office: Office) -> None:
        self._office = office

    def ask(self, method: str, path: str, world: str = "", **given: Any) -> dict[str, Any]:
        """Ask what the control API answers; what is empty was not given."""
        fields = {name: value for name, value in given.items() if value not in ("", None)}
        return self._office.answer(row_of(method, path), Asked(world, Fields(fields)))

    def page(self, template: str, status: int = 200, /, **shown: Any) -> Response:
        """A page made from a template."""
        host = self.ask("GET", "/api/host")
        page = TEMPLATES.get_template(template).render(host=host, **shown)
        # A form's answer leads to a sign-in link, which is on an agent port.
        policy = (
            "default-src 'self'; img-src 'self' data:; base-uri 'none'; frame-ancestors 'none'; "
            f"object-src 'none'; form-action 'self' {' '.join(host['agent_origins'])}"
        )
        headers = {
            "Content-Security-Policy": policy,
            "Cache-Control": "no-store",
            "Referrer-Policy": "same-origin",
            "X-Content-Type-Options": "nosniff",
        }
        return HTMLResponse(page, status, headers)

    def missing(self) -> Response:
        """The page that says that there is no such thing."""
        return self.page("problem.html", 404, title="Not found", message="No such thing.")


def number(text: str) -> int | str | None:
    """A number that was typed; anything else is for the API to refuse."""
    try:
        return int(text) if text else None
    except ValueError:
        return text


def to_world(world: str, place: str = "") -> Response:
    """Lead on to a world's page."""
    return RedirectResponse(f"/worlds/{quote(world, safe='')}{place}", 303)
