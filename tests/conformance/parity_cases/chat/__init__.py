"""Chat's actions, and those of shared services at its doors, in the words of each door."""

from tests.conformance.parity import Parity
from tests.conformance.parity_cases.chat import apps, channels, direct, files, messages, profiles
from tests.conformance.parity_cases.chat.facts import facts

_MODULES = (messages, channels, direct, files, profiles, apps)
PARITY = Parity(
    facts, [case for module in _MODULES for case in module.CASES]
)
