# SPDX-License-Identifier: Apache-2.0
# The regression of every build and unit, and its report; docs/regress.md tells of it. JOBS=FILE
# takes another list, REGRESS=DIR another folder, REGRESS_NEEDS the benches that such a list is for.
JOBS    ?= tests/regress/jobs.txt
REGRESS ?= $(BUILD)/regress
REGRESS_NEEDS ?= all benches unit-ctr unit-hpm unit-tv system-benches regress-bench

# A build of the list that is none of rtl/config
REGRESS_CFG = tests/regress/trap.cfg

.PHONY: regress regress-bench
regress-bench: bench-binary ## build the bench that the list needs beside those of CONFIGS
	$(Q)$(MAKE) --no-print-directory SETUP=no CONFIG=$(basename $(notdir $(REGRESS_CFG))) CFG=$(REGRESS_CFG) bench-binary

regress: host $(REGRESS_NEEDS) ## run a list of locksteps (JOBS) and merge their results into REGRESS/report.html
	+@$(BUILD)/ntrace regress $(JOBS) -o $(REGRESS); status=$$?; \
	    [ $$status -eq 2 ] || $(BUILD)/ntrace report $(REGRESS)/results/*.json -o $(REGRESS)/report.html; \
	    exit $$status
