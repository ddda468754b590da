"""The CRM, as the gates see it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tests.gates.agent import Facts
from tests.gates.apps import crm_setup as setup
from tests.gates.apps.crm_facts import shown
from tests.gates.apps.crm_flows import FLOWS, LIVE
from tests.gates.apps.crm_texts import FIXED, FIXED_JSON, FREE_JSON, FREE_TEXT
from tests.gates.apps.crm_things import hidden, things
from tests.gates.facets import Facets

from workworld.apps.crm.pages import shortcuts
from workworld.worlds import World

_LEADING_ON = (
    *("/", "/User/<record_id>", "/products", "/pricebooks", "/contracts", "/assets"),
    *("/Opportunity/<record_id>/quotes", "/Opportunity/<record_id>/team"),
    *(f"/{word}/<path:rest>" for word in shortcuts.OBJECTS),
    *("/leads", "/accounts", "/contacts", "/opportunities", "/cases", "/campaigns", "/tasks"),
)
"""Routes that only lead on."""
_PARTS = (
    "/lookups/<sobject>/<field>",
    "/<sobject>/list/cell",
    "/<sobject>/list/board/<record_id>/menu",
    "/<sobject>/<record_id>/duplicates",
    "/Opportunity/<record_id>/products/offers",
    "/reports/columns",
    "/import/fields",
    "/search/suggestions",
)
"""Parts of pages, which are seen on those."""
_OBJECTS = ("Opportunity", "Account", "Contact", "Lead", "Case")


def _screens(world: World, person_id: str) -> Mapping[str, Sequence[str]]:
    facts = shown(world, person_id)
    found: dict[str, Sequence[str]] = dict.fromkeys((*_LEADING_ON, *_PARTS), ())
    if "record_id" not in facts:
        return found
    parts = (_records, _deeds, _lists, _reports, setup.screens)
    return found | {rule: paths for part in parts for rule, paths in part(facts).items()}


def _records(facts: Facts) -> dict[str, Sequence[str]]:
    """The pages of records."""
    records = [
        f"/{name}/{facts[f'{name.lower()}_id']}"
        for name in _OBJECTS
        if f"{name.lower()}_id" in facts
    ]
    tabs = [
        f"{each}?tab={tab}" for each in records[:2] for tab in ("related", "activity", "chatter")
    ]
    return {
        "/home": ["/home"],
        "/public/support": ["/public/support"],
        "/public/sales": ["/public/sales"],
        "/public/surveys/<token>": ["/public/surveys/SV0"],
        "/public/thanks/<any(request, contact, survey):what>": ["/public/thanks/contact"],
        "/knowledge": ["/knowledge", "/knowledge?q=nothing-like-it"],
        "/search": ["/search?q=dock", "/search?q=nothing-like-it"],
        "/<sobject>/<record_id>": [*records, *tabs, f"{records[0]}?tab=history"],
    }


def _deeds(facts: Facts) -> dict[str, Sequence[str]]:
    """The dialogs in which records are changed, for whoever may."""
    one = f"/{facts['sobject']}/{facts['record_id']}"
    changing = [] if facts.get("is_read_only") else [one]
    deal = [f"/Opportunity/{each}" for each in _changeable(facts, "opportunity")]
    case = [f"/Case/{each}" for each in _changeable(facts, "case")]
    lead = [f"/Lead/{each}" for each in _changeable(facts, "lead")]
    quote = [f"/Quote/{each}" for each in _changeable(facts, "quote")]
    contract = [f"/Contract/{each}" for each in _changeable(facts, "contract")]
    kinds = ("call", "task", "event", "email", "note")
    return {
        "/<sobject>/<record_id>/edit": [f"{each}/edit" for each in changing],
        "/<sobject>/<record_id>/clone": [
            f"{each}/clone" for each in changing if facts["sobject"] in facts.get("creates", ())
        ],
        "/<sobject>/<record_id>/files/new": [f"{each}/files/new" for each in deal],
        "/files/<version_id>/content": [],
        "/<sobject>/<record_id>/delete": [f"{each}/delete" for each in lead],
        "/<sobject>/<record_id>/owner": [f"{each}/owner" for each in lead],
        "/<any(Lead, Contact):sobject>/<record_id>/cadence": [f"{each}/cadence" for each in lead],
        "/cadences": ["/cadences"],
        "/<any(Event,Task):sobject>/<record_id>/series": [],
        "/<sobject>/<record_id>/accept": [f"{each}/accept" for each in case],
        "/<sobject>/<record_id>/step": [f"{each}/step?to=Closed+Lost" for each in deal],
        "/<sobject>/<record_id>/activities/<kind>": [
            f"{each}/activities/{kind}" for each in deal for kind in kinds
        ],
        "/<sobject>/<record_id>/record-type": [f"{each}/record-type" for each in deal],
        "/Task/<record_id>/complete": [],
        "/<sobject>/new": [
            f"/{name}/new" for name in ("Contact", "Lead") if name in facts.get("creates", ())
        ],
        "/lookups/<sobject>/<field>/search": ["/lookups/Contact/AccountId/search"],
        "/merge/<sobject>": [],
        "/deleted/<record_id>": [],
        "/Case/<record_id>/feed": [f"{each}/feed" for each in case],
        "/Case/<record_id>/escalate": [f"{each}/escalate" for each in case],
        "/Case/<record_id>/macro": [f"{each}/macro" for each in case],
        "/Knowledge__kav/<record_id>/<any(submit, publish, archive, revise):deed>": [],
        "/Case/<record_id>/close": [f"{each}/close" for each in case],
        "/<sobject>/<record_id>/offers/<name>": [],
        "/approvals": ["/approvals"],
        "/queues/<queue_id>": [],
        "/recycle-bin": ["/recycle-bin"],
        "/approvals/<approval_id>/<deed>": [],
        "/approvals/delegate": ["/approvals/delegate"],
        "/calendar": ["/calendar?view=month", "/calendar", "/calendar?view=day"],
        "/calendar.ics": [],
        "/settings": ["/settings"],
        "/settings/login-history": ["/settings/login-history"],
        "/campaigns/<campaign_id>/members": [
            f"/campaigns/{facts[name]}/members" for name in ("campaign_id",) if name in facts
        ],
        "/campaigns/<campaign_id>/hierarchy": [
            f"/campaigns/{facts[name]}/hierarchy" for name in ("campaign_id",) if name in facts
        ],
        "/Account/<record_id>/team": [
            f"/Account/{each}/team" for each in _changeable(facts, "account")
        ],
        "/handovers": ["/handovers"],
        "/handovers/<user_id>": [],  # for those who lead others
        "/Lead/<record_id>/convert": [f"{each}/convert" for each in lead],
        "/Lead/<record_id>/converted": [],
        "/Opportunity/<record_id>/products": [f"{each}/products" for each in deal],
        "/Quote/<record_id>/sync": [],
        "/Quote/<record_id>/paper": [f"{each}/paper" for each in quote],
        "/Quote/<record_id>/paper.pdf": [],
        "/Quote/<record_id>/send": [f"{each}/send" for each in quote],
        "/Contract/<record_id>/renew": [f"{each}/renew" for each in contract],
        "/<sobject>/<record_id>/submit": [f"{each}/submit" for each in deal],
    }


def _changeable(facts: Facts, noun: str) -> Sequence[str]:
    """The record of an object that the person may change, if there is one."""
    found = facts.get(f"changing_{noun}")
    return [found] if found else []


def _lists(facts: Facts) -> dict[str, Sequence[str]]:
    """Lists of records, as tables, boards and split views."""
    there = [name for name in _OBJECTS if f"{name.lower()}_id" in facts]
    views = f"/{facts.get('sobject')}/list/views"
    view = facts.get("own_view_id")
    return {
        "/<sobject>/list": [
            *(f"/{name}/list" for name in there),
            f"/{there[0]}/list?display=kanban",
            f"/{there[0]}/list?display=split",
        ],
        "/<sobject>/list/change": [],
        "/<sobject>/list/views/new": [f"{views}/new"],
        "/<sobject>/list/views/<view_id>/<deed>": [
            f"{views}/{view}/{deed}" for deed in ("rename", "columns", "sharing") if view
        ],
    }


def _reports(facts: Facts) -> dict[str, Sequence[str]]:
    """Reports, forecasts and dashboards."""
    sells = "opportunity_id" in facts
    report, dashboard = facts.get("report_id"), facts.get("dashboard_id")
    return {
        "/reports": ["/reports", "/reports?q=nothing-like-it"],
        "/reports/new": [
            "/reports/new",
            *(["/reports/new?type=Opportunity&column=Name&column=Amount"] if sells else []),
        ],
        "/reports/<report_id>": [f"/reports/{report}"] if report else [],
        "/reports/<report_id>/edit": [],
        "/reports/<report_id>/subscriptions": [f"/reports/{report}/subscriptions"]
        if report
        else [],
        "/reports/<report_id>/snapshots": [f"/reports/{report}/snapshots"] if report else [],
        "/reports/<report_id>/snapshots/<instance_id>": [],
        "/forecasts": ["/forecasts", "/forecasts?figure=commit"] if sells else [],
        "/forecasts/territories": ["/forecasts/territories"] if sells else [],
        "/forecasts/adjust": ["/forecasts/adjust?figure=commit"] if sells else [],
        "/forecasts/quota": ["/forecasts/quota"] if sells else [],
        "/import": ["/import"],
        "/import/<import_id>": [],
        "/import/<import_id>/refused.csv": [],
        "/dashboards": ["/dashboards"],
        "/dashboards/<dashboard_id>": [f"/dashboards/{dashboard}"] if dashboard else [],
    }


FACETS = Facets(
    shown=shown,
    hidden=hidden,
    things=things,
    screens=_screens,
    flows=FLOWS,
    live=LIVE,
    free_text=FREE_TEXT,
    free_json=FREE_JSON,
    fixed_json=FIXED_JSON,
    fixed=FIXED,
    # What these tell of a record hangs on the text too that is named beside it.
    overseen=("getArticleText", "previewQuickText", "previewEmailTemplate"),
    in_paths={"version": "62.0"},
    roles={
        "CRM administrator": "wtallis",
        "sales manager": "dwhitlock",
        "support agent": "eboadi",
        "finance": "nbarve",
    },
)
