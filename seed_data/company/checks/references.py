"""What belongs to something else: files to those who gave them, answers to what they answer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sqlalchemy import text
from sqlalchemy.orm import Session

from workworld.seed_data.company.checks.acts import told_few
from workworld.worlds.ledgers import Fact


def i10(session: Session, _ledger: Sequence[Fact]) -> Iterator[str]:
    """Whatever is attached has its bytes; each file is somebody's, and stands below something."""
    lost = "SELECT f.name FROM files_files f LEFT JOIN files_contents c ON c.sha256 = f.sha256"
    for name in session.scalars(text(f"{lost} WHERE c.sha256 IS NULL")):
        yield f"the file {name} has no bytes"
    theirs = (
        "SELECT f.name FROM files_files f JOIN directory_people p ON p.id = f.uploader_id"
        " WHERE p.kind <> 'person'"
    )
    for name in session.scalars(text(theirs)):
        yield f"the file {name} is nobody's"
    attached = " UNION ALL ".join(_parents(session))
    alone = f"SELECT name FROM files_files WHERE id NOT IN ({attached})"  # noqa: S608 - our own names
    yield from told_few([f"{name} lies nowhere" for name in session.scalars(text(alone))])
    early = (
        "SELECT f.name FROM chat_message_files m JOIN files_files f ON f.id = m.file_id"
        " WHERE f.created > CAST(m.ts AS INTEGER)"
    )
    yield from told_few(
        [f"{name} was posted before it was" for name in session.scalars(text(early))]
    )


def _parents(session: Session) -> Iterator[str]:
    """Queries for the files that something refers to: attachments, emoji and the like."""
    tables = session.scalars(text("SELECT name FROM sqlite_master WHERE type = 'table'"))
    for table in sorted(tables):
        refers = session.execute(text(f"PRAGMA foreign_key_list({table})"))
        for row in refers:
            if row[2] == "files_files" and not table.startswith("files_"):
                yield f"SELECT {row[3]} FROM {table} WHERE {row[3]} IS NOT NULL"  # noqa: S608


def i11(session: Session, _ledger: Sequence[Fact]) -> Iterator[str]:
    """Nothing refers to what is not there."""
    for table, row, other, _ in session.execute(text("PRAGMA foreign_key_check")):
        yield f"row {row} of {table} refers to nothing in {other}"


def i14(session: Session, _ledger: Sequence[Fact]) -> Iterator[str]:
    """E-mails that answer one another form trees: an answer is later, and in the same thread."""
    query = (
        "SELECT a.subject, a.sent_us <= b.sent_us, a.thread IS NOT b.thread"
        " FROM crm_email_messages a JOIN crm_email_messages b ON b.id = a.reply_to_id"
        " WHERE a.sent_us <= b.sent_us OR a.thread IS NOT b.thread"
    )
    for subject, is_early, _ in session.execute(text(query)):
        wrong = "is no later than what it answers" if is_early else "is in another thread"
        yield f"{subject} {wrong}"
    without = "SELECT count(*) FROM crm_email_messages WHERE reply_to_id IS NOT NULL"
    if not session.scalar(text(without)):
        yield "no e-mail answers another"


def i45(session: Session, _ledger: Sequence[Fact]) -> Iterator[str]:
    """A published article is somebody's, and has a version."""
    query = (
        "SELECT a.title FROM crm_articles a LEFT JOIN crm_users u ON u.id = a.owner_id"
        " WHERE a.status = 'Online' AND (u.id IS NULL OR a.version_number < 1)"
    )
    for title in session.scalars(text(query)):
        yield f"the article {title} is nobody's, or has no version"
    if not session.scalar(text("SELECT count(*) FROM crm_articles WHERE status = 'Online'")):
        yield "no article is published"
