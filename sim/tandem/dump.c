/* SPDX-License-Identifier: Apache-2.0 */
#include "libntrace/tandem/tables.h"
#include "sim/commands.h"
#include "sim/tandem/commands.h"
#include "sim/tandem/follow.h"
#include "sim/tandem/input.h"
#include "sim/tandem/json.h"
#include "sim/tandem/text.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

typedef struct dump_options {
    nt_tandem_given given;
    const char *input;
    bool complete;
    bool json;
    bool help;
} dump_options;

typedef struct dump_run {
    const dump_options *options;
    nt_error *error;
    unsigned xlen;
    bool broken; /* a violation */
    nt_tandem_follow follow;
} dump_run;

static int end_line(const dump_run *run) {
    return ferror(stdout) == 0 ? 0 : nt_fail(run->error, "standard output: %s", strerror(errno));
}

static void print_violations(const nt_tandem_field *field) {
    const char *sign = "; ";
    for (unsigned i = 0; i < NT_TANDEM_VIOLATIONS; i++) {
        const nt_tandem_violation_info *info = &nt_tandem_violations[i];
        if ((field->violations >> i & 1) != 0) {
            printf(" %s%s %s at offset %" PRIu64 ": %s (%s)", sign,
                   info->warning ? "warning" : "violation", info->name, field->offset, info->text,
                   info->clause);
            sign = "and ";
        }
    }
}

static void print_field(const dump_run *run, const nt_tandem_group *group, size_t index) {
    const nt_tandem_field *field = &group->fields[index];
    char line[NT_TANDEM_LINE];
    nt_tandem_print(field, index == 0 ? NULL : field - 1, line);
    printf("%s%s", group->atomic ? "  " : "", line);
    if (field->violations != 0) {
        print_violations(field);
    } else if (!group->atomic) {
        printf(" ; offset %" PRIu64, field->offset);
    } else if (field->opcode == NT_TANDEM_INCREMENT_PC && run->follow.known) {
        printf(" ; to 0x%" PRIx64, run->follow.pc);
    } else if (field->opcode == NT_TANDEM_STATE && field->id == NT_TANDEM_PRIVILEGE) {
        printf(" ; %c", "US?M"[field->value & 3]);
    }
    putchar('\n');
}

static int print_text(const dump_run *run, const nt_tandem_group *group) {
    if (group->atomic) {
        printf("begin ; offset %" PRIu64 "\n", group->offset);
    }
    for (size_t i = 0; i < group->count; i++) {
        print_field(run, group, i);
    }
    if (group->ended) {
        puts("end");
    }
    return end_line(run);
}

static int print_json(const dump_run *run, const nt_tandem_group *group) {
    json_t *object = nt_tandem_json(group, run->follow.known ? &run->follow.pc : NULL);
    if (object == NULL) {
        return nt_fail_as(run->error, NT_ERROR_MEMORY, "out of memory");
    }
    int result = json_dumpf(object, stdout, JSON_COMPACT) == 0 && putchar('\n') != EOF
                     ? 0
                     : nt_fail(run->error, "standard output: %s", strerror(errno));
    json_decref(object);
    return result;
}

static int take_group(void *context, const nt_tandem_group *group) {
    dump_run *run = context;
    nt_tandem_follow_group(&run->follow, group, run->xlen);
    run->broken = run->broken || (group->violations & ~(1U << NT_TANDEM_INSN_LENGTH)) != 0;
    return run->options->json ? print_json(run, group) : print_text(run, group);
}

static void print_absent(uint16_t absent) {
    for (unsigned kind = 0; kind < NT_TANDEM_KINDS; kind++) {
        if ((absent >> kind & 1) != 0) {
            printf(".absent %s\n", nt_tandem_kind_name(kind));
        }
    }
}

/* What is not in the bytes, so that the text can be assembled as it is. */
static int take_format(void *context, const nt_tandem_input_info *info) {
    dump_run *run = context;
    const nt_tandem_format *format = &info->format;
    run->xlen = format->xlen;
    if (!run->options->json) {
        printf("%s.xlen %u\n.flen %u\n.mlen %u\n%s", info->is_file ? ".ntv\n" : "", format->xlen,
               format->flen, format->mlen, format->eaddr_xlen ? ".eaddr-xlen\n" : "");
        print_absent(format->absent);
    }
    return 0;
}

#define AT(member) offsetof(dump_options, member)
static const nt_option options_table[] = {
    NT_OPERAND(dump_options, input, "F"),
    NT_OPTION_JSON_AS(dump_options, "a line each group, each a JSON object"),
    NT_OPTION_HELP(dump_options),
    NT_TANDEM_GIVEN_OPTIONS(dump_options),
    {"complete", 0, NT_OPTION_FLAG, AT(complete), 0, 0, NULL, NULL,
     "each instruction must come with a new pc"},
};

static int dump(dump_run *run) {
    nt_tandem_input input = {.path = run->options->input,
                             .given = &run->options->given,
                             .complete = run->options->complete,
                             .begin = take_format,
                             .sink = take_group,
                             .context = run};
    return nt_tandem_input_read(&input, run->error);
}

static void init(void *place) {
    *(dump_options *)place = (dump_options){.given = NT_TANDEM_GIVEN_NOTHING};
}

static int run_command(void *place, nt_error *error) {
    dump_options *options = place;
    dump_run run = {.options = options, .error = error};
    if (dump(&run) != 0) {
        (void)fflush(stdout); /* what came before is good */
        return -1;
    }
    return run.broken ? NT_EXIT_FAILED : NT_EXIT_OK;
}

const nt_command nt_tv_dump = {
    .name = "tv dump",
    .summary = "show each group, as text or JSON",
    .about = "Show a tandem-verification trace, a group at a time: text that `ntrace tv assemble` "
             "turns back\n"
             "into the same bytes, or JSON. F is a bare stream, a file of ours (.ntv), which has "
             "its lengths\n"
             "itself, or \"-\".\n"
             "Exit status 1: the trace breaks a rule, which is named at the field. 2: it cannot be "
             "decoded\n"
             "from some offset on, or ends within a group, which is not shown.\n",
    NT_COMMAND_OPTIONS(options_table, dump_options),
    .init = init,
    .run = run_command,
};
