# From descriptors to bytes in lockstep, without the rest of the encoder: build/bytes/NAME/bench.
# NAME is a build, or a build with -wide or -wide8 for a serializer of four or eight bytes a cycle.
# Over other sources:
#   make bytes-bench BYTES=tiny RTL=DIR/rtl BYTES_DIR=DIR/build
BYTES_NAMES   = tiny tiny-wide tiny-wide8 rv32-min rv64 rv64-wide
BYTES        ?= rv64
BYTES_DIR    ?= $(BUILD)/bytes/$(BYTES)
BYTES_BUILD   = $(if $(wildcard rtl/config/$(BYTES).cfg),$(BYTES),$(patsubst %-wide,%,$(BYTES:-wide8=)))
BYTES_OUT     = $(if $(filter %-wide8,$(BYTES)),8,$(if $(filter %-wide,$(BYTES)),4,1))
# The parameters that concern these modules
BYTES_USES    = XLEN|NBLOCKS|ICNT_W|HIST_W|FIFO_DEPTH|SCONTEXT_W|HCONTEXT_W|SRC_W|TSTAMP_W|REPEAT_W|OPTIONS
BYTES_FOLDERS = $(RTL) $(RTL)/encoder $(RTL)/transport

.PHONY: bytes bytes-bench
bytes: host ## build the lockstep of message stage, FIFO and serializer alone
	$(Q)for name in $(BYTES_NAMES); do \
	    $(MAKE) --no-print-directory SETUP=no BYTES=$$name bytes-bench || exit 1; \
	done

bytes-bench: $(BYTES_DIR)/bench

$(BYTES_DIR)/all.cpp: tests/rtl/transport/nt_bytes_top.v $(BENCH_RTL) $(CFG)
	@mkdir -p $(@D)
	$(call say,VERILATE)
	$(Q)rm -f $(@D)/Vbytes*
	$(Q)verilator --cc --prefix Vbytes -Mdir $(@D) -O3 --x-assign unique --x-initial unique \
	    $$(python3 scripts/config.py g rtl/config/$(BYTES_BUILD).cfg | tr ' ' '\n' | \
	       grep -E '^-G($(BYTES_USES))=') -GOUT_BYTES=$(BYTES_OUT) \
	    --top-module nt_bytes_top $(addprefix -I,$(BYTES_FOLDERS)) $<
	$(Q)cd $(@D) && for f in Vbytes*.cpp; do echo "#include \"$$f\""; done > all.cpp

$(BYTES_DIR)/all.o: $(BYTES_DIR)/all.cpp
	$(call say,C++)
	$(Q)$(CXX) $(CXXFLAGS_ALL) -w -I$(@D) -c $< -o $@

$(BYTES_DIR)/bench.o: tests/rtl/transport/bytes_bench.cpp $(BYTES_DIR)/all.cpp
	$(call say,C++)
	$(Q)$(CXX) $(CXXFLAGS_ALL) -Wall -Werror -isystem $(@D) \
	    -DBYTES_CONFIG='"$(BYTES_BUILD)"' -DBYTES_OUT=$(BYTES_OUT) -c $< -o $@

$(BYTES_DIR)/bench: $(BYTES_DIR)/bench.o $(BYTES_DIR)/all.o $(BUILD)/host.a $(RUNTIME_OBJ)
	$(call say,LINK)
	$(Q)$(CXX) $(CXXFLAGS) $(LTO) $^ $(LIBS) -lpthread -o $@

-include $(call dependencies,$(BUILD)/bytes)
