/* SPDX-License-Identifier: Apache-2.0 */
/* ntrace tv to-rvvi: a tandem-verification trace becomes RVVI-TEXT, which `ntrace import --format
   rvvi` reads. */
#include "sim/commands.h"
#include "sim/tandem/commands.h"
#include "sim/tandem/input.h"
#include "sim/tandem/replay.h"
#include "sim/tandem/shell_insn.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct to_rvvi_options {
    nt_tandem_given given;
    const char *input;
    bool help;
} to_rvvi_options;

enum { NO_MODE = 0xff, HELD = 64 };

typedef struct to_rvvi_run {
    FILE *file;
    nt_error *error;
    uint8_t mode;
    uint64_t changes; /* groups of state that belong to no instruction */
    nt_tandem_write
        held[HELD]; /* of an interrupt: they come with the handler's first instruction */
    size_t held_count;
    nt_tandem_replay replay;
} to_rvvi_run;

static void put_register(const to_rvvi_run *run, const nt_tandem_write *write) {
    unsigned digits = nt_tandem_register_bits(&run->replay.format, write->reg) / 4;
    if (write->reg < NT_TANDEM_GPR) {
        fprintf(run->file, " C %x %0*" PRIx64, write->reg, (int)digits, write->value);
    } else if (write->reg > NT_TANDEM_GPR) {
        fprintf(run->file, " %c %u %0*" PRIx64, write->reg < NT_TANDEM_FPR ? 'X' : 'F',
                write->reg % 32, (int)digits, write->value);
    }
}

static bool is_written(const to_rvvi_run *run, uint16_t reg) {
    for (size_t i = 0; i < run->replay.write_count; i++) {
        if (run->replay.writes[i].reg == reg) {
            return true;
        }
    }
    return false;
}

static void put_registers(to_rvvi_run *run) {
    for (size_t i = 0; i < run->held_count; i++) {
        if (!is_written(run, run->held[i].reg)) {
            put_register(run, &run->held[i]);
        }
    }
    run->held_count = 0;
    for (size_t i = 0; i < run->replay.write_count; i++) {
        put_register(run, &run->replay.writes[i]);
    }
}

/* MEM bus bytes vaddr paddr count; an address that the trace does not have is the other one. */
static void put_memory(const to_rvvi_run *run, const nt_replay_step *step,
                       const nt_tandem_group *group) {
    const nt_tandem_format *format = &run->replay.format;
    nt_tv_insn insn;
    uint64_t address[2];
    bool has[2] = {false, false};
    nt_tv_insn_decode(&insn, step->insn, (uint8_t)step->insn_size, format->xlen, format->flen);
    unsigned size = insn.width != 0 ? insn.width : format->xlen / 8;
    for (size_t i = 0; i < group->count; i++) {
        const nt_tandem_field *field = &group->fields[i];
        if (field->opcode != NT_TANDEM_STATE) {
            continue;
        }
        if (field->id == NT_TANDEM_EADDR || field->id == NT_TANDEM_PADDR) {
            address[field->id == NT_TANDEM_PADDR] = field->value;
            has[field->id == NT_TANDEM_PADDR] = true;
        } else if (field->id >= NT_TANDEM_STORE8 && field->id <= NT_TANDEM_STORE64) {
            size = 1U << (field->id - NT_TANDEM_STORE8);
        }
    }
    if (has[0] || has[1]) {
        fprintf(run->file, " MEM D %u %" PRIx64 " %" PRIx64 " 0", size, address[!has[0]],
                address[has[1]]);
    }
}

static int hold(to_rvvi_run *run) {
    for (size_t i = 0; i < run->replay.write_count; i++) {
        if (run->held_count == HELD) {
            return nt_fail(run->error,
                           "interrupts without an instruction between them change more "
                           "than %d registers",
                           HELD);
        }
        run->held[run->held_count++] = run->replay.writes[i];
    }
    return 0;
}

static int put_step(to_rvvi_run *run, const nt_replay_step *step, const nt_tandem_group *group) {
    if (step->kind == NT_TANDEM_STEP_TRAP && step->interrupt) {
        return hold(run);
    }
    unsigned size = step->insn_size != 0 ? step->insn_size : 2; /* 0000: it could not be fetched */
    fprintf(run->file, "%s %0*" PRIx64 " %0*" PRIx32,
            step->kind == NT_TANDEM_STEP_TRAP ? "TRAP" : "RET", run->replay.format.xlen / 4,
            step->pc, (int)size * 2, step->insn);
    put_registers(run);
    if (step->kind == NT_TANDEM_STEP_INSN) {
        put_memory(run, step, group);
    }
    if (run->mode != step->privilege) {
        run->mode = step->privilege;
        fprintf(run->file, " MODE %u", run->mode);
    }
    fprintf(run->file, "\n");
    return 0;
}

static int take_group(void *context, const nt_tandem_group *group) {
    to_rvvi_run *run = context;
    nt_replay_step step;
    if (nt_tandem_replay_take(&run->replay, group, &step, run->error) != 0) {
        return -1;
    }
    if (step.kind != NT_TANDEM_STEP_STATE) {
        return put_step(run, &step, group);
    }
    run->changes += group->count != 0;
    return 0;
}

static int take_format(void *context, const nt_tandem_input_info *info) {
    to_rvvi_run *run = context;
    run->replay.format = info->format;
    fprintf(run->file, "VERSION 0 4\nPARAMS %u XLEN %u", info->format.flen != 0 ? 2U : 1U,
            info->format.xlen);
    if (info->format.flen != 0) {
        fprintf(run->file, " FLEN %u", info->format.flen);
    }
    fprintf(run->file, "\n");
    return 0;
}

static const nt_option options_table[] = {
    NT_OPERAND(to_rvvi_options, input, "F"),
    NT_OPTION_HELP(to_rvvi_options),
    NT_TANDEM_GIVEN_OPTIONS(to_rvvi_options),
};

static int run_command(void *place, nt_error *error) {
    const to_rvvi_options *options = place;
    to_rvvi_run *run = calloc(1, sizeof *run);
    if (run == NULL) {
        return nt_fail_as(error, NT_ERROR_MEMORY, "out of memory");
    }
    run->file = stdout;
    run->error = error;
    run->mode = NO_MODE;
    nt_tandem_input input = {.path = options->input,
                             .given = &options->given,
                             .begin = take_format,
                             .sink = take_group,
                             .context = run};
    int result = nt_tandem_input_read(&input, error);
    if (result == 0 && run->changes != 0) {
        fprintf(stderr,
                "ntrace tv to-rvvi: %s: %" PRIu64
                " changes of state between instructions, which the text does not have\n",
                options->input, run->changes);
    }
    (void)fflush(stdout); /* what came before an error is good */
    free(run);
    return result;
}

static void init(void *place) {
    *(to_rvvi_options *)place = (to_rvvi_options){.given = NT_TANDEM_GIVEN_NOTHING};
}

const nt_command nt_tv_to_rvvi = {
    .name = "tv to-rvvi",
    .summary = "write a trace as RVVI-TEXT",
    .about = "Write a tandem-verification trace to standard output as RVVI-TEXT 0.4, a line each\n"
             "instruction or exception; an interrupt's CSRs come with its handler's first\n"
             "instruction, as that text has them. `ntrace import --format rvvi` reads it. State\n"
             "between instructions is left out, and counted.\n",
    NT_COMMAND_OPTIONS(options_table, to_rvvi_options),
    .init = init,
    .run = run_command,
};
