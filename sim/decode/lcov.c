/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/decode/lcov.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- records ---- */

static bool make_room(nt_lcov_records *records, size_t size) {
    if (records->count < records->room) {
        return true;
    }
    size_t room = records->room == 0 ? 1024 : 2 * records->room;
    nt_lcov_record *more = realloc(records->record, room * size);
    if (more != NULL) {
        records->record = more;
        records->room = room;
    }
    return more != NULL;
}

int nt_lcov_add(nt_lcov *lcov, nt_lcov_records *records, const nt_lcov_record *record) {
    if (!make_room(records, sizeof *record)) {
        return nt_fail(lcov->error, "out of memory");
    }
    records->record[records->count++] = *record;
    return 0;
}

uint64_t nt_lcov_count(const nt_lcov *lcov, uint32_t image, uint64_t address) {
    return nt_coverage_count(lcov->coverage, lcov->by_image ? image : 0, address);
}

void nt_lcov_look_at(nt_lcov *lcov, uint32_t image) {
    const nt_image_spec *spec = nt_program_image_spec(lcov->inputs->program, image);
    nt_view_set(lcov->inputs->view, (uint8_t)(spec->modes & -spec->modes), spec->has_scontext,
                spec->scontext, spec->has_hcontext, spec->hcontext);
}

int nt_lcov_add_branch(nt_lcov *lcov, const nt_lcov_record *place, uint32_t image, uint64_t pc,
                       const nt_insn *insn) {
    uint32_t of = lcov->by_image ? image : 0;
    uint64_t end = pc + insn->size;
    nt_lcov_record record = *place;
    if (insn->class_ != NT_INSN_BRANCH) {
        return 0;
    }
    uint64_t known = nt_coverage_jumps(lcov->coverage, of, end);
    uint64_t unknown = nt_coverage_cuts(lcov->coverage, of, end);
    uint64_t ran = nt_coverage_count(lcov->coverage, of, pc);
    record.address = pc;
    record.count = ran;
    record.taken = known < ran ? known : ran;
    record.not_taken = ran - record.taken > unknown ? ran - record.taken - unknown : 0;
    return nt_lcov_add(lcov, &lcov->branches, &record);
}

/* ---- from line tables ---- */

static int take_row(nt_lcov *lcov, uint32_t image, const nt_line *row) {
    nt_lcov_record record = {.file = row->file, .line = row->line, .image = image};
    record.count = nt_lcov_count(lcov, image, row->start);
    if (row->line == 0) {
        return 0;
    }
    int result = nt_lcov_add(lcov, &lcov->lines, &record);
    for (uint64_t pc = row->start; pc - row->start < row->size && result == 0;) {
        nt_insn insn = lcov->code.at(lcov->code.context, pc);
        if (insn.size == 0) {
            break;
        }
        result = nt_lcov_add_branch(lcov, &record, image, pc, &insn);
        pc += insn.size;
    }
    return result;
}

const nt_line *nt_lcov_line(const nt_lcov *lcov, uint32_t image, uint64_t address) {
    size_t count;
    const nt_line *rows = nt_program_lines(lcov->inputs->program, image, &count);
    size_t low = 0;
    while (low < count) {
        size_t middle = low + (count - low) / 2;
        if (rows[middle].start <= address) {
            low = middle + 1;
        } else {
            count = middle;
        }
    }
    const nt_line *row = low == 0 ? NULL : &rows[low - 1];
    return row != NULL && address - row->start < row->size && row->line != 0 ? row : NULL;
}

static int take_image(nt_lcov *lcov, uint32_t image) {
    size_t count;
    const nt_line *rows = nt_program_lines(lcov->inputs->program, image, &count);
    nt_lcov_look_at(lcov, image);
    for (size_t i = 0; i < count; i++) {
        if (take_row(lcov, image, &rows[i]) != 0) {
            return -1;
        }
    }
    const nt_function *functions = nt_program_functions(lcov->inputs->program, image, &count);
    for (size_t i = 0; i < count; i++) {
        const nt_line *row = nt_lcov_line(lcov, image, functions[i].start);
        if (row == NULL) {
            lcov->without_lines++;
            continue;
        }
        nt_lcov_record record = {.file = row->file, .line = row->line, .name = functions[i].name};
        record.count = nt_lcov_count(lcov, image, functions[i].start);
        if (nt_lcov_add(lcov, &lcov->functions, &record) != 0) {
            return -1;
        }
    }
    return 0;
}

int nt_lcov_gather(nt_lcov *lcov) {
    uint32_t images = (uint32_t)nt_program_images(lcov->inputs->program);
    for (uint32_t image = 0; image < images; image++) {
        if (take_image(lcov, image) != 0) {
            return -1;
        }
    }
    return 0;
}

/* ---- the tracefile ---- */

static int by_place(const void *a, const void *b) {
    const nt_lcov_record *x = a;
    const nt_lcov_record *y = b;
    int order = x->file == y->file ? 0 : strcmp(x->file, y->file);
    if (order != 0 || x->line != y->line) {
        return order != 0 ? order : x->line < y->line ? -1 : 1;
    }
    if (x->image != y->image) {
        return x->image < y->image ? -1 : 1;
    }
    order = x->name == NULL || y->name == NULL ? 0 : strcmp(x->name, y->name);
    return order != 0 ? order : x->address < y->address ? -1 : x->address > y->address;
}

static void sort(nt_lcov_records *records) {
    if (records->count > 1) {
        qsort(records->record, records->count, sizeof *records->record, by_place);
    }
}

/* The next record, if it is of the file. */
static const nt_lcov_record *next_of(nt_lcov_records *records, const char *file) {
    if (records->next == records->count || strcmp(records->record[records->next].file, file) != 0) {
        return NULL;
    }
    return &records->record[records->next++];
}

/* A name counts once a file; copies of a function (of an image at two places) add up. */
static int put_functions(nt_lcov *lcov, const char *file) {
    nt_text *text = lcov->inputs->text;
    uint64_t found = 0;
    uint64_t hit = 0;
    const nt_lcov_record *one;
    while ((one = next_of(&lcov->functions, file)) != NULL) {
        uint64_t count = one->count;
        while (lcov->functions.next < lcov->functions.count &&
               strcmp(lcov->functions.record[lcov->functions.next].file, file) == 0 &&
               lcov->functions.record[lcov->functions.next].line == one->line &&
               strcmp(lcov->functions.record[lcov->functions.next].name, one->name) == 0) {
            count += lcov->functions.record[lcov->functions.next++].count;
        }
        found++;
        hit += count != 0;
        if (nt_text_format(text, lcov->error, "FN:%" PRIu32 ",%s\nFNDA:%" PRIu64 ",%s\n", one->line,
                           one->name, count, one->name) != 0) {
            return -1;
        }
    }
    return nt_text_format(text, lcov->error, "FNF:%" PRIu64 "\nFNH:%" PRIu64 "\n", found, hit);
}

static int put_way(nt_lcov *lcov, const nt_lcov_record *branch, uint32_t block, unsigned way,
                   uint64_t count) {
    char times[24] = "-";
    if (branch->count != 0) {
        (void)snprintf(times, sizeof times, "%" PRIu64, count);
    }
    lcov->branch_hits += count != 0;
    return nt_text_format(lcov->inputs->text, lcov->error, "BRDA:%" PRIu32 ",%" PRIu32 ",%u,%s\n",
                          branch->line, block, way, times);
}

/* Each conditional branch of a line is a block of two branches: 0 taken, 1 not taken. */
static int put_branches(nt_lcov *lcov, const char *file) {
    const nt_lcov_record *one;
    uint64_t found = 0;
    uint32_t line = 0;
    uint32_t block = 0;
    lcov->branch_hits = 0;
    while ((one = next_of(&lcov->branches, file)) != NULL) {
        block = one->line == line ? block + 1 : 0;
        line = one->line;
        found += 2;
        if (put_way(lcov, one, block, 0, one->taken) != 0 ||
            put_way(lcov, one, block, 1, one->not_taken) != 0) {
            return -1;
        }
    }
    return nt_text_format(lcov->inputs->text, lcov->error, "BRF:%" PRIu64 "\nBRH:%" PRIu64 "\n",
                          found, lcov->branch_hits);
}

/* A line ran as often as the most often run of its pieces of code; images add up. */
static int put_lines(nt_lcov *lcov, const char *file) {
    nt_text *text = lcov->inputs->text;
    const nt_lcov_record *one = next_of(&lcov->lines, file);
    uint64_t found = 0;
    uint64_t hit = 0;
    while (one != NULL) {
        uint32_t line = one->line;
        uint64_t sum = 0;
        while (one != NULL && one->line == line) {
            uint32_t image = one->image;
            uint64_t most = 0;
            for (; one != NULL && one->line == line && one->image == image;
                 one = next_of(&lcov->lines, file)) {
                most = one->count > most ? one->count : most;
            }
            sum += most;
        }
        found++;
        hit += sum != 0;
        if (nt_text_format(text, lcov->error, "DA:%" PRIu32 ",%" PRIu64 "\n", line, sum) != 0) {
            return -1;
        }
    }
    return nt_text_format(text, lcov->error, "LF:%" PRIu64 "\nLH:%" PRIu64 "\nend_of_record\n",
                          found, hit);
}

static int put_files(nt_lcov *lcov) {
    sort(&lcov->lines);
    sort(&lcov->functions);
    sort(&lcov->branches);
    while (lcov->lines.next < lcov->lines.count) {
        const char *file = lcov->lines.record[lcov->lines.next].file;
        if (nt_text_format(lcov->inputs->text, lcov->error, "TN:\nSF:%s\n", file) != 0 ||
            put_functions(lcov, file) != 0 || put_branches(lcov, file) != 0 ||
            put_lines(lcov, file) != 0) {
            return -1;
        }
    }
    return 0;
}

int nt_lcov_write(nt_lcov *lcov) {
    return lcov->lines.count != 0
               ? put_files(lcov)
               : nt_fail(lcov->error,
                         "--to lcov: no image has source lines; --listing FILE makes its "
                         "disassembly the source");
}

void nt_lcov_release(nt_lcov *lcov) {
    free(lcov->lines.record);
    free(lcov->functions.record);
    free(lcov->branches.record);
}
