#include "sim/record/recorder.h"

#include "libntrace/program/image.h"
#include "sim/record/block_table.h"
#include "sim/record/qemu_log.h"
#include "sim/record/status.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MAX_LINE = 4096,
    MAX_CODE = 4096,
    MAX_LISTING = 64,
    MAX_CHANGES = 128, /* more than the log has registers */
    MAX_TRAPS = 64,    /* between two instructions */
    CSR_FCSR = 3,
    MAX_ACCESSES = 512, /* of an instruction: as many as one of the V extension has at most */
};

typedef nt_log_register change;

typedef struct executed {
    uint64_t pc;
    nt_insn insn;
    uint32_t bits; /* its encoding */
    bool valid;
} executed;

/* Registers as the log last had them. */
typedef struct state {
    bool known;
    uint64_t x[32];
    uint64_t f[32];
    uint64_t csr[4096];
} state;

/* What waits for the registers of an EXEC line, which tell what came before it. */
typedef struct waiting {
    unsigned changes;
    change change[MAX_CHANGES];
    unsigned traps; /* since the registers before them */
    nt_event trap[MAX_TRAPS];
    uint32_t insn;   /* that retired since the registers before it; 0: none */
    nt_block *block; /* runs next; NULL: none */
    uint8_t priv;    /* in which it runs */
} waiting;

typedef struct hart {
    unsigned number;
    state state;
    waiting waiting;
    bool again;        /* the last EXEC line was taken back */
    unsigned accesses; /* of the instruction that is about to run, so far */
    nt_access access[MAX_ACCESSES];
    executed running; /* about to run as the log last said; not known to retire yet */
    executed
        retired; /* the last one that did; invalid after a trap, whose handler may be anywhere */
    bool left; /* another hart ran since the last EXEC line, whose instruction counts as retired */
    bool mode_known;
    uint8_t priv;
    nt_event run;        /* being built; 0 instructions: none */
    uint64_t run_end;    /* the address that would continue it */
    nt_image *image;     /* the code as the recording tells it so far */
    uint64_t generation; /* moves when code in `image` is replaced */
    uint64_t code_start; /* code that is written before the run is */
    uint32_t code_size;
    uint8_t code[MAX_CODE];
} hart;

struct nt_recorder {
    nt_recorder_options options;
    nt_recorder_counts counts;
    nt_block_table blocks;
    hart *harts;
    hart *last;         /* of the last EXEC or trap line */
    hart *shown;        /* of the last EXEC line, while its registers follow */
    unsigned registers; /* of these so far */
    nt_log_line code;   /* the first CODE line of the last translation */
    unsigned listing;   /* CODE lines of that translation */
    bool done;          /* a stop condition was met */
    uint64_t offset;    /* of the line at hand */
    size_t tail_size;   /* the start of a line that is not complete yet */
    char tail[MAX_LINE];
};

nt_recorder *nt_recorder_new(const nt_recorder_options *options) {
    nt_recorder *r = calloc(1, sizeof *r);
    if (r == NULL || (r->harts = calloc(options->harts, sizeof *r->harts)) == NULL) {
        free(r);
        return NULL;
    }
    r->options = *options;
    for (unsigned i = 0; i < options->harts; i++) {
        r->harts[i].number = i;
        r->harts[i].generation = 1;
        r->harts[i].image = nt_image_new(options->xlen);
        if (r->harts[i].image == NULL) {
            nt_recorder_free(r);
            return NULL;
        }
    }
    return r;
}

void nt_recorder_free(nt_recorder *r) {
    if (r == NULL) {
        return;
    }
    for (unsigned i = 0; i < r->options.harts; i++) {
        nt_image_free(r->harts[i].image);
    }
    nt_block_table_free(&r->blocks);
    free(r->harts);
    free(r);
}

const nt_recorder_counts *nt_recorder_count(const nt_recorder *r) {
    return &r->counts;
}

static int fail(const nt_recorder *r, nt_error *error, const char *reason) {
    return nt_fail(error, "%s: offset %" PRIu64 ": %s", r->options.name, r->offset, reason);
}

static int emit(nt_recorder *r, const nt_event *event, nt_error *error) {
    return r->options.sink(r->options.context, event, error);
}

static int flush_code(nt_recorder *r, hart *h, nt_error *error) {
    if (h->code_size == 0) {
        return 0;
    }
    nt_event event = {.kind = NT_EVENT_CODE,
                      .hart = (uint16_t)h->number,
                      .code = {h->code_start, h->code_size, h->code}};
    h->code_size = 0;
    r->counts.code_bytes += event.code.size;
    return emit(r, &event, error);
}

/* Code first: it must be known before the run that executes it. */
static int flush_run(nt_recorder *r, hart *h, nt_error *error) {
    if (flush_code(r, h, error) < 0) {
        return -1;
    }
    if (h->run.run.instructions == 0) {
        return 0;
    }
    int result = emit(r, &h->run, error);
    h->run.run.instructions = 0;
    return result;
}

static uint64_t wrap(const nt_recorder *r, uint64_t address) {
    return r->options.xlen == 32 ? (uint32_t)address : address;
}

static bool follows(const nt_recorder *r, const executed *before, uint64_t pc) {
    uint64_t next = wrap(r, before->pc + before->insn.size);
    switch ((nt_insn_class)before->insn.class_) {
    case NT_INSN_OTHER:
        return pc == next;
    case NT_INSN_BRANCH:
        return pc == next || pc == before->insn.target;
    case NT_INSN_DIRECT_CALL:
    case NT_INSN_DIRECT_JUMP:
    case NT_INSN_DIRECT_JUMP_LINK:
        return pc == before->insn.target;
    default:
        return true; /* indirect: the target is known from nowhere else */
    }
}

static void check_follows(nt_recorder *r, const hart *h, uint64_t pc) {
    if (!h->retired.valid || follows(r, &h->retired, pc)) {
        return;
    }
    if (r->counts.discontinuities++ == 0) {
        (void)snprintf(r->counts.discontinuity, sizeof r->counts.discontinuity,
                       "instruction %" PRIu64 " of hart %u: 0x%" PRIx64
                       " does not follow from 0x%" PRIx64,
                       r->counts.instructions, h->number, pc, h->retired.pc);
    }
}

static int emit_access(nt_recorder *r, const hart *h, const nt_access *access, nt_error *error) {
    nt_event event = {.kind = NT_EVENT_ACCESS, .hart = (uint16_t)h->number, .access = *access};
    return emit(r, &event, error);
}

/* The memory that the last instruction has accessed. */
static int emit_accesses(nt_recorder *r, hart *h, nt_error *error) {
    if (h->accesses == 0) {
        return 0;
    }
    int result = flush_run(r, h, error);
    for (unsigned i = 0; i < h->accesses && result == 0; i++) {
        result = emit_access(r, h, &h->access[i], error);
    }
    h->accesses = 0;
    return result;
}

/* The instruction that was about to run did. */
static int retire(nt_recorder *r, hart *h, nt_error *error) {
    executed *x = &h->running;
    if (!x->valid || r->done) {
        return 0;
    }
    check_follows(r, h, x->pc);
    if (h->run.run.instructions != 0 && (x->pc != h->run_end || h->run.run.halfwords > INT32_MAX) &&
        flush_run(r, h, error) < 0) {
        return -1;
    }
    if (h->run.run.instructions == 0) {
        h->run = (nt_event){.kind = NT_EVENT_RUN, .hart = (uint16_t)h->number};
        h->run.run.pc = x->pc;
    }
    h->run.run.instructions++;
    h->run.run.halfwords += x->insn.size / 2U;
    h->run_end = wrap(r, x->pc + x->insn.size);
    h->retired = *x;
    h->waiting.insn = x->bits;
    x->valid = false;
    r->counts.instructions++;
    r->done = r->counts.instructions >= r->options.limit;
    return emit_accesses(r, h, error);
}

static int set_mode(nt_recorder *r, hart *h, unsigned priv, nt_error *error) {
    if (h->mode_known && h->priv == priv) {
        return 0;
    }
    if (flush_run(r, h, error) < 0) {
        return -1;
    }
    r->counts.mode_changes += h->mode_known;
    h->mode_known = true;
    h->priv = (uint8_t)priv;
    nt_event event = {.kind = NT_EVENT_MODE, .hart = (uint16_t)h->number, .mode = {h->priv, 0}};
    return emit(r, &event, error);
}

typedef enum code_state { CODE_SAME, CODE_NEW, CODE_REPLACED } code_state;

/* How the image stands to an instruction that runs now. Half-word by half-word, since an
   instruction can begin in known code and end in unknown. */
static code_state compare_code(const hart *h, const nt_block *block) {
    code_state state = CODE_SAME;
    for (unsigned i = 0; i < block->insn.size; i += 2) {
        uint8_t known[2];
        if (nt_image_bytes(h->image, block->pc + i, known, 2) < 2) {
            state = CODE_NEW;
        } else if (memcmp(known, block->bytes + i, 2) != 0) {
            return CODE_REPLACED;
        }
    }
    return state;
}

/* Sees to it that the recording holds the code of `block` before it runs. */
static int know_code(nt_recorder *r, hart *h, nt_block *block, nt_error *error) {
    if (block->written == h->generation && block->hart == h->number) {
        return 0;
    }
    uint8_t size = block->insn.size;
    code_state state = compare_code(h, block);
    if (state == CODE_REPLACED) { /* from here on, not for what ran before */
        if (flush_run(r, h, error) < 0) {
            return -1;
        }
        h->generation++;
        r->counts.code_changes++;
    }
    block->written = h->generation;
    block->hart = h->number;
    if (state == CODE_SAME) {
        return 0;
    }
    if (nt_image_write(h->image, block->pc, block->bytes, size) < 0) {
        return nt_fail(error, "out of memory");
    }
    if ((block->pc != h->code_start + h->code_size || h->code_size + size > MAX_CODE) &&
        flush_code(r, h, error) < 0) {
        return -1;
    }
    if (h->code_size == 0) {
        h->code_start = block->pc;
    }
    memcpy(h->code + h->code_size, block->bytes, size);
    h->code_size += size;
    return 0;
}

/* The translation that an EXEC line names: a new one if a CODE line came before it. */
static nt_block *find_block(nt_recorder *r, const nt_log_line *line, nt_error *error) {
    const nt_log_line *code = &r->code;
    nt_block *block = nt_block_find(&r->blocks, line->exec.block);
    if (code->kind == NT_LOG_CODE && code->code.pc == line->exec.pc) {
        block = nt_block_put(&r->blocks, line->exec.block);
        if (block == NULL) {
            (void)nt_fail(error, "out of memory");
            return NULL;
        }
        memcpy(block->bytes, code->code.bytes, sizeof block->bytes);
        block->insn.size = code->code.size;
    } else if (block == NULL) {
        (void)fail(r, error, "an instruction runs whose code the log has not shown");
        return NULL;
    } else if (block->pc == line->exec.pc) {
        return block;
    }
    uint8_t size = block->insn.size;
    block->pc = line->exec.pc;
    block->written = 0;
    nt_isa isa = {.xlen = (uint8_t)r->options.xlen};
    if (nt_insn_decode(&block->insn, block->bytes, size, block->pc, &isa) < 0 ||
        block->insn.size != size) { /* a reserved encoding; it traps */
        block->insn = (nt_insn){.size = size, .class_ = NT_INSN_OTHER};
    }
    return block;
}

/* Another hart goes on: what the last one has run comes first, so that the order between harts is
   kept. Its last instruction has retired too, for its trap would have come at once. */
static int leave_hart(nt_recorder *r, const hart *next, nt_error *error) {
    hart *h = r->last;
    if (h == NULL || h == next) {
        return 0;
    }
    h->left = h->running.valid;
    return retire(r, h, error) < 0 || flush_run(r, h, error) < 0 ? -1 : 0;
}

/* The instruction of the last EXEC line is about to run. */
static int begin(nt_recorder *r, hart *h, nt_error *error) {
    nt_block *block = h->waiting.block;
    if (block == NULL) {
        return 0;
    }
    h->waiting.block = NULL;
    h->waiting.insn = 0;
    if (set_mode(r, h, h->waiting.priv, error) < 0 || know_code(r, h, block, error) < 0) {
        return -1;
    }
    h->running = (executed){.pc = block->pc, .insn = block->insn, .valid = true};
    for (unsigned i = 0; i < block->insn.size && i < 4; i++) {
        h->running.bits |= (uint32_t)block->bytes[i] << 8 * i;
    }
    return 0;
}

static uint64_t *register_of(state *s, const nt_log_register *one) {
    return one->kind == NT_ACCESS_X   ? &s->x[one->number]
           : one->kind == NT_ACCESS_F ? &s->f[one->number]
                                      : &s->csr[one->number];
}

/* Writes a register if that changes it, for the last instruction or trap. */
static int write_register(nt_recorder *r, hart *h, const change *one, nt_error *error) {
    uint64_t *known = register_of(&h->state, one);
    if (h->state.known && *known == one->value) {
        return 0;
    }
    *known = one->value;
    r->counts.registers++;
    nt_access access = {.kind = one->kind,
                        .number = one->number,
                        .size = one->size,
                        .has_value = true,
                        .value = one->value};
    return flush_run(r, h, error) < 0 ? -1 : emit_access(r, h, &access, error);
}

/* What changed since the last time is what the last instruction or trap has written; the first
   time it is how the hart starts. */
static int take_register(nt_recorder *r, hart *h, const nt_log_register *one, nt_error *error) {
    waiting *w = &h->waiting;
    bool is_zero = one->kind == NT_ACCESS_X && one->number == 0;
    r->registers++;
    if (is_zero || (h->state.known && *register_of(&h->state, one) == one->value)) {
        return 0;
    }
    if (w->changes == MAX_CHANGES) {
        return fail(r, error, "more registers than a hart has");
    }
    w->change[w->changes++] = *one;
    return 0;
}

static int take_fcsr(nt_recorder *r, hart *h, uint64_t pc, nt_error *error) {
    if (r->options.fcsr == NULL) {
        return 0;
    }
    nt_log_register one = {
        .kind = NT_ACCESS_CSR, .number = CSR_FCSR, .size = (uint16_t)(r->options.xlen / 8)};
    bool again = h->again;
    h->again = false;
    return r->options.fcsr(r->options.fcsr_context, pc, again, &one.value, error) != 0
               ? -1
               : take_register(r, h, &one, error);
}

static int take_exec(nt_recorder *r, const nt_log_line *line, nt_error *error) {
    if (line->exec.hart >= r->options.harts || line->exec.xlen != r->options.xlen) {
        return fail(r, error,
                    line->exec.hart >= r->options.harts
                        ? "a hart that was not announced (see --smp)"
                        : "another XLEN than was announced (see --xlen)");
    }
    hart *h = &r->harts[line->exec.hart];
    if (leave_hart(r, h, error) < 0) {
        return -1;
    }
    r->last = h;
    h->left = false;
    if (retire(r, h, error) < 0) {
        return -1;
    }
    r->done |= r->options.until && line->exec.pc == r->options.until_pc;
    r->shown = r->options.registers ? h : NULL;
    r->registers = 0;
    if (take_fcsr(r, h, line->exec.pc, error) < 0) {
        return -1;
    }
    if (r->done) {
        return 1;
    }
    h->waiting.block = find_block(r, line, error);
    h->waiting.priv = (uint8_t)line->exec.priv;
    r->code.kind = NT_LOG_NOTHING;
    if (h->waiting.block == NULL) {
        return -1;
    }
    return r->options.registers ? 0 : begin(r, h, error);
}

static int take_state(nt_recorder *r, const nt_log_line *line, nt_error *error) {
    if (r->shown == NULL) {
        return fail(r, error, "registers where none are expected");
    }
    for (unsigned i = 0; i < line->state.count; i++) {
        const nt_log_register *one = &line->state.registers[i];
        if (one->kind != NT_ACCESS_F && 8U * one->size != r->options.xlen) {
            return fail(r, error, "a register of another size than --xlen");
        }
        if (take_register(r, r->shown, one, error) < 0) {
            return -1;
        }
    }
    return 0;
}

/* The log had a register so since the last time. */
static uint64_t value_now(const hart *h, uint16_t csr) {
    for (unsigned i = 0; i < h->waiting.changes; i++) {
        const change *one = &h->waiting.change[i];
        if (one->kind == NT_ACCESS_CSR && one->number == csr) {
            return one->value;
        }
    }
    return h->state.csr[csr];
}

static int write_csr(nt_recorder *r, hart *h, uint16_t csr, uint64_t value, nt_error *error) {
    change one = {.kind = NT_ACCESS_CSR,
                  .number = csr,
                  .size = (uint16_t)(r->options.xlen / 8),
                  .value = value};
    return write_register(r, h, &one, error);
}

enum {
    CSR_SSTATUS_TRAPS = 0x140, /* sepc 0x141, scause 0x142, stval 0x143; of M 0x341 and so on */
    CSR_MSTATUS_TRAPS = 0x340,
    CSR_MSTATUS = 0x300,
    CSR_MEDELEG = 0x302,
    CSR_MIDELEG = 0x303,
};

/* Whether traps write the register, and not, as far as can be told, the instruction before. */
static bool is_of_traps(const change *one) {
    static const uint16_t csrs[] = {0x141, 0x142, 0x143, 0x300, 0x341,
                                    0x342, 0x343, 0x34b, 0x600, 0x643};
    for (size_t i = 0; i < sizeof csrs / sizeof csrs[0] && one->kind == NT_ACCESS_CSR; i++) {
        if (csrs[i] == one->number) {
            return true;
        }
    }
    return false;
}

/* Those that are written already are changes no more. */
static int write_changes(nt_recorder *r, hart *h, bool of_traps, nt_error *error) {
    for (unsigned i = 0; i < h->waiting.changes; i++) {
        const change *one = &h->waiting.change[i];
        if ((of_traps || !is_of_traps(one)) && write_register(r, h, one, error) < 0) {
            return -1;
        }
    }
    return 0;
}

/* A trap and what it writes, in the mode that `status` has before. */
static int emit_trap(nt_recorder *r, hart *h, nt_status *status, const nt_event *event,
                     nt_error *error) {
    const uint64_t cause = event->trap.cause;
    bool interrupt = event->trap.interrupt;
    if (set_mode(r, h, status->priv, error) < 0 || flush_run(r, h, error) < 0 ||
        emit(r, event, error) < 0) {
        return -1;
    }
    bool to_s = nt_status_trap(status, cause, value_now(h, interrupt ? CSR_MIDELEG : CSR_MEDELEG));
    uint16_t base = to_s ? CSR_SSTATUS_TRAPS : CSR_MSTATUS_TRAPS;
    uint64_t bit = interrupt ? UINT64_C(1) << (r->options.xlen - 1) : 0;
    return write_csr(r, h, base + 1, event->trap.epc, error) < 0 ||
                   write_csr(r, h, base + 2, cause | bit, error) < 0 ||
                   write_csr(r, h, base + 3, event->trap.tval, error) < 0 ||
                   write_csr(r, h, CSR_MSTATUS, status->mstatus, error) < 0
               ? -1
               : 0;
}

/* Tells apart what the instruction before the traps has written, and what each of them. Of
   mstatus that is not in the log, but follows. */
static int settle_traps(nt_recorder *r, hart *h, nt_error *error) {
    waiting *w = &h->waiting;
    const uint64_t bits = NT_STATUS_TRAP_BITS;
    uint64_t now = value_now(h, CSR_MSTATUS);
    nt_status status = {.mstatus = (now & ~bits) | (h->state.csr[CSR_MSTATUS] & bits),
                        .priv = h->priv};
    nt_status_run(&status, w->insn, h->state.x);
    if (write_changes(r, h, false, error) < 0 ||
        write_csr(r, h, CSR_MSTATUS, status.mstatus, error) < 0) {
        return -1;
    }
    for (unsigned i = 0; i < w->traps; i++) {
        if (emit_trap(r, h, &status, &w->trap[i], error) < 0) {
            return -1;
        }
    }
    if (status.mstatus != now) {
        return fail(r, error, "mstatus does not follow from the instruction and the traps before");
    }
    return 0;
}

/* Traps of which the log has shown no registers. */
static int end_traps(nt_recorder *r, hart *h, nt_error *error) {
    waiting *w = &h->waiting;
    int result = 0;
    for (unsigned i = 0; i < w->traps && result == 0; i++) {
        result = emit(r, &w->trap[i], error);
    }
    w->traps = 0;
    return result;
}

/* Another line comes: the registers of the last EXEC line are complete. */
static int end_state(nt_recorder *r, nt_error *error) {
    hart *h = r->shown;
    if (h == NULL) {
        return 0;
    }
    r->shown = NULL;
    if (r->registers == 0) {
        return fail(r, error, "the log has no registers");
    }
    waiting *w = &h->waiting;
    int result = w->traps == 0    ? 0
                 : h->state.known ? settle_traps(r, h, error)
                                  : end_traps(r, h, error);
    result = result < 0 ? -1 : write_changes(r, h, true, error);
    h->state.known = true;
    w->changes = 0;
    w->traps = 0;
    return result < 0 ? -1 : begin(r, h, error);
}

static int take_access(nt_recorder *r, const nt_log_line *line, nt_error *error) {
    if (line->access.hart >= r->options.harts) {
        return fail(r, error, "a hart that was not announced (see --smp)");
    }
    hart *h = &r->harts[line->access.hart];
    if (!r->options.memory || !h->running.valid) {
        return fail(r, error, "an access to memory where none is expected");
    }
    if (h->accesses == MAX_ACCESSES) {
        return fail(r, error, "more accesses than an instruction has");
    }
    h->access[h->accesses++] =
        (nt_access){.kind = line->access.store ? NT_ACCESS_STORE : NT_ACCESS_LOAD,
                    .size = line->access.size,
                    .address = wrap(r, line->access.address),
                    .has_physical = line->access.has_physical,
                    .physical = line->access.has_physical ? line->access.physical : 0};
    return 0;
}

static int take_back(nt_recorder *r, const nt_log_line *line, nt_error *error) {
    if (r->last == NULL || !r->last->running.valid || r->last->running.pc != line->taken_back.pc) {
        return fail(r, error, "takes back an instruction that was not the last one");
    }
    r->last->running.valid = false;
    r->last->accesses = 0;
    r->last->again = true;
    return 0;
}

/* A fetch that faults never has an EXEC line; one with its address is an earlier run of it. */
static bool is_fetch_fault(uint64_t cause) {
    return cause == 1 || cause == 12 || cause == 20;
}

static int take_trap(nt_recorder *r, const nt_log_line *line, nt_error *error) {
    if (line->trap.hart >= r->options.harts) {
        return fail(r, error, "a hart that was not announced (see --smp)");
    }
    hart *h = &r->harts[line->trap.hart];
    if (leave_hart(r, h, error) < 0) {
        return -1;
    }
    r->last = h;
    if (!line->trap.interrupt && h->running.pc == line->trap.epc &&
        !is_fetch_fault(line->trap.cause)) {
        if (h->left) {
            return fail(r, error, "an instruction traps after another hart has run");
        }
        h->running.valid = false;
        h->accesses = 0; /* before it trapped */
    }
    bool over = r->done;
    if (retire(r, h, error) < 0) {
        return -1;
    }
    if (over || (r->done && !r->options.registers)) {
        return 1;
    }
    check_follows(r, h, line->trap.epc);
    h->retired.valid = false;
    *(line->trap.interrupt ? &r->counts.interrupts : &r->counts.exceptions) += 1;
    nt_event event = {
        .kind = NT_EVENT_TRAP,
        .hart = (uint16_t)h->number,
        .trap = {line->trap.interrupt, line->trap.cause, line->trap.epc, line->trap.tval}};
    if (!r->options.registers) {
        return flush_run(r, h, error) < 0 ? -1 : emit(r, &event, error);
    }
    if (h->waiting.traps == MAX_TRAPS) {
        return fail(r, error, "traps without end: no instruction runs between them");
    }
    h->waiting.trap[h->waiting.traps++] = event;
    return 0;
}

/* Of a translation, which is one instruction, the first line counts. QEMU 7.2 never stops listing
   a reserved encoding that is longer by the standard's rule than what was translated. */
static int take_code(nt_recorder *r, const nt_log_line *line, nt_error *error) {
    if (r->code.kind != NT_LOG_CODE) {
        r->code = *line;
    }
    return ++r->listing <= MAX_LISTING
               ? 0
               : fail(r, error, "QEMU lists an encoding of more than 4 bytes without end");
}

/* The registers that the last instruction and its trap have written come after a stop condition is
   met. */
static bool is_over(const nt_recorder *r) {
    return r->done && r->shown == NULL && (r->last == NULL || r->last->waiting.traps == 0);
}

static int take_line(nt_recorder *r, const char *text, size_t length, nt_error *error) {
    nt_log_line line;
    nt_log_line_parse(&line, text, length);
    r->counts.lines++;
    if (line.kind == NT_LOG_STATE) {
        return take_state(r, &line, error);
    }
    if (end_state(r, error) < 0) {
        return -1;
    }
    if (is_over(r)) {
        return 1;
    }
    switch (line.kind) {
    case NT_LOG_EXEC:
        return take_exec(r, &line, error);
    case NT_LOG_TAKEN_BACK:
        return take_back(r, &line, error);
    case NT_LOG_TRAP:
        return take_trap(r, &line, error);
    case NT_LOG_CODE:
        return take_code(r, &line, error);
    case NT_LOG_ACCESS:
        return take_access(r, &line, error);
    case NT_LOG_PRIVILEGE:
        r->code.kind = NT_LOG_NOTHING;
        r->listing = 0;
        return line.privilege.virtualized ? fail(r, error, "virtualization is not supported") : 0;
    case NT_LOG_NOTHING:
        return 0;
    default:
        return fail(r, error, "not a line of QEMU's log");
    }
}

int nt_recorder_feed(nt_recorder *r, const char *bytes, size_t size, nt_error *error) {
    while (size > 0 && !is_over(r)) {
        const char *newline = memchr(bytes, '\n', size);
        size_t length = newline == NULL ? size : (size_t)(newline - bytes);
        if (r->tail_size + length > MAX_LINE) {
            return fail(r, error, "not a line of QEMU's log");
        }
        if (newline == NULL || r->tail_size > 0) {
            memcpy(r->tail + r->tail_size, bytes, length);
            r->tail_size += length;
        }
        if (newline == NULL) {
            return 0;
        }
        size_t whole = r->tail_size > 0 ? r->tail_size : length;
        int result = take_line(r, r->tail_size > 0 ? r->tail : bytes, whole, error);
        if (result < 0) {
            return -1;
        }
        r->offset += whole + 1;
        r->tail_size = 0;
        bytes += length + 1;
        size -= length + 1;
    }
    return is_over(r);
}

int nt_recorder_finish(nt_recorder *r, nt_error *error) {
    if (r->tail_size > 0 && !is_over(r)) {
        return fail(r, error, "the log ends within a line");
    }
    if (end_state(r, error) < 0) {
        return -1;
    }
    for (unsigned i = 0; i < r->options.harts; i++) {
        hart *h = &r->harts[i];
        if (retire(r, h, error) < 0 || flush_run(r, h, error) < 0 || end_traps(r, h, error) < 0) {
            return -1;
        }
    }
    return 0;
}
