# nt_pib in lockstep with its model and the receivers, alone: build/pib/BYTES/bench, for links of
# BYTES bytes a cycle. Over other sources:
#   make pib-bench PIB_BYTES=4 RTL=DIR/rtl PIB_DIR=DIR/build
PIB_WIDTHS = 1 4 8
PIB_BYTES ?= 4
PIB_DIR   ?= $(BUILD)/pib/$(PIB_BYTES)

.PHONY: pib pib-bench
pib: host ## build the lockstep of the PIB alone
	$(Q)for bytes in $(PIB_WIDTHS); do \
	    $(MAKE) --no-print-directory SETUP=no PIB_BYTES=$$bytes pib-bench || exit 1; \
	done
test: pib
pib: $(RUNTIME_OBJ)

pib-bench: $(PIB_DIR)/bench

$(PIB_DIR)/all.cpp: $(RTL)/transport/nt_pib.v $(BENCH_RTL)
	@mkdir -p $(@D)
	$(call say,VERILATE)
	$(Q)rm -f $(@D)/Vpib*
	$(Q)verilator --cc --prefix Vpib -Mdir $(@D) -O3 --x-assign unique --x-initial unique \
	    -GBYTES=$(PIB_BYTES) --top-module nt_pib -I$(RTL)/encoder -I$(RTL)/transport $<
	$(Q)cd $(@D) && for f in Vpib*.cpp; do echo "#include \"$$f\""; done > all.cpp

$(PIB_DIR)/all.o: $(PIB_DIR)/all.cpp
	$(call say,C++)
	$(Q)$(CXX) $(CXXFLAGS_ALL) -w -I$(@D) -c $< -o $@

$(PIB_DIR)/bench.o: tests/rtl/transport/pib_bench.cpp $(PIB_DIR)/all.cpp
	$(call say,C++)
	$(Q)$(CXX) $(CXXFLAGS_ALL) -Wall -Werror -isystem $(@D) -DPIB_BYTES=$(PIB_BYTES) -c $< -o $@

$(PIB_DIR)/bench: $(PIB_DIR)/bench.o $(PIB_DIR)/all.o $(BUILD)/host.a $(RUNTIME_OBJ)
	$(call say,LINK)
	$(Q)$(CXX) $(CXXFLAGS) $(LTO) $^ $(LIBS) -lpthread -o $@

-include $(call dependencies,$(BUILD)/pib)
