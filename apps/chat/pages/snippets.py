"""Text snippets: long texts that are sent as files, with a name and a language."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import flask

from workworld.apps.chat import typed
from workworld.apps.chat.pages.blueprint import BLUEPRINT
from workworld.apps.chat.pages.channel import View, shown
from workworld.apps.chat.pages.message_deeds import thread_asked, to_posted, ts_of
from workworld.apps.chat.pages.nonces import once
from workworld.apps.chat.service import snippets
from workworld.doors.refused_pages import keep_entered, status_of
from workworld.doors.web import page
from workworld.errors import Conflict, Forbidden, Invalid, NotFound

LANGUAGES = {
    "txt": "Plain text",
    "c": "C",
    "cpp": "C++",
    "cs": "C#",
    "css": "CSS",
    "csv": "CSV",
    "diff": "Diff",
    "go": "Go",
    "html": "HTML",
    "java": "Java",
    "js": "JavaScript",
    "json": "JSON",
    "log": "Log",
    "md": "Markdown",
    "py": "Python",
    "rb": "Ruby",
    "rs": "Rust",
    "sh": "Shell",
    "sql": "SQL",
    "ts": "TypeScript",
    "xml": "XML",
    "yaml": "YAML",
}
"""Languages by the ending of a file's name."""
_REFUSED = (Invalid, Forbidden, Conflict, NotFound)


@dataclass(frozen=True, slots=True)
class Snippet:
    """What was entered of a snippet."""

    name: str = ""
    language: str = "txt"
    text: str = ""
    comment: str = ""
    thread_ts: str = ""
    problem: str = ""
    languages: tuple[tuple[str, str], ...] = tuple(LANGUAGES.items())

    @property
    def file_name(self) -> str:
        """The name of the file that it becomes."""
        name = self.name.strip() or "Untitled"
        ending = name.rpartition(".")[2].lower()
        return name if "." in name and ending in LANGUAGES else f"{name}.{self.language}"


@BLUEPRINT.get("/c/<channel_id>/snippet")
def snippet_form(channel_id: str) -> str:
    """The form of a snippet."""
    return _form(channel_id, Snippet(thread_ts=flask.request.args.get("thread", "")))


@BLUEPRINT.post("/c/<channel_id>/snippet")
def send_snippet(channel_id: str) -> Any:
    """Send a snippet: a file is made of it, and a message shows it."""
    keep_entered("text")
    form = flask.request.form
    language = form.get("language", "txt")
    snippet = Snippet(
        name=form.get("name", ""),
        language=language if language in LANGUAGES else "txt",
        text=form.get("text", "").replace("\r\n", "\n"),
        comment=form.get("comment", ""),
        thread_ts=form.get("thread_ts", ""),
    )
    try:
        ts = _sent(channel_id, snippet)
    except _REFUSED as refused:
        return _form(channel_id, _with(snippet, refused.message)), status_of(refused)
    return to_posted(channel_id, ts, snippet.thread_ts)


def _sent(channel_id: str, snippet: Snippet) -> str:
    ts: str = page(
        snippets.send,
        ts_of,
        accept=typed.accept,
        channel_id=channel_id,
        name=snippet.file_name,
        content=snippet.text,
        text=snippet.comment,
        **thread_asked(snippet.thread_ts),
        **once(snippet),
    )
    return ts


def _form(channel_id: str, snippet: Snippet) -> str:
    return shown(channel_id, View(dialog="dialog_snippet.html", values={"snippet": snippet}))


def _with(snippet: Snippet, problem: str) -> Snippet:
    return Snippet(
        snippet.name, snippet.language, snippet.text, snippet.comment, snippet.thread_ts, problem
    )
