/* SPDX-License-Identifier: Apache-2.0 */
/* Two programs at the same virtual addresses and a kernel, in one stream: Ownership messages tell
   whose code it is. */
#include "ntrace/program.h"
#include "tests/libntrace/program/elf_writer.h"

#include <setjmp.h>
#include <stdarg.h>
#include <unistd.h>

#include <cmocka.h>

enum { USER = 0x10000, KERNEL = 0x40000000, ROUNDS = 300, ONE = 5, TWO = 6 };

/* addi, c.nop, ecall: 3 half-words before the ecall */
static const uint8_t one[] = {0x13, 0x05, 0x15, 0x00, 0x01, 0x00, 0x73, 0x00, 0x00, 0x00};
/* c.nop, c.j to the addi behind the next, c.nop, addi, ecall: 4 half-words in another way */
static const uint8_t two[] = {0x01, 0x00, 0x11, 0xa0, 0x01, 0x00, 0x13,
                              0x05, 0x25, 0x00, 0x73, 0x00, 0x00, 0x00};
/* c.nop, sret */
static const uint8_t kernel[] = {0x01, 0x00, 0x73, 0x00, 0x20, 0x10};

static char folder[] = "/tmp/ntrace-spaces-XXXXXX";

static int make_folder(void **state) {
    (void)state;
    return mkdtemp(folder) == NULL;
}

static int remove_folder(void **state) {
    (void)state;
    return rmdir(folder);
}

static void add(nt_program *program, uint64_t address, const uint8_t *code, size_t size,
                const char *name, nt_image_spec spec) {
    elf_segment segment = {address, code, size, PF_X};
    elf_symbol symbol = {name, address, size, STT_FUNC, STB_GLOBAL, 1};
    elf_spec elf = {
        .segments = &segment, .segment_count = 1, .symbols = &symbol, .symbol_count = 1};
    elf_bytes bytes = elf_make(&elf);
    nt_error error = {0};
    char path[64];
    (void)snprintf(path, sizeof path, "%s/%s", folder, name);
    elf_save(path, bytes.bytes, bytes.size);
    spec.path = path;
    assert_int_equal(nt_program_add(program, &spec, &error), 0);
    assert_int_equal(unlink(path), 0);
}

/* `told`: the images say where they apply. */
static nt_program *make_program(bool told) {
    nt_program *program = nt_program_new();
    uint8_t user = told ? NT_MODE_U : 0;
    add(program, USER, one, sizeof one, "one",
        (nt_image_spec){.modes = user, .has_scontext = told, .scontext = ONE});
    add(program, USER, two, sizeof two, "two",
        (nt_image_spec){.modes = user, .has_scontext = told, .scontext = TWO});
    add(program, KERNEL, kernel, sizeof kernel, "kernel",
        (nt_image_spec){.modes = told ? NT_MODE_S : 0});
    return program;
}

/* ---- the stream ---- */

typedef struct stream {
    uint8_t bytes[1 << 16];
    size_t size;
} stream;

static void send(stream *s, const nt_message *message) {
    uint8_t bytes[NT_MESSAGE_MAX_BYTES];
    nt_message_format format = {0};
    size_t size = nt_message_encode(message, &format, bytes);
    assert_true(size != 0 && s->size + size <= sizeof s->bytes);
    memcpy(s->bytes + s->size, bytes, size);
    s->size += size;
}

static void send_ownership(stream *s, unsigned prv, uint64_t scontext) {
    nt_message message = {0};
    nt_message_set(&message, NT_FIELD_TCODE, NT_TCODE_OWNERSHIP);
    nt_message_set(&message, NT_FIELD_PROCESS, scontext << 5 | prv << 2 | 2);
    send(s, &message);
}

static void send_jump(stream *s, unsigned btype, uint64_t halfwords) {
    nt_message message = {0};
    nt_message_set(&message, NT_FIELD_TCODE, NT_TCODE_INDIRECT_BRANCH);
    nt_message_set(&message, NT_FIELD_BTYPE, btype);
    nt_message_set(&message, NT_FIELD_ICNT, halfwords);
    nt_message_set(&message, NT_FIELD_UADDR, (USER ^ KERNEL) >> 1);
    send(s, &message);
}

static void send_start(stream *s) {
    nt_message message = {0};
    nt_message_set(&message, NT_FIELD_TCODE, NT_TCODE_PROG_TRACE_SYNC);
    nt_message_set(&message, NT_FIELD_SYNC, 1);
    nt_message_set(&message, NT_FIELD_ICNT, 0);
    nt_message_set(&message, NT_FIELD_FADDR, USER >> 1);
    send(s, &message);
}

/* The users take turns; each ends in an ecall, which the kernel answers. */
static stream make_stream(void) {
    stream s = {.size = 0};
    send_start(&s);
    for (int i = 0; i < ROUNDS; i++) {
        uint64_t scontext = i % 2 == 0 ? ONE : TWO;
        send_ownership(&s, 0, scontext);
        send_jump(&s, 1, i % 2 == 0 ? 3 : 4);
        send_ownership(&s, 1, scontext);
        send_jump(&s, 0, 3);
    }
    return s;
}

/* ---- what was decoded ---- */

typedef struct decoded {
    nt_view *view;
    uint64_t ran[3]; /* instructions of one, two, kernel */
    uint64_t elsewhere;
    uint64_t faults;
} decoded;

static int sink(void *context, const nt_flow_event *event) {
    static const char *const names[] = {"one", "two", "kernel"};
    decoded *d = context;
    nt_view_take(d->view, event);
    if (event->kind == NT_FLOW_FAULT) {
        d->faults++;
    }
    if (event->kind == NT_FLOW_RANGE) {
        const nt_function *function = nt_view_function(d->view, event->range.pc);
        size_t i = 0;
        while (i < 3 && (function == NULL || strcmp(function->name, names[i]) != 0)) {
            i++;
        }
        *(i < 3 ? &d->ran[i] : &d->elsewhere) += event->range.instructions;
    }
    return 0;
}

static decoded decode(bool told) {
    nt_error error = {0};
    nt_program *program = make_program(told);
    decoded d = {.view = nt_view_new(program, 0, &error)};
    assert_non_null(d.view);
    stream s = make_stream();
    nt_flow *flow = nt_flow_new(nt_view_code(d.view), NULL, sink, &d);
    assert_int_equal(nt_flow_bytes(flow, s.bytes, s.size), 0);
    assert_int_equal(nt_flow_finish(flow), 0);
    nt_flow_free(flow);
    nt_view_free(d.view);
    nt_program_free(program);
    return d;
}

static void programs_at_the_same_addresses_are_told_apart_by_context(void **state) {
    (void)state;
    decoded d = decode(true);
    assert_int_equal(d.faults, 0);
    assert_int_equal(d.ran[0], ROUNDS / 2 * 2);
    assert_int_equal(d.ran[1], ROUNDS / 2 * 3);
    assert_int_equal(d.ran[2], ROUNDS * 2);
    assert_int_equal(d.elsewhere, 0);
}

static void without_contexts_the_first_image_is_taken_and_does_not_fit(void **state) {
    (void)state;
    decoded d = decode(false);
    assert_int_equal(d.faults, 1);
    assert_int_equal(d.ran[1], 0);
}

/* The flow decoder asks for the kernel's block once, not once a switch. (Those of the users end in
   the middle, at a trap, and are not kept.) */

typedef struct counted {
    nt_code code;
    uint64_t asked;
} counted;

static nt_insn count_at(void *context, uint64_t pc) {
    counted *c = context;
    c->asked += pc >= KERNEL;
    return c->code.at(c->code.context, pc);
}

static size_t count_bytes(void *context, uint64_t pc, uint8_t *bytes, size_t size) {
    counted *c = context;
    return c->code.bytes(c->code.context, pc, bytes, size);
}

static uint64_t count_space(void *context) {
    counted *c = context;
    return c->code.space(c->code.context);
}

static void going_from_space_to_space_forgets_no_code(void **state) {
    (void)state;
    nt_error error = {0};
    nt_program *program = make_program(true);
    decoded d = {.view = nt_view_new(program, 0, &error)};
    counted c = {.code = nt_view_code(d.view)};
    nt_code code = {.context = &c,
                    .isa = c.code.isa,
                    .at = count_at,
                    .bytes = count_bytes,
                    .space = count_space};
    stream s = make_stream();
    nt_flow *flow = nt_flow_new(code, NULL, sink, &d);
    assert_int_equal(nt_flow_bytes(flow, s.bytes, s.size), 0);
    nt_flow_free(flow);
    assert_int_equal(d.ran[0] + d.ran[1] + d.ran[2], ROUNDS / 2 * 9);
    assert_in_range(c.asked, 2, 4);
    nt_view_free(d.view);
    nt_program_free(program);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(programs_at_the_same_addresses_are_told_apart_by_context),
        cmocka_unit_test(without_contexts_the_first_image_is_taken_and_does_not_fit),
        cmocka_unit_test(going_from_space_to_space_forgets_no_code),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
