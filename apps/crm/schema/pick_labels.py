"""What values of lists are called on pages, where that is not the name by which APIs know them.

https://developer.salesforce.com/docs/atlas.en-us.object_reference.meta/object_reference/sforce_api_objects_event.htm
"""

from __future__ import annotations

from collections.abc import Mapping

_LABELS: Mapping[str, Mapping[str, str]] = {
    "show as": {"OutOfOffice": "Out of Office"},
    "access level": {"None": "Private", "Read": "Read Only", "Edit": "Read/Write", "All": "Owner"},
    "feed item type": {"TextPost": "Text Post", "ContentPost": "Content Post"},
    "file share type": {"V": "Viewer", "C": "Collaborator", "I": "Inferred"},
    "file visibility": {
        "AllUsers": "All Users",
        "InternalUsers": "Standard Users",
        "SharedUsers": "Shared Users",
    },
    "territory association cause": {
        "Territory2AssignmentRule": "Territory Assignment Rule",
        "Territory2Manual": "Territory Manual",
    },
    "publication status": {"Online": "Published"},
    "recurrence type": {
        "RecursDaily": "Daily",
        "RecursEveryWeekday": "Every weekday",
        "RecursWeekly": "Weekly",
        "RecursMonthly": "Monthly on a day of the month",
        "RecursMonthlyNth": "Monthly on a day of the week",
        "RecursYearly": "Yearly on a day of the month",
        "RecursYearlyNth": "Yearly on a day of the week",
    },
    "recurrence instance": {
        "First": "1st",
        "Second": "2nd",
        "Third": "3rd",
        "Fourth": "4th",
        "Last": "last",
    },
    "regenerated type": {
        "RecurrenceRegenerateAfterDueDate": "After due date",
        "RecurrenceRegenerateAfterToday": "After the task is closed",
        "RecurrenceRegenerated": "(Task closed)",
    },
}


def label_of(name: str, value: str) -> str:
    """The label of a value.

    Args:
        name: the list, a key of ``picklists.VALUES``.
        value: one of it, or whatever a record holds.
    """
    return _LABELS.get(name, {}).get(value, value)
