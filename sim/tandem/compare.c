/* SPDX-License-Identifier: Apache-2.0 */
/* ntrace tv compare: a tandem-verification trace and a recording of the same run check each
   other. */
#include "sim/commands.h"
#include "sim/recording/names.h"
#include "sim/stimulus/retire.h"
#include "sim/tandem/commands.h"
#include "sim/tandem/input.h"
#include "sim/tandem/replay.h"
#include "sim/tandem/shell.h"
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
    uint64_t from;
    bool json;
    bool help;
} compare_options;

enum { TEXT = 256, DIFFERENT = 1, ENOUGH = 2 };

#define NOWHERE UINT64_MAX /* --from is not given */

typedef struct compare_counts {
    uint64_t insns;
    uint64_t traps;
    uint64_t registers;
    uint64_t csrs;
    uint64_t addresses;
    uint64_t stores;
} compare_counts;

typedef struct compare_run {
    const compare_options *options;
    nt_retire *retire;
    nt_error *error;
    compare_counts counts;
    uint64_t offset;       /* of the group that differs */
    bool started;          /* both were at --from */
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

static int compare_insn(compare_run *run, const nt_replay_step *step, const nt_retired *retired) {
    const pair pairs[] = {
        {"pc", step->pc, retired->pc, false},
        {"the instruction's size", step->insn_size, retired->insn.size, retired->insn.size == 0},
        {"the instruction", step->insn, bits_of(retired), !retired->has_bytes},
    };
    run->counts.insns++;
    return compare_pairs(run, pairs, sizeof pairs / sizeof pairs[0]);
}

static int compare_trap(compare_run *run, const nt_replay_step *step, const nt_retired *retired) {
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

static bool is_written(const nt_tandem_replay *replay, uint16_t reg) {
    for (size_t i = 0; i < replay->write_count; i++) {
        if (replay->writes[i].reg == reg) {
            return true;
        }
    }
    return false;
}

/* A CSR that both have written in this step. What counts by itself, and what devices change, is not
   compared. */
static int compare_csrs(compare_run *run, const nt_retired *retired) {
    for (size_t i = 0; i < retired->access_count; i++) {
        const nt_access *access = &retired->accesses[i];
        uint16_t reg = access->number;
        if (access->kind != NT_ACCESS_CSR || nt_tv_csr_is_input(reg) ||
            !is_written(&run->replay, reg) || !run->replay.known[reg]) {
            continue;
        }
        run->counts.csrs++;
        if (run->replay.value[reg] != access->value) {
            char name[NT_CSR_NAME];
            nt_tandem_register_name(reg, name);
            return differ(run, name, run->replay.value[reg], access->value);
        }
    }
    return 0;
}

static const nt_tandem_field *find_state(const nt_tandem_group *group, unsigned first,
                                         unsigned last) {
    for (size_t i = 0; i < group->count; i++) {
        const nt_tandem_field *field = &group->fields[i];
        if (field->opcode == NT_TANDEM_STATE && field->id >= first && field->id <= last) {
            return field;
        }
    }
    return NULL;
}

static bool is_memory(const nt_access *access) {
    return access->kind == NT_ACCESS_LOAD || access->kind == NT_ACCESS_STORE;
}

static int compare_store(compare_run *run, const nt_tandem_group *group, const nt_access *access) {
    const nt_tandem_field *store = find_state(group, NT_TANDEM_STORE8, NT_TANDEM_STORE64);
    if (store == NULL || access->kind != NT_ACCESS_STORE || !access->has_value) {
        return 0;
    }
    run->counts.stores++;
    return store->value == access->value ? 0
                                         : differ(run, "store data", store->value, access->value);
}

/* Addresses and store data that both have. */
static int compare_memory(compare_run *run, const nt_tandem_group *group,
                          const nt_retired *retired) {
    const nt_tandem_field *effective = find_state(group, NT_TANDEM_EADDR, NT_TANDEM_EADDR);
    const nt_tandem_field *physical = find_state(group, NT_TANDEM_PADDR, NT_TANDEM_PADDR);
    for (size_t i = 0; i < retired->access_count; i++) {
        const nt_access *access = &retired->accesses[i];
        if (!is_memory(access)) {
            continue;
        }
        const pair pairs[] = {
            {"the effective address", effective == NULL ? 0 : effective->value, access->address,
             effective == NULL},
            {"the physical address", physical == NULL ? 0 : physical->value, access->physical,
             physical == NULL || !access->has_physical},
            {"the address", physical == NULL ? 0 : physical->value, access->address,
             physical == NULL || access->has_physical || effective != NULL},
        };
        run->counts.addresses++;
        int result = compare_pairs(run, pairs, sizeof pairs / sizeof pairs[0]);
        result = result == 0 ? compare_store(run, group, access) : result;
        if (result != 0) {
            return result;
        }
    }
    return 0;
}

static nt_tandem_kind kind_of(uint16_t reg) {
    return reg < NT_TANDEM_FPR ? NT_TANDEM_ABSENT_GPR : NT_TANDEM_ABSENT_FPR;
}

/* A register that the recording has written has this value in the trace. */
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

static int compare_step(compare_run *run, const nt_tandem_group *group, const nt_replay_step *step,
                        const nt_retired *retired) {
    bool trap = step->kind == NT_TANDEM_STEP_TRAP;
    const pair kind = {"a trap", trap, retired->kind == NT_RETIRED_TRAP, false};
    const pair mode = {"the mode", step->privilege, nt_retire_privilege(retired->mode),
                       (run->replay.format.absent >> NT_TANDEM_ABSENT_PRIVILEGE & 1) != 0};
    int result = compare_pairs(run, &kind, 1);
    if (result == 0) {
        result = trap ? compare_trap(run, step, retired) : compare_insn(run, step, retired);
    }
    result = result == 0 ? compare_pairs(run, &mode, 1) : result;
    result = result == 0 ? compare_registers(run, retired) : result;
    result = result == 0 ? compare_csrs(run, retired) : result;
    return result == 0 && !trap ? compare_memory(run, group, retired) : result;
}

/* The recording's instruction at --from. Results as of next_retired. */
static int start_recording(compare_run *run, nt_retired *retired) {
    int result;
    do {
        result = next_retired(run, retired);
    } while (result > 0 && (retired->kind != NT_RETIRED_INSN || retired->pc != run->options->from));
    return result;
}

static int take_group(void *context, const nt_tandem_group *group) {
    compare_run *run = context;
    nt_replay_step step;
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
    bool starts = !run->started;
    if (starts && (step.kind != NT_TANDEM_STEP_INSN || step.pc != run->options->from)) {
        return 0;
    }
    run->started = true;
    int result = starts ? start_recording(run, &retired) : next_retired(run, &retired);
    if (result <= 0) {
        return result < 0 ? -1 : differ_in_length(run, "the trace");
    }
    return compare_step(run, group, &step, &retired);
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
    if (run->counts.insns == run->options->limit || !run->started) {
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
        "{s:b, s:I, s:I, s:I, s:I, s:I, s:I}", "equal", equal, "instructions",
        (json_int_t)run->counts.insns, "traps", (json_int_t)run->counts.traps, "registers",
        (json_int_t)run->counts.registers, "csrs", (json_int_t)run->counts.csrs, "addresses",
        (json_int_t)run->counts.addresses, "stores", (json_int_t)run->counts.stores);
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
    printf("%s: %" PRIu64 " instructions, %" PRIu64 " traps, %" PRIu64 " registers, %" PRIu64
           " CSRs, %" PRIu64 " addresses, %" PRIu64 " stores compared\n",
           run->difference[0] == '\0' ? "equal" : "different", counts->insns, counts->traps,
           counts->registers, counts->csrs, counts->addresses, counts->stores);
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
    {"from", 0, NT_OPTION_WIDE, offsetof(compare_options, from), 0, UINT64_MAX, NULL, "PC",
     "begin where both execute the instruction at PC first, behind start-up code that differs"},
};

static void init(void *place) {
    *(compare_options *)place =
        (compare_options){.given = NT_TANDEM_GIVEN_NOTHING, .limit = UINT64_MAX, .from = NOWHERE};
}

static int run_command(void *place, nt_error *error) {
    compare_options *options = place;
    compare_run *run = calloc(1, sizeof *run);
    if (run == NULL) {
        return nt_fail_as(error, NT_ERROR_MEMORY, "out of memory");
    }
    run->options = options;
    run->started = options->from == NOWHERE;
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
        "instruction's pc, encoding and mode, each trap, and the registers, CSRs, addresses and\n"
        "store data that both have. Exit status 1 and the first difference, if there is one.\n",
    NT_COMMAND_OPTIONS(options_table, compare_options),
    .init = init,
    .run = run_command,
};
