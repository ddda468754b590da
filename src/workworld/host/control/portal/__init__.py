"""The portal: the operator's pages. They ask what trainers ask, of the same table."""

from workworld.host.control.portal.portal import UNAUTHORIZED, Portal

__all__ = ["UNAUTHORIZED", "Portal"]
