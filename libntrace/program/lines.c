/* SPDX-License-Identifier: Apache-2.0 */
/* Source lines out of .debug_line, by libdw. Debugging information only adds names: what cannot be
   read of it is left out, and is no error (the image may have a note). */
#include "libntrace/program/lines.h"

#include <ctype.h>
#include <elfutils/libdw.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_UNPACKED = 256 << 20,  /* bytes of compressed debugging information */
    MOST_LINE_BYTES = 64 << 20, /* of .debug_line; Linux has 20 million */
    RECENT_FILES = 256,
    FIRST_ROOM = 256,
};

typedef struct recent_file {
    const char *source; /* libdw's */
    const char *file;   /* ours */
} recent_file;

typedef struct line_table {
    nt_program_image *image;
    size_t room;   /* of image->lines */
    size_t *slots; /* 1 + index into image->files by hash of the name; 0: free */
    size_t slot_count;
    recent_file recent[RECENT_FILES];
} line_table;

/* File names, each once. */

static uint64_t hash_of(const char *name) {
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (; *name != '\0'; name++) {
        hash = (hash ^ (uint8_t)*name) * UINT64_C(0x100000001b3);
    }
    return hash;
}

static size_t *slot_of(const line_table *table, const char *name) {
    size_t slot = (size_t)hash_of(name) & (table->slot_count - 1);
    while (table->slots[slot] != 0 &&
           strcmp(table->image->files[table->slots[slot] - 1], name) != 0) {
        slot = (slot + 1) & (table->slot_count - 1);
    }
    return &table->slots[slot];
}

/* Room for twice as many names. */
static bool grow_files(line_table *table) {
    nt_program_image *image = table->image;
    size_t count = table->slot_count == 0 ? FIRST_ROOM : 2 * table->slot_count;
    size_t *slots = calloc(count, sizeof *slots);
    char **files = realloc(image->files, count / 2 * sizeof(char *));
    image->files = files == NULL ? image->files : files;
    if (slots == NULL || files == NULL) {
        free(slots);
        return false;
    }
    free(table->slots);
    table->slots = slots;
    table->slot_count = count;
    for (size_t i = 0; i < image->file_count; i++) {
        *slot_of(table, image->files[i]) = i + 1;
    }
    return true;
}

static char *clean_copy(const char *name) {
    char *copy = strdup(name);
    for (char *c = copy; c != NULL && *c != '\0'; c++) {
        if (iscntrl((unsigned char)*c)) {
            *c = '?';
        }
    }
    return copy;
}

/* The image's own copy of the name; NULL without memory. */
static const char *intern(line_table *table, const char *source) {
    nt_program_image *image = table->image;
    recent_file *recent = &table->recent[((uintptr_t)source >> 3) % RECENT_FILES];
    if (recent->source == source) {
        return recent->file;
    }
    char *name = clean_copy(source);
    if (name == NULL || (2 * (image->file_count + 1) > table->slot_count && !grow_files(table))) {
        free(name);
        return NULL;
    }
    size_t *slot = slot_of(table, name);
    if (*slot == 0) {
        image->files[image->file_count++] = name;
        *slot = image->file_count;
    } else {
        free(name);
    }
    *recent = (recent_file){source, image->files[*slot - 1]};
    return recent->file;
}

/* Rows. */

static bool add(line_table *table, const nt_line *line) {
    nt_program_image *image = table->image;
    if (image->line_count == table->room) {
        size_t room = table->room == 0 ? FIRST_ROOM : 2 * table->room;
        nt_line *lines = realloc(image->lines, room * sizeof *lines);
        if (lines == NULL) {
            return false;
        }
        image->lines = lines;
        table->room = room;
    }
    image->lines[image->line_count++] = *line;
    return true;
}

/* Code from `address` to below `next` is of the row. Only what the image has code for is kept: a
   linker leaves lines of dropped functions behind, at address 0. */
static bool add_row(line_table *table, Dwarf_Line *row, uint64_t address, uint64_t next) {
    const nt_program_image *image = table->image;
    const uint8_t *bytes;
    int number;
    const char *source = dwarf_linesrc(row, NULL, NULL);
    nt_line line = {.start = (address + image->spec.offset) & image->mask};
    size_t room = nt_pieces_at(&image->named, line.start, &bytes);
    uint64_t size = next - address < room ? next - address : room;
    if (size == 0 || source == NULL || dwarf_lineno(row, &number) != 0) {
        return true;
    }
    line.size = size < UINT32_MAX ? (uint32_t)size : UINT32_MAX;
    line.line = number < 0 ? 0 : (uint32_t)number;
    line.file = intern(table, source);
    return line.file != NULL && add(table, &line);
}

/* The rows of one unit, which libdw has sorted by address. */
static bool add_unit(line_table *table, Dwarf_Lines *lines, size_t count) {
    for (size_t i = 0; i + 1 < count; i++) {
        Dwarf_Line *row = dwarf_onesrcline(lines, i);
        Dwarf_Addr address;
        Dwarf_Addr next;
        bool end = true;
        if (dwarf_lineendsequence(row, &end) == 0 && !end && dwarf_lineaddr(row, &address) == 0 &&
            dwarf_lineaddr(dwarf_onesrcline(lines, i + 1), &next) == 0 && address < next &&
            !add_row(table, row, address, next)) {
            return false;
        }
    }
    return true;
}

static int by_start(const void *a, const void *b) {
    const nt_line *x = a;
    const nt_line *y = b;
    if (x->start != y->start) {
        return x->start < y->start ? -1 : 1;
    }
    return x->size != y->size ? (x->size < y->size ? -1 : 1) : 0;
}

/* Rows end where the next begins; neighbours of one line become one. */
static void tidy(nt_program_image *image) {
    nt_line *lines = image->lines;
    size_t used = 0;
    if (image->line_count == 0) {
        return;
    }
    qsort(lines, image->line_count, sizeof *lines, by_start);
    for (size_t i = 0; i < image->line_count; i++) {
        nt_line *last = used == 0 ? NULL : &lines[used - 1];
        if (last != NULL && lines[i].start - last->start < last->size) {
            last->size = (uint32_t)(lines[i].start - last->start);
            used -= last->size == 0;
            last = used == 0 ? NULL : &lines[used - 1];
        }
        if (last != NULL && last->file == lines[i].file && last->line == lines[i].line &&
            last->start + last->size == lines[i].start &&
            last->size <= UINT32_MAX - lines[i].size) {
            last->size += lines[i].size;
        } else {
            lines[used++] = lines[i];
        }
    }
    image->line_count = used;
}

/* Whether what there is to unpack and to read stays within bounds. */
static bool is_bounded(Elf *elf) {
    size_t names;
    uint64_t unpacked = 0;
    GElf_Shdr header;
    GElf_Chdr packed;
    if (elf_getshdrstrndx(elf, &names) != 0) {
        return false;
    }
    for (Elf_Scn *scn = NULL; (scn = elf_nextscn(elf, scn)) != NULL;) {
        if (gelf_getshdr(scn, &header) == NULL) {
            return false;
        }
        uint64_t size = header.sh_size;
        if ((header.sh_flags & SHF_COMPRESSED) != 0 && gelf_getchdr(scn, &packed) != NULL) {
            size = packed.ch_size;
            unpacked += size < MOST_UNPACKED ? size : MOST_UNPACKED;
        }
        const char *name = elf_strptr(elf, names, header.sh_name);
        if (unpacked >= MOST_UNPACKED ||
            (name != NULL && strcmp(name, ".debug_line") == 0 && size > MOST_LINE_BYTES)) {
            return false;
        }
    }
    return true;
}

int nt_lines_set(nt_program_image *image, Elf *elf) {
    Dwarf *dwarf = is_bounded(elf) ? dwarf_begin_elf(elf, DWARF_C_READ, NULL) : NULL;
    line_table table = {.image = image};
    Dwarf_Off offset = 0;
    Dwarf_Off next;
    Dwarf_CU *unit = NULL;
    Dwarf_Lines *lines;
    size_t count;
    bool enough = true;
    while (dwarf != NULL && enough &&
           dwarf_next_lines(dwarf, offset, &next, &unit, NULL, NULL, &lines, &count) == 0) {
        enough = add_unit(&table, lines, count);
        offset = next;
    }
    dwarf_end(dwarf);
    free(table.slots);
    tidy(image);
    return enough ? 0 : -1;
}
