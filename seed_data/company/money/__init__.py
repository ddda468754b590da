"""The company's money: exchange rates, quotas, the pipeline week by week, invoices, budgets.

All of it is reckoned from a company whose history is complete; nothing here tells events. Amounts
are in whole dollars unless something else is said.
"""
