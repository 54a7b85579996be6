/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/ingress/random_program.h"

#include "sim/ingress/random_pair.h"

#include <stdlib.h>
#include <string.h>

enum {
    SLOT_BITS = 20, /* a region lies in a slot of 1 MiB, ... */
    PAGE_BITS = 12, /* ... and begins at a page */
    PAGES = 1 << (SLOT_BITS - PAGE_BITS),
    MOST_PAGES = 4, /* of those with `most` instructions */
    MOST_HALFWORDS = 1 << 18,
};

/* What a region is made of: its number and size, and the chance of each class in 1/256. What is
   left is NT_INSN_OTHER. */
static const struct {
    uint8_t regions;
    uint16_t least, most; /* instructions */
    uint8_t chance[NT_INSN_CLASSES];
} recipes[NT_REGION_KINDS] = {
    [NT_REGION_MIXED] = {6,
                         40,
                         400,
                         {[NT_INSN_BRANCH] = 40,
                          [NT_INSN_DIRECT_CALL] = 6,
                          [NT_INSN_DIRECT_JUMP] = 6,
                          [NT_INSN_DIRECT_JUMP_LINK] = 3,
                          [NT_INSN_INDIRECT_CALL] = 4,
                          [NT_INSN_INDIRECT_JUMP] = 4,
                          [NT_INSN_COROUTINE_SWAP] = 2,
                          [NT_INSN_RETURN] = 10,
                          [NT_INSN_INDIRECT_JUMP_LINK] = 2,
                          [NT_INSN_TRAP_RETURN] = 2}},
    [NT_REGION_BRANCHES] = {3, 20, 200, {[NT_INSN_BRANCH] = 100, [NT_INSN_DIRECT_JUMP] = 2}},
    [NT_REGION_STRAIGHT] = {2, 500, 2000, {[NT_INSN_BRANCH] = 1, [NT_INSN_DIRECT_JUMP] = 1}},
    [NT_REGION_JUMPS] = {2,
                         20,
                         100,
                         {[NT_INSN_BRANCH] = 20,
                          [NT_INSN_DIRECT_CALL] = 20,
                          [NT_INSN_DIRECT_JUMP] = 10,
                          [NT_INSN_DIRECT_JUMP_LINK] = 10,
                          [NT_INSN_INDIRECT_CALL] = 40,
                          [NT_INSN_INDIRECT_JUMP] = 30,
                          [NT_INSN_COROUTINE_SWAP] = 15,
                          [NT_INSN_RETURN] = 60,
                          [NT_INSN_INDIRECT_JUMP_LINK] = 15,
                          [NT_INSN_TRAP_RETURN] = 15}},
    [NT_REGION_CALLS] = {2,
                         60,
                         200,
                         {[NT_INSN_BRANCH] = 30,
                          [NT_INSN_DIRECT_CALL] = 30,
                          [NT_INSN_INDIRECT_CALL] = 3,
                          [NT_INSN_COROUTINE_SWAP] = 2,
                          [NT_INSN_RETURN] = 34}},
    [NT_REGION_PAIRS] = {2,
                         40,
                         120,
                         {[NT_INSN_BRANCH] = 20,
                          [NT_INSN_INDIRECT_CALL] = 15,
                          [NT_INSN_INDIRECT_JUMP] = 15,
                          [NT_INSN_COROUTINE_SWAP] = 10,
                          [NT_INSN_RETURN] = 10,
                          [NT_INSN_INDIRECT_JUMP_LINK] = 10}},
    [NT_REGION_TIGHT] = {1, 2, 5, {0}},
    [NT_REGION_LOOP] = {1, 20, 60, {0}},
    [NT_REGION_SPIN] = {2, 60, 300, {0}},
    [NT_REGION_HANDLER] = {4, 1, 12, {[NT_INSN_BRANCH] = 30}},
};

static unsigned draw_class(nt_region_kind kind, nt_random *random) {
    unsigned draw = nt_random_below(random, 256);
    for (unsigned c = 0; c < NT_INSN_CLASSES; c++) {
        if (draw < recipes[kind].chance[c]) {
            return c;
        }
        draw -= recipes[kind].chance[c];
    }
    return NT_INSN_OTHER;
}

static bool is_indirect(unsigned class_) {
    return class_ >= NT_INSN_INDIRECT_CALL;
}

/* A page with room for so many, in a slot of the address space that no other region has. RV64 uses
   low, high and far addresses, so that F-ADDR and U-ADDR come in all lengths. */
static uint64_t draw_base(const nt_random_program *p, unsigned xlen, unsigned pages,
                          nt_random *random) {
    for (;;) {
        uint64_t slot = nt_random_below(random, 1u << 12);
        uint64_t draw = nt_random_next(random);
        if (xlen == 64 && (draw & 3) == 0) {
            slot |= UINT64_C(0xfffff) << 24;
        } else if (xlen == 64 && (draw & 3) == 1) {
            slot |= (draw >> 20) & (UINT64_C(0x7ffffff) << 12);
        }
        bool taken = false;
        for (uint32_t r = 0; r < p->region_count; r++) {
            taken |= p->places[p->regions[r].first].pc >> SLOT_BITS == slot;
        }
        if (!taken) {
            return slot << SLOT_BITS | (draw >> 2 & 0xffff) % (PAGES - pages) << PAGE_BITS;
        }
    }
}

static int add_place(nt_random_program *p, uint64_t pc, unsigned size, unsigned class_) {
    if (p->count == p->room) {
        uint32_t room = p->room == 0 ? 4096 : p->room * 2;
        nt_random_place *places = realloc(p->places, room * sizeof *places);
        if (places == NULL) {
            return -1;
        }
        p->places = places;
        p->room = room;
    }
    p->places[p->count++] =
        (nt_random_place){.pc = pc, .size = (uint8_t)size, .class_ = (uint8_t)class_};
    return 0;
}

static unsigned draw_size(const nt_config *config, nt_random *random) {
    return config->iretire_w > 1 && nt_random_chance(random, 128) ? 4 : 2;
}

static unsigned last_class(nt_region_kind kind) {
    switch (kind) {
    case NT_REGION_HANDLER:
        return NT_INSN_TRAP_RETURN;
    case NT_REGION_JUMPS:
    case NT_REGION_TIGHT:
    case NT_REGION_LOOP:
        return NT_INSN_INDIRECT_JUMP;
    default:
        return NT_INSN_DIRECT_JUMP;
    }
}

/* The instruction before a jump, which will load its target. */
static int add_load(nt_random_program *p, uint64_t *pc) {
    *pc += 4;
    return add_place(p, *pc - 4, 4, NT_INSN_OTHER);
}

static int add_region(nt_random_program *p, nt_region_kind kind, const nt_config *config,
                      nt_random *random) {
    uint64_t pc = draw_base(p, config->xlen, MOST_PAGES, random);
    nt_region region = {kind, p->count,
                        nt_random_between(random, recipes[kind].least, recipes[kind].most)};
    for (uint32_t i = 0; i < region.count; i++) {
        bool last = i + 1 == region.count;
        unsigned size = draw_size(config, random);
        unsigned class_ = last ? last_class(kind) : draw_class(kind, random);
        bool closed = kind == NT_REGION_TIGHT || kind == NT_REGION_LOOP;
        if (closed && i + 2 == region.count) {
            class_ = NT_INSN_BRANCH;
        }
        bool pair = kind == NT_REGION_PAIRS && is_indirect(class_) && i > 0 && !last &&
                    config->iretire_w > 1;
        if (pair && add_load(p, &pc) != 0) {
            return -1;
        }
        if (add_place(p, pc, size, class_) != 0) {
            return -1;
        }
        p->places[p->count - 1].pair = pair;
        pc += size;
    }
    region.count = p->count - region.first;
    p->regions[p->region_count++] = region;
    return 0;
}

/* The branches that fill HIST, or so many more that they are a run of repeated history which ends
   with the last. */
static uint32_t draw_rounds(const nt_config *config, uint32_t full, nt_random *random) {
    uint32_t hist = config->hist_w - 1u;
    bool run = config->period_w > 0 && full / (4 * hist) >= 4 && nt_random_chance(random, 128);
    return run ? 4 * hist : hist;
}

/* HIST holds hist_w - 1 branches, I-CNT 2^(icnt_w - 1) - 1 half-words. A loop of an (N)th of that,
   rounded up, closed by a branch, is entered as far in as the rounding added. */
static int add_both(nt_random_program *p, const nt_config *config, nt_random *random) {
    uint32_t full = 1u << (config->icnt_w - 1);
    uint32_t rounds = draw_rounds(config, full, random);
    uint32_t loop = (full + rounds - 1) / rounds;
    uint32_t entry = (loop * rounds - full) / 2;
    if (config->iretire_w < 2 || loop < 4 || loop > MOST_HALFWORDS || entry >= loop / 2) {
        return 0;
    }
    uint64_t pc = draw_base(p, config->xlen, 2 * MOST_HALFWORDS >> PAGE_BITS, random);
    nt_region region = {NT_REGION_BOTH, p->count, (loop + 1) / 2 + 1};
    for (uint32_t done = 0; done < loop;) {
        uint32_t halfwords = loop - done > 1 ? 2 : 1;
        bool last = done + halfwords == loop;
        if (add_place(p, pc, 2 * halfwords, last ? NT_INSN_BRANCH : NT_INSN_OTHER) != 0) {
            return -1;
        }
        pc += 2 * halfwords;
        done += halfwords;
    }
    if (add_place(p, pc, 2, NT_INSN_INDIRECT_JUMP) != 0) {
        return -1;
    }
    p->regions[p->region_count++] = region;
    p->both_entry = region.first + entry;
    p->both_rounds = rounds;
    return 0;
}

static uint32_t near(const nt_region *region, uint32_t i, nt_random *random) {
    uint32_t low = i - region->first;
    uint32_t high = region->first + region->count - 1 - i;
    low = low < 20 ? low : 20;
    high = high < 20 ? high : 20;
    return i - low + nt_random_below(random, low + high + 1);
}

/* Where a branch or direct jump goes. Handlers only go forward, so that they come to their end. */
static uint32_t draw_target(const nt_random_program *p, const nt_region *region, uint32_t i,
                            nt_random *random) {
    unsigned class_ = p->places[i].class_;
    uint32_t last = region->first + region->count - 1;
    switch (region->kind) {
    case NT_REGION_HANDLER:
        return nt_random_between(random, i + 1, last);
    case NT_REGION_BOTH:
    case NT_REGION_SPIN:
    case NT_REGION_TIGHT:
    case NT_REGION_LOOP:
        return region->first;
    case NT_REGION_CALLS:
        return class_ == NT_INSN_DIRECT_CALL ? nt_random_between(random, i, last)
                                             : near(region, i, random);
    default:
        break;
    }
    if (class_ == NT_INSN_BRANCH || (i != last && nt_random_chance(random, 128))) {
        return near(region, i, random);
    }
    if (i == last || nt_random_chance(random, 64)) {
        return region->first;
    }
    const nt_region *other = &p->regions[nt_random_below(random, p->region_count)];
    bool enterable = other->kind < NT_REGION_SPIN;
    return enterable ? nt_random_between(random, other->first, other->first + other->count - 1)
                     : region->first;
}

/* A pair goes anywhere that its instructions can reach; what they cannot is known by type only. */
static void link_pair(nt_random_program *p, const nt_region *region, uint32_t i, unsigned xlen,
                      nt_random *random) {
    const nt_region *other = &p->regions[nt_random_below(random, p->region_count)];
    const nt_region *to =
        other->kind < NT_REGION_SPIN && nt_random_chance(random, 128) ? other : region;
    bool base = p->places[i].size == 2 || nt_random_chance(random, 64);
    uint32_t target =
        base ? to->first : nt_random_between(random, to->first, to->first + to->count - 1);
    nt_pair pair = {.load_pc = p->places[i - 1].pc,
                    .target = p->places[target].pc,
                    .class_ = p->places[i].class_,
                    .size = p->places[i].size,
                    .draw = nt_random_below(random, 1u << 16)};
    bool swap = p->places[i].class_ == NT_INSN_COROUTINE_SWAP;
    if ((p->matched && swap) || !nt_pair_encode(&pair, xlen)) {
        p->places[i].pair = false;
        return;
    }
    p->places[i - 1].code = pair.load;
    p->places[i].code = pair.jump;
    p->places[i].pair = pair.is_pair;
    p->places[i].target = target;
}

static void link_region(nt_random_program *p, const nt_region *region, unsigned xlen,
                        nt_random *random) {
    for (uint32_t i = region->first; i < region->first + region->count; i++) {
        nt_random_place *place = &p->places[i];
        if (place->pair) {
            link_pair(p, region, i, xlen, random);
        } else if (place->class_ != NT_INSN_OTHER && !is_indirect(place->class_)) {
            place->target = draw_target(p, region, i, random);
            place->target_pc = p->places[place->target].pc;
        }
    }
}

int nt_random_program_make(nt_random_program *p, const nt_config *config, bool matched,
                           nt_random *random) {
    *p = (nt_random_program){.matched = matched};
    for (nt_region_kind kind = 0; kind < NT_REGION_KINDS; kind++) {
        for (unsigned i = 0; i < recipes[kind].regions; i++) {
            if (add_region(p, kind, config, random) != 0) {
                return -1;
            }
        }
    }
    if (add_both(p, config, random) != 0) {
        return -1;
    }
    for (uint32_t r = 0; r < p->region_count; r++) {
        link_region(p, &p->regions[r], config->xlen, random);
    }
    return 0;
}

void nt_random_program_free(nt_random_program *p) {
    free(p->places);
    p->places = NULL;
}

void nt_place_bytes(const nt_random_place *place, uint8_t bytes[4]) {
    for (unsigned i = 0; i < 4; i++) {
        bytes[i] = (uint8_t)(place->code >> 8 * i);
    }
}

int nt_random_program_image(const nt_random_program *p, nt_image *image) {
    for (uint32_t i = 0; i < p->count; i++) {
        const nt_random_place *place = &p->places[i];
        nt_insn insn = {place->size, place->class_, place->target_pc};
        uint8_t bytes[4];
        nt_place_bytes(place, bytes);
        int result = place->code != 0 ? nt_image_write(image, place->pc, bytes, place->size)
                                      : nt_image_write_insn(image, place->pc, &insn);
        if (result != 0) {
            return -1;
        }
    }
    return 0;
}

uint32_t nt_random_program_region(const nt_random_program *p, nt_region_kind kind,
                                  nt_random *random) {
    for (;;) {
        const nt_region *region = &p->regions[nt_random_below(random, p->region_count)];
        if (region->kind == kind) {
            return region->first;
        }
    }
}
