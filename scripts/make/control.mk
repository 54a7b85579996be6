# Lockstep of registers, triggers and timestamp unit with their models, on their own: tests/control.
# RTL=DIR/rtl and CONTROL_BENCH=FOLDER build it over another copy of the RTL.
CONTROL_CONFIGS = tiny rv32-min rv64
CONTROL_BENCH  ?= $(BUILD)/$(CONFIG)
CONTROL_RTL     = $(sort $(wildcard $(RTL)/control/*.v $(RTL)/control/*.vh))

.PHONY: control-bench control-benches
control-bench: $(CONTROL_BENCH)/nt_control_bench ## build the lockstep of the control registers of CONFIG

control-benches: host ## build it for the builds that are tested
	$(Q)for config in $(CONTROL_CONFIGS); do \
	    $(MAKE) --no-print-directory SETUP=no CONFIG=$$config control-bench || exit 1; \
	done
test: control-benches

# What those that start make share is built before they do.
benches bytes control-benches: $(RUNTIME_OBJ)

$(CONTROL_BENCH)/control/all.cpp: tests/control/nt_control_top.v $(CONTROL_RTL) $(BENCH_CFG)
	@mkdir -p $(@D)
	$(call say,VERILATE)
	$(Q)rm -f $(@D)/Vcontrol*
	$(Q)verilator --cc --prefix Vcontrol -Mdir $(@D) -O3 --x-assign unique --x-initial unique \
	    $$(python3 scripts/config.py g $(BENCH_CFG)) --top-module nt_control_top \
	    -I$(RTL)/control tests/control/nt_control_top.v
	$(Q)cd $(@D) && for f in Vcontrol*.cpp; do echo "#include \"$$f\""; done > all.cpp

$(CONTROL_BENCH)/control/all.o: $(CONTROL_BENCH)/control/all.cpp
	$(call say,C++)
	$(Q)$(CXX) $(CXXFLAGS_ALL) -w -I$(@D) -c $< -o $@

$(CONTROL_BENCH)/control/bench.o: tests/control/control_bench.cpp $(CONTROL_BENCH)/control/all.cpp
	$(call say,C++)
	$(Q)$(CXX) $(CXXFLAGS_ALL) -Wall -Werror -DNT_CONFIG='"$(CONFIG)"' -isystem $(@D) -c $< -o $@

$(CONTROL_BENCH)/nt_control_bench: $(CONTROL_BENCH)/control/bench.o $(CONTROL_BENCH)/control/all.o \
                                   $(BUILD)/libntrace.a $(RUNTIME_OBJ)
	$(call say,LINK)
	$(Q)$(CXX) $(CXXFLAGS) $(LTO) $^ $(LIBS) -lpthread -o $@
