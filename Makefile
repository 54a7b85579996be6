# SPDX-License-Identifier: Apache-2.0
# ntrace: `make` sets up and builds; `make demo` and `make test` do everything. See README.md.
CONFIG ?= rv64
BUILD  ?= build
CC      = gcc
CFLAGS ?= -O2 -g
# Optimizes what must be fast as a whole; the objects hold plain code too, which tests link quicker.
LTO    ?= -flto=auto
CFLAGS_ALL = -std=c11 -D_GNU_SOURCE -Wall -Wextra -Wconversion -Werror -I. -Iinclude -MMD -MP $(CFLAGS) \
             $(if $(LTO),$(LTO) -ffat-lto-objects)
# What the library is built of: parts in libntrace/sources.list
LIBNTRACE_PARTS ?= elf zstd zlib ucontext posix
LIBNTRACE_LIBS = $(if $(filter elf,$(LIBNTRACE_PARTS)),-ldw -lelf) $(if $(filter zstd,$(LIBNTRACE_PARTS)),-lzstd) $(if $(filter zlib,$(LIBNTRACE_PARTS)),-lz)
LIBS    = $(LIBNTRACE_LIBS) -ljansson -lmd -lm

# All cores, unless -j says otherwise.
ifeq ($(MAKELEVEL),0)
MAKEFLAGS += -j$(shell nproc)
endif
MAKEFLAGS += --no-builtin-rules
.SUFFIXES:
.DELETE_ON_ERROR:

# Before anything else, so that nothing compiles while a package is missing. SETUP=no skips it.
ifeq ($(SETUP)$(MAKELEVEL),0)
ifneq ($(filter-out clean help,$(or $(MAKECMDGOALS),all)),)
$(shell scripts/setup $(filter nightly,$(MAKECMDGOALS)) >&2)
ifneq ($(.SHELLSTATUS),0)
$(error scripts/setup failed)
endif
endif
endif

# What the compilers wrote about the objects in folders. Verilator's own such files would have make
# renew a build's sources before it looks at what is asked for: the rules here name what those are
# made of.
dependencies = $(shell find $(1) -name '*.d' -type f ! -name 'V*.d' ! -path '*/venv*/*' 2>/dev/null)

# Commands are named in one line each; V=1 shows them.
Q    = $(if $(V),,@)
say  = $(if $(V),@:,@printf '  %-8s %s\n' $(1) $@)

CONFIGS     := $(sort $(wildcard rtl/config/*.cfg))
LIBNTRACE_SRC := $(addprefix libntrace/,$(shell awk -v parts=' $(LIBNTRACE_PARTS) ' '/^[a-z]/ && (NF == 1 || index(parts, " " $$2 " ")) { print $$1 }' libntrace/sources.list))
MODEL_SRC   := $(sort $(shell find model -name '*.c'))
SIM_SRC     := $(sort $(filter-out sim/main.c sim/record/plugin/%,$(shell find sim -name '*.c')))
DRIVER_SRC  := $(sort $(shell find driver -name '*.c'))
RECEIVE_SRC := $(sort $(shell find receive -name '*.c'))
HOST_SRC    := $(LIBNTRACE_SRC) $(MODEL_SRC) $(SIM_SRC) $(DRIVER_SRC) $(RECEIVE_SRC) $(sort $(wildcard pmu/*.c))
TEST_SRC    := $(sort $(shell find tests -name '*_test.c'))
obj          = $(patsubst %.c,$(BUILD)/obj/%.o,$(1))
TEST_BIN    := $(patsubst tests/%.c,$(BUILD)/tests/%,$(TEST_SRC))

.PHONY: all host bench-binary unit clean help
.DEFAULT_GOAL := all

all: host bench-binary ## set up; build build/ntrace and the benches of CONFIG (rv64): encoder, systems of 1 and 2 harts

host: $(BUILD)/ntrace library ## build build/ntrace and the library alone

# What reads rtl/config/NAME.cfg.
CONFIG_READER := scripts/config.py scripts/schema.py rtl/config/parameters.txt

$(BUILD)/configs.c: $(CONFIG_READER) $(CONFIGS)
	@mkdir -p $(@D)
	$(Q)python3 scripts/config.py c $(CONFIGS) > $@

compile = $(CC) $(CFLAGS_ALL) -c $< -o $@
link    = $(CC) $(CFLAGS) $(1) $^ $(LIBS)

$(BUILD)/obj/%.o: %.c
	@mkdir -p $(@D)
	$(call say,CC)
	$(Q)$(compile)

$(BUILD)/obj/configs.o: $(BUILD)/configs.c
	@mkdir -p $(@D)
	$(call say,CC)
	$(Q)$(compile)

$(BUILD)/obj/units.o: $(BUILD)/units.c
	@mkdir -p $(@D)
	$(call say,CC)
	$(Q)$(compile)

# What command, benches and tests share. The command takes nothing of the driver and the receivers.
HOST_OBJ := $(call obj,$(HOST_SRC)) $(addprefix $(BUILD)/obj/,configs.o units.o)
$(BUILD)/host.a: $(HOST_OBJ)
	$(call say,AR)
	$(Q)rm -f $@ && gcc-ar rcs $@ $^

# What a program is made of, for its results: revision and checksums of sources, as the object made.o. $(1) its folder, $(2)
# options of the script, $(3) what the program is linked of
define made_of
$(1)/made.o: $(3) scripts/made.py sim/report/made.h
	@mkdir -p $$(@D)
	$$(Q)python3 scripts/made.py $(2) > $$(@D)/made.c
	$$(Q)$$(CC) $$(filter-out -MMD -MP,$$(CFLAGS_ALL)) -c $$(@D)/made.c -o $$@
endef
# The command is linked of rooms, the highest first, then of what all need: the linker goes through once. Their archives
# name the objects instead of holding them a second time (T).
ROOMS    := $(shell awk '/^[a-z]/ { rooms = $$1 " " rooms } END { print rooms }' sim/rooms.list)
ROOM_LIB := $(ROOMS:%=$(BUILD)/rooms/%.a)
BASE_LIB := $(BUILD)/rooms/base.a
room_obj  = $(filter $(BUILD)/obj/sim/$(1)/%,$(HOST_OBJ))
define room
$(BUILD)/rooms/$(1).a: $(2)
	@mkdir -p $$(@D)
	$$(call say,AR)
	$$(Q)rm -f $$@ && gcc-ar rcsT $$@ $$^
endef
$(foreach r,$(ROOMS),$(eval $(call room,$(r),$(call room_obj,$(r)) $(if $(filter lockstep,$(r)),$(BUILD)/obj/units.o))))
$(eval $(call room,base,$(filter-out $(BUILD)/obj/sim/% $(BUILD)/obj/units.o,$(HOST_OBJ))))

$(eval $(call made_of,$(BUILD)/command,,$(BUILD)/obj/sim/main.o $(ROOM_LIB) $(BASE_LIB)))

$(BUILD)/ntrace: $(BUILD)/obj/sim/main.o $(BUILD)/command/made.o $(ROOM_LIB) $(BASE_LIB)
	$(call say,LINK)
	$(Q)$(call link,$(LTO)) -o $@

# Unit tests: each tests/**/NAME_test.c is a cmocka program of its own.
$(TEST_BIN): $(BUILD)/tests/%: $(BUILD)/obj/tests/%.o $(BUILD)/host.a
	@mkdir -p $(@D)
	$(call say,LINK)
	$(Q)$(call link,-fno-lto) -lcmocka -o $@

unit: $(TEST_BIN) ## build the unit tests

clean: ## remove build/
	rm -rf build

help: ## this list
	@echo 'make TARGET [CONFIG=NAME] [V=1] [SETUP=no] [-j N]'
	@sed -n 's/^\([a-z0-9-]*\):[^#]*## \(.*\)/  \1|\2/p' $(MAKEFILE_LIST) | \
	    awk -F '|' '{ printf "%-15s %s\n", $$1, $$2 }'
	@echo 'builds (CONFIG): $(patsubst rtl/config/%.cfg,%,$(CONFIGS))'

-include $(call dependencies,$(BUILD)/obj)
include $(sort $(wildcard scripts/make/*.mk))
