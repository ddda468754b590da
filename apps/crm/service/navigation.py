"""Which objects somebody's pages lead to."""

from __future__ import annotations

from workworld.apps.crm.schema.objects import objects
from workworld.apps.crm.service import people, sight
from workworld.context import Context, Surface
from workworld.operations import Effect, operation

# A tool's caller has no tabs to go to.
_DOORS = (Surface.UI, Surface.REST)


@operation(Effect.READ, scope="api", doors=_DOORS)
def tabs(ctx: Context) -> tuple[str, ...]:
    """List the objects whose records the caller may read.

    Raises:
        Forbidden: ``INSUFFICIENT_ACCESS``: they do not work with the CRM.
    """
    people.me(ctx)
    known = [each for each in objects().values() if not each.is_setup]
    return tuple(each.name for each in known if sight.may(ctx, each, "read"))
