# SPDX-License-Identifier: Apache-2.0
# Programs for the tandem-verification trace (tests/programs/tandem/), NAME for RV64, NAME32 for RV32,
# and the plugin by which QEMU tells the accesses to memory.
TANDEM_PROGRAMS64 = integer compressed muldiv atomic single double traps interrupts delegation paging
TANDEM_PROGRAMS32 = integer32 compressed32 muldiv32 atomic32 single32 traps32 interrupts32 delegation32 paging32
TANDEM_PROGRAMS   = $(TANDEM_PROGRAMS64) $(TANDEM_PROGRAMS32)
# A small stack: what memory holds at first is part of a trace.
TANDEM_STACK = -Wl,--defsym=__stack_size=2048
TANDEM_RV64 = $(RISCV64) $(TANDEM_STACK)
TANDEM_RV32 = $(RISCV32) $(TANDEM_STACK)
TANDEM_FLAGS_single32 = -march=rv32imafc -mabi=ilp32f
# At other addresses than those that it is linked for, gp does not fit.
TANDEM_FLAGS_paging = -Wl,--no-relax
TANDEM_FLAGS_paging32 = -Wl,--no-relax
TANDEM_TRAPS = tests/programs/tandem/trap.S tests/programs/tandem/trap.h

.PHONY: tandem-programs tandem-data
tandem-programs: $(TANDEM_PROGRAMS:%=build/tandem/%.elf) ## build the programs for the tandem-verification trace

$(foreach name,traps interrupts delegation paging,build/tandem/$(name).elf build/tandem/$(name)32.elf): $(TANDEM_TRAPS)
build/tandem/single.elf build/tandem/single32.elf build/tandem/double.elf: tests/programs/tandem/float.h

$(TANDEM_PROGRAMS64:%=build/tandem/%.elf): build/tandem/%.elf: tests/programs/tandem/%.c $(PROGRAM_COMMON) scripts/make/tandem_programs.mk
	@mkdir -p $(@D)
	$(call say,RISCV)
	$(Q)$(RISCV_GCC) $(TANDEM_RV64) $(TANDEM_FLAGS_$*) $(filter %.c %.S,$^) -lm -o $@

$(TANDEM_PROGRAMS32:%=build/tandem/%.elf): build/tandem/%32.elf: tests/programs/tandem/%.c $(PROGRAM_COMMON) scripts/make/tandem_programs.mk
	@mkdir -p $(@D)
	$(call say,RISCV)
	$(Q)$(RISCV_GCC) $(TANDEM_RV32) $(TANDEM_FLAGS_$*32) $(filter %.c %.S,$^) -lm -o $@

# The recordings that the tests use. Made anew by hand: they are data.
tandem-data: $(TANDEM_PROGRAMS:%=build/tandem/%.elf) $(BUILD)/ntrace ## make the stored tandem-verification traces anew
	$(Q)python3 -m tests.tandem.programs

# Beside ntrace, where it looks for it.
RECORD_PLUGIN = $(BUILD)/ntrace-memory.so
$(BUILD)/ntrace: | $(RECORD_PLUGIN)
$(RECORD_PLUGIN): sim/record/plugin/memory.c
	@mkdir -p $(@D)
	$(call say,LINK)
	$(Q)$(CC) -std=c11 -Wall -Wextra -Wconversion -Werror -O2 -fPIC -shared -fvisibility=hidden $< -o $@
