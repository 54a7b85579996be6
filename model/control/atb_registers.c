/* SPDX-License-Identifier: Apache-2.0 */
#include "model/control/atb_registers.h"

#include "model/control/register_file.h"

#include <stddef.h>

enum {
    ATB_CONTROL = 0x000,
    EMPTY_BIT = 3,
    FIRST_ID = 1, /* 0 is reserved by the ATB */
    COMP_TYPE = 14,
};

static uint64_t comp_type(const void *build, const nt_register_field *field, uint64_t word) {
    (void)build, (void)field, (void)word;
    return COMP_TYPE;
}

#define STORED(field, lsb, width, reset, meaning, here)                                            \
    NT_ROW_FIELD(#field, lsb, width, NT_RW, offsetof(nt_atb_control, field), nt_legal_any, reset,  \
                 meaning, here)

static const nt_register_field control[] = {
    STORED(trAtbBridgeActive, 0, 1, "0", "0 holds the bridge in reset",
           "Also resets all other fields: until it is 1 a write to trAtbBridgeControl takes this "
           "bit alone. It reads as written in the next access."),
    STORED(trAtbBridgeEnable, 1, 1, "0",
           "1: the bridge is enabled; 0: what is queued goes out on the ATB",
           "When cleared, nothing more is taken; trAtbBridgeEmpty is 1 when all has gone."),
    NT_ROW_STATUS("trAtbBridgeEmpty", 3, 1, NT_RO, "1", "1: internal buffers are empty",
                  "As the text."),
    STORED(trAtbBridgeID, 8, 7, "1", "ATID",
           "All values, also those that the ATB reserves (0, 0x70 to 0x7f) and that should not be "
           "used."),
};

static const nt_register_field impl[] = {
    NT_ROW_CONSTANT("trAtbBridgeVerMajor", 0, 4, NT_RO, nt_legal_one, "1",
                    "Major version of the component", "1."),
    NT_ROW_CONSTANT("trAtbBridgeVerMinor", 4, 4, NT_RO, nt_legal_zero, "0",
                    "Minor version of the component", "0."),
    NT_ROW_CONSTANT("trAtbBridgeCompType", 8, 4, NT_RO, comp_type, "14", "Type of the component",
                    "14: ATB bridge."),
    NT_ROW_CONSTANT("trAtbBridgeAsyncFreq", 12, 3, NT_WARL, nt_legal_zero, "0",
                    "Alignment synchronization packets", "N-Trace has none: 0."),
};

static const nt_register registers[] = {
    NT_ROW_REGISTER("trAtbBridgeControl", 0x000, NT_UNIT_COMPONENT, "ATB bridge control", control,
                    false),
    NT_ROW_REGISTER("trAtbBridgeImpl", 0x004, NT_UNIT_COMPONENT, "ATB bridge implementation", impl,
                    false),
};

const nt_register_map nt_atb_map = {
    .name = "atb",
    .title = "Trace ATB bridge",
    .registers = registers,
    .count = sizeof registers / sizeof registers[0],
    .width = 32,
    .has_active = true,
};

static nt_register_file file_of(const nt_atb_registers *s) {
    return (nt_register_file){&nt_atb_map, NULL, (void *)&s->control};
}

static nt_atb_control reset_fields(bool active) {
    return (nt_atb_control){.trAtbBridgeActive = active, .trAtbBridgeID = FIRST_ID};
}

void nt_atb_registers_init(nt_atb_registers *s) {
    s->control = reset_fields(false);
}

nt_apb_answer nt_atb_registers_out(const nt_atb_registers *s, const nt_atb_registers_inputs *in) {
    if (!nt_apb_is_access(&in->apb)) {
        return nt_apb_no_answer();
    }
    nt_register_file file = file_of(s);
    uint32_t read = (uint32_t)nt_register_file_read(&file, in->apb.PADDR);
    read |= in->apb.PADDR == ATB_CONTROL ? (uint32_t)in->trAtbBridgeEmpty << EMPTY_BIT : 0;
    return nt_apb_answer_to(&in->apb, false, read);
}

void nt_atb_registers_step(nt_atb_registers *s, const nt_atb_registers_inputs *in) {
    bool was_active = s->control.trAtbBridgeActive;
    nt_register_file file = file_of(s);
    nt_register_file_access(&file, &in->apb);
    bool active = s->control.trAtbBridgeActive;
    if (in->rst || !was_active || !active) {
        s->control = reset_fields(!in->rst && active);
    }
}
