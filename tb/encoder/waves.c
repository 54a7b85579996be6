#include "tb/encoder/waves.h"

#include "tb/encoder/fields.h"
#include "tb/encoder/words.h"

#include <inttypes.h>
#include <string.h>

/* A member of a descriptor as the field that it is in its message. */
static void add_field(char *fields, uint64_t tcode, uint64_t code, const char *member,
                      uint64_t value) {
    size_t size = strlen(fields);
    const char *name = nt_field_of_member((unsigned)tcode, (unsigned)code, member);
    if (name == NULL) {
        return;
    }
    (void)snprintf(fields + size, NT_WAVE_FIELDS - size, "%s%s=0x%" PRIx64, size > 0 ? " " : "",
                   name, value);
}

/* The message whose bytes are being sent, on both sides; nothing between messages. */
static void read_heads(nt_run *run, const nt_probe_value *value) {
    uint64_t tcode[2] = {0};
    uint64_t code[2] = {0};
    nt_encoder_text *text = &run->compare.view.text;
    uint64_t rtl_level = 0;
    run->wave_fields[0][0] = run->wave_fields[1][0] = '\0';
    for (unsigned i = 0; i < nt_unit_wave.probe_count; i++) {
        const char *probe = nt_unit_wave.probes[i].name;
        if (strcmp(probe, "head_tcode") == 0) {
            text->rtl_message = nt_tcode_text((unsigned)value[i].rtl);
            text->model_message = nt_tcode_text((unsigned)value[i].model);
            tcode[0] = value[i].rtl;
            tcode[1] = value[i].model;
        } else if (strcmp(probe, "level") == 0) {
            rtl_level = value[i].rtl;
        }
        if (strcmp(probe, "head_code") == 0) {
            code[0] = value[i].rtl;
            code[1] = value[i].model;
        }
        if (value[i].valid && strncmp(probe, "head_", 5) == 0) {
            add_field(run->wave_fields[0], tcode[0], code[0], probe + 5, value[i].rtl);
            add_field(run->wave_fields[1], tcode[1], code[1], probe + 5, value[i].model);
        }
    }
    bool sends[2] = {rtl_level != 0, run->compare.core.encoder.fifo.level != 0};
    text->rtl_message = sends[0] ? text->rtl_message : "";
    text->rtl_fields = sends[0] ? run->wave_fields[0] : "";
    text->model_message = sends[1] ? text->model_message : "";
    text->model_fields = sends[1] ? run->wave_fields[1] : "";
}

void nt_waves_caption(nt_run *run, const nt_probe_value *value) {
    const nt_block *block = &run->compare.view.in.ingress->block[0];
    run->wave_iaddr[0] = '\0';
    if (nt_block_has_address(block, run->options->settings.config)) {
        (void)snprintf(run->wave_iaddr, sizeof run->wave_iaddr, "0x%" PRIx64, block->iaddr);
    }
    run->compare.view.text.iaddr = run->wave_iaddr;
    run->compare.view.text.itype = nt_itype_text(block->itype);
    read_heads(run, value);
}

static void put_text(nt_wave_save *save, const char *alias, const char *name, unsigned size) {
    nt_wave_save_signal(save, NT_WAVE_TEXT, alias, "", name, 8 * (size - 1));
}

void nt_waves_overview(const nt_run *run, nt_wave_save *save) {
    const nt_config *config = run->options->settings.config;
    nt_wave_save_heading(save, "Ingress");
    put_text(save, "iaddr", "iaddr_text", NT_WAVE_NAME);
    put_text(save, "itype", "itype_name", NT_WAVE_NAME);
    nt_wave_save_signal(save, config->nblocks == 1 ? NT_WAVE_DECIMAL : NT_WAVE_HEX,
                        "iretire (half-words)", "nt_encoder_unit.", "iretire",
                        config->nblocks * config->iretire_w);
    nt_wave_save_signal(save, NT_WAVE_BIT, "stall", "", "rtl_stall", 1);

    nt_wave_save_heading(save, "Counted");
    nt_wave_save_named(save, "tracing");
    nt_wave_save_named(save, "icnt");
    nt_wave_save_named(save, "hist"); /* or, in builds with repeated history, these */
    nt_wave_save_named(save, "hist_recent");
    nt_wave_save_named(save, "hist_pending");
    nt_wave_save_heading(save, "Message being sent");
    nt_wave_save_color(save, NT_WAVE_ORANGE);
    put_text(save, "RTL", "rtl_message_name", NT_WAVE_NAME);
    nt_wave_save_color(save, NT_WAVE_GREEN);
    put_text(save, "model", "model_message_name", NT_WAVE_NAME);
    nt_wave_save_color(save, NT_WAVE_ORANGE);
    put_text(save, "RTL: fields", "rtl_message_fields", NT_WAVE_FIELDS);
    nt_wave_save_color(save, NT_WAVE_GREEN);
    put_text(save, "model: fields", "model_message_fields", NT_WAVE_FIELDS);
    nt_wave_save_named(save, "level");
    nt_wave_save_heading(save, "Bytes");
    nt_wave_save_named(save, "out_valid");
    nt_wave_save_named(save, "out");
    nt_wave_save_named(save, "TRC_DATA");
    nt_wave_save_heading(save, "All probes");
}
