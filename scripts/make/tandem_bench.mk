# SPDX-License-Identifier: Apache-2.0
# What `make bench` compares the tandem codec and the verifier with.
PLAIN_TANDEM := $(BUILD)/bench/plain_tandem

$(PLAIN_TANDEM): $(BUILD)/obj/tests/bench/plain_tandem.o
	@mkdir -p $(@D)
	$(call say,LINK)
	$(Q)$(call link,$(LTO)) -o $@

.PHONY: tandem-bench
tandem-bench: host $(PLAIN_TANDEM) ## how fast the tandem codec is, beside a plain decoder
	$(Q)python3 scripts/bench_tandem.py

bench: $(PLAIN_TANDEM)
