"""Approvals: what waits for somebody's yes, whichever app it is of."""
