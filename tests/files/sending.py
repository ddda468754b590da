"""Sends files as the vendor's own client does."""

import base64
from typing import Any

from tests.kit import Doors

PNG = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAIAAAADCAIAAAA2iEnWAAAAEElEQVR4nGP4z8AARAwQCgAf7gP9i18U1AAAAABJRU5E"
    "rkJggg=="
)
CSV = b"name,amount\nAna,12\nBen,30\n"


def announce(doors: Doors, name: str, content: bytes, **given: Any) -> dict[str, Any]:
    answer = doors.rest("files.getUploadURLExternal", filename=name, length=len(content), **given)
    assert answer["ok"], answer
    return answer


def send(doors: Doors, url: str, content: bytes, **given: Any) -> Any:
    """POST bytes as Python's client does: labelled as a form that they are not."""
    path = url.removeprefix(doors.site.addresses.app("chat"))
    label = "application/x-www-form-urlencoded"
    return doors.anonymous("chat").post(path, data=content, content_type=label, **given)


def uploaded(doors: Doors, name: str, content: bytes, **given: Any) -> dict[str, Any]:
    """Upload a file in three steps; the file object of the answer."""
    begun = announce(doors, name, content)
    sent = send(doors, begun["upload_url"], content)
    assert (sent.status_code, sent.text) == (200, f"OK - {len(content)}")
    answer = doors.rest("files.completeUploadExternal", files=[{"id": begun["file_id"]}], **given)
    assert answer["ok"], answer
    (file,) = answer["files"]
    assert isinstance(file, dict)
    return file
