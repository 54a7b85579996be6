/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/lockstep/system_options.h"

#include "ntrace/recording.h"
#include "sim/util/number.h"

#include <stdio.h>
#include <string.h>

static const char *const sink_names[NT_SINKS] = {
    [NT_SINK_AUTO] = "",
    [NT_SINK_BYTES] = "bytes",
    [NT_SINK_PIB8] = "pib8",
    [NT_SINK_PIB1] = "pib1",
    [NT_SINK_PIB2] = "pib2",
    [NT_SINK_PIB4] = "pib4",
    [NT_SINK_PIB16] = "pib16",
    [NT_SINK_SWT_UART] = "swt-uart",
    [NT_SINK_SWT_MANCHESTER] = "swt-manchester",
    [NT_SINK_SRAM] = "sram",
    [NT_SINK_SMEM] = "smem",
    [NT_SINK_ATB] = "atb",
};

const char *nt_lockstep_sink_name(nt_lockstep_sink sink) {
    return sink_names[sink];
}

int nt_system_take_sink(void *options, const char *text, nt_error *error) {
    nt_lockstep_options *o = options;
    for (unsigned i = NT_SINK_BYTES; i < NT_SINKS; i++) {
        if (strcmp(text, sink_names[i]) == 0) {
            o->sink = (nt_lockstep_sink)i;
            return 0;
        }
    }
    return nt_fail(error,
                   "--sink: expected one of bytes, pib1, pib2, pib4, pib8, pib16, swt-uart, "
                   "swt-manchester, sram, smem, atb, got %s",
                   text);
}

/* ---- --set ---- */

/* Fields of other components than the encoder that a run may choose; the rest the bench sets. */
static const struct {
    const char *name;
    uint32_t least, most;
} fields[] = {
    {"trPibDivider", 0, UINT16_MAX},
    {"trPibClkCenter", 0, 1},
    {"trFunnelDisInput", 0, UINT16_MAX},
    {"trAtbBridgeID", 1, 0x6f}, /* the others are the ATB's own */
};

static int take_component(nt_lockstep_options *o, const char *text, unsigned field,
                          nt_error *error) {
    char place[64];
    uint64_t value;
    (void)snprintf(place, sizeof place, "--set %s", fields[field].name);
    if (o->component_count == NT_LOCKSTEP_FIELDS) {
        return nt_fail(error, "--set %s: more than %u such", text, NT_LOCKSTEP_FIELDS);
    }
    if (nt_parse_number(&value, strchr(text, '=') + 1, place, fields[field].least,
                        fields[field].most, error) != 0) {
        return -1;
    }
    o->component[o->component_count++] =
        (nt_component_setting){.text = text, .name = fields[field].name, .value = (uint32_t)value};
    return 0;
}

int nt_system_take_set(void *options, const char *text, nt_error *error) {
    nt_lockstep_options *o = options;
    size_t size = strcspn(text, "=");
    for (unsigned i = 0; i < sizeof fields / sizeof fields[0] && text[size] == '='; i++) {
        if (strlen(fields[i].name) == size && strncmp(text, fields[i].name, size) == 0) {
            return take_component(o, text, i, error);
        }
    }
    return nt_settings_set(&o->settings, text, error);
}

uint32_t nt_lockstep_component(const nt_lockstep_options *o, const char *name, uint32_t otherwise) {
    uint32_t value = otherwise;
    for (unsigned i = 0; i < o->component_count; i++) {
        if (strcmp(o->component[i].name, name) == 0) {
            value = o->component[i].value;
        }
    }
    return value;
}

uint32_t nt_lockstep_disabled_inputs(const nt_lockstep_options *o) {
    return nt_lockstep_component(o, "trFunnelDisInput", 0);
}

/* The bench of an encoder alone has a PIB without registers, which obeys the encoder's fields. */
static int set_for_encoder(nt_lockstep_options *o, nt_error *error) {
    for (unsigned i = 0; i < o->component_count; i++) {
        if (nt_settings_set(&o->settings, o->component[i].text, error) != 0) {
            return -1;
        }
    }
    return 0;
}

/* ---- what fits ---- */

static int read_harts(nt_lockstep_options *o, nt_error *error) {
    nt_reader *reader;
    if (nt_reader_open(&reader, o->inputs[0], error) != 0) {
        return -1;
    }
    o->input_harts = nt_reader_header(reader)->harts;
    nt_reader_close(reader);
    return 0;
}

static int check_topology(const nt_lockstep_options *o, nt_error *error) {
    uint32_t clustered = o->harts - o->local_ram;
    if (o->harts == 1 && (o->cluster > 0 || o->local_ram)) {
        return nt_fail(error, "--cluster, --local-ram: need more than one hart");
    }
    if (o->cluster == 1 || (o->cluster > 0 && (clustered + o->cluster - 1) / o->cluster > 4)) {
        return nt_fail(error, "--cluster %u: takes 2 to 16 harts, and 4 local funnels at most",
                       o->cluster);
    }
    if (nt_lockstep_disabled_inputs(o) != 0 && (o->cluster > 0 || o->local_ram)) {
        return nt_fail(error, "--set trFunnelDisInput: is for systems with one funnel");
    }
    if (nt_lockstep_disabled_inputs(o) >> o->harts != 0) {
        return nt_fail(error, "--set trFunnelDisInput: there are %u inputs", o->harts);
    }
    return 0;
}

unsigned nt_lockstep_src_bits(const nt_lockstep_options *o) {
    unsigned bits = nt_control_src_bits(&o->settings.control);
    while (1u << bits < o->harts) {
        bits++;
    }
    return bits;
}

int nt_system_options_check(nt_lockstep_options *o, nt_error *error) {
    if (o->sink == NT_SINK_AUTO) {
        o->sink = NT_SINK_PIB8;
    }
    if (o->sink == NT_SINK_BYTES) {
        return nt_fail(error, "--sink bytes: is for one hart");
    }
    if (o->threads > 1) {
        return nt_fail(error, "--threads: is for an encoder alone");
    }
    if (o->everything || o->registers || o->illegal || o->lossless || o->keep_going ||
        o->mode != NT_LOCKSTEP_COMPARE) {
        return nt_fail(error,
                       "--everything, --registers, --illegal, --lossless, --keep-going, --bare, "
                       "--model-only, --stimulus-only: are for one hart and --sink bytes or pib8");
    }
    if (o->backpressure_given && o->sink != NT_SINK_SMEM && o->sink != NT_SINK_ATB) {
        return nt_fail(error, "--backpressure: needs --sink bytes, smem or atb");
    }
    if (o->input_count > 1 && o->input_count != o->harts) {
        return nt_fail(error,
                       "expected one recording for all %u harts, or one each, got %u recordings",
                       o->harts, o->input_count);
    }
    if (o->harts > 1 && o->settings.control.trTeInhibitSrc != 0) {
        return nt_fail(error, "--set trTeInhibitSrc: without SRC nobody can tell the harts apart");
    }
    if (nt_lockstep_src_bits(o) > o->settings.config->src_w && o->harts > 1) {
        return nt_fail(error, "--harts %u: SRC has %u bits at most in the build %s", o->harts,
                       o->settings.config->src_w, o->settings.config->name);
    }
    if (check_topology(o, error) != 0) {
        return -1;
    }
    return o->random ? 0 : read_harts(o, error);
}

/* `--unit encoder` and `--unit system` are what is run without --unit; --build is --config there.
   Returns 1 for the system, 0 otherwise, -1 with the error set. */
static int take_whole(nt_lockstep_options *o, nt_error *error) {
    bool system = o->unit != NULL && strcmp(o->unit, "system") == 0;
    if (o->unit == NULL || (!system && strcmp(o->unit, "encoder") != 0)) {
        return 0;
    }
    if (o->build != NULL && nt_settings_config(&o->settings, o->build, error) != 0) {
        return -1;
    }
    o->unit = o->build = NULL;
    return system;
}

int nt_system_options_begin(nt_lockstep_options *o, int arguments, char **argument,
                            nt_error *error) {
    bool asked = o->harts != 0; /* --harts was given */
    const bool encoder = o->unit != NULL && strcmp(o->unit, "encoder") == 0;
    const int whole = take_whole(o, error);
    if (whole < 0) {
        return -1;
    }
    if (arguments > NT_LOCKSTEP_HARTS) {
        return nt_fail(error, "expected %d recordings at most, got %d", NT_LOCKSTEP_HARTS,
                       arguments);
    }
    for (int i = 0; i < arguments; i++) {
        o->inputs[o->input_count++] = argument[i];
    }
    if (!asked) {
        o->harts = o->input_count > 1 ? o->input_count : 1;
    }
    o->system = whole > 0 || o->harts > 1 || o->sink > NT_SINK_PIB8 ||
                (asked && o->sink == NT_SINK_PIB8) || o->toggle || o->cluster > 0 || o->local_ram;
    if (encoder && o->system) {
        return nt_fail(error, "--unit encoder: expected one hart and --sink bytes or pib8, got "
                              "options of --unit system");
    }
    return o->system ? 0 : set_for_encoder(o, error);
}
