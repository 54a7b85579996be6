/* SPDX-License-Identifier: Apache-2.0 */
/* ntrace tv info: what a tandem-verification trace has, in figures. */
#include "libntrace/tandem/tables.h"
#include "sim/commands.h"
#include "sim/tandem/commands.h"
#include "sim/tandem/follow.h"
#include "sim/tandem/input.h"

#include <inttypes.h>
#include <stdio.h>

typedef struct info_options {
    nt_tandem_given given;
    const char *input;
    bool complete;
    bool json;
    bool help;
} info_options;

typedef struct info_run {
    const info_options *options;
    nt_error *error;
    nt_tandem_input_info info;
    uint64_t groups;
    uint64_t insns;
    uint64_t insn_bytes; /* of groups with an instruction */
    uint64_t initializations;
    uint64_t bytes;
    uint64_t fields[NT_TANDEM_OPCODES]; /* by opcode; begin group: all groups; end group: those that
                                           have one */
    uint64_t violations[NT_TANDEM_VIOLATIONS];
} info_run;

static void count_violations(info_run *run, const nt_tandem_group *group) {
    for (size_t i = 0; i < group->count; i++) {
        for (unsigned violation = 0; violation < NT_TANDEM_VIOLATIONS; violation++) {
            run->violations[violation] += group->fields[i].violations >> violation & 1;
        }
    }
}

static int take_group(void *context, const nt_tandem_group *group) {
    info_run *run = context;
    bool insn = false;
    for (size_t i = 0; i < group->count; i++) {
        uint8_t opcode = group->fields[i].opcode;
        run->fields[opcode]++;
        insn = insn || opcode == NT_TANDEM_INSN16 || opcode == NT_TANDEM_INSN32;
    }
    run->groups++;
    run->fields[NT_TANDEM_BEGIN] += group->atomic;
    run->fields[NT_TANDEM_END] += group->ended;
    run->insns += insn;
    run->insn_bytes += insn ? group->size : 0;
    run->bytes += group->size;
    if (group->violations != 0) {
        count_violations(run, group);
    }
    return 0;
}

static int take_format(void *context, const nt_tandem_input_info *info) {
    info_run *run = context;
    run->info = *info;
    return 0;
}

static bool is_broken(const info_run *run) {
    for (unsigned i = 0; i < NT_TANDEM_VIOLATIONS; i++) {
        if (run->violations[i] != 0 && !nt_tandem_violations[i].warning) {
            return true;
        }
    }
    return false;
}

static double per_insn(const info_run *run) {
    return run->insns != 0 ? (double)run->insn_bytes / (double)run->insns : 0;
}

static void print_text(const info_run *run) {
    const nt_tandem_format *format = &run->info.format;
    printf("%s: %s, XLEN %u, FLEN %u, MLEN %u%s\n", run->info.path,
           run->info.is_file ? "file (.ntv)" : "bare stream", format->xlen, format->flen,
           format->mlen, format->eaddr_xlen ? ", effective addresses of XLEN" : "");
    for (unsigned kind = 0; kind < NT_TANDEM_KINDS; kind++) {
        if ((format->absent >> kind & 1) != 0) {
            printf("%14s  %s\n", "absent", nt_tandem_kind_name(kind));
        }
    }
    printf("%14" PRIu64 "  bytes\n%14" PRIu64 "  groups\n%14" PRIu64
           "  instructions, %.2f bytes each\n",
           run->bytes, run->groups, run->insns, per_insn(run));
    for (unsigned opcode = 0; opcode < NT_TANDEM_OPCODES; opcode++) {
        if (run->fields[opcode] != 0) {
            printf("%14" PRIu64 "  %s\n", run->fields[opcode], nt_tandem_opcode_name(opcode));
        }
    }
    for (unsigned i = 0; i < NT_TANDEM_VIOLATIONS; i++) {
        if (run->violations[i] != 0) {
            printf("%14" PRIu64 "  %s %s (%s)\n", run->violations[i],
                   nt_tandem_violations[i].warning ? "warning" : "violation",
                   nt_tandem_violations[i].name, nt_tandem_violations[i].clause);
        }
    }
}

static json_t *json_absent(const info_run *run) {
    json_t *array = json_array();
    for (unsigned kind = 0; kind < NT_TANDEM_KINDS; kind++) {
        if ((run->info.format.absent >> kind & 1) != 0) {
            (void)json_array_append_new(array, json_string(nt_tandem_kind_name(kind)));
        }
    }
    return array;
}

static json_t *json_counts(const uint64_t *counts, unsigned number,
                           const char *(*name)(unsigned index)) {
    json_t *object = json_object();
    for (unsigned i = 0; i < number; i++) {
        if (counts[i] != 0) {
            (void)json_object_set_new(object, name(i), json_integer((json_int_t)counts[i]));
        }
    }
    return object;
}

static const char *violation_name(unsigned violation) {
    return nt_tandem_violations[violation].name;
}

static int print_json(const info_run *run) {
    const nt_tandem_format *format = &run->info.format;
    json_t *object = json_pack(
        "{s:b, s:i, s:i, s:i, s:b, s:o, s:I, s:I, s:I, s:f, s:o, s:o}", "file", run->info.is_file,
        "xlen", format->xlen, "flen", format->flen, "mlen", format->mlen, "eaddr_xlen",
        format->eaddr_xlen, "absent", json_absent(run), "bytes", (json_int_t)run->bytes, "groups",
        (json_int_t)run->groups, "instructions", (json_int_t)run->insns, "bytes_per_instruction",
        per_insn(run), "fields", json_counts(run->fields, NT_TANDEM_OPCODES, nt_tandem_opcode_name),
        "violations", json_counts(run->violations, NT_TANDEM_VIOLATIONS, violation_name));
    int result = nt_command_json(object, run->error);
    json_decref(object);
    return result;
}

static const nt_option options_table[] = {
    NT_OPERAND(info_options, input, "F"),
    NT_OPTION_JSON(info_options),
    NT_OPTION_HELP(info_options),
    NT_TANDEM_GIVEN_OPTIONS(info_options),
    {"complete", 0, NT_OPTION_FLAG, offsetof(info_options, complete), 0, 0, NULL, NULL,
     "each instruction must come with a new pc"},
};

static int read_and_print(info_run *run) {
    const info_options *options = run->options;
    nt_tandem_input input = {.path = options->input,
                             .given = &options->given,
                             .complete = options->complete,
                             .begin = take_format,
                             .sink = take_group,
                             .context = run};
    if (nt_tandem_input_read(&input, run->error) != 0) {
        return -1;
    }
    if (options->json) {
        return print_json(run);
    }
    print_text(run);
    return 0;
}

static void init(void *place) {
    *(info_options *)place = (info_options){.given = NT_TANDEM_GIVEN_NOTHING};
}

static int run_command(void *place, nt_error *error) {
    info_options *options = place;
    info_run run = {.options = options, .error = error};
    if (read_and_print(&run) != 0) {
        return -1;
    }
    return is_broken(&run) ? NT_EXIT_FAILED : NT_EXIT_OK;
}

const nt_command nt_tv_info = {
    .name = "tv info",
    .summary = "show what a trace has, in figures",
    .about = "Show what a tandem-verification trace has: its lengths, what is absent, and how many "
             "groups,\n"
             "instructions, fields and bytes. Exit status 1: the trace breaks a rule.\n",
    NT_COMMAND_OPTIONS(options_table, info_options),
    .init = init,
    .run = run_command,
};
