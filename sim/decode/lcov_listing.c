/* SPDX-License-Identifier: Apache-2.0 */
/* The disassembly of functions without source lines, as a source file of its own. */
#include "libntrace/util/output_file.h"
#include "sim/decode/lcov.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

typedef struct listing {
    nt_lcov *lcov;
    nt_output_file *file;
    nt_text text;
    uint32_t line; /* the next one, from 1 */
} listing;

static int write_listing(void *file, const void *bytes, size_t size, nt_error *error) {
    return nt_output_file_write(file, bytes, size, error);
}

/* The same file at several places (code that moves itself) is listed once. */
static bool is_copy(const nt_program *program, uint32_t image, uint32_t of) {
    return strcmp(nt_program_image_spec(program, image)->path,
                  nt_program_image_spec(program, of)->path) == 0;
}

/* The image that stands for all copies. */
static uint32_t first_copy(const nt_program *program, uint32_t image) {
    uint32_t first = 0;
    while (!is_copy(program, image, first)) {
        first++;
    }
    return first;
}

/* Adds counts of the copies of what is at `pc` to the record. */
static uint64_t count_copies(const nt_lcov *lcov, uint32_t image, uint64_t pc) {
    const nt_program *program = lcov->inputs->program;
    uint64_t mask = nt_program_xlen(program) == 32 ? UINT32_MAX : UINT64_MAX;
    uint64_t link = pc - nt_program_image_spec(program, image)->offset;
    uint64_t sum = 0;
    for (uint32_t i = image; i < nt_program_images(program); i++) {
        if (is_copy(program, i, image)) {
            uint64_t at = (link + nt_program_image_spec(program, i)->offset) & mask;
            sum += nt_lcov_count(lcov, i, at);
        }
    }
    return sum;
}

/* The branch, as all copies together took it. */
static int add_branches(listing *l, const nt_lcov_record *place, uint32_t image, uint64_t pc,
                        const nt_insn *insn) {
    nt_lcov *lcov = l->lcov;
    const nt_program *program = lcov->inputs->program;
    uint64_t link = pc - nt_program_image_spec(program, image)->offset;
    size_t before = lcov->branches.count;
    for (uint32_t i = image; i < nt_program_images(program); i++) {
        uint64_t at = link + nt_program_image_spec(program, i)->offset;
        if (is_copy(program, i, image) && nt_lcov_add_branch(lcov, place, i, at, insn) != 0) {
            return -1;
        }
    }
    for (; lcov->branches.count > before + 1; lcov->branches.count--) {
        const nt_lcov_record *copy = &lcov->branches.record[lcov->branches.count - 1];
        nt_lcov_record *first = &lcov->branches.record[before];
        first->count += copy->count;
        first->taken += copy->taken;
        first->not_taken += copy->not_taken;
    }
    return 0;
}

static int list_insn(listing *l, uint32_t image, uint64_t pc, const nt_insn *insn) {
    nt_lcov *lcov = l->lcov;
    nt_disassembly shown = {0};
    char bytes[2 * sizeof shown.bytes + 1] = "";
    nt_lcov_record record = {
        .file = lcov->inputs->settings.listing, .line = l->line, .image = image};
    if (nt_view_disassemble(lcov->inputs->view, pc, &shown)) {
        for (size_t i = 0; i < shown.size; i++) {
            (void)snprintf(bytes + 2 * i, 3, "%02x", shown.bytes[shown.size - 1 - i]);
        }
    }
    record.count = count_copies(lcov, image, pc);
    l->line++;
    return nt_lcov_add(lcov, &lcov->lines, &record) != 0 ||
                   add_branches(l, &record, image, pc, insn) != 0
               ? -1
               : nt_text_format(&l->text, lcov->error, "%12" PRIx64 ":  %-8s  %s\n", pc, bytes,
                                shown.text);
}

static int list_function(listing *l, const nt_function *function) {
    nt_lcov *lcov = l->lcov;
    nt_lcov_record record = {.file = lcov->inputs->settings.listing,
                             .name = function->name,
                             .line = l->line + 1,
                             .count = count_copies(lcov, function->image, function->start)};
    if (nt_text_format(&l->text, lcov->error, "\n%s:\n", function->name) != 0 ||
        nt_lcov_add(lcov, &lcov->functions, &record) != 0) {
        return -1;
    }
    l->line += 2;
    for (uint64_t at = 0; at < function->size;) {
        nt_insn insn = lcov->code.at(lcov->code.context, function->start + at);
        if (insn.size == 0) {
            break;
        }
        if (list_insn(l, function->image, function->start + at, &insn) != 0) {
            return -1;
        }
        at += insn.size;
    }
    return 0;
}

static int list_image(listing *l, uint32_t image) {
    nt_lcov *lcov = l->lcov;
    const nt_program *program = lcov->inputs->program;
    size_t count;
    const nt_function *functions = nt_program_functions(program, image, &count);
    if (first_copy(program, image) != image) {
        return 0;
    }
    nt_lcov_look_at(lcov, image);
    for (size_t i = 0; i < count; i++) {
        if (nt_lcov_line(lcov, image, functions[i].start) == NULL &&
            list_function(l, &functions[i]) != 0) {
            return -1;
        }
    }
    return 0;
}

int nt_lcov_list(nt_lcov *lcov) {
    listing l = {.lcov = lcov, .line = 1};
    uint32_t images = (uint32_t)nt_program_images(lcov->inputs->program);
    if (nt_output_file_open(&l.file, lcov->inputs->settings.listing, lcov->error) != 0) {
        return -1;
    }
    nt_text_init(&l.text, write_listing, l.file);
    int result = 0;
    for (uint32_t image = 0; image < images && result == 0; image++) {
        result = list_image(&l, image);
    }
    if (result != 0 || nt_text_flush(&l.text, lcov->error) != 0) {
        nt_output_file_abort(l.file);
        return -1;
    }
    return nt_output_file_commit(l.file, lcov->error);
}
