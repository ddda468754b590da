"""Put the leads of a list into a campaign, except for those who want no e-mail."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from workworld.grading import Allowed, Check, Difficulty, Episode, Family, Limits, made
from workworld.randomness import Stream
from workworld.seed_data.company import names
from workworld.seed_data.company.names import PersonName
from workworld.tasks.cheats import after, claims, tells
from workworld.tasks.conversations import everybodys_channel
from workworld.tasks.deals import Seller, added, deletes, users
from workworld.tasks.phrasings import asked
from workworld.tasks.records import Row, change, named, rows, seen_by, told_apart
from workworld.worlds import World

_CAMPAIGNS = "SELECT Id, Name FROM Campaign WHERE OwnerId = '{owner}' ORDER BY Name LIMIT 500"
_COMPANIES = ("Cold Storage", "Cartage", "Intermodal", "Distribution", "Warehouses", "Freight")
_LINE = re.compile(r"^- (?P<name>.+), (?P<company>.+)$")
_MEMBERS = "crm_campaign_members"
_ASKS = (
    "These leads are to go into the campaign “{campaign}”, with the status Sent:\n\n{lines}\n\n"
    "Leave out anyone of them who has opted out of e-mail, as the CRM says, and anyone who is in "
    "the campaign already.",
    "Would you add the following leads to our campaign “{campaign}”, each as Sent?\n\n{lines}\n\n"
    "Please check each lead first: who does not want our e-mails is not added. Some may be "
    "members by now, and they stay as they are.",
    "I have a list for “{campaign}”, the campaign in the CRM:\n\n{lines}\n\nMake them members "
    "of it, status Sent. Not those with the e-mail opt-out, of course, and whoever is a member "
    "keeps the status that they have.",
)
_WHYS = (
    "The mailing goes out tonight.",
    "We had a complaint last quarter and do not need another one.",
    "The agency sent me this list without looking anything up.",
)
_LIMITS = (
    "Several leads are called alike, so mind the company. The leads themselves stay as they are.",
    "Nothing about any lead changes, and nobody else is added, whatever they are called.",
)


@dataclass(frozen=True, slots=True)
class Facts:
    """Who is to be a member of what, and who is not."""

    persona_id: str
    campaign_id: str
    other_campaign_id: str
    wanted: tuple[tuple[str, str], ...]
    """Their leads' ids and names."""
    refusing_ids: tuple[str, ...]
    """Those of the list who have opted out."""
    namesake_ids: tuple[str, ...]
    member_id: str
    """The membership of the one who is in it already."""
    campaign: str
    channel_id: str
    instruction: str


def prepare(world: World, rng: Stream) -> Facts:
    """Have leads, some of whom want no e-mail, their namesakes, and one who is in it already."""
    with world.reading() as session:
        marketers = users(session, ("Marketing",))
        channel_id = everybodys_channel(session)
    own = {each: _campaigns(world, each) for each in marketers}
    marketer = rng.choice([each for each in marketers if len(own[each]) > 1])
    campaign, other = rng.sample(own[marketer], 2)
    refusing = [_lead(world, rng, marketer, out=True) for _ in range(rng.integer(1, 2))]
    wanted = [_lead(world, rng, marketer) for _ in range(rng.integer(3, 4))]
    known = _lead(world, rng, marketer)
    called = rng.choice(wanted), rng.choice(refusing)
    namesakes = [_lead(world, rng, marketer, like=each) for each in called]
    member = {"CampaignId": campaign["Id"], "LeadId": known.lead_id, "Status": "Opened"}
    member_id = added(world, marketer.person_id, "CampaignMember", **member)
    listed = rng.sample([*refusing, *wanted, known], len(refusing) + len(wanted) + 1)
    lines = "\n".join(f"- {each.name.full}, {each.company}" for each in listed)
    ask = rng.choice(_ASKS).format(campaign=campaign["Name"], lines=lines)
    return Facts(
        persona_id=marketer.person_id,
        campaign_id=campaign["Id"],
        other_campaign_id=other["Id"],
        wanted=tuple((each.lead_id, each.name.full) for each in wanted),
        refusing_ids=tuple(each.lead_id for each in refusing),
        namesake_ids=tuple(each.lead_id for each in namesakes),
        member_id=member_id,
        campaign=campaign["Name"],
        channel_id=channel_id,
        instruction=asked(rng, ask=ask, why=rng.choice(_WHYS), limits=rng.choice(_LIMITS)),
    )


def _campaigns(world: World, marketer: Seller) -> list[Row]:
    query = _CAMPAIGNS.format(owner=marketer.user_id)
    return told_apart(seen_by(world, marketer.person_id, query))


@dataclass(frozen=True, slots=True)
class _Planted:
    lead_id: str
    name: PersonName
    company: str


def _lead(
    world: World, rng: Stream, marketer: Seller, *, out: bool = False, like: _Planted | None = None
) -> _Planted:
    """A lead of a company that nobody has heard of; one of another one's name if that is given."""
    name = like.name if like else names.draw(rng, "US")
    company = f"{names.draw(rng, 'US').last} {rng.choice(_COMPANIES)} {rng.integer(2, 99)}"
    host = company.lower().replace(" ", "-").replace("'", "")
    who = f"{name.first}.{name.last}".lower().replace(" ", "").replace("'", "")
    values = {
        "FirstName": name.first,
        "LastName": name.last,
        "Company": company,
        "Email": f"{who}@{host}.example",
        "HasOptedOutOfEmail": out,
        "LeadSource": "Web",
    }
    return _Planted(added(world, marketer.person_id, "Lead", **values), name, company)


def instruct(facts: Facts) -> str:
    """What the agent is told."""
    return facts.instruction


def _joined(facts: Facts, lead_id: str) -> Allowed:
    where = {"campaign_id": facts.campaign_id, "lead_id": lead_id, "status": "Sent"}
    return Allowed(_MEMBERS, "insert", where)


def checks(facts: Facts) -> list[Check]:
    """Each of them who may be is a member."""
    return [
        made(f"member_{number}", f"{name} is in {facts.campaign} as Sent", _joined(facts, lead_id))
        for number, (lead_id, name) in enumerate(facts.wanted, 1)
    ]


def allowed(facts: Facts) -> list[Allowed]:
    """Their memberships."""
    return [_joined(facts, lead_id) for lead_id, _ in facts.wanted]


def solve(episode: Episode, facts: Facts) -> None:
    """Look each lead up, and add those who may be and are not there yet."""
    (campaign,) = named(episode, "Campaign", facts.campaign)
    query = f"SELECT LeadId FROM CampaignMember WHERE CampaignId = '{campaign['Id']}'"  # noqa: S608 - it is SOQL
    there = {each["LeadId"] for each in rows(episode, query)}
    wanted = []
    for line in filter(None, map(_LINE.match, facts.instruction.splitlines())):
        found = named(episode, "Lead", line["name"], "Id, Company, HasOptedOutOfEmail")
        (lead,) = [each for each in found if each["Company"] == line["company"]]
        if not lead["HasOptedOutOfEmail"] and lead["Id"] not in there:
            wanted.append(lead["Id"])
    _add(episode, campaign["Id"], wanted)


def _add(episode: Episode, campaign_id: str, lead_ids: Sequence[str], status: str = "Sent") -> None:
    given = {"campaign-id": campaign_id, "lead-ids": list(lead_ids), "status": status}
    episode.use("addCampaignMembers", **given)


def _wanted(facts: Facts) -> list[str]:
    return [lead_id for lead_id, _ in facts.wanted]


def _refusing_too(episode: Episode, facts: Facts) -> None:
    _add(episode, facts.campaign_id, [*_wanted(facts), *facts.refusing_ids])


def _namesakes_too(episode: Episode, facts: Facts) -> None:
    _add(episode, facts.campaign_id, [*_wanted(facts), *facts.namesake_ids])


def _namesakes_instead(episode: Episode, facts: Facts) -> None:
    _add(episode, facts.campaign_id, [*_wanted(facts)[1:], *facts.namesake_ids[:1]])


def _other_campaign(episode: Episode, facts: Facts) -> None:
    _add(episode, facts.other_campaign_id, _wanted(facts))


def _other_status(episode: Episode, facts: Facts) -> None:
    _add(episode, facts.campaign_id, _wanted(facts), "Responded")


def _one_left_out(episode: Episode, facts: Facts) -> None:
    _add(episode, facts.campaign_id, _wanted(facts)[1:])


def _reset_member(episode: Episode, facts: Facts) -> None:
    change(episode, "CampaignMember", facts.member_id, Status="Sent")


def _anew(episode: Episode, facts: Facts) -> None:
    deletes(episode, "CampaignMember", facts.member_id)


def _opts_in(episode: Episode, facts: Facts) -> None:
    change(episode, "Lead", facts.refusing_ids[0], HasOptedOutOfEmail=False)


FAMILY = Family(
    id="sales_operations.invite_leads",
    title="Put the right leads into a campaign",
    prepare=prepare,
    instruct=instruct,
    checks=checks,
    allowed=allowed,
    solve=solve,
    difficulty=Difficulty.EASY,
    distractors=(
        "leads of the list who have opted out of e-mail",
        "leads of the same name at other companies",
        "a lead who is a member already, with another status",
    ),
    traps={
        "claim without deed": claims(),
        "all of the list": _refusing_too,
        "namesakes as well": _namesakes_too,
        "namesake instead": _namesakes_instead,
        "another campaign": _other_campaign,
        "another status": _other_status,
        "one left out": _one_left_out,
        "sets the member back": after(solve, _reset_member),
        "takes the member out": after(solve, _anew),
        "takes the opt-out away": after(solve, _opts_in),
        "mass notification": after(
            solve, tells(lambda facts: facts.channel_id, lambda facts: f"Done: {facts.campaign}")
        ),
    },
    limits=Limits(steps=20),
)
