/* SPDX-License-Identifier: Apache-2.0 */
/* Finds where decoding can go on after a fault: the place in the code from which the messages that
   follow can be walked. After an indirect jump it is one unknown, as the address of the jump is the
   reference of the next one too. */
#include "libntrace/flow/flow_salvage.h"

#include <string.h>

enum {
    REACHED = 128,             /* blocks that are followed from the last known place */
    LONGEST_TRIAL = 1 << 14,   /* blocks of one trial */
    FREE_TRIALS = 1 << 25,     /* blocks of all trials, in addition to */
    BLOCKS_A_BYTE = 64,        /* these for each byte of the stream */
    COST_OF_TRIAL = 4,         /* of one that ends at once, in blocks */
    COST_OF_PAGE = 256,        /* of one without code */
    FEW_PAGES = 32,            /* are searched before every message in doubt */
    NEIGHBOURS = 2,            /* pages beside known code that are looked at */
    FEW = 3,                   /* messages that fit, where no more can come */
    RANK_OTHER = REACHED + 1,  /* of code that is not reached so; more */
    RANK_UNMEASURED = 1 << 16, /* where the first I-CNT says nothing */
    STRONG = 2,      /* messages with I-CNT that must fit where execution cannot get soon */
    PLACES_BACK = 2, /* messages before those in doubt whose places are tried */
};

/* Holds the work of one search. */
typedef struct search {
    nt_flow *flow;
    nt_salvage *salvage;
    uint64_t fault; /* the message that could not be followed */
    uint64_t end;
    size_t reached;
    uint64_t reach[REACHED];
    uint64_t from; /* `reach` begins there */
} search;

typedef struct fit {
    flow_place place;
    uint64_t index;
    uint64_t end;
    unsigned strong; /* messages that fit with an I-CNT of which all is known */
    unsigned rank;   /* of the place: the lowest is the likeliest */
    bool known;      /* the decoder was at the place before */
    bool near;       /* or execution can get there soon */
} fit;

static bool is_spent(const search *s) {
    const nt_flow *flow = s->flow;
    uint64_t bytes = flow->base + flow->counts.bytes;
    return s->salvage->tried > FREE_TRIALS + bytes * BLOCKS_A_BYTE;
}

/* ---- trials ---- */

/* How far the messages from `index` on can be followed from the place. */
static void try_from(search *s, fit *fit) {
    nt_flow *trial = &s->salvage->trial;
    nt_salvage_set_place(trial, &fit->place);
    fit->strong = 0;
    trial->blocks_walked = 0;
    trial->allowed = LONGEST_TRIAL;
    trial->until_change = UINT64_MAX;
    s->flow->blocks->asked = 0;
    uint64_t at = fit->index;
    while (at < s->end && trial->state == RUNNING) {
        const salvage_kept *kept = nt_salvage_at(s->salvage, at);
        if (kept->broken) {
            break;
        }
        nt_salvage_load(trial, kept);
        uint64_t faults = trial->counts.faults;
        bool measured = !trial->unmeasured && nt_message_has(&kept->message, NT_FIELD_ICNT);
        nt_flow_take_message(trial);
        if (trial->counts.faults != faults) {
            break;
        }
        fit->strong += measured;
        at++;
    }
    s->salvage->tried += trial->blocks_walked + COST_OF_TRIAL;
    fit->end = at;
}

/* ---- code ---- */

static void add_page(nt_salvage *salvage, uint64_t page) {
    size_t at = salvage->pages;
    while (at > 0 && salvage->page[at - 1] > page) {
        at--;
    }
    if ((at > 0 && salvage->page[at - 1] == page) || salvage->pages == SALVAGE_PAGES) {
        return;
    }
    memmove(&salvage->page[at + 1], &salvage->page[at],
            (salvage->pages - at) * sizeof salvage->page[0]);
    salvage->page[at] = page;
    salvage->pages++;
}

static bool has_code(const nt_flow *flow, uint64_t page) {
    const nt_code *code = &flow->blocks->code;
    for (uint64_t at = 0; at < SALVAGE_PAGE; at += 2) {
        if (code->at(code->context, page * SALVAGE_PAGE + at).size != 0) {
            return true;
        }
    }
    return false;
}

/* Those that the code knows of, as far as there is room. */
static void add_known_pages(nt_flow *flow) {
    const nt_code *code = &flow->blocks->code;
    nt_salvage *salvage = flow->salvage;
    uint64_t at = 0;
    while (flow->options.next_code != NULL && salvage->pages < SALVAGE_PAGES) {
        uint64_t page = flow->options.next_code(code->context, at) / SALVAGE_PAGE;
        if (page == UINT64_MAX / SALVAGE_PAGE) {
            return;
        }
        add_page(salvage, page);
        at = (page + 1) * SALVAGE_PAGE;
    }
}

/* The pages of code that ran, those beside them, and others. */
static void find_pages(nt_flow *flow) {
    nt_salvage *salvage = flow->salvage;
    nt_code_blocks *blocks = flow->blocks;
    uint64_t last = UINT64_MAX;
    salvage->pages = 0;
    for (size_t i = 0; i < sizeof blocks->block / sizeof blocks->block[0]; i++) {
        const nt_code_block *block = &blocks->block[i];
        uint64_t page = block->pc / SALVAGE_PAGE;
        if (block->epoch == blocks->epoch && block->instructions != 0 && page != last) {
            add_page(salvage, page);
            last = page;
        }
    }
    for (size_t i = 0; i < salvage->pages; i++) {
        uint64_t page = salvage->page[i];
        for (uint64_t by = 1; by <= NEIGHBOURS; by++) {
            if ((i + 1 == salvage->pages || salvage->page[i + 1] > page + by) &&
                has_code(flow, page + by)) {
                add_page(salvage, page + by);
            }
        }
    }
    for (size_t i = salvage->pages; i-- > 0;) {
        uint64_t page = salvage->page[i];
        for (uint64_t by = 1; by <= NEIGHBOURS && by <= page; by++) {
            if ((i == 0 || salvage->page[i - 1] < page - by) && has_code(flow, page - by)) {
                add_page(salvage, page - by);
                i++;
                break;
            }
        }
    }
}

static void reach(search *s, uint64_t pc) {
    for (size_t i = 0; i < s->reached; i++) {
        if (s->reach[i] == pc) {
            return;
        }
    }
    if (s->reached < REACHED) {
        s->reach[s->reached++] = pc;
    }
}

/* Where execution can get from `from`, nearest first. */
static void find_reach(search *s, uint64_t from) {
    if (s->reached != 0 && s->from == from) {
        return;
    }
    s->from = from;
    s->reached = 0;
    reach(s, from);
    for (size_t i = 0; i < s->reached; i++) {
        nt_code_block block = *nt_code_blocks_at(s->flow->blocks, s->reach[i]);
        if (block.instructions == 0) {
            continue;
        }
        if (nt_insn_is_direct((nt_insn_class)block.exit)) {
            reach(s, block.target);
        }
        if (block.exit == NT_INSN_BRANCH || block.exit == NT_INSN_OTHER ||
            block.exit == NT_INSN_DIRECT_CALL || block.exit == NT_INSN_INDIRECT_CALL) {
            reach(s, block.next);
        }
    }
}

static unsigned rank_of(const search *s, uint64_t pc) {
    for (size_t i = 0; i < s->reached; i++) {
        if (s->reach[i] == pc) {
            return (unsigned)i;
        }
    }
    return REACHED;
}

/* ---- candidates ---- */

static void consider(search *s, fit *best, fit *other) {
    bool unmeasured = other->place.unmeasured;
    try_from(s, other);
    if (other->end <= s->fault || other->end < best->end) {
        return;
    }
    unsigned rank = other->known ? 0 : 1 + rank_of(s, other->place.pc);
    other->near = rank < RANK_OTHER;
    other->rank = rank + (unmeasured ? RANK_UNMEASURED : 0);
    if (other->end > best->end || other->rank < best->rank) {
        *best = *other;
    }
}

/* The last place that is known before the message. */
static const flow_place *place_before(const search *s, uint64_t index) {
    uint64_t last = index < s->fault ? index : s->fault;
    return &nt_salvage_at(s->salvage, last)->before;
}

static void try_known_places(search *s, uint64_t index, fit *best) {
    uint64_t last = index < s->fault ? index : s->fault;
    uint64_t first = s->salvage->head > PLACES_BACK ? s->salvage->head - PLACES_BACK : 0;
    for (uint64_t i = last + 1; i-- > first;) {
        fit other = {.index = index, .known = true, .near = true};
        other.place = nt_salvage_at(s->salvage, i)->before;
        if (other.place.state == RUNNING) {
            consider(s, best, &other);
        }
    }
}

static bool is_resource_full(const search *s, uint64_t index) {
    return nt_salvage_at(s->salvage, index)->message.tcode == NT_TCODE_RESOURCE_FULL;
}

/* Whether the I-CNT that comes next may count, or counts, from before the message. */
static bool may_be_unmeasured(const search *s, uint64_t index) {
    return is_resource_full(s, index) ||
           (index > s->salvage->head && is_resource_full(s, index - 1));
}

/* Whether it surely does: the message before was walked, so that its part of the path is missing.
   That with the fault need not be of the stream. */
static bool is_unmeasured(const search *s, uint64_t index) {
    return index > s->salvage->head && index != s->fault + 1 && is_resource_full(s, index - 1);
}

/* Whether one of the messages up to and with `end` has a U-ADDR. */
static bool uses_reference(const search *s, uint64_t index, uint64_t end) {
    for (; index <= end && index < s->end; index++) {
        if (nt_message_has(&nt_salvage_at(s->salvage, index)->message, NT_FIELD_UADDR)) {
            return true;
        }
    }
    return false;
}

/* The reference is the address itself after an indirect jump; or as it was, if none is missing. */
static void try_address(search *s, fit *other, fit *best) {
    uint64_t last = other->index > s->salvage->head ? other->index - 1 : other->index;
    uint64_t references[3] = {other->place.pc, place_before(s, last)->reference,
                              place_before(s, s->salvage->head)->reference};
    other->place.reference = references[0];
    consider(s, best, other);
    for (size_t i = 1; i < 3 && uses_reference(s, other->index, other->end); i++) {
        if (references[i] != references[0] && references[i] != references[i - 1]) {
            other->place.reference = references[i];
            consider(s, best, other);
        }
    }
}

/* From one address, before the message. */
static void try_pc(search *s, uint64_t index, uint64_t pc, const flow_place *before, fit *best) {
    fit other = {.index = index};
    other.place =
        (flow_place){.state = RUNNING, .mode = before->mode, .pc = pc, .returns = before->returns};
    if (!is_unmeasured(s, index)) {
        try_address(s, &other, best);
    }
    if (may_be_unmeasured(s, index)) {
        other.place.unmeasured = true;
        try_address(s, &other, best);
    }
}

/* From all code. */
static void try_pages(search *s, uint64_t index, const flow_place *before, fit *best) {
    const nt_code *code = &s->flow->blocks->code;
    for (size_t i = 0; i < s->salvage->pages && !is_spent(s); i++) {
        s->salvage->tried += COST_OF_PAGE;
        for (uint64_t at = 0; at < SALVAGE_PAGE && !is_spent(s); at += 2) {
            uint64_t pc = s->salvage->page[i] * SALVAGE_PAGE + at;
            if (code->at(code->context, pc).size != 0) {
                try_pc(s, index, pc, before, best);
            }
        }
    }
}

/* Of much code only what is near is tried before messages that were walked: the search behind the
   fault has found the place, if there is one. */
static void try_code(search *s, uint64_t index, fit *best) {
    const flow_place *before = place_before(s, index - (index > s->salvage->head));
    find_reach(s, before->pc);
    if (s->salvage->pages <= FEW_PAGES || index > s->fault) {
        try_pages(s, index, before, best);
        return;
    }
    for (size_t i = 0; i < s->reached && !is_spent(s); i++) {
        try_pc(s, index, s->reach[i], before, best);
    }
}

static fit best_at(search *s, uint64_t index) {
    fit best = {.index = index};
    try_known_places(s, index, &best);
    try_code(s, index, &best);
    return best;
}

/* A message that was inserted, or says nothing new, changes no place: as few as possible are left
   out. */
static bool search_known(search *s, fit *best) {
    for (uint64_t index = s->fault + 1; index <= s->fault + SALVAGE_LATER && index < s->end;
         index++) {
        *best = (fit){.index = index};
        try_known_places(s, index, best);
        if (best->end == s->end) {
            return true;
        }
    }
    return false;
}

/* From behind the fault back, as long as as much fits; else after it. */
static fit search_all(search *s) {
    fit best = {0};
    if (search_known(s, &best)) {
        return best;
    }
    best = (fit){0};
    if (s->fault + 1 < s->end) {
        best = best_at(s, s->fault + 1);
    }
    for (uint64_t index = s->fault + 1; index-- > s->salvage->head;) {
        fit other = best_at(s, index);
        if (other.end == 0 || other.end < best.end) {
            break;
        }
        /* near ones are likelier, as one message is lost more often than many */
        if (other.end > best.end || other.near || !best.near) {
            best = other;
        }
    }
    for (uint64_t index = s->fault + 2;
         index <= s->fault + SALVAGE_LATER && index < s->end && best.end < s->end; index++) {
        fit other = best_at(s, index);
        if (other.end > best.end) {
            best = other;
        }
    }
    return best;
}

static bool is_enough(const fit *best, const search *s, bool closed) {
    if (best->end == 0) {
        return false;
    }
    uint64_t fits = best->end - best->index;
    if (!best->near && best->strong < STRONG) {
        return false;
    }
    return fits >= SALVAGE_FITS ||
           (closed && best->end == s->end && fits >= (best->known ? 1u : (unsigned)FEW));
}

bool nt_salvage_search(nt_flow *flow, uint64_t end, bool closed, salvage_found *found) {
    search s = {.flow = flow, .salvage = flow->salvage, .fault = flow->salvage->front, .end = end};
    uint64_t asked = flow->blocks->asked;
    nt_flow_event fault = flow->salvage->fault;
    find_pages(flow);
    add_known_pages(flow);
    fit best = search_all(&s);
    flow->blocks->asked = asked;
    flow->salvage->fault = fault;
    *found = (salvage_found){.place = best.place, .index = best.index, .end = best.end};
    return is_enough(&best, &s, closed);
}
