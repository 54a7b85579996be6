/* SPDX-License-Identifier: Apache-2.0 */
/* ntrace tv to-ntr: a tandem-verification trace becomes a recording. */
#include "libntrace/program/writer.h"
#include "sim/commands.h"
#include "sim/tandem/commands.h"
#include "sim/tandem/input.h"
#include "sim/tandem/replay.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct to_ntr_options {
    nt_tandem_given given;
    const char *input;
    const char *output;
    bool help;
} to_ntr_options;

typedef struct to_ntr_run {
    nt_writer *writer;
    nt_image *image; /* the code that was written */
    const char *output;
    nt_error *error;
    bool begun;       /* an instruction or trap is written */
    uint8_t mode;     /* the last one written */
    uint64_t changes; /* groups of state that belong to no instruction */
    unsigned parts;   /* as in a recording's header */
    nt_tandem_replay replay;
} to_ntr_run;

enum { NO_MODE = 0xff };

static int write_event(const to_ntr_run *run, const nt_event *event) {
    return nt_writer_event(run->writer, event, run->error);
}

static int write_mode(to_ntr_run *run, uint8_t mode) {
    nt_event event = {.kind = NT_EVENT_MODE, .mode = {mode, 0}};
    if (run->mode == mode) {
        return 0;
    }
    run->mode = mode;
    return write_event(run, &event);
}

static int write_insn(const to_ntr_run *run, const nt_replay_step *step) {
    uint8_t bytes[4];
    for (unsigned i = 0; i < sizeof bytes; i++) {
        bytes[i] = (uint8_t)(step->insn >> 8 * i);
    }
    nt_event retired = {.kind = NT_EVENT_RUN, .run = {step->pc, 1, step->insn_size / 2}};
    return nt_writer_code(run->writer, run->image, 0, step->pc, bytes, step->insn_size,
                          run->error) != 0
               ? -1
               : write_event(run, &retired);
}

static int write_trap(const to_ntr_run *run, const nt_replay_step *step) {
    nt_event event = {.kind = NT_EVENT_TRAP,
                      .trap = {step->interrupt, step->cause, step->pc, step->tval}};
    return write_event(run, &event);
}

static int write_register(const to_ntr_run *run, const nt_tandem_write *write) {
    nt_access access = {.has_value = true, .value = write->value};
    if (write->reg < NT_TANDEM_GPR) {
        access.kind = NT_ACCESS_CSR;
        access.number = write->reg;
    } else {
        access.kind = write->reg < NT_TANDEM_FPR ? NT_ACCESS_X : NT_ACCESS_F;
        access.number = write->reg % 32;
    }
    access.size = (uint16_t)(nt_tandem_register_bits(&run->replay.format, write->reg) / 8);
    nt_event event = {.kind = NT_EVENT_ACCESS, .access = access};
    bool wanted = write->reg != NT_TANDEM_GPR && (run->parts >> access.kind & 1) != 0;
    return wanted ? write_event(run, &event) : 0;
}

static int write_registers(const to_ntr_run *run) {
    for (size_t i = 0; i < run->replay.write_count; i++) {
        if (write_register(run, &run->replay.writes[i]) != 0) {
            return -1;
        }
    }
    return 0;
}

/* An access is a store if it has data; of others a trace does not say what was read. */
static int write_memory(const to_ntr_run *run, const nt_tandem_group *group) {
    nt_access access = {.kind = NT_ACCESS_STORE, .has_value = true};
    bool has_effective = false;
    for (size_t i = 0; i < group->count; i++) {
        const nt_tandem_field *field = &group->fields[i];
        if (field->opcode != NT_TANDEM_STATE) {
            continue;
        }
        if (field->id == NT_TANDEM_PADDR) {
            access.has_physical = true;
            access.physical = field->value;
        } else if (field->id == NT_TANDEM_EADDR) {
            has_effective = true;
            access.address = field->value;
        } else if (field->id >= NT_TANDEM_STORE8 && field->id <= NT_TANDEM_STORE64) {
            access.size = (uint16_t)(1U << (field->id - NT_TANDEM_STORE8));
            access.value = field->value;
        }
    }
    if ((run->parts >> NT_ACCESS_STORE & 1) == 0 || access.size == 0 ||
        (!has_effective && !access.has_physical)) {
        return 0;
    }
    access.address = has_effective ? access.address : access.physical;
    nt_event event = {.kind = NT_EVENT_ACCESS, .access = access};
    return write_event(run, &event);
}

static int write_step(to_ntr_run *run, const nt_replay_step *step, const nt_tandem_group *group) {
    run->begun = true;
    if (write_mode(run, step->privilege) != 0 ||
        (step->kind == NT_TANDEM_STEP_TRAP ? write_trap(run, step) : write_insn(run, step)) != 0) {
        return -1;
    }
    return write_registers(run) != 0 ? -1 : write_memory(run, group);
}

static int take_group(void *context, const nt_tandem_group *group) {
    to_ntr_run *run = context;
    nt_replay_step step;
    if (nt_tandem_replay_take(&run->replay, group, &step, run->error) != 0) {
        return -1;
    }
    if (step.kind != NT_TANDEM_STEP_STATE) {
        return write_step(run, &step, group);
    }
    if (!run->begun) { /* it was so before the first instruction */
        return write_registers(run);
    }
    run->changes += group->count != 0;
    return 0;
}

/* The kinds of accesses that the trace has. */
static uint8_t parts_of(const nt_tandem_format *format) {
    static const struct {
        nt_access_kind part;
        nt_tandem_kind kind;
    } rows[] = {{NT_ACCESS_X, NT_TANDEM_ABSENT_GPR},
                {NT_ACCESS_F, NT_TANDEM_ABSENT_FPR},
                {NT_ACCESS_CSR, NT_TANDEM_ABSENT_CSR},
                {NT_ACCESS_STORE, NT_TANDEM_ABSENT_STORE}};
    unsigned parts = 0;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        parts |= (format->absent >> rows[i].kind & 1) != 0 ? 0 : 1U << rows[i].part;
    }
    return (uint8_t)(format->flen == 0 ? parts & ~(1U << NT_ACCESS_F) : parts);
}

static int take_format(void *context, const nt_tandem_input_info *info) {
    to_ntr_run *run = context;
    nt_recording_header header = {
        .xlen = info->format.xlen, .harts = 1, .parts = parts_of(&info->format)};
    (void)snprintf(header.source, sizeof header.source, "tandem-verification trace");
    run->parts = header.parts;
    run->replay.format = info->format;
    run->image = nt_image_new(info->format.xlen);
    return run->image == NULL ? nt_fail_as(run->error, NT_ERROR_MEMORY, "out of memory")
                              : nt_writer_open(&run->writer, run->output, &header, run->error);
}

static int convert(to_ntr_run *run, const to_ntr_options *options) {
    nt_tandem_input input = {.path = options->input,
                             .given = &options->given,
                             .begin = take_format,
                             .sink = take_group,
                             .context = run};
    int result = nt_tandem_input_read(&input, run->error);
    if (result == 0 && run->replay.number == 0) {
        result = nt_fail(run->error, "%s: no instruction", options->input);
    }
    if (result != 0) {
        nt_writer_abort(run->writer);
        return -1;
    }
    return nt_writer_commit(run->writer, run->error);
}

static const nt_option options_table[] = {
    NT_OPERAND(to_ntr_options, input, "F"),
    NT_OPTION_HELP(to_ntr_options),
    NT_TANDEM_GIVEN_OPTIONS(to_ntr_options),
    {"output", 'o', NT_OPTION_OUTPUT, offsetof(to_ntr_options, output), 0, 0, NULL, "REC",
     "the recording; '-' is standard output"},
};

static int run_command(void *place, nt_error *error) {
    const to_ntr_options *options = place;
    to_ntr_run *run = calloc(1, sizeof *run);
    if (run == NULL) {
        return nt_fail_as(error, NT_ERROR_MEMORY, "out of memory");
    }
    run->output = options->output;
    run->error = error;
    run->mode = NO_MODE;
    int result = convert(run, options);
    if (result == 0) {
        fprintf(stderr, "%s: %" PRIu64 " instructions; %" PRIu64 " changes of state between them\n",
                options->output, run->replay.number, run->changes);
    }
    nt_image_free(run->image);
    free(run);
    return result;
}

static void init(void *place) {
    *(to_ntr_options *)place = (to_ntr_options){.given = NT_TANDEM_GIVEN_NOTHING};
}

const nt_command nt_tv_to_ntr = {
    .name = "tv to-ntr",
    .summary = "make a recording of a trace",
    .about =
        "Make a recording of a tandem-verification trace: instructions, traps and modes, with the\n"
        "registers, CSRs and memory that they wrote. All commands that take a recording take it, "
        "so\n"
        "that the same run becomes N-Trace. State between instructions that a device changed is "
        "left\n"
        "out, and counted.\n",
    NT_COMMAND_OPTIONS(options_table, to_ntr_options),
    .required = {"output"},
    .init = init,
    .run = run_command,
};
