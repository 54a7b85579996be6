/* SPDX-License-Identifier: Apache-2.0 */
/* From RVFI to lanes of the tandem trace as Verilated RTL against the golden model, under the RVFI
   of a random core.

     bench CYCLES SEED [LOG] [rude]

   LOG gets what went in and came out; rude: the core does not always wait. */
#include "tb/lockstep/lockstep.h"
#include "tb/units/tv_rvfi/tv_rvfi_core.h"
#include "tb/units/tv_rvfi/tv_rvfi_log.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { RESET_EVERY = 400 /* cycles, on average */ };

/* As in the RTL, where the build says nothing */
#ifndef P_XLEN
#define P_XLEN      64
#define P_FLEN      64
#define P_MLEN      64
#define P_NRET      1
#define P_CSRS      4
#define P_ADDRESSES 0
#define P_LOADS     1
#define P_DEPTH     0
#endif

static const nt_tv_rvfi_params PARAMS = {.xlen = P_XLEN,
                                         .flen = P_FLEN,
                                         .mlen = P_MLEN,
                                         .nret = P_NRET,
                                         .csrs = P_CSRS,
                                         .addresses = (nt_tv_rvfi_addresses)P_ADDRESSES,
                                         .loads = P_LOADS != 0,
                                         .depth = P_DEPTH};

typedef struct bench {
    nt_lockstep *lockstep;
    tv_rvfi_core core;
    nt_tv_rvfi model;
    nt_tv_rvfi_queue queue;
    tv_rvfi_view view;
    nt_log_file log;
    uint64_t instructions; /* lanes with one ... */
    uint64_t entries;      /* ... and without */
    uint64_t waits;        /* cycles in which the core has to wait */
    uint64_t overruns;     /* resets or the end after one */
    uint64_t reasons[6];   /* cycles with each bit of refused */
} bench;

static void count(bench *b) {
    const nt_tv_rvfi_outputs *out = &b->view.out;
    for (unsigned i = 0; b->view.in.ready && i < PARAMS.nret; i++) {
        bool entry = out->lane[i].pc_given && !out->lane[i].insn_size && out->lane[i].insn == 0;
        b->instructions += out->lane[i].valid && !entry;
        b->entries += out->lane[i].valid && entry;
    }
    b->waits += !out->rvfi_ready;
    for (unsigned i = 0; i < 6; i++) {
        b->reasons[i] += out->refused >> i & 1;
    }
    b->overruns += out->overrun;
}

static bool one_cycle(bench *b, uint64_t number) {
    tv_rvfi_core_cycle(&b->core, b->model.wait, &b->view.in);
    b->view.in.rst = number == 0 || nt_random_below(&b->core.random, RESET_EVERY) == 0;
    if (b->view.in.rst) {
        tv_rvfi_core_reset(&b->core);
    }
    nt_tv_rvfi_out(&b->model, &PARAMS, &b->view.in, &b->view.out);
    tv_rvfi_log_cycle(&b->log, &PARAMS, &b->view);
    if (number == 0) {
        nt_lockstep_uncompared(b->lockstep, &b->view);
    } else if (!nt_lockstep_cycle(b->lockstep, &b->view)) {
        return false;
    }
    count(b);
    nt_tv_rvfi_step(&b->model, &PARAMS, &b->view.in);
    return true;
}

static void print(const bench *b, uint64_t cycles) {
    printf("%" PRIu64 " cycles, %" PRIu64 " instructions, %" PRIu64 " entries, %" PRIu64
           " cycles of waiting, %" PRIu64 " after an overrun; refused",
           cycles, b->instructions, b->entries, b->waits, b->overruns);
    for (unsigned i = 0; i < 6; i++) {
        printf(" %" PRIu64, b->reasons[i]);
    }
    printf("\n");
}

static int run(nt_lockstep *lockstep, int argc, char **argv) {
    bool rude = argc > 3 && strcmp(argv[argc - 1], "rude") == 0;
    argc -= rude;
    if (argc != 3 && argc != 4) {
        return 2;
    }
    uint64_t cycles = strtoull(argv[1], NULL, 10);
    uint64_t seed = strtoull(argv[2], NULL, 10);
    bench b = {.lockstep = lockstep};
    b.view.model = &b.model;
    b.model.queue = &b.queue;
    nt_error error = {0};
    const char *path = argc == 4 && !nt_lockstep_is_again(lockstep) ? argv[3] : NULL;
    tv_rvfi_core_begin(&b.core, &PARAMS, seed, rude);
    if (!nt_lockstep_begin(lockstep, seed)) {
        return 1;
    }
    if (tv_rvfi_log_open(&b.log, path, &PARAMS, &error) != 0) {
        fprintf(stderr, "%s\n", error.text);
        return 2;
    }
    uint64_t number = 0;
    while (number < cycles && one_cycle(&b, number)) {
        number++;
    }
    if (nt_log_file_close(&b.log, number == cycles, &error) != 0) {
        fprintf(stderr, "%s\n", error.text);
        return 2;
    }
    if (number == cycles) {
        print(&b, cycles);
    }
    return number == cycles ? 0 : 1;
}

int main(int argc, char **argv) {
    return nt_lockstep_main(argc, argv, "CYCLES SEED [LOG] [rude]", run);
}
