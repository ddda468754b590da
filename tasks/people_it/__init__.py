"""Colleagues, their equipment, and what they may see."""
