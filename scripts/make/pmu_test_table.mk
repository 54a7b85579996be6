# SPDX-License-Identifier: Apache-2.0
# The table of cases of the SBI PMU calls and the places where it runs: tests/pmu/table_test.py.
PMU_TABLE   = $(BUILD)/pmu/table
PMU_CASES  := $(wildcard tests/pmu/cases/*.py) tests/pmu/vocabulary.py tests/pmu/table_source.py
PMU_TABLE_HOST = $(PMU_HOSTS:%=$(BUILD)/tests/pmu/table_%)
PMU_TABLE_QEMU = $(foreach x,32 64,$(PMU_TABLE)/firmware$(x).elf $(PMU_TABLE)/supervisor$(x).elf $(PMU_TABLE)/perf$(x).elf)

.PHONY: pmu-table pmu-table-programs
pmu-table-programs: $(PMU_TABLE_HOST) $(PMU_TABLE_QEMU) $(PMU_TABLE)/hpm
pmu-table: pmu-table-programs ## run the table of SBI PMU cases in all of its places: build/pmu/table.json
	$(Q)python3 -m unittest tests.pmu.table_test
unit: $(if $(filter %/asan,$(BUILD)),,$(PMU_TABLE_HOST))

$(PMU_TABLE)/cases%.c: $(PMU_CASES)
	@mkdir -p $(@D)
	$(Q)python3 -m tests.pmu.table_source $* > $@

# On array CSRs. $(1) one of PMU_HOSTS
define pmu_table_host
$(BUILD)/pmu/$(1)/tests/cases.o: $(PMU_TABLE)/cases$(patsubst host%,%,$(firstword $(subst -, ,$(1)))).c tests/pmu/table.h
	@mkdir -p $$(@D)
	$$(call say,CC)
	$$(Q)$$(compile) $(call pmu_host_flags,$(1))

$(BUILD)/tests/pmu/table_$(1): $(patsubst %,$(BUILD)/pmu/$(1)/tests/%.o,table_host table cases csr_array) \
                               $(BUILD)/pmu/$(1)/libntpmu.a
	@mkdir -p $$(@D)
	$$(call say,LINK)
	$$(Q)$$(CC) $$(CFLAGS) -fno-lto $$^ -o $$@
endef
$(foreach host,$(PMU_HOSTS),$(eval $(call pmu_table_host,$(host))))

# On the Verilated counters of the largest build, behind tb/lockstep/unit.h. With another library:
# PMU_TABLE_LIBRARY, and PMU_TABLE_HPM for the program.
PMU_TABLE_LIBRARY = $(BUILD)/pmu/host64/libntpmu.a
PMU_TABLE_HPM     = $(PMU_TABLE)/hpm
$(PMU_TABLE_HPM): $(patsubst %,$(BUILD)/pmu/host64/tests/%.o,table_hpm table cases csr_array) $(PMU_TABLE_LIBRARY) \
                  $(addprefix $(UNITS)/hpm/rv64/wave/,unit.o all.o) $(BUILD)/obj/tb/lockstep/names.o \
                  $(BENCH_MODEL) $(BUILD)/host.a $(RUNTIME_OBJ)
	@mkdir -p $(@D)
	$(call say,LINK)
	$(Q)$(CXX) $(CXXFLAGS) -fno-lto $^ $(LIBS) -lpthread -o $@

# In QEMU: a firmware with the library, and the program in S mode. Compiled as a whole: they are
# small.
PMU_MACHINE = $(PMU_CC) -misa-spec=2.2 --specs=picolibc.specs -nostartfiles -std=gnu11 -ffreestanding -O1 -g \
    -fno-tree-loop-distribute-patterns -Wall -Wextra -Wconversion -Werror -I. -T tests/pmu/firmware/program.ld \
    -Wl,--no-warn-rwx-segments

# $(1) XLEN
define pmu_table_qemu
$(PMU_TABLE)/firmware$(1).elf: $(wildcard tests/pmu/firmware/*) $(PMU_H) $(BUILD)/pmu/rv$(1)/libntpmu.a
	@mkdir -p $$(@D)
	$$(call say,RISCV)
	$$(Q)$$(PMU_MACHINE) $(PMU_ARCH_rv$(1)) -Wl,--defsym=BASE=0x80000000 $$(filter %.c %.S %.a,$$^) -o $$@

$(PMU_TABLE)/supervisor$(1).elf: $(PMU_TABLE)/cases$(1).c tests/pmu/table.c tests/pmu/table.h $(PMU_H) \
                                 $(wildcard tests/pmu/supervisor/*) $(wildcard tests/pmu/firmware/*.h) \
                                 tests/pmu/firmware/program.ld
	@mkdir -p $$(@D)
	$$(call say,RISCV)
	$$(Q)$$(PMU_MACHINE) $(PMU_ARCH_rv$(1)) -Wl,--defsym=BASE=0x80400000 $$(filter %.c %.S,$$^) -o $$@

$(PMU_TABLE)/perf$(1).elf: $(wildcard tests/pmu/perf/*) $(addprefix tests/pmu/supervisor/,start.S sbi.c sbi.h) $(PMU_H) \
                           $(wildcard tests/pmu/firmware/*.h) tests/pmu/firmware/program.ld
	@mkdir -p $$(@D)
	$$(call say,RISCV)
	$$(Q)$$(PMU_MACHINE) $(PMU_ARCH_rv$(1)) -Wl,--defsym=BASE=0x80400000 $$(filter %.c %.S,$$^) -o $$@
endef
$(foreach x,32 64,$(eval $(call pmu_table_qemu,$(x))))
