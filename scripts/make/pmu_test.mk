# SPDX-License-Identifier: Apache-2.0
# The SBI PMU library on this machine, for tests: an archive for each XLEN, and for older versions of
# the SBI. Of another copy of pmu/: PMU_SOURCE=DIR/pmu BUILD=DIR/build.
PMU_LIBRARY_C := $(sort $(wildcard $(PMU_SOURCE)/*.c))
PMU_HOSTS   = host32 host64 $(PMU_HOSTS_OLD)
PMU_HOSTS_OLD = host32-2.0 host64-2.0 host32-0.3 host64-0.3
pmu_host_version = $(if $(findstring -,$(1)),_$(subst .,_,$(lastword $(subst -, ,$(1)))),_3_0)
pmu_host_flags   = -DNT_PMU_XLEN=$(patsubst host%,%,$(firstword $(subst -, ,$(1)))) \
                   -DNT_PMU_VERSION=NT_PMU_VERSION$(call pmu_host_version,$(1))

# $(1) one of PMU_HOSTS
define pmu_host
$(BUILD)/pmu/$(1)/%.o: $(PMU_SOURCE)/%.c
	@mkdir -p $$(@D)
	$$(call say,CC)
	$$(Q)$$(compile) $(call pmu_host_flags,$(1))

$(BUILD)/pmu/$(1)/libntpmu.a: $(PMU_LIBRARY_C:$(PMU_SOURCE)/%.c=$(BUILD)/pmu/$(1)/%.o)
	$$(call say,AR)
	$$(Q)rm -f $$@ && gcc-ar rcs $$@ $$^

# What of the tests is compiled for it, and the array of sim/pmu
$(BUILD)/pmu/$(1)/tests/%.o: tests/pmu/%.c
	@mkdir -p $$(@D)
	$$(call say,CC)
	$$(Q)$$(compile) $(call pmu_host_flags,$(1))

$(BUILD)/pmu/$(1)/tests/%.o: sim/pmu/%.c
	@mkdir -p $$(@D)
	$$(call say,CC)
	$$(Q)$$(compile) $(call pmu_host_flags,$(1))

# Random calls, for tests/pmu/replay.py
$(BUILD)/tests/pmu/random_calls_$(1): \
        $(patsubst %,$(BUILD)/pmu/$(1)/tests/%.o,random_calls random_draw random_hart random_log csr_array) \
        $(BUILD)/pmu/$(1)/libntpmu.a
	@mkdir -p $$(@D)
	$$(call say,LINK)
	$$(Q)$$(CC) $$(CFLAGS) $$(LTO) $$^ -o $$@
endef
$(foreach host,$(PMU_HOSTS),$(eval $(call pmu_host,$(host))))

PMU_RANDOM = $(PMU_HOSTS:%=$(BUILD)/tests/pmu/random_calls_%)
.PHONY: pmu-random
pmu-random: $(PMU_RANDOM)
unit: $(if $(filter %/asan,$(BUILD)),,pmu-random)

-include $(call dependencies,$(BUILD)/pmu/host*)
