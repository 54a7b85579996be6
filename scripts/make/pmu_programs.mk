# SPDX-License-Identifier: Apache-2.0
# The SBI PMU library on the host with sanitizers, for both XLENs, and the programs of tests/pmu over
# it. A variant is its kind and XLEN: asan32, tsan64 and so on.
PMU_KIND_asan  = -O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all
PMU_KIND_tsan  = -O1 -g -fsanitize=thread
PMU_KIND_C     = $(PMU_C) sim/pmu/csr_array.c
PMU_PROGRAMS   = asan/perf_driver asan/details asan/hostile tsan/harts
PMU_VARIANTS   = asan tsan
PMU_KIND_OUT   = $(BUILD)/tests/pmu

.PHONY: pmu-host
pmu-host: $(foreach p,$(PMU_PROGRAMS),$(foreach x,32 64,$(PMU_KIND_OUT)/$(subst /,$(x)/,$(p))))
unit: $(if $(filter %/asan,$(BUILD)),,pmu-host)

# $(1) kind, $(2) XLEN
define pmu_variant
$(PMU_KIND_OUT)/$(1)$(2)/obj/%.o: %.c
	@mkdir -p $$(@D)
	$$(call say,CC)
	$$(Q)$(CC) -std=c11 -D_GNU_SOURCE -Wall -Wextra -Wconversion -Werror -I. -MMD -MP $(PMU_KIND_$(1)) \
	    -DNT_PMU_XLEN=$(2) -c $$< -o $$@

$(PMU_KIND_OUT)/$(1)$(2)/%: $(PMU_KIND_OUT)/$(1)$(2)/obj/tests/pmu/%.o $(PMU_KIND_C:%.c=$(PMU_KIND_OUT)/$(1)$(2)/obj/%.o)
	$$(call say,LINK)
	$$(Q)$(CC) $(PMU_KIND_$(1)) $$^ -pthread -o $$@
endef
$(foreach k,$(PMU_VARIANTS),$(foreach x,32 64,$(eval $(call pmu_variant,$(k),$(x)))))
.SECONDARY: $(foreach k,$(PMU_VARIANTS),$(foreach x,32 64,$(PMU_KIND_C:%.c=$(PMU_KIND_OUT)/$(k)$(x)/obj/%.o)))

-include $(call dependencies,$(wildcard $(PMU_KIND_OUT)/*/obj))

# What calls cost in instructions, measured on a hart of QEMU.
PMU_COST_ARCH_64 = -misa-spec=2.2 $(PMU_ARCH_rv64)
PMU_COST_ARCH_32 = -misa-spec=2.2 $(PMU_ARCH_rv32)
PMU_COST = $(BUILD)/tests/pmu/cost64.elf $(BUILD)/tests/pmu/cost32.elf
pmu-host: $(PMU_COST)
$(BUILD)/tests/pmu/cost%.elf: tests/pmu/cost.c $(BUILD)/pmu/rv%/libntpmu.a $(PROGRAM_COMMON)
	@mkdir -p $(@D)
	$(call say,RISCV)
	$(Q)$(RISCV_GCC) $(PMU_COST_ARCH_$*) -I. $< tests/programs/common/start.S $(BUILD)/pmu/rv$*/libntpmu.a -o $@
