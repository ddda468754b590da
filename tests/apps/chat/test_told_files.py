"""What a company's facts say of files below messages."""

from datetime import UTC, datetime

from sqlalchemy import select

from workworld.apps.chat.models import MessageFile
from workworld.files.models import Content, File
from workworld.seed_data.chat import say
from workworld.seed_data.facts import FileFact, MessageFact
from workworld.worlds import World


def test_equal_files_below_messages_keep_their_bytes_once(world: World) -> None:
    rota = FileFact("rota.csv", "text/csv", b"week,who\n12,nbarve\n")
    at = datetime(2026, 3, 16, 14, 0, tzinfo=UTC)
    said = [MessageFact(at, "nbarve", f"the rota, take {n}", files=(rota,)) for n in (1, 2)]
    with world.writing() as session:
        say(session, {"general": said})
        files = session.scalars(select(File).where(File.name == "rota.csv")).all()
        assert len(files) == 2
        assert {each.size for each in files} == {len(rota.body)}
        assert len({each.sha256 for each in files}) == 1
        content = session.get(Content, files[0].sha256)
        assert content is not None
        assert content.content == rota.body
        below = session.scalars(select(MessageFile).order_by(MessageFile.ts)).all()
        assert {each.file_id for each in below} >= {each.id for each in files}
