# SPDX-License-Identifier: Apache-2.0
# The SBI PMU library: freestanding archives for RV64 and RV32, and what installs them.
PMU_CC     ?= riscv64-unknown-elf-gcc
PMU_AR     ?= riscv64-unknown-elf-ar
PMU_OBJCOPY ?= riscv64-unknown-elf-objcopy
PMU_PUBLIC  = nt_pmu_init nt_pmu_call nt_pmu_fw_event nt_pmu_fw_platform_event nt_pmu_save nt_pmu_restore
# Another copy of pmu/, for tests: PMU_SOURCE=DIR/pmu BUILD=DIR
PMU_SOURCE ?= pmu
PMU_C      := $(sort $(wildcard pmu/*.c))
PMU_H      := pmu/nt_pmu.h pmu/sbi_pmu.h
PMU_CFLAGS  = -std=c11 -ffreestanding -Os -g -Wall -Wextra -Wconversion -Wstack-usage=512 -Werror \
              -ffunction-sections -fno-common -MMD -MP
PMU_ARCH_rv64 = -march=rv64imac -mabi=lp64 -mcmodel=medany
PMU_ARCH_rv32 = -march=rv32imac -mabi=ilp32
PMU_ARCHIVES  = $(BUILD)/pmu/rv64/libntpmu.a $(BUILD)/pmu/rv32/libntpmu.a

.PHONY: pmu install-pmu
pmu: $(PMU_ARCHIVES) ## build the SBI PMU library: build/pmu/rv64/libntpmu.a, build/pmu/rv32/libntpmu.a

# $(1) rv64 or rv32
define pmu_archive
$(BUILD)/pmu/$(1)/%.o: $(PMU_SOURCE)/%.c
	@mkdir -p $$(@D)
	$$(call say,CC)
	$$(Q)$(PMU_CC) $$(PMU_CFLAGS) $(PMU_ARCH_$(1)) -fstack-usage -c $$< -o $$@

$(BUILD)/pmu/$(1)/%.o: $(PMU_SOURCE)/%.S
	@mkdir -p $$(@D)
	$$(call say,AS)
	$$(Q)$(PMU_CC) $(PMU_ARCH_$(1)) -c $$< -o $$@

# What nt_pmu.h does not declare stays inside.
$(BUILD)/pmu/$(1)/ntpmu.o: $(PMU_C:pmu/%.c=$(BUILD)/pmu/$(1)/%.o)
	$$(call say,LINK)
	$$(Q)$(PMU_CC) $(PMU_ARCH_$(1)) -nostdlib -r $$^ -o $$@ && \
	    $(PMU_OBJCOPY) $(PMU_PUBLIC:%=--keep-global-symbol=%) $$@

$(BUILD)/pmu/$(1)/libntpmu.a: $(BUILD)/pmu/$(1)/ntpmu.o $(BUILD)/pmu/$(1)/csr_riscv.o
	$$(call say,AR)
	$$(Q)rm -f $$@ && $(PMU_AR) rcs $$@ $$^
endef
$(foreach a,rv64 rv32,$(eval $(call pmu_archive,$(a))))

install-pmu: pmu ## install the SBI PMU library for firmware: archives, headers, pkg-config file, manual page
	install -d $(call to,$(LIBDIR)/ntpmu/rv64) $(call to,$(LIBDIR)/ntpmu/rv32) $(call to,$(LIBDIR)/pkgconfig) \
	    $(call to,$(INCLUDEDIR)/ntpmu) $(call to,$(MANDIR)/man3)
	install -m 644 $(BUILD)/pmu/rv64/libntpmu.a $(call to,$(LIBDIR)/ntpmu/rv64)
	install -m 644 $(BUILD)/pmu/rv32/libntpmu.a $(call to,$(LIBDIR)/ntpmu/rv32)
	install -m 644 $(PMU_H) $(call to,$(INCLUDEDIR)/ntpmu)
	install -m 644 pmu/nt_pmu.3 $(call to,$(MANDIR)/man3)
	$(pc_file) pmu/ntpmu.pc.in > $(call to,$(LIBDIR)/pkgconfig/ntpmu.pc)

-include $(wildcard $(BUILD)/pmu/rv*/*.d)
