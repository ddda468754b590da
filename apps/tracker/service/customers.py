"""Accounts of customers: people from elsewhere, who ask service desks and do nothing besides."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from workworld.apps.tracker.service import access
from workworld.apps.tracker.service.doors import PROGRAMS
from workworld.context import Context
from workworld.directory import invitations
from workworld.directory.invitations import Letter
from workworld.directory.models import GUESTS, Person
from workworld.operations import Effect, operation


# Pages add customers who are there already; people from elsewhere are invited where they talk.
@operation(Effect.WRITE, scope="manage:jira-configuration", doors=PROGRAMS)
def create(
    ctx: Context,
    *,
    email: Annotated[str, Field(description="Their e-mail address.", max_length=254)],
    name: Annotated[str, Field(description="What they are called.", max_length=200)] = "",
) -> Person:
    """Create the account of a customer, who is no customer of any service desk yet.

    Those who administer the site may. Without a name they are called as their address begins.
    """
    access.require_admin(ctx)
    return invitations.enrol(ctx, email, Letter(GUESTS[0], name))
