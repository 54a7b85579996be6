# Lockstep of registers, triggers and timestamp unit with their models, and of the whole that an
# integrator instantiates, on their own: tests/control.
# RTL=DIR/rtl and CONTROL_BENCH=FOLDER build them over another copy of the RTL; CFG=FILE.cfg
# builds them with parameters of its own.
CONTROL_CONFIGS = tiny rv32-min rv64
# The whole alone, built for a short run
WHOLE_CONFIGS   = rv32 rv64-wide
CONTROL_BENCH  ?= $(BUILD)/$(CONFIG)
CONTROL_FOLDERS = $(RTL) $(RTL)/control $(RTL)/encoder $(RTL)/transport

.PHONY: control-bench control-benches whole-bench
whole-bench: $(CONTROL_BENCH)/nt_trace_encoder_bench

control-bench: $(CONTROL_BENCH)/nt_control_bench $(CONTROL_BENCH)/nt_trace_encoder_bench ## build the locksteps of the control registers of CONFIG

control-benches: host ## build them for the builds that are tested
	$(Q)for config in $(CONTROL_CONFIGS); do \
	    $(MAKE) --no-print-directory SETUP=no CONFIG=$$config control-bench || exit 1; \
	done
	$(Q)for config in $(WHOLE_CONFIGS); do \
	    $(MAKE) --no-print-directory SETUP=no CONFIG=$$config LTO=-fno-lto CXXFLAGS=-O1 whole-bench || exit 1; \
	done
test: control-benches

# What those that start make share is built before they do.
benches bytes control-benches: $(RUNTIME_OBJ)

# $(1) its folder and the prefix of its C++, $(2) the program, $(3) the top module, $(4) its file
define control_bench
$(CONTROL_BENCH)/$(1)/all.cpp: $(4) $(BENCH_RTL) $(CFG)
	@mkdir -p $$(@D)
	$$(call say,VERILATE)
	$$(Q)rm -f $$(@D)/V$(1)*
	$$(Q)verilator --cc --prefix V$(1) -Mdir $$(@D) -O3 --x-assign unique --x-initial unique \
	    $$$$(python3 scripts/config.py g $(CFG)) --top-module $(3) \
	    $$(addprefix -I,$$(CONTROL_FOLDERS)) $(4)
	$$(Q)cd $$(@D) && for f in V$(1)*.cpp; do echo "#include \"$$$$f\""; done > all.cpp

$(CONTROL_BENCH)/$(1)/all.o: $(CONTROL_BENCH)/$(1)/all.cpp
	$$(call say,C++)
	$$(Q)$$(CXX) $$(CXXFLAGS_ALL) -w -I$$(@D) -c $$< -o $$@

$(CONTROL_BENCH)/$(1)/bench.o: tests/control/$(2:nt_%=%).cpp tests/control/bench_script.h $(CONTROL_BENCH)/$(1)/all.cpp
	$$(call say,C++)
	$$(Q)$$(CXX) $$(CXXFLAGS_ALL) -Wall -Werror -DNT_CONFIG_FILE='"$(abspath $(CFG))"' -isystem $$(@D) -c $$< -o $$@

$(CONTROL_BENCH)/$(2): $(CONTROL_BENCH)/$(1)/bench.o $(CONTROL_BENCH)/$(1)/all.o \
                       $(BUILD)/obj/tests/control/register_traffic.o \
                       $(BUILD)/host.a $(RUNTIME_OBJ)
	$$(call say,LINK)
	$$(Q)$$(CXX) $$(CXXFLAGS) $$(LTO) $$^ $$(LIBS) -lpthread -o $$@
endef
$(eval $(call control_bench,control,nt_control_bench,nt_control_top,tests/control/nt_control_top.v))
$(eval $(call control_bench,trace,nt_trace_encoder_bench,nt_trace_encoder,$(RTL)/nt_trace_encoder.v))
