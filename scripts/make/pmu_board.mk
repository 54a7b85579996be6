# SPDX-License-Identifier: Apache-2.0
# The firmware of the SBI PMU library and the supervisor of tests/pmu/perf for the board of examples/core, which
# has no atomic instructions: one image of both, for its bench.
PMU_BOARD      = $(BUILD)/pmu/board
PMU_BOARD_ARCH = -march=rv32imc -mabi=ilp32 -DMAP_BOARD
PMU_BOARD_C    = $(filter-out %/memory.c,$(wildcard tests/pmu/firmware/*.[cS])) tests/pmu/board/memory.c
PMU_BOARD_LIBRARY = $(wildcard $(PMU_SOURCE)/*.[cS])

$(PMU_BOARD)/firmware.elf: $(PMU_BOARD_C) $(PMU_BOARD_LIBRARY) $(PMU_H) $(wildcard tests/pmu/firmware/*.h) tests/pmu/firmware/program.ld
	@mkdir -p $(@D)
	$(call say,RISCV)
	$(Q)$(PMU_MACHINE) $(PMU_BOARD_ARCH) -Os -Wl,--defsym=BASE=0x80000000 $(filter %.c %.S,$^) -o $@

$(PMU_BOARD)/perf.elf: $(wildcard tests/pmu/perf/*) $(addprefix tests/pmu/supervisor/,start.S sbi.c sbi.h) $(PMU_H) \
                       $(wildcard tests/pmu/firmware/*.h) tests/pmu/firmware/program.ld
	@mkdir -p $(@D)
	$(call say,RISCV)
	$(Q)$(PMU_MACHINE) $(PMU_BOARD_ARCH) -Os -Wl,--defsym=BASE=0x80010000 $(filter %.c %.S,$^) -o $@

# Sections without content are zeros too: nothing else clears them
$(PMU_BOARD)/%.hex: $(PMU_BOARD)/%.elf
	$(Q)riscv64-unknown-elf-objcopy --set-section-flags .bss=alloc,load,contents -O verilog \
	    --change-addresses -0x80000000 $< $@

$(PMU_BOARD)/image.hex: $(PMU_BOARD)/firmware.hex $(PMU_BOARD)/perf.hex
	$(Q)cat $^ > $@

pmu-table-programs: $(PMU_BOARD)/image.hex
