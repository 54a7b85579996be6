"""What several Python tests share, and the pieces of tests/run."""
