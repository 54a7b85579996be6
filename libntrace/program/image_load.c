/* SPDX-License-Identifier: Apache-2.0 */
#include "libntrace/program/format.h"
#include "libntrace/program/image_history.h"
#include "libntrace/program/image_read.h"
#include "libntrace/program/nexus_text.h"
#include "libntrace/program/reader.h"

static int no_memory(const char *path, nt_error *error) {
    return nt_fail_as(error, NT_ERROR_MEMORY, "%s: more code than memory can hold", path);
}

static void retire(nt_image *image, uint64_t *retired, uint64_t instructions) {
    *retired += instructions;
    nt_image_keep_history(image, *retired);
}

static int take(nt_image *image, const nt_event *event, uint64_t *retired) {
    switch (event->kind) {
    case NT_EVENT_RUN:
        retire(image, retired, event->run.instructions);
        return 0;
    case NT_EVENT_CODE:
        return nt_image_write(image, event->code.address, event->code.bytes, event->code.size);
    case NT_EVENT_INSN:
        return nt_image_write_insn(image, event->insn.pc, &event->insn.insn);
    default:
        return 0;
    }
}

int nt_image_read_recording(nt_image **image, nt_reader *reader, const char *path, unsigned hart,
                            nt_error *error) {
    const nt_recording_header *header = nt_reader_header(reader);
    nt_image *read = NULL;
    int result = 1;
    uint64_t retired = 0;
    nt_event event;
    if (hart >= header->harts) {
        result =
            nt_fail_as(error, NT_ERROR_ARGUMENT, "%s: there is no hart %u; the recording has %u",
                       path, hart, header->harts);
    } else if ((read = nt_image_new(header->xlen)) == NULL) {
        result = no_memory(path, error);
    } else {
        nt_image_keep_history(read, 0);
    }
    while (result > 0 && (result = nt_reader_next(reader, &event, error)) > 0) {
        if (event.hart == hart && take(read, &event, &retired) != 0) {
            result = no_memory(path, error);
        } else {
            retire(read, &retired, nt_reader_skip_runs(reader, hart)); /* nearly all events */
        }
    }
    if (result != 0) {
        nt_image_free(read);
        return -1;
    }
    nt_image_rewind(read);
    *image = read;
    return 0;
}

/* Takes `input` over. */
static int load_recording(nt_image **image, nt_input_file *input, const char *path, unsigned hart,
                          nt_error *error) {
    nt_reader *reader;
    if (nt_reader_open_input(&reader, input, error) != 0) {
        return -1;
    }
    int result = nt_image_read_recording(image, reader, path, hart, error);
    nt_reader_close(reader);
    return result;
}

/* A pcinfo does not tell XLEN; in an image of 64 bits, code for 32 reads the same. */
int nt_image_read_pcinfo(nt_image **image, nt_input_file *input, nt_error *error) {
    nt_image *read = nt_image_new(64);
    if (read == NULL) {
        return no_memory(nt_input_file_path(input), error);
    }
    nt_nexus_line line;
    int result;
    while ((result = nt_nexus_read_pcinfo(input, read, &line, error)) > 0) {
    }
    if (result != 0) {
        nt_image_free(read);
        return -1;
    }
    *image = read;
    return 0;
}

int nt_image_load(nt_image **image, const char *path, unsigned hart, nt_error *error) {
    nt_input_file *input;
    if (nt_input_file_open(&input, path, error) != 0) {
        return -1;
    }
    int result;
    int first = nt_input_file_peek(input);
    if (first == '0') {
        result = nt_image_read_pcinfo(image, input, error);
        nt_input_file_close(input);
    } else if (first < 0 || first == (uint8_t)NT_RECORDING_MAGIC[0]) {
        result = load_recording(image, input, path, hart, error);
    } else {
        result = nt_fail_at(error, NT_ERROR_FORMAT, path, 0, "neither a recording nor a pcinfo");
        nt_input_file_close(input);
    }
    return result;
}
