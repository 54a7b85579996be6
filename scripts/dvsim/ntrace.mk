# SPDX-License-Identifier: Apache-2.0
# What DVSim starts for a job: docs/regress.md. It hands over all variables, in quotes of the shell.
.PHONY: build run

build:
	cd $(proj_root) && $(MAKE) --no-print-directory SETUP=no $(build_opts)

# All results of a run lie in one folder, for `ntrace report`. run_dir is SCRATCH/INDEX.TEST/latest.
test    = $(patsubst %/,%,$(dir $(run_dir)))
results = $(dir $(test))results/$(notdir $(test)).$(seed).json

run:
	mkdir -p $(dir $(results))
	cd $(proj_root) && $(run_cmd) lockstep $(run_opts) --quiet --results $(results) --report $(run_dir)/mismatch
