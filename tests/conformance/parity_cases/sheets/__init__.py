"""The actions of spreadsheets, in the words of each door."""

import pkgutil
from importlib import import_module

from tests.conformance.parity import Parity
from tests.conformance.parity_cases.sheets.facts import facts

_MODULES = [import_module(f"{__name__}.{found.name}") for found in pkgutil.iter_modules(__path__)]
_CASES = [case for module in _MODULES for case in getattr(module, "CASES", ())]
PARITY = Parity(facts, _CASES, rest_names_codes=False)
