/* SPDX-License-Identifier: Apache-2.0 */
#include "model/control/pib_registers.h"

#include "model/control/register_file.h"

#include <stddef.h>

enum { PIB_CONTROL = 0x000, EMPTY_BIT = 3, MODE_LSB = 4, PARALLEL_1 = 8, COMP_TYPE = 10 };

static uint64_t comp_type(const void *build, const nt_register_field *field, uint64_t word) {
    (void)build, (void)field, (void)word;
    return COMP_TYPE;
}

/* Of the whole register: what trPibMode becomes. */
static uint32_t mode_of(const nt_pib_registers_params *params, uint64_t word) {
    uint32_t mode = (uint32_t)(word >> MODE_LSB) & 15;
    return params->modes >> mode & 1 ? mode : 0;
}

static uint64_t mode(const void *build, const nt_register_field *field, uint64_t word) {
    (void)field;
    return mode_of(build, word);
}

static uint64_t clk_center(const void *build, const nt_register_field *field, uint64_t word) {
    const nt_pib_registers_params *params = build;
    return nt_legal_only_if(params->clk_center && mode_of(params, word) >= PARALLEL_1, field, word);
}

static uint64_t calibrate(const void *build, const nt_register_field *field, uint64_t word) {
    return nt_legal_only_if(((const nt_pib_registers_params *)build)->calibrate, field, word);
}

static uint64_t divider(const void *build, const nt_register_field *field, uint64_t word) {
    const nt_pib_registers_params *params = build;
    return nt_legal_at_most(nt_register_mask(params->divider_w), field, word);
}

#define STORED(field, lsb, width, access, legal, reset, meaning, here)                             \
    NT_ROW_FIELD(#field, lsb, width, access, offsetof(nt_pib_control, field), legal, reset,        \
                 meaning, here)

static const nt_register_field control[] = {
    STORED(trPibActive, 0, 1, NT_RW, nt_legal_any, "0", "0 holds the PIB in reset",
           "Also resets all other fields: until it is 1 a write to trPibControl takes this bit "
           "alone. It reads as written in the next access."),
    STORED(trPibEnable, 1, 1, NT_RW, nt_legal_any, "0",
           "1: the PIB makes output; 0: it takes nothing and holds its outputs idle",
           "When cleared, what is inside is still sent; trPibEmpty is 1 when it was."),
    NT_ROW_STATUS("trPibEmpty", 3, 1, NT_RO, "1", "1: internal buffers are empty", "As the text."),
    STORED(trPibMode, 4, 4, NT_WARL, mode, "0",
           "0: off; 4: SWT Manchester; 5: SWT UART; 8 to 12: TRC_CLK and 1, 2, 4, 8, 16 TRC_DATA",
           "Modes that are not built (MODES) become 0."),
    STORED(trPibClkCenter, 8, 1, NT_WARL, clk_center, "0",
           "Parallel modes, 1: edges of TRC_CLK in the middle of the bits",
           "0 unless the trPibMode written along is parallel. 0 without CLK_CENTER."),
    STORED(trPibCalibrate, 9, 1, NT_WARL, calibrate, "0",
           "1: the calibration pattern is repeated, input is not taken", "0 without CALIBRATE."),
    NT_ROW_CONSTANT("trPibAsyncFreq", 12, 3, NT_WARL, nt_legal_zero, "0",
                    "Alignment synchronization packets", "N-Trace has none: 0."),
    STORED(trPibDivider, 16, 16, NT_WARL, divider, "DIVIDER_RESET",
           "The clock is divided by trPibDivider + 1",
           "0 to 2^DIVIDER_W - 1; more becomes that, so what is too slow does not become fast."),
};

static const nt_register_field impl[] = {
    NT_ROW_CONSTANT("trPibVerMajor", 0, 4, NT_RO, nt_legal_one, "1",
                    "Major version of the component", "1."),
    NT_ROW_CONSTANT("trPibVerMinor", 4, 4, NT_RO, nt_legal_zero, "0",
                    "Minor version of the component", "0."),
    NT_ROW_CONSTANT("trPibCompType", 8, 4, NT_RO, comp_type, "10", "Type of the component",
                    "10: PIB sink."),
};

static const nt_register registers[] = {
    NT_ROW_REGISTER("trPibControl", 0x000, NT_UNIT_COMPONENT, "PIB control", control, false),
    NT_ROW_REGISTER("trPibImpl", 0x004, NT_UNIT_COMPONENT, "PIB implementation", impl, false),
};

static const nt_pib_registers_params usual = {.modes = NT_PIB_ALL_MODES,
                                              .clk_center = true,
                                              .calibrate = true,
                                              .divider_w = 16,
                                              .divider_reset = 15};

const nt_register_map nt_pib_map = {
    .name = "pib",
    .title = "Trace PIB sink",
    .registers = registers,
    .count = sizeof registers / sizeof registers[0],
    .width = 32,
    .has_active = true,
    .usual = &usual,
};

static nt_register_file file_of(const nt_pib_registers *s) {
    return (nt_register_file){&nt_pib_map, &s->params, (void *)&s->control};
}

static nt_pib_control reset_fields(const nt_pib_registers_params *params, bool active) {
    return (nt_pib_control){.trPibActive = active, .trPibDivider = params->divider_reset};
}

void nt_pib_registers_init(nt_pib_registers *s, const nt_pib_registers_params *params) {
    *s = (nt_pib_registers){.params = *params, .control = reset_fields(params, false)};
}

nt_apb_answer nt_pib_registers_out(const nt_pib_registers *s, const nt_pib_registers_inputs *in) {
    if (!nt_apb_is_access(&in->apb)) {
        return nt_apb_no_answer();
    }
    nt_register_file file = file_of(s);
    uint32_t read = (uint32_t)nt_register_file_read(&file, in->apb.PADDR);
    read |= in->apb.PADDR == PIB_CONTROL ? (uint32_t)in->trPibEmpty << EMPTY_BIT : 0;
    return nt_apb_answer_to(&in->apb, false, read);
}

void nt_pib_registers_step(nt_pib_registers *s, const nt_pib_registers_inputs *in) {
    bool was_active = s->control.trPibActive;
    nt_register_file file = file_of(s);
    nt_register_file_access(&file, &in->apb);
    bool active = s->control.trPibActive;
    if (in->rst || !was_active || !active) {
        s->control = reset_fields(&s->params, !in->rst && active);
    }
}
