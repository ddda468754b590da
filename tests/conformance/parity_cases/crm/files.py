"""Files on records: by tools, and by the form and the button of the pages."""

from __future__ import annotations

from collections.abc import Iterator

from sqlalchemy import select
from tests.apps.crm.floor import FINANCE, REP
from tests.conformance.parity import Case, Facts, Sent
from tests.conformance.parity_cases.crm.words import case, floor_of, making, then

from workworld.apps.crm.models import ContentDocument
from workworld.apps.crm.service import files
from workworld.calls import call
from workworld.context import Actor, Request, Surface
from workworld.worlds import World

_TEXT = b"Two gates.\n"


def _attached(world: World, facts: Facts) -> None:
    """The rep has put a file on the deal."""
    said = {"record_id": facts["deal"], "name": "terms.txt", "content": _TEXT}
    call(
        world,
        Actor(floor_of(world).people[REP]),
        files.attach,
        Request(Surface.SYSTEM, "a file"),
        accept=lambda _ctx, _none: said,
        present=lambda _ctx, _made: None,
    )
    with world.reading() as session:
        newest = select(ContentDocument.id).order_by(ContentDocument.created_us.desc()).limit(1)
        facts["document"] = session.scalars(newest).one()


_DEAL = then(making("account", "Account"), making("deal", "Opportunity", AccountId="$account"))


def _cases() -> Iterator[Case]:
    for name, handle, outcome in (
        ("a file", REP, "ok"),
        ("not theirs", FINANCE, "INSUFFICIENT_ACCESS_OR_READONLY"),
    ):
        yield case(
            "files.attach",
            name,
            outcome,
            mcp=("attachFile", {"id": "$deal", "name": "t.txt", "content": _TEXT.decode()}),
            ui=("/files/on/Opportunity/$deal", {"file": Sent("t.txt", _TEXT)}),
            before=_DEAL,
            handle=handle,
        )
    for name, document, outcome in (("one", "$document", "ok"), ("none", "$deal", "NOT_FOUND")):
        yield case(
            "files.remove",
            name,
            outcome,
            mcp=("removeFile", {"id": "$deal", "document-id": document}),
            ui=(f"/Opportunity/$deal/files/{document}/remove", {}),
            before=then(_DEAL, _attached),
        )


CASES = tuple(_cases())
