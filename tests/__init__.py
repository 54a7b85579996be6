"""Everything that judges ntrace. tests/run runs all of it."""
