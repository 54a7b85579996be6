# SPDX-License-Identifier: Apache-2.0
# The sign-off report of random jobs over benches that count what of the RTL is reached; and of these and
# the regression.
.PHONY: coverage signoff
coverage: host bench-parts ## the sign-off report, with the RTL's coverage: build/coverage/report.html (COVER='--config tiny --seeds 9')
	@python3 scripts/coverage.py $(COVER)

signoff: regress bench-parts ## the same with the regression, where all bins and enough of the RTL must be covered
	@python3 scripts/coverage.py --check --more $(REGRESS)/results $(COVER)
