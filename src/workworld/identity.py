"""Credentials: who a request speaks for, and in which world.

The host signs them; worlds never hold them, so they survive a reset and mean nothing in
another world, in a later world of the same name, or under another host's secret.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import secrets  # noqa: TID251 - this module owns secrets
import time
from base64 import b32encode
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import Any, Protocol
from weakref import WeakKeyDictionary

from itsdangerous import BadData, Signer
from itsdangerous.encoding import base64_decode, base64_encode

from workworld.context import ALL_SCOPES, Actor
from workworld.errors import Unauthenticated
from workworld.expiring import Attempts, Expiring

LIFETIME_SECONDS = 30 * 24 * 3600
LAUNCH_LIFETIME_SECONDS = 3600
ADDRESS_LIFETIME_SECONDS = 24 * 3600
_MARK = "credentials"
"""The file of a world that tells it from others that have had its name."""


class Place(Protocol):
    """What credentials need to know of a world."""

    @property
    def id(self) -> str:
        """Its name."""
        ...

    @property
    def folder(self) -> Path:
        """Where its files lie, which are removed with it."""
        ...


class Ended(Protocol):
    """Remembers which credentials count no more."""

    def add(self, member: str, until: float) -> bool:
        """Remember something until a time; whether it was not remembered before."""
        ...

    def __contains__(self, member: str) -> bool:
        """Whether it is remembered."""
        ...


class Authority:
    """Issues and honours the credentials of one host.

    Args:
        secret: signs everything; a fresh one is made when not given, so that all earlier
            credentials end with the process.
        now: tells the time, in seconds.
        ended: remembers what counts no more; by default this process alone does.
    """

    def __init__(
        self,
        secret: str | None = None,
        now: Callable[[], float] = time.time,  # noqa: TID251 - credentials expire by real time
        ended: Ended | None = None,
    ) -> None:
        self._secret = secret or secrets.token_urlsafe(32)
        self._now = now
        self._ended: Ended = Expiring(now) if ended is None else ended
        self._marks: WeakKeyDictionary[Place, str] = WeakKeyDictionary()
        self._signer = cache(self._new_signer)
        self.sign_ins = Attempts(now)

    def token(
        self,
        world: Place,
        person_id: str,
        prefix: str,
        *,
        scopes: Iterable[str] = ALL_SCOPES,
        lifetime_seconds: int = LIFETIME_SECONDS,
    ) -> str:
        """A bearer token for REST and MCP.

        Args:
            world: where it counts.
            person_id: whose account acts.
            prefix: the vendor's mark of the app and the kind of account: it counts nowhere else.
            scopes: what it allows.
            lifetime_seconds: for how long.
        """
        claims = [person_id, sorted(scopes), prefix]
        return prefix + self._sign("token", world, claims, lifetime_seconds)

    def cookie(self, world: Place, person_id: str) -> str:
        """What a signed-in browser carries."""
        return self._sign("cookie", world, [person_id], LIFETIME_SECONDS)

    def launch(self, world: Place, person_id: str) -> str:
        """A code that signs a browser in, once."""
        return self._sign("launch", world, [person_id], LAUNCH_LIFETIME_SECONDS)

    def portal(self) -> str:
        """What the operator's browser carries: it opens the portal and nothing else."""
        return self._sign("portal", None, [], LIFETIME_SECONDS)

    def honour_portal(self, cookie: str) -> bool:
        """Whether this is a portal cookie of this host."""
        try:
            self._read("portal", None, cookie)
        except Unauthenticated:
            return False
        return True

    def operator(self, world: Place) -> str:
        """What opens the pages of a world that are meant for whoever operates it."""
        return self._sign("operator", world, [], LIFETIME_SECONDS)

    def honour_operator(self, credential: str, world: Place) -> bool:
        """Whether this opens them."""
        try:
            self._read("operator", world, credential)
        except Unauthenticated:
            return False
        return True

    def honour_token(self, token: str, world: Place, prefix: str) -> Actor:
        """The actor of a bearer token with a prefix.

        Raises:
            Unauthenticated: ``invalid_credential``: forged, revoked, of another world, app or kind
                of account; or ``token_expired``.
        """
        claims = self._read("token", world, token.removeprefix(prefix))
        person_id, scopes, signed_prefix = claims
        if signed_prefix != prefix:
            raise _invalid()
        return Actor(person_id, frozenset(scopes))

    def honour_cookie(self, cookie: str, world: Place) -> Actor:
        """The actor of a browser's cookie.

        Raises:
            Unauthenticated: as for a token.
        """
        (person_id,) = self._read("cookie", world, cookie)
        return Actor(person_id)

    def end_session(self, cookie: str) -> None:
        """Honour this cookie no longer, whoever has kept a copy of it."""
        self._end("cookie", cookie)

    def revoke(self, token: str, prefix: str) -> None:
        """Honour this token no longer."""
        self._end("token", token.removeprefix(prefix))

    def spend_launch(self, code: str, world: Place) -> str:
        """The person whom a launch code signs in; the code is of no use afterwards.

        Raises:
            Unauthenticated: forged, expired, spent, or of another world.
        """
        (person_id,) = self._read("launch", world, code)
        if not self._end("launch", code):
            raise _invalid()  # another request has been faster
        return str(person_id)

    def password(self, world: Place, person_id: str) -> str:
        """The person's password in this world, derived, so that nowhere a list of them is kept."""
        return self._password(self._mark_of(world, new=True), person_id)

    def password_matches(self, world: Place, person_id: str, password: str) -> bool:
        """Whether this is the person's password, compared in constant time."""
        mark = self._mark_of(world)
        matches = same_secret(password.strip().lower(), self._password(mark, person_id))
        return matches and bool(mark)  # nobody was told one yet in a world without a mark

    def signature(self, world: Place, text: str) -> str:
        """What an address carries that may be used without a credential, for a day at most."""
        return self._sign("address", world, [text], ADDRESS_LIFETIME_SECONDS)

    def signature_matches(self, signature: str, world: Place, text: str) -> bool:
        """Whether this was signed over the text, in this world, and counts still."""
        try:
            return self._read("address", world, signature) == [text]
        except Unauthenticated:
            return False

    def seal(self, text: str) -> str:
        """A mark that differs with the text and tells nothing of it."""
        return self._mac("seal", text).hex()[:12]

    def csrf(self, cookie: str) -> str:
        """What a form must send back to prove that our own page sent it."""
        return self._mac("csrf", cookie).hex()[:32]

    def csrf_matches(self, cookie: str, proof: str) -> bool:
        """Whether the proof belongs to this browser's cookie, compared in constant time."""
        return same_secret(proof, self.csrf(cookie))

    def _sign(self, purpose: str, world: Place | None, claims: list[Any], lifetime: int) -> str:
        mark = self._mark_of(world, new=True) if world else ""
        expires = int(self._now()) + lifetime
        serial = secrets.token_hex(6)  # two of one second must not end together
        payload = json.dumps([mark, expires, serial, *claims], separators=(",", ":"))
        return self._signer(purpose).sign(base64_encode(payload)).decode()

    def _read(self, purpose: str, world: Place | None, text: str) -> list[Any]:
        """The claims of a credential, if it is of this purpose and world and counts still."""
        mark, expires, serial, *claims = self._payload(purpose, text)
        if mark != (self._mark_of(world) if world else "") or serial in self._ended:
            raise _invalid()
        if self._now() >= expires:
            raise Unauthenticated("token_expired", "This credential has expired.")
        return claims

    def _end(self, purpose: str, text: str) -> bool:
        """Let a credential count no more; whether it has not been ended before."""
        try:
            _mark, expires, serial, *_claims = self._payload(purpose, text)
        except Unauthenticated:
            return False
        return self._ended.add(serial, expires)

    def _payload(self, purpose: str, text: str) -> list[Any]:
        try:
            payload: list[Any] = json.loads(base64_decode(self._signer(purpose).unsign(text)))
        except (BadData, UnicodeError):
            raise _invalid() from None
        return payload

    def _mark_of(self, world: Place, *, new: bool = False) -> str:
        """What tells a world from others that have had its name; made for its first credential."""
        mark = self._marks.get(world, "")
        if not mark:
            mark = _mark_in(world.folder / _MARK, new=new)
            mark = f"{world.id} {mark}" if mark else ""
            if mark:
                self._marks[world] = mark
        return mark

    def _password(self, mark: str, person_id: str) -> str:
        text = b32encode(self._mac("password", mark, person_id)[:10]).decode().lower()
        return "-".join(text[start : start + 4] for start in range(0, 16, 4))

    def _new_signer(self, purpose: str) -> Signer:
        return Signer(self._secret, f"workworld {purpose}", digest_method=hashlib.sha256)

    def _mac(self, *parts: str) -> bytes:
        message = "\x1f".join(parts).encode("utf-8", "surrogatepass")
        return hmac.digest(self._secret.encode(), message, hashlib.sha256)


def new_admin_token() -> str:
    """A fresh token for the control port."""
    return secrets.token_urlsafe(24)


def same_secret(given: str, expected: str) -> bool:
    """Whether two secrets are equal, compared in constant time."""
    return hmac.compare_digest(given.encode("utf-8", "surrogatepass"), expected.encode())


def _invalid() -> Unauthenticated:
    return Unauthenticated("invalid_credential", "This credential is not valid here.")


def _mark_in(file: Path, *, new: bool) -> str:
    """The text of a file that is written once, by whichever process is the first to need it."""
    if new:
        fresh = file.with_name(f"{_MARK}-{secrets.token_hex(4)}")
        fresh.write_text(secrets.token_hex(8))
        try:
            file.hardlink_to(fresh)  # whole or not at all
        except FileExistsError:
            pass
        finally:
            fresh.unlink()
    try:
        return file.read_text()
    except FileNotFoundError:
        return ""
