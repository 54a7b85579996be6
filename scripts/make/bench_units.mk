# SPDX-License-Identifier: Apache-2.0
# The locksteps of parts, each a unit of RTL alone in lockstep with its model: tb/units/NAME, built
# as build/units/NAME/BUILD/bench. Over other sources, for instance a copy with a fault:
#   make UNITS=DIR/units RTL=DIR/rtl MODEL=DIR/model DIR/units/pib/4/bench
# CONFIG=BUILD CFG=FILE takes the parameters of a build from a file of one's own.
# A unit from anywhere, docs/unit.md: make UNITS=OUT UNIT=NAME UNIT_FOLDER=DIR UNIT_VALUES='W=8' unit-NAME
UNITS ?= $(BUILD)/units

# Of each unit
#   NAME_BUILDS   what is built for the tests: builds of rtl/config, or those of NAME_BUILD below
#   NAME_MORE     what can be built beside these, for longer tests
#   NAME_USES     the parameters of rtl/config that the table needs, as a pattern. Without it none
#   NAME_CFG_B    the build of rtl/config that has them, where it is another than B
#   NAME_BUILD    NAME_B: parameters of build B, NAME=VALUE; the bench has them as P_NAME
#   NAME_OBJ      objects beside those of the host
#   NAME_CXXFLAGS how Verilated code is compiled: -O1, but where a run is worth the time that -O2 takes
UNIT_NAMES = control trace_encoder components filter lanes bytes pib ram_sink stream funnel switch atb ctr hpm tv tv_rvfi rvfi tci iti

control_BUILDS = tiny rv32-min rv64
control_USES   = .*

trace_encoder_BUILDS = tiny rv32-min rv64 rv32 rv64-wide
trace_encoder_USES   = .*
trace_encoder_OBJ    = $(addprefix $(BUILD)/obj/tb/units/trace_encoder/,register_traffic.o trace_encoder.o)

components_BUILDS = full least smem
components_full   = INPUTS=16 TSTAMP_W=48 MODES=7984 CLK_CENTER=1 CALIBRATE=1 DIVIDER_W=16 \
                    DIVIDER_RESET=15 SRAM_WORDS=256 SMEM=1
components_least  = INPUTS=2 TSTAMP_W=0 MODES=2048 CLK_CENTER=0 CALIBRATE=0 DIVIDER_W=4 \
                    DIVIDER_RESET=9 SRAM_WORDS=100 SMEM=0
components_smem   = INPUTS=5 TSTAMP_W=31 MODES=1312 CLK_CENTER=1 CALIBRATE=0 DIVIDER_W=1 \
                    DIVIDER_RESET=0 SRAM_WORDS=0 SMEM=1

filter_CXXFLAGS = -O2
filter_BUILDS = tiny rv32-min rv64 rv64-wide
filter_USES   = XLEN|NBLOCKS|ITYPE_W|IRETIRE_W|SCONTEXT_W|HCONTEXT_W|NFILTERS|NCOMPARATORS|NTRIGGERS

lanes_BUILDS = tiny rv32-min rv64 rv64-wide
lanes_USES   = XLEN|NBLOCKS|ICNT_W|HIST_W|REPEAT_W|PERIOD_W

# -wide and -wide8: with a serializer of four or eight bytes per cycle
bytes_BUILDS    = tiny tiny-wide tiny-wide8 rv32-min rv64 rv64-wide
bytes_USES      = XLEN|NBLOCKS|ICNT_W|HIST_W|FIFO_DEPTH|SCONTEXT_W|HCONTEXT_W|SRC_W|TSTAMP_W|REPEAT_W|OPTIONS
bytes_CFG_tiny-wide  = tiny
bytes_CFG_tiny-wide8 = tiny
bytes_tiny       = OUT_BYTES=1
bytes_tiny-wide  = OUT_BYTES=4
bytes_tiny-wide8 = OUT_BYTES=8
bytes_rv32-min   = OUT_BYTES=1
bytes_rv64       = OUT_BYTES=1
bytes_rv64-wide  = OUT_BYTES=4

# Links of so many bytes per cycle
pib_BUILDS = 1 4 8
pib_1      = BYTES=1
pib_4      = BYTES=4
pib_8      = BYTES=8

ram_sink_BUILDS = sram smem both bytes
ram_sink_OBJ    = $(BUILD)/obj/tb/axi_memory.o
ram_sink_sram   = BYTES=4 SRAM_WORDS=64 SMEM=0 AXI_WORDS=2 AXI_BURST=2 AXI_OUTSTANDING=2 AXI_IDLE_CYCLES=1
ram_sink_smem   = BYTES=4 SRAM_WORDS=0 SMEM=1 AXI_WORDS=64 AXI_BURST=16 AXI_OUTSTANDING=4 AXI_IDLE_CYCLES=16
ram_sink_both   = BYTES=8 SRAM_WORDS=16 SMEM=1 AXI_WORDS=16 AXI_BURST=4 AXI_OUTSTANDING=2 AXI_IDLE_CYCLES=3
ram_sink_bytes  = BYTES=1 SRAM_WORDS=128 SMEM=1 AXI_WORDS=32 AXI_BURST=16 AXI_OUTSTANDING=8 AXI_IDLE_CYCLES=40

# Several shapes side by side: tb/units/link_shapes.h
stream_BUILDS = all
funnel_BUILDS = all
funnel_CXXFLAGS = -O2
switch_BUILDS = all
atb_BUILDS    = all

# -draft: the register map of the draft; -small: little of what is optional; -sram: entries in an SRAM
ctr_BUILDS  = rv64 rv64-draft rv64-sram rv64-small rv32 rv32-draft
ctr_OBJ     = $(addprefix $(BUILD)/obj/tb/units/ctr/,ctr_accesses.o ctr_counts.o ctr_log.o ctr_sampler.o ctr_vector.o)
ctr_CXXFLAGS = -O2
ctr_rv64       = XLEN=64 NBLOCKS=4 DRAFT=0 DEPTH_MIN=16 DEPTH_MAX=256 HAS_H=1 HAS_RAS=1 HAS_EXTERNAL=1 \
                 HAS_FILTERS=1 HAS_FREEZE=1 HAS_CYCLES=1 HAS_MISP=1 CCE_W=4 SRAM=0
ctr_rv64-draft = XLEN=64 NBLOCKS=4 DRAFT=1 DEPTH_MIN=16 DEPTH_MAX=256 HAS_H=1 HAS_RAS=1 HAS_EXTERNAL=1 \
                 HAS_FILTERS=1 HAS_FREEZE=1 HAS_CYCLES=1 HAS_MISP=1 CCE_W=4 SRAM=0
ctr_rv64-sram  = XLEN=64 NBLOCKS=2 DRAFT=0 DEPTH_MIN=16 DEPTH_MAX=16 HAS_H=1 HAS_RAS=1 HAS_EXTERNAL=1 \
                 HAS_FILTERS=1 HAS_FREEZE=1 HAS_CYCLES=1 HAS_MISP=0 CCE_W=2 SRAM=1
ctr_rv64-small = XLEN=64 NBLOCKS=1 DRAFT=0 DEPTH_MIN=16 DEPTH_MAX=16 HAS_H=0 HAS_RAS=0 HAS_EXTERNAL=0 \
                 HAS_FILTERS=0 HAS_FREEZE=0 HAS_CYCLES=0 HAS_MISP=0 CCE_W=0 SRAM=0
ctr_rv32       = XLEN=32 NBLOCKS=3 DRAFT=0 DEPTH_MIN=32 DEPTH_MAX=128 HAS_H=1 HAS_RAS=1 HAS_EXTERNAL=1 \
                 HAS_FILTERS=1 HAS_FREEZE=1 HAS_CYCLES=1 HAS_MISP=1 CCE_W=3 SRAM=0
ctr_rv32-draft = XLEN=32 NBLOCKS=4 DRAFT=1 DEPTH_MIN=16 DEPTH_MAX=64 HAS_H=1 HAS_RAS=1 HAS_EXTERNAL=1 \
                 HAS_FILTERS=1 HAS_FREEZE=1 HAS_CYCLES=1 HAS_MISP=1 CCE_W=1 SRAM=0

# All modes and counters; few of them and one block; another width without S mode; nothing optional; -cfg with Smcntrpmf,
# -deleg with Smcdeleg and Ssccfg
hpm_BUILDS = rv64 rv32 rv64-u rv32-min rv64-cfg rv32-cfg rv64-deleg rv32-deleg rv32-deleg-cfg
hpm_OBJ    = $(addprefix $(BUILD)/obj/tb/units/hpm/,hpm_both.o hpm_counting.o hpm_log.o hpm_stimulus.o)
hpm_rv64     = XLEN=64 NBLOCKS=4 ICOUNT_W=8 NCOUNTERS=29 WIDTH=64 NEXT_EVENTS=8 HAS_U=1 HAS_S=1 HAS_H=1 HAS_CNTRPMF=0 HAS_CDELEG=0
hpm_rv32     = XLEN=32 NBLOCKS=1 ICOUNT_W=8 NCOUNTERS=4 WIDTH=32 NEXT_EVENTS=8 HAS_U=1 HAS_S=1 HAS_H=1 HAS_CNTRPMF=0 HAS_CDELEG=0
hpm_rv64-u   = XLEN=64 NBLOCKS=2 ICOUNT_W=3 NCOUNTERS=6 WIDTH=48 NEXT_EVENTS=3 HAS_U=1 HAS_S=0 HAS_H=0 HAS_CNTRPMF=0 HAS_CDELEG=0
hpm_rv32-min = XLEN=32 NBLOCKS=4 ICOUNT_W=1 NCOUNTERS=1 WIDTH=40 NEXT_EVENTS=0 HAS_U=0 HAS_S=0 HAS_H=0 HAS_CNTRPMF=0 HAS_CDELEG=0
hpm_rv64-cfg = XLEN=64 NBLOCKS=4 ICOUNT_W=8 NCOUNTERS=4 WIDTH=64 NEXT_EVENTS=8 HAS_U=1 HAS_S=1 HAS_H=1 HAS_CNTRPMF=1 HAS_CDELEG=0
hpm_rv32-cfg = XLEN=32 NBLOCKS=2 ICOUNT_W=4 NCOUNTERS=2 WIDTH=48 NEXT_EVENTS=1 HAS_U=1 HAS_S=1 HAS_H=0 HAS_CNTRPMF=1 HAS_CDELEG=0
hpm_rv64-deleg = XLEN=64 NBLOCKS=4 ICOUNT_W=8 NCOUNTERS=5 WIDTH=64 NEXT_EVENTS=8 HAS_U=1 HAS_S=1 HAS_H=1 HAS_CNTRPMF=1 HAS_CDELEG=1
hpm_rv32-deleg = XLEN=32 NBLOCKS=2 ICOUNT_W=4 NCOUNTERS=3 WIDTH=48 NEXT_EVENTS=1 HAS_U=1 HAS_S=1 HAS_H=1 HAS_CNTRPMF=0 HAS_CDELEG=1
hpm_rv32-deleg-cfg = XLEN=32 NBLOCKS=1 ICOUNT_W=3 NCOUNTERS=2 WIDTH=64 NEXT_EVENTS=0 HAS_U=1 HAS_S=1 HAS_H=0 HAS_CNTRPMF=1 HAS_CDELEG=1

# One lane at full rate, with effective addresses and without; two lanes and few bytes a cycle; RV32.
# tv_MORE: further shapes, of the night
tv_BUILDS = rv64 rv64-small rv32
tv_MORE   = rv64-f rv64-full rv64-1 rv64-wide rv64-two rv64-two-32 rv64-three rv32-f rv32-min rv32-1 rv32-32 rv32-two rv32-two-1 rv32-two-32 rv32-d
tv_OBJ    = $(addprefix $(BUILD)/obj/tb/units/tv/,tv_both.o tv_judge.o tv_log.o tv_stimulus.o tv_trace.o)
tv_CXXFLAGS = -O2
tv_rv64        = XLEN=64 MLEN=64 FLEN=64 NRET=1 OUT_BYTES=32 VIRTUAL=1 IMPLIED_END=0 INCREMENT=0
tv_rv64-small  = XLEN=64 MLEN=64 FLEN=64 NRET=2 OUT_BYTES=8 VIRTUAL=1 IMPLIED_END=1 INCREMENT=1
tv_rv32        = XLEN=32 MLEN=34 FLEN=64 NRET=1 OUT_BYTES=8 VIRTUAL=1 IMPLIED_END=0 INCREMENT=0
tv_rv64-full   = XLEN=64 MLEN=64 FLEN=64 NRET=1 OUT_BYTES=32 VIRTUAL=0 IMPLIED_END=0 INCREMENT=0
tv_rv64-f      = XLEN=64 MLEN=64 FLEN=32 NRET=1 OUT_BYTES=8 VIRTUAL=1 IMPLIED_END=1 INCREMENT=0
tv_rv64-1      = XLEN=64 MLEN=64 FLEN=0 NRET=1 OUT_BYTES=1 VIRTUAL=1 IMPLIED_END=1 INCREMENT=1
tv_rv64-two    = XLEN=64 MLEN=64 FLEN=64 NRET=2 OUT_BYTES=1 VIRTUAL=0 IMPLIED_END=0 INCREMENT=1
tv_rv64-two-32 = XLEN=64 MLEN=64 FLEN=64 NRET=2 OUT_BYTES=32 VIRTUAL=1 IMPLIED_END=0 INCREMENT=0
tv_rv64-three  = XLEN=64 MLEN=64 FLEN=64 NRET=3 OUT_BYTES=16 VIRTUAL=1 IMPLIED_END=1 INCREMENT=1
tv_rv64-wide   = XLEN=64 MLEN=64 FLEN=64 NRET=4 OUT_BYTES=32 VIRTUAL=1 IMPLIED_END=0 INCREMENT=1
tv_rv32-f      = XLEN=32 MLEN=34 FLEN=32 NRET=2 OUT_BYTES=8 VIRTUAL=1 IMPLIED_END=1 INCREMENT=1
tv_rv32-min    = XLEN=32 MLEN=32 FLEN=0 NRET=1 OUT_BYTES=4 VIRTUAL=0 IMPLIED_END=0 INCREMENT=0
tv_rv32-1      = XLEN=32 MLEN=34 FLEN=32 NRET=1 OUT_BYTES=1 VIRTUAL=1 IMPLIED_END=1 INCREMENT=1
tv_rv32-32     = XLEN=32 MLEN=32 FLEN=0 NRET=1 OUT_BYTES=32 VIRTUAL=1 IMPLIED_END=1 INCREMENT=1
tv_rv32-two    = XLEN=32 MLEN=34 FLEN=64 NRET=2 OUT_BYTES=8 VIRTUAL=0 IMPLIED_END=0 INCREMENT=0
tv_rv32-two-1  = XLEN=32 MLEN=34 FLEN=0 NRET=2 OUT_BYTES=1 VIRTUAL=1 IMPLIED_END=1 INCREMENT=0
tv_rv32-d      = XLEN=32 MLEN=32 FLEN=64 NRET=1 OUT_BYTES=8 VIRTUAL=1 IMPLIED_END=0 INCREMENT=0
tv_rv32-two-32 = XLEN=32 MLEN=34 FLEN=64 NRET=2 OUT_BYTES=32 VIRTUAL=1 IMPLIED_END=1 INCREMENT=1

# One channel with all that there can be; none of it; two and four channels; and with a queue
tv_rvfi_BUILDS = rv64 rv32-min rv64-2 rv32-4 rv64-deep rv32-2-deep
tv_rvfi_OBJ    = $(addprefix $(BUILD)/obj/tb/units/tv_rvfi/,tv_rvfi_core.o tv_rvfi_log.o)
tv_rvfi_rv64     = XLEN=64 FLEN=64 MLEN=64 NRET=1 CSRS=6 ADDRESSES=2 LOADS=1 DEPTH=0
tv_rvfi_rv32-min = XLEN=32 FLEN=0 MLEN=32 NRET=1 CSRS=0 ADDRESSES=0 LOADS=0 DEPTH=0
tv_rvfi_rv64-2   = XLEN=64 FLEN=32 MLEN=64 NRET=2 CSRS=8 ADDRESSES=1 LOADS=1 DEPTH=0
tv_rvfi_rv32-4   = XLEN=32 FLEN=64 MLEN=34 NRET=4 CSRS=2 ADDRESSES=2 LOADS=1 DEPTH=0
tv_rvfi_rv64-deep = XLEN=64 FLEN=64 MLEN=64 NRET=1 CSRS=4 ADDRESSES=2 LOADS=1 DEPTH=4
tv_rvfi_rv32-2-deep = XLEN=32 FLEN=32 MLEN=34 NRET=2 CSRS=2 ADDRESSES=1 LOADS=1 DEPTH=3

# One channel; with the least of all; two and four channels and one block; four of both. Their ports are those
# of the builds rv64, rv32-min, rv32, tiny, rv64-wide
rvfi_BUILDS = rv64 rv32-min rv32-2 tiny rv64-wide
rvfi_OBJ    = $(addprefix $(BUILD)/obj/tb/units/rvfi/,rvfi_files.o rvfi_hart.o rvfi_judge.o rvfi_program.o rvfi_run.o)
rvfi_rv64      = XLEN=64 NRET=1 NBLOCKS=1 ITYPE_W=4 IRETIRE_W=6 SIJUMP=1 CAUSES=1 DEPTH=4
rvfi_rv32-min  = XLEN=32 NRET=1 NBLOCKS=1 ITYPE_W=3 IRETIRE_W=3 SIJUMP=0 CAUSES=0 DEPTH=3
rvfi_rv32-2    = XLEN=32 NRET=2 NBLOCKS=1 ITYPE_W=4 IRETIRE_W=6 SIJUMP=1 CAUSES=1 DEPTH=8
rvfi_tiny      = XLEN=32 NRET=4 NBLOCKS=1 ITYPE_W=4 IRETIRE_W=3 SIJUMP=1 CAUSES=1 DEPTH=16
rvfi_rv64-wide = XLEN=64 NRET=4 NBLOCKS=4 ITYPE_W=4 IRETIRE_W=6 SIJUMP=1 CAUSES=1 DEPTH=16

# One group and four; two commit ports and one
GROUP_BENCH_OBJ = $(addprefix $(BUILD)/obj/tb/units/rvfi/,group_bench.o rvfi_files.o rvfi_hart.o rvfi_judge.o rvfi_program.o rvfi_run.o)
tci_BUILDS = rv64 rv32-4
tci_OBJ    = $(GROUP_BENCH_OBJ)
tci_rv64   = XLEN=64 NGROUPS=1 NBLOCKS=1 IRETIRE_W=6 CAUSES=1 DEPTH=4
tci_rv32-4 = XLEN=32 NGROUPS=4 NBLOCKS=2 IRETIRE_W=3 CAUSES=0 DEPTH=12
iti_BUILDS = rv64-2 rv32
iti_OBJ    = $(GROUP_BENCH_OBJ)
iti_rv64-2 = XLEN=64 NRET=2 NBLOCKS=2 IRETIRE_W=6 CAUSES=1 DEPTH=8
iti_rv32   = XLEN=32 NRET=1 NBLOCKS=1 IRETIRE_W=3 CAUSES=0 DEPTH=4

ifdef UNIT
UNIT_NAMES += $(UNIT)
$(UNIT)_BUILDS = own
$(UNIT)_own    = $(UNIT_VALUES)
$(UNIT)_FOLDER = $(UNIT_FOLDER)
$(UNIT)_SRC    = $(filter-out %_bench.c,$(wildcard $(UNIT_FOLDER)/*.c))
endif

unit_folder  = $(or $($(1)_FOLDER),tb/units/$(1))
unit_source  = $(firstword $(wildcard $(call unit_folder,$(1))/$(1)_bench.c $(call unit_folder,$(1))/$(1)_bench.cpp))
unit_benches = $(foreach b,$($(1)_BUILDS),$(UNITS)/$(1)/$(b)/bench)
# Of unit $(1) in build $(2)
unit_config  = $(or $($(1)_CFG_$(2)),$(2))
unit_cfg     = $(if $($(1)_USES),$(call cfg_of,$(call unit_config,$(1),$(2))))
unit_defines = $(addprefix -DP_,$($(1)_$(2)))$(if $($(1)_USES), \
    -DNT_CONFIG='"$(call unit_config,$(1),$(2))"' -DNT_CONFIG_FILE='"$(abspath $(call unit_cfg,$(1),$(2)))"')

# What `ntrace lockstep --unit` runs unless told otherwise, for RV64
all: $(addsuffix /rv64/bench,$(addprefix $(UNITS)/,ctr hpm tv))

.PHONY: units $(UNIT_NAMES:%=unit-%)
units: $(UNIT_NAMES:%=unit-%) ## build the locksteps of parts of the RTL: tb/units

# All but the stimulus comes from the table of ports and registers. $(1) unit, $(2) build
unit_words = $($(1)_$(2))$(if $($(1)_USES), \
    $$$$(python3 scripts/config.py g $(call unit_cfg,$(1),$(2)) | tr ' ' '\n' | sed -nE 's/^-G(($($(1)_USES))=.*)/\1/p'))

define unit_bench
$(call unit_table,$(UNITS)/$(1)/$(2),$(call unit_folder,$(1))/$(1).ports,$(2),$(call unit_words,$(1),$(2)),$(call unit_cfg,$(1),$(2)) scripts/make/bench_units.mk)
$(call unit_kind,$(UNITS)/$(1)/$(2),$(call unit_folder,$(1))/$(1).ports,wave,$(or $(if $(COVERED),-O0),$($(1)_CXXFLAGS),-O1),-DNT_ONLY)

$(UNITS)/$(1)/$(2)/bench.o: $(call unit_source,$(1)) scripts/make/bench_units.mk
	@mkdir -p $$(@D)
	$$(call say,$$(if $$(filter %.c,$$<),CC,C++))
	$$(Q)$$(if $$(filter %.c,$$<),$$(CC) $$(CFLAGS_ALL),$$(CXX) $$(CXXFLAGS_ALL) -Wall -Werror) \
	    $(call unit_defines,$(1),$(2)) -c $$< -o $$@

$(UNITS)/$(1)/$(2)/%.o: $(call unit_folder,$(1))/%.c
	@mkdir -p $$(@D)
	$$(call say,CC)
	$$(Q)$$(CC) $$(CFLAGS_ALL) $(call unit_defines,$(1),$(2)) -c $$< -o $$@

$(UNITS)/$(1)/$(2)/bench: $(addprefix $(UNITS)/$(1)/$(2)/,bench.o wave/unit.o wave/all.o $(patsubst %.c,%.o,$(notdir $($(1)_SRC)))) $($(1)_OBJ) \
                          $(HARNESS_OBJ) $(BENCH_MODEL) $(BUILD)/host.a $(RUNTIME_OBJ)
	$$(call say,LINK)
	$$(Q)$$(CXX) $$(CXXFLAGS) -fno-lto $$^ $$(LIBS) -lpthread -o $$@
endef
$(foreach u,$(UNIT_NAMES),$(eval unit-$(u): $(call unit_benches,$(u)))\
    $(foreach b,$($(u)_BUILDS) $($(u)_MORE),$(eval $(call unit_bench,$(u),$(b)))))

$(BUILD)/tests/tb/axi_memory_test: $(BUILD)/obj/tb/axi_memory.o
$(BUILD)/tests/tb/lockstep/stages_test: $(BUILD)/obj/tb/lockstep/stages.o
$(BUILD)/tests/tb/encoder/fields_test: $(BUILD)/obj/tb/encoder/fields.o

-include $(call dependencies,$(UNITS))
