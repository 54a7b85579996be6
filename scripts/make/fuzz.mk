# SPDX-License-Identifier: Apache-2.0
# Fuzzing: each tests/fuzz/NAME_fuzz.c is a libFuzzer program over the sources of build/ntrace.
# Seeds lie in tests/fuzz/corpus/NAME_fuzz, or are made by tests/fuzz/seeds.py of what the tests have
# anyway; what fuzzing finds on the way stays in build/fuzz. NAME_fuzz.dict: words to try.
# FUZZ_LIMIT: how long, in the fuzzer's own words; -seed=1 -runs=2000 is the same on any machine.
FUZZ_SECONDS ?= 60
FUZZ_LIMIT   ?= -max_total_time=$(FUZZ_SECONDS)
FUZZ_CC       = clang
FUZZ_CFLAGS   = -O1 -g -std=c11 -D_GNU_SOURCE -I. -Iinclude -MMD -MP -fno-sanitize-recover=all \
                -fno-omit-frame-pointer

FUZZ_SRC  := $(sort $(wildcard tests/fuzz/*_fuzz.c))
FUZZ_NAME := $(patsubst tests/fuzz/%.c,%,$(FUZZ_SRC))
FUZZ_OBJ  := $(patsubst %.c,$(BUILD)/fuzz/obj/%.o,$(HOST_SRC) $(BUILD)/configs.c $(BUILD)/units.c)

.PHONY: fuzz fuzzers $(addprefix fuzz-,$(FUZZ_NAME))

$(BUILD)/fuzz/obj/%.o: %.c
	@mkdir -p $(@D)
	$(call say,FUZZ-CC)
	$(Q)$(FUZZ_CC) $(FUZZ_CFLAGS) -fsanitize=fuzzer-no-link,address,undefined -c $< -o $@

$(BUILD)/fuzz/host.a: $(FUZZ_OBJ)
	$(call say,AR)
	$(Q)rm -f $@ && ar rcs $@ $^

$(BUILD)/fuzz/%_fuzz: tests/fuzz/%_fuzz.c $(BUILD)/fuzz/host.a
	$(call say,FUZZ-CC)
	$(Q)$(FUZZ_CC) $(FUZZ_CFLAGS) -fsanitize=fuzzer,address,undefined \
	    $(filter %.c %.a,$^) $(LIBS) -o $@

fuzzers: $(addprefix $(BUILD)/fuzz/,$(FUZZ_NAME)) $(BUILD)/fuzz/seeds/made

$(BUILD)/fuzz/seeds/made: tests/fuzz/seeds.py tests/lib/examples.py tests/lib/nexus.py \
                          $(wildcard tests/data/examples/*.nti tests/sim/check/rules/*.txt tests/vectors/*/manifest.txt tests/pmu/fdt/*.dts)
	$(call say,SEEDS)
	$(Q)mkdir -p $(@D) && rm -rf $(@D)/*_fuzz && tests/fuzz/seeds.py $(@D) && touch $@

# An input that breaks something is left as build/fuzz/NAME-crash-*; run the program on it again.
$(addprefix fuzz-,$(FUZZ_NAME)): fuzz-%: $(BUILD)/fuzz/% $(BUILD)/fuzz/seeds/made
	@mkdir -p $(BUILD)/fuzz/corpus/$* $(BUILD)/fuzz/seeds/$*
	$(Q)$< $(FUZZ_LIMIT) -timeout=300 -rss_limit_mb=1024 -print_final_stats=1 \
	    -artifact_prefix=$(BUILD)/fuzz/$*- \
	    $(addprefix -dict=,$(wildcard tests/fuzz/$*.dict)) \
	    $(BUILD)/fuzz/corpus/$* $(BUILD)/fuzz/seeds/$* $(wildcard tests/fuzz/corpus/$*)

fuzz: $(addprefix fuzz-,$(FUZZ_NAME)) ## fuzz each reader, FUZZ_SECONDS (60) each

-include $(call dependencies,$(BUILD)/fuzz)
