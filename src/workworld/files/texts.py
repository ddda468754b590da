"""The words by which files are found: of their names, and of texts what they say."""

from __future__ import annotations

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from workworld.database import derives, insert_row
from workworld.files.kinds import is_text, text_of
from workworld.files.models import Content, File, FileText

_LONGEST = 20_000
"""Of a longer text its beginning counts; whoever looks for more opens the file."""


def index(session: Session, file: File, content: bytes) -> None:
    """Let a new file be found."""
    said = text_of(content) if is_text(file.mime) else None
    parts = (file.name, file.title, file.alt_text, (said or "")[:_LONGEST])
    insert_row(session, FileText(file_id=file.id, said="\n".join(filter(None, parts))))


def forget(session: Session, file_id: str) -> None:
    """Let a file that is deleted be found no more."""
    session.execute(delete(FileText).where(FileText.file_id == file_id))


@derives(FileText)
def _index_all(session: Session) -> None:
    query = select(File, Content.content).join(Content, Content.sha256 == File.sha256)
    for file, content in session.execute(query.order_by(File.id)):
        index(session, file, content)
