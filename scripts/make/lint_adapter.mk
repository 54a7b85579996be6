# From a core's signals to the ingress port: widths, channels, blocks, what is left out
LINT_ADAPTER_RVFI = -GNRET=1 -GNRET=2,-GXLEN=32,-GNBLOCKS=2,-GCAUSES=0,-GDEPTH=4 \
                    -GNRET=4,-GNBLOCKS=3,-GITYPE_W=3,-GSIJUMP=0,-GIRETIRE_W=2,-GDEPTH=64
.PHONY: lint-adapter
lint: lint-adapter
lint-adapter:
	$(Q)$(LINT_VERILOG); for parameters in $(LINT_ADAPTER_RVFI); do \
	    lint_verilog -Irtl/adapter -Irtl/encoder $$(echo $$parameters | tr , ' ') \
	        --top-module nt_rvfi rtl/adapter/nt_rvfi.v || exit 1; \
	done
