# SPDX-License-Identifier: Apache-2.0
# Tests: tests/run runs everything that is built here.
ASAN_CFLAGS = -O1 -g -fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize-recover=all

# Lets the golden model of CTR answer what its witness was asked: tests/ctr
CTR_SCRIPT = $(BUILD)/tests/ctr/ctr_script
unit: $(CTR_SCRIPT)
$(CTR_SCRIPT): $(BUILD)/obj/tests/ctr/ctr_script.o $(BENCH_MODEL) $(BUILD)/host.a
	@mkdir -p $(@D)
	$(call say,LINK)
	$(Q)$(call link,-fno-lto) -o $@

.PHONY: check test nightly asan threads t
# A test may start make itself, but finds built what it needs, so that two never build one file.
BUILT = all example-core-built suites wheel-if-possible cores-if-possible benches regress-bench units systemc dpi dpi-bench system-benches unit recordings tandem-programs pmu-table-programs
check: $(BUILT) ## the quick tests, after each change
	@tests/run --tier check

test: $(BUILT) asan fuzzers ## set up, build and run every test that fits in CI
	@tests/run

nightly: $(BUILT) asan fuzzers ## everything, with what takes long; goes on where it was cut off
	@tests/run --tier nightly --resume

t: ## run the tests with T in their names, and build what they need, that alone: make t T=flow
	$(if $(T),,$(error make t T=PATTERN: a part of a test's name; tests/run --list has all))
	@tests/run $(T)

# Random streams with --threads 1, 2 and 3: tests/tb/threads_test.py
threads: benches ## NUMBER (100) random streams, in one thread and in several
	@NTRACE_THREADS_SEEDS=$(if $(filter command environment,$(origin NUMBER)),$(NUMBER),100) python3 -m unittest tests.tb.threads_test

asan: ## build the unit tests for AddressSanitizer and UBSan (build/asan)
	$(Q)$(MAKE) --no-print-directory BUILD=build/asan CFLAGS='$(ASAN_CFLAGS)' LTO= build/asan/ntrace unit

# One of these, for a test that runs alone
ifeq ($(BUILD),build)
.PHONY: force
asan_one = $(Q)$(MAKE) --no-print-directory SETUP=no BUILD=build/asan CFLAGS='$(ASAN_CFLAGS)' LTO= $@
build/asan/ntrace: force
	$(asan_one)
build/asan/tests/%: force
	$(asan_one)
endif
