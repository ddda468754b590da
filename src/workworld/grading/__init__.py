"""Tasks and the judging of what an agent did about them."""

from workworld.errors import BrokenTask
from workworld.grading.changes import Allowed, Matching
from workworld.grading.checks import Check, Evidence, Verdict, goal, guard, made
from workworld.grading.difficulties import Difficulty
from workworld.grading.family import Episode, Family, Limits, Task
from workworld.grading.grade import Grade, Outcome, grade
from workworld.grading.judges import JudgeCheck
from workworld.splits import Split

__all__ = [
    "Allowed",
    "BrokenTask",
    "Check",
    "Difficulty",
    "Episode",
    "Evidence",
    "Family",
    "Grade",
    "JudgeCheck",
    "Limits",
    "Matching",
    "Outcome",
    "Split",
    "Task",
    "Verdict",
    "goal",
    "grade",
    "guard",
    "made",
]
