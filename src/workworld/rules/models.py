"""Tables of rules, their versions, and how their runs went."""

from __future__ import annotations

from typing import Any

from sqlalchemy import JSON, ForeignKey, Index
from sqlalchemy.orm import Mapped, mapped_column

from workworld.database import Base, consequence


class Rule(Base):
    """A rule as it is built; what runs is one of its versions."""

    __tablename__ = "rules_rules"
    __table_args__ = (Index(None, "app_id", "scope_id"),)

    id: Mapped[str] = mapped_column(primary_key=True)
    """``Ru…``."""
    app_id: Mapped[str]
    """Whose things it is about."""
    scope_id: Mapped[str] = mapped_column(default="")
    """Where it holds, such as a project's id; empty for everywhere."""
    name: Mapped[str]
    description: Mapped[str] = mapped_column(default="")
    owner_id: Mapped[str] = mapped_column(ForeignKey("directory_people.id"))
    """Who made it, and is told when it fails."""
    follows_rules: Mapped[bool] = mapped_column(default=False)
    """Whether what other rules do begins it as well."""
    draft: Mapped[dict[str, Any]] = mapped_column(JSON)
    """``trigger`` and ``parts`` as they are built."""
    version: Mapped[int | None]
    """Which version is published."""
    changed_since: Mapped[bool] = mapped_column(default=False)
    """Whether it is not as it was when it was published."""
    is_enabled: Mapped[bool] = mapped_column(default=False)
    secret: Mapped[str] = mapped_column(default="")
    """The last part of the address to which programs send what begins it."""
    created_us: Mapped[int]
    updated_us: Mapped[int]


class RuleVersion(Base):
    """A rule as it was published."""

    __tablename__ = "rules_versions"
    __table_args__ = (Index(None, "trigger"),)

    rule_id: Mapped[str] = mapped_column(
        ForeignKey("rules_rules.id", ondelete="CASCADE"), primary_key=True
    )
    version: Mapped[int] = mapped_column(primary_key=True)
    trigger: Mapped[str]
    """What kind of thing begins it, after its app: ``tracker.created``."""
    settings: Mapped[dict[str, Any]] = mapped_column(JSON)
    """What is settled about that."""
    parts: Mapped[list[dict[str, Any]]] = mapped_column(JSON)
    actor_id: Mapped[str] = mapped_column(ForeignKey("directory_people.id"))
    """Who published it: it does what it does in their name and by their rights."""
    published_us: Mapped[int]


class RuleRun(Base):
    """How one run of a rule went."""

    __tablename__ = "rules_runs"
    __table_args__ = (
        Index(None, "rule_id", "began_us", "id"),
        Index(None, "thing_id"),
        consequence(),
    )

    id: Mapped[str] = mapped_column(primary_key=True)
    """``Rr…``."""
    rule_id: Mapped[str] = mapped_column(ForeignKey("rules_rules.id", ondelete="CASCADE"))
    version: Mapped[int]
    trigger: Mapped[str]
    initiator_id: Mapped[str | None] = mapped_column(ForeignKey("directory_people.id"))
    """Whose deed began it; nobody's for schedules and programs."""
    thing_id: Mapped[str] = mapped_column(default="")
    """What it began with, such as an issue's id."""
    depth: Mapped[int] = mapped_column(default=0)
    """How many runs led to it, each to the next."""
    outcome: Mapped[str]
    """``success``, ``no_actions``, ``some_errors``, ``failure`` or ``throttled``."""
    reason: Mapped[str] = mapped_column(default="")
    actions: Mapped[int] = mapped_column(default=0)
    """How many it performed."""
    began_us: Mapped[int]


class RuleRunLine(Base):
    """What came of one part of a rule in one run."""

    __tablename__ = "rules_run_lines"
    __table_args__ = (consequence(),)

    run_id: Mapped[str] = mapped_column(
        ForeignKey("rules_runs.id", ondelete="CASCADE"), primary_key=True
    )
    position: Mapped[int] = mapped_column(primary_key=True)
    part_id: Mapped[str] = mapped_column(default="")
    kind: Mapped[str]
    depth: Mapped[int] = mapped_column(default=0)
    """Within how many blocks it stands."""
    outcome: Mapped[str]
    """``done``, ``met``, ``not_met``, ``failed`` or ``noted``."""
    thing_id: Mapped[str] = mapped_column(default="")
    """What it was about."""
    text: Mapped[str] = mapped_column(default="")
    """What was done, or why it was not."""
    changes: Mapped[list[dict[str, Any]]] = mapped_column(JSON, default=list)
    """``thing``, ``field``, ``before`` and ``after`` of each."""
