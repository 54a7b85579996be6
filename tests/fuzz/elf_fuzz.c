/* SPDX-License-Identifier: Apache-2.0 */
/* Any bytes as an ELF file, recording or pcinfo of a program: what the library says of it is
   consistent, or there is one line that says what is wrong. The first byte chooses: bit 0 a load
   offset, bit 1 a raw dump. */
#include "ntrace/program.h"
#include "sim/tandem/elf_init.h"
#include "tests/fuzz/memory_file.h"

#include <string.h>

enum { MOST = 1 << 18, MOST_STEPS = 1 << 10, MOST_GROUPS = 100 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool holds) {
    if (!holds) {
        abort();
    }
}

static void check_error(bool failed, const nt_error *error) {
    require(failed == (error->text[0] != '\0') && failed == (error->code != NT_ERROR_NONE));
    require(strchr(error->text, '\n') == NULL);
}

static void check_functions(const nt_program *program, const nt_view *view) {
    size_t count;
    const nt_function *functions = nt_program_functions(program, 0, &count);
    for (size_t i = 0; i < count; i++) {
        const nt_function *found = nt_view_function(view, functions[i].start);
        require(functions[i].size != 0 && functions[i].index == i && functions[i].name[0] != '\0');
        require(i == 0 || functions[i - 1].start < functions[i].start);
        require(found == &functions[i]);
        found = nt_view_function(view, functions[i].start + functions[i].size - 1);
        require(found != NULL && found->start >= functions[i].start);
    }
}

static void check_lines(const nt_program *program, const nt_view *view) {
    size_t count;
    const nt_line *lines = nt_program_lines(program, 0, &count);
    for (size_t i = 0; i < count; i++) {
        require(lines[i].size != 0 && lines[i].file != NULL);
        require(i == 0 || lines[i - 1].start + lines[i - 1].size <= lines[i].start);
        require(nt_view_line(view, lines[i].start) == &lines[i]);
        require(nt_view_line(view, lines[i].start + lines[i].size - 1) == &lines[i]);
    }
}

static void walk(const nt_program *program, nt_view *view) {
    size_t count;
    nt_code code = nt_view_code(view);
    const nt_function *functions = nt_program_functions(program, 0, &count);
    uint64_t pc = count == 0 ? 0x80000000 : functions[0].start & ~UINT64_C(1);
    nt_disassembly text;
    for (size_t i = 0; i < MOST_STEPS && nt_view_disassemble(view, pc, &text); i++) {
        nt_insn insn = code.at(code.context, pc);
        require(insn.size == text.size && text.text[0] != '\0' &&
                strlen(text.text) < sizeof text.text);
        pc += text.size;
    }
}

/* What can be encoded, and no more of it than is read here. */
static int take_group(void *context, const nt_tandem_group *group) {
    unsigned *groups = context;
    const nt_tandem_format wide = {.xlen = 64, .flen = 64, .mlen = 64};
    for (size_t i = 0; i < group->count; i++) {
        uint8_t bytes[NT_TANDEM_FIELD_BYTES];
        require(nt_tandem_field_encode(&group->fields[i], &wide, NULL, bytes, NULL) != 0);
    }
    require(group->atomic && group->count != 0);
    return ++*groups == MOST_GROUPS;
}

/* The same file as the beginning of a tandem trace. */
static void check_init(const char *path) {
    nt_tandem_elf *elf;
    nt_error error = {0};
    unsigned groups = 0;
    int result = nt_tandem_elf_open(&elf, path, &error);
    check_error(result != 0, &error);
    if (result != 0) {
        return;
    }
    nt_tandem_format format = {.xlen = (uint8_t)nt_tandem_elf_xlen(elf)};
    format.mlen = format.xlen == 64 ? 64 : 34;
    result =
        nt_tandem_elf_init(elf, &format, nt_tandem_elf_entry(elf), take_group, &groups, &error);
    check_error(result < 0, &error);
    require(result < 0 ? groups == 0 : (result == 1) == (groups == MOST_GROUPS));
    nt_tandem_elf_close(elf);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size == 0 || size > MOST) {
        return 0;
    }
    memory_file file = memory_file_open(data + 1, size - 1);
    check_init(file.path);
    nt_program *program = nt_program_new();
    nt_image_spec spec = {.path = file.path,
                          .offset = (data[0] & 1) != 0 ? 0x5f72e000 : 0,
                          .raw = (data[0] & 2) != 0,
                          .at = 0x80000000};
    nt_error error = {0};
    int result = nt_program_add(program, &spec, &error);
    check_error(result != 0, &error);
    nt_view *view = result == 0 ? nt_view_new(program, 0, &error) : NULL;
    check_error(view == NULL, &error);
    if (view != NULL) {
        check_functions(program, view);
        check_lines(program, view);
        walk(program, view);
    }
    nt_view_free(view);
    nt_program_free(program);
    memory_file_close(&file);
    return 0;
}
