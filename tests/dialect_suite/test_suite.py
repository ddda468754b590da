"""All of SQLAlchemy's tests for dialects."""

from sqlalchemy.testing import config, fixtures, suite
from sqlalchemy.testing.suite import *  # noqa: F403  # pyright: ignore

_CLASSES = [
    it for it in vars(suite).values() if isinstance(it, type) and issubclass(it, fixtures.TestBase)
]
_LEFT_OUT = {
    (it.__name__, reason)
    for it in _CLASSES
    for name in getattr(it, "__requires__", ())
    for reason in getattr(config.requirements, name).matching_config_reasons(config._current)
}


class LeftOutTest(fixtures.TestBase):
    """SQLAlchemy passes over a whole class without a word, so here it is said."""

    @config.combinations(*sorted(_LEFT_OUT), argnames="name, reason")
    def test_class_is_skipped_for_a_reason(self, name: str, reason: str) -> None:
        """Skip in place of the class."""
        config.skip_test(f"{name}: {reason}")
