"""What customers are asked when their cases are solved."""

from __future__ import annotations

from sqlalchemy import ForeignKey
from sqlalchemy.orm import Mapped, mapped_column

from workworld.database import Base, consequence


class CaseSurvey(Base):
    """A customer was asked how content they are with how a case was solved.

    https://help.salesforce.com/s/articleView?id=service.surveys_customer_satisfaction.htm
    """

    __tablename__ = "crm_case_surveys"
    __table_args__ = (consequence(),)

    case_id: Mapped[str] = mapped_column(ForeignKey("crm_cases.id"), primary_key=True)
    token: Mapped[str] = mapped_column(unique=True)
    """What the address of the survey ends in: whoever has it may answer, once."""
    asked_us: Mapped[int]
    to_address: Mapped[str]
    answered_us: Mapped[int | None] = mapped_column(default=None)
    score: Mapped[int | None] = mapped_column(default=None)
    comment: Mapped[str] = mapped_column(default="")
