"""Chat's actions, and those of shared services at its doors, in the words of each door."""

from tests.conformance.parity import Parity
from tests.conformance.parity_cases.chat import channels, direct, files, messages, profiles
from tests.conformance.parity_cases.chat.facts import facts

PARITY = Parity(
    facts, (*messages.CASES, *channels.CASES, *direct.CASES, *files.CASES, *profiles.CASES)
)
