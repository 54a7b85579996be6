# The lanes of history and of RepeatBranch in lockstep, without the rest of the encoder:
# build/lanes/NAME/bench. NAME is a build. Over other sources:
#   make lanes-bench LANES=tiny RTL=DIR/rtl LANES_DIR=DIR/build
LANES_NAMES = tiny rv32-min rv64 rv64-wide
LANES      ?= rv64
LANES_DIR  ?= $(BUILD)/lanes/$(LANES)
# The parameters that concern these modules
LANES_USES  = XLEN|NBLOCKS|ICNT_W|HIST_W|REPEAT_W|PERIOD_W

.PHONY: lanes lanes-bench
lanes: host ## build the lockstep of the lanes of repeated history alone
	$(Q)for name in $(LANES_NAMES); do \
	    $(MAKE) --no-print-directory SETUP=no LANES=$$name lanes-bench || exit 1; \
	done

lanes-bench: $(LANES_DIR)/bench

$(LANES_DIR)/all.cpp: tests/rtl/encoder/nt_lanes_top.v $(BENCH_RTL) rtl/config/$(LANES).cfg
	@mkdir -p $(@D)
	$(call say,VERILATE)
	$(Q)rm -f $(@D)/Vlanes*
	$(Q)verilator --cc --prefix Vlanes -Mdir $(@D) -O3 --x-assign unique --x-initial unique \
	    $$(python3 scripts/config.py g rtl/config/$(LANES).cfg | tr ' ' '\n' | \
	       grep -E '^-G($(LANES_USES))=') \
	    --top-module nt_lanes_top -I$(RTL)/encoder $<
	$(Q)cd $(@D) && for f in Vlanes*.cpp; do echo "#include \"$$f\""; done > all.cpp

$(LANES_DIR)/all.o: $(LANES_DIR)/all.cpp
	$(call say,C++)
	$(Q)$(CXX) $(CXXFLAGS_ALL) -w -I$(@D) -c $< -o $@

$(LANES_DIR)/bench.o: tests/rtl/encoder/lanes_bench.cpp $(LANES_DIR)/all.cpp
	$(call say,C++)
	$(Q)$(CXX) $(CXXFLAGS_ALL) -Wall -Werror -isystem $(@D) -DLANES_CONFIG='"$(LANES)"' -c $< -o $@

$(LANES_DIR)/bench: $(LANES_DIR)/bench.o $(LANES_DIR)/all.o $(BUILD)/host.a $(RUNTIME_OBJ)
	$(call say,LINK)
	$(Q)$(CXX) $(CXXFLAGS) $(LTO) $^ $(LIBS) -lpthread -o $@

-include $(call dependencies,$(BUILD)/lanes)

# Works out a geometric mean.
$(BUILD)/tests/model/encoder/reference_bytes_test: LIBS += -lm
