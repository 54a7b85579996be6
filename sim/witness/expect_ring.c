/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/witness/expect.h"

#include <stdlib.h>

enum { FIRST_CAPACITY = 1 << 10, MAX_CAPACITY = 1 << 22, MAX_AGAIN = (1 << 20) - 1 };

int nt_expect_allocate(nt_expect *expect) {
    expect->item = malloc(FIRST_CAPACITY * sizeof *expect->item);
    expect->capacity = FIRST_CAPACITY;
    return expect->item != NULL ? 0 : -1;
}

void nt_expect_release(nt_expect *expect) {
    free(expect->item);
}

static void grow(nt_expect *expect) {
    size_t capacity = expect->capacity * 2;
    nt_expected *item = capacity <= MAX_CAPACITY ? malloc(capacity * sizeof *item) : NULL;
    if (item == NULL) {
        expect->overflow = "more runs wait for bytes than memory is given to";
        return;
    }
    for (uint64_t number = expect->kept; number != expect->next; number++) {
        item[number & (capacity - 1)] = *nt_expect_item(expect, number);
    }
    free(expect->item);
    expect->item = item;
    expect->capacity = capacity;
}

/* More than the encoder can hold, generously: a message stands for three items at most. Where
   RepeatBranch counts them, one stands for many; what is on its way to a sink, nobody knows. */
static uint64_t most_events(const nt_expect *expect) {
    const nt_config *config = expect->config;
    return expect->settings.ntEnRepeatBranch || expect->afar
               ? MAX_CAPACITY
               : 3u * (config->fifo_depth + 8u * config->nblocks + 16u);
}

static bool is_event(const nt_expected *item) {
    return item->kind != NT_EXPECT_RUN && item->kind != NT_EXPECT_SKIP &&
           item->kind != NT_EXPECT_HART;
}

void nt_expect_push(nt_expect *expect, nt_expected item) {
    expect->kept = expect->holds ? expect->kept : expect->first;
    if (expect->next - expect->kept == expect->capacity) {
        grow(expect);
    }
    if (expect->overflow != NULL) {
        return;
    }
    item.cycle = expect->cycle;
    item.last = item.kind == NT_EXPECT_STOP ? item.last : expect->cycle;
    item.begin = expect->timestamp;
    *nt_expect_item(expect, expect->next++) = item;
    expect->events += is_event(&item);
    if (!expect->stranger && expect->events > most_events(expect)) {
        expect->overflow = "the bytes fall back behind what the encoder can hold";
    }
}

/* Whether the item is a run that is not in messages yet. */
static bool is_open_run(const nt_expect *expect, uint64_t number) {
    return number >= expect->told && number >= expect->branch && number >= expect->first &&
           number >= expect->apart && number < expect->next &&
           nt_expect_item(expect, number)->kind == NT_EXPECT_RUN;
}

enum { EVERY_CYCLES = 2 };

/* A hart that spins would fill the memory: the latest run becomes one with an equal one before.
   Not where a message must come every so many cycles, which empties the ring and must be seen. */
static void fold(nt_expect *expect) {
    if (expect->settings.trTeInstSyncMode == EVERY_CYCLES || expect->next < 2 ||
        !is_open_run(expect, expect->next - 2)) {
        return;
    }
    const nt_expected *last = nt_expect_item(expect, expect->next - 1);
    nt_expected *before = nt_expect_item(expect, expect->next - 2);
    if (before->address == last->address && before->halfwords == last->halfwords &&
        before->again < MAX_AGAIN) {
        before->again++;
        before->until = last->until;
        before->last = last->last;
        expect->next--;
    }
}

void nt_expect_tell_run(nt_expect *expect) {
    nt_expected *last = nt_expect_item(expect, expect->next - 1);
    if (expect->next != expect->first && last->kind == NT_EXPECT_RUN) {
        last->code |= NT_EXPECT_TOLD;
    }
}

void nt_expect_end_run(nt_expect *expect, unsigned outcome) {
    nt_expected *last = nt_expect_item(expect, expect->next - 1);
    if (expect->next != expect->first && last->kind == NT_EXPECT_RUN && last->again == 0) {
        last->code = (last->code & NT_EXPECT_TOLD) | (outcome & 6);
    }
}

/* Runs that follow each other become one. */
void nt_expect_push_run(nt_expect *expect, uint64_t address, uint32_t halfwords) {
    uint64_t now = expect->timestamp;
    if (expect->next != 0 && is_open_run(expect, expect->next - 1)) {
        nt_expected *last = nt_expect_item(expect, expect->next - 1);
        if (last->address + 2 * (uint64_t)last->halfwords == address && last->again == 0 &&
            !expect->closed && last->halfwords < UINT32_MAX / 2) {
            last->halfwords += halfwords;
            last->time = last->until = now;
            last->last = expect->cycle;
            return;
        }
        fold(expect);
    }
    nt_expect_push(expect, (nt_expected){.address = address,
                                         .halfwords = halfwords,
                                         .kind = NT_EXPECT_RUN,
                                         .begin = now,
                                         .time = now,
                                         .until = now});
}

void nt_expect_push_idle(nt_expect *expect, bool debug, bool lowpower) {
    if (!debug && !lowpower) {
        return;
    }
    uint64_t now = expect->timestamp;
    nt_expected *last =
        expect->next == expect->first ? NULL : nt_expect_item(expect, expect->next - 1);
    if (last == NULL || last->kind != NT_EXPECT_IDLE) {
        nt_expect_push(expect, (nt_expected){.kind = NT_EXPECT_IDLE,
                                             .halfwords = debug,
                                             .again = lowpower,
                                             .time = now,
                                             .until = now});
        return;
    }
    if (debug && last->halfwords < UINT32_MAX) {
        last->halfwords++;
    }
    if (lowpower && last->again < MAX_AGAIN) {
        last->again++;
    }
    last->until = now;
}

bool nt_expect_restarts(const nt_expect *expect, unsigned evcode, unsigned reasons) {
    uint64_t number = expect->first;
    if (number != expect->next && nt_expect_item(expect, number)->kind == NT_EXPECT_AT) {
        number++;
    }
    if (number == expect->next || nt_expect_item(expect, number)->kind != NT_EXPECT_STOP ||
        nt_expect_item(expect, number)->code == evcode) {
        return false;
    }
    for (number++; number != expect->next; number++) {
        const nt_expected *item = nt_expect_item(expect, number);
        if (item->kind == NT_EXPECT_SYNC) {
            return (item->code & NT_EXPECT_START) != 0 && (item->halfwords & reasons) != 0;
        }
        if (item->kind != NT_EXPECT_SKIP && item->kind != NT_EXPECT_HART &&
            item->kind != NT_EXPECT_IDLE) {
            return false;
        }
    }
    return false;
}

nt_expected *nt_expect_change(nt_expect *expect, uint64_t number) {
    if (expect->holds && expect->undos < NT_EXPECT_UNDOS) {
        expect->undo[expect->undos++] =
            (nt_expect_undo){.number = number, .item = *nt_expect_item(expect, number)};
    } else if (!expect->holds) {
        expect->undos = 0;
    }
    return nt_expect_item(expect, number);
}

void nt_expect_undo_to(nt_expect *expect, size_t undos) {
    while (expect->undos > undos) {
        const nt_expect_undo *undo = &expect->undo[--expect->undos];
        *nt_expect_item(expect, undo->number) = undo->item;
    }
}

void nt_expect_pop(nt_expect *expect) {
    expect->events -= is_event(nt_expect_head(expect));
    expect->first++;
    expect->found = expect->repeats = expect->used = 0;
    expect->found_once = false;
}

void nt_expect_advance(nt_expect *expect, uint32_t halfwords) {
    nt_expected *head = nt_expect_head(expect);
    expect->found += halfwords;
    if (expect->found != head->halfwords) {
        return;
    }
    expect->found = 0;
    if (nt_expect_again(expect) != 0) {
        expect->repeats++;
        expect->found_once = true;
    } else {
        nt_expect_pop(expect);
    }
}

/* ---- loss ---- */

uint64_t nt_expect_count(const nt_witness_code *code, uint64_t address, uint64_t halfwords) {
    uint64_t instructions = 0;
    while (halfwords != 0) {
        unsigned size = nt_witness_code_size(code, address);
        address += 2u * size;
        halfwords -= size < halfwords ? size : halfwords;
        instructions++;
    }
    return instructions;
}

/* Where the image changes as instructions retire, they must be counted in their order, when the
   decoder has come so far; with too many of them by the code as it is. */
void nt_expect_push_skipped(nt_expect *expect, const nt_block *block, bool lost) {
    if (block->iretire == 0) {
        return;
    }
    uint64_t address = block->iaddr & ~(uint64_t)1;
    if (nt_witness_code_changes(expect->code) && expect->next - expect->first < MAX_CAPACITY / 2) {
        nt_expect_push(expect, (nt_expected){.address = address,
                                             .halfwords = block->iretire,
                                             .kind = NT_EXPECT_SKIP,
                                             .code = lost});
    } else if (lost) {
        expect->lost += nt_expect_count(expect->code, address, block->iretire);
    }
}

/* Instructions of one item that are still to come. */
static uint64_t count_item(const nt_expect *expect, uint64_t number) {
    const nt_expected *item = nt_expect_item(expect, number);
    if (is_event(item) || item->kind == NT_EXPECT_HART || item->kind == NT_EXPECT_EDGE) {
        return 0;
    }
    bool oldest = number == expect->first;
    uint32_t found = oldest ? expect->found : 0;
    uint32_t times = item->again + 1u - (oldest ? expect->repeats : 0);
    return nt_expect_count(expect->code, item->address, item->halfwords) * times -
           nt_expect_count(expect->code, item->address, found);
}

uint64_t nt_expect_waiting(const nt_expect *expect) {
    uint64_t instructions = 0;
    for (uint64_t number = expect->first; number != expect->next; number++) {
        instructions += count_item(expect, number);
    }
    return instructions;
}

uint64_t nt_expect_untold(const nt_expect *expect) {
    uint64_t instructions = 0;
    for (uint64_t number = expect->first; number != expect->next; number++) {
        bool runs = nt_expect_item(expect, number)->kind == NT_EXPECT_RUN;
        instructions += runs ? count_item(expect, number) : 0;
    }
    return instructions;
}

static void blank(nt_expect *expect, nt_expected *item) {
    expect->events -= is_event(item);
    *item = (nt_expected){.kind = NT_EXPECT_SKIP};
}

void nt_expect_blank(nt_expect *expect, uint64_t number) {
    blank(expect, nt_expect_item(expect, number));
}

/* One of the Error messages that an item stands for has come. */
static void take_error(nt_expect *expect, nt_expected *item) {
    if (item->kind == NT_EXPECT_MORE) {
        item->code--;
    }
    item->kind = NT_EXPECT_MORE;
    if (item->code == 0) {
        blank(expect, item);
    }
}

bool nt_expect_lose(nt_expect *expect) {
    nt_expected *head = nt_expect_head(expect);
    if (head != NULL && head->kind == NT_EXPECT_MORE) {
        expect->dropped_own = false;
        take_error(expect, head);
        return true;
    }
    uint64_t gap = expect->first;
    while (gap != expect->next && nt_expect_item(expect, gap)->kind != NT_EXPECT_GAP) {
        gap++;
    }
    if (gap == expect->next ||
        (expect->first < gap && expect->first < nt_expect_item(expect, gap)->address)) {
        return false;
    }
    expect->dropped = nt_expect_item(expect, gap)->time;
    expect->dropped_own = nt_expect_item(expect, gap + 1)->halfwords != 0;
    for (uint64_t number = expect->first; number <= gap; number++) {
        nt_expected *item = nt_expect_item(expect, number);
        if (is_event(item)) {
            blank(expect, item);
        } else if (item->kind == NT_EXPECT_RUN) {
            item->kind = NT_EXPECT_SKIP;
            item->code = true;
        } else if (item->kind == NT_EXPECT_HART) {
            item->halfwords = 0;
        }
    }
    take_error(expect, nt_expect_item(expect, gap + 1)); /* NT_EXPECT_LOSS: it always follows */
    return true;
}

/* The item of the latest loss while its Error may still come; else NULL. */
static nt_expected *open_loss(const nt_expect *expect) {
    bool there = expect->state == NT_EXPECT_LOST && expect->loss >= expect->first &&
                 expect->loss < expect->next;
    nt_expected *item = there ? nt_expect_item(expect, expect->loss) : NULL;
    return there && is_event(item) ? item : NULL;
}

void nt_expect_push_loss(nt_expect *expect, bool own) {
    nt_expected *loss = open_loss(expect);
    if (loss == NULL) {
        nt_expect_push(expect, (nt_expected){.kind = NT_EXPECT_GAP,
                                             .address = expect->told,
                                             .time = expect->timestamp});
        expect->loss = expect->next;
        nt_expect_push(expect, (nt_expected){.kind = NT_EXPECT_LOSS, .halfwords = own});
    } else if (expect->off_since_drop && loss->code < UINT8_MAX) {
        loss->code++; /* the Error of the first drop may or may not be under way already */
    }
}

void nt_expect_finish(nt_expect *expect) {
    /* The Error message waits for tracing to resume, or to go off. */
    if (expect->state == NT_EXPECT_LOST && !expect->off_since_drop) {
        (void)nt_expect_lose(expect);
    }
}

bool nt_expect_is_done(nt_expect *expect) {
    /* Without a stop the last instructions stay untold. */
    return expect->first == expect->next ||
           (expect->state == NT_EXPECT_ON && expect->first >= expect->told);
}

/* Items that need be in no message. */
static bool is_silent(const nt_expected *item) {
    return item->kind == NT_EXPECT_SKIP || item->kind == NT_EXPECT_HART ||
           item->kind == NT_EXPECT_MORE || item->kind == NT_EXPECT_IDLE ||
           item->kind == NT_EXPECT_PAUSE || item->kind == NT_EXPECT_EDGE ||
           (item->kind == NT_EXPECT_SYNC && (item->code & (NT_EXPECT_MAY | NT_EXPECT_RESUME)) != 0);
}

bool nt_expect_waits(const nt_expect *expect) {
    uint64_t number = expect->first;
    while (number != expect->next && is_silent(nt_expect_item(expect, number))) {
        number++;
    }
    return number != expect->next && (expect->state != NT_EXPECT_ON || number < expect->told);
}
