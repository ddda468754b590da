"""Tables that people bring from elsewhere: any app imports with these.

``tables`` reads a file, ``dates`` the days in it, and ``leftovers`` gives back what was refused.
"""
