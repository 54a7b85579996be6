/* SPDX-License-Identifier: Apache-2.0 */
/* From RVFI to the trace ingress port as Verilated RTL against the golden model, under the RVFI of
   a random hart. What the port says is judged by what the hart did.

     bench CYCLES SEED [NAME] [wild]

   NAME.nti and NAME.ntr get the port and what the hart did; wild: any RVFI, which is judged by the
   port's rules alone. */
#include "tb/lockstep/lockstep.h"
#include "tb/units/rvfi/rvfi.h"
#include "tb/units/rvfi/rvfi_files.h"
#include "tb/units/rvfi/rvfi_run.h"

#include <stdlib.h>

enum { LAST = 64 /* cycles in which the queue gets empty */, RESET_EVERY = 400 };

/* As in the RTL, where the build says nothing */
#ifndef P_XLEN
#define P_XLEN      64
#define P_NRET      1
#define P_NBLOCKS   1
#define P_ITYPE_W   4
#define P_IRETIRE_W 6
#define P_SIJUMP    1
#define P_CAUSES    1
#define P_DEPTH     4
#endif

static const nt_rvfi_params PARAMS = {.xlen = P_XLEN,
                                      .nret = P_NRET,
                                      .nblocks = P_NBLOCKS,
                                      .itype_w = P_ITYPE_W,
                                      .iretire_w = P_IRETIRE_W,
                                      .sijump = P_SIJUMP != 0,
                                      .causes = P_CAUSES != 0,
                                      .depth = P_DEPTH};

typedef struct bench {
    nt_lockstep *lockstep;
    nt_random random;
    rvfi_program program;
    rvfi_hart hart;
    rvfi_judge judge;
    rvfi_files files;
    nt_rvfi model;
    rvfi_view view;
    bool wild;
    uint64_t overruns; /* cycles after one */
} bench;

static void take(void *context, const rvfi_event *event) {
    bench *b = context;
    rvfi_judge_take(&b->judge, event);
    rvfi_files_event(&b->files, event);
}

static void draw(bench *b, uint64_t number, uint64_t cycles) {
    nt_rvfi_inputs *in = &b->view.in;
    *in = (nt_rvfi_inputs){.rst = number == 0};
    if (number == 0 || number + LAST > cycles) {
        return;
    }
    if (b->wild) {
        rvfi_hart_wild(&PARAMS, &b->random, b->model.pc, in);
        in->rst = nt_random_below(&b->random, RESET_EVERY) == 0;
    } else {
        rvfi_hart_cycle(&b->hart, in);
    }
}

/* After a reset the port may go on anywhere. */
static bool judge(bench *b) {
    nt_ingress port = *b->view.out.ingress;
    b->overruns += b->view.out.overrun;
    if (b->view.in.rst) {
        const nt_ingress reset = {.reset = true};
        port = reset;
    }
    rvfi_files_cycle(&b->files, &port);
    if (!rvfi_judge_cycle(&b->judge, &port)) {
        nt_lockstep_fail(b->lockstep, "%s", b->judge.wrong);
        return false;
    }
    return true;
}

static bool one_cycle(bench *b, uint64_t number, uint64_t cycles) {
    draw(b, number, cycles);
    nt_rvfi_out(&b->model, &b->view.out);
    if (number == 0) {
        nt_lockstep_uncompared(b->lockstep, &b->view);
    } else if (!nt_lockstep_cycle(b->lockstep, &b->view) || !judge(b)) {
        return false;
    }
    nt_rvfi_step(&b->model, &PARAMS, &b->view.in);
    return true;
}

static bool all_cycles(bench *b, uint64_t cycles) {
    for (uint64_t number = 0; number < cycles; number++) {
        if (!one_cycle(b, number, cycles)) {
            return false;
        }
    }
    if (!b->wild && !rvfi_judge_done(&b->judge)) {
        nt_lockstep_fail(b->lockstep, "%s", b->judge.wrong);
        return false;
    }
    return true;
}

static int run_all(bench *b, const char *name, uint64_t cycles, nt_error *error) {
    if (rvfi_judge_begin(&b->judge, &PARAMS, !b->wild) != 0) {
        return nt_fail(error, "out of memory");
    }
    if (rvfi_files_open(&b->files, name, &PARAMS, &b->program, error) != 0) {
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

static int run(nt_lockstep *lockstep, int argc, char **argv) {
    rvfi_words words;
    bench *b = rvfi_words_read(&words, argc, argv, "wild", LAST + 1) ? calloc(1, sizeof *b) : NULL;
    if (b == NULL) {
        return 2;
    }
    b->lockstep = lockstep;
    b->wild = words.any;
    b->view.model = &b->model;
    nt_random_seed(&b->random, words.seed);
    rvfi_program_make(&b->program, PARAMS.xlen, &b->random);
    rvfi_hart_begin(&b->hart, &PARAMS, &b->program, &b->random);
    b->hart.take = take;
    b->hart.context = b;
    nt_error error = {0};
    const char *name = nt_lockstep_is_again(lockstep) ? NULL : words.name;
    int result =
        nt_lockstep_begin(lockstep, words.seed) ? run_all(b, name, words.cycles, &error) : 1;
    if (result < 0) {
        fprintf(stderr, "%s\n", error.text);
    }
    rvfi_judge_end(&b->judge);
    free(b);
    return result < 0 ? 2 : result;
}

int main(int argc, char **argv) {
    return nt_lockstep_main(argc, argv, "CYCLES SEED [NAME] [wild]", run);
}
