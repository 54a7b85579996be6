# SPDX-License-Identifier: Apache-2.0
# From RVFI to lanes of the tandem trace: widths, channels, CSRs, what addresses are
LINT_RVFI = -GNRET=1 -GXLEN=32,-GFLEN=0,-GMLEN=34,-GCSRS=0,-GLOADS=0 -GNRET=2,-GADDRESSES=1,-GFLEN=32,-GCSRS=5,-GDEPTH=5 \
            -GNRET=4,-GADDRESSES=2,-GXLEN=32,-GMLEN=32,-GCSRS=16
.PHONY: lint-rvfi
lint: lint-rvfi
lint-rvfi:
	$(Q)$(LINT_VERILOG); for parameters in $(LINT_RVFI); do \
	    lint_verilog -Irtl/tandem $$(echo $$parameters | tr , ' ') \
	        --top-module nt_tv_rvfi rtl/tandem/nt_tv_rvfi.v || exit 1; \
	done
