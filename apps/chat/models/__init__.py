"""Tables of chat, one module for each noun."""

from workworld.apps.chat.models.apps import AppCommand as AppCommand
from workworld.apps.chat.models.apps import AppListener as AppListener
from workworld.apps.chat.models.apps import ChatApp as ChatApp
from workworld.apps.chat.models.apps import Envelope as Envelope
from workworld.apps.chat.models.apps import Interaction as Interaction
from workworld.apps.chat.models.apps import Webhook as Webhook
from workworld.apps.chat.models.channels import Channel as Channel
from workworld.apps.chat.models.channels import Membership as Membership
from workworld.apps.chat.models.channels import Poster as Poster
from workworld.apps.chat.models.contents import MessageContent as MessageContent
from workworld.apps.chat.models.keeping import Bookmark as Bookmark
from workworld.apps.chat.models.keeping import HiddenPreview as HiddenPreview
from workworld.apps.chat.models.keeping import Pin as Pin
from workworld.apps.chat.models.keeping import SavedItem as SavedItem
from workworld.apps.chat.models.markers import ReadMarker as ReadMarker
from workworld.apps.chat.models.messages import WORDS as WORDS
from workworld.apps.chat.models.messages import Message as Message
from workworld.apps.chat.models.messages import MessageFile as MessageFile
from workworld.apps.chat.models.messages import Reaction as Reaction
from workworld.apps.chat.models.messages import ThreadRollUp as ThreadRollUp
from workworld.apps.chat.models.nonces import PostedNonce as PostedNonce
from workworld.apps.chat.models.outbox import Draft as Draft
from workworld.apps.chat.models.outbox import ScheduledMessage as ScheduledMessage
from workworld.apps.chat.models.outbox import Unfinished as Unfinished
from workworld.apps.chat.models.reminders import Reminder as Reminder
from workworld.apps.chat.models.settings import Settings as Settings
