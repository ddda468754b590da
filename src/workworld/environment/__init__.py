"""The trainer's interface: an environment around one world, in this process or at a host."""

from workworld.environment.hosted import HostedEnvironment
from workworld.environment.interface import AnyEnvironment, Doors, Observation
from workworld.environment.local import Environment
from workworld.environment.mcp_client import HostLost

__all__ = ["AnyEnvironment", "Doors", "Environment", "HostLost", "HostedEnvironment", "Observation"]
