/* SPDX-License-Identifier: Apache-2.0 */
/* Writes what a hart did as a recording, as a simulator would: recording REC.ntr
   cc recording.c $(pkg-config --cflags --libs ntrace) -o recording */
#include <ntrace/recording.h>
#include <stdio.h>

/* c.li a0, 5; c.addi a0, -1; c.bnez a0, -2 */
static const uint8_t code[] = {0x15, 0x45, 0x7d, 0x15, 0x7d, 0xfd};
static const uint64_t li = 0x80000000, addi = 0x80000002, bnez = 0x80000004;

/* An instruction of two bytes retired. */
static int retire(nt_writer *writer, uint64_t pc, nt_error *error) {
    nt_event event = {.kind = NT_EVENT_RUN, .run = {pc, 1, 1}};
    return nt_writer_event(writer, &event, error);
}

/* It wrote a0. */
static int write_a0(nt_writer *writer, uint64_t value, nt_error *error) {
    nt_event event = {.kind = NT_EVENT_ACCESS};
    event.access = (nt_access){NT_ACCESS_X, 10, 8, .has_value = true, .value = value};
    return nt_writer_event(writer, &event, error);
}

static int run(nt_writer *writer, nt_error *error) {
    nt_event program = {.kind = NT_EVENT_CODE, .code = {li, sizeof code, code}};
    uint64_t a0 = 5;
    int status = nt_writer_event(writer, &program, error) | retire(writer, li, error) |
                 write_a0(writer, a0, error);
    while (a0 != 0 && status == 0) {
        a0--;
        status =
            retire(writer, addi, error) | write_a0(writer, a0, error) | retire(writer, bnez, error);
    }
    return status;
}

int main(int argc, char **argv) {
    nt_error error = {0};
    nt_recording_header header = {
        .xlen = 64, .harts = 1, .parts = 1 << NT_ACCESS_X, .source = "a loop of five rounds"};
    nt_writer *writer;
    if (argc != 2 || nt_writer_open(&writer, argv[1], &header, &error) != 0) {
        fprintf(stderr, "recording: %s\n", argc != 2 ? "REC.ntr" : error.text);
        return 2;
    }
    if (run(writer, &error) != 0) {
        nt_writer_abort(writer);
    } else if (nt_writer_commit(writer, &error) == 0) {
        return 0;
    }
    fprintf(stderr, "recording: %s\n", error.text);
    return 2;
}
