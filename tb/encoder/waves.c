/* SPDX-License-Identifier: Apache-2.0 */
#include "tb/encoder/waves.h"

#include "libntrace/program/insn_text.h"
#include "sim/decode/label.h"
#include "tb/encoder/fields.h"
#include "tb/lockstep/names.h"

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
static void read_heads(nt_encoder_run *run, const nt_probe_value *value) {
    uint64_t tcode[2] = {0};
    uint64_t code[2] = {0};
    nt_encoder_text *text = &run->compare.view.text;
    uint64_t rtl_level = 0;
    run->texts.fields[0][0] = run->texts.fields[1][0] = '\0';
    for (unsigned i = 0; i < nt_unit_fast.probe_count; i++) {
        const char *probe = nt_unit_fast.probes[i].name;
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
            add_field(run->texts.fields[0], tcode[0], code[0], probe + 5, value[i].rtl);
            add_field(run->texts.fields[1], tcode[1], code[1], probe + 5, value[i].model);
        }
    }
    bool sends[2] = {rtl_level != 0, run->compare.core.encoder.fifo.level != 0};
    text->rtl_message = sends[0] ? text->rtl_message : "";
    text->rtl_fields = sends[0] ? run->texts.fields[0] : "";
    text->model_message = sends[1] ? text->model_message : "";
    text->model_fields = sends[1] ? run->texts.fields[1] : "";
}

/* The fields in the bytes that the RTL offers; of the message before them the judge has the bytes
   that were taken. */
static void read_field(nt_encoder_run *run) {
    const nt_encoder_outputs *out = &run->compare.view.outputs.encoder;
    const nt_judge *judge = &run->judge;
    nt_sent_message message = judge->recent[judge->messages % NT_RECENT_MESSAGES];
    const nt_message_format format = {.src_bits =
                                          (uint8_t)nt_control_src_bits(&judge->feed.settings),
                                      .tstamp = judge->feed.settings.trTsEnable};
    run->texts.field[0] = '\0';
    for (unsigned i = 0; out->out_valid && i < out->out_count; i++) {
        if (message.size == NT_FRAME_BYTES) {
            break;
        }
        message.bytes[message.size++] = (uint8_t)(out->out >> (8 * i));
        nt_fields_of_byte(run->texts.field, NT_WAVE_FIELD, &format, message.bytes, message.size);
        if ((message.bytes[message.size - 1] & 3) == 3) {
            message.size = 0;
        }
    }
    run->compare.view.text.field = run->texts.field;
}

/* Of the block's first instruction the function, of its last one the text: that is what its itype
   is about. */
static void read_code(nt_encoder_run *run, unsigned index) {
    nt_run_texts *texts = &run->texts;
    const nt_block *block = &run->compare.view.in.ingress->block[index];
    const nt_function *function = NULL;
    texts->symbol[index][0] = texts->insn[index][0] = '\0';
    if (block->iretire == 0) {
        return;
    }
    if (texts->view != NULL) {
        function = nt_view_function(texts->view, block->iaddr);
    }
    if (function != NULL) {
        char label[NT_LABEL_ROOM];
        (void)snprintf(texts->symbol[index], NT_WAVE_SYMBOL, "%.*s", NT_WAVE_SYMBOL - 1,
                       nt_label_offset(label, function, block->iaddr));
    }
    uint64_t last = block->iaddr + 2u * (block->iretire - (1u << block->ilastsize));
    uint8_t bytes[4];
    size_t size = 2u << block->ilastsize;
    if (texts->code.bytes != NULL && size <= sizeof bytes &&
        texts->code.bytes(texts->code.context, last, bytes, size) == size) {
        char text[NT_INSN_TEXT];
        uint32_t code = 0;
        for (size_t i = 0; i < size; i++) {
            code |= (uint32_t)bytes[i] << (8 * i);
        }
        nt_insn_text(code, (unsigned)size, last, &texts->code.isa, text);
        (void)snprintf(texts->insn[index], NT_WAVE_INSN, "%.*s", NT_WAVE_INSN - 1, text);
    }
}

void nt_waves_caption(nt_encoder_run *run, const nt_probe_value *value) {
    const nt_ingress *ingress = run->compare.view.in.ingress;
    const nt_config *config = run->options->settings.config;
    nt_encoder_text *text = &run->compare.view.text;
    run->texts.iaddr[0] = '\0';
    if (nt_block_has_address(&ingress->block[0], config)) {
        (void)snprintf(run->texts.iaddr, sizeof run->texts.iaddr, "0x%" PRIx64,
                       ingress->block[0].iaddr);
    }
    text->iaddr = run->texts.iaddr;
    text->itype = nt_itype_text(ingress->block[0].itype);
    text->priv = "";
    for (unsigned i = 0; i < config->nblocks; i++) {
        const nt_block *block = &ingress->block[i];
        if (block->iretire != 0 || block->itype != NT_ITYPE_NONE) {
            text->priv = nt_priv_text(ingress->priv);
        }
        read_code(run, i);
        text->symbol[i] = run->texts.symbol[i];
        text->insn[i] = run->texts.insn[i];
    }
    read_heads(run, value);
    read_field(run);
}

static void put_text(nt_wave_save *save, const char *alias, const char *name, unsigned size) {
    nt_wave_save_signal(save, NT_WAVE_TEXT, alias, "", name, 8 * (size - 1));
}

void nt_waves_overview(const nt_encoder_run *run, nt_wave_save *save) {
    const nt_config *config = run->options->settings.config;
    nt_wave_save_heading(save, "Ingress");
    put_text(save, "iaddr", "iaddr_text", NT_WAVE_NAME);
    put_text(save, "itype", "itype_name", NT_WAVE_NAME);
    put_text(save, "priv", "priv_name", 2 + 1);
    for (unsigned i = 0; i < config->nblocks; i++) {
        char name[32];
        (void)snprintf(name, sizeof name, "symbol_%u_name", i);
        put_text(save, NULL, name, NT_WAVE_SYMBOL);
        (void)snprintf(name, sizeof name, "insn_%u_text", i);
        put_text(save, NULL, name, NT_WAVE_INSN);
    }
    nt_wave_save_signal(save, config->nblocks == 1 ? NT_WAVE_DECIMAL : NT_WAVE_HEX,
                        "iretire (half-words)", "nt_encoder_unit.", "iretire",
                        config->nblocks * config->iretire_w);
    nt_wave_save_named(save, "stall");

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
    put_text(save, "field", "field_name", NT_WAVE_FIELD);
    nt_wave_save_named(save, "out_valid");
    nt_wave_save_named(save, "out");
    nt_wave_save_named(save, "TRC_DATA");
    nt_wave_save_heading(save, "All probes");
}
