"""Chat's actions, and those of shared services at its doors, in the words of each door."""

from tests.conformance.parity import Parity
from tests.conformance.parity_cases.chat import (
    channels,
    direct,
    files,
    governing,
    messages,
    profiles,
)
from tests.conformance.parity_cases.chat.facts import facts

_NOUNS = (messages, channels, direct, files, profiles, governing)
PARITY = Parity(facts, [case for noun in _NOUNS for case in noun.CASES])
