#include "libntrace/program/format.h"
#include "libntrace/program/image_history.h"
#include "libntrace/program/nexus_text.h"
#include "libntrace/program/reader.h"

static int no_memory(const char *path, nt_error *error) {
    return nt_fail(error, "%s: more code than memory can hold", path);
}

static int take(nt_image *image, const nt_event *event, uint64_t *retired) {
    switch (event->kind) {
    case NT_EVENT_RUN:
        *retired += event->run.instructions;
        nt_image_keep_history(image, *retired);
        return 0;
    case NT_EVENT_CODE:
        return nt_image_write(image, event->code.address, event->code.bytes, event->code.size);
    case NT_EVENT_INSN:
        return nt_image_write_insn(image, event->insn.pc, &event->insn.insn);
    default:
        return 0;
    }
}

/* Takes `input` over. */
static int load_recording(nt_image **image, nt_input_file *input, const char *path, unsigned hart,
                          nt_error *error) {
    nt_reader *reader;
    if (nt_reader_open_input(&reader, input, error) != 0) {
        return -1;
    }
    const nt_recording_header *header = nt_reader_header(reader);
    int result = 1;
    uint64_t retired = 0;
    nt_event event;
    if (hart >= header->harts) {
        result = nt_fail(error, "%s: there is no hart %u; the recording has %u", path, hart,
                         header->harts);
    } else if ((*image = nt_image_new(header->xlen)) == NULL) {
        result = no_memory(path, error);
    } else {
        nt_image_keep_history(*image, 0);
    }
    while (result > 0 && (result = nt_reader_next(reader, &event, error)) > 0) {
        if (event.hart == hart && take(*image, &event, &retired) != 0) {
            result = no_memory(path, error);
        }
    }
    nt_reader_close(reader);
    if (result == 0) {
        nt_image_rewind(*image);
    }
    return result;
}

/* A pcinfo does not tell XLEN; in an image of 64 bits, code for 32 reads the same. */
static int load_pcinfo(nt_image **image, nt_input_file *input, const char *path, nt_error *error) {
    *image = nt_image_new(64);
    if (*image == NULL) {
        return no_memory(path, error);
    }
    nt_nexus_line line;
    int result;
    while ((result = nt_nexus_read_pcinfo(input, *image, &line, error)) > 0) {
    }
    return result;
}

int nt_image_load(nt_image **image, const char *path, unsigned hart, nt_error *error) {
    nt_input_file *input;
    nt_image *loaded = NULL;
    if (nt_input_file_open(&input, path, error) != 0) {
        return -1;
    }
    int result;
    int first = nt_input_file_peek(input);
    if (first == '0') {
        result = load_pcinfo(&loaded, input, path, error);
        nt_input_file_close(input);
    } else if (first < 0 || first == (uint8_t)NT_RECORDING_MAGIC[0]) {
        result = load_recording(&loaded, input, path, hart, error);
    } else {
        result = nt_fail(error, "%s: offset 0: neither a recording nor a pcinfo", path);
        nt_input_file_close(input);
    }
    if (result != 0) {
        nt_image_free(loaded);
        return -1;
    }
    *image = loaded;
    return 0;
}
