"""What came of a bulk change: what was done, and what was refused and why."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import flask

from workworld.apps.tracker.pages.blueprint import BLUEPRINT, navigator_url
from workworld.apps.tracker.pages.frames import framed
from workworld.apps.tracker.service import bulk_results
from workworld.context import Context
from workworld.doors.web import page

_SHOWN = 200


def keep(title: str, summaries: Mapping[str, str], outcomes: Sequence[tuple[str, str, str]]) -> str:
    """Keep what came of a change: the address of the page that shows it.

    Args:
        title: what was to be done.
        summaries: of the issues that were found, by their keys before it.
        outcomes: of each issue its key before and now, and why nothing was done.
    """
    content = {
        "title": title,
        "done": [[was, now, summaries.get(was, "")] for was, now, why in outcomes if not why],
        "refused": [[was, why, summaries.get(was, "")] for was, _now, why in outcomes if why],
    }
    result_id = page(bulk_results.note, _same, kind="change", content=content)
    return flask.url_for("ui.bulk_result", result_id=result_id)


@BLUEPRINT.get("/bulk/results/<result_id>")
def bulk_result(result_id: str) -> str:
    """What came of a bulk change."""
    found = page(bulk_results.info, _same, result_id=result_id, kind="change")
    done, refused = found["done"], found["refused"]
    return framed(
        "bulk_result.html",
        title=found["title"],
        done=done,
        refused=refused,
        shown=_SHOWN,
        done_url=_search([now for _was, now, _summary in done if now]),
        refused_url=_search([was for was, _why, summary in refused if summary]),
    )


def _search(keys: Sequence[str]) -> str:
    return navigator_url(f"key in ({', '.join(keys)})") if keys else ""


def _same(_ctx: Context, found: Any) -> Any:
    return found
