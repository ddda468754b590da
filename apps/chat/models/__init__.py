"""Tables of chat, one module for each noun."""

from workworld.apps.chat.models.channels import Channel as Channel
from workworld.apps.chat.models.channels import Membership as Membership
from workworld.apps.chat.models.channels import Poster as Poster
from workworld.apps.chat.models.markers import ReadMarker as ReadMarker
from workworld.apps.chat.models.messages import WORDS as WORDS
from workworld.apps.chat.models.messages import Message as Message
from workworld.apps.chat.models.messages import MessageFile as MessageFile
from workworld.apps.chat.models.messages import Reaction as Reaction
from workworld.apps.chat.models.messages import ThreadRollUp as ThreadRollUp
from workworld.apps.chat.models.settings import Settings as Settings
