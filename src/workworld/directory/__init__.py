"""The company and its people and teams, shared by every app."""
