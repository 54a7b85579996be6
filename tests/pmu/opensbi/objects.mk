# SPDX-License-Identifier: Apache-2.0
# For platform/generic/ntrace of OpenSBI, beside ntrace.c and a copy of pmu/
carray-platform_override_modules-y += ntrace
platform-objs-y += ntrace/ntrace.o
platform-objs-y += $(addprefix ntrace/pmu/,call.o counter.o event.o event_info.o firmware.o match.o set.o snapshot.o)
platform-objs-y += ntrace/pmu/fdt/map.o ntrace/pmu/fdt/read.o
platform-objs-y += ntrace/pmu/opensbi/nt_pmu_opensbi.o ntrace/pmu/opensbi/check_device.o
