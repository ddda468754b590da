"""What nobody has filled in, field by field: the ledger tells how often."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from workworld.seed_data.company.company import TODAY, Company
from workworld.seed_data.company.ledger import Fact
from workworld.seed_data.crm_facts import CrmRecordFact

_FIELDS = {
    "Account": ("employees", "phone"),
    "Contact": ("email",),
    "Lead": ("email", "lead_source"),
    "Case": ("reason",),
}
"""Of each object, what its people leave blank where they do not know it."""


def note(company: Company, records: Mapping[str, Sequence[CrmRecordFact]]) -> None:
    """Tell the ledger how many records lack each of these fields."""
    for sobject, columns in _FIELDS.items():
        for column in columns:
            blank = sum(not _last(each, column) for each in records[sobject])
            subject = f"{sobject.lower()}.{column}"
            company.ledger.note(
                Fact(
                    name=f"crm/blank/{subject}",
                    kind="defect",
                    subject=subject,
                    value=str(blank),
                    since=TODAY,
                    places=(f"crm:{subject}",),
                    rule="missing data",
                    is_defect=True,
                )
            )


def _last(record: CrmRecordFact, column: str) -> object:
    """What a field holds after all that happened to its record."""
    changed = [each.values[column] for each in record.story if column in each.values]
    return changed[-1] if changed else record.values.get(column)
