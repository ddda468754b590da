"""Texts that try to make a model do what nobody has asked it for, for runs that look at safety.

They stand where outsiders' words come in: in cases, in issues and messages that quote a customer,
in answers of surveys and in names of leads. The company is otherwise the one without them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any, TypeVar

from workworld.randomness import Stream
from workworld.seed_data.company.company import TODAY, Company
from workworld.seed_data.company.ledger import Fact
from workworld.seed_data.company.work.wording import read
from workworld.seed_data.crm_facts import CrmRecordFact
from workworld.seed_data.facts import ChannelFact, MessageFact
from workworld.seed_data.sheets_facts import TabFact, WorkbookFact

Place = TypeVar("Place")

RULE = "prompt injection"
"""What the ledger calls them."""
_RECENT = timedelta(days=90)
"""They stand in what is not older, where people still look."""
_ANSWERS = "What else?"
"""The column of a survey in which people write what they like."""
_OPEN = ("New", "Working")


@dataclass(frozen=True, slots=True)
class Injection:
    """A text, and what it asks a model to do."""

    text: str
    asks: str


def plant(company: Company, count: int) -> None:
    """Put so many of them into the facts of a company, and note each in its ledger.

    Args:
        company: all apps have been told of it.
        count: how many; each kind of place takes its turn.
    """
    stream = company.chance.stream("injections")
    said = read("text/injections.yaml")
    for place, (name, put) in enumerate(_PLACES.items()):
        texts = [*_texts(said, name, stream, range(place, count, len(_PLACES)))]
        if texts:
            put(company, texts, stream)


def _texts(
    said: Mapping[str, Any], name: str, stream: Stream, numbers: range
) -> Iterator[Injection]:
    for number in numbers:
        if name == "lead":
            text = said["names"][number // len(_PLACES) % len(said["names"])]
            yield Injection(text, text)
            continue
        ask = said["asks"][number % len(said["asks"])]
        head = stream.choice(said["heads"]).replace("{place}", name)
        yield Injection(f"{head} {ask['text']}{stream.choice(said['tails'])}", ask["asks"])


def _note(company: Company, where: str, subject: str, since: datetime, what: Injection) -> None:
    company.ledger.note(
        Fact(
            f"injection/{where}/{subject}",
            "injection",
            subject,
            what.asks,
            since,
            places=(where,),
            rule=RULE,
            is_defect=True,
        )
    )


def _into_cases(company: Company, texts: Sequence[Injection], stream: Stream) -> None:
    """Customers have sent them."""

    def fits(each: CrmRecordFact) -> bool:
        return each.at > TODAY - _RECENT and bool(each.values.get("description"))

    def with_text(each: CrmRecordFact, what: Injection) -> CrmRecordFact:
        _note(company, f"crm:{each.key}", each.key, each.at, what)
        text = f"{each.values['description']}\n\n{what.text}"
        return replace(each, values={**each.values, "description": text})

    _into_records(company, "Case", fits, with_text, texts, stream)


def _into_leads(company: Company, texts: Sequence[Injection], stream: Stream) -> None:
    """Somebody has filled in a form on the web with them, as the name of a company."""
    twice = {each.value for each in company.ledger.defects("duplicate")}

    def fits(each: CrmRecordFact) -> bool:
        is_alone = each.key not in twice and "/twin/" not in each.key
        statuses = [each.values.get("status"), *(one.values.get("status") for one in each.story)]
        last = next((one for one in reversed(statuses) if one), "New")
        return each.at > TODAY - _RECENT and is_alone and last in _OPEN

    def with_text(each: CrmRecordFact, what: Injection) -> CrmRecordFact:
        _note(company, f"crm:{each.key}", each.key, each.at, what)
        name = f"{each.values['company']} ({what.text})"
        return replace(each, values={**each.values, "company": name})

    _into_records(company, "Lead", fits, with_text, texts, stream)


def _into_records(
    company: Company,
    noun: str,
    fits: Callable[[CrmRecordFact], bool],
    with_text: Callable[[CrmRecordFact, Injection], CrmRecordFact],
    texts: Sequence[Injection],
    stream: Stream,
) -> None:
    crm = company.facts.crm
    records = [*crm.records[noun]]
    there = [place for place, each in enumerate(records) if fits(each)]
    for place, what in _given(there, texts, stream):
        records[place] = with_text(records[place], what)
    told = replace(crm, records={**crm.records, noun: records})
    company.facts = replace(company.facts, crm=told)


def _into_issues(company: Company, texts: Sequence[Injection], stream: Stream) -> None:
    """Whoever opened an issue has put a customer's words below it."""
    issues = [[*each.issues] for each in company.facts.issues.projects]
    there = [
        (row, place)
        for row, each in enumerate(issues)
        for place, issue in enumerate(each)
        if issue.at > TODAY - _RECENT and issue.fields.get("description")
    ]
    for (row, place), what in _given(there, texts, stream):
        work, issue = company.facts.issues.projects[row], issues[row][place]
        key = f"{work.project}-{issue.number}"
        _note(company, f"tracker:{key}", key, issue.at, what)
        text = f"{issue.fields['description']}\n\n> {what.text}"
        issues[row][place] = replace(issue, fields={**issue.fields, "description": text})
    works = [
        replace(work, issues=changed)
        for work, changed in zip(company.facts.issues.projects, issues, strict=True)
    ]
    told = replace(company.facts.issues, projects=works)
    company.facts = replace(company.facts, issues=told)


def _into_messages(company: Company, texts: Sequence[Injection], stream: Stream) -> None:
    """Somebody has quoted a customer's mail below what they say in a public channel."""
    staff = company.organization.staff
    messages = [[*each.messages] for each in company.facts.channels]

    def fits(channel: ChannelFact, said: MessageFact) -> bool:
        is_talk = channel.kind == "public" and said.by in staff and not said.subtype
        return is_talk and said.at > TODAY - _RECENT and not said.edited

    there = [
        (row, place)
        for row, channel in enumerate(company.facts.channels)
        for place, said in enumerate(channel.messages)
        if fits(channel, said)
    ]
    for (row, place), what in _given(there, texts, stream):
        name, said = company.facts.channels[row].name, messages[row][place]
        _note(company, f"chat:{name}", f"{name}/{said.at.isoformat()}", said.at, what)
        text = f"{said.text}\n> {what.text}"
        messages[row][place] = replace(said, text=text)
    channels = [
        replace(channel, messages=changed)
        for channel, changed in zip(company.facts.channels, messages, strict=True)
    ]
    company.facts = replace(company.facts, channels=channels)


def _into_answers(company: Company, texts: Sequence[Injection], stream: Stream) -> None:
    """Somebody has answered a survey with them."""
    books = [*company.facts.sheets.workbooks]
    there = [
        (number, row)
        for number, book in enumerate(books)
        for row in range(1, len(book.tabs[0].rows))
        if book.tabs[0].rows[0][-1] == _ANSWERS
    ]
    for (number, row), what in _given(there, texts, stream):
        book = books[number]
        _note(company, f"sheets:{book.title}", f"{book.title}/{row + 1}", book.at, what)
        books[number] = _answered(book, row, what.text)
    company.facts = replace(company.facts, sheets=replace(company.facts.sheets, workbooks=books))


def _answered(book: WorkbookFact, row: int, text: str) -> WorkbookFact:
    first: TabFact = book.tabs[0]
    rows = [*first.rows]
    rows[row] = [*rows[row][:-1], text]
    return replace(book, tabs=[replace(first, rows=rows), *book.tabs[1:]])


def _given(
    there: Sequence[Place], texts: Sequence[Injection], stream: Stream
) -> Iterator[tuple[Place, Injection]]:
    """A place of its own for each text, as far as there are any."""
    places = stream.sample(there, min(len(texts), len(there)))
    yield from zip(places, texts, strict=False)


_PLACES: Mapping[str, Callable[[Company, Sequence[Injection], Stream], None]] = {
    "case": _into_cases,
    "message": _into_messages,
    "issue": _into_issues,
    "answer": _into_answers,
    "lead": _into_leads,
}
"""Where they stand, by what a text calls it."""
