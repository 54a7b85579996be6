/* SPDX-License-Identifier: Apache-2.0 */
/* Any bytes through `ntrace decode --to` each form, of one hart or several, with filters: no crash,
   no read outside, an end; JSON is JSON; several threads give what one gives, to the byte. The
   first three bytes are the options. */
#include "sim/decode/run.h"
#include "tests/fuzz/fuzz_spaces.h"

#include <stdatomic.h>
#include <string.h>

enum { OPTION_BYTES = 3, MOST_EVENTS = 3000, MOST_TEXT = 1 << 21, MOST_INPUT = 1 << 12 };

/* ---- a form that gives up after so many events: a message can repeat a loop for minutes ---- */

static const nt_form *inner;
static atomic_uint events;

static int count_event(void *form, const nt_flow_event *event, bool shown, nt_error *error) {
    if (++events > MOST_EVENTS) {
        return nt_fail(error, "enough");
    }
    return inner->event(form, event, shown, error);
}

/* ---- what is written ---- */

typedef struct output {
    char bytes[MOST_TEXT];
    size_t size;
} output;

static int take_text(void *context, const void *bytes, size_t size, nt_error *error) {
    output *out = context;
    if (size > sizeof out->bytes - out->size) {
        return nt_fail(error, "enough");
    }
    memcpy(out->bytes + out->size, bytes, size);
    out->size += size;
    return 0;
}

static void require_json(const char *bytes, size_t size) {
    json_t *value = json_loadb(bytes, size, JSON_DECODE_ANY | JSON_ALLOW_NUL, NULL);
    if (value == NULL) {
        abort();
    }
    json_decref(value);
}

static void check_text(const char *form, const output *out) {
    if (strcmp(form, "perfetto") == 0) {
        require_json(out->bytes, out->size);
    } else if (strcmp(form, "json") == 0) {
        const char *end;
        for (const char *at = out->bytes; at < out->bytes + out->size; at = end + 1) {
            end = memchr(at, '\n', (size_t)(out->bytes + out->size - at));
            if (end == NULL) {
                abort();
            }
            require_json(at, (size_t)(end - at));
        }
    }
}

/* ---- a run ---- */

static nt_run_options options_of(nt_program *program, const char *path, const nt_form *form,
                                 const uint8_t *data) {
    nt_run_options options = {
        .input = path,
        .program = program,
        .form = form,
        .flow = {.src_bits = data[1] >> 4 & 3,
                 .tstamp_bits = data[1] >> 6 & 1 ? 40 : 0,
                 .implicit_returns = (data[1] & 1) != 0,
                 .sequential_jumps = (data[1] & 2) != 0,
                 .all_jumps = (data[1] & 4) != 0,
                 .extend_addr = (data[1] & 8) != 0,
                 .rc7 = data[1] >> 7 != 0},
        .forms = {.hz = 1000000000, .by_time = (data[2] & 1) != 0},
        .isa = {.xlen = 64},
        .filter = {.by_address = (data[2] & 2) != 0,
                   .low = SPACES_START + 8,
                   .high = SPACES_START + 0x48,
                   .by_time = (data[2] & 4) != 0,
                   .from = 4,
                   .to = 60},
        .part_least = 1U << (data[2] >> 4 & 7),
    };
    options.every_hart = options.flow.src_bits != 0 && (data[2] & 8) != 0;
    options.forms.window = options.filter.by_time;
    return options;
}

/* True if it came to an end. */
static bool run(const nt_run_options *options, output *out) {
    nt_error error = {0};
    nt_decode_run *run = calloc(1, sizeof *run);
    nt_text *text = calloc(1, sizeof *text);
    if (run == NULL || text == NULL) {
        abort();
    }
    events = 0;
    out->size = 0;
    nt_text_init(text, take_text, out);
    int result = nt_run_decode(run, options, text, NULL, &error);
    if ((result != 0) != (error.text[0] != '\0') || strchr(error.text, '\n') != NULL) {
        abort();
    }
    nt_run_free(run);
    free(run);
    free(text);
    return result == 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static nt_program *program;
    static output single;
    static output several;
    unsigned forms = 0;
    if (size <= OPTION_BYTES || size > MOST_INPUT) {
        return 0;
    }
    if (program == NULL) {
        program = spaces_new();
    }
    while (nt_forms[forms] != NULL) {
        forms++;
    }
    inner = nt_forms[data[0] % forms];
    nt_form counting = *inner;
    counting.event = count_event;
    memory_file file = memory_file_open(data + OPTION_BYTES, size - OPTION_BYTES);
    nt_run_options options = options_of(program, file.path, &counting, data);
    bool whole = run(&options, &single);
    if (whole) {
        check_text(inner->name, &single);
    }
    if (!options.every_hart && data[2] >> 7 != 0) {
        options.jobs = 2;
        if (run(&options, &several) && whole &&
            (single.size != several.size ||
             memcmp(single.bytes, several.bytes, single.size) != 0)) {
            abort();
        }
    }
    memory_file_close(&file);
    return 0;
}
