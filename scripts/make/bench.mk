# SPDX-License-Identifier: Apache-2.0
# The lockstep bench of CONFIG: Verilated RTL twice (for speed, and for waves), the golden model and
# the programs of tb/. To build it over other sources, for instance a copy with a fault:
#   make bench-binary CONFIG=tiny RTL=DIR/rtl MODEL=DIR/model BENCH=build/faults/NAME
# RTL and MODEL are folders laid out as rtl/ and model/; all else is shared with the usual build, and
# of MODEL only what is not as in model/ is compiled.
# CFG=FILE takes the parameters from any file; the build's name is the file's. WAVES=no leaves out
# the RTL that draws waves, half of what there is to compile; BENCH_CXXFLAGS are for Verilated code
# alone, BENCH_LTO for the link. COVERAGE=yes has Verilator count lines, branches and toggles: the
# bench writes them to the file that NT_RTL_COVERAGE names.
RTL   ?= rtl
MODEL ?= model
BENCH ?= $(BUILD)/$(CONFIG)
CFG   ?= rtl/config/$(CONFIG).cfg
WAVES ?= yes
COVERAGE ?= no
# Those that are measured; to optimize the others as a whole would take longer than most runs.
BENCH_LTO ?= $(if $(filter rv64 rv64-wide,$(CONFIG)),$(LTO),-fno-lto)

VERILATOR_ROOT := $(shell verilator -V 2>/dev/null | sed -n 's|^ *VERILATOR_ROOT *= *\(/.*\)|\1|p' | head -n 1)
CXX             = g++
CXXFLAGS       ?= -O2
CXXFLAGS_ALL    = $(if $(COVERED),-DVM_COVERAGE=1) -std=c++17 -I. -Iinclude -isystem $(VERILATOR_ROOT)/include \
                  -isystem $(VERILATOR_ROOT)/include/vltstd -DVL_TIME_CONTEXT -MMD -MP $(CXXFLAGS)

# The file that has the parameters of a build
cfg_of        = $(if $(filter $(CONFIG),$(1)),$(CFG),rtl/config/$(1).cfg)

BENCH_RTL    := $(sort $(shell find $(RTL) -name '*.v' -o -name '*.vh'))
RTL_FOLDERS  := $(patsubst %/,%,$(sort $(dir $(BENCH_RTL))))
HARNESS_OBJ  := $(patsubst %.c,$(BUILD)/obj/%.o,$(sort $(wildcard tb/lockstep/*.c)))
BENCH_OBJ    := $(patsubst %.c,$(BUILD)/obj/%.o,$(sort $(wildcard tb/encoder/*.c))) $(HARNESS_OBJ)
BENCH_KINDS  := $(if $(filter yes,$(WAVES)),fast wave,fast)
COVERED      := $(filter yes,$(COVERAGE))
RUNTIME_OBJ  := $(addprefix $(BUILD)/verilated/,verilated.o verilated_threads.o verilated_fst_c.o $(if $(COVERED),verilated_cov.o))

# The model's objects come before the archive, so that they stand in for those in it.
ifneq ($(MODEL),model)
BENCH_MODEL  := $(patsubst %.c,$(MODEL)/obj/%.o,$(shell scripts/changed_sources.sh $(MODEL) model))
$(MODEL)/obj/%.o: $(MODEL)/%.c
	@mkdir -p $(@D)
	$(call say,CC)
	$(Q)$(CC) -I$(MODEL)/.. $(CFLAGS_ALL) -c $< -o $@
endif

bench-binary: $(BENCH)/nt_bench ## build the lockstep bench of CONFIG alone

# What all Verilated code includes, compiled once for the same options. $(1) options beside CXXFLAGS
VERILATED_H = verilated.h verilated_fst_c.h memory new
empty      :=
verilated_h = $(BUILD)/verilated/$(subst =,~,$(subst $(empty) ,+,$(strip $(filter-out $(1),$(CXXFLAGS)) $(1))))/all.h

$(BUILD)/verilated/%/all.h.gch: $(VERILATOR_ROOT)/include/verilated.h
	@mkdir -p $(@D)
	$(call say,C++)
	$(Q)printf '#include <%s>\n' $(VERILATED_H) > $(@D)/all.h
	$(Q)$(CXX) $(CXXFLAGS_ALL) $(subst ~,=,$(subst +, ,$*)) -w -x c++-header $(@D)/all.h -o $@.$$$$ && mv $@.$$$$ $@

# What all benches share, so that several can be built at once.
.PHONY: bench-parts
bench-parts: $(BENCH_OBJ) $(BUILD)/host.a $(RUNTIME_OBJ) $(call verilated_h,$(BENCH_CXXFLAGS)).gch

# One after the other, since they share objects.
.PHONY: benches
benches: bench-binary ## build the lockstep bench of every build
	$(Q)for config in $(patsubst rtl/config/%.cfg,%,$(CONFIGS)); do \
	    $(MAKE) --no-print-directory SETUP=no CONFIG=$$config bench-binary || exit 1; \
	done

# One of them: make bench-tiny
.PHONY: $(patsubst rtl/config/%.cfg,bench-%,$(CONFIGS))
$(patsubst rtl/config/%.cfg,bench-%,$(CONFIGS)): bench-%:
	$(Q)$(MAKE) --no-print-directory SETUP=no CONFIG=$* bench-binary

# What all tables of ports may include
TABLE_ROWS   := $(wildcard tb/units/*.rows)
# What reads a table
TABLE_READER := scripts/unit.py scripts/control_fields.py model/control/control_fields.def

# What the table of a unit makes: top, driving and comparison. $(1) folder of the product, $(2) table,
# $(3) build, $(4) parameters NAME=VALUE in shell, $(5) what these depend on
define unit_table
$(1)/unit.inc: $(2) $(TABLE_ROWS) $(TABLE_READER) $(5)
	@mkdir -p $$(@D)
	$$(Q)python3 scripts/unit.py $(2) $(3) $$(@D) $(4)
endef

# Verilator's options. $(1) table, $(2) kind: fast, or wave, which can draw; $(3) folder of the product
VERILATE_wave = --trace-fst -DNT_WAVES
CXX_wave      = -DNT_WAVES
verilator_options = --cc --prefix V$(2) -Mdir $(3) -O3 --x-assign unique --x-initial unique \
    $(VERILATE_$(2)) $(if $(COVERED),--coverage-line --coverage-toggle) --top-module nt_$(basename $(notdir $(1)))_unit \
    $(addprefix -I,$(RTL_FOLDERS)) -I$(patsubst %/,%,$(dir $(1)))

# One source of all C++ that Verilator made in a folder. What it calls slow runs once, and would take
# half of the time to optimize. $(1) prefix of the files
one_source = { ls $(1)*.cpp | grep -v Slow | sed 's/.*/\#include "&"/' && \
               echo '\#pragma GCC optimize ("O0")' && ls $(1)*Slow.cpp | sed 's/.*/\#include "&"/'; }

# Verilated RTL of a unit as C++.
define unit_rtl
$(1)/$(3)/all.cpp: $(1)/unit.inc $(wildcard $(dir $(2))*.v) $(BENCH_RTL)
	@mkdir -p $$(@D)
	$$(call say,VERILATE)
	$$(Q)rm -f $$(@D)/V$(3)*
	$$(Q)verilator $(call verilator_options,$(2),$(3),$(1)/$(3)) $(1)/nt_$(basename $(notdir $(2)))_unit.v
	$$(Q)cd $$(@D) && $(call one_source,V$(3)) > all.cpp
endef

# That compiled, and behind tb/lockstep/unit.h by UNIT_CPP_KIND. $(1) folder of the product, $(2) table, $(3) kind, $(4)
# options of the compiler for Verilated code, $(5) for unit.cpp
UNIT_CPP_fast = tb/lockstep/unit.cpp
UNIT_CPP_wave = tb/lockstep/unit.cpp
define unit_code
$(1)/$(3)/all.o: $(1)/$(3)/all.cpp | $(call verilated_h,$(4)).gch
	$$(call say,C++)
	$$(Q)$$(CXX) $$(CXXFLAGS_ALL) $(4) -w -include $(call verilated_h,$(4)) -I$$(@D) -c $$< -o $$@

$(1)/$(3)/unit.o: $(UNIT_CPP_$(3)) $(1)/$(3)/all.cpp | $(call verilated_h,$(4)).gch
	$$(call say,C++)
	$$(Q)$$(CXX) $$(CXXFLAGS_ALL) $(4) -include $(call verilated_h,$(4)) -Wall -Werror $(CXX_$(3)) $(5) -isystem $$(@D) -I$(1) \
	    -I$(dir $(2)) -c $$< -o $$@
endef

define unit_kind
$(call unit_rtl,$(1),$(2),$(3))
$(call unit_code,$(1),$(2),$(3),$(4),$(5))
endef

BENCH_TABLE = tb/encoder/encoder.ports
BENCH_CXXFLAGS_fast = $(BENCH_CXXFLAGS)
BENCH_CXXFLAGS_wave = $(or $(BENCH_CXXFLAGS),-O1)
$(eval $(call unit_table,$(BENCH),$(BENCH_TABLE),$(basename $(notdir $(CFG))),$$$$(python3 scripts/config.py g $(CFG) | sed 's/-G//g'),$(CONFIG_READER) $(CFG)))
$(foreach k,$(BENCH_KINDS),$(eval $(call unit_kind,$(BENCH),$(BENCH_TABLE),$(k),$(BENCH_CXXFLAGS_$(k)),$(if $(word 2,$(BENCH_KINDS)),,-DNT_ONLY))))

$(BUILD)/verilated/%.o: $(VERILATOR_ROOT)/include/%.cpp
	@mkdir -p $(@D)
	$(call say,C++)
	$(Q)$(CXX) $(CXXFLAGS_ALL) -w -c $< -o $@

BENCH_LINKED = $(BENCH_OBJ) $(foreach k,$(BENCH_KINDS),$(BENCH)/$(k)/all.o $(BENCH)/$(k)/unit.o) \
               $(BENCH_MODEL) $(BUILD)/host.a $(RUNTIME_OBJ)
$(eval $(call made_of,$(BENCH),--rtl $(RTL) $(BENCH_KINDS:%=--verilated $(BENCH)/%) --model $(MODEL),$(BENCH_LINKED)))
$(BENCH)/nt_bench: $(BENCH)/made.o $(BENCH_LINKED)
	$(call say,LINK)
	$(Q)$(CXX) $(CXXFLAGS) $(BENCH_LTO) $^ $(LIBS) -lpthread -o $@

-include $(call dependencies,$(BUILD)/verilated $(BENCH) $(if $(BENCH_MODEL),$(MODEL)/obj))
