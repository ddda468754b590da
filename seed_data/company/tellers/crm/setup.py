"""The organization → who works with customers, as what, and which part of the market is whose."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from workworld.seed_data.company.company import TODAY, Company
from workworld.seed_data.company.market.desk import Desk
from workworld.seed_data.company.organization import Employee
from workworld.seed_data.crm_facts import GroupFact, RoleFact, SharingFact, TerritoryFact, UserFact

TOP = "Chief Executive"
_LEADS = {
    "sales": "Sales Lead",
    "success": "Customer Success Lead",
    "support": "Support Lead",
    "marketing": "Marketing Lead",
}
_MEMBERS = {
    "sales": "Sales",
    "success": "Customer Success",
    "support": "Support Agent",
    "marketing": "Marketing",
}
_OTHERS = {
    "finance": "Finance",
    "sales operations": "Sales Operations",
    "executive": TOP,
}
_ELSE = "Company"
_PROFILES = {
    "sales": ("Sales Manager", "Sales Rep"),
    "success": ("Sales Manager", "CSM"),
    "support": ("Support Lead", "Support Agent"),
    "marketing": ("Marketing", "Marketing"),
    "finance": ("Finance Read Only", "Finance Read Only"),
    "sales operations": ("CRM Admin", "CRM Admin"),
    "executive": ("Executive", "Executive"),
}
_REGIONS = ("Northeast", "Midwest", "South", "West", "Europe")


class Setup:
    """Tells how a company has set its CRM up.

    Args:
        company: whose it is.
        acting: people whose names stand in records: whoever acts there is a user.
    """

    def __init__(self, company: Company, acting: Sequence[str]) -> None:
        self._company, self._staff = company, company.organization.staff
        self.admin = Desk(company).admin
        functions = {*_PROFILES}
        self._people = [
            each
            for key, each in self._staff.items()
            if each.function in functions or key in acting or key == self.admin
        ]
        self._keys = {each.key for each in self._people}
        self._bosses = {each.post.manager for each in self._staff.values() if each.post.manager}

    def roles(self) -> list[RoleFact]:
        """The tree of roles."""
        heads = [RoleFact(name, TOP) for name in _LEADS.values()]
        members = [RoleFact(_MEMBERS[name], lead) for name, lead in _LEADS.items()]
        others = [RoleFact(name, TOP) for name in _OTHERS.values() if name != TOP]
        return [RoleFact(TOP), *heads, *members, *others, RoleFact(_ELSE, TOP)]

    def users(self) -> list[UserFact]:
        """Everybody who works with customers, or has."""
        return [self._user(each) for each in self._people]

    def _user(self, person: Employee) -> UserFact:
        leads = person.key in self._bosses
        if person.key == self.admin:
            profile, role = "CRM Admin", "Sales Operations"
        elif person.post.manager is None:
            profile, role = "Executive", TOP
        elif person.function in _LEADS:
            profile = _PROFILES[person.function][0 if leads else 1]
            role = _LEADS[person.function] if leads else _MEMBERS[person.function]
        elif person.function in _PROFILES:
            profile, role = _PROFILES[person.function][1], _OTHERS[person.function]
        else:
            profile, role = "Sales Rep", _ELSE
        team = self._company.organization.teams.get(person.post.team)
        return UserFact(person.key, profile, role, self._manager(person), team.name if team else "")

    def _manager(self, person: Employee) -> str | None:
        """The nearest of those above them who is a user."""
        boss = person.post.manager
        while boss is not None and boss not in self._keys:
            boss = self._staff[boss].post.manager
        return boss

    def groups(self) -> list[GroupFact]:
        """Groups that records are shared with, and the queues."""
        slug = self._company.organization.domain
        sales, support = self._of("sales", "success"), self._of("support")
        return [
            GroupFact("Sales & Customer Success", sales),
            GroupFact("Support", support),
            GroupFact("Support Tier 1", support, ["Case", "Task"], f"support@{slug}"),
            GroupFact(
                "Billing", [*support[:2], *self._of("finance")[:1]], ["Case"], f"billing@{slug}"
            ),
            GroupFact("Inbound Leads", [*sales, *self._of("marketing")], ["Lead"], f"hello@{slug}"),
            GroupFact("Marketing", self._of("marketing")),
        ]

    def _of(self, *functions: str) -> list[str]:
        here = [each.key for each in self._people if each.function in functions and not each.ended]
        return here or [self.admin]

    def sharing(self) -> list[SharingFact]:
        """Those who answer customers see whom they answer, and those who court them, whom."""
        sellers = "Sales & Customer Success"
        return [
            SharingFact(f"{group} sees customers", "Account", sellers, group, "Read")
            for group in ("Support", "Marketing")
        ]

    def territories(self) -> list[TerritoryFact]:
        """The parts of the market, with who works them now."""
        sellers = [
            each.key for each in self._company.organization.there(TODAY.date(), function="sales")
        ] or [self.admin]
        found = [TerritoryFact("North America", {sellers[0]: "Territory manager"})]
        for place, region in enumerate(_REGIONS):
            owner: Mapping[str, str] = {sellers[place % len(sellers)]: "Account executive"}
            parent = "" if region == "Europe" else "North America"
            found.append(TerritoryFact(region, owner, parent, region, ("Edit", "Edit")))
        return found
