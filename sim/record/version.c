/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/record/version.h"

#include "sim/record/qemu.h"

#include <poll.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

static const char title[] = "QEMU emulator version ";

/* Up to its end, or as much as there is room for. */
static void read_text(int from, int timeout, char *text, size_t size) {
    size_t have = 0;
    while (have + 1 < size) {
        struct pollfd ready = {.fd = from, .events = POLLIN};
        ssize_t got = poll(&ready, 1, timeout) > 0 ? read(from, text + have, size - 1 - have) : 0;
        if (got <= 0) {
            break;
        }
        have += (size_t)got;
    }
    text[have] = '\0';
}

int nt_qemu_check_version(const char *name, unsigned timeout, nt_error *error) {
    char *argv[] = {(char *)(uintptr_t)name, (char *)(uintptr_t) "--version", NULL};
    nt_qemu *qemu;
    int talk;
    if (nt_qemu_start(&qemu, argv, timeout, &talk, NULL, error) != 0) {
        return -1;
    }
    char text[256];
    read_text(talk, (int)timeout * 1000, text, sizeof text);
    (void)close(talk);
    nt_qemu_end(qemu);
    if (strncmp(text, title, strlen(title)) != 0) {
        return nt_fail(error, "%s: does not tell its version as QEMU does", name);
    }
    const char *version = text + strlen(title);
    size_t length = strspn(version, "0123456789.");
    return strncmp(version, "7.2.", 4) == 0
               ? 0
               : nt_fail(error, "%s: is version %.*s; the log of 7.2 is known", name, (int)length,
                         version);
}
