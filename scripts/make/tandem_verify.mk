# SPDX-License-Identifier: Apache-2.0
# What `make bench` compares the tandem verifier with: Unicorn's own single step.
SINGLE_STEP := $(BUILD)/bench/single_step

$(SINGLE_STEP): $(BUILD)/obj/tests/bench/single_step.o $(BUILD)/host.a
	@mkdir -p $(@D)
	$(call say,LINK)
	$(Q)$(call link,$(LTO)) -lunicorn -o $@

tandem-bench bench: $(SINGLE_STEP)
