# SPDX-License-Identifier: Apache-2.0
# Test programs (tests/programs/) and their recordings. NAME is for RV64, NAME32 for RV32.
PROGRAMS64 = kernel calls coroutine interpreter sort nbody selfmod sampling
PROGRAMS32 = kernel32 crc32 interpreter32 sort32 selfmod32
PROGRAMS   = $(addprefix build/programs/,$(PROGRAMS64) $(PROGRAMS32))

RISCV_GCC = riscv64-unknown-elf-gcc --specs=picolibc.specs -nostartfiles -mcmodel=medany \
	-std=gnu11 -O2 -g -Wall -Wextra -Werror -ffreestanding -fno-tree-loop-distribute-patterns \
	-Itests/programs -T tests/programs/common/program.ld -Wl,--no-warn-rwx-segments
# The old ISA specification, where these names include the CSR instructions and fence.i.
RISCV64   = -misa-spec=2.2 -march=rv64gc -mabi=lp64d
RISCV32   = -misa-spec=2.2 -march=rv32imac -mabi=ilp32
PROGRAM_COMMON = tests/programs/common/start.S tests/programs/common/program.h \
	tests/programs/common/program.ld scripts/make/programs.mk

.PHONY: programs recordings
programs: $(addsuffix .elf,$(PROGRAMS)) ## build the test programs
recordings: $(addsuffix .ntr,$(PROGRAMS)) ## record the test programs

build/programs/kernel.elf build/programs/kernel32.elf: tests/programs/kernel_trap.S

$(patsubst %,build/programs/%.elf,$(PROGRAMS64)): build/programs/%.elf: tests/programs/%.c $(PROGRAM_COMMON)
	@mkdir -p $(@D)
	$(call say,RISCV)
	$(Q)$(RISCV_GCC) $(RISCV64) $(filter %.c %.S,$^) -lm -o $@

$(patsubst %,build/programs/%.elf,$(PROGRAMS32)): build/programs/%32.elf: tests/programs/%.c $(PROGRAM_COMMON)
	@mkdir -p $(@D)
	$(call say,RISCV)
	$(Q)$(RISCV_GCC) $(RISCV32) $(filter %.c %.S,$^) -lm -o $@

# Made anew when the recorder changes, not with every change of ntrace.
build/programs/%.ntr: build/programs/%.elf $(filter build/obj/sim/record%,$(LIB_OBJ)) | build/ntrace
	$(call say,RECORD)
	$(Q)build/ntrace record --timeout 600 --elf $< -o $@

# It needs counters whose overflow interrupts.
build/programs/sampling.ntr: build/programs/sampling.elf $(filter build/obj/sim/record%,$(LIB_OBJ)) | build/ntrace
	$(call say,RECORD)
	$(Q)build/ntrace record --timeout 600 -o $@ -- -cpu rv64,sscofpmf=on -bios none -kernel $<
