"""Hosts of websites and of e-mail addresses, by which companies are told apart."""

from __future__ import annotations

from urllib.parse import urlsplit

_PUBLIC = frozenset(
    (
        "aol.com",
        "gmail.com",
        "gmx.de",
        "gmx.net",
        "googlemail.com",
        "hotmail.com",
        "icloud.com",
        "live.com",
        "mail.com",
        "me.com",
        "outlook.com",
        "proton.me",
        "protonmail.com",
        "web.de",
        "yahoo.com",
    )
)
"""Where people of all companies have mailboxes."""


def domain_of(website: str | None) -> str | None:
    """The host of a website in small letters, without ``www.``; None if it has none."""
    text = (website or "").strip()
    if not text:
        return None
    try:
        host = urlsplit(text if "//" in text else f"//{text}").hostname
    except ValueError:
        return None
    return (host or "").removeprefix("www.").strip(".") or None


def domain_of_email(address: str | None) -> str | None:
    """The company's domain in an e-mail address; None for mailboxes that anybody can have."""
    _, _, host = (address or "").strip().lower().rpartition("@")
    return host if host and host not in _PUBLIC else None
