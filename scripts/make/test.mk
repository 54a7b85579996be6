# Tests: tests/run runs everything that is built here.
ASAN_CFLAGS = -O1 -g -fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize-recover=all

.PHONY: test asan
# A test may start make itself, but finds built what it needs, so that two never build one file.
test: all benches units unit asan fuzzers ## set up, build and run every test
	@tests/run

asan: ## build the unit tests for AddressSanitizer and UBSan (build/asan)
	$(Q)$(MAKE) --no-print-directory BUILD=build/asan CFLAGS='$(ASAN_CFLAGS)' LTO= host unit
