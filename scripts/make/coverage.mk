# The sign-off report of random jobs over benches that count what of the RTL is reached.
.PHONY: coverage
coverage: host bench-parts ## the sign-off report, with the RTL's coverage: build/coverage/report.html (COVER='--config tiny --seeds 9')
	@python3 scripts/coverage.py $(COVER)
