# SPDX-License-Identifier: Apache-2.0
# The example's core on its board and the programs that it runs: docs/my-core.md. Over other sources, for
# instance copies with a fault: make EXAMPLE=OUT EXAMPLE_CORE=DIR/core EXAMPLE_RTL=DIR/rtl OUT/board
EXAMPLE      ?= $(BUILD)/example-core
EXAMPLE_CORE ?= examples/core
EXAMPLE_RTL  ?= rtl
EXAMPLE_FOLDERS = $(addprefix $(EXAMPLE_RTL)/,. adapter encoder control transport tandem hpm ctr)
EXAMPLE_OPTIONS = --timing -I$(EXAMPLE) $(addprefix -I,$(EXAMPLE_FOLDERS)) -y $(EXAMPLE_CORE) $(addprefix -y ,$(EXAMPLE_FOLDERS))
EXAMPLE_SOURCES = $(wildcard $(EXAMPLE_CORE)/*.v) $(wildcard $(addsuffix /*.v,$(EXAMPLE_FOLDERS)))

# Of tests/programs, of tests/programs/tandem, and the example's own with what they need
EXAMPLE_SHARED = crc interpreter coroutine
EXAMPLE_CHECKS = integer compressed muldiv
EXAMPLE_OWN    = traps timer user tasks counters records
EXAMPLE_NAMES  = $(EXAMPLE_SHARED) $(EXAMPLE_CHECKS) $(EXAMPLE_OWN)
EXAMPLE_ELFS   = $(EXAMPLE_NAMES:%=$(EXAMPLE)/%.elf)

.PHONY: example-core example-core-built
example-core-built: $(EXAMPLE)/board $(EXAMPLE_ELFS) $(EXAMPLE_ELFS:.elf=.hex)
example-core: example-core-built host ## a core of our own, its programs, and their traces: docs/my-core.md
	@python3 -m examples.core.judge $(EXAMPLE)

$(EXAMPLE)/board_config.vh: examples/core/board.cfg $(CONFIG_READER)
	@mkdir -p $(@D)
	$(Q)python3 scripts/config.py vh $< > $@

$(EXAMPLE)/board: $(EXAMPLE)/board_config.vh $(EXAMPLE_SOURCES)
	$(call say,VERILATE)
	$(Q)verilator --binary $(EXAMPLE_OPTIONS) -O3 --x-assign fast --x-initial fast -Mdir $(EXAMPLE)/verilated \
	    -o $(abspath $@) $(EXAMPLE_CORE)/nt_board_bench.v > $@.log || { cat $@.log; exit 1; }

EXAMPLE_GCC = $(subst tests/programs/common/program.ld,examples/core/software/board.ld,$(RISCV_GCC)) -misa-spec=2.2 \
	-march=rv32imc -mabi=ilp32 -I. -Iexamples/core/software
EXAMPLE_SOFTWARE = examples/core/software/start.S examples/core/software/trace.c $(DRIVER_SRC)
$(EXAMPLE_SHARED:%=$(EXAMPLE)/%.elf): $(EXAMPLE)/%.elf: tests/programs/%.c
$(EXAMPLE_CHECKS:%=$(EXAMPLE)/%.elf): $(EXAMPLE)/%.elf: tests/programs/tandem/%.c
$(EXAMPLE_OWN:%=$(EXAMPLE)/%.elf): $(EXAMPLE)/%.elf: examples/core/programs/%.c
$(addprefix $(EXAMPLE)/,traps.elf timer.elf user.elf counters.elf records.elf): examples/core/programs/trap.S
$(EXAMPLE)/tasks.elf: examples/core/programs/task.S
$(EXAMPLE_ELFS): $(EXAMPLE_SOFTWARE) $(wildcard examples/core/*/*.h) examples/core/software/begin.inc examples/core/software/board.ld scripts/make/example_core.mk
	@mkdir -p $(@D)
	$(call say,RISCV)
	$(Q)$(EXAMPLE_GCC) $(filter %.c %.S,$^) -lm -o $@

$(EXAMPLE)/%.hex: $(EXAMPLE)/%.elf
	$(Q)riscv64-unknown-elf-objcopy -O verilog --change-addresses -0x80000000 $< $@

# The ingress kit on the board, under Icarus: docs/kit.md
KIT_BENCH   ?= examples/kit/nt_kit_bench.v
KIT_FOLDERS  = $(EXAMPLE_CORE) examples/kit $(EXAMPLE_RTL)/checker $(EXAMPLE_FOLDERS)
$(EXAMPLE)/kit.vvp: $(KIT_BENCH) $(EXAMPLE)/board_config.vh $(EXAMPLE_SOURCES) $(wildcard examples/kit/*.v)
	$(call say,IVERILOG)
	$(Q)iverilog -g2005 $(addprefix -I,$(KIT_FOLDERS)) $(addprefix -y,$(KIT_FOLDERS)) -I$(EXAMPLE) -o $@ $<

.PHONY: kit
kit: $(EXAMPLE)/kit.vvp host ## run the ingress kit on the example's core: docs/kit.md
	$(Q)rm -rf $(EXAMPLE)/kit
	$(Q)$(BUILD)/ntrace kit emit -o $(EXAMPLE)/kit --have examples/kit/core.toml
	$(Q)for program in $(EXAMPLE)/kit/*.hex; do vvp -n $< +program=$$program +port=$${program%.hex}.nti || exit 1; done
	$(Q)$(BUILD)/ntrace kit judge --port-dir $(EXAMPLE)/kit --have examples/kit/core.toml

# The board leaves pins open, and the bench is none of hardware
EXAMPLE_LINT = nt_core nt_core_units:-GXLEN=64:-GDEPTH_MAX=256 nt_board:-Wno-PINCONNECTEMPTY nt_board_bench:-Wno-PINCONNECTEMPTY:-Wno-BLKSEQ
.PHONY: lint-example-core
lint: lint-example-core
lint-example-core: $(EXAMPLE)/board_config.vh
	$(Q)for top in $(EXAMPLE_LINT); do \
	    verilator --lint-only -Wall $(EXAMPLE_OPTIONS) $$(echo $$top: | cut -d: -f2- | tr : ' ') \
	        --top-module $${top%%:*} examples/core/$${top%%:*}.v || exit 1; \
	done
	$(Q)verilator --lint-only -Wall $(EXAMPLE_OPTIONS) -y examples/kit -y rtl/checker -Wno-PINCONNECTEMPTY -Wno-BLKSEQ \
	    --top-module nt_kit_bench examples/kit/nt_kit_bench.v
