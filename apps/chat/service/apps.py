"""Apps: which there are, whose bots post, and who may look after them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sqlalchemy import bindparam, select

from workworld.apps.chat.models import AppCommand, ChatApp
from workworld.context import Context, Surface
from workworld.database import constant, given, plain_rows
from workworld.directory import people
from workworld.directory.models import Company
from workworld.errors import Forbidden, NotFound, Refused
from workworld.operations import Effect, operation
from workworld.permissions import permits

_apps = ChatApp.__table__.c
_OF_ACCOUNTS = constant(select(ChatApp.__table__).where(_apps.account_id.in_(given("ids"))))
_BY_BOT = constant(select(ChatApp.__table__).where(_apps.bot_id == bindparam("wanted")))


# The vendor has no method for it, nor has its server a tool.
@operation(Effect.READ, scope="users:read", doors=(Surface.UI,))
def list(ctx: Context) -> Sequence[ChatApp]:
    """List the apps of the workspace, by name."""
    query = select(ChatApp.__table__).order_by(_apps.name, _apps.id)
    return plain_rows(ctx.session, ChatApp, query, {})


def of_accounts(ctx: Context, person_ids: Iterable[str]) -> dict[str, ChatApp]:
    """The apps of those of some accounts that are bots, by the account's id."""
    values = {"ids": sorted(set(person_ids))}
    return {row.account_id: row for row in plain_rows(ctx.session, ChatApp, _OF_ACCOUNTS, values)}


def of_bot(ctx: Context, bot_id: str) -> ChatApp | None:
    """The app whose bot has this id, ``B…``."""
    return next(iter(plain_rows(ctx.session, ChatApp, _BY_BOT, {"wanted": bot_id})), None)


def known(ctx: Context, app_id: str) -> ChatApp:
    """The app of this id.

    Raises:
        NotFound: ``app_not_found``.
    """
    found = ctx.session.get(ChatApp, app_id)
    if found is None:
        raise NotFound("app_not_found", "There is no such app.")
    return found


@permits("chat.apps.manage", Company)
def _may_manage(ctx: Context, _company: Company) -> Refused | None:
    if people.me(ctx).is_admin:
        return None
    return Forbidden("restricted_action", "Only admins look after apps.")


def commands_of(ctx: Context) -> Sequence[AppCommand]:
    """The slash commands that apps answer, by name."""
    query = select(AppCommand.__table__).order_by(AppCommand.__table__.c.command)
    return plain_rows(ctx.session, AppCommand, query, {})
