"""Columns that a report has for itself: buckets, and what is computed row by row.

https://help.salesforce.com/s/articleView?id=analytics.reports_bucketing_overview.htm
https://help.salesforce.com/s/articleView?id=analytics.reports_formulas_row_level.htm
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from types import MappingProxyType

from workworld.apps.crm.schema.kinds import Field
from workworld.apps.crm.schema.kinds import Kind as FieldKind
from workworld.apps.crm.service import report_types, rule_facts
from workworld.apps.crm.service.report_definitions import Definition, bad
from workworld.apps.crm.service.report_parts import Bucket, RowFormula
from workworld.apps.crm.service.report_types import ReportColumn, ReportType
from workworld.context import Context
from workworld.errors import Invalid
from workworld.formulas import Formula, FormulaError, Held, Kind, read

SECTION = "Buckets and formulas"
_KINDS: Mapping[Kind, FieldKind] = {
    Kind.NUMBER: FieldKind.DOUBLE,
    Kind.BOOLEAN: FieldKind.BOOLEAN,
    Kind.DATE: FieldKind.DATE,
    Kind.DATETIME: FieldKind.DATETIME,
}
"""What a formula yields → what kind of column it makes; all others are texts."""
_SORTED = (FieldKind.STRING, FieldKind.PICKLIST, FieldKind.EMAIL, FieldKind.PHONE, FieldKind.URL)


def known(
    ctx: Context, of: ReportType, definition: Definition, *, is_strict: bool = False
) -> Mapping[str, ReportColumn]:
    """The columns of a report that the caller may see, its own ones behind those of its type.

    Args:
        ctx: who looks.
        of: what the report is about.
        definition: what it says.
        is_strict: whether one that is made of what the caller may not see is refused; else it is
            left out, as hidden columns are.

    Raises:
        Invalid: ``BAD_REQUEST``: a bucket or formula makes no sense, where that is asked.
    """
    plain = report_types.columns(ctx, of)
    if not (definition.buckets or definition.formulas):
        return plain
    found = dict(plain)
    makers = [partial(_bucketed, each, plain) for each in definition.buckets]
    makers += [partial(_computed, each, plain) for each in definition.formulas]
    for make in makers:
        try:
            made = make()
        except Invalid:
            if is_strict:
                raise
            continue
        found[made.name] = made
    return MappingProxyType(found)


def buckets_of(bucket: Bucket, column: ReportColumn) -> list[str]:
    """What the buckets are called, in their order."""
    named = [each.label for each in bucket.buckets]
    return [*named, bucket.other] if bucket.other and not column.field.kind.is_number else named


def _bucketed(bucket: Bucket, plain: Mapping[str, ReportColumn]) -> ReportColumn:
    column = plain.get(bucket.column)
    if column is None:
        said = f"The report has no column “{bucket.column[:200]}”, or you may not see it."
        raise bad(said)
    if not (column.field.kind.is_number or column.named or column.field.kind in _SORTED):
        raise bad(f"{column.label} cannot be sorted into buckets.")
    _check_ranges(bucket, is_number=column.field.kind.is_number)
    field = Field(bucket.name, bucket.label, FieldKind.STRING, length=80)
    return ReportColumn(
        bucket.name, bucket.label, field, column.sobject, SECTION, bucket=bucket, source=(column,)
    )


def _check_ranges(bucket: Bucket, *, is_number: bool) -> None:
    labels = [each.label for each in bucket.buckets]
    if len(set(labels)) != len(labels) or bucket.other in labels:
        raise bad(f"{bucket.label}: two buckets are called the same.")
    if not is_number:
        return
    bounds = [each.upper for each in bucket.buckets]
    inner = [each for each in bounds[:-1] if each is not None]
    if len(inner) < len(bounds) - 1 or bounds[-1] is not None or inner != sorted(set(inner)):
        raise bad(f"{bucket.label}: each bucket but the last ends higher than the one before it.")


def formula_of(formula: RowFormula, plain: Mapping[str, ReportColumn]) -> Formula:
    """The formula of a column, read.

    Raises:
        Invalid: ``BAD_REQUEST``: it means nothing.
    """
    names = {name.lower(): name for name in plain}

    def held(name: str) -> Held | None:
        found = names.get(name.lower())
        return Held(found, rule_facts.kind_of(plain[found].field)) if found else None

    try:
        return read(formula.formula, held, None)
    except FormulaError as error:
        raise bad(f"{formula.label}: {error.message}") from None


def _computed(formula: RowFormula, plain: Mapping[str, ReportColumn]) -> ReportColumn:
    made = formula_of(formula, plain)
    if not made.fields:
        raise bad(f"{formula.label}: a formula of rows names at least one column.")
    sources = tuple(plain[name] for name in made.fields)
    kind = _KINDS.get(made.kind, FieldKind.STRING)
    field = Field(formula.name, formula.label, kind, length=255, scale=formula.decimals)
    return ReportColumn(
        formula.name,
        formula.label,
        field,
        sources[0].sobject,
        SECTION,
        formula=made,
        source=sources,
    )
