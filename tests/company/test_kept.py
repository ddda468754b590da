"""What lies beside what happened in generated companies: pages, polls, mails, checklists."""

import re

import pytest
from sqlalchemy import text
from sqlalchemy.orm import Session

_FILLED = (
    *("chat_documents", "chat_list_records", "chat_polls", "chat_poll_votes", "chat_user_groups"),
    *("chat_scheduled", "chat_sections", "chat_emoji", "crm_articles", "crm_case_articles"),
    *("crm_email_messages", "crm_feed_items", "crm_feed_comments", "crm_macros", "crm_notes"),
    *("crm_quick_texts", "crm_subscriptions", "sheets_charts", "sheets_validations"),
    *("sheets_conditional_rules", "sheets_protections", "sheets_comments", "sheets_stars"),
    *("chat_workflows", "chat_workflow_runs", "crm_opportunity_team", "crm_event_relations"),
    *("crm_account_contact_relations", "crm_cadence_trackers", "tracker_attachments"),
    *("tracker_filter_subscriptions", "tracker_request_participants"),
)


@pytest.mark.parametrize("table", _FILLED)
def test_a_screen_has_something_to_show(table: str, rows: Session) -> None:
    assert rows.scalar(text(f"SELECT count(*) FROM {table}")) > 0


def test_cases_that_came_by_mail_have_mails_in_both_directions(rows: Session) -> None:
    query = (
        "SELECT avg(is_incoming), min(from_name LIKE '%Support' OR is_incoming), count(*)"
        " FROM crm_email_messages WHERE case_id IS NOT NULL"
    )
    incoming, is_ours, count = rows.execute(text(query)).one()
    assert count > 500
    assert 0.2 < incoming < 0.8
    assert is_ours == 1
    company = rows.scalar(text("SELECT name FROM directory_company"))
    names = rows.scalars(
        text("SELECT DISTINCT from_name FROM crm_email_messages WHERE from_name LIKE '%Support'")
    )
    assert [*names] == [f"{company} Support"]


def test_forecast_calls_name_the_sums_of_the_day(rows: Session) -> None:
    query = "SELECT text FROM chat_messages WHERE text LIKE '%best case%' AND text LIKE '%commit%'"
    told = [*rows.scalars(text(query))]
    assert told
    assert all(len(re.findall(r"\$[\d,]+", each)) == 3 for each in told)


def test_audits_and_migrations_leave_workbooks_that_name_their_issues(rows: Session) -> None:
    query = (
        "SELECT DISTINCT w.title, c.text FROM sheets_workbooks w"
        " JOIN sheets_sheets s ON s.workbook_id = w.id JOIN sheets_cells c ON c.sheet_id = s.id"
        " WHERE (w.title LIKE 'Audit %' OR w.title LIKE 'Cut-over %') AND c.text LIKE 'OPS-%'"
    )
    named = rows.execute(text(query)).all()
    assert len({title for title, _ in named}) == 4
    known = {*rows.scalars(text("SELECT key FROM tracker_issues"))}
    assert {key for _, key in named} <= known


def test_those_who_an_outage_hit_are_told_that_it_is_regretted(rows: Session) -> None:
    query = "SELECT count(*) FROM crm_case_comments WHERE body LIKE 'We are sorry. From%'"
    assert rows.scalar(text(query)) >= 3
    query = "SELECT count(*) FROM tracker_comments WHERE body_text LIKE 'Postmortem%'"
    assert rows.scalar(text(query)) >= 2


def test_chat_notes_who_joined_and_that_a_team_s_channel_was_renamed(rows: Session) -> None:
    joined = "SELECT text, count(*) FROM chat_messages WHERE subtype = 'channel_join' GROUP BY text"
    said, count = rows.execute(text(joined)).one()
    assert said == "has joined the channel"
    assert count > 100
    renamed = (
        "SELECT m.text, c.name FROM chat_messages m JOIN chat_channels c ON c.id = m.channel_id"
        " WHERE m.subtype = 'channel_name'"
    )
    for note, name in rows.execute(text(renamed)):
        assert re.fullmatch(rf'has renamed the channel from "[a-z-]+" to "{name}"', note)


def test_what_a_form_was_answered_is_told_in_the_channel(rows: Session) -> None:
    query = (
        "SELECT m.text FROM chat_messages m JOIN chat_message_contents USING (channel_id, ts)"
        " WHERE m.text LIKE '%asks for equipment%'"
    )
    told = [*rows.scalars(text(query))]
    assert len(told) > 10
    assert all(re.match(r"<@U\w+> asks for equipment: [A-Z]", each) for each in told)
