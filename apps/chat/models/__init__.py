"""Tables of chat, one module for each noun."""

from workworld.apps.chat.models.availability import Availability as Availability
from workworld.apps.chat.models.channels import Channel as Channel
from workworld.apps.chat.models.channels import Membership as Membership
from workworld.apps.chat.models.choices import ChannelChoice as ChannelChoice
from workworld.apps.chat.models.choices import Keyword as Keyword
from workworld.apps.chat.models.choices import PersonChoice as PersonChoice
from workworld.apps.chat.models.choices import SidebarView as SidebarView
from workworld.apps.chat.models.follows import Follow as Follow
from workworld.apps.chat.models.follows import ThreadPerson as ThreadPerson
from workworld.apps.chat.models.markers import ReadMark as ReadMark
from workworld.apps.chat.models.markers import ReadMarker as ReadMarker
from workworld.apps.chat.models.markers import ThreadMarker as ThreadMarker
from workworld.apps.chat.models.mentions import Mention as Mention
from workworld.apps.chat.models.messages import WORDS as WORDS
from workworld.apps.chat.models.messages import Message as Message
from workworld.apps.chat.models.messages import MessageFile as MessageFile
from workworld.apps.chat.models.messages import Reaction as Reaction
from workworld.apps.chat.models.messages import ThreadRollUp as ThreadRollUp
