"""The territories that an account lies in besides its first one: all others that it fits."""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import delete, select

from workworld.apps.crm import record_ids
from workworld.apps.crm.models import AccountTerritory
from workworld.context import Context

_PREFIX = "0ta"
_beside = AccountTerritory.__table__.c


def keep(ctx: Context, account_id: str, territory_ids: Iterable[str]) -> bool:
    """Let an account lie in some territories besides its first one, and in no other ones.

    Args:
        ctx: in which step.
        account_id: which account; it is written already.
        territory_ids: without the first one.

    Returns:
        Whether anything is different now.
    """
    wanted = list(dict.fromkeys(territory_ids))
    here = _beside.account_id == account_id
    known = set(ctx.session.scalars(select(_beside.territory_id).where(here)))
    gone = sorted(known - set(wanted))
    if gone:
        ctx.session.execute(delete(AccountTerritory).where(here, _beside.territory_id.in_(gone)))
    new = [each for each in wanted if each not in known]
    for each in new:
        made_id = record_ids.next_id(ctx.ids, _PREFIX)
        ctx.session.add(AccountTerritory(id=made_id, account_id=account_id, territory_id=each))
    return bool(gone or new)
