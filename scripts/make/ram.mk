# The RAM sink in lockstep, alone: build/ram/NAME/bench. NAME stands for parameters. Over other
# sources, for instance a copy with a fault:
#   make ram-bench RAM=sram RTL=DIR/rtl RAM_DIR=DIR/build
RAM_NAMES = sram smem both bytes
RAM      ?= both
RAM_DIR  ?= $(BUILD)/ram/$(RAM)
# BYTES, SRAM_WORDS, SMEM, AXI_WORDS, AXI_BURST, AXI_OUTSTANDING, AXI_IDLE_CYCLES
RAM_sram   = 4 64 0 2 2 2 1
RAM_smem   = 4 0 1 64 16 4 16
RAM_both   = 8 16 1 16 4 2 3
RAM_bytes  = 1 128 1 32 16 8 40
RAM_value  = $(word $(1),$(RAM_$(RAM)))
RAM_FIELDS = BYTES SRAM_WORDS SMEM AXI_WORDS AXI_BURST AXI_OUTSTANDING AXI_IDLE_CYCLES
RAM_pairs  = $(foreach n,1 2 3 4 5 6 7,$(1)$(word $(n),$(RAM_FIELDS))=$(call RAM_value,$(n)))
RAM_RTL    = $(addprefix $(RTL)/transport/,nt_ram_sink.v nt_axi_writer.v nt_sram.v nt_stream_buffer.v)

.PHONY: ram-benches ram-bench
ram-benches: host ## build the lockstep of the RAM sink alone
	$(Q)for name in $(RAM_NAMES); do \
	    $(MAKE) --no-print-directory SETUP=no RAM=$$name ram-bench || exit 1; \
	done
ram-benches: $(RUNTIME_OBJ) $(BUILD)/obj/tb/axi_memory.o
test: ram-benches

ram-bench: $(RAM_DIR)/bench

$(RAM_DIR)/all.cpp: $(RAM_RTL) scripts/make/ram.mk
	@mkdir -p $(@D)
	$(call say,VERILATE)
	$(Q)rm -f $(@D)/Vram*
	$(Q)verilator --cc --prefix Vram -Mdir $(@D) -O3 --x-assign unique --x-initial unique \
	    $(call RAM_pairs,-G) --top-module nt_ram_sink -I$(RTL)/transport $<
	$(Q)cd $(@D) && for f in Vram*.cpp; do echo "#include \"$$f\""; done > all.cpp

$(RAM_DIR)/all.o: $(RAM_DIR)/all.cpp
	$(call say,C++)
	$(Q)$(CXX) $(CXXFLAGS_ALL) -w -I$(@D) -c $< -o $@

$(RAM_DIR)/bench.o: tests/rtl/transport/ram_sink_bench.cpp $(RAM_DIR)/all.cpp
	$(call say,C++)
	$(Q)$(CXX) $(CXXFLAGS_ALL) -Wall -Werror -isystem $(@D) $(call RAM_pairs,-DRAM_) \
	    -DRAM_COUNT_W=$$(($(if $(filter 1,$(call RAM_value,1)),1,$(if $(filter 4,$(call RAM_value,1)),3,4)))) \
	    -c $< -o $@

$(RAM_DIR)/bench: $(RAM_DIR)/bench.o $(RAM_DIR)/all.o $(BUILD)/obj/tb/axi_memory.o \
                  $(BUILD)/host.a $(RUNTIME_OBJ)
	$(call say,LINK)
	$(Q)$(CXX) $(CXXFLAGS) $(LTO) $^ $(LIBS) -lpthread -o $@

$(BUILD)/tests/tb/axi_memory_test: $(BUILD)/obj/tb/axi_memory.o

# With each mode alone, and with links of every width
RAM_LINT = -GBYTES=4 -GBYTES=1,-GSRAM_WORDS=0 -GBYTES=2,-GSRAM_WORDS=2,-GAXI_BURST=2 -GBYTES=8,-GSMEM=0
.PHONY: lint-ram
lint: lint-ram
lint-ram:
	$(Q)for parameters in $(RAM_LINT); do \
	    verilator --lint-only -Wall $(addprefix -I,$(RTL_PATHS)) $$(echo $$parameters | tr , ' ') \
	        --top-module nt_ram_sink rtl/transport/nt_ram_sink.v || exit 1; \
	done

-include $(call dependencies,$(BUILD)/ram)
