# SPDX-License-Identifier: Apache-2.0
# The performance counters: all modes, few, none; widths; every number of blocks
LINT_HPM = -GNBLOCKS=1 -GHAS_CNTRPMF=1,-GNBLOCKS=3 -GHAS_CNTRPMF=1,-GXLEN=32,-GHAS_H=0,-GNCOUNTERS=0 \
           -GNBLOCKS=4,-GNCOUNTERS=29 -GXLEN=32,-GWIDTH=32 -GWIDTH=48,-GHAS_H=0 \
           -GXLEN=32,-GWIDTH=63,-GNBLOCKS=3,-GHAS_S=0,-GHAS_H=0,-GNEXT_EVENTS=1 \
           -GHAS_CDELEG=1,-GNBLOCKS=2 -GXLEN=32,-GHAS_CDELEG=1,-GHAS_CNTRPMF=1,-GHAS_H=0,-GNCOUNTERS=0 \
           -GICOUNT_W=1,-GNCOUNTERS=0,-GNEXT_EVENTS=0,-GHAS_U=0,-GHAS_S=0,-GHAS_H=0
.PHONY: lint-hpm
lint: lint-hpm
lint-hpm:
	$(Q)$(LINT_VERILOG); for parameters in $(LINT_HPM); do \
	    lint_verilog -Irtl/hpm -Irtl/encoder $$(echo $$parameters | tr , ' ') \
	        --top-module nt_hpm rtl/hpm/nt_hpm.v || exit 1; \
	done
