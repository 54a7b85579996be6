/* SPDX-License-Identifier: Apache-2.0 */
/* Any bytes as QEMU's log, at once and in pieces: the events are the same, and they add up. */
#include "sim/record/recorder.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

typedef struct totals {
    uint64_t events;
    uint64_t instructions;
    uint64_t traps;
    uint64_t code_bytes;
    uint64_t registers;
    uint64_t mixed; /* all of the events' numbers */
} totals;

static int add(void *context, const nt_event *event, nt_error *error) {
    (void)error;
    totals *t = context;
    t->events++;
    t->mixed = t->mixed * 31 + (uint64_t)event->kind + event->hart;
    switch (event->kind) {
    case NT_EVENT_RUN:
        if (event->run.instructions == 0 || event->run.halfwords < event->run.instructions) {
            abort();
        }
        t->instructions += event->run.instructions;
        t->mixed = t->mixed * 31 + event->run.pc;
        break;
    case NT_EVENT_TRAP:
        t->traps++;
        t->mixed = t->mixed * 31 + event->trap.epc + event->trap.cause;
        break;
    case NT_EVENT_CODE:
        t->code_bytes += event->code.size;
        t->mixed = t->mixed * 31 + event->code.address + event->code.bytes[event->code.size - 1];
        break;
    case NT_EVENT_ACCESS:
        t->registers++;
        t->mixed = t->mixed * 31 + event->access.number + event->access.value;
        break;
    default:
        t->mixed = t->mixed * 31 + event->mode.priv;
    }
    return 0;
}

static int record(const uint8_t *data, size_t size, size_t piece, unsigned xlen, bool registers,
                  totals *t) {
    nt_error error = {0};
    const nt_recorder_options options = {.name = "log",
                                         .xlen = xlen,
                                         .harts = 2,
                                         .limit = 1000,
                                         .registers = registers,
                                         .sink = add,
                                         .context = t};
    nt_recorder *recorder = nt_recorder_new(&options);
    int result = recorder == NULL ? -1 : 0;
    while (size > 0 && result == 0) {
        size_t now = size < piece ? size : piece;
        result = nt_recorder_feed(recorder, (const char *)data, now, &error);
        data += now;
        size -= now;
    }
    if (result >= 0) {
        result = nt_recorder_finish(recorder, &error);
    }
    if ((result != 0) != (error.text[0] != '\0') || strchr(error.text, '\n') != NULL) {
        abort();
    }
    const nt_recorder_counts *c = nt_recorder_count(recorder);
    if (result == 0 &&
        (c->instructions != t->instructions || c->exceptions + c->interrupts != t->traps ||
         c->code_bytes != t->code_bytes || c->registers != t->registers || c->instructions > 1000 ||
         (c->discontinuities == 0) != (c->discontinuity[0] == '\0'))) {
        abort();
    }
    nt_recorder_free(recorder);
    return result;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    for (unsigned kind = 0; kind < 4; kind++) {
        unsigned xlen = kind % 2 == 0 ? 32 : 64;
        totals whole = {0};
        totals pieces = {0};
        if (record(data, size, SIZE_MAX, xlen, kind >= 2, &whole) !=
                record(data, size, 13, xlen, kind >= 2, &pieces) ||
            memcmp(&whole, &pieces, sizeof whole) != 0) {
            abort();
        }
    }
    return 0;
}
