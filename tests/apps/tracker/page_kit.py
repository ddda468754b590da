"""The tracker's pages of lists, as a test reads and sends them."""

import html
import re
from collections.abc import Sequence

from sqlalchemy import select
from tests.kit import Doors

from workworld.directory.models import Person

_FRAGMENT = {"HX-Request": "true"}
_KEY = re.compile(r'class="col-issuekey"><a [^>]*>([A-Z]+-\d+)<')


class Pages:
    """The tracker's pages as one person sees them."""

    def __init__(self, doors: Doors) -> None:
        self.doors = doors
        self.client = doors.pages_of("tracker")

    @classmethod
    def of(cls, doors: Doors, handle: str) -> "Pages":
        """The same world for somebody else."""
        with doors.world.reading() as session:
            person = session.scalars(select(Person.id).where(Person.handle == handle)).one()
        return cls(Doors(doors.world, doors.authority, person))

    def read(self, path: str, expected: int = 200) -> str:
        """A page as text."""
        answer = self.client.get(path, follow_redirects=True)
        assert answer.status_code == expected, answer.text
        return html.unescape(answer.text)

    def keys(self, path: str) -> Sequence[str]:
        """The keys of the issues that a table shows, in order."""
        return _KEY.findall(self.read(path))

    def send(self, path: str, expected: int = 200, **form: str | list[str]) -> str:
        """What a script is answered that sends a form."""
        return self._post(path, expected, form, _FRAGMENT)

    def submit(self, path: str, expected: int = 303, /, **form: str | list[str]) -> str:
        """Where a form leads that is sent without a script, or the page that refuses it."""
        return self._post(path, expected, form, {})

    def _post(
        self,
        path: str,
        expected: int,
        form: dict[str, str | list[str]],
        headers: dict[str, str],
    ) -> str:
        proof = re.search(r'name="csrf" content="(\w+)"', self.read("/settings"))
        assert proof is not None
        answer = self.client.post(path, data={"csrf": proof[1], **form}, headers=headers)
        assert answer.status_code == expected, answer.text
        return answer.headers.get("Location") or html.unescape(answer.text)
