"""What SQLAlchemy's own tests may ask of SQLite: all but what is listed as lacking."""

from typing import Any

from lacking import LACKING, OTHERWISE
from sqlalchemy.testing import exclusions
from sqlalchemy.testing.requirements import SuiteRequirements

_NO = LACKING | OTHERWISE
assert _NO.keys() <= vars(SuiteRequirements).keys(), "SQLAlchemy has no such requirement"


class Requirements(SuiteRequirements):
    """SQLAlchemy leaves many of its requirements closed until a dialect opens them.

    Here it is the other way round, so that a new one runs until there is a reason against it.
    """

    def get_order_by_collation(self, config: Any) -> str:  # noqa: ARG002
        """A collation that the tests can order by."""
        return "NOCASE"


def _is_closed(rule: exclusions.compound) -> bool:
    return any(isinstance(skip, exclusions.BooleanPredicate) and skip.value for skip in rule.skips)


def _rules() -> dict[str, Any]:
    """SQLAlchemy's own rules, by name."""
    properties = [name for name, it in vars(SuiteRequirements).items() if isinstance(it, property)]
    values = {name: getattr(SuiteRequirements(), name) for name in properties}
    return {name: it for name, it in values.items() if isinstance(it, exclusions.compound)}


for _name, _rule in _rules().items():
    if _name in _NO:
        setattr(Requirements, _name, exclusions.closed(_NO[_name]))
    elif _is_closed(_rule):
        setattr(Requirements, _name, exclusions.open())
