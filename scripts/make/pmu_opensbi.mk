# SPDX-License-Identifier: Apache-2.0
# The glue for OpenSBI, on this machine with sanitizers: docs/sbi-pmu-opensbi.md has how it gets into OpenSBI.
PMU_OPENSBI   = $(foreach x,32 64,$(BUILD)/tests/pmu/opensbi_calls$(x))
PMU_OPENSBI_C = tests/pmu/opensbi/calls.c pmu/opensbi/nt_pmu_opensbi.c
unit: $(if $(filter %/asan,$(BUILD)),,$(PMU_OPENSBI))
$(BUILD)/tests/pmu/opensbi_calls%: $(PMU_OPENSBI_C) $(wildcard pmu/opensbi/*.h) $(PMU_C) $(PMU_H)
	@mkdir -p $(@D)
	$(call say,CC)
	$(Q)$(CC) -std=c11 -D_GNU_SOURCE -Wall -Wextra -Wconversion -Werror -I. $(PMU_KIND_asan) -DNT_PMU_XLEN=$* \
	    $(filter %.c,$^) -o $@
