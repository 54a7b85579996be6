# Lockstep of the register blocks of funnel, PIB, RAM sink and ATB bridge with their models, on one
# bus: build/components/NAME/nt_components_bench, of several builds of the blocks.
#   make components-bench COMPONENTS=NAME RTL=DIR/rtl COMPONENTS_DIR=FOLDER builds one over a copy.
COMPONENTS_NAMES = full least smem
COMPONENTS      ?= full
COMPONENTS_DIR  ?= $(BUILD)/components/$(COMPONENTS)
COMPONENTS_RTL   = tests/control/nt_components_top.v $(wildcard $(RTL)/control/*.v)

COMPONENTS_full  = INPUTS=16 TSTAMP_W=48 MODES=7984 CLK_CENTER=1 CALIBRATE=1 DIVIDER_W=16 \
                   DIVIDER_RESET=15 SRAM_WORDS=256 SMEM=1
COMPONENTS_least = INPUTS=2 TSTAMP_W=0 MODES=2048 CLK_CENTER=0 CALIBRATE=0 DIVIDER_W=4 \
                   DIVIDER_RESET=9 SRAM_WORDS=100 SMEM=0
COMPONENTS_smem  = INPUTS=5 TSTAMP_W=31 MODES=1312 CLK_CENTER=1 CALIBRATE=0 DIVIDER_W=1 \
                   DIVIDER_RESET=0 SRAM_WORDS=0 SMEM=1

.PHONY: components-bench components-benches
components-bench: $(COMPONENTS_DIR)/nt_components_bench ## build the lockstep of the registers of COMPONENTS

components-benches: host $(RUNTIME_OBJ)
	$(Q)for name in $(COMPONENTS_NAMES); do \
	    $(MAKE) --no-print-directory SETUP=no COMPONENTS=$$name components-bench || exit 1; \
	done
test: components-benches

$(COMPONENTS_DIR)/all.cpp: $(COMPONENTS_RTL)
	@mkdir -p $(@D)
	$(call say,VERILATE)
	$(Q)rm -f $(@D)/Vcomponents*
	$(Q)verilator --cc --prefix Vcomponents -Mdir $(@D) -O3 --x-assign unique --x-initial unique \
	    $(addprefix -G,$(COMPONENTS_$(COMPONENTS))) --top-module nt_components_top \
	    -I$(RTL)/control $<
	$(Q)cd $(@D) && for f in Vcomponents*.cpp; do echo "#include \"$$f\""; done > all.cpp

$(COMPONENTS_DIR)/all.o: $(COMPONENTS_DIR)/all.cpp
	$(call say,C++)
	$(Q)$(CXX) $(CXXFLAGS_ALL) -w -I$(@D) -c $< -o $@

$(COMPONENTS_DIR)/bench.o: tests/control/components_bench.cpp tests/control/bench_script.h $(COMPONENTS_DIR)/all.cpp
	$(call say,C++)
	$(Q)$(CXX) $(CXXFLAGS_ALL) -Wall -Werror $(addprefix -DP_,$(COMPONENTS_$(COMPONENTS))) \
	    -isystem $(@D) -c $< -o $@

$(COMPONENTS_DIR)/nt_components_bench: $(COMPONENTS_DIR)/bench.o $(COMPONENTS_DIR)/all.o \
                                       $(BUILD)/host.a $(RUNTIME_OBJ)
	$(call say,LINK)
	$(Q)$(CXX) $(CXXFLAGS) $(LTO) $^ $(LIBS) -lpthread -o $@

-include $(call dependencies,$(BUILD)/components)
