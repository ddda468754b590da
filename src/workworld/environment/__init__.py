"""The trainer's interface: an environment around one world, in this process or at a host."""

from workworld.environment.interface import AnyEnvironment, Doors, Observation
from workworld.environment.local import Environment

__all__ = ["AnyEnvironment", "Doors", "Environment", "Observation"]
