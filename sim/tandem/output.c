/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/tandem/output.h"
#include "libntrace/util/output_file.h"

#include <stdlib.h>
#include <string.h>

struct nt_tandem_output {
    nt_output_file *file;
    nt_tandem_format format;
    bool is_file;
    nt_tandem_field last;
    nt_tandem_packer packer;
    size_t size; /* of what is not written */
    uint8_t chunk[NT_TANDEM_CHUNK];
};

static int write_header(nt_tandem_output *output, nt_error *error) {
    uint8_t header[NT_TANDEM_HEADER];
    nt_tandem_header_encode(&output->format, header);
    return nt_output_file_write(output->file, header, sizeof header, error);
}

int nt_tandem_output_open(nt_tandem_output **output, const char *path,
                          const nt_tandem_format *format, bool is_file, nt_error *error) {
    nt_tandem_output *made = calloc(1, sizeof *made);
    *output = NULL;
    if (made == NULL) {
        return nt_fail_as(error, NT_ERROR_MEMORY, "out of memory");
    }
    made->format = *format;
    made->is_file = is_file;
    if (nt_output_file_open(&made->file, path, error) != 0) {
        free(made);
        return -1;
    }
    if (is_file && write_header(made, error) != 0) {
        nt_tandem_output_abort(made);
        return -1;
    }
    *output = made;
    return 0;
}

static int write_chunk(nt_tandem_output *output, nt_error *error) {
    uint8_t head[NT_TANDEM_CHUNK_HEAD];
    if (output->is_file) {
        nt_tandem_chunk_head(&output->packer, output->chunk, output->size, head);
        if (nt_output_file_write(output->file, head, sizeof head, error) != 0) {
            return -1;
        }
    }
    int result = nt_output_file_write(output->file, output->chunk, output->size, error);
    output->size = 0;
    return result;
}

/* Chunks are full but for the last one. */
int nt_tandem_output_bytes(nt_tandem_output *output, const uint8_t *bytes, size_t size,
                           nt_error *error) {
    while (size != 0) {
        size_t room = sizeof output->chunk - output->size;
        size_t part = size < room ? size : room;
        memcpy(output->chunk + output->size, bytes, part);
        output->size += part;
        bytes += part;
        size -= part;
        if (output->size == sizeof output->chunk && write_chunk(output, error) != 0) {
            return -1;
        }
    }
    return 0;
}

int nt_tandem_output_fields(nt_tandem_output *output, const nt_tandem_field *fields, size_t count,
                            nt_error *error) {
    for (size_t i = 0; i < count; i++) {
        uint8_t bytes[NT_TANDEM_FIELD_BYTES];
        nt_tandem_fault fault;
        size_t size =
            nt_tandem_field_encode(&fields[i], &output->format, &output->last, bytes, &fault);
        if (size == 0) {
            char text[NT_TANDEM_TEXT];
            nt_tandem_fault_describe(&fault, text);
            return nt_fail(error, "cannot be encoded: %s", text);
        }
        output->last = fields[i];
        if (nt_tandem_output_bytes(output, bytes, size, error) != 0) {
            return -1;
        }
    }
    return 0;
}

int nt_tandem_output_group(nt_tandem_output *output, const nt_tandem_group *group,
                           nt_error *error) {
    static const nt_tandem_field begin = {.opcode = NT_TANDEM_BEGIN};
    static const nt_tandem_field end = {.opcode = NT_TANDEM_END};
    return nt_tandem_output_fields(output, &begin, 1, error) != 0 ||
                   nt_tandem_output_fields(output, group->fields, group->count, error) != 0
               ? -1
               : nt_tandem_output_fields(output, &end, 1, error);
}

int nt_tandem_output_close(nt_tandem_output *output, nt_error *error) {
    int result = output->size != 0 ? write_chunk(output, error) : 0;
    if (result == 0 && output->is_file) {
        result = write_chunk(output, error); /* an empty one ends the file */
    }
    if (result != 0) {
        nt_output_file_abort(output->file);
    } else {
        result = nt_output_file_commit(output->file, error);
    }
    free(output);
    return result;
}

void nt_tandem_output_abort(nt_tandem_output *output) {
    if (output != NULL) {
        nt_output_file_abort(output->file);
        free(output);
    }
}
