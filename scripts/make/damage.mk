# SPDX-License-Identifier: Apache-2.0
# How soon damage to a stream is noticed, by kind of damage and trace mode (docs/damage.md).
.PHONY: damage
damage: $(BUILD)/ntrace $(BUILD)/tests/libntrace/flow/damages_test ## damage 100,000 streams and print how soon it is noticed
	$(Q)NT_TIER=nightly $(BUILD)/tests/libntrace/flow/damages_test >&2
	@cat $(BUILD)/damage.md
