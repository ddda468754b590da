"""Building the product: issues, sprints, releases."""
