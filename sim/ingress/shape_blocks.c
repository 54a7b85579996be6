/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/ingress/shape_blocks.h"

#include "libntrace/flow/code.h"
#include "sim/stimulus/itype.h"
#include "sim/stimulus/retire.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { CACHE_BITS = 14, CACHE_SIZE = 1 << CACHE_BITS };

/* A straight piece of code: up to the first instruction that may leave the line, or as much as
   iretire can tell. */
typedef struct segment {
    uint64_t pc;
    uint64_t target; /* of the last instruction, as in nt_insn */
    uint32_t epoch;  /* of the code it was read from; 0: empty */
    uint8_t halfwords;
    uint8_t instructions;
    uint8_t ilastsize;
    uint8_t class_; /* of the last instruction */
    uint8_t last;   /* bytes of the last instruction */
    bool pair;      /* it jumps by the register that the one before it loads */
} segment;

typedef enum { AHEAD_UNREAD, AHEAD_RUN, AHEAD_TRAP, AHEAD_END } ahead_kind;

struct nt_blocks {
    nt_retire *retire;
    char *path;
    unsigned hart;
    unsigned xlen;
    nt_itype_set itypes;
    bool all_jumps;
    uint64_t context_mask;
    uint32_t max_halfwords;
    uint64_t mask; /* of an address */

    uint64_t pc;         /* of the run at hand */
    uint32_t left;       /* its instructions that are not in blocks yet */
    uint32_t halfwords;  /* and their size */
    nt_retire_mode mode; /* contexts with the bits that the port has */
    uint64_t retired;
    uint64_t before; /* the instruction that retired last, if nothing came since */
    bool has_before;

    /* What comes after the run, once it was looked at. */
    ahead_kind ahead;
    nt_retire_run next;

    segment cache[CACHE_SIZE];
};

static int wrong(nt_blocks *b, nt_error *error, const char *reason, uint64_t pc) {
    return nt_fail(error, "%s: instruction %" PRIu64 " of hart %u: %s at 0x%" PRIx64, b->path,
                   b->retired, b->hart, reason, pc);
}

/* Looks at the run or trap after the run at hand. */
static int look_ahead(nt_blocks *b, nt_error *error) {
    if (b->ahead != AHEAD_UNREAD) {
        return 0;
    }
    int result = nt_retire_next_run(b->retire, &b->next, error);
    if (result < 0) {
        return -1;
    }
    b->next.mode.context &= b->context_mask;
    b->ahead = result == 0 ? AHEAD_END : b->next.is_trap ? AHEAD_TRAP : AHEAD_RUN;
    return 0;
}

/* Code to segments. */

/* Never 0. */
static uint32_t epoch_of(const nt_blocks *b) {
    return nt_retire_epoch(b->retire) + 1;
}

static int read_segment(nt_blocks *b, uint64_t pc, uint32_t instructions, segment *s,
                        nt_error *error) {
    nt_image *image = nt_retire_image(b->retire);
    *s = (segment){.pc = pc, .epoch = epoch_of(b)};
    uint64_t at = pc;
    while (s->instructions < instructions && s->class_ == NT_INSN_OTHER) {
        nt_insn insn = nt_image_at(image, at);
        uint32_t halfwords = insn.size / 2u;
        if (s->instructions > 0 &&
            (insn.size == 0 || s->halfwords + halfwords > b->max_halfwords)) {
            break;
        }
        if (insn.size == 0) {
            return wrong(b, error, "no code is known", at);
        }
        if (halfwords > 2 || halfwords > b->max_halfwords) {
            return wrong(b, error, "the ingress port cannot express the instruction size", at);
        }
        if (s->instructions > 0 && nt_itype_has_sijump(insn.class_)) {
            uint64_t target;
            nt_code code = nt_image_code(image);
            s->pair = nt_code_sequential_jump(&code, at - s->last, at, &target);
        }
        s->instructions++;
        s->last = insn.size;
        s->halfwords = (uint8_t)(s->halfwords + halfwords);
        s->ilastsize = (uint8_t)(halfwords - 1);
        s->class_ = insn.class_;
        s->target = insn.target & b->mask;
        at = (at + insn.size) & b->mask;
    }
    return 0;
}

/* The segment at the current pc, of at most `instructions`; `spare` holds it if it is cut. */
static inline const segment *find_segment(nt_blocks *b, uint32_t instructions, segment *spare,
                                          nt_error *error) {
    uint64_t key = (b->pc >> 1) ^ (b->pc >> (CACHE_BITS + 1));
    segment *s = &b->cache[key & (CACHE_SIZE - 1)];
    if (s->pc != b->pc || s->epoch != epoch_of(b)) {
        if (read_segment(b, b->pc, UINT8_MAX, s, error) != 0) {
            s->epoch = 0;
            return NULL;
        }
    }
    if (s->instructions <= instructions) {
        return s;
    }
    return read_segment(b, b->pc, instructions, spare, error) == 0 ? spare : NULL;
}

/* Segments to blocks. */

static bool is_direct(unsigned class_) {
    return class_ == NT_INSN_DIRECT_CALL || class_ == NT_INSN_DIRECT_JUMP ||
           class_ == NT_INSN_DIRECT_JUMP_LINK;
}

/* The jump is a segment's first instruction: its pair, if it has one, is in the block before. */
static bool ends_pair(const nt_blocks *b, const segment *s) {
    uint64_t target;
    nt_code code = nt_image_code(nt_retire_image(b->retire));
    return s->instructions == 1 && b->has_before && nt_itype_has_sijump(s->class_) &&
           nt_code_sequential_jump(&code, b->before, s->pc, &target);
}

static void take_trap(nt_blocks *b, nt_shaped_block *shaped) {
    b->has_before = false;
    const nt_retire_trap *trap = &b->next.trap;
    shaped->block.itype = trap->interrupt ? NT_ITYPE_INTERRUPT : NT_ITYPE_EXCEPTION;
    shaped->cause = (uint16_t)trap->cause;
    shaped->tval = trap->interrupt ? 0 : trap->tval & b->mask;
    b->ahead = AHEAD_UNREAD;
    b->mode = b->next.mode;
}

/* The last block of a run: what follows tells its itype. */
static int end_run(nt_blocks *b, const segment *s, bool ride, nt_shaped_block *shaped,
                   nt_error *error) {
    if (b->halfwords != 0) {
        return wrong(b, error, "the run's size does not fit the code", s->pc);
    }
    uint8_t class_ = s->class_;
    uint64_t target = s->target; /* looking ahead may replace code */
    if (look_ahead(b, error) != 0) {
        return -1;
    }
    if (b->ahead == AHEAD_END) {
        return 1;
    }
    uint64_t next = b->next.pc & b->mask;
    if (class_ == NT_INSN_BRANCH && next != b->pc) {
        shaped->block.itype = NT_ITYPE_TAKEN;
    }
    bool straight = class_ == NT_INSN_OTHER || (class_ == NT_INSN_BRANCH && next == b->pc);
    if ((straight && next != b->pc) ||
        (!straight && (class_ == NT_INSN_BRANCH || (is_direct(class_) && target != 0)) &&
         next != target)) {
        return wrong(b, error, "the code does not lead to what ran next,", next);
    }
    bool same_mode = b->mode.priv == b->next.mode.priv && b->mode.context == b->next.mode.context;
    if (b->ahead == AHEAD_TRAP && ride && class_ == NT_INSN_OTHER && same_mode) {
        take_trap(b, shaped);
    }
    return 1;
}

/* Starts the next run; 1: a run, 2: a trap on its own, 0: the end, -1: an error. */
static int next_run(nt_blocks *b, nt_error *error) {
    if (look_ahead(b, error) != 0) {
        return -1;
    }
    if (b->ahead == AHEAD_END) {
        return 0;
    }
    b->mode = b->next.mode;
    if (b->ahead == AHEAD_TRAP) {
        return 2;
    }
    b->pc = b->next.pc & b->mask;
    b->left = b->next.instructions;
    b->halfwords = b->next.halfwords;
    b->ahead = AHEAD_UNREAD;
    if ((b->pc & 1) != 0 || b->left == 0) {
        return wrong(b, error, "not a run of instructions", b->pc);
    }
    return 1;
}

int nt_blocks_next(nt_blocks *b, uint32_t instructions, bool ride, nt_shaped_block *shaped,
                   nt_error *error) {
    if (b->left == 0) {
        int result = next_run(b, error);
        if (result <= 0) {
            return result;
        }
        if (result == 2) {
            *shaped = (nt_shaped_block){.priv = b->mode.priv, .context = b->mode.context};
            bool known = !b->next.trap.interrupt && b->itypes != NT_ITYPES_DRAFT;
            shaped->block.iaddr = known ? b->next.pc & b->mask : 0;
            take_trap(b, shaped);
            return 1;
        }
    }
    segment spare;
    const segment *s =
        find_segment(b, instructions < b->left ? instructions : b->left, &spare, error);
    if (s == NULL) {
        return -1;
    }
    bool sijump = s->pair || ends_pair(b, s);
    *shaped = (nt_shaped_block){
        .block = {.iaddr = b->pc,
                  .iretire = s->halfwords,
                  .ilastsize = s->ilastsize,
                  .sijump = sijump,
                  .itype = nt_itype_of(s->class_, b->itypes, b->all_jumps)},
        .instructions = s->instructions,
        .priv = b->mode.priv,
        .context = b->mode.context,
    };
    if (s->halfwords > b->halfwords) {
        return wrong(b, error, "the run's size does not fit the code", b->pc);
    }
    b->retired += s->instructions;
    b->left -= s->instructions;
    b->halfwords -= s->halfwords;
    b->pc = (b->pc + 2u * s->halfwords) & b->mask;
    b->before = (b->pc - s->last) & b->mask;
    b->has_before = true;
    return b->left > 0 ? 1 : end_run(b, s, ride, shaped, error);
}

static int check_header(const nt_blocks *b, const nt_config *config, nt_error *error) {
    const nt_recording_header *header = nt_retire_header(b->retire);
    if (header->xlen != config->xlen) {
        return nt_fail(error, "%s: the recording is RV%u, the build %s is RV%u", b->path,
                       header->xlen, config->name, config->xlen);
    }
    return 0;
}

int nt_blocks_open(nt_blocks **blocks, const char *recording, const nt_config *config,
                   unsigned hart, bool all_jumps, nt_error *error) {
    nt_blocks *b = calloc(1, sizeof *b);
    if (b == NULL) {
        return nt_fail(error, "%s: out of memory", recording);
    }
    b->hart = hart;
    b->xlen = config->xlen;
    b->itypes = nt_itype_set_of(config);
    b->all_jumps = all_jumps;
    unsigned context_w = (unsigned)config->scontext_w + config->hcontext_w;
    b->context_mask = context_w == 0 ? 0 : UINT64_MAX >> (64 - context_w);
    b->max_halfwords = (1u << config->iretire_w) - 1;
    b->mask = config->xlen == 64 ? UINT64_MAX : UINT32_MAX;
    b->path = strdup(recording);
    if (b->path == NULL) {
        nt_blocks_close(b);
        return nt_fail(error, "%s: out of memory", recording);
    }
    if (nt_retire_open(&b->retire, recording, hart, error) != 0 ||
        check_header(b, config, error) != 0) {
        nt_blocks_close(b);
        return -1;
    }
    *blocks = b;
    return 0;
}

void nt_blocks_close(nt_blocks *b) {
    if (b == NULL) {
        return;
    }
    nt_retire_close(b->retire);
    free(b->path);
    free(b);
}
