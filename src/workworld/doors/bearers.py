"""Bearer tokens as requests carry them."""

from __future__ import annotations


def bearer_in(authorization: str) -> str:
    """The token of an ``Authorization`` header, or nothing.

    https://www.rfc-editor.org/rfc/rfc6750#section-2.1
    """
    scheme, _, token = authorization.partition(" ")
    return token.strip() if scheme.lower() == "bearer" else ""
