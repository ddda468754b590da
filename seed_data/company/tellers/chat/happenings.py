"""What happens, as it is told in channels."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from typing import Any

from workworld.randomness import Stream
from workworld.seed_data.company.events import Event
from workworld.seed_data.company.tellers.chat import held
from workworld.seed_data.company.tellers.chat.incidents import channel_of, severity
from workworld.seed_data.company.tellers.chat.known import DESK, money, plain
from workworld.seed_data.company.tellers.chat.presence import NOW
from workworld.seed_data.company.tellers.chat.said import Room, Said
from workworld.seed_data.company.tellers.chat.talker import Talker
from workworld.seed_data.company.text import rules

_WHY = {"Lost to Competitor": "a competitor was chosen", "Other": "no reason given"}
"""How people say why a deal was lost, where they say it otherwise than the CRM."""


class Happenings:
    """Tells events in rooms.

    Args:
        talker: who lets people talk.
        rooms: by key.
        bots: keys of the bots that tell of some of them.
    """

    def __init__(self, talker: Talker, rooms: Mapping[str, Room], bots: Sequence[str]) -> None:
        self._talker = talker
        self._rooms = rooms
        self._bots = bots
        self._owners: dict[str, str] = {}
        self._amounts: dict[str, tuple[Any, str]] = {}
        self._places: dict[str, tuple[Room, Said]] = {}
        self._tellers: dict[str, Callable[[Event, int, Stream], None]] = {
            "deal.won": self._won,
            "deal.lost": self._lost,
            "issue.opened": self._issue,
            "case.opened": self._case,
            "incident.declared": self._declared,
            "incident.updated": self._updated,
            "incident.resolved": self._resolved,
            "incident.reviewed": self._reviewed,
            "version.released": self._released,
            "decision.made": self._decided,
            "sprint.planned": self._planned,
            "person.joined": self._joined,
            "person.left": self._left,
            "person.moved": self._moved,
            "team.renamed": self._renamed,
            "talk.held": self._held,
        }

    def tell(self) -> None:
        """All events of the time of which chat tells, in order."""
        first = (self._talker.presence.begin.toordinal() - 719_163) * 86_400
        for event in self._talker.company.history:
            self._remember(event)
            at = int(event.at.timestamp())
            teller = self._tellers.get(event.kind)
            if teller is None or not first <= at < NOW - 120:
                continue
            if event.audience and event.kind != "talk.held":
                continue  # what few may read of is told by talks alone
            teller(event, at, self._talker.company.chance.stream("chat", "event", event.name))

    def _remember(self, event: Event) -> None:
        """Who owns a deal and what it comes to is told by several events."""
        deal = event.things.get("deal")
        if deal is None or not event.kind.startswith("deal."):
            return
        if "owner" in event.facts:
            self._owners[deal] = str(event.facts["owner"])
        if event.facts.get("amount") is not None:
            currency = str(event.facts.get("currency") or self._amounts.get(deal, ("", "USD"))[1])
            self._amounts[deal] = event.facts["amount"], currency

    def _say(
        self, room: Room, rule: str, by: str, at: int, slots: Mapping[str, str], stream: Stream
    ) -> Said | None:
        if by not in self._talker.staff:
            found = self._talker.speaker(room, at, (), stream)
            if found is None:
                return None
            by = found
        moment = self._talker.presence.when(by, at, stream)
        if moment is None:
            return None
        return room.add(self._talker.say(room, rule, by, moment, slots, stream))

    def _answer(
        self,
        room: Room,
        root: Said | None,
        rule: str | Sequence[str],
        slots: Mapping[str, str],
        stream: Stream,
        most: int,
    ) -> None:
        """Several people answer in the thread, each once, by a rule or by one each of several."""
        if root is None:
            return
        at, spoken = root.at, [root.by]
        all_rules = [rule] * most if isinstance(rule, str) else rule
        for each in all_rules[: stream.integer(min(2, most), most)]:
            at += stream.integer(60, 2400)
            by = self._talker.speaker(room, at, spoken, stream)
            if by is None or at >= NOW - 60:
                continue
            spoken.append(by)
            said = room.reply(root, self._talker.say(room, each, by, at, slots, stream))
            said.mood = each.partition(".")[0]

    def _deal(self, event: Event) -> dict[str, str] | None:
        deal = event.things["deal"]
        why = plain(event.facts.get("loss_reason"))
        name, owner = self._talker.known.name(deal), self._owners.get(deal, event.by)
        amount, currency = self._amounts.get(deal, (None, ""))
        if not name or owner not in self._talker.staff or amount is None:
            return None
        return {
            "deal": name,
            "customer": self._talker.known.name(event.things.get("account", "")) or name,
            "owner": self._talker.staff[owner].name,
            "peer": self._talker.staff[owner].display_name,
            "mention": f"<@{owner}>",
            "amount": money(amount, currency),
            "why": _WHY.get(why, why.lower()),
        }

    def _won(self, event: Event, at: int, stream: Stream) -> None:
        slots, room = self._deal(event), self._rooms["wins"]
        if slots is None:
            return
        text = self._talker.automatic("wins.bell", stream, slots)
        bell = room.add(Said(at + 120, "crmbot", text, is_automatic=True, mood="won"))
        self._answer(room, bell, "won.say", slots, stream, 7)

    def _lost(self, event: Event, at: int, stream: Stream) -> None:
        slots, room = self._deal(event), self._rooms["sales"]
        if slots is not None and stream.integer(0, 1):
            root = self._say(room, "lost.open", event.by, at + 900, slots, stream)
            self._answer(room, root, "lost.say", slots, stream, 3)

    def _issue(self, event: Event, at: int, stream: Stream) -> None:
        known, thing = self._talker.known, event.things["issue"]
        key = known.issue(thing)
        if stream.integer(1, 100) > 30 or not key or not known.name(thing):
            return
        if key.startswith(DESK):
            return
        slots = {"issue": key, "summary": known.name(thing)}
        room = self._rooms[
            stream.choice(("planner", "engineering", "product-eng", "yard-and-gate"))
        ]
        by = event.by if event.by in room.members else ""
        answers: Sequence[str]
        opens, answers = "issue.fault", ("bug.answer", "bug.answer", "bug.answer")
        if event.facts.get("type") != "Bug":
            opens, answers = rules.pair("issue_asked", stream)
        root = self._say(room, opens, by, at + stream.integer(300, 90_000), slots, stream)
        self._answer(room, root, answers[:3], slots, stream, 3)

    def _case(self, event: Event, at: int, stream: Stream) -> None:
        known = self._talker.known
        summary = known.name(event.things["case"])
        customer = known.name(event.things.get("account", ""))
        number = known.issue(event.things["case"])
        if stream.integer(1, 100) > 45 or not summary or not customer or not number:
            return
        slots = {"case": number, "summary": summary, "customer": customer}
        room = self._rooms[stream.choice(("support", "support", "support-escalations"))]
        root = self._say(room, "case.keyed", "", at + stream.integer(300, 9000), slots, stream)
        self._answer(room, root, "case.say", slots, stream, 4)

    def _declared(self, event: Event, at: int, stream: Stream) -> None:
        room = self._rooms.get(channel_of(event), self._rooms["incidents"])
        slots = {
            "service_name": plain(event.things.get("service")) or "platform",
            "what_happens": plain(event.facts.get("symptom")) or "errors are up",
            "severity": severity(event),
            "minutes": str(stream.integer(3, 25)),
            "local_clock": event.at.strftime("%H:%M"),
        }
        by = event.by if event.by in self._talker.staff else room.members[0]
        root = room.add(self._talker.say(room, "incident.open", by, at, slots, stream))
        self._places[event.things["incident"]] = room, root
        self._answer(room, root, "incident.say", slots, stream, 9)

    def _updated(self, event: Event, at: int, stream: Stream) -> None:
        self._follow(event, at, stream, "incident.update", {"what_now": event.facts.get("what")}, 4)

    def _resolved(self, event: Event, at: int, stream: Stream) -> None:
        facts = {"cause": event.facts.get("cause"), "mend": event.facts.get("mend")}
        self._follow(event, at, stream, "incident.resolved", facts, 4)

    def _reviewed(self, event: Event, at: int, stream: Stream) -> None:
        actions = event.facts.get("actions") or ()
        told = actions if isinstance(actions, str) else "; ".join(map(plain, actions))
        self._follow(event, at, stream, "incident.reviewed", {"actions": told}, 1)

    def _follow(
        self,
        event: Event,
        at: int,
        stream: Stream,
        rule: str,
        facts: Mapping[str, Any],
        most: int,
    ) -> None:
        place = self._places.get(event.things["incident"])
        values = {key: plain(value) for key, value in facts.items()}
        if place is None or not all(values.values()) or event.by not in self._talker.staff:
            return
        room, root = place
        slots = {"local_clock": event.at.strftime("%H:%M"), **values}
        said = self._talker.say(room, rule, event.by, at, slots, stream)
        if room.key == "incidents":
            room.reply(root, said)
            return
        room.add(said)
        self._answer(room, said, "incident.say" if most > 1 else "act.fine", slots, stream, most)

    def _released(self, event: Event, at: int, stream: Stream) -> None:
        slots = {"version": event.things["version"], "local_clock": event.at.strftime("%H:%M")}
        room = self._rooms["releases"]
        root = self._say(room, "release.open", event.by, at, slots, stream)
        self._answer(room, root, "release.say", slots, stream, 5)

    def _decided(self, event: Event, at: int, stream: Stream) -> None:
        slots = {
            "topic": plain(event.facts.get("what")),
            "what": plain(event.facts.get("value")),
            "old": plain(event.facts.get("old")),
        }
        room = self._rooms["decisions"]
        rule = "decision.old" if slots["old"] else "decision.open"
        if slots["topic"] and slots["what"]:
            root = self._say(room, rule, event.by, at, slots, stream)
            self._answer(room, root, "act.fine", slots, stream, 3)

    def _planned(self, event: Event, at: int, stream: Stream) -> None:
        end = event.facts.get("end")
        until = f"{end:%B} {end.day}" if isinstance(end, date) else "the end"
        slots = {"goal": plain(event.facts.get("goal")), "until": until}
        if slots["goal"]:
            room = self._rooms["sprints"]
            root = self._say(room, "sprint.open", event.by, at + 600, slots, stream)
            self._answer(room, root, "sprint.say", slots, stream, 4)

    def _person(self, event: Event) -> dict[str, str]:
        employee = self._talker.staff[event.things["person"]]
        day = event.at.date()
        post = employee.post_on(day)
        buddy = self._talker.staff.get(str(event.facts.get("buddy") or post.manager or ""))
        heir = self._talker.staff.get(str(event.facts.get("heir") or post.manager or ""))
        return {
            "peer": employee.display_name,
            "mention": f"<@{employee.key}>",
            "job_title": str(event.facts.get("title") or post.title),
            "office": self._talker.company.organization.offices[employee.office].city,
            "team_name": self._talker.company.organization.teams[post.team].name,
            "buddy": buddy.display_name if buddy else "the whole team",
            "heir": heir.display_name if heir else "the team",
        }

    def _about(self, event: Event, at: int, stream: Stream, rule: str, answer: str) -> None:
        room, slots = self._rooms["welcome"], self._person(event)
        manager = self._talker.staff[event.things["person"]].post_on(event.at.date()).manager
        by = event.by if event.by != event.things["person"] else manager or ""
        root = self._say(room, rule, by, at, slots, stream)
        self._answer(room, root, answer, slots, stream, 8)

    def _joined(self, event: Event, at: int, stream: Stream) -> None:
        self._about(event, at, stream, "join.open", "join.say")

    def _left(self, event: Event, at: int, stream: Stream) -> None:
        if not event.facts.get("is_restricted"):
            self._about(event, at, stream, "left.open", "left.say")

    def _moved(self, event: Event, at: int, stream: Stream) -> None:
        if event.facts.get("title"):
            self._about(event, at, stream, "moved.open", "moved.say")

    def _renamed(self, event: Event, at: int, stream: Stream) -> None:
        slots = {"name": plain(event.facts.get("name")), "old": plain(event.facts.get("old"))}
        root = self._say(self._rooms["general"], "renamed.open", event.by, at, slots, stream)
        self._answer(self._rooms["general"], root, "act.fine", slots, stream, 4)

    def _held(self, event: Event, at: int, stream: Stream) -> None:
        held.tell(self._talker, self._rooms, event, at, stream)
