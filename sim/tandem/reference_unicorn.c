/* SPDX-License-Identifier: Apache-2.0 */
/* Unicorn 2.0.1 as the reference. It stays in M mode with the FPU on and never sees a trap: what
   raises an exception is told to the caller. What its version 2.0.1 does wrong is made good here or
   kept from it (docs/tandem-verify.md). */
#include "sim/tandem/reference.h"
#include "sim/tandem/unicorn_library.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GPRS = 31, NO_EXCEPTION = UINT16_MAX, PAGE = 4096 };

static const uint64_t FPU_ON = 0x6000; /* mstatus.FS: dirty */

typedef struct unicorn {
    nt_unicorn_library library;
    uc_engine *uc;
    const nt_reference_host *host;
    nt_reference_registers held; /* values in Unicorn, pc excepted; batches read to here */
    int gpr_ids[GPRS];
    int fpr_ids[32];
    void *gprs[GPRS];
    void *fprs[32];
    nt_reference_between between;
    void *context;
    bool unsure;    /* GPRs in Unicorn may be others */
    size_t started; /* instructions of this attempt */
    unsigned exception;
} unicorn;

/* Hooks. Their types are Unicorn's. */

static void before_insn(uc_engine *uc, uint64_t address, uint32_t size, void *self) {
    unicorn *u = self;
    (void)size;
    if (u->started != 0 && u->between != NULL && !u->between(u->context, address)) {
        u->library.emu_stop(uc);
        return;
    }
    u->started++;
}

/* Comes before the write. */
static void before_write(uc_engine *uc, uc_mem_type type, uint64_t address, int size, int64_t value,
                         void *self) {
    const unicorn *u = self;
    (void)uc;
    (void)type;
    (void)value;
    u->host->stored(u->host->context, address, (size_t)size, NULL);
}

static void on_exception(uc_engine *uc, uint32_t number, void *self) {
    unicorn *u = self;
    u->exception = number;
    u->library.emu_stop(uc);
}

/* Operations. */

static int add_hooks(unicorn *u) {
    uc_hook hook;
    return u->library.hook_add(u->uc, &hook, UC_HOOK_CODE, (void *)before_insn, u, 1, 0) !=
                       UC_ERR_OK ||
                   u->library.hook_add(u->uc, &hook, UC_HOOK_MEM_WRITE, (void *)before_write, u, 1,
                                       0) != UC_ERR_OK ||
                   u->library.hook_add(u->uc, &hook, UC_HOOK_INTR, (void *)on_exception, u, 1, 0) !=
                       UC_ERR_OK
               ? -1
               : 0;
}

static void close_unicorn(void *self) {
    unicorn *u = self;
    if (u == NULL) {
        return;
    }
    if (u->uc != NULL) {
        u->library.close(u->uc);
    }
    nt_unicorn_library_unload(&u->library);
    free(u);
}

/* Reports what Unicorn reports. */
static int fail(const unicorn *u, const char *what, uc_err result) {
    char text[128];
    (void)snprintf(text, sizeof text, "Unicorn: %s%s", what, u->library.strerror(result));
    return u->host->fail(u->host->context, text);
}

static int open_unicorn(void **self, const nt_reference_host *host) {
    unsigned xlen = host->xlen;
    nt_error error = {0};
    unicorn *u = calloc(1, sizeof *u);
    if (u == NULL) {
        return host->fail(host->context, "out of memory");
    }
    u->host = host;
    for (int i = 0; i < GPRS; i++) {
        u->gpr_ids[i] = UC_RISCV_REG_X1 + i;
        u->gprs[i] = &u->held.x[i + 1];
    }
    for (int i = 0; i < 32; i++) {
        u->fpr_ids[i] = UC_RISCV_REG_F0 + i;
        u->fprs[i] = &u->held.f[i];
    }
    if (nt_unicorn_library_load(&u->library, &error) != 0) {
        free(u);
        return host->fail(host->context, error.text);
    }
    uc_err result =
        u->library.open(UC_ARCH_RISCV, xlen == 64 ? UC_MODE_RISCV64 : UC_MODE_RISCV32, &u->uc);
    if (result != UC_ERR_OK || add_hooks(u) != 0 ||
        u->library.reg_write(u->uc, UC_RISCV_REG_MSTATUS, &FPU_ON) != UC_ERR_OK) {
        (void)fail(u, "", result);
        close_unicorn(u);
        return -1;
    }
    *self = u;
    return 0;
}

static void read_registers(void *self, nt_reference_registers *registers, bool with_pc,
                           bool floats) {
    unicorn *u = self;
    u->library.reg_read_batch(u->uc, u->gpr_ids, u->gprs, GPRS);
    memcpy(registers->x, u->held.x, sizeof registers->x);
    if (floats) {
        uint64_t fcsr = 0;
        u->library.reg_read_batch(u->uc, u->fpr_ids, u->fprs, 32);
        u->library.reg_read(u->uc, UC_RISCV_REG_FCSR, &fcsr);
        memcpy(registers->f, u->held.f, sizeof registers->f);
        u->held.fcsr = (uint32_t)fcsr;
        registers->fcsr = (uint32_t)fcsr;
    }
    if (with_pc) {
        registers->pc = 0;
        u->library.reg_read(u->uc, UC_RISCV_REG_PC, &registers->pc);
    }
}

static void write_registers(void *self, const nt_reference_registers *registers, bool floats) {
    unicorn *u = self;
    if (u->unsure || memcmp(&u->held.x, registers->x, sizeof u->held.x) != 0) {
        for (int i = 1; i < 32; i++) { /* x0 could be written */
            if (u->unsure || u->held.x[i] != registers->x[i]) {
                u->held.x[i] = registers->x[i];
                u->library.reg_write(u->uc, UC_RISCV_REG_X0 + i, &registers->x[i]);
            }
        }
    }
    u->unsure = false;
    if (!floats) {
        return;
    }
    for (int i = 0; i < 32; i++) {
        if (u->held.f[i] != registers->f[i]) {
            u->held.f[i] = registers->f[i];
            u->library.reg_write(u->uc, UC_RISCV_REG_F0 + i, &registers->f[i]);
        }
    }
    if (u->held.fcsr != registers->fcsr) {
        uint64_t fcsr = registers->fcsr;
        u->held.fcsr = registers->fcsr;
        u->library.reg_write(u->uc, UC_RISCV_REG_FCSR, &fcsr);
    }
}

static int reset_unicorn(void *self) {
    static const nt_reference_registers zero;
    write_registers(self, &zero, true);
    return 0;
}

static int map_page(void *self, uint64_t address, size_t size, uint8_t *bytes) {
    unicorn *u = self;
    uc_err result = u->library.mem_map_ptr(u->uc, address, size, UC_PROT_ALL, bytes);
    return result == UC_ERR_OK ? 0 : fail(u, "memory: ", result);
}

/* A block of code that ends before bytes that are no instruction does not count these to it: the
   byte before finds it too. */
static void forget_code(void *self, uint64_t address, size_t size) {
    unicorn *u = self;
    bool first = address % PAGE == 0;
    u->library.ctl(u->uc, UC_CTL_WRITE(UC_CTL_TB_REMOVE_CACHE, 2), first ? address : address - 1,
                   address + size);
}

static unsigned cause_of(uc_err result) {
    switch (result) {
    case UC_ERR_INSN_INVALID:
        return 2;
    case UC_ERR_READ_UNMAPPED:
    case UC_ERR_READ_PROT:
        return 5;
    case UC_ERR_WRITE_UNMAPPED:
    case UC_ERR_WRITE_PROT:
        return 7;
    case UC_ERR_FETCH_UNMAPPED:
    case UC_ERR_FETCH_PROT:
        return 1;
    default:
        return NT_REFERENCE_CANNOT;
    }
}

static nt_reference_attempt step_unicorn(void *self, uint64_t pc, size_t count,
                                         nt_reference_between between, void *context) {
    unicorn *u = self;
    nt_reference_attempt attempt = {0};
    u->between = between;
    u->context = context;
    u->started = 0;
    u->exception = NO_EXCEPTION;
    uc_err result = u->library.emu_start(u->uc, pc, UINT64_MAX, 0, count);
    attempt.executed = u->started;
    bool unfetched = result == UC_ERR_FETCH_UNMAPPED || result == UC_ERR_FETCH_PROT;
    if (unfetched && attempt.executed == count) { /* what the last one jumps to does not matter */
        return attempt;
    }
    if (result != UC_ERR_OK || u->exception != NO_EXCEPTION) {
        attempt.trapped = true;
        u->unsure =
            true; /* no hook sees an instruction that is none: the one before was executed */
        attempt.cause = u->exception != NO_EXCEPTION ? u->exception : cause_of(result);
        attempt.executed -= attempt.executed != 0 && !unfetched;
    }
    return attempt;
}

const nt_reference nt_tv_unicorn = {
    .version = NT_REFERENCE_VERSION,
    .wrong = NT_REFERENCE_WRONG_SINGLES | NT_REFERENCE_WRONG_MINMAX | NT_REFERENCE_NO_WIDE_FPRS,
    .name = "Unicorn",
    .open = open_unicorn,
    .close = close_unicorn,
    .reset = reset_unicorn,
    .read = read_registers,
    .write = write_registers,
    .map = map_page,
    .forget = forget_code,
    .step = step_unicorn,
};
