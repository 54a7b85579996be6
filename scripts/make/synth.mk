# SPDX-License-Identifier: Apache-2.0
# Synthesis with Yosys; docs/synthesis.md tells how it counts.
.PHONY: synth synth-short
synth: ## synthesize all builds and options: NAND2 equivalents, longest path; docs/synthesis.md
	@scripts/synth.py

synth-short: ## the small builds alone, against docs/synthesis.md and their limits
	@scripts/synth.py --short
