/* SPDX-License-Identifier: Apache-2.0 */
#include "model/codes.h"
#include "ntrace/messages.h"
#include "sim/commands.h"
#include "sim/ingress/encoding.h"
#include "sim/settings/settings.h"
#include "sim/sidecar/output.h"
#include "sim/util/options.h"
#include "sim/util/outputs.h"
#include "sim/util/tcode_counts.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct encode_options {
    const char *input;
    const char *output;
    bool json;
    bool help;
    bool no_sidecar;
    uint64_t limit;
    unsigned hart;
    nt_settings settings;
} encode_options;

typedef struct encode_counts {
    uint64_t cycles;
    uint64_t instructions;
    uint64_t messages;
    uint64_t bytes;
    nt_returns returns; /* that are not as the trace has them */
    uint64_t icnt_full; /* messages that say so: ResourceFull RCODE=0, and SYNC=4 */
    uint64_t by_tcode[NT_TCODES];
} encode_counts;

/* Bytes on their way to the file, and what they say of messages. */
typedef struct byte_sink {
    nt_trace_output *file;
    encode_counts *counts;
    nt_framer framer;
    const nt_format_settings *settings; /* of the messages at hand, as the encoder has them */
    size_t used;
    uint8_t buffer[1 << 16];
} byte_sink;

static int flush(byte_sink *sink, nt_error *error) {
    size_t used = sink->used;
    sink->used = 0;
    return nt_trace_output_write(sink->file, sink->buffer, used, error);
}

static bool tells_icnt_full(const byte_sink *sink) {
    const nt_message_format format = {.src_bits = sink->settings->src_bits,
                                      .tstamp = sink->settings->ts_enable};
    nt_message message;
    nt_field field;
    if (nt_message_decode(&message, &format, sink->framer.bytes, nt_framer_kept(&sink->framer),
                          &field) != NT_MESSAGE_OK) {
        return false;
    }
    return (nt_message_has(&message, NT_FIELD_RCODE) &&
            message.value[NT_FIELD_RCODE] == NT_RCODE_ICNT) ||
           (nt_message_has(&message, NT_FIELD_SYNC) &&
            message.value[NT_FIELD_SYNC] == NT_SYNC_ICNT);
}

static int take_byte(byte_sink *sink, uint8_t byte, nt_error *error) {
    if (sink->framer.state == NT_FRAMER_BETWEEN) {
        sink->counts->by_tcode[byte >> 2]++;
    }
    if (nt_framer_byte(&sink->framer, byte) == NT_FRAME_END) {
        sink->counts->messages++;
        sink->counts->icnt_full += tells_icnt_full(sink);
    }
    sink->counts->bytes++;
    sink->buffer[sink->used++] = byte;
    return sink->used < sizeof sink->buffer ? 0 : flush(sink, error);
}

static int take_bytes(void *context, const uint8_t *bytes, unsigned count, nt_error *error) {
    for (unsigned i = 0; i < count; i++) {
        if (take_byte(context, bytes[i], error) != 0) {
            return -1;
        }
    }
    return 0;
}

static int commit(const nt_encoding *encoding, byte_sink *sink, nt_error *error) {
    nt_sidecar *sidecar = nt_trace_output_sidecar(sink->file);
    sidecar->config = encoding->settings->config;
    sidecar->settings = encoding->golden.watch;
    if (!encoding->is_ingress) {
        sidecar->hart = (int)encoding->hart;
        if (nt_sidecar_add_image(sidecar, encoding->input, error) != 0) {
            nt_trace_output_abort(sink->file);
            return -1;
        }
    }
    return nt_trace_output_commit(sink->file, error);
}

/* Runs the encoder into an open sink, which it flushes. */
static int run_into(nt_encoding *encoding, byte_sink *sink, nt_error *error) {
    encode_counts *counts = sink->counts;
    sink->settings = &encoding->golden.model.encoder.options.format;
    int result = nt_encoding_run(encoding, take_bytes, sink, error);
    if (result == 0) {
        result = flush(sink, error);
    }
    counts->cycles = encoding->cycles;
    counts->instructions = encoding->instructions;
    counts->returns = encoding->golden.returns;
    return result;
}

static int encode(encode_options *options, encode_counts *counts, nt_error *error) {
    nt_encoding encoding = {.input = options->input,
                            .settings = &options->settings,
                            .hart = options->hart,
                            .limit = options->limit};
    if (nt_encoding_open(&encoding, error) != 0) {
        return -1;
    }
    byte_sink *sink = calloc(1, sizeof *sink);
    if (sink == NULL ||
        nt_trace_output_open(&sink->file, options->output, options->no_sidecar, error) != 0) {
        int result = sink == NULL ? nt_fail(error, "out of memory") : -1;
        free(sink);
        encoding.source.close(encoding.source.self);
        return result;
    }
    sink->counts = counts;
    int result = run_into(&encoding, sink, error);
    if (result == 0) {
        result = commit(&encoding, sink, error);
    } else {
        nt_trace_output_abort(sink->file);
    }
    free(sink);
    return result;
}

static int print_json(const encode_options *options, const encode_counts *counts, nt_error *error) {
    json_t *root = json_pack(
        "{s:s, s:I, s:I, s:I, s:I, s:I, s:I, s:o}", "config", options->settings.config->name,
        "cycles", (json_int_t)counts->cycles, "instructions", (json_int_t)counts->instructions,
        "messages", (json_int_t)counts->messages, "bytes", (json_int_t)counts->bytes, "icnt_full",
        (json_int_t)counts->icnt_full, "wrong_returns", (json_int_t)counts->returns.wrong,
        "by_tcode", nt_tcode_counts_json(counts->by_tcode));
    int result = nt_command_json(root, error);
    json_decref(root);
    return result;
}

static int print_text(const encode_options *options, const encode_counts *counts) {
    FILE *out = nt_outputs_words(&options->output, 1);
    fprintf(out, "%llu instructions, %llu cycles, %llu messages, %llu bytes",
            (unsigned long long)counts->instructions, (unsigned long long)counts->cycles,
            (unsigned long long)counts->messages, (unsigned long long)counts->bytes);
    if (counts->instructions != 0) {
        fprintf(out, ", %.4f bits per instruction",
                8.0 * (double)counts->bytes / (double)counts->instructions);
    }
    fputc('\n', out);
    return 0;
}

static const nt_option options_table[] = {
    NT_OPERAND(encode_options, input, "REC|F.nti"),
    NT_SETTINGS_OPTIONS(encode_options, settings),
    NT_OPTION_JSON(encode_options),
    NT_OPTION_HELP(encode_options),
    {"output", 'o', NT_OPTION_OUTPUT, offsetof(encode_options, output), 0, 0, NULL, "FILE",
     "the trace, raw N-Trace bytes without idle; FILE.json gets what it was made with"},
    NT_SIDECAR_OUTPUT_OPTION(encode_options, no_sidecar),
    {"limit", 'l', NT_OPTION_WIDE, offsetof(encode_options, limit), 1, UINT64_MAX, NULL, "N",
     "stop after N instructions of the recording"},
    {"hart", 0, NT_OPTION_NUMBER, offsetof(encode_options, hart), 0, UINT16_MAX, NULL, "N",
     "which hart of the recording (0)"},
};

static void init(void *place) {
    nt_settings_init(&((encode_options *)place)->settings);
}

static int run_command(void *place, nt_error *error) {
    encode_options *options = place;
    encode_counts counts = {0};
    if (options->json && strcmp(options->output, "-") == 0) {
        return nt_fail(error, "-o -: the trace and --json cannot share standard output");
    }
    if (encode(options, &counts, error) != 0) {
        return -1;
    }
    char warning[NT_RETURNS_TEXT];
    if (nt_returns_warning(&counts.returns, warning)) {
        fprintf(stderr, "ntrace encode: %s: %s\n", options->input, warning);
    }
    return options->json ? print_json(options, &counts, error) : print_text(options, &counts);
}

const nt_command nt_cmd_encode = {
    .name = "encode",
    .summary = "make the trace of a recording with the golden model",
    .about = "Run a recording, or an ingress file, through the golden model and write the trace.\n",
    NT_COMMAND_OPTIONS(options_table, encode_options),
    .required = {"output"},
    .init = init,
    .run = run_command,
};
