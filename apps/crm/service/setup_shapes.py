"""What a kind of setup consists of: its table, its settings, and what must hold of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from workworld.apps.crm.service.refusals import RecordError
from workworld.apps.crm.service.setup_settings import SetupSettings
from workworld.context import Context
from workworld.database import Base

Wrong = list[RecordError]


def as_it_is(_ctx: Context, row: Any, settings: type[SetupSettings]) -> dict[str, Any]:
    """Settings as a row's columns of the same names have them."""
    return {name: getattr(row, name) for name in settings.model_fields}


def plain(made: Any) -> dict[str, Any]:
    """A row's columns as settings of the same names say."""
    values: dict[str, Any] = made.model_dump()
    return values


@dataclass(frozen=True, slots=True)
class SetupKind:
    """A kind of what is set up.

    Args:
        name: the vendor's: ``ValidationRule``.
        label: what people call one.
        plural: what they call several, which is the section of the audit trail as well.
        prefix: of its ids.
        model: its table.
        settings: what is settled about one.
        check: what is wrong with settings, field by field.
        read: settings as a row has them.
        columns: a row's columns as settings say.
        follow: what else is to be written once the row is there.
        is_one: whether there is exactly one, which is neither made nor deleted.
    """

    name: str
    label: str
    plural: str
    prefix: str
    model: type[Base]
    settings: type[SetupSettings]
    check: Callable[[Context, Any, Wrong], None]
    read: Callable[[Context, Any, type[SetupSettings]], dict[str, Any]] = as_it_is
    columns: Callable[[Any], Mapping[str, Any]] = plain
    follow: Callable[[Context, Any, Any], None] = lambda _ctx, _row, _made: None
    is_one: bool = False
