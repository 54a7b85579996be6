/* SPDX-License-Identifier: Apache-2.0 */
#include "tb/units/rvfi/group_bench.h"

#include "tb/lockstep/lockstep.h"
#include "tb/units/rvfi/rvfi_files.h"
#include "tb/units/rvfi/rvfi_run.h"

#include <stdlib.h>
#include <string.h>

enum {
    LAST = 128,        /* cycles in which all goes out */
    WAITING = 64,      /* events at most */
    RESET_EVERY = 400, /* cycles of a hart that hurries, on average */
};

typedef struct bench {
    nt_lockstep *lockstep;
    nt_rvfi_params shape; /* of the hart and the port */
    nt_random random;
    rvfi_program program;
    rvfi_hart hart;
    rvfi_judge judge;
    rvfi_files files;
    rvfi_event event[WAITING]; /* that the core has not shown, oldest first */
    unsigned waiting;
    unsigned rest;   /* cycles without groups, to come */
    group_row level; /* what the rest is about */
    bool hurry;
    uint64_t overruns; /* cycles after one */
} bench;

static const group_unit *unit; /* of the program */

static void keep(void *context, const rvfi_event *event) {
    bench *b = context;
    if (b->waiting < WAITING) {
        b->event[b->waiting++] = *event;
    }
}

static rvfi_event shift(bench *b) {
    rvfi_event first = b->event[0];
    b->waiting--;
    memmove(b->event, b->event + 1, b->waiting * sizeof b->event[0]);
    rvfi_judge_take(&b->judge, &first);
    rvfi_files_event(&b->files, &first);
    return first;
}

static void draw_stop(bench *b, unsigned status) {
    b->rest = 2 + nt_random_below(&b->random, 6); /* one may be needed for a halt before it */
    b->level = (group_row){.debug = status == NT_STOP_HALTED,
                           .hart_reset = status == NT_STOP_RESET,
                           .hart_lowpower = status == NT_STOP_LOWPOWER};
}

/* Instructions of one privilege, up to a trap, a trap return, or as many as may end a block. */
static void draw_groups(bench *b, group_row *row) {
    unsigned most = b->hurry ? b->shape.nret : 1 + nt_random_below(&b->random, b->shape.nret);
    unsigned most_specials = b->hurry ? NT_GROUPS : b->shape.nblocks;
    unsigned specials = 0;
    row->priv = b->event[0].priv;
    while (row->count < most && b->waiting > 0 && b->event[0].kind != RVFI_STOPPED &&
           b->event[0].priv == row->priv && specials < most_specials) {
        /* A trap is of group 0 */
        if (b->event[0].kind == RVFI_TRAPPED && row->count > 0) {
            return;
        }
        rvfi_event event = shift(b);
        row->event[row->count++] = event;
        bool trap = event.kind == RVFI_TRAPPED;
        specials += trap || event.place->insn.class_ != NT_INSN_OTHER;
        if (trap || event.place->insn.class_ == NT_INSN_TRAP_RETURN) {
            b->rest = b->hurry ? 0 : 2;
            b->level = (group_row){.count = 0};
            return;
        }
    }
}

static void draw_row(bench *b, uint64_t number, uint64_t cycles, group_row *row) {
    *row = (group_row){.rst = number == 0 ||
                              (b->hurry && nt_random_below(&b->random, RESET_EVERY) == 0)};
    if (row->rst) {
        return;
    }
    if (b->rest > 0) {
        b->rest--;
        *row = b->level;
        return;
    }
    while (b->waiting < NT_GROUPS && number + LAST < cycles) {
        nt_rvfi_inputs unused;
        rvfi_hart_cycle(&b->hart, &unused);
    }
    if (b->waiting == 0 || (!b->hurry && nt_random_chance(&b->random, 40))) {
        return;
    }
    if (b->event[0].kind == RVFI_STOPPED) {
        draw_stop(b, shift(b).status);
        b->rest--;
        *row = b->level;
        return;
    }
    draw_groups(b, row);
}

/* After a reset the port may go on anywhere. */
static bool judge(bench *b, bool reset) {
    const nt_ingress begin = {.reset = true};
    const nt_ingress *port = reset ? &begin : &unit->model->queue.out;
    b->overruns += unit->model->overrun;
    rvfi_files_cycle(&b->files, port);
    if (!rvfi_judge_cycle(&b->judge, port)) {
        nt_lockstep_fail(b->lockstep, "%s", b->judge.wrong);
        return false;
    }
    return true;
}

/* What a reset leaves. */
static bool is_quiet(const nt_groups *model) {
    const nt_ingress *port = &model->queue.out;
    return !model->overrun && port->block[0].iretire == 0 && port->block[0].itype == 0 &&
           !port->halted && !port->reset && !port->lowpower;
}

static bool all_cycles(bench *b, uint64_t cycles) {
    for (uint64_t number = 0; number < cycles; number++) {
        group_row row;
        draw_row(b, number, cycles, &row);
        unit->put(unit->view, &row, &b->random);
        if (number == 0) {
            nt_lockstep_uncompared(b->lockstep, unit->view);
        } else if (!nt_lockstep_cycle(b->lockstep, unit->view) || !judge(b, row.rst)) {
            return false;
        }
        unit->step(unit->model, unit->view);
        if (row.rst && !is_quiet(unit->model)) {
            return nt_lockstep_fail(b->lockstep, "after a reset something is left");
        }
    }
    if (!b->hurry && !rvfi_judge_done(&b->judge)) {
        nt_lockstep_fail(b->lockstep, "%s", b->judge.wrong);
        return false;
    }
    return true;
}

static int run_all(bench *b, const char *name, uint64_t cycles, nt_error *error) {
    if (rvfi_judge_begin(&b->judge, &b->shape, !b->hurry) != 0) {
        return nt_fail(error, "out of memory");
    }
    if (rvfi_files_open(&b->files, name, &b->shape, &b->program, error) != 0) {
        return -1;
    }
    bool good = all_cycles(b, cycles);
    if (rvfi_files_close(&b->files, good, error) != 0) {
        return -1;
    }
    if (good) {
        rvfi_run_print(&b->judge, &b->hart, cycles, b->overruns);
    }
    return good ? 0 : 1;
}

static void begin(bench *b, nt_lockstep *lockstep, uint64_t seed) {
    const nt_groups_params *p = unit->params;
    b->lockstep = lockstep;
    b->shape = (nt_rvfi_params){.xlen = p->xlen,
                                .nret = p->nret,
                                .nblocks = p->nblocks,
                                .itype_w = 3,
                                .iretire_w = p->iretire_w,
                                .causes = p->causes,
                                .depth = p->depth};
    nt_random_seed(&b->random, seed);
    rvfi_program_make(&b->program, p->xlen, &b->random);
    rvfi_hart_begin(&b->hart, &b->shape, &b->program, &b->random);
    b->hart.no_guests = true;
    b->hart.take = keep;
    b->hart.context = b;
    *unit->model = (nt_groups){.stops = false};
}

static int run(nt_lockstep *lockstep, int argc, char **argv) {
    rvfi_words words;
    bench *b = rvfi_words_read(&words, argc, argv, "hurry", LAST + 1) ? calloc(1, sizeof *b) : NULL;
    if (b == NULL) {
        return 2;
    }
    b->hurry = words.any;
    begin(b, lockstep, words.seed);
    const char *name = nt_lockstep_is_again(lockstep) ? NULL : words.name;
    nt_error error = {0};
    int result =
        nt_lockstep_begin(lockstep, words.seed) ? run_all(b, name, words.cycles, &error) : 1;
    if (result < 0) {
        fprintf(stderr, "%s\n", error.text);
    }
    rvfi_judge_end(&b->judge);
    free(b);
    return result < 0 ? 2 : result;
}

int group_bench_main(const group_unit *adapter, int argc, char **argv) {
    unit = adapter;
    return nt_lockstep_main(argc, argv, "CYCLES SEED [NAME] [hurry]", run);
}
