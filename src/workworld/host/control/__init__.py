"""The control port: the portal and the control API, for trainers and operators only."""

from workworld.host.control.companies import Companies
from workworld.host.control.desk import Desk
from workworld.host.control.port import ControlPort

__all__ = ["Companies", "ControlPort", "Desk"]
