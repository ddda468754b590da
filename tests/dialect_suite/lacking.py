"""What SQLAlchemy's own tests may not ask of SQLite, with the reason for each.

Keys are names of SQLAlchemy's requirements: https://docs.sqlalchemy.org, README.dialects.rst.
"""

_COMMENT = "SQLite keeps no comments on tables, columns or constraints."
_FETCH = "SQLite has LIMIT and OFFSET, but no FETCH FIRST."
_IDENTITY = "SQLite has no identity columns, only row ids."
_MATERIALIZED = "SQLite has no materialized views."
_PARENTHESES = "SQLite's grammar has no parentheses around the parts of a UNION."
_DIGITS = "SQLite computes with 64-bit floats, which hold 15 decimal digits."
_ZONE = "SQLite stores dates as text, and SQLAlchemy's format for it has no time zone."

LACKING = {
    "array_type": "SQLite has no arrays.",
    "cast_precision_numerics_many_significant_digits": _DIGITS,
    "column_collation_reflection": "SQLAlchemy reads no collations out of SQLite.",
    "comment_reflection": _COMMENT,
    "comment_reflection_full_unicode": _COMMENT,
    "constraint_comment_reflection": _COMMENT,
    "create_or_replace_view": "SQLite has no CREATE OR REPLACE VIEW.",
    "cross_schema_fk_reflection": "A foreign key in SQLite stays within its database file.",
    "datetime_interval": "SQLite has no intervals, so a timedelta has no literal.",
    "datetime_timezone": _ZONE,
    "datetime_timezone_historic": _ZONE,
    "default_schema_name_switch": "The default schema of SQLite is always `main`.",
    "delete_from": "SQLite has no DELETE that joins other tables.",
    "denormalized_names": "SQLite keeps the case of names; none is normalized.",
    "fetch_expression": _FETCH,
    "fetch_first": _FETCH,
    "fetch_no_order_by": _FETCH,
    "fetch_offset_with_options": _FETCH,
    "fetch_percent": _FETCH,
    "fetch_ties": _FETCH,
    "identity_columns": _IDENTITY,
    "identity_columns_standard": _IDENTITY,
    "index_reflects_included_columns": "SQLite's indexes have no INCLUDE.",
    "materialized_views": _MATERIALIZED,
    "materialized_views_reflect_pk": _MATERIALIZED,
    "parens_in_union_contained_select_w_limit_offset": _PARENTHESES,
    "parens_in_union_contained_select_wo_limit_offset": _PARENTHESES,
    "precision_numerics_many_significant_digits": _DIGITS,
    "reflect_tables_no_columns": "A table in SQLite has at least one column.",
    "regexp_replace": "SQLAlchemy's compiler for SQLite refuses it: there is no such operator.",
    "schema_create_delete": "A schema in SQLite is an attached file; there is no CREATE SCHEMA.",
    "sequences": "SQLite has no sequences.",
    "sequences_optional": "SQLite has no sequences.",
    "server_side_cursors": "SQLite runs in this process, so there is no server.",
    "table_value_constructor": "SQLite cannot name the columns of VALUES.",
    "temp_table_comment_reflection": _COMMENT,
    "time_timezone": _ZONE,
    "window_range_non_numeric": "SQLite takes only numbers as bounds of a RANGE.",
}

OTHERWISE = {
    "computed_columns_default_persisted": "SQLite's generated columns are virtual by default.",
    "foreign_keys_reflect_as_index": "SQLite makes no index for a foreign key.",
    "implicitly_named_constraints": "SQLite leaves a constraint without a name unnamed.",
    "json_deserializer_binary": "SQLite hands JSON out as text, never as bytes.",
    "non_updating_cascade": "SQLite has ON UPDATE CASCADE.",
    "reflect_indexes_with_ascdesc_as_expression": "A descending column stays a column in SQLite.",
    "reflect_indexes_with_expressions": "SQLAlchemy passes over such indexes on SQLite.",
    "supports_distinct_on": "SQLite has no DISTINCT ON: a test sees to it that it fails.",
    "unique_constraints_reflect_as_index": "SQLAlchemy hides the index of a unique constraint.",
    "unique_index_reflect_as_unique_constraints": "In SQLite a unique index is no constraint.",
}
"""Of these the tests only ask which way the database goes; none is left out."""
