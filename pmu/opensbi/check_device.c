/* SPDX-License-Identifier: Apache-2.0 */
/* To be compiled within OpenSBI: its struct sbi_pmu_device has the members that the glue gives, of
   the same types and at the same places. */
#include <sbi/sbi_ecall_interface.h>
#include <sbi/sbi_pmu.h>

#define sbi_pmu_device nt_pmu_declared
#include "sbi_pmu_device.h"
#undef sbi_pmu_device

#define SAME(member)                                                                               \
    _Static_assert(__builtin_offsetof(struct sbi_pmu_device, member) ==                            \
                       __builtin_offsetof(struct nt_pmu_declared, member),                         \
                   #member " is elsewhere in this OpenSBI");                                       \
    _Static_assert(                                                                                \
        __builtin_types_compatible_p(__typeof__(((struct sbi_pmu_device *)0)->member),             \
                                     __typeof__(((struct nt_pmu_declared *)0)->member)),           \
        #member " is of another type in this OpenSBI")

SAME(name);
SAME(fw_event_validate_encoding);
SAME(fw_counter_match_encoding);
SAME(fw_counter_width);
SAME(fw_counter_read_value);
SAME(fw_counter_write_value);
SAME(fw_counter_start);
SAME(fw_counter_stop);
SAME(hw_counter_enable_irq);
SAME(hw_counter_disable_irq);
SAME(hw_counter_irq_bit);
SAME(hw_counter_filter_mode);
_Static_assert(sizeof(struct sbi_pmu_device) == sizeof(struct nt_pmu_declared),
               "this OpenSBI's struct sbi_pmu_device has more members, or fewer");
