# Synthesis with Yosys; docs/synthesis.md tells how it counts.
.PHONY: synth
synth: ## synthesize every build and the PIB: cells, flip-flops, NAND2 equivalents
	@scripts/synth.py
