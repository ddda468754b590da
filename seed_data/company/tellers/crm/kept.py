"""What is kept beside records: articles, notes, posts, e-mails in both directions, who follows."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from workworld.randomness import Stream
from workworld.seed_data.company.company import TODAY, Company
from workworld.seed_data.company.ledger import Fact
from workworld.seed_data.company.market.things import Account, Deal
from workworld.seed_data.company.tellers.chat.talker import coming
from workworld.seed_data.company.text import rules
from workworld.seed_data.company.text.polish import capitals, polish
from workworld.seed_data.company.text.voice import spell
from workworld.seed_data.crm_facts import ChangeFact, CrmRecordFact
from workworld.seed_data.reading import read

_PACKS = Path(__file__).parents[2] / "packs"
_RECENT = timedelta(days=240)
_FIRST_ARTICLE = timedelta(days=620)
_TELLS = {"Note": 45, "FeedItem": 30, "EntitySubscription": 22, "EmailMessage": 40}
"""Of 100 deals of the last months, how many have a thing of a kind."""
_REVIEW = timedelta(days=365)
_UNREVIEWED = 0.2
"""So many articles nobody has looked at for longer than that."""
_BY_MAIL = ("Email", "Web")


def add(company: Company, records: Mapping[str, Sequence[CrmRecordFact]]) -> dict[str, Any]:
    """The records again, with all that is kept beside them."""
    reached = {each.key for each in records["Contact"] if each.values.get("email")}
    kept = Kept(company, reached)
    deals = [each for each in company.market.deals.values() if each.at > TODAY - _RECENT]
    found: dict[str, Any] = {**records, **kept.service(records.get("Case", ()))}
    found["Case"] = [kept.with_mails(each) for each in records.get("Case", ())]
    for sobject, share in _TELLS.items():
        found[sobject] = [*kept.about(sobject, share, deals)]
    return found


class Kept:
    """Writes what people keep.

    Args:
        company: whose; its market is complete.
        reached: keys of the contacts whose address is known.
    """

    def __init__(self, company: Company, reached: Collection[str]) -> None:
        self._reached, self._at = reached, TODAY
        self._company, self._market = company, company.market
        self._grammar = rules.grammar(company.pack, company.chance.split)
        self._pack = read(_PACKS / company.pack / "articles.yaml")
        staff = company.organization.there(TODAY.date(), function="support")
        self._writer = min(staff, key=lambda each: each.started).key

    def service(self, cases: Sequence[CrmRecordFact]) -> dict[str, list[CrmRecordFact]]:
        """What the support team knows and says every day, by whoever has been there longest."""
        stream = self._company.chance.stream("crm", "articles")
        solved = [each.key for each in cases if each.story and "resolution" in _last(each)]
        articles = self._pack["articles"]
        step = (_FIRST_ARTICLE - timedelta(days=20)) / len(articles)
        return {
            "Knowledge__kav": [
                self._article(number, row, TODAY - _FIRST_ARTICLE + number * step, solved, stream)
                for number, row in enumerate(articles)
            ],
            "QuickText": [*self._plain("quick_texts", stream)],
            "Macro": [*self._plain("macros", stream)],
        }

    def _when(self, person: str, at: datetime, stream: Stream) -> datetime:
        return self._company.hours.moment_for(person, at, stream, 15) or at

    def _article(
        self,
        number: int,
        row: Mapping[str, Any],
        at: datetime,
        solved: Sequence[str],
        stream: Stream,
    ) -> CrmRecordFact:
        started = self._company.organization.staff[self._writer].started
        first = TODAY - (TODAY.date() - started) + timedelta(days=7 + number)
        at = self._when(self._writer, max(at, first), stream)
        online = self._when(self._writer, at + timedelta(hours=3), stream)
        cases = stream.sample(solved[-400:], min(len(solved), stream.integer(0, 3)))
        values = {**row, "number": f"{1001 + number:09}"}
        parts: dict[str, list[dict[str, Any]]] = {
            "cases": [{"case": each} for each in cases],
            "votes": [{"by": self._writer, "helpful": True}] if number % 3 else [],
        }
        story = [ChangeFact(online, self._writer, {"status": "Online"})]
        if online < TODAY - _REVIEW:
            if number < round(len(self._pack["articles"]) * _UNREVIEWED):
                self._note_unreviewed(number, online)
            else:
                read = self._when(self._writer, TODAY - timedelta(days=30 + 11 * number), stream)
                story.append(ChangeFact(read, self._writer, {"summary": row["summary"]}))
        return CrmRecordFact(f"article/{number}", at, self._writer, values, story, parts)

    def _note_unreviewed(self, number: int, since: datetime) -> None:
        article = f"article/{number}"
        self._company.ledger.note(
            Fact(
                f"{article}/unreviewed",
                "stale",
                article,
                "looked at once a year",
                since + _REVIEW,
                places=(f"crm:{article}",),
                rule="unreviewed",
                is_defect=True,
            )
        )

    def _plain(self, kind: str, stream: Stream) -> Iterator[CrmRecordFact]:
        for number, row in enumerate(self._pack[kind]):
            at = self._when(self._writer, TODAY - timedelta(days=300 - 9 * number), stream)
            values = {name: value for name, value in row.items() if name != "steps"}
            parts = {"steps": row["steps"]} if "steps" in row else {}
            yield CrmRecordFact(f"{kind}/{number}", at, self._writer, values, parts=parts)

    def with_mails(self, case: CrmRecordFact) -> CrmRecordFact:
        """A case that came by mail, with the mail and the answers that went out."""
        contact = self._market.contacts.get(str(case.values.get("contact")))
        if (
            contact is None
            or contact.key not in self._reached
            or case.values["origin"] not in _BY_MAIL
        ):
            return case
        stream = self._company.chance.stream("crm", "mails", case.key)
        self._at = case.at
        subject, ours = str(case.values["subject"]), self._company.organization.name
        asks = self._say("mail.case", stream, {"contact": contact.name}, {})
        text = f"Hello,\n\n{case.values['description']}\n\n{asks}\n\n{contact.name}"
        mails = [{"at": case.at, "by": case.by, "incoming": True, "subject": subject, "text": text}]
        for each in case.parts.get("comments", ()):
            if each["public"]:
                name = self._company.organization.staff[each["by"]].name
                said = f"Hi {contact.first},\n\n{each['text']}\n\n{name}\n{ours} Support"
                answer = {"at": each["at"], "by": each["by"], "text": said}
                mails.append({**answer, "subject": f"Re: {subject}"})
        parts = {**case.parts, "emails": mails}
        return CrmRecordFact(case.key, case.at, case.by, case.values, case.story, parts)

    def about(self, sobject: str, share: int, deals: Sequence[Deal]) -> Iterator[CrmRecordFact]:
        """Things of a kind about some of the deals, by whoever has them."""
        for deal in deals:
            stream = self._company.chance.stream("crm", "kept", sobject, deal.key)
            account = self._market.accounts[deal.account]
            staff = self._company.organization.staff[deal.owner]
            if stream.integer(1, 100) > share or not account.contacts or staff.ended is not None:
                continue
            last = min(deal.ended or TODAY, TODAY)
            span = max(1, round((last - deal.opened).total_seconds() / 60) - 240)
            at = deal.opened + timedelta(minutes=stream.integer(0, span))
            at = self._when(deal.owner, max(at, TODAY - _RECENT), stream)
            if at < TODAY - timedelta(hours=4):
                self._at = at
                yield from getattr(self, f"_{sobject.lower()}")(deal, account, at, stream)

    def _say(
        self,
        rule: str,
        stream: Stream,
        slots: Mapping[str, str],
        named: dict[str, str],
        by: str = "",
    ) -> str:
        """A text by a rule, as one of the staff spells it; of nobody's, as at headquarters."""
        domain, soon = self._company.organization.domain, coming(int(self._at.timestamp()))
        both = {"domain": domain, "date_next": soon, **slots}
        said = polish(capitals(self._grammar.say(rule, stream, both, named=named)))
        return spell(said, self._company.organization.staff[by].voice) if by else said

    def _slots(self, account: Account, stream: Stream) -> dict[str, str]:
        return {"contact": stream.choice(account.contacts).name, "customer": account.name}

    def _note(
        self, deal: Deal, account: Account, at: datetime, stream: Stream
    ) -> Iterator[CrmRecordFact]:
        slots, named = self._slots(account, stream), dict[str, str]()
        title, body = (
            self._say(f"note.{each}", stream, slots, named, deal.owner)
            for each in ("title", "body")
        )
        values = {"parent": deal.key, "title": title, "body": body}
        yield CrmRecordFact(f"note/{deal.key}", at, deal.owner, values)

    def _feeditem(
        self, deal: Deal, account: Account, at: datetime, stream: Stream
    ) -> Iterator[CrmRecordFact]:
        near = self._company.organization.there(TODAY.date(), function="sales")
        colleague = stream.choice([each.key for each in near])
        slots = {**self._slots(account, stream), "colleague": colleague}
        named: dict[str, str] = {}
        body = self._say("post.body", stream, slots, named, deal.owner)
        values = {"parent": deal.key, "body": body}
        later = self._when(colleague, at + timedelta(minutes=stream.integer(10, 200)), stream)
        answer = self._say("post.answer", stream, slots, named, colleague)
        is_answered = colleague != deal.owner and later < TODAY and stream.integer(0, 1)
        told = [{"at": later, "by": colleague, "text": answer}] if is_answered else []
        yield CrmRecordFact(f"post/{deal.key}", at, deal.owner, values, parts={"answers": told})

    def _entitysubscription(
        self, deal: Deal, _account: Account, at: datetime, _stream: Stream
    ) -> Iterator[CrmRecordFact]:
        values = {"parent": deal.key, "subscriber": deal.owner}
        yield CrmRecordFact(f"follow/{deal.key}", at, deal.owner, values)

    def _emailmessage(
        self, deal: Deal, account: Account, at: datetime, stream: Stream
    ) -> Iterator[CrmRecordFact]:
        """One of ours, and perhaps an answer to it."""
        contact = stream.choice(account.contacts)
        if contact.key not in self._reached:
            return
        slots, named = {"contact": contact.name, "customer": account.name}, dict[str, str]()
        subject = self._say("mail.subject", stream, slots, named)
        seller = self._company.organization.staff[deal.owner]
        ours = f"{seller.key}@{self._company.organization.domain}"
        about = {"related_to": deal.key, "who": contact.key}
        text = self._say("mail.ours", stream, slots, named, deal.owner)
        text = f"Dear {contact.first},\n\n{_after_comma(text)}\n\n{seller.name}"
        said = {"subject": subject, "text_body": text, "status": "Sent"}
        sent = {"from_address": ours, "from_name": seller.name, "to_address": contact.email}
        key = f"mail/{deal.key}"
        yield CrmRecordFact(key, at, deal.owner, {**about, **said, **sent})
        later = self._when(deal.owner, at + timedelta(hours=stream.integer(2, 70)), stream)
        if stream.integer(1, 100) > 60 or later >= TODAY:
            return
        text = self._say("mail.theirs", stream, slots, named)
        text = f"{seller.name.split()[0]}, {_after_comma(text)}\n\n{contact.first}"
        said = {"subject": f"Re: {subject}", "text_body": text, "status": "Read", "reply_to": key}
        came = {"from_address": contact.email, "from_name": contact.name, "to_address": ours}
        values = {**about, **said, **came, "is_incoming": True}
        yield CrmRecordFact(f"{key}/answer", later, deal.owner, values)


def _last(case: CrmRecordFact) -> Mapping[str, Any]:
    return {name: value for change in case.story for name, value in change.values.items()}


def _after_comma(text: str) -> str:
    """A text as it goes on below a greeting."""
    return text if text.startswith("I ") else text[:1].lower() + text[1:]
