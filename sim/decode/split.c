/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/decode/split.h"

#include "ntrace/coresight.h"
#include "ntrace/demux.h"
#include "sim/sidecar/output.h"
#include "sim/util/outputs.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

typedef struct part {
    unsigned source;
    nt_trace_output *file;
    uint64_t messages;
    uint64_t bytes;
} part;

typedef struct parts {
    const nt_split *split;
    part part[NT_SPLIT_FILES];
    unsigned count;
    nt_error *error;
} parts;

static const char *kind_of(const nt_split *split) {
    return split->src_bits != 0 ? "src" : "atid";
}

static void path_of(const nt_split *split, unsigned source, char path[PATH_MAX]) {
    (void)snprintf(path, PATH_MAX, "%s/%s%u.nex", split->folder, kind_of(split), source);
}

/* NULL with the error set. */
static part *part_of(parts *parts, unsigned source) {
    char path[PATH_MAX];
    for (unsigned i = 0; i < parts->count; i++) {
        if (parts->part[i].source == source) {
            return &parts->part[i];
        }
    }
    if (parts->count == NT_SPLIT_FILES) {
        nt_fail(parts->error, "%s: more than %d sources: is trTeSrcBits=%u right?",
                parts->split->input, NT_SPLIT_FILES, parts->split->src_bits);
        return NULL;
    }
    part *part = &parts->part[parts->count];
    *part = (struct part){.source = source};
    path_of(parts->split, source, path);
    if (nt_outputs_spare(path, parts->split->input, parts->error) != 0) {
        return NULL;
    }
    if (nt_trace_output_open(&part->file, path, parts->split->beside == NULL, parts->error) != 0) {
        return NULL;
    }
    parts->count++;
    return part;
}

static int put(parts *parts, part *part, const uint8_t *bytes, size_t size) {
    part->bytes += size;
    return nt_trace_output_write(part->file, bytes, size, parts->error);
}

static int take_piece(parts *parts, const nt_demux_piece *piece) {
    if (piece->kind == NT_DEMUX_MORE || piece->kind == NT_DEMUX_IDLE) {
        return 0;
    }
    if (piece->source != NT_DEMUX_NOBODY) {
        part *part = part_of(parts, (unsigned)piece->source);
        if (part == NULL) {
            return -1;
        }
        part->messages += piece->kind != NT_DEMUX_REST;
        return put(parts, part, piece->bytes, piece->size);
    }
    int result = 0;
    for (unsigned i = 0; i < parts->count && result == 0; i++) {
        result = put(parts, &parts->part[i], piece->bytes, piece->size);
    }
    return result;
}

static int split_by_src(parts *parts, nt_trace_input *input) {
    uint8_t bytes[1 << 16];
    ptrdiff_t size;
    nt_demux demux = {.src_bits = parts->split->src_bits};
    nt_demux_piece piece;
    while ((size = nt_trace_input_read(input, bytes, sizeof bytes, parts->error)) > 0) {
        for (size_t at = 0; at < (size_t)size;) {
            at += nt_demux_bytes(&demux, bytes + at, (size_t)size - at, &piece);
            if (take_piece(parts, &piece) != 0) {
                return -1;
            }
        }
    }
    return size < 0 ? -1 : nt_demux_end(&demux, &piece) ? take_piece(parts, &piece) : 0;
}

static int copy_id(parts *parts, unsigned id) {
    uint8_t bytes[1 << 16];
    ptrdiff_t size;
    nt_trace_input *input;
    nt_framing framing = {.coresight = true, .id = id};
    nt_framer framer = {0};
    part *part = part_of(parts, id);
    if (part == NULL ||
        nt_trace_input_open(&input, parts->split->input, &framing, parts->error) != 0) {
        return -1;
    }
    while ((size = nt_trace_input_read(input, bytes, sizeof bytes, parts->error)) > 0) {
        for (ptrdiff_t i = 0; i < size; i++) {
            part->messages += nt_framer_byte(&framer, bytes[i]) == NT_FRAME_END;
        }
        if (put(parts, part, bytes, (size_t)size) != 0) {
            size = -1;
            break;
        }
    }
    nt_trace_input_close(input);
    return size < 0 ? -1 : 0;
}

static int split_by_id(parts *parts) {
    uint64_t ids[NT_CORESIGHT_SOURCES];
    if (nt_trace_input_ids(parts->split->input, ids, parts->error) != 0) {
        return -1;
    }
    for (unsigned id = 1; id < NT_CORESIGHT_SOURCES; id++) {
        if (ids[id] != 0 && copy_id(parts, id) != 0) {
            return -1;
        }
    }
    return 0;
}

static int split_all(parts *parts) {
    const nt_split *split = parts->split;
    nt_trace_input *input;
    if (split->src_bits == 0) {
        return split_by_id(parts);
    }
    if (nt_trace_input_open(&input, split->input, &split->framing, parts->error) != 0) {
        return -1;
    }
    int result = split_by_src(parts, input);
    nt_trace_input_close(input);
    return result;
}

/* A source is a stream of its own, of the hart of that number unless another is known. */
static void fill_sidecar(const nt_split *split, part *part) {
    nt_sidecar *sidecar = nt_trace_output_sidecar(part->file);
    const nt_sidecar_file stream = sidecar->stream;
    if (split->beside == NULL) {
        return;
    }
    *sidecar = *split->beside;
    sidecar->stream = stream;
    if (split->src_bits != 0) {
        nt_control control = {.trTeSrcID = part->source};
        nt_control given = {.trTeSrcID = 1};
        nt_watch_given(&sidecar->settings, &control, &given);
        sidecar->hart = sidecar->hart < 0 ? (int)part->source : sidecar->hart;
    }
}

static int commit(parts *parts, json_t *files) {
    int result = 0;
    for (unsigned i = 0; i < parts->count; i++) {
        char path[PATH_MAX];
        part *part = &parts->part[i];
        path_of(parts->split, part->source, path);
        if (result == 0) {
            fill_sidecar(parts->split, part);
            result = nt_trace_output_commit(part->file, parts->error);
        } else {
            nt_trace_output_abort(part->file);
        }
        json_array_append_new(files, json_pack("{s:s, s:I, s:I, s:I}", "path", path,
                                               kind_of(parts->split), (json_int_t)part->source,
                                               "messages", (json_int_t)part->messages, "bytes",
                                               (json_int_t)part->bytes));
    }
    return result;
}

int nt_split_run(const nt_split *split, json_t *files, nt_error *error) {
    if (split->src_bits == 0 && (!split->framing.coresight || split->framing.id != 0)) {
        return nt_fail(error, "--split: messages without SRC are of one source; its width is "
                              "--set trTeSrcBits=N");
    }
    if (mkdir(split->folder, 0777) != 0 && errno != EEXIST) {
        return nt_fail(error, "%s: %s", split->folder, strerror(errno));
    }
    parts *parts = calloc(1, sizeof *parts);
    if (parts == NULL) {
        return nt_fail(error, "out of memory");
    }
    parts->split = split;
    parts->error = error;
    int result = split_all(parts);
    if (result == 0 && parts->count == 0) {
        result = nt_fail(error, "%s: no message with a SRC", split->input);
    }
    if (result == 0) {
        result = commit(parts, files);
    } else {
        for (unsigned i = 0; i < parts->count; i++) {
            nt_trace_output_abort(parts->part[i].file);
        }
    }
    free(parts);
    return result;
}
