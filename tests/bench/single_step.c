/* SPDX-License-Identifier: Apache-2.0 */
/* What `make bench` compares the tandem verifier with: Unicorn alone, an instruction at a time,
   with a read of x1 to x31 and the pc after each, by one call each or all by one. It begins with
   the state that a trace initializes and follows no trace. */
#include "sim/tandem/input.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unicorn/unicorn.h>

enum { PAGE = 1 << 16, MOST_WRITES = 1 << 17, READS = 32, REPEATS = 9 };

static const uint64_t PROGRAM = 0x80000000;

typedef struct memory_write {
    uint64_t address;
    uint64_t value;
    size_t size;
} memory_write;

typedef struct bench {
    uc_engine *uc;
    unsigned xlen;
    uint64_t instructions; /* of the trace, up to the second reset */
    unsigned resets;
    uint64_t x[32];
    uint64_t pc;
    memory_write writes[MOST_WRITES];
    size_t count;
    int ids[READS];
    void *places[READS];
    uint64_t values[READS];
} bench;

static void check(uc_err result) {
    if (result != UC_ERR_OK) {
        fprintf(stderr, "single_step: %s\n", uc_strerror(result));
        exit(2);
    }
}

static int begin(void *context, const nt_tandem_input_info *info) {
    bench *b = context;
    b->xlen = info->format.xlen;
    check(uc_open(UC_ARCH_RISCV, b->xlen == 64 ? UC_MODE_RISCV64 : UC_MODE_RISCV32, &b->uc));
    for (int i = 0; i < READS; i++) {
        b->ids[i] = i == 0 ? UC_RISCV_REG_PC : UC_RISCV_REG_X0 + i;
        b->places[i] = &b->values[i];
    }
    return 0;
}

static void take_field(bench *b, const nt_tandem_field *field) {
    if (field->opcode == NT_TANDEM_REQUEST && b->count < MOST_WRITES) {
        b->writes[b->count++] =
            (memory_write){field->address, field->value, (size_t)1 << field->size};
        (void)uc_mem_map(b->uc, field->address & ~(uint64_t)(PAGE - 1), PAGE, UC_PROT_ALL);
    } else if (field->opcode == NT_TANDEM_REGISTER && field->reg > NT_TANDEM_GPR &&
               field->reg < NT_TANDEM_FPR) {
        b->x[field->reg - NT_TANDEM_GPR] = field->value;
    }
}

static int take_group(void *context, const nt_tandem_group *group) {
    bench *b = context;
    bool executes = false;
    for (size_t i = 0; i < group->count; i++) {
        const nt_tandem_field *field = &group->fields[i];
        executes =
            executes || field->opcode == NT_TANDEM_INSN16 || field->opcode == NT_TANDEM_INSN32;
        bool jump = field->opcode == NT_TANDEM_STATE && field->id == NT_TANDEM_PC;
        b->pc = jump && b->pc < PROGRAM ? field->value : b->pc; /* behind the boot ROM */
        b->resets += field->opcode == NT_TANDEM_RESET;
    }
    if (b->resets > 1) {
        return 1;
    }
    b->instructions += executes;
    for (size_t i = 0; i < group->count && !executes && b->instructions == 0; i++) {
        take_field(b, &group->fields[i]);
    }
    return 0;
}

static void start(bench *b) {
    for (size_t i = 0; i < b->count; i++) {
        const memory_write *write = &b->writes[i];
        check(uc_mem_write(b->uc, write->address, &write->value, write->size));
    }
    for (int i = 1; i < 32; i++) {
        check(uc_reg_write(b->uc, UC_RISCV_REG_X0 + i, &b->x[i]));
    }
}

static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* Steps a second. */
static double run(bench *b, bool batch) {
    uint64_t pc = b->pc;
    uint64_t steps = 0;
    start(b);
    double from = seconds();
    while (steps < b->instructions && uc_emu_start(b->uc, pc, UINT64_MAX, 0, 1) == UC_ERR_OK) {
        if (batch) {
            uc_reg_read_batch(b->uc, b->ids, b->places, READS);
        } else {
            for (int i = 0; i < READS; i++) {
                uc_reg_read(b->uc, b->ids[i], b->places[i]);
            }
        }
        pc = b->values[0];
        steps++;
    }
    double rate = (double)steps / (seconds() - from);
    if (steps < b->instructions / 2) {
        fprintf(stderr, "single_step: only %llu of %llu instructions\n", (unsigned long long)steps,
                (unsigned long long)b->instructions);
        exit(2);
    }
    return rate;
}

static int compare_rates(const void *a, const void *b) {
    double difference = *(const double *)a - *(const double *)b;
    return (difference > 0) - (difference < 0);
}

int main(int argc, char **argv) {
    static bench b;
    nt_error error = {0};
    nt_tandem_given given = NT_TANDEM_GIVEN_NOTHING;
    nt_tandem_input input = {
        .path = argv[argc - 1], .given = &given, .begin = begin, .sink = take_group, .context = &b};
    if (argc != 2 || nt_tandem_input_read(&input, &error) < 0) {
        fprintf(stderr, "single_step: %s\n", argc != 2 ? "one trace is needed" : error.text);
        return 2;
    }
    double rates[2][REPEATS];
    (void)run(&b, true);
    for (int i = 0; i < REPEATS; i++) { /* in turn */
        rates[0][i] = run(&b, false);
        rates[1][i] = run(&b, true);
    }
    for (int i = 0; i < 2; i++) {
        qsort(rates[i], REPEATS, sizeof rates[i][0], compare_rates);
    }
    printf("{\"instructions\": %llu, \"one_by_one\": %.0f, \"batch\": %.0f}\n",
           (unsigned long long)b.instructions, rates[0][REPEATS / 2], rates[1][REPEATS / 2]);
    uc_close(b.uc);
    return 0;
}
