/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/record/machine.h"

#include "sim/record/qemu.h"
#include "sim/util/beside.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define OPENSBI "/usr/lib/riscv64-linux-gnu/opensbi/generic/fw_jump.elf"
#define U_BOOT  "/usr/lib/u-boot/qemu-riscv64_smode/u-boot.bin"

enum { MACHINE_RISCV = 243 };

/* Takes XLEN from the ELF file where it was not given. */
static int check_elf(nt_machine *m, nt_error *error) {
    unsigned char head[20] = {0};
    FILE *file = fopen(m->elf, "rb");
    if (file == NULL) {
        return nt_fail(error, "%s: %s", m->elf, strerror(errno));
    }
    size_t size = fread(head, 1, sizeof head, file);
    (void)fclose(file);
    /* Magic number; class 1 (32) or 2 (64); machine. */
    if (size < sizeof head || memcmp(head, "\177ELF", 4) != 0 || head[4] < 1 || head[4] > 2 ||
        head[18] != MACHINE_RISCV || head[19] != 0) {
        return nt_fail(error, "%s: offset 0: not an ELF file for RISC-V", m->elf);
    }
    unsigned xlen = head[4] * 32U;
    if (m->xlen != 0 && m->xlen != xlen) {
        return nt_fail(error, "%s: offset 4: for RV%u, not --xlen %u", m->elf, xlen, m->xlen);
    }
    m->xlen = xlen;
    return 0;
}

static int check_boot(const nt_machine *m, nt_error *error) {
    static const char *const needed[][2] = {{OPENSBI, "opensbi"}, {U_BOOT, "u-boot-qemu"}};
    if (strcmp(m->boot, "opensbi-uboot") != 0 || m->xlen == 32) {
        return nt_fail(error, "--boot %s: there is only opensbi-uboot, for --xlen 64", m->boot);
    }
    for (size_t i = 0; i < sizeof needed / sizeof needed[0]; i++) {
        if (access(needed[i][0], R_OK) != 0) {
            return nt_fail(error, "%s: %s (Debian package %s)", needed[i][0], strerror(errno),
                           needed[i][1]);
        }
    }
    return 0;
}

int nt_machine_settle(nt_machine *m, nt_error *error) {
    if ((m->elf != NULL && check_elf(m, error) != 0) ||
        (m->boot != NULL && check_boot(m, error) != 0)) {
        return -1;
    }
    m->xlen = m->xlen == 0 ? 64 : m->xlen;
    if (m->qemu == NULL) {
        m->qemu = m->xlen == 32 ? "qemu-system-riscv32" : "qemu-system-riscv64";
    }
    return 0;
}

static void add(nt_machine_command *c, const char *word) {
    if (c->argc + 1 < sizeof c->argv / sizeof c->argv[0]) {
        c->argv[c->argc] = (char *)(uintptr_t)word; /* exec takes char *, but changes none */
    }
    c->argc++;
}

static void add_all(nt_machine_command *c, const char *const *words) {
    for (; *words != NULL; words++) {
        add(c, *words);
    }
}

static int find_plugin(nt_machine_command *c, nt_error *error) {
    if (nt_path_beside(c->plugin, "ntrace-memory.so", error) != 0) {
        return -1;
    }
    return access(c->plugin, R_OK) == 0
               ? 0
               : nt_fail(error, "%s: %s: QEMU needs it for --memory", c->plugin, strerror(errno));
}

int nt_machine_command_line(nt_machine_command *c, const nt_machine *m, nt_error *error) {
    static const char *const always[] = {
        "-machine", "virt", "-accel", "tcg,thread=single",
        /* Time is counted in instructions; idle harts jump to their next timer. */
        "-icount", "shift=0,sleep=off", "-rtc", "base=2020-01-01T00:00:00,clock=vm", "-seed", "1",
        "-nodefaults", "-display", "none", "-monitor", "none", NULL};
    /* A translation is one instruction, and the log has a line for each time it runs. */
    static const char *const logged[] = {"-singlestep", "-D", NT_QEMU_LOG, "-d", NULL};
    static const char *const stepped[] = {"-S", "-gdb", "stdio", NULL};
    *c = (nt_machine_command){.argc = 0};
    if (m->memory && find_plugin(c, error) != 0) {
        return -1;
    }
    (void)snprintf(c->log, sizeof c->log, "nochain,exec,int,in_asm%s%s",
                   m->registers ? ",cpu,fpu" : "", m->memory ? ",plugin" : "");
    (void)snprintf(c->harts, sizeof c->harts, "%u", m->harts);
    add(c, m->qemu);
    add_all(c, always);
    add_all(c, m->gdb ? stepped : logged);
    if (!m->gdb) {
        add(c, c->log);
    }
    if (m->memory && !m->gdb) {
        add_all(c, (const char *const[]){"-plugin", c->plugin, NULL});
    }
    if (m->cpu != NULL) {
        add_all(c, (const char *const[]){"-cpu", m->cpu, NULL});
    }
    add_all(c, (const char *const[]){"-smp", c->harts, "-serial",
                                     m->serial != NULL ? "file:" NT_QEMU_CONSOLE : "null", NULL});
    if (m->elf != NULL) {
        add_all(c, (const char *const[]){"-bios", "none", "-kernel", m->elf, NULL});
    }
    if (m->boot != NULL) {
        add_all(c, (const char *const[]){"-bios", OPENSBI, "-kernel", U_BOOT, NULL});
    }
    for (size_t i = 0; i < m->extra.count; i++) {
        add(c, m->extra.word[i]);
    }
    if (c->argc + 1 > sizeof c->argv / sizeof c->argv[0]) {
        return nt_fail(error, "the arguments for QEMU are too long");
    }
    return 0;
}

void nt_machine_describe(const nt_machine *m, char *text, size_t size) {
    const char *name = m->elf == NULL ? "QEMU" : m->elf;
    const char *slash = strrchr(name, '/');
    int length = snprintf(text, size, "record: %s",
                          m->boot != NULL ? m->boot
                          : slash != NULL ? slash + 1
                                          : name);
    for (size_t i = 0; i < m->extra.count && length >= 0 && (size_t)length < size; i++) {
        length += snprintf(text + length, size - (size_t)length, " %s", m->extra.word[i]);
    }
}
