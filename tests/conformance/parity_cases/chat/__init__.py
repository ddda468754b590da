"""Chat's actions, and those of shared services at its doors, in the words of each door."""

import pkgutil
from importlib import import_module

from tests.conformance.parity import Parity
from tests.conformance.parity_cases.chat.facts import facts

_NAMES = [found.name for found in pkgutil.iter_modules(__path__) if found.name != "facts"]
_MODULES = [import_module(f"{__name__}.{name}") for name in _NAMES]
PARITY = Parity(facts, [case for module in _MODULES for case in module.CASES])
