/* SPDX-License-Identifier: Apache-2.0 */
/* Programs: what an image is made of, which image a hart sees, and what is no image. */
#include "libntrace/program/writer.h"
#include "ntrace/program.h"
#include "tests/libntrace/program/elf_writer.h"

#include <setjmp.h>
#include <stdarg.h>
#include <unistd.h>

#include <cmocka.h>

static char folder[] = "/tmp/ntrace-program-XXXXXX";

static int make_folder(void **state) {
    (void)state;
    return mkdtemp(folder) == NULL;
}

static int remove_folder(void **state) {
    (void)state;
    return rmdir(folder);
}

/* Of file `number`; the text holds until the program ends. */
static const char *path_of(unsigned number) {
    static char paths[8][64];
    (void)snprintf(paths[number], sizeof paths[number], "%s/%u", folder, number);
    return paths[number];
}

static const uint8_t code_a[] = {0x01, 0x00, 0x13, 0x05, 0x15, 0x00, 0x82, 0x80};
static const uint8_t code_b[] = {0x13, 0x06, 0x26, 0x00, 0x01, 0x00, 0x02, 0x90};
static const uint8_t jump[] = {0x6f, 0xf0, 0xdf, 0xff}; /* jal zero, -4 */

/* A program of files 0 and up, which are removed again. */
typedef struct fixture {
    nt_program *program;
    unsigned files;
} fixture;

static fixture start(void) {
    fixture f = {.program = nt_program_new()};
    assert_non_null(f.program);
    return f;
}

static void finish(fixture *f, nt_view *view) {
    nt_view_free(view);
    nt_program_free(f->program);
    while (f->files > 0) {
        assert_int_equal(unlink(path_of(--f->files)), 0);
    }
}

static int add_bytes(fixture *f, const void *bytes, size_t size, nt_image_spec spec,
                     nt_error *error) {
    spec.path = path_of(f->files++);
    elf_save(spec.path, bytes, size);
    return nt_program_add(f->program, &spec, error);
}

static void add_elf(fixture *f, const elf_spec *elf, nt_image_spec spec) {
    elf_bytes bytes = elf_make(elf);
    nt_error error = {0};
    assert_true(bytes.size < ELF_ROOM);
    if (add_bytes(f, bytes.bytes, bytes.size, spec, &error) != 0) {
        fail_msg("%s", error.text);
    }
}

static nt_view *view_of(const fixture *f) {
    nt_error error = {0};
    nt_view *view = nt_view_new(f->program, 0, &error);
    assert_string_equal(error.text, "");
    return view;
}

static void assert_text(const nt_view *view, uint64_t pc, const char *text) {
    nt_disassembly found;
    if (!nt_view_disassemble(view, pc, &found)) {
        assert_null(text);
        return;
    }
    assert_non_null(text);
    assert_string_equal(found.text, text);
}

static void assert_function(const nt_view *view, uint64_t pc, const char *name) {
    const nt_function *function = nt_view_function(view, pc);
    if (name == NULL) {
        assert_null(function);
    } else {
        assert_non_null(function);
        assert_string_equal(function->name, name);
    }
}

static const elf_segment segment_a = {0x1000, code_a, sizeof code_a, PF_R | PF_X};
static const elf_spec plain = {.segments = &segment_a, .segment_count = 1};

/* ---- what is in an ELF file ---- */

static void a_32_bit_file_has_32_bit_addresses(void **state) {
    (void)state;
    elf_segment segment = {0, jump, sizeof jump, PF_X};
    elf_symbol symbol = {"start", 0, 4, STT_FUNC, STB_GLOBAL, 1};
    elf_spec elf = {.narrow = true,
                    .segments = &segment,
                    .segment_count = 1,
                    .symbols = &symbol,
                    .symbol_count = 1};
    fixture f = start();
    add_elf(&f, &elf, (nt_image_spec){0});
    nt_view *view = view_of(&f);
    nt_code code = nt_view_code(view);
    assert_int_equal(nt_program_xlen(f.program), 32);
    assert_int_equal(code.isa.xlen, 32);
    assert_true(code.at(code.context, 0).target == 0xfffffffc);
    assert_text(view, 0, "jal zero, 0xfffffffc");
    assert_function(view, 3, "start");
    finish(&f, view);
}

static void a_shared_object_lies_at_its_load_offset(void **state) {
    (void)state;
    elf_spec elf = plain;
    elf_symbol symbol = {"f", 0x1000, 8, STT_FUNC, STB_GLOBAL, 1};
    elf.type = ET_DYN;
    elf.symbols = &symbol;
    elf.symbol_count = 1;
    fixture f = start();
    add_elf(&f, &elf, (nt_image_spec){.offset = 0x7f0000});
    nt_view *view = view_of(&f);
    assert_text(view, 0x7f1000, "c.nop");
    assert_text(view, 0x1000, NULL);
    assert_function(view, 0x7f1007, "f");
    assert_function(view, 0x7f1008, NULL);
    finish(&f, view);
}

static void without_section_headers_functions_are_found_in_the_code(void **state) {
    (void)state;
    elf_spec elf = plain;
    elf.no_sections = true;
    fixture f = start();
    add_elf(&f, &elf, (nt_image_spec){0});
    nt_view *view = view_of(&f);
    assert_text(view, 0x1002, "addi a0, a0, 1");
    assert_function(view, 0x1002, "sub_1000");
    finish(&f, view);
}

static void code_too_short_for_an_instruction_is_none(void **state) {
    (void)state;
    elf_segment segment = {0x1000, code_a, 1, PF_X};
    elf_spec elf = {.no_sections = true, .segments = &segment, .segment_count = 1};
    size_t count;
    fixture f = start();
    add_elf(&f, &elf, (nt_image_spec){0});
    nt_view *view = view_of(&f);
    assert_text(view, 0x1000, NULL);
    (void)nt_program_functions(f.program, 0, &count);
    assert_int_equal(count, 0);
    finish(&f, view);
}

/* 32 MiB of calls, each to another address: no more than a moment, nor more functions than any
   program has. */
static void functions_found_in_hostile_code_are_bounded(void **state) {
    (void)state;
    enum { CALLS = 1 << 23 };
    static const uint8_t call[] = {0xef, 0x00, 0x80, 0x00}; /* jal ra, +8 */
    elf_segment segment = {0x1000, call, sizeof call, PF_X};
    elf_spec spec = {.no_sections = true, .segments = &segment, .segment_count = 1};
    elf_bytes head = elf_make(&spec);
    size_t at = head.segment_headers + sizeof(Elf64_Phdr);
    elf_set(&head, head.segment_headers + 32, sizeof call * (uint64_t)CALLS, 8);
    elf_set(&head, head.segment_headers + 40, sizeof call * (uint64_t)CALLS, 8);
    uint8_t *bytes = malloc(at + sizeof call * (size_t)CALLS);
    assert_non_null(bytes);
    memcpy(bytes, head.bytes, at);
    for (size_t i = 0; i < CALLS; i++) {
        memcpy(bytes + at + sizeof call * i, call, sizeof call);
    }
    fixture f = start();
    nt_error error = {0};
    size_t count;
    nt_image_spec image = {0};
    assert_int_equal(add_bytes(&f, bytes, at + sizeof call * (size_t)CALLS, image, &error), 0);
    free(bytes);
    (void)nt_program_functions(f.program, 0, &count);
    assert_in_range(count, 1 << 20, 1 << 21);
    finish(&f, NULL);
}

static void only_executable_segments_are_code(void **state) {
    (void)state;
    elf_segment segments[] = {segment_a, {0x3000, code_b, sizeof code_b, PF_R | PF_W}};
    elf_spec elf = {.segments = segments, .segment_count = 2};
    fixture f = start();
    add_elf(&f, &elf, (nt_image_spec){0});
    nt_view *view = view_of(&f);
    assert_text(view, 0x1000, "c.nop");
    assert_text(view, 0x3000, NULL);
    finish(&f, view);
}

static void of_overlapping_segments_the_first_wins(void **state) {
    (void)state;
    static const uint8_t wide[16] = {0x01, 0x00, 0x01, 0x00, 0x01, 0x00, 0x01, 0x00,
                                     0x01, 0x00, 0x01, 0x00, 0x01, 0x00, 0x01, 0x00};
    elf_segment segments[] = {{0x1004, code_a + 2, 4, PF_X},
                              {0x100c, code_b, 4, PF_X},
                              {0x1000, wide, sizeof wide, PF_X},
                              {0x0ffe, wide, 4, PF_X}};
    elf_spec elf = {.segments = segments, .segment_count = 4};
    fixture f = start();
    add_elf(&f, &elf, (nt_image_spec){0});
    nt_view *view = view_of(&f);
    assert_text(view, 0x0ffc, NULL);
    assert_text(view, 0x0ffe, "c.nop");
    assert_text(view, 0x1002, "c.nop");
    assert_text(view, 0x1004, "addi a0, a0, 1");
    assert_text(view, 0x1008, "c.nop");
    assert_text(view, 0x100a, "c.nop");
    assert_text(view, 0x100c, "addi a2, a2, 2");
    assert_text(view, 0x1010, NULL);
    finish(&f, view);
}

static void aliases_are_one_function_and_sizes_are_inferred(void **state) {
    (void)state;
    static const uint8_t nops[32] = {1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0,
                                     1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0};
    elf_segment segment = {0x1000, nops, sizeof nops, PF_X};
    elf_symbol symbols[] = {
        {"$xrv64i", 0x1000, 0, STT_NOTYPE, STB_LOCAL, 1},
        {"local", 0x1000, 4, STT_FUNC, STB_LOCAL, 1},
        {"weak", 0x1000, 4, STT_FUNC, STB_WEAK, 1},
        {"global", 0x1000, 0, STT_FUNC, STB_GLOBAL, 1},
        {"label_within", 0x1002, 0, STT_NOTYPE, STB_GLOBAL, 1},
        {"unsized", 0x1004, 0, STT_NOTYPE, STB_LOCAL, 1},
        {".L1", 0x1006, 0, STT_NOTYPE, STB_LOCAL, 1},
        {"outer", 0x1008, 16, STT_FUNC, STB_GLOBAL, 1},
        {"inner", 0x100c, 4, STT_FUNC, STB_LOCAL, 1},
        {"data", 0x1018, 4, STT_OBJECT, STB_GLOBAL, 1},
        {"huge", 0x101c, UINT64_MAX, STT_FUNC, STB_GLOBAL, 1},
        {"elsewhere", 0x9000, 4, STT_FUNC, STB_GLOBAL, 1},
        {"undefined", 0x1010, 4, STT_FUNC, STB_GLOBAL, SHN_UNDEF},
    };
    static const struct {
        uint64_t pc;
        const char *name;
    } expected[] = {{0x1000, "global"},  {0x1002, "global"}, {0x1004, "unsized"},
                    {0x1006, "unsized"}, {0x1008, "outer"},  {0x100a, "outer"},
                    {0x100c, "inner"},   {0x100f, "inner"},  {0x1010, "outer"},
                    {0x1017, "outer"},   {0x1018, NULL},     {0x101b, NULL},
                    {0x101c, "huge"},    {0x101f, "huge"},   {0x1020, NULL}};
    elf_spec elf = {.segments = &segment,
                    .segment_count = 1,
                    .symbols = symbols,
                    .symbol_count = sizeof symbols / sizeof symbols[0]};
    fixture f = start();
    add_elf(&f, &elf, (nt_image_spec){0});
    nt_view *view = view_of(&f);
    size_t count;
    const nt_function *functions = nt_program_functions(f.program, 0, &count);
    assert_int_equal(count, 5);
    assert_int_equal(functions[0].size, 4);
    assert_int_equal(functions[4].size, 4);
    for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++) {
        assert_function(view, expected[i].pc, expected[i].name);
    }
    finish(&f, view);
}

static void a_dynamic_symbol_without_size_names_nothing(void **state) {
    (void)state;
    elf_symbol symbols[] = {{"sized", 0x1000, 2, STT_FUNC, STB_GLOBAL, 1},
                            {"unsized", 0x1002, 0, STT_FUNC, STB_GLOBAL, 1}};
    elf_spec elf = plain;
    elf.symbol_table = SHT_DYNSYM;
    elf.symbols = symbols;
    elf.symbol_count = 2;
    fixture f = start();
    add_elf(&f, &elf, (nt_image_spec){0});
    nt_view *view = view_of(&f);
    assert_function(view, 0x1000, "sized");
    assert_function(view, 0x1002, NULL); /* nor is a function found behind it */
    finish(&f, view);
}

static void control_characters_in_names_do_not_get_out(void **state) {
    (void)state;
    elf_symbol symbol = {"a\n\x1b[2J", 0x1000, 2, STT_FUNC, STB_GLOBAL, 1};
    elf_spec elf = plain;
    elf.symbols = &symbol;
    elf.symbol_count = 1;
    fixture f = start();
    add_elf(&f, &elf, (nt_image_spec){0});
    nt_view *view = view_of(&f);
    assert_function(view, 0x1000, "a??[2J");
    finish(&f, view);
}

/* Binutils 2.40 does not know these; encodings and texts are by the specification of Zc. */
static void with_zcmp_and_zcmt_their_encodings_are_no_stores(void **state) {
    (void)state;
    static const struct {
        uint16_t code;
        const char *text;
        const char *text32;
    } cases[] = {
        {0xb842, "cm.push {ra}, -16", "cm.push {ra}, -16"},
        {0xb856, "cm.push {ra, s0}, -32", "cm.push {ra, s0}, -32"},
        {0xbafa, "cm.pop {ra, s0-s11}, 144", "cm.pop {ra, s0-s11}, 96"},
        {0xbee2, "cm.popret {ra, s0-s9}, 96", "cm.popret {ra, s0-s9}, 48"},
        {0xbc62, "cm.popretz {ra, s0-s1}, 32", "cm.popretz {ra, s0-s1}, 16"},
        {0xac26, "cm.mvsa01 s0, s1", "cm.mvsa01 s0, s1"},
        {0xadfe, "cm.mva01s s3, s7", "cm.mva01s s3, s7"},
        {0xa07e, "cm.jt 31", "cm.jt 31"},
        {0xa082, "cm.jalt 32", "cm.jalt 32"},
        {0xb832, "c.fsdsp fa2, 48(sp)", "c.fsdsp fa2, 48(sp)"}, /* a reserved list */
    };
    uint8_t bytes[2 * sizeof cases / sizeof cases[0]];
    for (size_t i = 0; i < sizeof bytes; i++) {
        bytes[i] = (uint8_t)(cases[i / 2].code >> 8 * (i % 2));
    }
    for (unsigned xlen = 32; xlen <= 64; xlen += 32) {
        nt_error error = {0};
        fixture f = start();
        nt_image_spec spec = {.raw = true, .xlen = (uint8_t)xlen};
        nt_isa isa = {.zcmp = true, .zcmt = true};
        assert_int_equal(add_bytes(&f, bytes, sizeof bytes, spec, &error), 0);
        nt_view *view = view_of(&f);
        assert_text(view, 0, "c.fsdsp fa6, 48(sp)");
        nt_view_set_isa(view, &isa);
        for (size_t i = 0; i < sizeof bytes / 2; i++) {
            assert_text(view, 2 * i, xlen == 64 ? cases[i].text : cases[i].text32);
        }
        finish(&f, view);
    }
}

/* ---- several images ---- */

static void an_instruction_may_lie_in_two_images(void **state) {
    (void)state;
    nt_error error = {0};
    fixture f = start();
    nt_image_spec low = {.raw = true, .at = 0x2000, .xlen = 32};
    nt_image_spec high = {.raw = true, .at = 0x2002};
    assert_int_equal(add_bytes(&f, jump, 2, low, &error), 0);
    assert_int_equal(add_bytes(&f, jump + 2, 2, high, &error), 0);
    nt_view *view = view_of(&f);
    nt_code code = nt_view_code(view);
    assert_int_equal(nt_program_xlen(f.program), 32);
    assert_int_equal(code.at(code.context, 0x2000).size, 4);
    assert_text(view, 0x2000, "jal zero, 0x1ffc");
    assert_text(view, 0x2002, NULL);
    finish(&f, view);
}

static void an_image_in_memory_is_as_one_in_a_file(void **state) {
    (void)state;
    nt_error error = {0};
    fixture f = start();
    uint8_t bytes[4];
    memcpy(bytes, jump, sizeof bytes);
    nt_image_spec spec = {.size = sizeof spec,
                          .path = "memory",
                          .raw = true,
                          .at = 0x2000,
                          .xlen = 32,
                          .bytes = bytes,
                          .byte_count = sizeof bytes};
    assert_int_equal(nt_program_add(f.program, &spec, &error), 0);
    memset(bytes, 0, sizeof bytes); /* it has a copy */
    elf_bytes elf = elf_make(&plain);
    spec = (nt_image_spec){
        .size = sizeof spec, .path = "elf", .bytes = elf.bytes, .byte_count = elf.size};
    nt_program *other = nt_program_new();
    assert_int_equal(nt_program_add(other, &spec, &error), 0);
    assert_int_equal(nt_program_images(other), 1);
    nt_program_free(other);
    spec.byte_count = 0;
    assert_int_equal(nt_program_add(f.program, &spec, &error), -1);
    assert_int_equal(error.code, NT_ERROR_CUT);
    assert_string_equal(error.text,
                        "elf: offset 0: empty: neither an ELF file, a recording nor a pcinfo");
    nt_view *view = view_of(&f);
    assert_text(view, 0x2000, "jal zero, 0x1ffc");
    finish(&f, view);
}

static void take_ownership(nt_view *view, uint8_t format, uint8_t prv, bool v, uint64_t context) {
    nt_flow_event event = {.kind = NT_FLOW_OWNERSHIP};
    event.ownership.format = format;
    event.ownership.prv = prv;
    event.ownership.v = v;
    event.ownership.context = context;
    nt_view_take(view, &event);
}

static void privilege_and_context_choose_the_image(void **state) {
    (void)state;
    elf_segment segment_b = {0x1000, code_b, sizeof code_b, PF_X};
    elf_spec other = {.segments = &segment_b, .segment_count = 1};
    fixture f = start();
    add_elf(&f, &plain,
            (nt_image_spec){.modes = NT_MODE_U | NT_MODE_VU, .has_scontext = true, .scontext = 5});
    add_elf(&f, &other, (nt_image_spec){.modes = NT_MODE_U, .has_scontext = true, .scontext = 6});
    add_elf(&f, &other, (nt_image_spec){.modes = NT_MODE_VS, .has_hcontext = true, .hcontext = 1});
    nt_view *view = view_of(&f);
    nt_code code = nt_view_code(view);
    uint64_t unknown = code.space(code.context);
    assert_text(view, 0x1000, "c.nop"); /* nothing is known: the first that has code there */
    take_ownership(view, 2, 0, false, 5);
    uint64_t five = code.space(code.context);
    assert_text(view, 0x1000, "c.nop");
    take_ownership(view, 2, 0, false, 6);
    assert_text(view, 0x1000, "addi a2, a2, 2");
    assert_int_equal(code.at(code.context, 0x1000).size, 4);
    assert_true(code.space(code.context) != five && five != unknown);
    take_ownership(view, 0, 3, false, 0);
    assert_text(view, 0x1000, NULL);
    take_ownership(view, 0, 0, false, 0); /* the context is still 6 */
    assert_text(view, 0x1000, "addi a2, a2, 2");
    take_ownership(view, 2, 0, false, 5);
    assert_true(code.space(code.context) == five);
    take_ownership(view, 2, 0, true, 5); /* VU */
    assert_text(view, 0x1000, "c.nop");
    take_ownership(view, 3, 1, true, 1); /* VS of guest 1 */
    assert_text(view, 0x1000, "addi a2, a2, 2");
    take_ownership(view, 3, 1, true, 2);
    assert_text(view, 0x1000, NULL);
    nt_view_set(view, 0, false, 0, false, 0);
    assert_true(code.space(code.context) == unknown);
    assert_text(view, 0x1000, "c.nop");
    finish(&f, view);
}

/* Two instructions at 0x1000, then others are written over them. */
static void record(const char *path) {
    nt_error error = {0};
    nt_writer *writer;
    nt_recording_header header = {.xlen = 64, .harts = 2};
    nt_event events[] = {
        {.kind = NT_EVENT_CODE, .hart = 1, .code = {0x1000, sizeof code_a, code_a}},
        {.kind = NT_EVENT_RUN, .hart = 1, .run = {0x1000, 2, 3}},
        {.kind = NT_EVENT_CODE, .hart = 1, .code = {0x1000, sizeof code_b, code_b}},
        {.kind = NT_EVENT_RUN, .hart = 1, .run = {0x1000, 2, 3}},
    };
    assert_int_equal(nt_writer_open(&writer, path, &header, &error), 0);
    for (size_t i = 0; i < sizeof events / sizeof events[0]; i++) {
        assert_int_equal(nt_writer_event(writer, &events[i], &error), 0);
    }
    assert_int_equal(nt_writer_commit(writer, &error), 0);
}

static void a_recording_has_the_code_as_it_was_and_the_elf_file_the_names(void **state) {
    (void)state;
    elf_symbol symbol = {"f", 0x1000, 8, STT_FUNC, STB_GLOBAL, 1};
    elf_segment segment = {0x1000, jump, sizeof jump, PF_X};
    elf_spec elf = {
        .segments = &segment, .segment_count = 1, .symbols = &symbol, .symbol_count = 1};
    nt_error error = {0};
    fixture f = start();
    add_elf(&f, &elf, (nt_image_spec){0});
    nt_image_spec spec = {.path = path_of(f.files++)};
    record(spec.path);
    assert_int_equal(nt_program_add(f.program, &spec, &error), 0);
    nt_view *views[] = {nt_view_new(f.program, 1, &error), nt_view_new(f.program, 1, &error)};
    for (size_t i = 0; i < 2; i++) { /* each has the time of its own */
        nt_code code = nt_view_code(views[i]);
        code.advance(code.context, 0);
        assert_true(code.next_change(code.context) == 2);
        assert_text(views[i], 0x1000, "c.nop");
        code.advance(code.context, 2);
        assert_text(views[i], 0x1000, "addi a2, a2, 2");
        assert_int_equal(code.at(code.context, 0x1000).size, 4);
        assert_function(views[i], 0x1000, "f");
    }
    nt_view *other = nt_view_new(f.program, 0, &error); /* this hart ran none of it */
    assert_text(other, 0x1000, "jal zero, 0xffc");
    nt_view_free(other);
    assert_null(nt_view_new(f.program, 2, &error));
    assert_int_equal(error.code, NT_ERROR_ARGUMENT);
    assert_non_null(strstr(error.text, "there is no hart 2; the recording has 2"));
    nt_view_free(views[0]);
    finish(&f, views[1]);
}

/* ---- what is no image ---- */

static void refuse(const void *bytes, size_t size, nt_image_spec spec, nt_error_code code,
                   uint64_t offset, const char *reason) {
    fixture f = start();
    nt_error error = {0};
    char text[600];
    if (add_bytes(&f, bytes, size, spec, &error) == 0) {
        fail_msg("no error, but it should say: %s", reason);
    }
    (void)snprintf(text, sizeof text, "%s: offset %llu: %s", path_of(0), (unsigned long long)offset,
                   reason);
    assert_string_equal(error.text, text);
    assert_int_equal(error.code, code);
    assert_true(error.offset == offset);
    assert_int_equal(nt_program_images(f.program), 0);
    finish(&f, NULL);
}

static void each_broken_field_has_its_error(void **state) {
    (void)state;
    elf_symbol symbol = {"f", 0x1000, 8, STT_FUNC, STB_GLOBAL, 1};
    elf_spec spec = plain;
    spec.symbols = &symbol;
    spec.symbol_count = 1;
    elf_bytes good = elf_make(&spec);
    size_t segment = good.segment_headers;
    size_t sections = good.section_headers;
    const struct {
        size_t at;
        size_t size;
        uint64_t value;
        nt_error_code code;
        uint64_t offset;
        const char *reason;
    } cases[] = {
        {4, 1, 3, NT_ERROR_FORMAT, 4, "an ELF file of neither 32 nor 64 bits"},
        {5, 1, 2, NT_ERROR_MACHINE, 5, "an ELF file that is not little-endian"},
        {6, 1, 9, NT_ERROR_FORMAT, 6, "an unknown version of ELF"},
        {16, 2, ET_REL, NT_ERROR_FORMAT, 16, "an object file, which is not linked yet"},
        {16, 2, ET_CORE, NT_ERROR_FORMAT, 16, "neither an executable nor a shared object"},
        {18, 2, 62, NT_ERROR_MACHINE, 18, "an ELF file for machine 62, not for RISC-V (243)"},
        {32, 8, UINT64_MAX, NT_ERROR_CUT, 32, "the program headers end behind the file's end"},
        {54, 2, 1, NT_ERROR_FORMAT, 32, "program headers of 1 bytes each, not 56"},
        {56, 2, 0xfff0, NT_ERROR_CUT, 32, "the program headers end behind the file's end"},
        {56, 2, 0, NT_ERROR_FORMAT, 64, "no executable segment: there is no code in it"},
        {segment, 4, PT_NOTE, NT_ERROR_FORMAT, 64, "no executable segment: there is no code in it"},
        {segment + 8, 8, UINT64_MAX - 2, NT_ERROR_CUT, 64,
         "a segment's bytes end behind the file's end"},
        {segment + 32, 8, UINT64_C(1) << 62, NT_ERROR_CUT, 64,
         "a segment's bytes end behind the file's end"},
        {segment + 40, 8, 1, NT_ERROR_FORMAT, 64, "a segment has more bytes than memory"},
        {segment + 16, 8, UINT64_MAX - 3, NT_ERROR_LIMIT, 64,
         "a segment ends behind the end of the address space"},
        {40, 8, UINT64_C(1) << 40, NT_ERROR_CUT, 40,
         "the section headers are broken or end behind the file's end"},
        {60, 2, 0xff00, NT_ERROR_CUT, 40,
         "the section headers are broken or end behind the file's end"},
        {sections + 2 * 64 + 32, 8, UINT64_C(1) << 50, NT_ERROR_CUT, good.symbols,
         "the symbol table is broken or ends behind the file's end"},
        {sections + 2 * 64 + 56, 8, 1, NT_ERROR_CUT, good.symbols,
         "the symbol table is broken or ends behind the file's end"},
        {sections + 2 * 64 + 40, 4, 77, NT_ERROR_CUT, sections,
         "the symbols' names are missing or end behind the file's end"},
        {sections + 3 * 64 + 32, 8, UINT64_C(1) << 63, NT_ERROR_CUT, sections,
         "the symbols' names are missing or end behind the file's end"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        elf_bytes bad = good;
        elf_set(&bad, cases[i].at, cases[i].value, cases[i].size);
        refuse(bad.bytes, bad.size, (nt_image_spec){0}, cases[i].code, cases[i].offset,
               cases[i].reason);
    }
}

static void a_file_cut_anywhere_is_refused(void **state) {
    (void)state;
    elf_symbol symbol = {"f", 0x1000, 8, STT_FUNC, STB_GLOBAL, 1};
    for (int narrow = 0; narrow < 2; narrow++) {
        elf_spec spec = plain;
        spec.symbols = &symbol;
        spec.symbol_count = 1;
        spec.narrow = narrow != 0;
        elf_bytes good = elf_make(&spec);
        for (size_t size = 1; size < good.size; size++) {
            fixture f = start();
            nt_error error = {0};
            if (add_bytes(&f, good.bytes, size, (nt_image_spec){0}, &error) == 0) {
                fail_msg("%zu of %zu bytes are taken", size, good.size);
            }
            assert_int_equal(error.code, NT_ERROR_CUT);
            finish(&f, NULL);
        }
    }
}

static void a_recording_cut_anywhere_is_refused(void **state) {
    (void)state;
    uint8_t bytes[4096];
    record(path_of(0));
    FILE *file = fopen(path_of(0), "rb");
    assert_non_null(file);
    size_t size = fread(bytes, 1, sizeof bytes, file);
    (void)fclose(file);
    assert_int_equal(unlink(path_of(0)), 0);
    for (size_t part = 0; part < size; part++) {
        nt_error error = {0};
        fixture f = start();
        if (add_bytes(&f, bytes, part, (nt_image_spec){0}, &error) == 0) {
            assert_null(nt_view_new(f.program, 0, &error)); /* the rest is read only now */
        }
        assert_in_range(error.code, NT_ERROR_FORMAT, NT_ERROR_CUT);
        assert_true(error.offset <= part);
        finish(&f, NULL);
    }
}

static void what_does_not_fit_is_refused(void **state) {
    (void)state;
    nt_image_spec dump = {.raw = true, .at = UINT64_MAX - 1};
    refuse(code_a, sizeof code_a, dump, NT_ERROR_LIMIT, 0,
           "the dump ends behind the end of the address space");
    refuse("", 0, dump, NT_ERROR_CUT, 0, "empty");
    refuse("hello", 5, (nt_image_spec){0}, NT_ERROR_FORMAT, 0,
           "neither an ELF file, a recording nor a pcinfo (a raw dump needs an address)");
    elf_bytes elf = elf_make(&plain);
    fixture f = start();
    nt_error error = {0};
    nt_image_spec spec = {.xlen = 32};
    assert_int_equal(add_bytes(&f, elf.bytes, elf.size, spec, &error), -1);
    assert_int_equal(error.code, NT_ERROR_MACHINE);
    assert_int_equal(nt_program_images(f.program), 0);
    error = (nt_error){0};
    dump = (nt_image_spec){.raw = true, .at = 0, .offset = 4};
    assert_int_equal(add_bytes(&f, code_a, sizeof code_a, dump, &error), -1);
    assert_int_equal(error.code, NT_ERROR_ARGUMENT);
    finish(&f, NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_32_bit_file_has_32_bit_addresses),
        cmocka_unit_test(a_shared_object_lies_at_its_load_offset),
        cmocka_unit_test(without_section_headers_functions_are_found_in_the_code),
        cmocka_unit_test(code_too_short_for_an_instruction_is_none),
        cmocka_unit_test(functions_found_in_hostile_code_are_bounded),
        cmocka_unit_test(only_executable_segments_are_code),
        cmocka_unit_test(of_overlapping_segments_the_first_wins),
        cmocka_unit_test(aliases_are_one_function_and_sizes_are_inferred),
        cmocka_unit_test(a_dynamic_symbol_without_size_names_nothing),
        cmocka_unit_test(control_characters_in_names_do_not_get_out),
        cmocka_unit_test(with_zcmp_and_zcmt_their_encodings_are_no_stores),
        cmocka_unit_test(an_instruction_may_lie_in_two_images),
        cmocka_unit_test(an_image_in_memory_is_as_one_in_a_file),
        cmocka_unit_test(privilege_and_context_choose_the_image),
        cmocka_unit_test(a_recording_has_the_code_as_it_was_and_the_elf_file_the_names),
        cmocka_unit_test(each_broken_field_has_its_error),
        cmocka_unit_test(a_file_cut_anywhere_is_refused),
        cmocka_unit_test(a_recording_cut_anywhere_is_refused),
        cmocka_unit_test(what_does_not_fit_is_refused),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
