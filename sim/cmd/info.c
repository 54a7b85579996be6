/* SPDX-License-Identifier: Apache-2.0 */
/* ntrace info: what is in a recording. */
#include "libntrace/program/format.h"
#include "sim/commands.h"
#include "sim/recording/names.h"
#include "sim/recording/retired_list.h"
#include "sim/recording/summary.h"
#include "sim/util/options.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <string.h>

/* Privileged architecture, table of causes. */
static const char *const exceptions[NT_SUMMARY_CAUSE_COUNTS] = {
    [0] = "instruction address misaligned",
    [1] = "instruction access fault",
    [2] = "illegal instruction",
    [3] = "breakpoint",
    [4] = "load address misaligned",
    [5] = "load access fault",
    [6] = "store address misaligned",
    [7] = "store access fault",
    [8] = "ecall from U",
    [9] = "ecall from S",
    [10] = "ecall from VS",
    [11] = "ecall from M",
    [12] = "instruction page fault",
    [13] = "load page fault",
    [15] = "store page fault",
    [20] = "instruction guest-page fault",
    [21] = "load guest-page fault",
    [22] = "virtual instruction",
    [23] = "store guest-page fault",
};
static const char *const interrupts[NT_SUMMARY_CAUSE_COUNTS] = {
    [1] = "software, S",  [2] = "software, VS",    [3] = "software, M",       [5] = "timer, S",
    [6] = "timer, VS",    [7] = "timer, M",        [9] = "external, S",       [10] = "external, VS",
    [11] = "external, M", [12] = "guest external", [13] = "counter overflow",
};

enum { CAUSE_NAME = 16 };

static const char *cause_name(char name[CAUSE_NAME], unsigned cause) {
    (void)snprintf(name, CAUSE_NAME, "%u", cause);
    return cause == NT_SUMMARY_UNKNOWN ? "unknown" : cause == NT_SUMMARY_CAUSES ? "greater" : name;
}

/* Text. */

static void print_traps(const char *title, const uint64_t *counts, const char *const *names) {
    for (unsigned cause = 0; cause < NT_SUMMARY_CAUSE_COUNTS; cause++) {
        if (counts[cause] == 0) {
            continue;
        }
        printf("  %-9s ", title);
        char name[CAUSE_NAME];
        printf("%-7s", cause_name(name, cause));
        printf(" %12" PRIu64 "  %s\n", counts[cause], names[cause] == NULL ? "" : names[cause]);
    }
}

static void print_accesses(const nt_hart_summary *h) {
    for (unsigned kind = 0; kind < NT_ACCESSES; kind++) {
        if (h->accesses[kind] != 0) {
            printf("  accesses, %-6s  %12" PRIu64 "  %" PRIu64 " bytes\n", nt_access_names[kind],
                   h->accesses[kind], h->access_bytes[kind]);
        }
    }
}

static void print_hart(const nt_hart_summary *h) {
    printf("  instructions      %12" PRIu64 "\n", h->instructions);
    for (unsigned priv = 0; priv < NT_SUMMARY_PRIVS; priv++) {
        if (h->by_priv[priv] != 0) {
            printf("    in %-2s           %12" PRIu64 "\n", nt_priv_names[priv], h->by_priv[priv]);
        }
    }
    if (h->instructions != 0) {
        printf("  bytes each        %12.2f\n", 2 * (double)h->halfwords / (double)h->instructions);
    }
    printf("  straight runs     %12" PRIu64 "\n", h->runs);
    printf("  changes of mode   %12" PRIu64 "\n", h->mode_changes);
    print_traps("exception", h->exceptions, exceptions);
    print_traps("interrupt", h->interrupts, interrupts);
    printf("  code, bytes       %12" PRIu64 "\n", h->code_bytes);
    if (h->code_insns != 0) {
        printf("  code, by type     %12" PRIu64 "\n", h->code_insns);
    }
    printf("  code rewrites     %12" PRIu64 "\n", h->code_rewrites);
    print_accesses(h);
}

static void print_parts(const nt_recording_header *header) {
    if (header->parts != 0) {
        printf("parts:");
        for (unsigned kind = 0; kind < NT_ACCESSES; kind++) {
            if ((header->parts >> kind & 1) != 0) {
                printf(" %s", nt_access_names[kind]);
            }
        }
        printf("\n");
    }
}

static void print_text(const nt_summary *s) {
    printf("version %d, RV%u, %u hart%s\n", nt_recording_version(&s->header), s->header.xlen,
           s->header.harts, s->header.harts == 1 ? "" : "s");
    printf("source: %s\n", s->header.source);
    printf("file: %" PRIu64 " bytes, unpacked %" PRIu64, s->sizes.file, s->sizes.unpacked);
    if (s->total.instructions != 0) {
        double instructions = (double)s->total.instructions;
        printf("; an instruction %.3f, unpacked %.3f", (double)s->sizes.file / instructions,
               (double)s->sizes.unpacked / instructions);
    }
    printf("\n");
    print_parts(&s->header);
    if (s->header.harts > 1) {
        printf("all harts\n");
    }
    print_hart(&s->total);
    for (unsigned hart = 0; s->header.harts > 1 && hart < s->header.harts; hart++) {
        printf("hart %u\n", hart);
        print_hart(&s->harts[hart]);
    }
}

/* JSON. */

static json_t *number(uint64_t value) {
    return json_integer((json_int_t)value);
}

static json_t *json_traps(const uint64_t *counts) {
    json_t *object = json_object();
    for (unsigned cause = 0; cause < NT_SUMMARY_CAUSE_COUNTS; cause++) {
        char name[CAUSE_NAME];
        if (counts[cause] != 0) {
            json_object_set_new(object, cause_name(name, cause), number(counts[cause]));
        }
    }
    return object;
}

static json_t *json_accesses(const nt_hart_summary *h) {
    json_t *object = json_object();
    for (unsigned kind = 0; kind < NT_ACCESSES; kind++) {
        if (h->accesses[kind] != 0) {
            json_object_set_new(object, nt_access_names[kind],
                                json_pack("{s:o, s:o}", "count", number(h->accesses[kind]), "bytes",
                                          number(h->access_bytes[kind])));
        }
    }
    return object;
}

static json_t *json_parts(const nt_recording_header *header) {
    json_t *array = json_array();
    for (unsigned kind = 0; kind < NT_ACCESSES; kind++) {
        if ((header->parts >> kind & 1) != 0) {
            json_array_append_new(array, json_string(nt_access_names[kind]));
        }
    }
    return array;
}

static json_t *json_hart(const nt_hart_summary *h) {
    json_t *by_priv = json_object();
    for (unsigned priv = 0; priv < NT_SUMMARY_PRIVS; priv++) {
        if (h->by_priv[priv] != 0) {
            json_object_set_new(by_priv, nt_priv_names[priv], number(h->by_priv[priv]));
        }
    }
    return json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "instructions",
                     number(h->instructions), "instruction_bytes", number(2 * h->halfwords),
                     "by_privilege", by_priv, "runs", number(h->runs), "mode_changes",
                     number(h->mode_changes), "exceptions", json_traps(h->exceptions), "interrupts",
                     json_traps(h->interrupts), "code_bytes", number(h->code_bytes),
                     "code_instructions", number(h->code_insns), "code_rewrites",
                     number(h->code_rewrites), "accesses", json_accesses(h));
}

static json_t *json_summary(const nt_summary *s) {
    json_t *object = json_hart(&s->total);
    json_t *harts = json_array();
    for (unsigned hart = 0; hart < s->header.harts; hart++) {
        json_array_append_new(harts, json_hart(&s->harts[hart]));
    }
    json_t *head = json_pack(
        "{s:i, s:i, s:s, s:o, s:o, s:o, s:o}", "version", nt_recording_version(&s->header), "xlen",
        s->header.xlen, "source", s->header.source, "parts", json_parts(&s->header), "file_bytes",
        number(s->sizes.file), "unpacked_bytes", number(s->sizes.unpacked), "harts", harts);
    if (head == NULL || object == NULL || json_object_update(object, head) != 0) {
        json_decref(object);
        object = NULL;
    }
    json_decref(head);
    return object;
}

static int print(const nt_summary *summary, bool json, nt_error *error) {
    if (!json) {
        print_text(summary);
        return 0;
    }
    json_t *object = json_summary(summary);
    int result = nt_command_json(object, error);
    json_decref(object);
    return result;
}

static int summarize(const char *path, bool json, nt_error *error) {
    nt_summary summary;
    nt_progress progress;
    nt_progress_start(&progress, "info", "instructions");
    int result = nt_summary_read(&summary, path, &progress, error);
    nt_progress_end(&progress);
    if (result == 0) {
        result = print(&summary, json, error);
        nt_summary_free(&summary);
    }
    return result;
}

typedef struct info_options {
    const char *recording;
    bool json, help, retired;
    uint32_t hart;
    uint64_t limit;
} info_options;

static const nt_option table[] = {
    NT_OPERAND(info_options, recording, "REC"),
    {"retired", 0, NT_OPTION_FLAG, offsetof(info_options, retired), 0, 0, NULL, NULL,
     "list instructions and traps, each with the registers, CSRs and memory that it accessed"},
    {"hart", 0, NT_OPTION_NUMBER, offsetof(info_options, hart), 0, UINT16_MAX, NULL, "N",
     "with --retired: which hart (0)"},
    {"limit", 'l', NT_OPTION_WIDE, offsetof(info_options, limit), 1, UINT64_MAX, NULL, "N",
     "with --retired: the first N instructions"},
    NT_OPTION_JSON_AS(info_options,
                      "one JSON object on standard output; with --retired, one a line"),
    NT_OPTION_HELP(info_options),
};

static int run_command(void *place, nt_error *error) {
    const info_options *o = place;
    if (!o->retired) {
        bool listing = o->hart != 0 || o->limit != 0;
        return listing ? nt_fail(error, "--hart and --limit need --retired (see --help)")
                       : summarize(o->recording, o->json, error);
    }
    return nt_retired_list(o->recording, o->hart, o->limit == 0 ? UINT64_MAX : o->limit, o->json,
                           error);
}

const nt_command nt_cmd_info = {
    .name = "info",
    .summary = "tell what is in a recording",
    .about = "Tell what is in a recording; '-' is standard input.\n",
    NT_COMMAND_OPTIONS(table, info_options),
    .run = run_command,
};
