# The regression of every build and unit, and its report; docs/regress.md tells of it. JOBS=FILE
# takes another list, REGRESS=DIR another folder.
JOBS    ?= tests/regress/jobs.txt
REGRESS ?= $(BUILD)/regress

.PHONY: regress
regress: all benches unit-ctr unit-hpm unit-tv system-benches ## run a list of locksteps (JOBS) and merge their results into REGRESS/report.html
	+@$(BUILD)/ntrace regress $(JOBS) -o $(REGRESS); status=$$?; \
	    [ $$status -eq 2 ] || $(BUILD)/ntrace report $(REGRESS)/results/*.json -o $(REGRESS)/report.html; \
	    exit $$status
