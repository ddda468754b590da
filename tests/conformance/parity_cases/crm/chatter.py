"""Records are followed, posted to, answered; what was said is deleted by whoever said it."""

from __future__ import annotations

from collections.abc import Iterator

from tests.apps.crm.floor import ADMIN
from tests.conformance.parity import Case
from tests.conformance.parity_cases.crm.words import case, making, then

_DEAL = making("deal", "Opportunity", by=ADMIN, Name="Gates", OwnerId="$akovac")
_POST = then(_DEAL, making("post", "FeedItem", ParentId="$deal", Body="Signed"))
_OTHERS = then(_DEAL, making("post", "FeedItem", by=ADMIN, ParentId="$deal", Body="Signed"))
_SEEN = (("own", "ok", "$deal"), ("missing", "NOT_FOUND", "$no_deal"))


def _cases() -> Iterator[Case]:
    for name, outcome, id in _SEEN:
        for deed, follows in (("follow", "1"), ("unfollow", "0")):
            yield case(
                f"follows.{deed}",
                name,
                outcome,
                mcp=(f"{deed}Record", {"id": id}),
                ui=(f"/Opportunity/{id}/follow", {"follows": follows}),
                before=_DEAL,
            )
        yield case(
            "posts.post",
            name,
            outcome,
            mcp=("postToFeed", {"id": id, "text": "Signed"}),
            ui=(f"/posts/on/Opportunity/{id}", {"text": "Signed"}),
            before=_DEAL,
        )
    for name, outcome, before in (
        ("own", "ok", _POST),
        ("somebody's", "INSUFFICIENT_ACCESS_OR_READONLY", _OTHERS),
    ):
        yield case(
            "posts.delete",
            name,
            outcome,
            mcp=("deletePost", {"post-id": "$post"}),
            ui=("/Opportunity/$deal/posts/$post/delete", {}),
            before=before,
        )
    for name, outcome, id in (("there", "ok", "$post"), ("missing", "NOT_FOUND", "$no_post")):
        yield case(
            "posts.answer",
            name,
            outcome,
            mcp=("answerPost", {"post-id": id, "text": "Good"}),
            ui=(f"/Opportunity/$deal/posts/{id}/answers", {"text": "Good"}),
            before=_POST,
        )


CASES = tuple(_cases())
