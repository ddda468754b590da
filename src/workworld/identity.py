"""Credentials: who a request speaks for, and in which world.

The host signs them; worlds never hold them, so they survive a reset and mean nothing in
another world or under another host's secret.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets  # noqa: TID251 - this module owns secrets
import threading
from base64 import b32encode
from collections.abc import Iterable
from typing import Any

from itsdangerous import BadData, URLSafeTimedSerializer

from workworld.context import ALL_SCOPES, Actor
from workworld.errors import Unauthenticated

LIFETIME_SECONDS = 30 * 24 * 3600
LAUNCH_LIFETIME_SECONDS = 3600


class Authority:
    """Issues and honours the credentials of one host.

    Args:
        secret: signs everything; a fresh one is made when not given, so that all earlier
            credentials end with the process.
    """

    def __init__(self, secret: str | None = None) -> None:
        self._secret = secret or secrets.token_urlsafe(32)
        self._spent: set[str] = set()
        self._ended: set[bytes] = set()
        self._mutex = threading.Lock()

    def token(self, world_id: str, person_id: str, scopes: Iterable[str] = ALL_SCOPES) -> str:
        """A bearer token for REST and MCP, without the vendor's prefix."""
        return self._sign("token", [world_id, person_id, sorted(scopes)])

    def cookie(self, world_id: str, person_id: str) -> str:
        """What a signed-in browser carries."""
        nonce = secrets.token_hex(4)  # two sessions of one second must not end together
        return self._sign("cookie", [world_id, person_id, ["*"], nonce])

    def launch(self, world_id: str, person_id: str) -> str:
        """A code that signs a browser in, once."""
        return self._sign("launch", [world_id, person_id, secrets.token_hex(8)])

    def portal(self) -> str:
        """What the operator's browser carries: it opens the portal and nothing else."""
        return self._sign("portal", ["", "", ""])

    def honour_portal(self, cookie: str) -> bool:
        """Whether this is a portal cookie of this host."""
        try:
            self._read("portal", cookie, "", LIFETIME_SECONDS)
        except Unauthenticated:
            return False
        return True

    def honour_token(self, token: str, world_id: str) -> Actor:
        """The actor of a bearer token.

        Raises:
            Unauthenticated: ``invalid_auth``: forged, expired, or of another world.
        """
        return self._actor("token", token, world_id)

    def honour_cookie(self, cookie: str, world_id: str) -> Actor:
        """The actor of a browser's cookie.

        Raises:
            Unauthenticated: ``invalid_auth``: forged, expired, or of another world.
        """
        if self._mac("session", cookie) in self._ended:
            raise Unauthenticated("invalid_auth", "This session has ended.")
        return self._actor("cookie", cookie, world_id)

    def end_session(self, cookie: str) -> None:
        """Honour this cookie no longer, whoever has kept a copy of it."""
        with self._mutex:
            self._ended.add(self._mac("session", cookie))

    def spend_launch(self, code: str, world_id: str) -> str:
        """The person whom a launch code signs in; the code is of no use afterwards.

        Raises:
            Unauthenticated: ``invalid_auth``: forged, expired, spent, or of another world.
        """
        person_id, nonce = self._read("launch", code, world_id, LAUNCH_LIFETIME_SECONDS)
        with self._mutex:
            if nonce in self._spent:
                raise Unauthenticated("invalid_auth", "This sign-in link was used already.")
            self._spent.add(nonce)
        return person_id

    def password(self, world_id: str, person_id: str) -> str:
        """The person's password in this world, derived, so that nowhere a list of them is kept."""
        text = b32encode(self._mac("password", world_id, person_id)[:10]).decode().lower()
        return "-".join(text[start : start + 4] for start in range(0, 16, 4))

    def password_matches(self, world_id: str, person_id: str, password: str) -> bool:
        """Whether this is the person's password, compared in constant time."""
        return same_secret(password.strip().lower(), self.password(world_id, person_id))

    def signature(self, world_id: str, text: str) -> str:
        """What an address carries that may be used without a credential, in this world only."""
        return self._mac("address", world_id, text).hex()[:40]

    def csrf(self, cookie: str) -> str:
        """What a form must send back to prove that our own page sent it."""
        return self._mac("csrf", cookie).hex()[:32]

    def csrf_matches(self, cookie: str, proof: str) -> bool:
        """Whether the proof belongs to this browser's cookie, compared in constant time."""
        return same_secret(proof, self.csrf(cookie))

    def _sign(self, purpose: str, payload: list[object]) -> str:
        signed: str = self._serializer(purpose).dumps(payload)
        return signed

    def _actor(self, purpose: str, text: str, world_id: str) -> Actor:
        person_id, scopes = self._read(purpose, text, world_id, LIFETIME_SECONDS)
        return Actor(person_id, frozenset(scopes))

    def _read(self, purpose: str, text: str, world_id: str, lifetime: int) -> tuple[str, Any]:
        """Person and third part of a signed payload, if it is of this purpose and world."""
        try:
            payload = self._serializer(purpose).loads(text, max_age=lifetime)
            world, person_id, extra = payload[:3]
        except (BadData, UnicodeError):
            world, person_id, extra = None, "", ""
        if world != world_id:
            raise Unauthenticated("invalid_auth", "This credential is not valid here.")
        return person_id, extra

    def _serializer(self, purpose: str) -> URLSafeTimedSerializer:
        return URLSafeTimedSerializer(self._secret, salt=f"workworld {purpose}")

    def _mac(self, *parts: str) -> bytes:
        message = "\x1f".join(parts).encode("utf-8", "surrogatepass")
        return hmac.digest(self._secret.encode(), message, hashlib.sha256)


def new_admin_token() -> str:
    """A fresh token for the control port."""
    return secrets.token_urlsafe(24)


def same_secret(given: str, expected: str) -> bool:
    """Whether two secrets are equal, compared in constant time."""
    return hmac.compare_digest(given.encode("utf-8", "surrogatepass"), expected.encode())
