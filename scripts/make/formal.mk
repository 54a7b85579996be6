# SPDX-License-Identifier: Apache-2.0
# Formal proofs of the contracts at the foot of the RTL modules; docs/formal.md tells of them.
.PHONY: formal formal-short
formal: ## prove the contracts in the RTL, and that faults break them
	@scripts/formal.py

formal-short: ## the short ones of these, with a third of their covers and faults
	@scripts/formal.py --short
