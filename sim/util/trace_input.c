/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/util/trace_input.h"

#include "libntrace/util/input_file.h"
#include "ntrace/messages.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CHUNK = 1 << 16, NAMED = 8 };

struct nt_trace_input {
    nt_input_file *file;
    nt_framing framing;
    unsigned id; /* whose bytes are passed on; 0: that of the first */
    nt_coresight deframer;
    nt_coresight_data data; /* of the last frame, */
    size_t taken;           /* of which so many bytes are passed on */
    bool begun;
    size_t used, filled; /* of `bytes` */
    uint8_t bytes[CHUNK];
};

int nt_take_framing(void *place, const char *value, nt_error *error) {
    nt_framing *framing = place;
    framing->coresight = strcmp(value, "coresight") == 0;
    return framing->coresight || strcmp(value, "none") == 0
               ? 0
               : nt_fail(error, "--framing %s: expected none or coresight", value);
}

/* ---- what IDs there are ---- */

typedef struct ids {
    uint64_t bytes[NT_CORESIGHT_SOURCES];
    unsigned count, first;
} ids;

static void count_id(ids *ids, unsigned id) {
    if (id != 0 && ids->bytes[id]++ == 0) {
        ids->first = ids->count++ == 0 ? id : ids->first;
    }
}

static const char *name_ids(const ids *ids, char text[256]) {
    size_t used = 0;
    unsigned named = 0;
    text[0] = '\0';
    for (unsigned id = 1; id < NT_CORESIGHT_SOURCES && named < NAMED; id++) {
        if (ids->bytes[id] != 0) {
            used += (size_t)snprintf(text + used, 256 - used, "%s0x%02x (%" PRIu64 " bytes)",
                                     named++ == 0 ? "" : ", ", id, ids->bytes[id]);
        }
    }
    if (ids->count > NAMED) {
        (void)snprintf(text + used, 256 - used, ", ...");
    }
    return text;
}

/* The next frame's trace; 0 at the end, -1 with the error set. */
static int next_frame(nt_trace_input *input, nt_error *error) {
    for (;;) {
        if (input->used == input->filled) {
            ptrdiff_t size = nt_input_file_read(input->file, input->bytes, CHUNK, error);
            if (size <= 0) {
                return (int)size;
            }
            input->used = input->begun ? 0 : nt_coresight_begin(input->bytes, (size_t)size);
            input->filled = (size_t)size;
            input->begun = true;
        }
        input->used += nt_coresight_bytes(&input->deframer, input->bytes + input->used,
                                          input->filled - input->used, &input->data);
        input->taken = 0;
        if (input->data.count != 0) {
            return 1;
        }
    }
}

static int judge_ids(const nt_trace_input *input, const char *path, bool all, const ids *ids,
                     nt_error *error) {
    char text[256];
    const nt_coresight *found = &input->deframer;
    if (ids->count == 0 || found->reserved_ids * 2 > found->frames) {
        return nt_fail(error, "%s: no frames of the CoreSight formatter", path);
    }
    if (input->framing.id != 0 && ids->bytes[input->framing.id] == 0) {
        return nt_fail(error, "%s: the frames have no ID 0x%02x, but %s", path, input->framing.id,
                       name_ids(ids, text));
    }
    if (!all && input->framing.id == 0 && ids->count > 1) {
        return nt_fail(error, "%s: the frames have the IDs %s: choose one by --atid", path,
                       name_ids(ids, text));
    }
    return 0;
}

/* Reads it all once. `framing`: what is chosen; NULL: all IDs. */
static int scan(const char *path, const nt_framing *framing, ids *ids, nt_error *error) {
    nt_trace_input *input;
    nt_framing none = {0};
    if (nt_trace_input_open(&input, path, &none, error) != 0) {
        return -1;
    }
    input->framing = framing == NULL ? none : *framing;
    int frame;
    while ((frame = next_frame(input, error)) > 0) {
        for (unsigned i = 0; i < input->data.count; i++) {
            count_id(ids, input->data.id[i]);
        }
    }
    int result = frame < 0 ? -1 : judge_ids(input, path, framing == NULL, ids, error);
    nt_trace_input_close(input);
    return result;
}

int nt_trace_input_ids(const char *path, uint64_t bytes[NT_CORESIGHT_SOURCES], nt_error *error) {
    ids ids = {.count = 0};
    if (strcmp(path, "-") == 0) {
        return nt_fail(error, "-: frames are split from a file only, as it is read several times");
    }
    int result = scan(path, NULL, &ids, error);
    memcpy(bytes, ids.bytes, sizeof ids.bytes);
    return result;
}

/* ---- reading ---- */

int nt_trace_input_open(nt_trace_input **input, const char *path, const nt_framing *framing,
                        nt_error *error) {
    ids ids = {.count = 0};
    bool twice = strcmp(path, "-") != 0; /* a pipe cannot be read twice */
    if (framing->id != 0 && !framing->coresight) {
        return nt_fail(error, "--atid is of frames: it needs --framing coresight");
    }
    if (framing->coresight && twice && scan(path, framing, &ids, error) != 0) {
        return -1;
    }
    *input = calloc(1, sizeof **input);
    if (*input == NULL) {
        return nt_fail(error, "out of memory");
    }
    (*input)->framing = *framing;
    (*input)->id = framing->id;
    if (nt_input_file_open(&(*input)->file, path, error) != 0) {
        free(*input);
        return -1;
    }
    return 0;
}

void nt_trace_input_close(nt_trace_input *input) {
    if (input != NULL) {
        nt_input_file_close(input->file);
        free(input);
    }
}

/* Appends the frame's bytes of the ID. */
static int pass_on(nt_trace_input *input, uint8_t *bytes, size_t size, size_t *done,
                   nt_error *error) {
    while (input->taken < input->data.count && *done < size) {
        unsigned id = input->data.id[input->taken];
        input->id = input->id == 0 ? id : input->id;
        if (id != 0 && id != input->id && input->framing.id == 0) {
            return nt_fail(error,
                           "%s: the frames have the IDs 0x%02x and 0x%02x, or more: choose one by "
                           "--atid",
                           nt_input_file_path(input->file), input->id, id);
        }
        if (id != 0 && id == input->id) {
            bytes[(*done)++] = input->data.bytes[input->taken];
        }
        input->taken++;
    }
    return 0;
}

ptrdiff_t nt_trace_input_read(nt_trace_input *input, uint8_t *bytes, size_t size, nt_error *error) {
    size_t done = 0;
    if (!input->framing.coresight) {
        return nt_input_file_read(input->file, bytes, size, error);
    }
    while (done < size) {
        if (input->taken == input->data.count) {
            int frame = next_frame(input, error);
            if (frame <= 0) {
                return frame < 0 ? -1 : (ptrdiff_t)done;
            }
        }
        if (pass_on(input, bytes, size, &done, error) != 0) {
            return -1;
        }
    }
    return (ptrdiff_t)done;
}

/* ---- recognizing ---- */

/* How well bytes of an ID are N-Trace without SRC and time, which most messages bear. */
typedef struct look {
    nt_framer framer;
    uint64_t messages, errors;
    bool syncs;
} look;

static void look_at(look *look, uint8_t byte) {
    nt_message message;
    nt_field field;
    const nt_message_format format = {.tolerant = true};
    nt_frame frame = nt_framer_byte(&look->framer, byte);
    look->errors += nt_frame_is_error(frame) && frame != NT_FRAME_BAD_IDLE; /* some send these */
    if (frame == NT_FRAME_END) {
        look->messages++;
        nt_message_status status = nt_message_decode(&message, &format, look->framer.bytes,
                                                     nt_framer_kept(&look->framer), &field);
        const nt_message_layout *layout = nt_message_layout_get(message.tcode);
        look->errors += layout->name == NULL && status == NT_MESSAGE_UNKNOWN;
        look->syncs |= layout->name != NULL && strstr(layout->name, "Sync") != NULL;
    }
}

unsigned nt_trace_input_recognize(const uint8_t *bytes, size_t size) {
    enum { LEAST_MESSAGES = 4, ERRORS = 16 /* one in so many messages */ };
    nt_coresight deframer = {0};
    nt_coresight_data data;
    look *looks = calloc(NT_CORESIGHT_SOURCES, sizeof *looks);
    unsigned best = 0;
    for (size_t at = nt_coresight_begin(bytes, size); looks != NULL && at < size;) {
        at += nt_coresight_bytes(&deframer, bytes + at, size - at, &data);
        for (unsigned i = 0; i < data.count; i++) {
            if (data.id[i] != 0) {
                look_at(&looks[data.id[i]], data.bytes[i]);
            }
        }
    }
    for (unsigned id = 1; looks != NULL && id < NT_CORESIGHT_SOURCES; id++) {
        const look *look = &looks[id];
        if (look->syncs && look->messages >= LEAST_MESSAGES &&
            look->errors * ERRORS <= look->messages &&
            (best == 0 || look->messages > looks[best].messages)) {
            best = id;
        }
    }
    free(looks);
    return deframer.reserved_ids == 0 ? best : 0;
}
