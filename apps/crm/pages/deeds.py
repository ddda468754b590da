"""Dialogs that ask for a text and do one thing: submit, approve, escalate, close."""

from __future__ import annotations

from dataclasses import dataclass

import flask


@dataclass(frozen=True, slots=True)
class Deed:
    """Such a dialog.

    Args:
        title: its heading.
        says: what happens, in a sentence.
        label: what the text is called.
        does: what its button is called.
        url: where it is sent.
        back: where one is without it.
        text: what was entered.
        problem: why it was not taken.
        required: whether there must be a text.
        is_danger: whether something is denied by it.
        said: what is told when it is done.
    """

    title: str
    says: str
    label: str
    does: str
    url: str
    back: str
    text: str = ""
    problem: str = ""
    required: bool = False
    is_danger: bool = False
    said: str = ""


DIALOG, DIALOG_ID = "dialog_deed.html", "deed"


def entered() -> str:
    """The text that was sent."""
    return flask.request.form.get("text", "").replace("\r\n", "\n").strip()
