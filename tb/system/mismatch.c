#include "tb/system/mismatch.h"

#include "tb/encoder/words.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define LINKS(name, first, number, field)                                                          \
    {                                                                                              \
        name " " #field,                                                                           \
            offsetof(nt_system_outputs, link) + (first) * sizeof(nt_system_link) +                 \
                offsetof(nt_system_link, field),                                                   \
            number, sizeof(nt_system_link)                                                         \
    }
#define LINK(name, first, number)                                                                  \
    LINKS(name, first, number, valid), LINKS(name, first, number, ready),                          \
        LINKS(name, first, number, count), LINKS(name, first, number, bytes)
#define EACH(name, field, number)                                                                  \
    { name, offsetof(nt_system_outputs, field), number, sizeof(uint64_t) }
#define ONE(field) EACH(#field, field, 1)

const nt_system_signal nt_system_signals[] = {
    LINK("encoder", NT_LINK_ENCODER, NT_SYSTEM_HARTS),
    EACH("encoder stall", stall, NT_SYSTEM_HARTS),
    EACH("encoder ext_trigger_out", ext_trigger_out, NT_SYSTEM_HARTS),
    LINK("local funnel", NT_LINK_LOCAL, NT_SYSTEM_LOCALS),
    LINK("stream", NT_LINK_STREAM, 1),
    LINK("sink", NT_LINK_SINK, NT_SYSTEM_SINKS),
    ONE(PREADY),
    ONE(PRDATA),
    ONE(PSLVERR),
    ONE(TRC_CLK),
    ONE(TRC_DATA),
    ONE(AWVALID),
    ONE(AWADDR),
    ONE(AWLEN),
    ONE(AWSIZE),
    ONE(AWBURST),
    ONE(WVALID),
    ONE(WDATA),
    ONE(WSTRB),
    ONE(WLAST),
    ONE(BREADY),
    ONE(ATVALID),
    EACH("ATDATA", ATDATA, 2),
    ONE(ATBYTES),
    ONE(ATID),
    ONE(AFREADY),
};
const unsigned nt_system_signal_count = sizeof nt_system_signals / sizeof nt_system_signals[0];

uint64_t nt_system_value(const nt_system_outputs *outputs, const nt_system_signal *signal,
                         unsigned number) {
    uint64_t value;
    memcpy(&value, (const char *)outputs + signal->offset + number * signal->stride, sizeof value);
    return value;
}

void nt_system_signal_name(char *text, size_t size, const nt_system_signal *signal,
                           unsigned number) {
    if (signal->count == 1) {
        (void)snprintf(text, size, "%s", signal->name);
    } else {
        (void)snprintf(text, size, "%s %u", signal->name, number);
    }
}

uint64_t nt_system_count_differences(const nt_system_outputs *a, const nt_system_outputs *b) {
    uint64_t count = 0;
    for (unsigned i = 0; i < nt_system_signal_count; i++) {
        const nt_system_signal *signal = &nt_system_signals[i];
        for (unsigned k = 0; k < signal->count; k++) {
            count += nt_system_value(a, signal, k) != nt_system_value(b, signal, k);
        }
    }
    return count;
}

unsigned nt_system_compared(const nt_system_params *params) {
    unsigned count = 0;
    for (unsigned i = 0; i < nt_system_signal_count; i++) {
        unsigned number = nt_system_signals[i].count;
        count += number == NT_SYSTEM_HARTS    ? params->harts
                 : number == NT_SYSTEM_LOCALS ? nt_system_locals(params)
                                              : number;
    }
    return count;
}

static void print_signals(FILE *out, const nt_system_run *run) {
    fprintf(out, "  %-28s %20s %20s\n", "signal", "expected (model)", "got (RTL)");
    for (unsigned i = 0; i < nt_system_signal_count; i++) {
        const nt_system_signal *signal = &nt_system_signals[i];
        for (unsigned k = 0; k < signal->count; k++) {
            uint64_t want = nt_system_value(&run->wires.out, signal, k);
            uint64_t got = nt_system_value(&run->got, signal, k);
            char name[48];
            if (want != got) {
                nt_system_signal_name(name, sizeof name, signal, k);
                fprintf(out, "  %-28s %#20" PRIx64 " %#20" PRIx64 "\n", name, want, got);
            }
        }
    }
}

static void print_link(FILE *out, const char *name, unsigned number, const nt_system_link *link) {
    if (link->valid) {
        fprintf(out, " %s%u:%0*" PRIx64 "%s", name, number, (int)(2 * link->count), link->bytes,
                link->ready ? "" : "(waits)");
    }
}

/* What moved in a cycle of the RTL. */
static void print_moment(FILE *out, const nt_system_moment *m, unsigned harts) {
    fprintf(out, "%10" PRIu64 ":", m->cycle);
    for (unsigned i = 0; i < harts; i++) {
        print_link(out, "encoder", i, &m->got.link[NT_LINK_ENCODER + i]);
    }
    print_link(out, "stream", 0, &m->got.link[NT_LINK_STREAM]);
    for (unsigned i = 0; i < NT_SYSTEM_SINKS; i++) {
        print_link(out, "sink", i, &m->got.link[NT_LINK_SINK + i]);
    }
    fprintf(out, " TRC_CLK %u TRC_DATA %04x", (unsigned)m->got.TRC_CLK, (unsigned)m->got.TRC_DATA);
    if (m->apb.PSEL) {
        fprintf(out, " APB %s 0x%x%s", m->apb.PWRITE ? "writes" : "reads",
                (unsigned)m->page << 12 | m->apb.PADDR, m->apb.PENABLE ? "" : " (setup)");
    }
    fputc('\n', out);
}

char *nt_system_describe(const nt_system_run *run) {
    char *text = NULL;
    size_t size = 0;
    FILE *memory = open_memstream(&text, &size);
    if (memory == NULL) {
        return NULL;
    }
    fprintf(memory, "mismatch in cycle %" PRIu64 ":\n", run->cycle);
    print_signals(memory, run);
    fprintf(memory, "the last cycles of the RTL:\n");
    uint64_t first = run->cycle >= NT_SYSTEM_HISTORY ? run->cycle - NT_SYSTEM_HISTORY + 1 : 0;
    for (uint64_t cycle = first; cycle <= run->cycle; cycle++) {
        print_moment(memory, &run->history[cycle % NT_SYSTEM_HISTORY], run->model.params.harts);
    }
    fprintf(memory, "what the harts retire in this cycle:\n");
    for (unsigned i = 0; i < run->model.params.harts; i++) {
        fprintf(memory, "hart %2u", i);
        nt_print_cycle(memory, &run->hart[i].now, run->cycle, run->options->settings.config);
        fputc('\n', memory);
    }
    if (fclose(memory) != 0) {
        free(text);
        return NULL;
    }
    return text;
}
