# SPDX-License-Identifier: Apache-2.0
# RTL and model at random legal parameters; docs/sweep.md tells of it.
NUMBER ?= 20
SEED   ?= 1

.PHONY: sweep sweep-short
sweep: ## RTL against model at NUMBER (20) random legal configurations of SEED (1)
	@scripts/sweep.py --number $(NUMBER) --seed $(SEED)

# Those that a fault was found at once, and one more.
sweep-short:
	@scripts/sweep.py tests/sweep/*.cfg --number 1 --seed 1
