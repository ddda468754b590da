"""The accounts of contacts, as queries know them: their own ones and those besides.

https://developer.salesforce.com/docs/atlas.en-us.object_reference.meta/object_reference/sforce_api_objects_accountcontactrelation.htm
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, cast

from sqlalchemy import Boolean, Select, String, func, literal, null, select, union_all

from workworld.apps.crm.models import AccountContactRelation, Contact
from workworld.apps.crm.schema import objects
from workworld.apps.crm.soql.derived_objects import derived

_KIND = objects.of_model(AccountContactRelation)
_related, _contacts = AccountContactRelation.__table__.c, Contact.__table__.c


def _relations() -> Select[Any]:
    besides = select(
        _related.id,
        _related.account_id,
        _related.contact_id,
        literal(value=False, type_=Boolean).label("is_direct"),
        _related.roles,
        _related.is_active,
        _related.start_date,
        _related.end_date,
        _related.created_us,
        _related.created_by_id,
        _related.modified_us,
        _related.modified_by_id,
        _related.is_deleted,
    )
    own = select(
        (literal(_KIND.prefix) + func.substr(_contacts.id, 4)).label("id"),
        _contacts.account_id,
        _contacts.id,
        literal(value=True, type_=Boolean),
        null().cast(String),
        literal(value=True, type_=Boolean),
        null().cast(String),
        null().cast(String),
        _contacts.created_us,
        _contacts.created_by_id,
        _contacts.modified_us,
        _contacts.modified_by_id,
        _contacts.is_deleted,
    ).where(_contacts.account_id.is_not(None))
    found: Any = select(union_all(besides, own).subquery())
    return cast(Select[Any], found)


derived(
    _KIND.name,
    _KIND.label,
    _KIND.plural,
    _KIND.prefix,
    [
        replace(each, column="is_direct", compute=None) if each.name == "IsDirect" else each
        for each in _KIND.fields.values()
    ],
    _relations,
    parent=_KIND.parent,
)
