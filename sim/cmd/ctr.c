/* SPDX-License-Identifier: Apache-2.0 */
/* ntrace ctr: the CTR buffer as it stands after so many instructions of a recording. */
#include "model/ctr/ctr_control.h"
#include "sim/commands.h"
#include "sim/ctr/ctr_read.h"
#include "sim/ctr/ctr_run.h"
#include "sim/util/number.h"
#include "sim/util/options.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { MOST_FIELDS = 32 };

typedef struct options {
    const char *recording;
    uint64_t at;
    bool at_given;
    bool draft;
    uint32_t depth;
    uint32_t hart;
    uint32_t blocks;
    const char *fields[MOST_FIELDS];
    unsigned field_count;
    bool perf;
    bool json;
    bool help;
} options;

/* Options. */

static int take_at(void *place, const char *text, nt_error *error) {
    options *o = place;
    o->at_given = true;
    return nt_parse_number(&o->at, text, "--at", 0, UINT64_MAX, error);
}

static int take_map(void *place, const char *text, nt_error *error) {
    options *o = place;
    o->draft = strcmp(text, "draft") == 0;
    if (!o->draft && strcmp(text, "ratified") != 0) {
        return nt_fail(error, "--map %s: ratified or draft", text);
    }
    return 0;
}

static int take_depth(void *place, const char *text, nt_error *error) {
    options *o = place;
    uint64_t depth;
    if (nt_parse_number(&depth, text, "--depth", 16, NT_CTR_ENTRIES, error) != 0) {
        return -1;
    }
    o->depth = (uint32_t)depth;
    return (depth & (depth - 1)) == 0 ? 0
                                      : nt_fail(error, "--depth %s: 16, 32, 64, 128 or 256", text);
}

static int take_set(void *place, const char *text, nt_error *error) {
    options *o = place;
    if (o->field_count == MOST_FIELDS) {
        return nt_fail(error, "--set: more than %d", MOST_FIELDS);
    }
    o->fields[o->field_count++] = text;
    return 0;
}

#define AT(field) offsetof(options, field)
static const nt_option table[] = {
    NT_OPERAND(options, recording, "REC"),
    {"at", 0, NT_OPTION_TAKE, 0, 0, 0, take_at, "N", "after N instructions (all)"},
    {"map", 0, NT_OPTION_TAKE, 0, 0, 0, take_map, "ratified|draft",
     "the register map and rules: 1.0, or draft 0.1.4 (ratified)"},
    {"depth", 0, NT_OPTION_TAKE, 0, 0, 0, take_depth, "N", "entries: 16, 32, 64, 128 or 256 (256)"},
    {"set", 's', NT_OPTION_TAKE, 0, 0, 0, take_set, "FIELD=0|1",
     "of mctrctl: M, S, U (1), RASEMU, NTBREN, TKBRINH, ... (0)"},
    {"hart", 0, NT_OPTION_NUMBER, AT(hart), 0, UINT16_MAX, NULL, "N", "which hart (0)"},
    {"blocks", 0, NT_OPTION_NUMBER, AT(blocks), 1, NT_CTR_BLOCKS, NULL, "N",
     "blocks per cycle, for the cycle counts (1)"},
    {"perf", 0, NT_OPTION_FLAG, AT(perf), 0, 0, NULL, NULL,
     "one line as `perf script` prints a branch stack: 0xFROM/0xTO/P/-/-/CYCLES/TYPE"},
    NT_OPTION_JSON(options),
    NT_OPTION_HELP(options),
};

/* FIELD=0|1 into the word that mctrctl is written with. */
static int set_field(const nt_ctr_config *config, const char *text, uint64_t *word,
                     nt_error *error) {
    char name[16] = "";
    const char *equal = strchr(text, '=');
    if (equal == NULL || (size_t)(equal - text) >= sizeof name) {
        return nt_fail(error, "--set %s: FIELD=0 or FIELD=1, with a field of mctrctl", text);
    }
    memcpy(name, text, (size_t)(equal - text));
    unsigned bit;
    if (nt_ctr_field_find(config, name, &bit) != 0) {
        return nt_fail(error, "--set %s: mctrctl has no such field in this map", text);
    }
    uint64_t value;
    if (nt_parse_number(&value, equal + 1, name, 0, 1, error) != 0) {
        return -1;
    }
    *word = (*word & ~(UINT64_C(1) << bit)) | value << bit;
    return 0;
}

static int control_of(const options *o, uint64_t *word, nt_error *error) {
    const nt_ctr_config config = nt_ctr_full_config(o->draft, 64);
    static const char *const modes[] = {"M=1", "S=1", "U=1"};
    *word = 0;
    for (unsigned i = 0; i < 3; i++) {
        if (set_field(&config, modes[i], word, error) != 0) {
            return -1;
        }
    }
    for (unsigned i = 0; i < o->field_count; i++) {
        if (set_field(&config, o->fields[i], word, error) != 0) {
            return -1;
        }
    }
    return 0;
}

/* Records, newest first. */

static void print_record(const nt_ctr_record_read *r) {
    printf("0x%" PRIx64 " 0x%" PRIx64 " %u\n", r->source, r->target, r->type);
}

static void print_perf(const nt_ctr_record_read *r) {
    char text[NT_CTR_PERF_ROOM];
    fputs(nt_ctr_perf(text, r), stdout);
}

static json_t *json_hex(uint64_t value) {
    return json_sprintf("0x%" PRIx64, value);
}

static json_t *json_record(const nt_ctr_record_read *r) {
    return json_pack("{s:o, s:o, s:i, s:s, s:b, s:o}", "source", json_hex(r->source), "target",
                     json_hex(r->target), "type", (int)r->type, "name", nt_ctr_type_name(r->type),
                     "misp", r->misp, "cycles",
                     r->has_cycles ? json_integer((json_int_t)r->cycles) : json_null());
}

static int print_json(const nt_ctr_run *run, nt_error *error) {
    json_t *entries = json_array();
    nt_ctr_record_read r;
    for (unsigned i = 0; i < nt_ctr_depth(&run->ctr); i++) {
        if (nt_ctr_read(&run->ctr, &run->config, i, &r)) {
            json_array_append_new(entries, json_record(&r));
        }
    }
    json_t *root = json_pack("{s:s, s:s, s:I, s:I, s:i, s:o}", "input", run->recording, "map",
                             run->draft ? "draft" : "ratified", "instructions",
                             (json_int_t)run->instructions, "cycles", (json_int_t)run->cycles,
                             "depth", (int)nt_ctr_depth(&run->ctr), "entries", entries);
    int result = nt_command_json(root, error);
    json_decref(root);
    return result;
}

static void print_text(const nt_ctr_run *run, bool perf) {
    nt_ctr_record_read r;
    for (unsigned i = 0; i < nt_ctr_depth(&run->ctr); i++) {
        if (nt_ctr_read(&run->ctr, &run->config, i, &r)) {
            (perf ? print_perf : print_record)(&r);
        }
    }
    if (perf) {
        printf("\n");
    }
}

static int run_command(void *place, nt_error *error) {
    const options *o = place;
    nt_ctr_run run = {.recording = o->recording,
                      .hart = o->hart,
                      .draft = o->draft,
                      .depth = (uint16_t)o->depth,
                      .has_limit = o->at_given,
                      .limit = o->at,
                      .blocks = o->blocks};
    if (control_of(o, &run.control, error) != 0 || nt_ctr_run_all(&run, error) != 0) {
        return -1;
    }
    if (o->json) {
        return print_json(&run, error);
    }
    print_text(&run, o->perf);
    return 0;
}

static void init(void *place) {
    *(options *)place = (options){.depth = NT_CTR_ENTRIES, .blocks = 1};
}

const nt_command nt_cmd_ctr = {
    .name = "ctr",
    .summary = "show the control transfer records of a recording",
    .about =
        "Print the Control Transfer Records of a hart, by the golden model: the buffer as it "
        "stands\n"
        "after N retired instructions, the newest record first, a line each:\n"
        "SOURCE TARGET TYPE, with TYPE as ctrdata has it. Records run from the first instruction\n"
        "on, in M, S and U.\n",
    NT_COMMAND_OPTIONS(table, options),
    .init = init,
    .run = run_command,
};
