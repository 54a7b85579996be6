/* ntrace tv compare: a tandem-verification trace and a recording of the same run check each
   other. */
#include "sim/commands.h"
#include "sim/recording/names.h"
#include "sim/stimulus/retire.h"
#include "sim/tandem/commands.h"
#include "sim/tandem/input.h"
#include "sim/tandem/replay.h"
#include "sim/tandem/text.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct compare_options {
    nt_tandem_given given;
    const char *trace;
    const char *recording;
    uint32_t hart;
    uint64_t limit;
    bool json;
    bool help;
} compare_options;

enum { TEXT = 256, DIFFERENT = 1, ENOUGH = 2 };

typedef struct compare_counts {
    uint64_t insns;
    uint64_t traps;
    uint64_t registers;
} compare_counts;

typedef struct compare_run {
    const compare_options *options;
    nt_retire *retire;
    nt_error *error;
    compare_counts counts;
    uint64_t offset;       /* of the group that differs */
    char difference[TEXT]; /* empty: none */
    nt_tandem_replay replay;
} compare_run;

/* Says what differs; the sink's result. */
static int differ(compare_run *run, const char *element, uint64_t trace, uint64_t recording) {
    (void)snprintf(run->difference, sizeof run->difference,
                   "%s is 0x%" PRIx64 " in the trace, 0x%" PRIx64 " in the recording", element,
                   trace, recording);
    return DIFFERENT;
}

static int differ_in_length(compare_run *run, const char *longer) {
    (void)snprintf(run->difference, sizeof run->difference, "only %s goes on", longer);
    return DIFFERENT;
}

/* The next instruction or trap of the recording; what was so before is not compared. 0: the end. */
static int next_retired(const compare_run *run, nt_retired *retired) {
    int result;
    do {
        result = nt_retire_next(run->retire, retired, run->error);
    } while (result > 0 && retired->kind == NT_RETIRED_STATE);
    return result;
}

static uint64_t bits_of(const nt_retired *retired) {
    uint64_t bits = 0;
    for (unsigned i = 0; i < retired->insn.size && i < 8; i++) {
        bits |= (uint64_t)retired->bytes[i] << (8 * i);
    }
    return bits;
}

typedef struct pair {
    const char *element;
    uint64_t trace;
    uint64_t recording;
    bool skip;
} pair;

static int compare_pairs(compare_run *run, const pair *pairs, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (!pairs[i].skip && pairs[i].trace != pairs[i].recording) {
            return differ(run, pairs[i].element, pairs[i].trace, pairs[i].recording);
        }
    }
    return 0;
}

static int compare_insn(compare_run *run, const nt_tandem_step *step, const nt_retired *retired) {
    const pair pairs[] = {
        {"pc", step->pc, retired->pc, false},
        {"the instruction's size", step->insn_size, retired->insn.size, retired->insn.size == 0},
        {"the instruction", step->insn, bits_of(retired), !retired->has_bytes},
    };
    run->counts.insns++;
    return compare_pairs(run, pairs, sizeof pairs / sizeof pairs[0]);
}

static int compare_trap(compare_run *run, const nt_tandem_step *step, const nt_retired *retired) {
    const pair pairs[] = {
        {"epc", step->pc, retired->pc, false},
        {"an interrupt", step->interrupt, retired->trap.interrupt, false},
        {"cause", step->cause, retired->trap.cause, retired->trap.cause_unknown},
        {"tval", step->tval, retired->trap.tval, retired->trap.tval_unknown},
    };
    run->counts.traps++;
    return compare_pairs(run, pairs, sizeof pairs / sizeof pairs[0]);
}

/* The register of an access, as the trace numbers it. */
static uint16_t register_of(const nt_access *access) {
    switch (access->kind) {
    case NT_ACCESS_X:
        return (uint16_t)(NT_TANDEM_GPR + access->number);
    case NT_ACCESS_F:
        return (uint16_t)(NT_TANDEM_FPR + access->number);
    default:
        return NT_TANDEM_REGISTERS;
    }
}

static nt_tandem_kind kind_of(uint16_t reg) {
    return reg < NT_TANDEM_FPR ? NT_TANDEM_ABSENT_GPR : NT_TANDEM_ABSENT_FPR;
}

/* A register that the recording has written has this value in the trace. Recordings of QEMU have
   CSRs by what was seen to change, so these are left to the verifier. */
static int compare_registers(compare_run *run, const nt_retired *retired) {
    for (size_t i = 0; i < retired->access_count; i++) {
        const nt_access *access = &retired->accesses[i];
        uint16_t reg = register_of(access);
        if (reg == NT_TANDEM_REGISTERS || !access->has_value ||
            (run->replay.format.absent >> kind_of(reg) & 1) != 0 || !run->replay.known[reg]) {
            continue;
        }
        run->counts.registers++;
        if (run->replay.value[reg] != access->value) {
            char name[NT_CSR_NAME];
            nt_tandem_register_name(reg, name);
            return differ(run, name, run->replay.value[reg], access->value);
        }
    }
    return 0;
}

static int compare_step(compare_run *run, const nt_tandem_step *step, const nt_retired *retired) {
    bool trap = step->kind == NT_TANDEM_STEP_TRAP;
    const pair kind = {"a trap", trap, retired->kind == NT_RETIRED_TRAP, false};
    const pair mode = {"the mode", step->privilege, nt_retire_privilege(retired->mode),
                       (run->replay.format.absent >> NT_TANDEM_ABSENT_PRIVILEGE & 1) != 0};
    int result = compare_pairs(run, &kind, 1);
    if (result == 0) {
        result = trap ? compare_trap(run, step, retired) : compare_insn(run, step, retired);
    }
    result = result == 0 ? compare_pairs(run, &mode, 1) : result;
    return result == 0 ? compare_registers(run, retired) : result;
}

static int take_group(void *context, const nt_tandem_group *group) {
    compare_run *run = context;
    nt_tandem_step step;
    nt_retired retired;
    if (run->counts.insns == run->options->limit) {
        return ENOUGH;
    }
    if (nt_tandem_replay_take(&run->replay, group, &step, run->error) != 0) {
        return -1;
    }
    if (step.kind == NT_TANDEM_STEP_STATE) {
        return 0;
    }
    run->offset = group->offset;
    int result = next_retired(run, &retired);
    if (result <= 0) {
        return result < 0 ? -1 : differ_in_length(run, "the trace");
    }
    return compare_step(run, &step, &retired);
}

static int take_format(void *context, const nt_tandem_input_info *info) {
    compare_run *run = context;
    unsigned xlen = nt_retire_header(run->retire)->xlen;
    run->replay.format = info->format;
    return xlen == info->format.xlen ? 0
                                     : nt_fail(run->error, "%s: XLEN %u, the recording has %u",
                                               info->path, info->format.xlen, xlen);
}

/* The trace is at its end: is the recording? */
static int compare_end(compare_run *run) {
    nt_retired retired;
    if (run->counts.insns == run->options->limit) {
        return 0;
    }
    int result = next_retired(run, &retired);
    return result > 0 ? differ_in_length(run, "the recording") : result;
}

static int compare(compare_run *run) {
    const compare_options *options = run->options;
    nt_tandem_input input = {.path = options->trace,
                             .given = &options->given,
                             .begin = take_format,
                             .sink = take_group,
                             .context = run};
    if (nt_retire_open(&run->retire, options->recording, options->hart, run->error) != 0) {
        return -1;
    }
    int result = nt_tandem_input_read(&input, run->error);
    result = result == 0 ? compare_end(run) : result;
    nt_retire_close(run->retire);
    if (result >= 0 && run->counts.insns + run->counts.traps == 0) {
        return nt_fail(run->error, "%s: no instruction to compare", options->trace);
    }
    return result < 0 ? -1 : 0;
}

static int print_json(const compare_run *run) {
    bool equal = run->difference[0] == '\0';
    json_t *object = json_pack(
        "{s:b, s:I, s:I, s:I}", "equal", equal, "instructions", (json_int_t)run->counts.insns,
        "traps", (json_int_t)run->counts.traps, "registers", (json_int_t)run->counts.registers);
    if (!equal && object != NULL) {
        (void)json_object_set_new(object, "difference", json_string(run->difference));
        (void)json_object_set_new(object, "offset", json_integer((json_int_t)run->offset));
    }
    int result = nt_command_json(object, run->error);
    json_decref(object);
    return result;
}

static int print(const compare_run *run) {
    const compare_counts *counts = &run->counts;
    if (run->options->json) {
        return print_json(run);
    }
    if (run->difference[0] != '\0') {
        printf("%s: offset %" PRIu64 ", after %" PRIu64 " instructions: %s\n", run->options->trace,
               run->offset, counts->insns, run->difference);
    }
    printf("%s: %" PRIu64 " instructions, %" PRIu64 " traps, %" PRIu64 " registers compared\n",
           run->difference[0] == '\0' ? "equal" : "different", counts->insns, counts->traps,
           counts->registers);
    return 0;
}

static const nt_option options_table[] = {
    NT_OPERAND(compare_options, trace, "F"),
    NT_OPERAND(compare_options, recording, "REC"),
    NT_OPTION_HELP(compare_options),
    NT_OPTION_JSON(compare_options),
    NT_TANDEM_GIVEN_OPTIONS(compare_options),
    {"hart", 0, NT_OPTION_NUMBER, offsetof(compare_options, hart), 0, UINT16_MAX, NULL, "N",
     "which hart of the recording (0)"},
    {"limit", 'l', NT_OPTION_WIDE, offsetof(compare_options, limit), 1, UINT64_MAX, NULL, "N",
     "compare the first N instructions; without it also their number"},
};

static void init(void *place) {
    *(compare_options *)place =
        (compare_options){.given = NT_TANDEM_GIVEN_NOTHING, .limit = UINT64_MAX};
}

static int run_command(void *place, nt_error *error) {
    compare_options *options = place;
    compare_run *run = calloc(1, sizeof *run);
    if (run == NULL) {
        return nt_fail_as(error, NT_ERROR_MEMORY, "out of memory");
    }
    run->options = options;
    run->error = error;
    int status = compare(run) != 0 || print(run) != 0 ? -1
                 : run->difference[0] != '\0'         ? NT_EXIT_FAILED
                                                      : NT_EXIT_OK;
    free(run);
    return status;
}

const nt_command nt_tv_compare = {
    .name = "tv compare",
    .summary = "compare a trace with a recording of the same run",
    .about =
        "Compare a tandem-verification trace with a recording (.ntr) of the same run: each\n"
        "instruction's pc, encoding and mode, each trap, and the registers that both have. Exit\n"
        "status 1 and the first difference, if there is one.\n",
    NT_COMMAND_OPTIONS(options_table, compare_options),
    .init = init,
    .run = run_command,
};
