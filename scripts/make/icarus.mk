# SPDX-License-Identifier: Apache-2.0
# The RTL under Icarus: the same bytes as the golden model, and no output unknown.
.PHONY: icarus
icarus: host ## short ingress files give the same bytes under Icarus
	@tests/icarus/run.py
