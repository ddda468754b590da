"""``python -m workworld``."""

from workworld.cli import main

main()
