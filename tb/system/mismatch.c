/* SPDX-License-Identifier: Apache-2.0 */
#include "tb/system/mismatch.h"

#include "tb/encoder/words.h"

#include <inttypes.h>

enum { CYCLES = 32 }; /* reported in words */

static void print_link(FILE *out, const char *name, unsigned number, const nt_system_link *link) {
    if (link->valid) {
        fprintf(out, " %s%u:%0*" PRIx64 "%s", name, number, (int)(2 * link->count), link->bytes,
                link->ready ? "" : "(waits)");
    }
}

/* What moved in a cycle. */
static void print_moment(FILE *out, const nt_system_moment *m, unsigned harts) {
    fprintf(out, "%10" PRIu64 ":", m->cycle);
    for (unsigned i = 0; i < harts; i++) {
        print_link(out, "encoder", i, &m->out.link[NT_LINK_ENCODER + i]);
    }
    print_link(out, "stream", 0, &m->out.link[NT_LINK_STREAM]);
    for (unsigned i = 0; i < NT_SYSTEM_SINKS; i++) {
        print_link(out, "sink", i, &m->out.link[NT_LINK_SINK + i]);
    }
    fprintf(out, " TRC_CLK %u TRC_DATA %04x", (unsigned)m->out.TRC_CLK, (unsigned)m->out.TRC_DATA);
    if (m->apb.PSEL) {
        fprintf(out, " APB %s 0x%x%s", m->apb.PWRITE ? "writes" : "reads",
                (unsigned)m->page << 12 | m->apb.PADDR, m->apb.PENABLE ? "" : " (setup)");
    }
    fputc('\n', out);
}

void nt_system_print(const nt_system_run *run, FILE *out, uint64_t at) {
    fprintf(out, "the last cycles:\n");
    for (uint64_t cycle = at >= CYCLES ? at - CYCLES + 1 : 0; cycle <= at; cycle++) {
        print_moment(out, &run->history[cycle % NT_SYSTEM_HISTORY], run->model.params.harts);
    }
    fprintf(out, "what the harts retire in this cycle:\n");
    for (unsigned i = 0; i < run->model.params.harts; i++) {
        fprintf(out, "hart %2u%10" PRIu64 ":", i, at);
        nt_print_cycle(out, &run->found[i], run->options->settings.config);
        fputc('\n', out);
    }
}
