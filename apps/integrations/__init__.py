"""What happens in one app because of another: the one room that sees several.

Subscribe to an app's events with ``workworld.events.on`` and call the other's service functions:
they run as the same step, which stays their cause. An app's reactions to its own events stand in
its ``service`` modules.
"""
