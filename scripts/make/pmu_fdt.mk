# SPDX-License-Identifier: Apache-2.0
# The reader of the device tree's node riscv,pmu: for firmware that has a libfdt, and its tests here.
PMU_FDT_C = pmu/fdt/map.c pmu/fdt/read.c
PMU_FDT_H = pmu/fdt/nt_pmu_map.h pmu/fdt/nt_pmu_fdt.h

# $(1) rv64 or rv32. libfdt.h is the same for all machines: what it includes is picolibc's.
define pmu_fdt_archive
$(BUILD)/pmu/$(1)/fdt/%.o: pmu/fdt/%.c
	@mkdir -p $$(@D)
	$$(call say,CC)
	$$(Q)$(PMU_CC) $(PMU_CFLAGS) --specs=picolibc.specs -idirafter /usr/include $(PMU_ARCH_$(1)) -c $$< -o $$@

$(BUILD)/pmu/$(1)/libntpmu_fdt.a: $(PMU_FDT_C:pmu/%.c=$(BUILD)/pmu/$(1)/%.o)
	$$(call say,AR)
	$$(Q)rm -f $$@ && $(PMU_AR) rcs $$@ $$^
endef
$(foreach a,rv64 rv32,$(eval $(call pmu_fdt_archive,$(a))))
pmu: $(foreach a,rv64 rv32,$(BUILD)/pmu/$(a)/libntpmu_fdt.a)

install-pmu: install-pmu-fdt
.PHONY: install-pmu-fdt
install-pmu-fdt: $(foreach a,rv64 rv32,$(BUILD)/pmu/$(a)/libntpmu_fdt.a)
	$(foreach a,rv64 rv32,install -D -m 644 -t $(call to,$(LIBDIR)/ntpmu/$(a)) $(BUILD)/pmu/$(a)/libntpmu_fdt.a;)
	install -D -m 644 -t $(call to,$(INCLUDEDIR)/ntpmu) $(PMU_FDT_H)

# A reader of files, with sanitizers
PMU_FDT_READER = $(BUILD)/tests/pmu/fdt_reader
unit: $(if $(filter %/asan,$(BUILD)),,$(PMU_FDT_READER))
$(PMU_FDT_READER): tests/pmu/fdt/reader.c $(PMU_FDT_C) $(PMU_FDT_H) $(PMU_C) $(PMU_H) sim/pmu/csr_array.c
	@mkdir -p $(@D)
	$(call say,CC)
	$(Q)$(CC) -std=c11 -D_GNU_SOURCE -Wall -Wextra -Wconversion -Werror -I. $(PMU_KIND_asan) -DNT_PMU_XLEN=64 \
	    $(filter %.c,$^) -lfdt -o $@

$(BUILD)/fuzz/pmu_fdt_fuzz: $(PMU_FDT_C)
$(BUILD)/fuzz/pmu_fdt_fuzz: LIBS += -lfdt
