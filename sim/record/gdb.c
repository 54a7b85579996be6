/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/record/gdb.h"

#include "sim/record/qemu.h"

#include <errno.h>
#include <inttypes.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PACKET = 256 };

struct nt_gdb {
    nt_qemu *qemu;
    const char *name;
    int talk;
    int timeout; /* milliseconds */
    bool started;
    size_t at, have; /* of what was read and not taken */
    char bytes[4096];
};

static int get_byte(nt_gdb *g, char *byte, nt_error *error) {
    if (g->at == g->have) {
        struct pollfd ready = {.fd = g->talk, .events = POLLIN};
        int count = poll(&ready, 1, g->timeout);
        ssize_t size = count > 0 ? read(g->talk, g->bytes, sizeof g->bytes) : -1;
        if (size <= 0) {
            return nt_fail(error, "%s: its gdb stub does not answer: %s", g->name,
                           count == 0  ? "timeout"
                           : size == 0 ? "it ended"
                                       : strerror(errno));
        }
        g->at = 0;
        g->have = (size_t)size;
    }
    *byte = g->bytes[g->at++];
    return 0;
}

/* "$TEXT#CHECKSUM"; "+" may be before it, and the checksum of a local connection is right. */
static int receive(nt_gdb *g, char text[PACKET], nt_error *error) {
    size_t size = 0;
    char byte = 0;
    while (byte != '$') {
        if (get_byte(g, &byte, error) != 0) {
            return -1;
        }
    }
    for (;;) {
        if (get_byte(g, &byte, error) != 0) {
            return -1;
        }
        if (byte == '#') {
            break;
        }
        if (size + 1 < PACKET) {
            text[size++] = byte;
        }
    }
    text[size] = '\0';
    for (int i = 0; i < 2; i++) { /* its digits */
        if (get_byte(g, &byte, error) != 0) {
            return -1;
        }
    }
    return 0;
}

static int ask(nt_gdb *g, const char *question, char answer[PACKET], nt_error *error) {
    char packet[PACKET];
    unsigned sum = 0;
    for (const char *at = question; *at != '\0'; at++) {
        sum += (unsigned char)*at;
    }
    int length = snprintf(packet, sizeof packet, "$%s#%02x", question, sum & 0xff);
    if (write(g->talk, packet, (size_t)length) != length) {
        return nt_fail(error, "%s: its gdb stub ended: %s", g->name, strerror(errno));
    }
    return receive(g, answer, error);
}

/* The bytes of a register, the lowest first. */
static int get_register(nt_gdb *g, const char *question, uint64_t *value, nt_error *error) {
    char answer[PACKET];
    if (ask(g, question, answer, error) != 0) {
        return -1;
    }
    *value = 0;
    size_t digits = strlen(answer);
    for (size_t i = 0; i + 1 < digits && i < 16; i += 2) {
        char byte[3] = {answer[i], answer[i + 1], '\0'};
        *value |= (uint64_t)strtoul(byte, NULL, 16) << 4 * i;
    }
    return digits == 8 || digits == 16
               ? 0
               : nt_fail(error, "%s: its gdb stub has no register '%s'", g->name, question);
}

int nt_gdb_start(nt_gdb **gdb, const nt_machine *machine, unsigned timeout, nt_error *error) {
    nt_machine stepped = *machine;
    stepped.gdb = true;
    stepped.serial = NULL;
    nt_machine_command command;
    nt_gdb *g = calloc(1, sizeof *g);
    if (g == NULL) {
        return nt_fail_as(error, NT_ERROR_MEMORY, "out of memory");
    }
    *g = (nt_gdb){.name = machine->qemu, .timeout = (int)timeout * 1000, .talk = -1};
    char answer[PACKET];
    if (nt_machine_command_line(&command, &stepped, error) != 0 ||
        nt_qemu_start(&g->qemu, command.argv, timeout, &g->talk, NULL, error) != 0 ||
        /* Registers by number are there once their description was asked for. */
        ask(g, "qXfer:features:read:target.xml:0,ffb", answer, error) != 0 ||
        ask(g, "Qqemu.sstep=1", answer, error) != 0) { /* a step, with interrupts and timers */
        nt_gdb_end(g);
        return -1;
    }
    *gdb = g;
    return 0;
}

void nt_gdb_end(nt_gdb *g) {
    if (g != NULL) {
        if (g->talk >= 0) {
            (void)close(g->talk);
        }
        nt_qemu_end(g->qemu);
        free(g);
    }
}

int nt_gdb_fcsr(nt_gdb *g, uint64_t pc, bool again, uint64_t *fcsr, nt_error *error) {
    char answer[PACKET];
    uint64_t here = 0;
    if (g->started && !again && ask(g, "s", answer, error) != 0) {
        return -1;
    }
    g->started = true;
    if (get_register(g, "p20", &here, error) != 0 || get_register(g, "p45", fcsr, error) != 0) {
        return -1;
    }
    return here == pc ? 0
                      : nt_fail(error,
                                "%s: stepped by gdb it comes to 0x%" PRIx64
                                " where the log has 0x%" PRIx64,
                                g->name, here, pc);
}
