"""Forms that post once: a second click, or the same form sent again, leads to the first message."""

from __future__ import annotations

import flask

from workworld.randomness import digest


def once(*said: object) -> dict[str, str]:
    """What names the request of the form that was sent, for the operation; nothing if it does not.

    A form knows where the world stood when it was shown. The same form with other words is
    another request, as somebody may go back to a page and write something else.

    Args:
        said: all that the writer chose.
    """
    shown = flask.request.form.get("nonce", "")
    return {"nonce": digest(shown, *said).hex()[:32]} if shown else {}
