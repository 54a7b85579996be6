/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/sidecar/output.h"

#include "libntrace/util/output_file.h"
#include "sim/util/sum.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct nt_trace_output {
    nt_output_file *trace;
    nt_output_file *beside; /* NULL: there is no sidecar */
    nt_sidecar sidecar;
};

/* What is in the sidecar's place may be lost: an older one. */
static int judge_place(const char *path, nt_error *error) {
    char text[64];
    FILE *file = nt_output_file_is_replaceable(path) ? fopen(path, "rbe") : NULL;
    if (file == NULL) {
        return 0;
    }
    size_t size = fread(text, 1, sizeof text, file);
    (void)fclose(file);
    return nt_sidecar_begins(text, size)
               ? 0
               : nt_fail(error, "%s: is there and no sidecar; --no-sidecar writes none", path);
}

static int open_beside(nt_trace_output *output, const char *trace, nt_error *error) {
    char *path = nt_sidecar_path(trace);
    if (path == NULL) {
        return 0;
    }
    int result = judge_place(path, error);
    if (result == 0) {
        result = nt_output_file_open(&output->beside, path, error);
    }
    free(path);
    return result;
}

int nt_trace_output_open(nt_trace_output **output, const char *path, bool alone, nt_error *error) {
    nt_trace_output *o = calloc(1, sizeof *o);
    if (o == NULL) {
        return nt_fail(error, "%s: out of memory", path);
    }
    if ((!alone && open_beside(o, path, error) != 0) ||
        nt_output_file_open(&o->trace, path, error) != 0) {
        nt_trace_output_abort(o);
        return -1;
    }
    o->sidecar.stream.sum = NT_SUM_START;
    o->sidecar.hart = NT_SIDECAR_HART_UNKNOWN;
    *output = o;
    return 0;
}

int nt_trace_output_write(nt_trace_output *output, const void *bytes, size_t size,
                          nt_error *error) {
    nt_sidecar_file *stream = &output->sidecar.stream;
    if (output->beside != NULL) {
        stream->bytes += size;
        stream->sum = nt_sum(stream->sum, bytes, size);
    }
    return nt_output_file_write(output->trace, bytes, size, error);
}

nt_sidecar *nt_trace_output_sidecar(nt_trace_output *output) {
    return &output->sidecar;
}

static int write_beside(const nt_trace_output *output, nt_error *error) {
    char *text = nt_sidecar_write(&output->sidecar);
    int result = text == NULL ? nt_fail(error, "out of memory")
                              : nt_output_file_write(output->beside, text, strlen(text), error);
    free(text);
    return result;
}

int nt_trace_output_commit(nt_trace_output *output, nt_error *error) {
    int result;
    if (output->beside == NULL) {
        result = nt_output_file_commit(output->trace, error);
    } else if (write_beside(output, error) == 0) {
        result = nt_output_file_commit_pair(output->trace, output->beside, error);
    } else {
        nt_trace_output_abort(output);
        return -1;
    }
    free(output);
    return result;
}

void nt_trace_output_abort(nt_trace_output *output) {
    if (output != NULL) {
        nt_output_file_abort(output->trace);
        nt_output_file_abort(output->beside);
        free(output);
    }
}
