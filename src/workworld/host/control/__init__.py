"""The control port: the portal and the control API, for trainers and operators only."""

from workworld.host.control.companies import Companies
from workworld.host.control.demonstrations import Demonstrate, Picture, Shown
from workworld.host.control.desk import Asked, Desk
from workworld.host.control.fields import Fields
from workworld.host.control.port import ControlPort
from workworld.host.control.refusals import Refusal
from workworld.host.control.rows import Office, Row
from workworld.host.control.table import row_of

__all__ = [
    "Asked",
    "Companies",
    "ControlPort",
    "Demonstrate",
    "Desk",
    "Fields",
    "Office",
    "Picture",
    "Refusal",
    "Row",
    "Shown",
    "row_of",
]
