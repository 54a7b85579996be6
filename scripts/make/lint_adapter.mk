# SPDX-License-Identifier: Apache-2.0
# From a core's signals to the ingress port: widths, channels, blocks, what is left out
LINT_ADAPTER_nt_rvfi = -GNRET=1 -GNRET=2,-GXLEN=32,-GNBLOCKS=2,-GCAUSES=0,-GDEPTH=4 \
                       -GNRET=4,-GNBLOCKS=3,-GITYPE_W=3,-GSIJUMP=0,-GIRETIRE_W=2,-GDEPTH=64
LINT_ADAPTER_nt_tci  = -GNGROUPS=1 -GNGROUPS=4,-GXLEN=32,-GNBLOCKS=2,-GCAUSES=0,-GDEPTH=5
LINT_ADAPTER_nt_iti  = -GNRET=2 -GNRET=1,-GXLEN=32,-GNBLOCKS=1,-GCAUSES=0,-GIRETIRE_W=2
.PHONY: lint-adapter
lint: lint-adapter
lint-adapter:
	$(Q)$(LINT_VERILOG); $(foreach top,nt_rvfi nt_tci nt_iti,for parameters in $(LINT_ADAPTER_$(top)); do \
	    lint_verilog -Irtl/adapter -Irtl/encoder $$(echo $$parameters | tr , ' ') \
	        --top-module $(top) rtl/adapter/$(top).v || exit 1; \
	done;)
