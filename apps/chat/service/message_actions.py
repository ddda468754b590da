"""What other apps offer to do with a message, such as creating an issue from it."""

from __future__ import annotations

from workworld.apps.chat.models import Message
from workworld.offers import Offers

OFFERED: Offers[Message] = Offers()
