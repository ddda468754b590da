"""Tables of chat, one module for each noun."""

from workworld.apps.chat.models.canvases import CanvasSection as CanvasSection
from workworld.apps.chat.models.channels import Channel as Channel
from workworld.apps.chat.models.channels import Membership as Membership
from workworld.apps.chat.models.documents import Document as Document
from workworld.apps.chat.models.documents import DocumentChannel as DocumentChannel
from workworld.apps.chat.models.documents import DocumentPerson as DocumentPerson
from workworld.apps.chat.models.lists import ListColumn as ListColumn
from workworld.apps.chat.models.lists import ListField as ListField
from workworld.apps.chat.models.lists import ListRecord as ListRecord
from workworld.apps.chat.models.markers import ReadMarker as ReadMarker
from workworld.apps.chat.models.messages import WORDS as WORDS
from workworld.apps.chat.models.messages import Message as Message
from workworld.apps.chat.models.messages import MessageFile as MessageFile
from workworld.apps.chat.models.messages import Reaction as Reaction
from workworld.apps.chat.models.messages import ThreadRollUp as ThreadRollUp
