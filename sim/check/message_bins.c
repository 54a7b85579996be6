/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/check/message_bins.h"

#include "libntrace/messages/tables.h"

#include <stddef.h>
#include <stdio.h>

enum { MDO_BITS = 6 };

static const char *const mode_names[NT_BIN_MODES] = {"BTM", "HTM"};

/* SRC is configured, and fixed: present or not. */
static unsigned value_of(const nt_message *message, nt_field field) {
    if (!nt_message_has(message, field)) {
        return 0;
    }
    if (field == NT_FIELD_SRC) {
        return 1;
    }
    return nt_fields[field].kind == NT_FIXED ? (unsigned)message->value[field]
                                             : (message->width[field] + MDO_BITS - 1u) / MDO_BITS;
}

bool nt_message_bins_find(nt_message_places *places, const nt_message *message) {
    *places = (nt_message_places){.tcode = message->tcode};
    if (message->tcode >= NT_BIN_TCODES) {
        return false;
    }
    const uint8_t *field = nt_message_layouts[message->tcode].field;
    for (unsigned i = 0; field[i] != NT_FIELD_NONE; i++) {
        const bool optional = nt_fields[field[i]].configured;
        const unsigned value = value_of(message, (nt_field)field[i]);
        if (value < NT_BIN_VALUES && (optional || nt_message_has(message, (nt_field)field[i]))) {
            const unsigned place = (message->tcode * NT_MESSAGE_FIELDS + i) * NT_BIN_VALUES;
            places->value[places->count++] = (uint16_t)(place + value);
        }
    }
    return true;
}

void nt_message_bins_add(nt_message_bins *bins, nt_bin_mode mode, const nt_message_places *places,
                         uint64_t times) {
    uint64_t *values = &bins->values[mode][0][0][0];
    bins->messages[mode][places->tcode] += times;
    for (unsigned i = 0; i < places->count; i++) {
        values[places->value[i]] += times;
    }
}

void nt_message_bins_count(nt_message_bins *bins, nt_bin_mode mode, const nt_message *message) {
    nt_message_places places;
    if (nt_message_bins_find(&places, message)) {
        nt_message_bins_add(bins, mode, &places, 1);
    }
}

/* The bins of a field: `first` to `last`. */
static void range_of(nt_field field, unsigned *first, unsigned *last) {
    const nt_field_info *info = &nt_fields[field];
    *first = info->kind == NT_FIXED || info->configured ? 0 : 1;
    *last = field == NT_FIELD_SRC    ? 1
            : info->kind == NT_FIXED ? (1u << info->width) - 1
                                     : (info->width + MDO_BITS - 1u) / MDO_BITS;
}

static void name_bin(char name[NT_BIN_NAME], const char *message, nt_field field, unsigned value) {
    const nt_field_info *info = &nt_fields[field];
    if (info->configured && value == 0) {
        (void)snprintf(name, NT_BIN_NAME, "%s without %s", message, info->name);
    } else if (field == NT_FIELD_SRC) {
        (void)snprintf(name, NT_BIN_NAME, "%s with SRC", message);
    } else if (info->kind == NT_FIXED) {
        (void)snprintf(name, NT_BIN_NAME, "%s %s=%u", message, info->name, value);
    } else {
        (void)snprintf(name, NT_BIN_NAME, "%s %s of %u byte%s", message, info->name, value,
                       value == 1 ? "" : "s");
    }
}

static void each_of_field(const nt_message_bins *bins, nt_bin_mode mode, nt_message_bin bin,
                          nt_message_bin_sink *sink, void *context) {
    const nt_field field = (nt_field)nt_message_layouts[bin.tcode].field[bin.place];
    char name[NT_BIN_NAME];
    unsigned last;
    bin.name = name;
    for (range_of(field, &bin.value, &last); bin.value <= last; bin.value++) {
        name_bin(name, bin.message, field, bin.value);
        bin.count = bins != NULL ? bins->values[mode][bin.tcode][bin.place][bin.value] : 0;
        sink(context, &bin);
    }
}

static void each_of_message(const nt_message_bins *bins, nt_bin_mode mode, uint8_t tcode,
                            nt_message_bin_sink *sink, void *context) {
    const nt_message_layout *layout = &nt_message_layouts[tcode];
    char message[NT_BIN_NAME / 2];
    nt_message_bin bin = {message, message, tcode,
                          0,       0,       bins != NULL ? bins->messages[mode][tcode] : 0};
    (void)snprintf(message, sizeof message, "%s %s", mode_names[mode], layout->name);
    sink(context, &bin);
    for (bin.place = 1; layout->field[bin.place] != NT_FIELD_NONE; bin.place++) {
        each_of_field(bins, mode, bin, sink, context);
    }
}

void nt_message_bins_each(const nt_message_bins *bins, nt_message_bin_sink *sink, void *context) {
    for (unsigned mode = 0; mode < NT_BIN_MODES; mode++) {
        for (unsigned tcode = 0; tcode < NT_BIN_TCODES; tcode++) {
            if (nt_message_layouts[tcode].name != NULL) {
                each_of_message(bins, (nt_bin_mode)mode, (uint8_t)tcode, sink, context);
            }
        }
    }
}
