/* SPDX-License-Identifier: Apache-2.0 */
/* Judges what a port says of a program, block by block: the text determines the instructions, their
   types and traps, and leaves open where a block with itype 0 ends, and whether a trap has a block
   of its own. */
#include "sim/ingress/ingress_file.h"
#include "sim/ingress/monitor.h"
#include "sim/vectors/port.h"
#include "sim/vectors/unit.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define SIGNALS  "Instruction interface signals"
#define MULTIPLE "Instruction interface signals, multiple retirement per block"
#define ITYPE    "Instruction Type (itype) encoding"
#define TRACE    "Instruction Trace Interface"

typedef struct judge {
    nt_vector_judgement *judgement;
    const nt_vector *vector;
    const nt_port *port;
    nt_config config; /* of the ingress file */
    size_t at;        /* the next step */
    uint64_t cycle;
    bool begun;
} judge;

static __attribute__((format(printf, 4, 5))) bool
wrong(judge *j, const char *rule, const char *clause, const char *format, ...) {
    nt_vector_judgement *judgement = j->judgement;
    char text[160];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    judgement->verdict = NT_VECTOR_BROKEN;
    judgement->rule = rule;
    judgement->offset = j->cycle;
    (void)snprintf(judgement->text, sizeof judgement->text, "%s (%s)", text, clause);
    return false;
}

/* Behind the last step comes the last again, as often as the hart likes. */
static const nt_port_step *step_at(const judge *j) {
    return &j->port->step[j->at < j->port->steps ? j->at : j->port->steps - 1];
}

static uint64_t address_of(const judge *j, const nt_port_step *step) {
    return nt_port_value_at(j->vector, step->address);
}

static bool is_trap(const nt_block *block) {
    return block->itype == NT_ITYPE_EXCEPTION || block->itype == NT_ITYPE_INTERRUPT;
}

static bool is_used(const nt_block *block) {
    return block->iretire != 0 || block->itype != NT_ITYPE_NONE;
}

static const char *trap_name(unsigned itype) {
    return itype == NT_ITYPE_EXCEPTION ? "exception" : "interrupt";
}

/* With 3 bits one code stands for all uninferable jumps, and none for inferable ones. */
static unsigned itype_of(const judge *j, const nt_port_step *step) {
    if (j->config.itype_w == 4) {
        return step->itype;
    }
    switch (step->itype) {
    case NT_ITYPE_INDIRECT_CALL:
    case NT_ITYPE_INDIRECT_JUMP:
    case NT_ITYPE_COROUTINE_SWAP:
    case NT_ITYPE_RETURN:
    case NT_ITYPE_OTHER_INDIRECT:
        return NT_ITYPE_INDIRECT;
    case NT_ITYPE_DIRECT_CALL:
    case NT_ITYPE_DIRECT_JUMP:
    case NT_ITYPE_OTHER_DIRECT:
        return NT_ITYPE_NONE;
    default:
        return step->itype;
    }
}

static bool has_sijump(unsigned itype) {
    return itype == NT_ITYPE_INDIRECT || itype == NT_ITYPE_INDIRECT_CALL ||
           itype == NT_ITYPE_INDIRECT_JUMP || itype == NT_ITYPE_COROUTINE_SWAP ||
           itype == NT_ITYPE_OTHER_INDIRECT;
}

static bool priv_good(judge *j, const nt_port_step *step, const nt_ingress *in) {
    return (in->priv < 8 && (step->privs >> in->priv & 1) != 0) ||
           wrong(j, "kit.priv", "Privilege level (priv) encoding",
                 "priv %u with '%s' at 0x%" PRIx64, in->priv, step->text, address_of(j, step));
}

/* The last instruction of a block. */
static bool last_good(judge *j, const nt_port_step *step, const nt_block *block) {
    const uint64_t address = address_of(j, step);
    const unsigned itype = itype_of(j, step);
    if (1u << block->ilastsize != step->size / 2u) {
        return wrong(j, "kit.ilastsize", MULTIPLE,
                     "ilastsize %u, expected %u: '%s' at 0x%" PRIx64 " has %u bytes",
                     block->ilastsize, step->size / 4u, step->text, address, step->size);
    }
    if (is_trap(block) ? step->itype != 0 : block->itype != itype) {
        return wrong(j, "kit.itype", ITYPE, "itype %u, expected %u: '%s' at 0x%" PRIx64,
                     block->itype, itype, step->text, address);
    }
    if (has_sijump(block->itype) && (step->sijumps >> block->sijump & 1) == 0) {
        return wrong(j, "kit.sijump", SIGNALS, "sijump %u, expected %u: '%s' at 0x%" PRIx64,
                     block->sijump, !block->sijump, step->text, address);
    }
    return true;
}

/* An instruction of a block, at `pc`; `left` half-words of the block are not read yet. */
static bool instruction_good(judge *j, const nt_block *block, const nt_ingress *in, uint64_t pc,
                             unsigned left) {
    const nt_port_step *step = step_at(j);
    const uint64_t address = address_of(j, step);
    const unsigned size = step->size / 2u;
    if (step->size == 0) {
        return wrong(j, "kit.trap", TRACE,
                     "0x%" PRIx64 " retires, expected an %s at 0x%" PRIx64 ": '%s'", pc,
                     trap_name(step->itype), address, step->text);
    }
    if (pc != address) {
        return wrong(j, "kit.iaddr", SIGNALS, "iaddr 0x%" PRIx64 ", expected 0x%" PRIx64 ": '%s'",
                     pc, address, step->text);
    }
    if (size > left) {
        return wrong(j, "kit.iretire", MULTIPLE, "iretire %u ends within '%s' at 0x%" PRIx64,
                     block->iretire, step->text, address);
    }
    if (size < left && step->itype != 0) {
        return wrong(j, "kit.iretire", TRACE,
                     "iretire %u, expected %u: the block ends with '%s' at 0x%" PRIx64,
                     block->iretire, block->iretire - left + size, step->text, address);
    }
    return priv_good(j, step, in) && (size < left || last_good(j, step, block));
}

static bool tval_good(judge *j, const nt_port_step *step, const nt_ingress *in) {
    bool good = step->itype != NT_ITYPE_EXCEPTION;
    for (unsigned i = 0; i < step->tvals; i++) {
        good = good || in->tval == nt_port_value_at(j->vector, step->tval[i]);
    }
    return good || wrong(j, "kit.tval", SIGNALS,
                         "tval 0x%" PRIx64 ", expected 0x%" PRIx64 "%s: '%s' at 0x%" PRIx64,
                         in->tval, nt_port_value_at(j->vector, step->tval[step->tvals - 1]),
                         step->tvals > 1 ? " or 0" : "", step->text, address_of(j, step));
}

/* The trap that a block ends with, `pc` behind its instructions; of an interrupt without one there
   is no address. */
static bool trap_good(judge *j, const nt_block *block, const nt_ingress *in, uint64_t pc) {
    const nt_port_step *step = step_at(j);
    const uint64_t address = address_of(j, step);
    if (step->size != 0) {
        return wrong(j, "kit.trap", ITYPE, "an %s, expected that '%s' at 0x%" PRIx64 " retires",
                     trap_name(block->itype), step->text, address);
    }
    if (block->itype != step->itype) {
        return wrong(j, "kit.itype", ITYPE, "itype %u, expected %u: '%s' at 0x%" PRIx64,
                     block->itype, step->itype, step->text, address);
    }
    if (pc != address && (block->iretire != 0 || block->itype == NT_ITYPE_EXCEPTION)) {
        return wrong(j, "kit.iaddr", SIGNALS,
                     "an %s at 0x%" PRIx64 ", expected 0x%" PRIx64 ": '%s'",
                     trap_name(block->itype), pc, address, step->text);
    }
    if (in->cause != step->cause) {
        return wrong(j, "kit.cause", SIGNALS, "cause %u, expected %u: '%s' at 0x%" PRIx64,
                     in->cause, step->cause, step->text, address);
    }
    return priv_good(j, step, in) && tval_good(j, step, in);
}

static bool block_good(judge *j, const nt_block *block, const nt_ingress *in) {
    uint64_t pc = block->iaddr;
    unsigned left = block->iretire;
    while (left > 0) {
        const nt_port_step *step = step_at(j);
        if (!instruction_good(j, block, in, pc, left)) {
            return false;
        }
        pc = (pc + step->size) & nt_port_mask(j->vector);
        left -= step->size / 2u;
        j->at++;
    }
    if (is_trap(block)) {
        if (!trap_good(j, block, in, pc)) {
            return false;
        }
        j->at++;
    } else if (block->iretire == 0) {
        return wrong(j, "kit.iretire", TRACE, "iretire 0 with itype %u", block->itype);
    }
    return true;
}

static bool begins(const judge *j, const nt_block *block) {
    return block->iretire != 0 && block->iaddr == address_of(j, &j->port->step[0]);
}

/* What the kit says of a cycle is nearer than what the port's rules do. */
static bool cycle_good(judge *j, nt_monitor *monitor, const nt_cycle *cycle) {
    const nt_ingress *in = &cycle->ingress;
    const char *rule = nt_monitor_step(monitor, cycle);
    for (unsigned b = 0; b < j->config.nblocks; b++) {
        const nt_block *block = &in->block[b];
        j->begun = j->begun || begins(j, block);
        if (is_used(block) && j->begun) {
            j->judgement->size++;
            if (!block_good(j, block, in)) {
                return false;
            }
        }
    }
    for (unsigned r = 0; rule != NULL && r < nt_monitor_rule_count; r++) {
        if (nt_monitor_rules[r].text == rule) {
            return wrong(j, "port", nt_monitor_rules[r].clause, "%s", rule);
        }
    }
    return true;
}

static bool end_good(judge *j) {
    const nt_port_step *step = step_at(j);
    if (!j->begun) {
        return wrong(j, "kit.begin", SIGNALS, "no block begins at 0x%" PRIx64 ", where '%s' is",
                     address_of(j, step), step->text);
    }
    return j->at >= j->port->steps ||
           wrong(j, "kit.end", TRACE, "the port says no more, expected '%s' at 0x%" PRIx64,
                 step->text, address_of(j, step));
}

static int all_cycles(judge *j, nt_source *source, nt_monitor *monitor, nt_error *error) {
    nt_cycle cycle;
    int more;
    bool good = true;
    while (good && (more = source->next(source->self, false, &cycle, error)) == 1) {
        good = cycle_good(j, monitor, &cycle);
        j->cycle += good;
    }
    if (good && more < 0) {
        return -1;
    }
    if (good) {
        (void)end_good(j);
    }
    return 0;
}

static int judge_source(judge *j, nt_source *source, const char *path, nt_error *error) {
    const uint32_t xlen = j->vector->needs.size[NT_NEED_XLEN];
    j->config = nt_ingress_file_config(source);
    if (j->config.xlen != xlen) {
        return nt_fail(error, "%s: the port is of RV%u, the program of RV%u", path, j->config.xlen,
                       xlen);
    }
    nt_monitor *monitor = nt_monitor_new(&j->config);
    int result =
        monitor == NULL ? nt_fail(error, "out of memory") : all_cycles(j, source, monitor, error);
    nt_monitor_free(monitor);
    return result;
}

int nt_port_judge(nt_vector_judgement *judgement, const nt_vector *vector, const char *path,
                  nt_error *error) {
    nt_source source;
    judge j = {.judgement = judgement, .vector = vector, .port = vector->port};
    judgement->verdict = NT_VECTOR_CONFORMANT;
    if (nt_port_whole(vector, error) != 0 ||
        nt_ingress_file_open(&source, path, NULL, error) != 0) {
        return -1;
    }
    int result = judge_source(&j, &source, path, error);
    source.close(source.self);
    judgement->difference = j.at < j.port->steps ? j.at : j.port->steps;
    return result;
}

/* The build and its parameters: a program has none. */
static int read_nothing(nt_vector *vector, nt_error *error) {
    (void)error;
    vector->base = NT_PORT_BASE;
    return 0;
}

/* No model and no bench runs a program. */

static int refuse(const nt_vector *vector, nt_error *error) {
    return nt_fail(error, "%s: a program of the ingress kit, which `ntrace kit` takes", vector->id);
}

static int run_nothing(const nt_vector *vector, nt_pin_sink sink, void *context, nt_error *error) {
    (void)sink;
    (void)context;
    return refuse(vector, error);
}

static int open_nothing(nt_columns *columns, const nt_vector *vector, nt_error *error) {
    (void)columns;
    return refuse(vector, error);
}

static void no_words(char *words[NT_VECTOR_WORDS], const nt_vector_call *call) {
    (void)call;
    words[0] = NULL;
}

static const char *const ends[] = {".nti", ".NTI", NULL};
static const char *const emitted[] = {".elf", ".hex", ".bin", ".S", ".txt", NULL};

const nt_vector_unit nt_vector_port = {
    .name = "port",
    .suffix = "kit",
    .asks = true,
    .read = read_nothing,
    .take_code = nt_port_take_code,
    .take_expected = nt_port_take_step,
    .run_model = run_nothing,
    .bench_words = no_words,
    .judge = nt_port_judge,
    .open_columns = open_nothing,
    .place = "cycle",
    .title = "Ingress kit",
    .command = "kit judge",
    .ends = ends,
    .beside = emitted,
};
