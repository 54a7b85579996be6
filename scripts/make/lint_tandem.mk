# SPDX-License-Identifier: Apache-2.0
# The encoder of the tandem-verification trace: lanes, widths, options
LINT_TANDEM = -GNRET=1 -GNRET=2,-GOUT_BYTES=1,-GVIRTUAL=0 -GNRET=4,-GINCREMENT=1 -GFLEN=0,-GOUT_BYTES=4,-GIMPLIED_END=1 \
              -GXLEN=32,-GMLEN=34,-GNRET=3,-GOUT_BYTES=8,-GIMPLIED_END=1,-GINCREMENT=1 \
              -GXLEN=32,-GMLEN=32,-GFLEN=0,-GVIRTUAL=0,-GOUT_BYTES=16,-GINCREMENT=1 -GXLEN=32,-GMLEN=34,-GFLEN=32
.PHONY: lint-tandem
lint: lint-tandem
lint-tandem:
	$(Q)$(LINT_VERILOG); for parameters in $(LINT_TANDEM); do \
	    lint_verilog -Irtl/tandem $$(echo $$parameters | tr , ' ') \
	        --top-module nt_tv_encoder rtl/tandem/nt_tv_encoder.v || exit 1; \
	done
