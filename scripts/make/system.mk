# SPDX-License-Identifier: Apache-2.0
# The lockstep bench of a whole trace system, HARTS encoders of CONFIG:
#   make system-bench CONFIG=rv64 HARTS=2 [CLUSTER=N] [LOCAL_RAM=1]
# builds build/CONFIG/system-HARTS[-cCLUSTER][-ram]/nt_system_bench. Over other sources, for
# instance a copy with a fault: RTL=DIR/rtl MODEL=DIR/model SYSTEM_DIR=DIR/build
HARTS     ?= 2
CLUSTER   ?= 0
LOCAL_RAM ?= 0
SYSTEM_DIR ?= $(BUILD)/$(CONFIG)/system-$(HARTS)$(if $(filter-out 0,$(CLUSTER)),-c$(CLUSTER))$(if $(filter-out 0,$(LOCAL_RAM)),-ram)

# What a bench has beyond the encoders: words of the memories in RAM sinks, width of ATDATA
SYSTEM_PARAMETERS = NHARTS=$(HARTS) CLUSTER=$(CLUSTER) LOCAL_RAM=$(LOCAL_RAM) LOCAL_WORDS=4096 \
                    STREAM_BYTES=4 SRAM_WORDS=16384 ATB_W=32
SYSTEM_OBJ     = $(patsubst %.c,$(BUILD)/obj/%.o,$(sort $(wildcard tb/system/*.c)) tb/encoder/counts.c tb/encoder/words.c tb/axi_memory.c) $(HARNESS_OBJ)

# Those that are tested, each by a name: make system-rv64-2
SYSTEM_rv64-1        = CONFIG=rv64 HARTS=1
SYSTEM_rv64-2        = CONFIG=rv64 HARTS=2
SYSTEM_rv64-4        = CONFIG=rv64 HARTS=4
SYSTEM_rv64-wide-2   = CONFIG=rv64-wide HARTS=2
SYSTEM_rv32-16       = CONFIG=rv32 HARTS=16
SYSTEM_tiny-7-c3-ram = CONFIG=tiny HARTS=7 CLUSTER=3 LOCAL_RAM=1
SYSTEMS = rv64-1 rv64-2 rv64-4 rv64-wide-2 rv32-16 tiny-7-c3-ram

.PHONY: system-bench system-benches $(SYSTEMS:%=system-%)
system-benches: systems ## build those that are tested
	$(Q)for system in $(SYSTEMS); do \
	    $(MAKE) --no-print-directory SETUP=no system-$$system || exit 1; \
	done

$(SYSTEMS:%=system-%): system-%:
	$(Q)$(MAKE) --no-print-directory SETUP=no $(SYSTEM_$*) system-bench

# Of CONFIG, with one hart and with two: what `make` alone builds.
.PHONY: systems
all: systems
systems: bench-binary $(SYSTEM_OBJ)
	$(Q)for harts in 1 2; do \
	    $(MAKE) --no-print-directory SETUP=no HARTS=$$harts system-bench || exit 1; \
	done

system-bench: $(SYSTEM_DIR)/nt_system_bench ## build the lockstep bench of HARTS harts of CONFIG, with all sinks

SYSTEM_TABLE = tb/system/system.ports
$(eval $(call unit_table,$(SYSTEM_DIR),$(SYSTEM_TABLE),$(CONFIG),PIB=1 SMEM=1 $(SYSTEM_PARAMETERS) $$$$(python3 scripts/config.py g $(CFG) | sed 's/-G//g'),$(CFG)))
$(eval $(call unit_code,$(SYSTEM_DIR),$(SYSTEM_TABLE),wave,,-DNT_ONLY))

# In two parts: the encoder, once for as many as there are, and what is around it.
$(SYSTEM_DIR)/wave/all.cpp: $(SYSTEM_DIR)/unit.inc tb/system/system.vlt $(BENCH_RTL)
	@rm -rf $(@D) && mkdir -p $(@D)
	$(call say,VERILATE)
	$(Q)MAKEFLAGS= verilator --hierarchical $(call verilator_options,$(SYSTEM_TABLE),wave,$(@D)) \
	    tb/system/system.vlt $(SYSTEM_DIR)/nt_system_unit.v > $(@D)/verilator.log \
	    || { cat $(@D)/verilator.log; exit 1; }
	$(Q)mv $(@D)/Vnt_trace_encoder*/ $(@D)/encoder
	$(Q)cd $(@D)/encoder && $(call one_source,) > all.cc
	$(Q)cd $(@D) && $(call one_source,Vwave) > all.cpp

$(SYSTEM_DIR)/wave/encoder.o: $(SYSTEM_DIR)/wave/all.cpp | $(call verilated_h).gch
	$(call say,C++)
	$(Q)$(CXX) $(CXXFLAGS_ALL) -include $(call verilated_h) -w -I$(@D)/encoder -c $(@D)/encoder/all.cc -o $@

# As plain code: to optimize the whole would take longer than most runs.
SYSTEM_LINKED = $(SYSTEM_OBJ) $(addprefix $(SYSTEM_DIR)/wave/,unit.o all.o encoder.o) \
                $(BENCH_MODEL) $(BUILD)/host.a $(RUNTIME_OBJ)
$(eval $(call made_of,$(SYSTEM_DIR),--rtl $(RTL) --verilated $(SYSTEM_DIR)/wave --model $(MODEL),$(SYSTEM_LINKED)))
$(SYSTEM_DIR)/nt_system_bench: $(SYSTEM_DIR)/made.o $(SYSTEM_LINKED)
	$(call say,LINK)
	$(Q)$(CXX) $(CXXFLAGS) -fno-lto $^ $(LIBS) -lpthread -o $@

-include $(call dependencies,$(SYSTEM_DIR))
