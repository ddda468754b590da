"""Typed answers: compared after normalisation by type, and never by a part of a text."""

from workworld.grading.answers.collections import ListOf, SetOf
from workworld.grading.answers.dates import Date
from workworld.grading.answers.expected import Expected, answered
from workworld.grading.answers.kinds import Kind, Unreadable
from workworld.grading.answers.money import Money
from workworld.grading.answers.numbers import Number
from workworld.grading.answers.records import Person, Record, team
from workworld.grading.answers.words import Choice, Status, Text, YesNo

__all__ = [
    "Choice",
    "Date",
    "Expected",
    "Kind",
    "ListOf",
    "Money",
    "Number",
    "Person",
    "Record",
    "SetOf",
    "Status",
    "Text",
    "Unreadable",
    "YesNo",
    "answered",
    "team",
]
