"""Three projects with few issues, of which everything is known: what is found is counted by hand.

Ming asks. She develops in QUA and HAR, and knows nothing of VLT.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tests.apps.tracker.jql.quay_rows import (
    ANA,
    COMPONENTS,
    FIELDS,
    JO,
    MING,
    OPTIONS,
    PROJECTS,
    SPRINTS,
    TOM,
    VERSIONS,
    Builder,
    id_of,
)
from tests.kit import Office

from workworld.apps.tracker.models import (
    Board,
    Comment,
    Component,
    CustomField,
    FieldContext,
    FieldOption,
    Filter,
    FilterShare,
    IssueLink,
    IssueValue,
    LastViewed,
    LinkType,
    Priority,
    Project,
    Resolution,
    Role,
    RoleActor,
    SecurityLevel,
    SecurityMember,
    SecurityScheme,
    Sprint,
    Status,
    Version,
    Vote,
    Watcher,
    Worklog,
)
from workworld.apps.tracker.service import access, frames, search
from workworld.calls import perform
from workworld.context import Actor
from workworld.worlds import World


@dataclass(frozen=True)
class Quay:
    """The world, and what its people find."""

    world: World
    people: Mapping[str, str]

    def find(self, jql: str, who: str = MING, **arguments: Any) -> list[str]:
        """The keys of the quay's issues that a query finds, in its order."""
        found = self.found(jql, who, **{"limit": 1000, **arguments})
        return [row.key for row in found.rows if row.key.partition("-")[0] in PROJECTS]

    def found(self, jql: str, who: str = MING, **arguments: Any) -> search.Found:
        """What a query finds."""
        actor = Actor(self.people[who])
        result: search.Found = perform(self.world, actor, search.search, jql=jql, **arguments)
        return result


def quay(world: World, office: Office) -> Quay:
    """Build the three projects."""
    with world.writing() as session:
        builder = Builder(session, office.people)
        _projects(builder)
        _fields(builder)
        _issues(builder)
        _links(builder)
        _words(builder)
        _past(builder)
        _filters(builder)
        access.refresh(session)
    return Quay(world, office.people)


def _projects(builder: Builder) -> None:
    people, roles = builder.people, builder.ids[Role]
    builder.add(SecurityScheme(id="9501", name="Quay security"))
    builder.add(SecurityLevel(id="9502", scheme_id="9501", name="Gatekeepers"))
    builder.add(SecurityMember(level_id="9502", member_id=people[MING]))
    for key, (id, name, kind) in PROJECTS.items():
        lead = people[MING if key == "HAR" else ANA]
        project = Project(
            id=id,
            key=key,
            name=name,
            kind=kind,
            lead_id=lead,
            permission_scheme_id="10000",
            security_scheme_id="9501",
            created_us=builder.now,
        )
        builder.add(project)
        frames.lay_out(builder.session, project)
        members = [("Administrator", ANA)]
        if key != "VLT":
            members += [("Developer", MING), ("Developer", TOM), ("Viewer", JO)]
        for role, who in members:
            builder.add(RoleActor(project_id=id, role_id=roles[role], actor_id=people[who]))
    for name, (id, lead) in COMPONENTS.items():
        builder.add(Component(id=id, project_id="9001", name=name, lead_id=people[lead]))
    for place, ((key, name), (id, is_released)) in enumerate(VERSIONS.items()):
        project_id = PROJECTS[key][0]
        builder.add(
            Version(
                id=id, project_id=project_id, name=name, is_released=is_released, position=place
            )
        )
    builder.add(
        Filter(
            id="9600",
            name="Quay board",
            jql="project = QUA ORDER BY rank",
            owner_id=people[ANA],
            created_us=0,
            updated_us=0,
        )
    )
    builder.add(Board(id=9700, name="Quay", kind="scrum", project_id="9001", filter_id="9600"))
    for place, (name, (id, state)) in enumerate(SPRINTS.items()):
        builder.add(
            Sprint(id=id, board_id=9700, name=name, state=state, position=place, created_us=0)
        )


def _fields(builder: Builder) -> None:
    for name, (id, kind) in FIELDS.items():
        builder.add(CustomField(id=id, name=name, kind=kind))
        builder.add(FieldContext(id=id[-5:], field_id=id, name=name, is_everywhere=True))
    for place, (value, (id, field, parent)) in enumerate(OPTIONS.items()):
        builder.add(
            FieldOption(
                id=id, field_id=FIELDS[field][0], parent_id=parent, value=value, position=place
            )
        )


def _issues(builder: Builder) -> None:
    issue = builder.issue
    issue(
        "QUA-1",
        "Cranes for the north quay",
        "Epic",
        "In Progress",
        priority="High",
        created=60,
        updated=1,
        people=(TOM, ANA, ANA),
    )
    issue(
        "QUA-2",
        "Crane lifts two containers",
        "Story",
        labels=["dock", "Heavy"],
        components=["Cranes"],
        fix=["1.1"],
        sprints=["Quay 2"],
        created=20,
        updated=2,
        people=(MING, ANA, ANA),
        parent_id=id_of("QUA-1"),
        description_text="The spreader must hold both boxes at once.",
        description={},
        story_points=5,
        due_date=builder.day(3),
        original_estimate=28_800,
        remaining_estimate=28_800,
        sprint_id=9102,
    )
    issue(
        "QUA-3",
        "Rope frays at the drum",
        "Bug",
        "In Progress",
        priority="Highest",
        labels=["dock"],
        components=["Cranes", "Ropes"],
        fix=["1.1"],
        affects=["0.9", "1.0"],
        sprints=["Quay 1", "Quay 2"],
        created=25,
        updated=3 / 24,
        people=(ANA, MING, MING),
        parent_id=id_of("QUA-1"),
        story_points=3,
        due_date=builder.day(-2),
        original_estimate=14_400,
        remaining_estimate=3600,
        time_spent=21_600,
        is_flagged=True,
        environment_text="North quay, rain",
        environment={},
        sprint_id=9102,
    )
    issue(
        "QUA-4",
        "Grease the drum",
        "Task",
        "Done",
        priority="Low",
        components=["Ropes"],
        fix=["1.0"],
        sprints=["Quay 1"],
        created=40,
        updated=8,
        people=(MING, MING, ANA),
        story_points=2,
        due_date=builder.day(-10),
        original_estimate=7200,
        time_spent=7200,
    )
    issue(
        "QUA-5",
        "Spreader won't open",
        "Bug",
        "Done",
        affects=["1.0"],
        created=15,
        updated=1,
        people=(None, TOM, TOM),
        resolution_id=builder.ids[Resolution]["Won't Do"],
    )
    issue(
        "QUA-6",
        "Order new rope",
        "Sub-task",
        sprints=["Quay 2"],
        created=5,
        parent_id=id_of("QUA-3"),
        sprint_id=9102,
    )
    issue(
        "QUA-7",
        "Night shift lights",
        "Story",
        priority=None,
        sprints=["Quay 3"],
        created=3,
        story_points=8,
        sprint_id=9103,
    )
    issue(
        "QUA-8", "Weakness in the gate code", priority="High", created=4, security_level_id="9502"
    )
    issue(
        "HAR-1",
        "Paint the harbour office",
        priority="Lowest",
        labels=["heavy"],
        fix=["1.0"],
        created=2 / 24,
        updated=1 / 24,
        people=(JO, MING, MING),
        due_date=builder.day(30),
        start_date=builder.day(-1),
    )
    issue(
        "HAR-2",
        "Crane inspection report",
        "Task",
        "Done",
        priority="High",
        created=100,
        updated=90,
        people=(MING, JO, JO),
    )
    issue("VLT-1", "Crane secret", created=7, people=(MING, ANA, ANA))
    values: Sequence[tuple[str, str, int, str, float | None]] = (
        ("QUA-2", "Berth code", 0, "B12 north", None),
        ("HAR-1", "Berth code", 0, "B12 south", None),
        ("QUA-2", "Tonnage", 0, "", 40),
        ("QUA-3", "Tonnage", 0, "", 12.5),
        ("QUA-2", "Cargo", 0, "9402", None),
        ("QUA-3", "Cargo", 0, "9401", None),
        ("QUA-2", "Shifts", 0, "9403", None),
        ("QUA-2", "Shifts", 1, "9404", None),
        ("QUA-3", "Shifts", 0, "9404", None),
        ("QUA-2", "Inspected on", 0, "2026-01-10", None),
        ("QUA-2", "Surveyor", 0, builder.people[TOM], None),
        ("QUA-2", "Tags", 0, "Alpha", None),
        ("QUA-2", "Pier", 0, "9405", None),
        ("QUA-2", "Pier", 1, "9407", None),
        ("HAR-1", "Pier", 0, "9405", None),
    )
    for key, name, position, text, number in values:
        field_id = FIELDS[name][0]
        builder.add(
            IssueValue(
                issue_id=id_of(key), field_id=field_id, position=position, text=text, number=number
            )
        )


def _links(builder: Builder) -> None:
    types = builder.ids[LinkType]
    for place, (name, source, target) in enumerate(
        (("Blocks", "QUA-3", "QUA-2"), ("Relates", "QUA-5", "QUA-3"), ("Blocks", "VLT-1", "HAR-1"))
    ):
        builder.add(
            IssueLink(
                id=f"980{place}",
                type_id=types[name],
                source_id=id_of(source),
                target_id=id_of(target),
                created_us=0,
            )
        )
    for model, pairs in (
        (Watcher, (("QUA-3", MING), ("QUA-3", ANA), ("QUA-2", ANA), ("HAR-1", MING))),
        (Vote, (("QUA-2", MING), ("QUA-2", TOM), ("QUA-5", MING))),
    ):
        for key, who in pairs:
            builder.add(model(issue_id=id_of(key), person_id=builder.people[who]))
    for key, days in (("QUA-3", 1), ("HAR-2", 5)):
        builder.add(
            LastViewed(
                person_id=builder.people[MING], issue_id=id_of(key), viewed_us=builder.ago(days)
            )
        )


def _words(builder: Builder) -> None:
    said = (
        ("QUA-2", ANA, "Please check the lashing gear", None),
        (
            "QUA-4",
            ANA,
            "Hydraulics stay between administrators",
            builder.ids[Role]["Administrator"],
        ),
        ("HAR-1", MING, "The colour must be seagreen, café style", None),
    )
    for place, (key, who, text, role_id) in enumerate(said):
        at = builder.ago(2 if key == "QUA-2" else 1 / 24)
        builder.add(
            Comment(
                id=f"985{place}",
                issue_id=id_of(key),
                author_id=builder.people[who],
                body={},
                body_text=text,
                role_id=role_id,
                created_us=at,
                updated_us=at,
            )
        )
    for place, (key, who, days, text) in enumerate(
        (("QUA-3", ANA, 4, "spliced the rope"), ("QUA-4", MING, 9, ""))
    ):
        at, author = builder.ago(days), builder.people[who]
        builder.add(
            Worklog(
                id=f"986{place}",
                issue_id=id_of(key),
                author_id=author,
                updated_by=author,
                started_us=at,
                seconds=7200,
                body_text=text,
                created_us=at,
                updated_us=at,
            )
        )


def _past(builder: Builder) -> None:
    statuses, priorities, people = builder.ids[Status], builder.ids[Priority], builder.people
    todo, doing, done = statuses["To Do"], statuses["In Progress"], statuses["Done"]
    changed = builder.changed
    changed("QUA-1", "status", todo, doing, 50, TOM)
    changed("QUA-3", "Fix Version", None, "9202", 24, MING)
    changed("QUA-3", "Sprint", "", "9101", 22, MING)
    changed("QUA-3", "status", todo, doing, 20, ANA)
    changed("QUA-3", "priority", priorities["Medium"], priorities["Highest"], 19, ANA)
    changed("QUA-3", "assignee", people[MING], people[ANA], 18, TOM)
    changed("QUA-3", "Fix Version", "9202", None, 12, ANA)
    changed("QUA-3", "Fix Version", None, "9203", 12, ANA)
    changed("QUA-3", "status", doing, done, 10, MING)
    changed("QUA-3", "resolution", None, "10000", 10, MING)
    changed("QUA-3", "Sprint", "9101", "9101, 9102", 7, ANA)
    changed("QUA-3", "status", done, doing, 6, ANA)
    changed("QUA-3", "resolution", "10000", None, 6, ANA)
    changed("QUA-4", "status", todo, doing, 15, MING)
    changed("QUA-4", "status", doing, done, 8, MING)
    changed("QUA-5", "assignee", people[TOM], None, 3, TOM)
    changed("QUA-5", "status", todo, done, 1, TOM)
    changed("HAR-2", "status", todo, done, 90, JO)


def _filters(builder: Builder) -> None:
    saved = (
        ("9601", "Open bugs", "type = Bug AND statusCategory != Done", MING),
        ("9602", "Around in circles", 'filter = "Round and round"', MING),
        ("9603", "Round and round", 'filter = "Around in circles"', MING),
        ("9604", "Ana's own", "project = QUA", ANA),
        ("9605", "Ana's for all", "project = HAR", ANA),
        ("9606", "Broken", "project = NOPE", MING),
    )
    for id, name, jql, owner in saved:
        row = Filter(
            id=id, name=name, jql=jql, owner_id=builder.people[owner], created_us=0, updated_us=0
        )
        builder.add(row)
    builder.add(FilterShare(id="9611", filter_id="9605", kind="all"))
