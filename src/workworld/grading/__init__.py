"""Tasks and the judging of what an agent did about them."""

from workworld.grading.checks import Allowed, Check, Evidence, Verdict, goal, guard
from workworld.grading.family import BrokenTask, Episode, Family, Task
from workworld.grading.grade import Grade, Outcome, grade

__all__ = [
    "Allowed",
    "BrokenTask",
    "Check",
    "Episode",
    "Evidence",
    "Family",
    "Grade",
    "Outcome",
    "Task",
    "Verdict",
    "goal",
    "grade",
    "guard",
]
