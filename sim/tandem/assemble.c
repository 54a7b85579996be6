#include "libntrace/util/input_file.h"
#include "sim/commands.h"
#include "sim/tandem/commands.h"
#include "sim/tandem/text.h"
#include "sim/util/options.h"
#include "sim/util/output_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char help[] =
    "usage: ntrace tv assemble F.s -o F\n"
    "\n"
    "Make a tandem-verification trace of the text of its fields, a line each, as `ntrace tv dump`\n"
    "writes it: a bare stream, or after the line .ntv a file of ours. docs/tandem.md describes "
    "the\n"
    "form.\n"
    "\n"
    "  -o, --output F            the trace; \"-\": standard output\n"
    "  -h, --help\n";

typedef struct assemble_options {
    const char *input;
    const char *output;
    bool help;
} assemble_options;

typedef struct assemble_run {
    nt_input_file *file;
    nt_output_file *out;
    nt_error *error;
    nt_tandem_assembler assembler;
    nt_tandem_packer packer;
    size_t size; /* of what is not written */
    uint8_t chunk[NT_TANDEM_CHUNK];
} assemble_run;

static int write_chunk(assemble_run *run) {
    uint8_t head[NT_TANDEM_CHUNK_HEAD];
    if (run->assembler.is_file) {
        nt_tandem_chunk_head(&run->packer, run->chunk, run->size, head);
        if (nt_output_file_write(run->out, head, sizeof head, run->error) != 0) {
            return -1;
        }
    }
    int result = nt_output_file_write(run->out, run->chunk, run->size, run->error);
    run->size = 0;
    return result;
}

static int write_header(assemble_run *run) {
    uint8_t header[NT_TANDEM_HEADER];
    if (!run->assembler.is_file) {
        return 0;
    }
    nt_tandem_header_encode(&run->assembler.format, header);
    return nt_output_file_write(run->out, header, sizeof header, run->error);
}

/* Chunks are full but for the last one. */
static int take_bytes(assemble_run *run, const uint8_t *bytes, size_t size) {
    while (size != 0) {
        size_t room = sizeof run->chunk - run->size;
        size_t part = size < room ? size : room;
        memcpy(run->chunk + run->size, bytes, part);
        run->size += part;
        bytes += part;
        size -= part;
        if (run->size == sizeof run->chunk && write_chunk(run) != 0) {
            return -1;
        }
    }
    return 0;
}

static int take_line(assemble_run *run, const char *line) {
    nt_tandem_assembler *assembler = &run->assembler;
    bool begun = assembler->begun;
    if (nt_tandem_assemble(assembler, line) != 0) {
        return nt_fail(run->error, "%s: line %llu: column %zu: %s", nt_input_file_path(run->file),
                       (unsigned long long)nt_input_file_lines(run->file), assembler->column,
                       assembler->reason);
    }
    if (assembler->begun && !begun && write_header(run) != 0) {
        return -1;
    }
    return take_bytes(run, assembler->bytes, assembler->size);
}

static int finish(assemble_run *run) {
    if (!run->assembler.begun) {
        return nt_fail(run->error, "%s: line %llu: the text has no field",
                       nt_input_file_path(run->file),
                       (unsigned long long)nt_input_file_lines(run->file));
    }
    if (run->size != 0 && write_chunk(run) != 0) {
        return -1;
    }
    return run->assembler.is_file ? write_chunk(run) : 0; /* an empty one ends the file */
}

static int assemble_lines(assemble_run *run) {
    enum { LINE = 1 << 12 };
    char line[LINE];
    int result;
    while ((result = nt_input_file_line(run->file, line, sizeof line, run->error)) > 0) {
        if (take_line(run, line) != 0) {
            return -1;
        }
    }
    return result == 0 ? finish(run) : -1;
}

static int assemble(assemble_run *run, const assemble_options *options) {
    if (nt_input_file_open(&run->file, options->input, run->error) != 0) {
        return -1;
    }
    int result = nt_output_file_open(&run->out, options->output, run->error);
    if (result == 0) {
        result = assemble_lines(run);
        if (result != 0) {
            nt_output_file_abort(run->out);
        } else {
            result = nt_output_file_commit(run->out, run->error);
        }
    }
    nt_input_file_close(run->file);
    return result;
}

static const nt_option options_table[] = {
    NT_OPTION_HELP(assemble_options),
    {"output", 'o', NT_OPTION_TEXT, offsetof(assemble_options, output), 0, 0, NULL},
};

static int parse(int argc, char **argv, assemble_options *options, nt_error *error) {
    int first = nt_options_parse(options_table, sizeof options_table / sizeof options_table[0],
                                 options, argc, argv, error);
    if (first < 0 || options->help) {
        return first < 0 ? -1 : 0;
    }
    if (first + 1 != argc || options->output == NULL) {
        return nt_fail(error, "one F.s and -o F are needed; see --help");
    }
    options->input = argv[first];
    return 0;
}

/* With what is too large for the stack. */
static int run_assemble(const assemble_options *options, nt_error *error) {
    assemble_run *run = calloc(1, sizeof *run);
    struct nt_tandem_csr_names *names = nt_tandem_csr_names_new();
    int result = -1;
    if (run == NULL || names == NULL) {
        nt_fail_as(error, NT_ERROR_MEMORY, "out of memory");
    } else {
        run->error = error;
        run->assembler.names = names;
        result = assemble(run, options);
    }
    free(names);
    free(run);
    return result;
}

int nt_tv_assemble(int argc, char **argv) {
    assemble_options options = {0};
    nt_error error = {0};
    if (parse(argc, argv, &options, &error) != 0) {
        return nt_command_fail("tv assemble", &error);
    }
    if (options.help) {
        fputs(help, stdout);
        return NT_EXIT_OK;
    }
    return run_assemble(&options, &error) == 0 ? NT_EXIT_OK
                                               : nt_command_fail("tv assemble", &error);
}
