"""The apps, one package each."""
