"""One search over everything that a person may see: each app says how its own things are found."""
