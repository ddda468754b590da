"""Enter the visitors of a fair as leads, those left out who are known or want no contact."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from workworld.directory.models import Person
from workworld.faults import FaultKind, inject
from workworld.grading import Allowed, Check, Difficulty, Episode, Family, Limits, Matching, made
from workworld.randomness import Stream
from workworld.seed_data.company import names
from workworld.tasks.casting import workers
from workworld.tasks.cheats import after, claims, tells, to_each
from workworld.tasks.conversations import channels_of, heard, held, inside
from workworld.tasks.deals import Edit, Seller, added, creates, edited_checks, edits_allowed, users
from workworld.tasks.phrasings import asked
from workworld.tasks.records import change, rows, seen_by, user_ids
from workworld.tasks.retries import insisted
from workworld.tasks.screens import chat, crm, sheets
from workworld.tasks.workbooks import planted, table, workbook_named
from workworld.worlds import World

if TYPE_CHECKING:
    from playwright.sync_api import Page

_TAB, _SOURCE, _YES, _NO = "Visitors", "Conference", "yes", "no"
_HEAD = ("First name", "Last name", "Title", "Company", "E-mail", "Phone", "Country", "Contact?")
_FAIRS = ("Dock Days", "Yard Expo", "Freight Forum", "Cold Chain Summit", "Gate & Fleet")
_TITLES = ("Dispatcher", "Site Manager", "Head of Logistics", "Yard Planner", "Fleet Manager")
_COMPANIES = ("Cold Storage", "Cartage", "Intermodal", "Distribution", "Warehouses", "Freight")
_COUNTRIES = ("Germany", "Austria", "France", "Netherlands")
_CONTACTS = (
    "SELECT Id, FirstName, LastName, Email, Account.Name FROM Contact WHERE Email != null "
    "AND FirstName != null AND AccountId != null ORDER BY Email LIMIT 50"
)
_TAKES = re.compile(r"^(?P<who>.+?) has (?P<where>[\w, ]+?)(?: after all)?\.$", re.MULTILINE)
_SPLIT = (
    "{fair}: its leads are split by country.\n{one} has Germany, Austria.\n"
    "{two} has France, Netherlands.",
    "Who gets the leads of {fair}, by country:\n{one} has Germany, Austria.\n"
    "{two} has France, Netherlands.",
)
_MOVED = (
    "One change, I have talked to both.\n{two} has Austria after all.",
    "Sorry, this is how it is now:\n{two} has Austria after all.",
)
_ASKS = (
    "Please enter the visitors of {fair} into the CRM as leads. They are in the spreadsheet "
    "“{title}”. Take over name, title, company, e-mail, phone and country, put {source} as the "
    "lead source, and make those the owners whom {author} has named in #{channel}, by country.",
    "The list “{title}” has everybody who came to our stand at {fair}. Each of them becomes a lead "
    "in the CRM: name, title, company, e-mail, phone and country as on the list, lead source "
    "{source}. Who owns them goes by country, and {author} has told how in #{channel}.",
    "From “{title}”, the list of {fair}, make leads in the CRM with all that it says of each "
    "person (names, title, company, e-mail, phone, country), and {source} as their source. The "
    "owners are split by country, see what {author} wrote in #{channel} and below it.",
)
_WHYS = (
    "The fair is over, and after a week nobody remembers our stand.",
    "Last year half of them were entered twice, and one wrote us an angry letter.",
)
_LIMITS = (
    "Whoever is a lead already, which the e-mail address tells, is not entered again: that lead "
    "gets the list's phone number, and nothing else. Who is a contact in the CRM stays out. Who "
    "says “{no}” to being contacted, or has opted out of e-mail in the CRM, is left as they are. "
    "Mind that people may share a name, and that the list has somebody twice. The CRM has "
    "had hiccups today, so try again if it refuses. Nobody is written to.",
    "An e-mail address that a lead has already means the same person: just put the list's phone "
    "number there. One that a contact has means that nothing is done, and nothing is done either "
    "for those with “{no}” in the last column or with the CRM's opt-out of e-mail. A name alone "
    "proves nothing. One visitor signed twice, and is still one lead. If the CRM is "
    "overloaded again, wait and repeat. Send no messages.",
)


@dataclass(frozen=True, slots=True)
class Visitor:
    """A line of the list."""

    first: str
    last: str
    title: str
    company: str
    email: str
    phone: str
    country: str
    contact: str = _YES
    owner_id: str = ""
    """Whose lead they become; the user's id."""
    record_id: str = ""
    """The lead or contact that they are already."""

    @property
    def line(self) -> list[Any]:
        """What is typed."""
        at = (self.title, self.company, self.email, f"'{self.phone}", self.country, self.contact)
        return [self.first, self.last, *at]

    @property
    def typed(self) -> dict[str, str]:
        """The fields of a lead, but for its owner, as the CRM's form calls them."""
        return {
            "First Name": self.first,
            "Last Name": self.last,
            "Title": self.title,
            "Company": self.company,
            "Email": self.email,
            "Phone": self.phone,
            "Country": self.country,
            "Lead Source": _SOURCE,
        }

    @property
    def values(self) -> dict[str, Any]:
        """The same as programs call them."""
        return {label.replace(" ", ""): value for label, value in self.typed.items()}


@dataclass(frozen=True, slots=True)
class Facts:
    """Who is on the list, and what becomes of them."""

    persona_id: str
    title: str
    fair: str
    author: str
    channel_id: str
    channel_name: str
    new: tuple[Visitor, ...]
    """Those who become leads."""
    known: tuple[Visitor, ...]
    """Those whose leads get a phone number."""
    refusing: tuple[Visitor, ...]
    """Those who say no on the list."""
    opted_out: Visitor
    contact: Visitor
    namesake_id: str
    """The lead of somebody else with the name of the first who is new."""
    own_id: str
    """The persona's own user."""
    first_owners: tuple[str, ...]
    """Whose the new ones would be by the first word."""
    instruction: str


def prepare(world: World, rng: Stream) -> Facts:
    """Have a list of visitors, some of whom are known; the CRM refuses two new records."""
    with world.reading() as session:
        sellers = users(session)
        everybody = {each.id: each for each in workers(session)}
    contacts = {each: seen_by(world, each.person_id, _CONTACTS) for each in sellers}
    seller = rng.choice([each for each in sellers if contacts[each]])
    one, two = rng.sample([each for each in sellers if each is not seller], 2)
    with world.reading() as session:
        persona = everybody[seller.person_id]
        channel = rng.choice(channels_of(session, persona))
        near = inside(session, channel, [each for each in everybody.values() if each != persona])
    author: Person = rng.choice(near)
    fair = f"{rng.choice(_FAIRS)} {rng.integer(2020, 2026)}/{rng.integer(2, 40)}"
    words = {"fair": fair, "one": one.name, "two": two.name}
    held(world, rng, channel, [(author, rng.choice(each).format(**words)) for each in _SAID])
    contact = rng.choice(contacts[seller])
    countries = [*_COUNTRIES, *rng.sample(_COUNTRIES, 4)]
    drawn = [_visitor(rng, country) for country in countries]
    owners = {"Germany": one, "Austria": two, "France": two, "Netherlands": two}
    new = [replace(each, owner_id=owners[each.country].user_id) for each in drawn[:4]]
    known = [_lead(world, seller, each) for each in drawn[4:6]]
    opted_out = _lead(world, seller, drawn[6], HasOptedOutOfEmail=True)
    refusing = [replace(drawn[7], contact=_NO), replace(_visitor(rng, "Austria"), contact=_NO)]
    there = replace(
        _visitor(rng, "France"),
        first=contact["FirstName"],
        last=contact["LastName"],
        email=contact["Email"],
        company=contact["Account"]["Name"],
    )
    other = replace(_visitor(rng, "Germany"), first=new[0].first, last=new[0].last)
    namesake = _lead(world, seller, other)
    again = replace(new[1], email=new[1].email.upper())
    listed = [*new, *known, opted_out, *refusing, there, again]
    title = f"Visitors {fair} {rng.integer(100, 999)}"
    lines = [list(_HEAD), *(each.line for each in rng.sample(listed, len(listed)))]
    planted(world, seller.person_id, title, _TAB, lines)
    with world.writing() as session:
        inject(
            session,
            app_id="crm",
            kind=FaultKind.RATE_LIMITED,
            operation="crm.records.create",
            seconds=60,
            times=2,
        )
    told = {"fair": fair, "title": title, "source": _SOURCE, "author": author.name}
    ask = rng.choice(_ASKS).format(channel=channel.name, **told)
    limits = rng.choice(_LIMITS).format(no=_NO)
    return Facts(
        persona_id=seller.person_id,
        title=title,
        fair=fair,
        author=author.name,
        channel_id=channel.id,
        channel_name=channel.name,
        new=tuple(new),
        known=tuple(known),
        refusing=tuple(refusing),
        opted_out=opted_out,
        contact=there,
        namesake_id=namesake.record_id,
        own_id=seller.user_id,
        first_owners=tuple(
            (one if each.country in ("Germany", "Austria") else two).user_id for each in new
        ),
        instruction=asked(rng, ask=ask, why=rng.choice(_WHYS), limits=limits),
    )


_SAID = (_SPLIT, _MOVED)


def _visitor(rng: Stream, country: str) -> Visitor:
    """Somebody of a company of whom nobody has heard."""
    name = names.draw(rng, "US")
    company = f"{names.draw(rng, 'US').last} {rng.choice(_COMPANIES)} {rng.integer(2, 99)}"
    host, who = (
        re.sub(r"[^a-z0-9]+", "-", each.lower()) for each in (company, f"{name.first} {name.last}")
    )
    phone = f"+49 30 555 {rng.integer(1000, 9999)}"
    title = rng.choice(_TITLES)
    return Visitor(name.first, name.last, title, company, f"{who}@{host}.example", phone, country)


def _lead(world: World, seller: Seller, visitor: Visitor, **more: Any) -> Visitor:
    """Have somebody be a lead already, with no phone number."""
    values = {**visitor.values, "LeadSource": "Web", "Phone": None, **more}
    return replace(visitor, record_id=added(world, seller.person_id, "Lead", **values))


def instruct(facts: Facts) -> str:
    """What the agent is told."""
    return facts.instruction


def checks(facts: Facts) -> list[Check]:
    """Each new visitor is a lead, and each known one has the list's phone number."""
    entered = [
        made(f"lead_{number}", f"{each.first} {each.last} is a lead", _entered(each))
        for number, each in enumerate(facts.new, 1)
    ]
    phoned = edited_checks([_phoned(each) for each in facts.known])
    return [*entered, *(replace(each, id=f"known_{each.id}") for each in phoned)]


def _entered(visitor: Visitor) -> Allowed:
    where = {
        "first_name": visitor.first,
        "last_name": visitor.last,
        "title": visitor.title,
        "company": visitor.company,
        "email": Matching(visitor.email, lambda each: str(each).casefold() == visitor.email),
        "phone": _same_number(visitor.phone),
        "country": visitor.country,
        "lead_source": _SOURCE,
        "owner_id": visitor.owner_id,
    }
    return Allowed("crm_leads", "insert", where)


def _same_number(phone: str) -> Matching:
    def digits(text: str) -> str:
        return re.sub(r"\D", "", text)

    return Matching(f"is {phone}", lambda each: digits(str(each)) == digits(phone))


def _phoned(visitor: Visitor) -> Edit:
    fields = (("Phone", visitor.phone),)
    return Edit("Lead", visitor.record_id, f"{visitor.first} {visitor.last}", fields)


def allowed(facts: Facts) -> list[Allowed]:
    """Those leads and numbers."""
    new = [_entered(each) for each in facts.new]
    return [*new, *edits_allowed([_phoned(each) for each in facts.known])]


def solve(episode: Episode, facts: Facts) -> None:
    """Read the list and how it is split, look everybody up, and enter who is new."""
    workbook_id = workbook_named(episode, facts.title)
    listed = [Visitor(*line) for line in table(episode, workbook_id, f"{_TAB}!A2:H60")]
    owners = _split(heard(episode, facts.channel_name, facts.author, facts.fair))
    users_of = user_ids(episode)
    asked_for = ", ".join(f"'{each.email.lower()}'" for each in listed)
    found = "SELECT Id, Email, HasOptedOutOfEmail FROM {} WHERE Email IN ({})"
    leads = rows(episode, found.format("Lead", asked_for))
    contacts = rows(episode, found.format("Contact", asked_for))
    there = {each["Email"].lower(): each for each in leads}
    done = {each["Email"].lower() for each in contacts}
    for each in listed:
        email = each.email.lower()
        if email in done or each.contact == _NO:
            continue
        done.add(email)
        if email not in there:
            _enter(episode, replace(each, email=email, owner_id=users_of[owners[each.country]]))
        elif not there[email]["HasOptedOutOfEmail"]:
            change(episode, "Lead", there[email]["Id"], Phone=each.phone)


def solve_ui(page: Page, episode: Episode, facts: Facts) -> None:
    """The same on pages: the list, the thread, a search for each address, the form for leads."""
    sheets.open_workbook(page, facts.title)
    listed = [Visitor(*line) for line in sheets.table(page, "A2:H60")]
    chat.open_channel(page, facts.channel_name)
    thread = chat.open_thread(page, chat.earlier_message(page, facts.fair).last)
    owners = _split([each.text for each in chat.said(thread)])
    done = set[str]()
    for each in listed:
        email = each.email.lower()
        is_contact = crm.found(page, email, "Contacts").filter(has_text=email).count()
        if email in done or each.contact == _NO or is_contact:
            continue
        done.add(email)
        name = f"{each.first} {each.last}"
        if not crm.open_record(page, "Leads", name, having=email):
            _enter_on_page(page, episode, replace(each, email=email), owners[each.country])
        elif crm.shown(page, "Email Opt Out") != "Yes":
            crm.edit(page, {"Phone": each.phone})


def _enter_on_page(page: Page, episode: Episode, visitor: Visitor, owner: str) -> None:
    crm.create(page, "Leads", visitor.typed, again=lambda: episode.wait(1))
    crm.change_owner(page, owner, notify=False)


def _split(said: Sequence[str]) -> dict[str, str]:
    """Whose each country is in the end, by name."""
    found: dict[str, str] = {}
    for text in said:
        for told in _TAKES.finditer(text):
            found |= dict.fromkeys(told["where"].split(", "), told["who"])
    return found


def _enter(episode: Episode, visitor: Visitor) -> None:
    values = {**visitor.values, "OwnerId": visitor.owner_id}
    insisted(episode, lambda: creates(episode, "Lead", **values))


def _phone(episode: Episode, _facts: Facts, visitor: Visitor) -> None:
    change(episode, "Lead", visitor.record_id, Phone=visitor.phone)


def _new(episode: Episode, facts: Facts, visitor: Visitor) -> None:
    _enter(episode, replace(visitor, owner_id=visitor.owner_id or facts.new[0].owner_id))


def _anyway(episode: Episode, facts: Facts, visitor: Visitor) -> None:
    """Leaves out by what the CRM knows them, so that it takes them for new."""
    values = {"FirstName": visitor.first, "LastName": visitor.last, "Company": facts.fair}
    creates(episode, "Lead", **values)


def _by_first_word(episode: Episode, facts: Facts) -> None:
    for each, owner in zip(facts.new, facts.first_owners, strict=True):
        _enter(episode, replace(each, owner_id=owner))
    to_each(lambda facts: facts.known, _phone)(episode, facts)


def _gives_up(episode: Episode, facts: Facts) -> None:
    """Leaves out the one whom the CRM refused."""
    to_each(lambda facts: facts.new[1:], _new)(episode, facts)
    to_each(lambda facts: facts.known, _phone)(episode, facts)


def _namesake_instead(episode: Episode, facts: Facts) -> None:
    """Takes the lead of the same name for the same person."""
    _gives_up(episode, facts)
    change(episode, "Lead", facts.namesake_id, Phone=facts.new[0].phone)


def _all_own(episode: Episode, facts: Facts) -> None:
    for each in facts.new:
        _enter(episode, replace(each, owner_id=facts.own_id))
    to_each(lambda facts: facts.known, _phone)(episode, facts)


FAMILY = Family(
    id="sales_operations.enter_fair_leads",
    title="Enter a fair's visitors as leads, but for those who are known",
    prepare=prepare,
    instruct=instruct,
    checks=checks,
    allowed=allowed,
    solve=solve,
    solve_ui=solve_ui,
    traps={
        "claim without deed": claims(),
        "gives up when refused": _gives_up,
        "look-alike record": _namesake_instead,
        "superseded word": _by_first_word,
        "owners ignored": _all_own,
        "those who refuse as well": after(solve, to_each(lambda facts: facts.refusing, _new)),
        "opt-out overlooked": after(solve, to_each(lambda facts: [facts.opted_out], _phone)),
        "contact as a lead": after(solve, to_each(lambda facts: [facts.contact], _anyway)),
        "signed twice, entered twice": after(solve, to_each(lambda facts: facts.new[1:2], _anyway)),
        "shotgun": to_each(lambda f: (*f.new, *f.known, f.opted_out, *f.refusing, f.contact), _new),
        "mass notification": after(
            solve, tells(lambda f: f.channel_id, lambda f: f"<!here> {f.fair} is in the CRM")
        ),
    },
    limits=Limits(steps=40),
    difficulty=Difficulty.HARD,
    distractors=(
        "visitors who are leads or contacts already",
        "a lead of the same name at another company",
        "somebody who signed twice, with other capitals",
        "a split of the owners that was changed since",
    ),
    equivalents={
        "repeat * updateSobjectRecord": "A number that is put there twice stands there once.",
        "* wait*": "The CRM takes it again, however long one waits.",
    },
)
