"""Tables of the directory."""

from __future__ import annotations

from enum import StrEnum

from sqlalchemy import ForeignKey, Index
from sqlalchemy.orm import Mapped, mapped_column, relationship

from workworld.database import Base, TableRole, reaches_people, table_role


class AccountKind(StrEnum):
    """Whose account it is."""

    PERSON = "person"
    BOT = "bot"
    """A program's: it acts by a token, never signs in, and is nobody's colleague."""


SINGLE_GUEST = "single_guest"
GUESTS = ("guest", SINGLE_GUEST)
"""Roles of people from elsewhere: who may be in several channels, and who in one alone."""


class Company(Base):
    """The organisation; one row."""

    __tablename__ = "directory_company"

    id: Mapped[str] = mapped_column(primary_key=True)
    """The vendor-style workspace id, ``T…``."""
    name: Mapped[str]
    slug: Mapped[str]
    domain: Mapped[str]
    zone: Mapped[str]
    """Headquarters' time zone, an IANA name."""
    primary_owner_id: Mapped[str | None]
    """The one owner whom the others cannot demote; no foreign key, since people come later."""


class Team(Base):
    """A team of the company."""

    __tablename__ = "directory_teams"

    id: Mapped[str] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(unique=True)
    lead_id: Mapped[str | None]
    """The person who leads it; no foreign key, since people refer to teams."""


class Person(Base):
    """An account, the same in every app: an employee's, or that of a bot."""

    __tablename__ = "directory_people"

    id: Mapped[str] = mapped_column(primary_key=True)
    handle: Mapped[str] = mapped_column(unique=True)
    name: Mapped[str]
    display_name: Mapped[str]
    email: Mapped[str] = mapped_column(unique=True)
    pronouns: Mapped[str] = mapped_column(default="")
    title: Mapped[str]
    phone: Mapped[str] = mapped_column(default="")
    office: Mapped[str]
    zone: Mapped[str]
    """The person's time zone, an IANA name."""
    role: Mapped[str]
    """``owner``, ``admin`` or ``member``; or one of ``GUESTS``, who are from elsewhere."""
    kind: Mapped[str] = mapped_column(default=AccountKind.PERSON)
    """One of ``AccountKind``."""
    is_deactivated: Mapped[bool] = mapped_column(default=False)
    """Whether it may do nothing any more; what it did before stays."""
    updated: Mapped[int] = mapped_column(default=0)
    """When the profile was last changed, as Unix time in seconds."""
    spotlight: Mapped[bool] = mapped_column(default=False)
    """Whether an agent may stand in for this person."""
    started: Mapped[str]
    """First day at work, ISO date."""
    team_id: Mapped[str] = mapped_column(ForeignKey("directory_teams.id"))
    manager_id: Mapped[str | None] = mapped_column(ForeignKey("directory_people.id"))

    team: Mapped[Team] = relationship()

    @property
    def is_admin(self) -> bool:
        """Whether the person administers the workspace; owners do."""
        return self.role in ("owner", "admin")

    @property
    def is_guest(self) -> bool:
        """Whether the person is from elsewhere, and knows only whom they work with."""
        return self.role in GUESTS


class PersonWords(Base):
    """By what words somebody is found."""

    __tablename__ = "directory_words"
    __table_args__ = table_role(TableRole.DERIVED)

    person_id: Mapped[str] = mapped_column(primary_key=True)
    names: Mapped[str]
    """All names, each with a space before it, folded: ``" ana kovac ana k. akovac"``."""
    words: Mapped[str]
    """The same, with address, title and team behind them."""


class Invitation(Base):
    """Somebody was asked by e-mail to join the company's workspace."""

    __tablename__ = "directory_invitations"
    __table_args__ = (Index(None, "state", "created"), reaches_people())

    id: Mapped[str] = mapped_column(primary_key=True)
    """Nobody guesses it: whoever has it holds the letter."""
    email: Mapped[str]
    name: Mapped[str] = mapped_column(default="")
    """What they are called, as far as the inviter knows."""
    role: Mapped[str]
    """What they are to be: ``member``, or one of ``GUESTS``."""
    message: Mapped[str] = mapped_column(default="")
    inviter_id: Mapped[str] = mapped_column(ForeignKey("directory_people.id"))
    person_id: Mapped[str] = mapped_column(unique=True)
    """Who they are as soon as they accept; nobody before."""
    state: Mapped[str] = mapped_column(default="pending")
    """``pending``, ``accepted`` or ``revoked``."""
    created: Mapped[int]
    """Unix time, seconds."""
    sent: Mapped[int]
    """When it was sent last, as Unix time in seconds."""
    settled: Mapped[int | None]
    """When it was accepted or revoked."""
    expires: Mapped[int | None]
    """When a guest's account ends; null if it stays."""


class SignIn(Base):
    """Somebody signed in, or tried to: noted unasked, so that it is no state."""

    __tablename__ = "directory_sign_ins"
    __table_args__ = (Index(None, "person_id", "time_us"), table_role(TableRole.HOUSEKEEPING))

    number: Mapped[int] = mapped_column(primary_key=True)
    person_id: Mapped[str] = mapped_column(ForeignKey(Person.id))
    time_us: Mapped[int]
    outcome: Mapped[str]
    """As ``sign_ins.Outcome`` has them."""
    browser: Mapped[str]
    platform: Mapped[str]
    address: Mapped[str]
    """From where: of a network that stands for others in documentation."""
