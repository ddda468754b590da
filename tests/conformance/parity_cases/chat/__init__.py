"""Chat's actions, and those of shared services at its doors, in the words of each door."""

from tests.conformance.parity import Parity
from tests.conformance.parity_cases.chat import canvases, channels, files, lists, messages, profiles
from tests.conformance.parity_cases.chat.facts import facts

PARITY = Parity(
    facts,
    (
        *messages.CASES,
        *channels.CASES,
        *files.CASES,
        *profiles.CASES,
        *canvases.CASES,
        *lists.CASES,
    ),
)
