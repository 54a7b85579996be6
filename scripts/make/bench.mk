# The lockstep bench of CONFIG: Verilated RTL twice (for speed, and for waves), the golden model and
# the programs of tb/. To build it over other sources, for instance a copy with a fault:
#   make bench-binary CONFIG=tiny RTL=DIR/rtl MODEL=DIR/model BENCH=build/faults/NAME
# RTL and MODEL are folders laid out as rtl/ and model/; all else is shared with the usual build, and
# of MODEL only what is not as in model/ is compiled.
# CFG=FILE takes the parameters from any file; the build's name is the file's. WAVES=no leaves out
# the RTL that draws waves, half of what there is to compile; BENCH_CXXFLAGS are for Verilated code
# alone, BENCH_LTO for the link.
RTL   ?= rtl
MODEL ?= model
BENCH ?= $(BUILD)/$(CONFIG)
CFG   ?= rtl/config/$(CONFIG).cfg
WAVES ?= yes
BENCH_LTO ?= $(LTO)

VERILATOR_ROOT := $(shell verilator -V 2>/dev/null | sed -n 's|^ *VERILATOR_ROOT *= *\(/.*\)|\1|p' | head -n 1)
CXX             = g++
CXXFLAGS       ?= -O2
CXXFLAGS_ALL    = -std=c++17 -I. -Iinclude -isystem $(VERILATOR_ROOT)/include \
                  -isystem $(VERILATOR_ROOT)/include/vltstd -DVL_TIME_CONTEXT -MMD -MP $(CXXFLAGS)

# The file that has the parameters of a build
cfg_of        = $(if $(filter $(CONFIG),$(1)),$(CFG),rtl/config/$(1).cfg)

BENCH_RTL    := $(sort $(shell find $(RTL) -name '*.v' -o -name '*.vh'))
RTL_FOLDERS  := $(patsubst %/,%,$(sort $(dir $(BENCH_RTL))))
BENCH_OBJ    := $(patsubst %.c,$(BUILD)/obj/%.o,$(sort $(wildcard tb/*.c) tb/lockstep/wave_file.c tb/lockstep/wave_save.c))
BENCH_PROBES := $(addprefix $(BENCH)/gen/,probe_ports.vh probe_assigns.vh probes.inc)
BENCH_KINDS  := fast $(if $(filter yes,$(WAVES)),wave)
RUNTIME_OBJ  := $(addprefix $(BUILD)/verilated/,verilated.o verilated_threads.o verilated_fst_c.o)

# The model's objects come before the archive, so that they stand in for those in it.
ifneq ($(MODEL),model)
BENCH_MODEL  := $(patsubst %.c,$(MODEL)/obj/%.o,$(shell scripts/changed_sources.sh $(MODEL) model))
$(MODEL)/obj/%.o: $(MODEL)/%.c
	@mkdir -p $(@D)
	$(call say,CC)
	$(Q)$(CC) -I$(MODEL)/.. $(CFLAGS_ALL) -c $< -o $@
endif

bench-binary: $(BENCH)/nt_bench ## build the lockstep bench of CONFIG alone

# What all benches share, so that several can be built at once.
.PHONY: bench-parts
bench-parts: $(BENCH_OBJ) $(BUILD)/host.a $(RUNTIME_OBJ)

# One after the other, since they share objects.
.PHONY: benches
benches: bench-binary ## build the lockstep bench of every build
	$(Q)for config in $(patsubst rtl/config/%.cfg,%,$(CONFIGS)); do \
	    $(MAKE) --no-print-directory SETUP=no CONFIG=$$config bench-binary || exit 1; \
	done

$(BENCH_PROBES) &: scripts/probes.py $(CONFIG_READER) tb/probes.txt $(CFG)
	@mkdir -p $(BENCH)/gen
	$(Q)python3 scripts/probes.py tb/probes.txt $(CFG) $(BENCH)/gen

# Verilated C++ as one file each: $(1) fast or wave, $(2) options.
define verilate
$(BENCH)/$(1)/all.cpp: tb/nt_bench_top.v $(BENCH_RTL) $(BENCH_PROBES)
	@mkdir -p $$(@D)
	$$(call say,VERILATE)
	$$(Q)rm -f $$(@D)/V$(1)*
	$$(Q)verilator --cc --prefix V$(1) -Mdir $$(@D) -O3 --x-assign unique --x-initial unique \
	    $(2) $$$$(python3 scripts/config.py g $(CFG)) --top-module nt_bench_top \
	    -I$(BENCH)/gen $(addprefix -I,$(RTL_FOLDERS)) tb/nt_bench_top.v
	$$(Q)cd $$(@D) && for f in V$(1)*.cpp; do echo "#include \"$$$$f\""; done > all.cpp

$(BENCH)/$(1)/all.o: $(BENCH)/$(1)/all.cpp
	$$(call say,C++)
	$$(Q)$$(CXX) $$(CXXFLAGS_ALL) $$(BENCH_CXXFLAGS) -w -I$$(@D) -c $$< -o $$@

$(BENCH)/$(1)/rtl.o: tb/rtl.cpp $(BENCH)/$(1)/all.cpp
	$$(call say,C++)
	$$(Q)$$(CXX) $$(CXXFLAGS_ALL) $$(BENCH_CXXFLAGS) -Wall -Werror $(3) -isystem $$(@D) -I$(BENCH)/gen -c $$< -o $$@
endef
$(eval $(call verilate,fast,,$(if $(filter yes,$(WAVES)),,-DNT_NO_WAVES)))
$(eval $(call verilate,wave,--trace-fst -DNT_WAVES,-DNT_WAVES))

$(BUILD)/verilated/%.o: $(VERILATOR_ROOT)/include/%.cpp
	@mkdir -p $(@D)
	$(call say,C++)
	$(Q)$(CXX) $(CXXFLAGS_ALL) -w -c $< -o $@

$(BENCH)/nt_bench: $(BENCH_OBJ) $(foreach k,$(BENCH_KINDS),$(BENCH)/$(k)/all.o $(BENCH)/$(k)/rtl.o) \
                   $(BENCH_MODEL) $(BUILD)/host.a $(RUNTIME_OBJ)
	$(call say,LINK)
	$(Q)$(CXX) $(CXXFLAGS) $(BENCH_LTO) $^ $(LIBS) -lpthread -o $@

-include $(call dependencies,$(BUILD)/verilated $(BENCH) $(if $(BENCH_MODEL),$(MODEL)/obj))
