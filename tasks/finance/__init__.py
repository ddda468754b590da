"""What finance asks for: figures that have to agree."""
