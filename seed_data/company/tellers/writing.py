"""What people write into records: spelled as they spell, and at times mistyped."""

from __future__ import annotations

from workworld.randomness import Stream
from workworld.seed_data.company.company import TODAY, Company
from workworld.seed_data.company.ledger import Fact
from workworld.seed_data.company.text.noise import mistype
from workworld.seed_data.company.text.voice import spell

_CARE = 0.6
"""How often somebody mistypes in a record, as a share of how often they do in chat."""


class Writing:
    """Lets people write into the records of one app.

    Args:
        company: whose people.
        app: the app's id, as places in the ledger name it.
    """

    def __init__(self, company: Company, app: str) -> None:
        self._company, self._app = company, app
        self._typos = 0

    def text(self, text: str, by: str, stream: Stream) -> str:
        """A text as one of the staff writes it; of others, who have no voice, as it is.

        Args:
            text: as at headquarters, without an error.
            by: whose, a person's key.
            stream: where chance comes from.
        """
        employee = self._company.organization.staff.get(by)
        if employee is None:
            return text
        said = spell(text, employee.voice)
        if stream.integer(1, 10_000) > 10_000 * _CARE * employee.voice.typo_rate:
            return said
        wrong = mistype(said, stream)
        self._typos += wrong is not None
        return said if wrong is None else wrong[0]

    def note(self) -> None:
        """Tell the ledger how many errors there are."""
        fact = Fact(
            name=f"{self._app}/typos",
            kind="defect",
            subject=self._app,
            value=str(self._typos),
            since=TODAY,
            places=(f"{self._app}:*",),
            rule="typing errors, by rate",
            is_defect=True,
        )
        self._company.ledger.note(fact)
