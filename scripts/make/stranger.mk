# SPDX-License-Identifier: Apache-2.0
# Streams of another encoder, made from the text alone; tests/stranger/README.md has more.
.PHONY: stranger
stranger: NUMBER = 1000
stranger: $(BUILD)/ntrace ## judge NUMBER (1000) streams of a stranger's encoder, and broken ones, of SEED (1)
	@tests/stranger/run.py --number $(NUMBER) --seed $(SEED) $(STRANGER)

.PHONY: stranger-removed
stranger-removed: NUMBER = 2000
stranger-removed: $(BUILD)/ntrace ## remove each freedom from the judge: one of NUMBER (2000) streams of SEED (1) must be refused
	@tests/stranger/run.py --removed --number $(NUMBER) --seed $(SEED) $(STRANGER)
