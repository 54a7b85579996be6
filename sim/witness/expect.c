#include "sim/witness/expect.h"

#include <stdlib.h>

/* Values of N-Trace 1.0, typed here: this side shares no table with the encoder. */
enum { SYNC_RESET = 1, SYNC_DEBUG = 3, SYNC_ENABLE = 5, SYNC_OVERRUN = 7, SYNC_LOWPOWER = 9 };
enum { EVCODE_DEBUG = 0, EVCODE_LOWPOWER = 1, EVCODE_DISABLED = 4 };
enum { BTYPE_JUMP = 0, BTYPE_EXCEPTION = 2, BTYPE_INTERRUPT = 3 };
enum { MODE_BTM = 3, MODE_HTM = 6 };

enum { FIRST_CAPACITY = 1 << 10, MAX_CAPACITY = 1 << 24, MAX_AGAIN = (1 << 20) - 1 };

int nt_expect_init(nt_expect *expect, const nt_config *config, nt_image *image) {
    *expect = (nt_expect){.config = config, .image = image, .sync = SYNC_ENABLE};
    expect->item = malloc(FIRST_CAPACITY * sizeof *expect->item);
    expect->capacity = FIRST_CAPACITY;
    return expect->item != NULL ? 0 : -1;
}

void nt_expect_release(nt_expect *expect) {
    free(expect->item);
}

void nt_expect_reset(nt_expect *expect) {
    expect->first = expect->next;
    expect->told = expect->next;
    expect->found = 0;
    expect->events = 0;
    expect->state = NT_EXPECT_OFF;
    expect->sync = SYNC_ENABLE;
    expect->pending = false;
}

/* ---- the ring ---- */

static nt_expected *item_at(const nt_expect *expect, uint64_t number) {
    return &expect->item[number & (expect->capacity - 1)];
}

static void grow(nt_expect *expect) {
    size_t capacity = expect->capacity * 2;
    nt_expected *item = capacity <= MAX_CAPACITY ? malloc(capacity * sizeof *item) : NULL;
    if (item == NULL) {
        expect->overflow = "more runs wait for bytes than memory is given to";
        return;
    }
    for (uint64_t number = expect->first; number != expect->next; number++) {
        item[number & (capacity - 1)] = *item_at(expect, number);
    }
    free(expect->item);
    expect->item = item;
    expect->capacity = capacity;
}

/* More than the encoder can hold, generously: a message stands for two items at most. */
static uint64_t most_events(const nt_config *config) {
    return 2u * (config->fifo_depth + 8u * config->nblocks + 16u);
}

static bool is_event(const nt_expected *item) {
    return item->kind != NT_EXPECT_RUN && item->kind != NT_EXPECT_SKIP;
}

static void push(nt_expect *expect, nt_expected item) {
    if (expect->next - expect->first == expect->capacity) {
        grow(expect);
    }
    if (expect->overflow != NULL) {
        return;
    }
    *item_at(expect, expect->next++) = item;
    expect->events += is_event(&item);
    if (expect->events > most_events(expect->config)) {
        expect->overflow = "the bytes fall back behind what the encoder can hold";
    }
}

static void push_event(nt_expect *expect, nt_expected_kind kind, uint8_t code, uint64_t address) {
    push(expect, (nt_expected){.address = address, .kind = kind & 15, .code = code});
}

/* Whether the item is a run that is not in messages yet. */
static bool is_open_run(const nt_expect *expect, uint64_t number) {
    return number >= expect->told && number >= expect->first && number < expect->next &&
           item_at(expect, number)->kind == NT_EXPECT_RUN;
}

/* A hart that spins would fill the memory: the latest run becomes one with an equal one before. */
static void fold(nt_expect *expect) {
    if (expect->next < 2 || !is_open_run(expect, expect->next - 2)) {
        return;
    }
    const nt_expected *last = item_at(expect, expect->next - 1);
    nt_expected *before = item_at(expect, expect->next - 2);
    if (before->address == last->address && before->halfwords == last->halfwords &&
        before->again < MAX_AGAIN) {
        before->again++;
        expect->next--;
    }
}

/* Runs that follow each other become one. */
static void push_run(nt_expect *expect, uint64_t address, uint32_t halfwords) {
    if (expect->next != 0 && is_open_run(expect, expect->next - 1)) {
        nt_expected *last = item_at(expect, expect->next - 1);
        if (last->address + 2 * (uint64_t)last->halfwords == address && last->again == 0 &&
            last->halfwords < UINT32_MAX / 2) {
            last->halfwords += halfwords;
            return;
        }
        fold(expect);
    }
    push(expect, (nt_expected){.address = address, .halfwords = halfwords, .kind = NT_EXPECT_RUN});
}

void nt_expect_pop(nt_expect *expect) {
    expect->events -= is_event(nt_expect_head(expect));
    expect->first++;
    expect->found = 0;
}

void nt_expect_advance(nt_expect *expect, uint32_t halfwords) {
    nt_expected *head = nt_expect_head(expect);
    expect->found += halfwords;
    if (expect->found != head->halfwords) {
        return;
    }
    expect->found = 0;
    if (head->again != 0) {
        head->again--;
    } else {
        nt_expect_pop(expect);
    }
}

/* ---- loss ---- */

uint64_t nt_expect_count(nt_image *image, uint64_t address, uint64_t halfwords) {
    uint64_t instructions = 0;
    uint64_t mask = nt_image_xlen(image) == 32 ? UINT32_MAX : UINT64_MAX;
    while (halfwords != 0) {
        unsigned size = nt_image_at(image, address & mask).size / 2u;
        size = size == 0 ? 2 : size; /* no code known there */
        address += 2u * size;
        halfwords -= size < halfwords ? size : halfwords;
        instructions++;
    }
    return instructions;
}

/* The block is not traced. Where the image changes as instructions retire, they must be counted in
   their order, when the decoder has come so far; with too many of them by the code as it is. */
static void skip_block(nt_expect *expect, const nt_block *block, bool lost) {
    if (block->iretire == 0) {
        return;
    }
    uint64_t address = block->iaddr & ~(uint64_t)1;
    if (nt_image_next_change(expect->image) != UINT64_MAX &&
        expect->next - expect->first < MAX_CAPACITY / 2) {
        push(expect, (nt_expected){.address = address,
                                   .halfwords = block->iretire,
                                   .kind = NT_EXPECT_SKIP,
                                   .code = lost});
    } else if (lost) {
        expect->lost += nt_expect_count(expect->image, address, block->iretire);
    }
}

/* Instructions of one item that are still to come. */
static uint64_t count_item(const nt_expect *expect, uint64_t number) {
    const nt_expected *item = item_at(expect, number);
    if (is_event(item)) {
        return 0;
    }
    uint32_t found = number == expect->first ? expect->found : 0;
    return nt_expect_count(expect->image, item->address, item->halfwords) * (item->again + 1u) -
           nt_expect_count(expect->image, item->address, found);
}

uint64_t nt_expect_waiting(const nt_expect *expect) {
    uint64_t instructions = 0;
    for (uint64_t number = expect->first; number != expect->next; number++) {
        instructions += count_item(expect, number);
    }
    return instructions;
}

/* The item becomes one of no half-words. */
static void blank(nt_expect *expect, nt_expected *item) {
    expect->events -= is_event(item);
    *item = (nt_expected){.kind = NT_EXPECT_SKIP};
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
        take_error(expect, head);
        return true;
    }
    uint64_t gap = expect->first;
    while (gap != expect->next && item_at(expect, gap)->kind != NT_EXPECT_GAP) {
        gap++;
    }
    if (gap == expect->next ||
        (expect->first < gap && expect->first < item_at(expect, gap)->address)) {
        return false;
    }
    for (uint64_t number = expect->first; number <= gap; number++) {
        nt_expected *item = item_at(expect, number);
        if (is_event(item)) {
            blank(expect, item);
        } else if (item->kind == NT_EXPECT_RUN) {
            item->kind = NT_EXPECT_SKIP;
            item->code = true;
        }
    }
    take_error(expect, item_at(expect, gap + 1)); /* NT_EXPECT_LOSS: it always follows */
    return true;
}

/* The item of the latest loss while its Error may still come; else NULL. */
static nt_expected *open_loss(const nt_expect *expect) {
    bool there = expect->state == NT_EXPECT_LOST && expect->loss >= expect->first &&
                 expect->loss < expect->next;
    nt_expected *item = there ? item_at(expect, expect->loss) : NULL;
    return there && is_event(item) ? item : NULL;
}

/* All messages of this cycle were dropped. */
static void drop(nt_expect *expect, const nt_ingress *ingress, bool tracing) {
    nt_expected *loss = open_loss(expect);
    if (loss == NULL) {
        push_event(expect, NT_EXPECT_GAP, 0, expect->told);
        expect->loss = expect->next;
        push_event(expect, NT_EXPECT_LOSS, 0, 0);
    } else if (expect->off_since_drop && loss->code < UINT8_MAX) {
        loss->code++; /* the Error of the first drop may or may not be under way already */
    }
    expect->state = NT_EXPECT_LOST;
    expect->pending = false;
    expect->off_since_drop = !tracing;
    for (unsigned i = 0; i < expect->config->nblocks; i++) {
        skip_block(expect, &ingress->block[i], tracing);
    }
}

/* ---- cycles ---- */

/* itypes after which the next address cannot be inferred. */
static const uint16_t jumps =
    1u << 3 | 1u << 6 | 1u << 8 | 1u << 10 | 1u << 12 | 1u << 13 | 1u << 14;

typedef struct cycle {
    bool tracing;
    bool hart_runs;
    bool resumed;
    uint8_t evcode;
} cycle;

static bool is_trap(const nt_block *block) {
    return block->itype == NT_ITYPE_EXCEPTION || block->itype == NT_ITYPE_INTERRUPT;
}

/* Everything so far is in messages that are sent in this cycle. */
static void tell(nt_expect *expect) {
    expect->told = expect->next;
}

static void retire(nt_expect *expect, const nt_block *block) {
    if (block->iretire != 0) {
        push_run(expect, block->iaddr & ~(uint64_t)1, block->iretire);
    } else if (block->itype == NT_ITYPE_EXCEPTION) {
        push_event(expect, NT_EXPECT_AT, 0, block->iaddr & ~(uint64_t)1);
    }
    if (is_trap(block)) {
        expect->pending = true;
        expect->pending_btype =
            block->itype == NT_ITYPE_EXCEPTION ? BTYPE_EXCEPTION : BTYPE_INTERRUPT;
    } else if (jumps >> block->itype & 1) {
        expect->pending = true;
        expect->pending_btype = BTYPE_JUMP;
    } else if (block->itype == NT_ITYPE_TAKEN && expect->btm) {
        tell(expect);
    }
}

static void reach_target(nt_expect *expect, const nt_block *block) {
    if (expect->pending_btype != BTYPE_JUMP) {
        push_event(expect, NT_EXPECT_TRAP, expect->pending_btype, block->iaddr & ~(uint64_t)1);
    }
    expect->pending = false;
    tell(expect);
}

static void block_while_on(nt_expect *expect, const nt_block *block, const cycle *now) {
    if (expect->pending && nt_block_has_address(block)) {
        reach_target(expect, block);
        if (!now->tracing) {
            push_event(expect, NT_EXPECT_AT, 0, block->iaddr & ~(uint64_t)1);
        }
    }
    if (now->tracing) {
        retire(expect, block);
    } else if (!expect->pending || !now->hart_runs) {
        push_event(expect, NT_EXPECT_STOP, now->evcode, 0);
        tell(expect);
        expect->state = NT_EXPECT_OFF;
        expect->pending = false;
        skip_block(expect, block, false);
    } else if (is_trap(block)) {
        expect->pending_btype = BTYPE_INTERRUPT;
    }
}

static void block_while_not_on(nt_expect *expect, const nt_block *block, const cycle *now) {
    bool lost = expect->state == NT_EXPECT_LOST;
    if (!now->tracing) {
        skip_block(expect, block, false);
        expect->off_since_drop = true;
        expect->state = lost ? NT_EXPECT_LOST : NT_EXPECT_OFF;
        return;
    }
    if (!lost) {
        expect->state = NT_EXPECT_ARMED;
    }
    if (lost && !now->resumed) {
        skip_block(expect, block, true);
    } else if (nt_block_has_address(block)) {
        bool overrun = lost && !expect->off_since_drop;
        push_event(expect, NT_EXPECT_SYNC, overrun ? SYNC_OVERRUN : expect->sync,
                   block->iaddr & ~(uint64_t)1);
        tell(expect);
        expect->state = NT_EXPECT_ON;
        expect->pending = false;
        retire(expect, block);
    }
}

static uint8_t evcode(const nt_ingress *ingress) {
    if (ingress->reset) {
        return EVCODE_DISABLED;
    }
    if (ingress->halted) {
        return EVCODE_DEBUG;
    }
    return ingress->lowpower ? EVCODE_LOWPOWER : EVCODE_DISABLED;
}

static uint8_t start_reason(const nt_ingress *ingress) {
    if (ingress->reset) {
        return SYNC_RESET;
    }
    if (ingress->halted) {
        return SYNC_DEBUG;
    }
    return ingress->lowpower ? SYNC_LOWPOWER : SYNC_ENABLE;
}

void nt_expect_cycle(nt_expect *expect, const nt_ingress *ingress, const nt_control *control,
                     bool dropped, bool resumed) {
    bool enabled = control->trTeEnable && control->trTeInstTracing &&
                   (control->trTeInstMode == MODE_BTM || control->trTeInstMode == MODE_HTM);
    bool hart_runs = !ingress->halted && !ingress->reset && !ingress->lowpower;
    cycle now = {enabled && hart_runs, hart_runs, resumed, evcode(ingress)};
    if (expect->state == NT_EXPECT_OFF || expect->state == NT_EXPECT_LOST) {
        expect->btm = control->trTeInstMode == MODE_BTM;
    }
    if (dropped) {
        drop(expect, ingress, now.tracing);
    } else {
        for (unsigned i = 0; i < expect->config->nblocks; i++) {
            if (expect->state == NT_EXPECT_ON) {
                block_while_on(expect, &ingress->block[i], &now);
            } else {
                block_while_not_on(expect, &ingress->block[i], &now);
            }
        }
    }
    if (!now.tracing) {
        expect->sync = start_reason(ingress);
    }
}

void nt_expect_finish(nt_expect *expect) {
    /* The Error message waits for tracing to resume, or to go off. */
    if (expect->state == NT_EXPECT_LOST && !expect->off_since_drop) {
        (void)nt_expect_lose(expect);
    }
}

bool nt_expect_is_done(const nt_expect *expect) {
    /* Without a stop the last instructions stay untold. */
    return expect->first == expect->next ||
           (expect->state == NT_EXPECT_ON && expect->first >= expect->told);
}
