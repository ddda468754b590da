"""Pages for people outside the company: no sign-in, no frame, and nothing of the CRM to be read.

What they send is performed in the name of the organisation, as all that comes from outside.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import flask

from workworld.apps.crm.pages.blueprint import at
from workworld.apps.crm.service import automations
from workworld.calls import call
from workworld.clock import Clock
from workworld.context import Actor, Context, Request, Surface
from workworld.directory import people
from workworld.doors.site import current_site
from workworld.ids import Ids

PLACE = "/public"
TRAP = "website"
"""What people are not shown and leave empty, and machines fill in."""
LONGEST_LINE = 255


def shown(template: str, **values: Any) -> str:
    """A page in the company's look, the same for everybody.

    Args:
        template: extends ``public.html``.
        values: what it shows.
    """
    with current_site().world.reading() as session:
        company = people.company(session).name
    return flask.render_template(template, shell=None, company=company, at=at, **values)


def performed(function: Callable[..., Any], **arguments: Any) -> Any:
    """Perform an operation for somebody outside.

    Args:
        function: the operation.
        arguments: its arguments.
    """
    site = current_site()
    with site.world.reading() as session:
        nobody = Context(
            session, Actor(""), Request(Surface.UI, "visitor"), Clock(session), Ids(session)
        )
        actor = Actor(automations.person_id(nobody))
    rule = flask.request.url_rule
    name = f"{flask.request.method} {rule.rule if rule else flask.request.path}"
    request = Request(Surface.UI, name, arguments, site.addresses.app)
    return call(site.world, actor, function, request)


def entered(name: str) -> str:
    """A line of the form, or its text, without spaces around it."""
    return flask.request.form.get(name, "").replace("\r\n", "\n").strip()
