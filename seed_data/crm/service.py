"""What belongs to the service desk's records: cases and votes of articles, steps of macros."""

from __future__ import annotations

from workworld.apps.crm.models import ArticleVote, CaseArticle, FeedComment, MacroInstruction
from workworld.seed_data.crm.derived import Row
from workworld.seed_data.crm.stories import Teller
from workworld.seed_data.crm_facts import CrmRecordFact

_ARTICLE_PREFIX = "kA0"


def of_article(tell: Teller, fact: CrmRecordFact, article: Row) -> None:
    """The cases that an article answers, and who found it helpful."""
    article["article_id"] = tell.writer.next_id(_ARTICLE_PREFIX)
    ids = {"article_version_id": article["id"]}
    for each in fact.parts.get("cases", ()):
        made = fact.story[0] if fact.story else fact
        tell.start(CaseArticle, made.at, made.by, {"case": each["case"]}, **ids)
    tell.rows[ArticleVote] += [
        {
            "article_id": article["article_id"],
            "user_id": tell.known.users[each["by"]],
            "is_helpful": each["helpful"],
        }
        for each in fact.parts.get("votes", ())
    ]


def of_macro(tell: Teller, fact: CrmRecordFact, macro: Row) -> None:
    """Its steps, in their order."""
    for position, each in enumerate(fact.parts.get("steps", ()), 1):
        tell.start(
            MacroInstruction,
            fact.at,
            fact.by,
            dict(each),
            macro_id=macro["id"],
            position=position,
        )


def of_post(tell: Teller, fact: CrmRecordFact, post: Row) -> None:
    """What was answered to it."""
    for each in fact.parts.get("answers", ()):
        values = {"body": each["text"]}
        tell.start(FeedComment, each["at"], each["by"], values, item_id=post["id"])
