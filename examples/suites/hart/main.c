/* SPDX-License-Identifier: Apache-2.0 */
/* Runs programs of the suites: suite-hart [--xlen 32|64] [--depth N] [--cce N] [--limit CYCLES]
 * PROGRAM.bin... prints a line each,
 * "NAME passed", "NAME skipped" or "NAME failed: line N". Exit status 1 if one failed. */
#include "hart.h"

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LIMIT = 400000, SKIPPED = 0xffff, PASSED = 0x5555 };

static bool read_program(hart *h, const char *path) {
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        fprintf(stderr, "suite-hart: cannot read %s\n", path);
        return false;
    }
    memset(h->memory, 0, sizeof h->memory);
    const size_t size = fread(h->memory, 1, sizeof h->memory, file);
    fclose(file);
    return size != 0;
}

static bool run_program(hart *h, const char *path, unsigned limit) {
    if (!read_program(h, path)) {
        return false;
    }
    for (hart_reset(h); !h->finished && h->cycles < limit;) {
        hart_step(h);
    }
    const unsigned line = h->status >> 16;
    if (!h->finished) {
        printf("%s failed: no end, pc 0x%llx\n", path, (unsigned long long)h->pc);
    } else if (h->status == PASSED) {
        printf("%s passed\n", path);
    } else if (line == SKIPPED) {
        printf("%s skipped\n", path);
    } else {
        printf("%s failed: line %u\n", path, line);
    }
    return h->finished && (h->status == PASSED || line == SKIPPED);
}

int main(int argc, char **argv) {
    static const struct option options[] = {{"xlen", required_argument, NULL, 'x'},
                                            {"depth", required_argument, NULL, 'd'},
                                            {"cce", required_argument, NULL, 'c'},
                                            {"limit", required_argument, NULL, 'l'},
                                            {NULL, 0, NULL, 0}};
    unsigned xlen = 64, depth = 256, cce = 2, limit = LIMIT;
    for (int c; (c = getopt_long(argc, argv, "x:d:c:l:", options, NULL)) != -1;) {
        if (c == '?') {
            return 2;
        }
        const unsigned value = (unsigned)strtoul(optarg, NULL, 10);
        *(c == 'x' ? &xlen : c == 'd' ? &depth : c == 'c' ? &cce : &limit) = value;
    }
    hart *h = calloc(1, sizeof *h);
    if (h == NULL || (h->beside = units_new(xlen, depth, cce)) == NULL) {
        return 2;
    }
    h->xlen = xlen;
    bool good = true;
    for (int i = optind; i < argc; i++) {
        good &= run_program(h, argv[i], limit);
    }
    units_free(h->beside);
    free(h);
    return good ? 0 : 1;
}
