"""The page on which a customer says how content they are with how their case was solved."""

from __future__ import annotations

from typing import Any

import flask

from workworld.apps.crm.pages.blueprint import BLUEPRINT, at
from workworld.apps.crm.pages.public_pages import PLACE, entered, performed, shown
from workworld.apps.crm.service import surveys
from workworld.apps.crm.service.surveys import KNOWN, UNKNOWN
from workworld.doors.web import for_everybody
from workworld.errors import NotFound

_SCORES = (
    ("5", "Very content", ""),
    ("4", "Content", ""),
    ("3", "Neither nor", ""),
    ("2", "Not content", ""),
    ("1", "Not content at all", ""),
)
_LONGEST = 4_000
_LONGEST_TOKEN = 80


@BLUEPRINT.get(f"{PLACE}/surveys/<token>")
@for_everybody
def survey_form(token: str) -> str:
    """Ask a customer; of whom and of what is told to nobody, whatever the address ends in."""
    return _shown(token)


@BLUEPRINT.post(f"{PLACE}/surveys/<token>")
@for_everybody
def answer_survey(token: str) -> Any:
    """Take their answer in, once."""
    score, comment = entered("score"), entered("comment")
    if score not in {value for value, *_ in _SCORES}:
        return _shown(token, comment=comment, problem="Choose one of the answers."), 422
    if len(comment) > _LONGEST:
        said = f"Comment: at most {_LONGEST:,} characters."
        return _shown(token, score, comment, said), 422
    if len(token) > _LONGEST_TOKEN:
        raise NotFound("page_not_found")
    answered = performed(surveys.answer, token=token, score=int(score), comment=comment)
    if answered.outcome == UNKNOWN:
        raise NotFound("page_not_found")
    if answered.outcome == KNOWN:
        return _shown(token, score, comment, answered.text), 409
    return flask.redirect(at(f"{PLACE}/thanks/survey"), 303)


def _shown(token: str, score: str = "", comment: str = "", problem: str = "") -> str:
    return shown(
        "public_survey.html",
        token=token,
        scores=_SCORES,
        score=score,
        comment=comment,
        problem=problem,
        longest=_LONGEST,
    )
