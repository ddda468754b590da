"""Knowledge articles: handed in, published, archived, revised, rated and attached; macros run."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from tests.apps.crm.floor import ADMIN, SUPPORT
from tests.conformance.parity import Before, Case
from tests.conformance.parity_cases.crm.words import case, doing, making, then

from workworld.apps.crm.service import articles, case_articles

_KAV = "Knowledge__kav"
_DRAFT = making("article", _KAV, by=SUPPORT, Title="Oil the gate", Answer__c="Two drops.")
_ONLINE = then(_DRAFT, doing(articles.publish, by=SUPPORT, article_id="$article"))
_CASE = then(_ONLINE, making("case", "Case", by=ADMIN, Subject="Gate", OwnerId="$eboadi"))
_ATTACHED = then(
    _CASE, doing(case_articles.attach, by=SUPPORT, case_id="$case", article_id="$article")
)
_STEP = {"Operation": "Set Field", "Target": "Priority", "Value": "High"}
_MACRO = then(
    _CASE,
    making("macro", "Macro", by=SUPPORT, Name="Hand over"),
    making("step", "MacroInstruction", by=SUPPORT, MacroId="$macro", **_STEP),
)
_NO_STEPS = then(_CASE, making("macro", "Macro", by=SUPPORT, Name="Hand over"))


def _deeds() -> Iterator[Case]:
    deeds: tuple[tuple[str, Before, Before], ...] = (
        ("submit", _DRAFT, _ONLINE),
        ("publish", _DRAFT, _ONLINE),
        ("archive", _ONLINE, _DRAFT),
        ("revise", _ONLINE, _DRAFT),
    )
    for deed, fitting, unfit in deeds:
        for name, outcome, before in (
            ("fitting", "ok", fitting),
            ("too late or too early", "INVALID_OPERATION", unfit),
        ):
            yield case(
                f"articles.{deed}",
                name,
                outcome,
                mcp=(f"{deed}Article", {"article-id": "$article"}),
                ui=(f"/{_KAV}/$article/{deed}", {}),
                before=before,
                handle=SUPPORT,
            )
    for name, outcome, before in (
        ("online", "ok", _ONLINE),
        ("a draft", "INVALID_OPERATION", _DRAFT),
    ):
        yield case(
            "articles.vote",
            name,
            outcome,
            mcp=("rateArticle", {"article-id": "$article", "is-helpful": True}),
            ui=(f"/{_KAV}/$article/vote", {"helpful": "1"}),
            before=before,
            handle=SUPPORT,
        )


def _attached() -> Iterator[Case]:
    both: dict[str, Any] = {"case-id": "$case", "article-id": "$article"}
    rows: tuple[tuple[str, str, str, Callable[..., None]], ...] = (
        ("attach", "once", "ok", _CASE),
        ("attach", "twice", "DUPLICATE_VALUE", _ATTACHED),
        ("detach", "attached", "ok", _ATTACHED),
        ("detach", "not attached", "NOT_FOUND", _CASE),
    )
    for deed, name, outcome, before in rows:
        yield case(
            f"case_articles.{deed}",
            name,
            outcome,
            mcp=(f"{deed}Article", both),
            ui=("/Case/$case/articles", {deed: "$article"}),
            before=before,
            handle=SUPPORT,
        )


def _macros() -> Iterator[Case]:
    for name, outcome, before in (
        ("with steps", "ok", _MACRO),
        ("without steps", "INVALID_OPERATION", _NO_STEPS),
    ):
        yield case(
            "macros.run",
            name,
            outcome,
            mcp=("runMacro", {"macro-id": "$macro", "case-id": "$case"}),
            ui=("/Case/$case/macro", {"macro": "$macro"}),
            before=before,
            handle=SUPPORT,
        )


CASES = (*_deeds(), *_attached(), *_macros())
