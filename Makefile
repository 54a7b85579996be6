# ntrace: `make` sets up and builds; `make demo` and `make test` do everything. See README.md.
CONFIG ?= rv64
CC      = gcc
CFLAGS ?= -O2 -g
CFLAGS_ALL = -std=c11 -D_GNU_SOURCE -Wall -Wextra -Wconversion -Werror -I. -MMD -MP $(CFLAGS)
LIBS    = -lzstd -ljansson

CONFIGS     := $(wildcard rtl/config/*.cfg)
MODEL_SRC   := $(shell find model -name '*.c')
SIM_SRC     := $(filter-out sim/main.c,$(shell find sim -name '*.c'))
TEST_SRC    := $(shell find tests -name '*_test.c')
obj          = $(patsubst %.c,build/obj/%.o,$(1))
TEST_BIN    := $(patsubst tests/%.c,build/tests/%,$(TEST_SRC))

.PHONY: all host bench-binary unit clean
.DEFAULT_GOAL := all

all: setup host bench-binary

host: build/ntrace

build/configs.c: scripts/config.py $(CONFIGS)
	@mkdir -p build
	python3 scripts/config.py c $(CONFIGS) > $@

build/obj/%.o: %.c
	@mkdir -p $(@D)
	$(CC) $(CFLAGS_ALL) -c $< -o $@

build/obj/configs.o: build/configs.c
	@mkdir -p $(@D)
	$(CC) $(CFLAGS_ALL) -c $< -o $@

build/libntrace.a: $(call obj,$(MODEL_SRC) $(SIM_SRC)) build/obj/configs.o
	rm -f $@
	ar rcs $@ $^

build/ntrace: build/obj/sim/main.o build/libntrace.a
	$(CC) $(CFLAGS) $^ $(LIBS) -o $@

# Unit tests: each tests/**/NAME_test.c is a cmocka program of its own.
build/tests/%: build/obj/tests/%.o build/libntrace.a
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $^ $(LIBS) -lcmocka -o $@

unit: $(TEST_BIN)

clean:
	rm -rf build

-include $(shell find build/obj -name '*.d' 2>/dev/null)
include scripts/make/*.mk
