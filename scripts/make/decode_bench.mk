# SPDX-License-Identifier: Apache-2.0
# What `make bench` compares the decoder with: the plain decoder, on the same library.
PLAIN := $(BUILD)/bench/plain_decoder

$(PLAIN): $(BUILD)/obj/tests/bench/plain_decoder.o $(BUILD)/host.a
	@mkdir -p $(@D)
	$(call say,LINK)
	$(Q)$(call link,$(LTO)) -o $@

.PHONY: decode-bench
decode-bench: host $(PLAIN) ## how fast the decoder is, beside others
	$(Q)python3 scripts/bench_decode.py

bench: $(PLAIN)
