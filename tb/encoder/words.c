/* SPDX-License-Identifier: Apache-2.0 */
#include "tb/encoder/words.h"

#include "libntrace/messages/tables.h"
#include "sim/ingress/pins.h"
#include "tb/lockstep/names.h"

#include <inttypes.h>

static void print_block(FILE *out, const nt_block *block, const nt_config *config) {
    if (block->iretire == 0 && block->itype == NT_ITYPE_NONE) {
        return;
    }
    if (nt_block_has_address(block, config)) {
        fprintf(out, " 0x%" PRIx64, block->iaddr);
    }
    fprintf(out, " %u half-words%s%s;", block->iretire, block->itype != 0 ? ", " : "",
            nt_itype_text(block->itype));
}

void nt_print_cycle(FILE *out, const nt_cycle *cycle, const nt_config *config) {
    for (unsigned i = 0; i < config->nblocks; i++) {
        print_block(out, &cycle->ingress.block[i], config);
    }
    if (cycle->ingress.block[0].iretire != 0 || cycle->ingress.block[0].itype != 0) {
        fprintf(out, " priv %u context %#" PRIx64, cycle->ingress.priv, cycle->ingress.context);
        if (cycle->ingress.ctype != 0) {
            fprintf(out, " ctype %u", cycle->ingress.ctype);
        }
    }
    for (unsigned i = 0; i < cycle->writes; i++) {
        fprintf(out, " %s=%" PRIu32, nt_control_fields[cycle->write[i].field].name,
                cycle->write[i].value);
    }
    const struct {
        bool on;
        const char *name;
    } flags[] = {
        {cycle->rst, "rst"},
        {cycle->ingress.halted, "halted"},
        {cycle->ingress.reset, "reset"},
        {cycle->ingress.lowpower, "lowpower"},
        {!cycle->sink_ready, "sink not ready"},
    };
    for (unsigned i = 0; i < sizeof flags / sizeof flags[0]; i++) {
        if (flags[i].on) {
            fprintf(out, " %s", flags[i].name);
        }
    }
    if (nt_cycle_is_idle(cycle)) {
        fprintf(out, " idle");
    }
}

void nt_print_message(FILE *out, const nt_sent_message *sent, const nt_control *settings) {
    const nt_message_format format = {.src_bits = (uint8_t)nt_control_src_bits(settings),
                                      .tstamp = settings->trTsEnable};
    nt_message message;
    nt_field field;
    nt_message_status status =
        nt_message_decode(&message, &format, sent->bytes, sent->size, &field);
    fprintf(out, "%10" PRIu64 ": %s", sent->cycle, nt_tcode_text(sent->bytes[0] >> 2));
    for (unsigned i = NT_FIELD_TCODE + 1; i < NT_FIELDS; i++) {
        if (nt_message_has(&message, i)) {
            fprintf(out, " %s=0x%" PRIx64, nt_fields[i].name, message.value[i]);
        }
    }
    if (status != NT_MESSAGE_OK && (sent->bytes[sent->size - 1] & 3) == 3) {
        fprintf(out, " (%s)", nt_message_status_text(status));
    }
    fprintf(out, " [");
    for (unsigned i = 0; i < sent->size; i++) {
        fprintf(out, "%s%02x", i > 0 ? " " : "", sent->bytes[i]);
    }
    fprintf(out, "]");
}
