"""Proofs that a task can be trusted: its grader is tried before anybody trains on it."""
