"""Rules by which leads get points."""

from __future__ import annotations

from sqlalchemy import Index
from sqlalchemy.orm import Mapped, mapped_column

from workworld.database import Base


class LeadScoreRule(Base):
    """Points that a lead has for what is known of it, or for what it did."""

    __tablename__ = "crm_lead_score_rules"
    __table_args__ = (Index(None, "position"),)

    id: Mapped[str] = mapped_column(primary_key=True)
    """Begins with ``0LS``."""
    name: Mapped[str]
    """The reason, as people read it beside the points."""
    position: Mapped[int]
    source: Mapped[str] = mapped_column(default="lead")
    """``lead``: once if the formula holds; ``responses``: for each campaign it responded to;
    ``activities``: for each finished task with it. The formula must hold as well."""
    formula: Mapped[str] = mapped_column(default="TRUE")
    """Over the fields of leads."""
    points: Mapped[int]
    """May be below zero."""
    most: Mapped[int] = mapped_column(default=1)
    """How often they are given at most."""
    is_active: Mapped[bool] = mapped_column(default=True)
