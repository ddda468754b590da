"""Addresses to which programs send what begins an automation rule.

https://support.atlassian.com/cloud-automation/docs/jira-automation-triggers/
"""

from __future__ import annotations

import flask
from werkzeug.exceptions import MethodNotAllowed

from workworld.apps.tracker.api.dialect import DIALECT
from workworld.apps.tracker.api.rows import Arguments
from workworld.apps.tracker.service import rule_runs
from workworld.calls import call
from workworld.context import Actor, Context, Request, Surface
from workworld.doors.site import current_site

_ROOT = "/rest/automation/hooks"


def take(rule: str, secret: str) -> flask.Response:
    """What a program sent to the address of a rule's web hook."""
    if flask.request.method != "POST":
        raise MethodNotAllowed(["POST"])
    site = current_site()
    with site.world.reading() as session:
        account = rule_runs.account_at(session, rule, secret)
    # The secret stays out of the journal: whoever reads it could begin the rule.
    words = {"rule": rule, "data": DIALECT.arguments(flask.request)}
    request = Request(Surface.REST, f"POST {_ROOT}/{rule}", words, site.addresses.app)
    call(site.world, Actor(account), rule_runs.receive, request, accept=_accept)
    return DIALECT.success({}, 200)


def _accept(_ctx: Context, arguments: Arguments) -> Arguments:
    return {"rule_id": arguments["rule"], "data": arguments["data"]}


VIEWS = {f"{_ROOT}/<rule>/<secret>": take}
