"""What the company is made of: presets of facts, and per app a module that turns them into rows."""
