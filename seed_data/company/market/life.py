"""The market as a stage of a company's making: whom it knows, sells to and answers."""

from __future__ import annotations

from workworld.seed_data.company.company import Company
from workworld.seed_data.company.market import catalogue, sizes
from workworld.seed_data.company.market.activities import Activities
from workworld.seed_data.company.market.campaigns import Campaigns
from workworld.seed_data.company.market.cases import Cases
from workworld.seed_data.company.market.courses import Courses
from workworld.seed_data.company.market.customers import Customers
from workworld.seed_data.company.market.deals import Deals
from workworld.seed_data.company.market.handovers import Handovers
from workworld.seed_data.company.market.leads import Leads
from workworld.seed_data.company.market.making import Making
from workworld.seed_data.company.market.mess import Mess
from workworld.seed_data.company.market.population import Population


def live(company: Company) -> None:
    """Let two years of it happen: events join the company's history, things its market."""
    making, wanted = Making(company), sizes.of(company.chance.preset)
    company.history.add(catalogue.publish(company, making.admin))
    deals = Deals(making)
    courses = Courses(making, deals)
    population = Population(making, courses, wanted)
    population.fill()
    Campaigns(making).run()
    Leads(making).add(wanted.leads, population)
    customers = Customers(making)
    for account in list(company.market.accounts.values()):
        customers.follow(account)
    Cases(making).add(wanted.cases)
    Mess(making, wanted).plant()
    Handovers(making).play()
    courses.settle(wanted.moves)
    Activities(making).add(wanted.activities)
    company.market.tools = making


def hand_over(company: Company) -> None:
    """Reassign what arcs have given to people who left later."""
    Handovers(company.market.tools).play(forgets=False)
