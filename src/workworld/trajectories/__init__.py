"""Episodes as they are kept: a JSON line for each thing that happened, and for the grade."""

from workworld.trajectories.files import MalformedEpisode, append, read
from workworld.trajectories.gathering import gathered, state_digest
from workworld.trajectories.restoring import OtherCompany, Regraded, regrade
from workworld.trajectories.trajectory import Trajectory

__all__ = [
    "MalformedEpisode",
    "OtherCompany",
    "Regraded",
    "Trajectory",
    "append",
    "gathered",
    "read",
    "regrade",
    "state_digest",
]
