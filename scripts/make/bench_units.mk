# SPDX-License-Identifier: Apache-2.0
# The locksteps of parts, each a unit of RTL alone in lockstep with its model: tb/units/NAME, built
# as build/units/NAME/BUILD/bench. Over other sources, for instance a copy with a fault:
#   make UNITS=DIR/units RTL=DIR/rtl MODEL=DIR/model DIR/units/pib/4/bench
# CONFIG=BUILD CFG=FILE takes the parameters of a build from a file of one's own.
# A unit from anywhere, docs/unit.md: make UNITS=OUT UNIT=NAME UNIT_FOLDER=DIR UNIT_VALUES='W=8' unit-NAME
UNITS ?= $(BUILD)/units

# What there is of units, their builds, objects and flags: from their unit.toml
-include $(BUILD)/units.mk
UNIT_FILES = scripts/units.py $(wildcard tb/*/unit.toml tb/units/*/unit.toml)
$(BUILD)/units.mk: UNITS_OF = make
$(BUILD)/units.c: UNITS_OF = c
$(BUILD)/units.mk $(BUILD)/units.c: $(UNIT_FILES) tb/units
	@mkdir -p $(@D)
	$(Q)scripts/units.py $(UNITS_OF) > $@.$$$$ && mv $@.$$$$ $@

ifdef UNIT
UNIT_NAMES += $(UNIT)
$(UNIT)_BUILDS = own
$(UNIT)_own    = $(UNIT_VALUES)
$(UNIT)_FOLDER = $(UNIT_FOLDER)
$(UNIT)_SRC    = $(filter-out %_bench.c,$(wildcard $(UNIT_FOLDER)/*.c))
endif

unit_folder  = $(or $($(1)_FOLDER),tb/units/$(1))
unit_source  = $(firstword $(wildcard $(call unit_folder,$(1))/$(1)_bench.c $(call unit_folder,$(1))/$(1)_bench.cpp))
unit_made_of = scripts/make/bench_units.mk $(wildcard $(call unit_folder,$(1))/unit.toml)
unit_benches = $(foreach b,$($(1)_BUILDS),$(UNITS)/$(1)/$(b)/bench)
# Of unit $(1) in build $(2)
unit_config  = $(or $($(1)_CFG_$(2)),$(2))
unit_cfg     = $(if $($(1)_USES),$(call cfg_of,$(call unit_config,$(1),$(2))))
unit_defines = $(addprefix -DP_,$($(1)_$(2)))$(if $($(1)_USES), \
    -DNT_CONFIG='"$(call unit_config,$(1),$(2))"' -DNT_CONFIG_FILE='"$(abspath $(call unit_cfg,$(1),$(2)))"')

# What `ntrace lockstep --unit` runs unless told otherwise, for RV64
all: $(addsuffix /rv64/bench,$(addprefix $(UNITS)/,ctr hpm tv))

.PHONY: units $(UNIT_NAMES:%=unit-%)
units: $(UNIT_NAMES:%=unit-%) ## build the locksteps of parts of the RTL: tb/units

# All but the stimulus comes from the table of ports and registers. $(1) unit, $(2) build
unit_words = $($(1)_$(2))$(if $($(1)_USES), \
    $$$$(python3 scripts/config.py g $(call unit_cfg,$(1),$(2)) | tr ' ' '\n' | sed -nE 's/^-G(($($(1)_USES))=.*)/\1/p'))

unit_linked = $(addprefix $(UNITS)/$(1)/$(2)/,bench.o wave/unit.o wave/all.o $(patsubst %.c,%.o,$(notdir $($(1)_SRC)))) $($(1)_OBJ) \
              $(HARNESS_OBJ) $(BENCH_MODEL) $(BUILD)/host.a $(RUNTIME_OBJ)

define unit_bench
$(call unit_table,$(UNITS)/$(1)/$(2),$(call unit_folder,$(1))/$(1).ports,$(2),$(call unit_words,$(1),$(2)),$(call unit_cfg,$(1),$(2)) $(call unit_made_of,$(1)))
$(call unit_kind,$(UNITS)/$(1)/$(2),$(call unit_folder,$(1))/$(1).ports,wave,$(or $(if $(COVERED),-O0),$($(1)_CXXFLAGS),-O1),-DNT_ONLY)

$(UNITS)/$(1)/$(2)/bench.o: $(call unit_source,$(1)) $(call unit_made_of,$(1))
	@mkdir -p $$(@D)
	$$(call say,$$(if $$(filter %.c,$$<),CC,C++))
	$$(Q)$$(if $$(filter %.c,$$<),$$(CC) $$(CFLAGS_ALL),$$(CXX) $$(CXXFLAGS_ALL) -Wall -Werror) \
	    $(call unit_defines,$(1),$(2)) -c $$< -o $$@

$(UNITS)/$(1)/$(2)/%.o: $(call unit_folder,$(1))/%.c
	@mkdir -p $$(@D)
	$$(call say,CC)
	$$(Q)$$(CC) $$(CFLAGS_ALL) $(call unit_defines,$(1),$(2)) -c $$< -o $$@

$(call made_of,$(UNITS)/$(1)/$(2),--rtl $(RTL) --verilated $(UNITS)/$(1)/$(2)/wave --model $(MODEL),$(call unit_linked,$(1),$(2)))
$(UNITS)/$(1)/$(2)/bench: $(UNITS)/$(1)/$(2)/made.o $(call unit_linked,$(1),$(2))
	$$(call say,LINK)
	$$(Q)$$(CXX) $$(CXXFLAGS) -fno-lto $$^ $$(LIBS) -lpthread -o $$@
endef
$(foreach u,$(UNIT_NAMES),$(eval unit-$(u): $(call unit_benches,$(u)))\
    $(foreach b,$($(u)_BUILDS) $($(u)_MORE),$(eval $(call unit_bench,$(u),$(b)))))

$(BUILD)/tests/tb/axi_memory_test: $(BUILD)/obj/tb/axi_memory.o
$(BUILD)/tests/tb/lockstep/stages_test: $(BUILD)/obj/tb/lockstep/stages.o
$(BUILD)/tests/tb/encoder/fields_test: $(BUILD)/obj/tb/encoder/fields.o

-include $(call dependencies,$(UNITS))
