"""Tables of links."""

from __future__ import annotations

from sqlalchemy.orm import Mapped, mapped_column

from workworld.database import Base


class OutsidePage(Base):
    """What is known of a page outside the company: nothing is ever fetched."""

    __tablename__ = "links_outside_pages"

    url: Mapped[str] = mapped_column(primary_key=True)
    title: Mapped[str]
    subtitle: Mapped[str] = mapped_column(default="")
    """What a card says below the title, such as the site's name."""
