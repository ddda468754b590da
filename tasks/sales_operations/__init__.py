"""Deals, forecasts and what is counted of them."""
