# SPDX-License-Identifier: Apache-2.0
# The RTL under Icarus: the same bytes as the golden model, and no output unknown.
.PHONY: icarus
icarus: host ## short ingress files give the same bytes under Icarus
	@tests/icarus/run.py

# The encoder mapped to the cells of a real library, in the place of the RTL.
.PHONY: gates gates-short
gates: host build/programs/interpreter32.ntr ## netlists of all builds give the golden model's bytes, whatever their flip-flops start with
	@tests/icarus/gates.py

gates-short: host build/programs/interpreter32.ntr ## that of rv32-min
	@tests/icarus/gates.py rv32-min
