/* SPDX-License-Identifier: Apache-2.0 */
#include "model/control/ram_registers.h"

#include "model/control/register_file.h"

#include <stddef.h>

enum {
    RAM_CONTROL = 0x000,
    RAM_WP_LOW = 0x020,
    RAM_WP_HIGH = 0x024,
    RAM_RP_LOW = 0x028,
    RAM_RP_HIGH = 0x02c,
    RAM_DATA = 0x040,
    RAM_ERROR = 0xe00,
    RAM_ERROR_ADDRESS_LOW = 0xe04,
    RAM_ERROR_ADDRESS_HIGH = 0xe08,
    EMPTY_BIT = 3,
    COMP_TYPE = 9,
};

static uint64_t comp_type(const void *build, const nt_register_field *field, uint64_t word) {
    (void)build, (void)field, (void)word;
    return COMP_TYPE;
}

static uint64_t has_sram(const void *build, const nt_register_field *field, uint64_t word) {
    (void)field, (void)word;
    return ((const nt_ram_registers_params *)build)->sram_words != 0;
}

static uint64_t has_smem(const void *build, const nt_register_field *field, uint64_t word) {
    (void)field, (void)word;
    return ((const nt_ram_registers_params *)build)->smem;
}

static uint64_t mode(const void *build, const nt_register_field *field, uint64_t word) {
    return !has_sram(build, field, word) ||
           (has_smem(build, field, word) && nt_register_bits(field, word));
}

static uint64_t with_smem(const void *build, const nt_register_field *field, uint64_t word) {
    return nt_legal_only_if(has_smem(build, field, word), field, word);
}

static uint32_t last_word(const nt_ram_registers_params *params) {
    return params->sram_words == 0 ? 0 : (params->sram_words - 1) << 2;
}

/* In units of the field, words. */
static uint64_t limit(const void *build, const nt_register_field *field, uint64_t word) {
    const nt_ram_registers_params *params = build;
    uint32_t last = params->smem ? UINT32_MAX : last_word(params);
    return nt_legal_at_most(last >> field->lsb, field, word);
}

#define STORED(field, lsb, width, access, legal, reset, meaning, here)                             \
    NT_ROW_FIELD(#field, lsb, width, access, offsetof(nt_ram_control, field), legal, reset,        \
                 meaning, here)
/* Bits 31:2 of a word */
#define ADDRESS(field, legal, reset, meaning, here)                                                \
    {                                                                                              \
#field, 2, 30, NT_WARL, NT_SOURCE_STORED, offsetof(nt_ram_control, field), 2, legal,       \
            reset, meaning, here                                                                   \
    }
#define OF_SRAM "SRAM mode alone; in SMEM mode it reads 0 and ignores writes."

static const nt_register_field control[] = {
    STORED(trRamActive, 0, 1, NT_RW, nt_legal_any, "0", "0 holds the RAM sink in reset",
           "Also resets all other registers: until it is 1 they read 0 and ignore writes, and a "
           "write to trRamControl takes this bit alone. It reads as written in the next access."),
    STORED(trRamEnable, 1, 1, NT_RW, nt_legal_any, "0",
           "1: the RAM sink is enabled; 0: what is queued is written to memory",
           "Cleared by hardware too: trRamStopOnWrap, or a write to memory that failed; in one "
           "cycle that wins over a write."),
    NT_ROW_STATUS("trRamEmpty", 3, 1, NT_RO, "1", "1: internal buffers are empty", "As the text."),
    STORED(trRamMode, 4, 1, NT_WARL, mode, "0, or 1 without SRAM", "0: SRAM; 1: SMEM",
           "The modes that are built (SRAM_WORDS, SMEM). A change makes trRamStart and trRamLimit "
           "legal for the new mode."),
    STORED(trRamStopOnWrap, 8, 1, NT_WARL, nt_legal_any, "0",
           "1: trRamEnable is cleared when the buffer is full", "Both values."),
    NT_ROW_CONSTANT("trRamMemFormat", 9, 2, NT_WARL, nt_legal_zero, "0", "0: plain bytes", "0."),
    NT_ROW_CONSTANT("trRamAsyncFreq", 12, 3, NT_WARL, nt_legal_zero, "0",
                    "Alignment synchronization packets", "N-Trace has none: 0."),
};

static const nt_register_field impl[] = {
    NT_ROW_CONSTANT("trRamVerMajor", 0, 4, NT_RO, nt_legal_one, "1",
                    "Major version of the component", "1."),
    NT_ROW_CONSTANT("trRamVerMinor", 4, 4, NT_RO, nt_legal_zero, "0",
                    "Minor version of the component", "0."),
    NT_ROW_CONSTANT("trRamCompType", 8, 4, NT_RO, comp_type, "9", "Type of the component",
                    "9: RAM sink."),
    NT_ROW_CONSTANT("trRamHasSRAM", 12, 1, NT_RO, has_sram, "SRAM_WORDS > 0",
                    "1: SRAM mode is there", "As SRAM_WORDS."),
    NT_ROW_CONSTANT("trRamHasSMEM", 13, 1, NT_RO, has_smem, "SMEM", "1: SMEM mode is there",
                    "As SMEM."),
};

static const nt_register_field start_low[] = {
    ADDRESS(trRamStartLow, with_smem, "0", "First word of the buffer, bits 31:2",
            "SRAM mode: 0. SMEM mode: all values."),
};

static const nt_register_field start_high[] = {
    STORED(trRamStartHigh, 0, 32, NT_WARL, with_smem, "0", "First word of the buffer, bits 63:32",
           "SRAM mode: 0. SMEM mode: all values."),
};

static const nt_register_field limit_low[] = {
    ADDRESS(trRamLimitLow, limit, "SRAM_WORDS - 1", "Last word of the buffer, bits 31:2",
            "SRAM mode: 0 to SRAM_WORDS - 1; more becomes that. SMEM mode: all values; 0 out of "
            "reset without SRAM."),
};

static const nt_register_field limit_high[] = {
    STORED(trRamLimitHigh, 0, 32, NT_WARL, with_smem, "0", "Last word of the buffer, bits 63:32",
           "SRAM mode: 0. SMEM mode: all values."),
};

static const nt_register_field wp_low[] = {
    NT_ROW_STATUS("trRamWrap", 0, 1, NT_WARL, "0", "1: trRamWP has wrapped",
                  "Set by hardware, else as written."),
    NT_ROW_STATUS("trRamWPLow", 2, 30, NT_WARL, "0",
                  "Where the next word of trace is written, bits 31:2",
                  "Write it before trRamEnable. SRAM mode: within the memory."),
};

static const nt_register_field wp_high[] = {
    NT_ROW_STATUS("trRamWPHigh", 0, 32, NT_WARL, "0", "Likewise, bits 63:32", "SRAM mode: 0."),
};

static const nt_register_field rp_low[] = {
    NT_ROW_STATUS("trRamRPLow", 2, 30, NT_WARL, "0", "What trRamData reads, bits 31:2",
                  OF_SRAM " Writes are ignored while trRamEnable is 1 or trRamEmpty 0."),
};

static const nt_register_field rp_high[] = {
    NT_ROW_STATUS("trRamRPHigh", 0, 32, NT_WARL, "0", "Likewise, bits 63:32", "SRAM mode: 0."),
};

static const nt_register_field data[] = {
    NT_ROW_STATUS("trRamData", 0, 32, NT_RO, "0", "The word at trRamRP, which then goes on",
                  OF_SRAM " While trRamEnable is 1 or trRamEmpty 0 it reads 0 and trRamRP stays. "
                          "The access waits until the memory has answered."),
};

static const nt_register_field error[] = {
    NT_ROW_STATUS("ntRamError", 0, 1, NT_RO, "0", "1: a write to the system's memory failed",
                  "SMEM mode. The sink stopped (trRamEnable is 0). Cleared by a write to "
                  "trRamWPLow and by trRamActive 0."),
};

static const nt_register_field error_low[] = {
    NT_ROW_STATUS("ntRamErrorAddressLow", 0, 32, NT_RO, "0", "Address of that write, bits 31:0",
                  "Of the first that failed."),
};

static const nt_register_field error_high[] = {
    NT_ROW_STATUS("ntRamErrorAddressHigh", 0, 32, NT_RO, "0", "Address of that write, bits 63:32",
                  "Likewise."),
};

#define RAM(name, offset, title, fields)                                                           \
    NT_ROW_REGISTER(name, offset, NT_UNIT_COMPONENT, title, fields, false)

static const nt_register registers[] = {
    RAM("trRamControl", 0x000, "RAM sink control", control),
    RAM("trRamImpl", 0x004, "RAM sink implementation", impl),
    RAM("trRamStartLow", 0x010, "Start of the buffer, low", start_low),
    RAM("trRamStartHigh", 0x014, "Start of the buffer, high", start_high),
    RAM("trRamLimitLow", 0x018, "Limit of the buffer, low", limit_low),
    RAM("trRamLimitHigh", 0x01c, "Limit of the buffer, high", limit_high),
    RAM("trRamWPLow", 0x020, "Write pointer, low", wp_low),
    RAM("trRamWPHigh", 0x024, "Write pointer, high", wp_high),
    RAM("trRamRPLow", 0x028, "Read pointer, low", rp_low),
    RAM("trRamRPHigh", 0x02c, "Read pointer, high", rp_high),
    RAM("trRamData", 0x040, "Data at the read pointer", data),
    RAM("ntRamError", 0xe00, "Error of the system's memory", error),
    RAM("ntRamErrorAddressLow", 0xe04, "Address of the error, low", error_low),
    RAM("ntRamErrorAddressHigh", 0xe08, "Address of the error, high", error_high),
};

static const nt_ram_registers_params usual = {.sram_words = 256, .smem = true};

const nt_register_map nt_ram_map = {
    .name = "ram",
    .title = "Trace RAM sink",
    .registers = registers,
    .count = sizeof registers / sizeof registers[0],
    .width = 32,
    .has_active = true,
    .usual = &usual,
};

static nt_register_file file_of(const nt_ram_registers *s) {
    return (nt_register_file){&nt_ram_map, &s->params, (void *)&s->control};
}

static nt_ram_control reset_fields(const nt_ram_registers_params *params, bool active) {
    return (nt_ram_control){.trRamActive = active,
                            .trRamMode = params->sram_words == 0,
                            .trRamLimitLow = last_word(params)};
}

void nt_ram_registers_init(nt_ram_registers *s, const nt_ram_registers_params *params) {
    *s = (nt_ram_registers){.params = *params, .control = reset_fields(params, false)};
}

/* In SRAM mode, once nothing more is written: trRamRP and trRamData are there. */
static bool reads_back(const nt_ram_registers *s, const nt_ram_registers_inputs *in) {
    return s->control.trRamActive && !s->control.trRamMode && !s->control.trRamEnable &&
           in->trRamEmpty;
}

/* What the sink adds to the register at an offset. */
static uint32_t status(const nt_ram_registers *s, const nt_ram_registers_inputs *in,
                       uint16_t offset) {
    if (offset == RAM_CONTROL) {
        return (uint32_t)in->trRamEmpty << EMPTY_BIT;
    }
    if (!s->control.trRamActive) {
        return 0;
    }
    uint64_t read_pointer = s->control.trRamMode ? 0 : in->trRamRP;
    switch (offset) {
    case RAM_WP_LOW:
        return (uint32_t)in->trRamWP;
    case RAM_WP_HIGH:
        return (uint32_t)(in->trRamWP >> 32);
    case RAM_RP_LOW:
        return (uint32_t)read_pointer;
    case RAM_RP_HIGH:
        return (uint32_t)(read_pointer >> 32);
    case RAM_DATA:
        return reads_back(s, in) ? in->data : 0;
    case RAM_ERROR:
        return in->error;
    case RAM_ERROR_ADDRESS_LOW:
        return (uint32_t)in->error_address;
    case RAM_ERROR_ADDRESS_HIGH:
        return (uint32_t)(in->error_address >> 32);
    default:
        return 0;
    }
}

static uint8_t written_pointer(const nt_ram_registers *s, const nt_ram_registers_inputs *in) {
    const nt_apb *apb = &in->apb;
    if (!s->control.trRamActive || !apb->PWRITE) {
        return 0;
    }
    switch (apb->PADDR) {
    case RAM_WP_LOW:
        return NT_RAM_WP_LOW;
    case RAM_WP_HIGH:
        return NT_RAM_WP_HIGH;
    case RAM_RP_LOW:
        return reads_back(s, in) ? NT_RAM_RP_LOW : 0;
    case RAM_RP_HIGH:
        return reads_back(s, in) ? NT_RAM_RP_HIGH : 0;
    }
    return 0;
}

void nt_ram_registers_out(const nt_ram_registers *s, const nt_ram_registers_inputs *in,
                          nt_ram_registers_outputs *out) {
    const nt_apb *apb = &in->apb;
    *out = (nt_ram_registers_outputs){.bus = nt_apb_no_answer()};
    if (!nt_apb_is_access(apb)) {
        return;
    }
    nt_register_file file = file_of(s);
    uint32_t read = (uint32_t)nt_register_file_read(&file, apb->PADDR) | status(s, in, apb->PADDR);
    bool reads_data = nt_apb_reads(apb, RAM_DATA) && reads_back(s, in);
    out->bus = nt_apb_answer_to(apb, reads_data && !in->data_valid, read);
    out->data_read = reads_data && in->data_valid;
    out->pointer_write = written_pointer(s, in);
    out->pointer_value = nt_apb_word(apb, read);
}

/* In SRAM mode the buffer is the memory's. */
static void follow_mode(nt_ram_registers *s) {
    nt_ram_control *c = &s->control;
    if (!c->trRamMode) {
        uint32_t last = last_word(&s->params);
        c->trRamStartLow = c->trRamStartHigh = c->trRamLimitHigh = 0;
        c->trRamLimitLow = c->trRamLimitLow > last ? last : c->trRamLimitLow;
    }
}

void nt_ram_registers_step(nt_ram_registers *s, const nt_ram_registers_inputs *in) {
    bool was_active = s->control.trRamActive;
    nt_register_file file = file_of(s);
    nt_register_file_access(&file, &in->apb);
    follow_mode(s);
    if (in->stop) {
        s->control.trRamEnable = 0;
    }
    bool active = s->control.trRamActive;
    if (in->rst || !was_active || !active) {
        s->control = reset_fields(&s->params, !in->rst && active);
    }
}
