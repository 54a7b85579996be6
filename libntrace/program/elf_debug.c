/* SPDX-License-Identifier: Apache-2.0 */
/* Debugging information in a file of its own: by build ID, or by the link in the program's file. */
#include "libntrace/program/elf_file.h"
#include "libntrace/util/checksum.h"
#include "libntrace/util/input_file.h"
#include "libntrace/util/little.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define GLOBAL "/usr/lib/debug"

enum { MOST_ID = 64, MOST_NAME = 256, MOST_FILE = 1 << 30, MOST_SECTIONS = 256 };

typedef struct build_id {
    size_t size; /* 0: none */
    uint8_t bytes[MOST_ID];
} build_id;

typedef struct debug_link {
    char name[MOST_NAME]; /* empty: none */
    uint32_t crc;
} debug_link;

/* Sections. */

static bool find_section(const nt_elf_file *file, const char *name, GElf_Shdr *header) {
    size_t names;
    if (elf_getshdrstrndx(file->elf, &names) != 0) {
        return false;
    }
    for (Elf_Scn *scn = NULL; (scn = elf_nextscn(file->elf, scn)) != NULL;) {
        if (gelf_getshdr(scn, header) == NULL) {
            continue;
        }
        const char *found = elf_strptr(file->elf, names, header->sh_name);
        if (found != NULL && strcmp(found, name) == 0) {
            return header->sh_type != SHT_NOBITS && header->sh_size != 0 &&
                   nt_elf_inside(file, header->sh_offset, header->sh_size);
        }
    }
    return false;
}

bool nt_elf_has_section(const nt_elf_file *file, const char *name) {
    GElf_Shdr header;
    return find_section(file, name, &header);
}

static bool is_code(const GElf_Shdr *header) {
    return (header->sh_flags & SHF_ALLOC) != 0 && (header->sh_flags & SHF_EXECINSTR) != 0 &&
           header->sh_size != 0;
}

bool nt_elf_is_debug(const nt_elf_file *file) {
    bool any = false;
    GElf_Shdr header;
    for (Elf_Scn *scn = NULL; (scn = elf_nextscn(file->elf, scn)) != NULL;) {
        if (gelf_getshdr(scn, &header) != NULL && is_code(&header)) {
            if (header.sh_type != SHT_NOBITS) {
                return false;
            }
            any = true;
        }
    }
    return any;
}

int nt_elf_name_sections(const nt_elf_file *file, nt_program_image *image) {
    static const uint8_t nothing;
    nt_piece found[MOST_SECTIONS];
    size_t count = 0;
    GElf_Shdr header;
    for (Elf_Scn *scn = NULL; (scn = elf_nextscn(file->elf, scn)) != NULL;) {
        if (gelf_getshdr(scn, &header) == NULL || !is_code(&header) || count == MOST_SECTIONS) {
            continue;
        }
        const uint64_t start = (header.sh_addr + image->spec.offset) & image->mask;
        if (header.sh_size - 1 <= image->mask - start && start + header.sh_size != 0) {
            found[count++] = (nt_piece){start, header.sh_size, &nothing};
        }
    }
    return count == 0 ? 0 : nt_pieces_make(&image->named, found, count);
}

/* What leads to the file. */

static build_id read_id(const nt_elf_file *file) {
    build_id id = {.size = 0};
    GElf_Shdr header;
    GElf_Nhdr note;
    size_t name;
    size_t content;
    if (!find_section(file, ".note.gnu.build-id", &header)) {
        return id;
    }
    for (Elf_Scn *scn = NULL; (scn = elf_nextscn(file->elf, scn)) != NULL;) {
        GElf_Shdr other;
        Elf_Data *data = gelf_getshdr(scn, &other) != NULL && other.sh_offset == header.sh_offset &&
                                 other.sh_type == SHT_NOTE
                             ? elf_getdata(scn, NULL)
                             : NULL;
        if (data != NULL && gelf_getnote(data, 0, &note, &name, &content) > 0 && note.n_type == 3 &&
            note.n_descsz > 1 && note.n_descsz <= MOST_ID) {
            id.size = note.n_descsz;
            memcpy(id.bytes, (const uint8_t *)data->d_buf + content, id.size);
            return id;
        }
    }
    return id;
}

/* A name, and after its end and up to a multiple of 4 the checksum of the file. */
static debug_link read_link(const nt_elf_file *file) {
    debug_link link = {.name = ""};
    GElf_Shdr header;
    if (!find_section(file, ".gnu_debuglink", &header) || header.sh_size < 8) {
        return link;
    }
    const uint8_t *at = file->bytes + header.sh_offset;
    const size_t length = strnlen((const char *)at, header.sh_size);
    const size_t crc = (length + 4) & ~(size_t)3;
    if (length == 0 || length >= MOST_NAME || crc + 4 > header.sh_size ||
        memchr(at, '/', length) != NULL) {
        return link;
    }
    memcpy(link.name, at, length + 1);
    link.crc = nt_little_32(at + crc);
    return link;
}

/* Candidates. */

/* All bytes of a regular file; NULL: it is not there. */
static uint8_t *read_file(const char *path, size_t *size) {
    struct stat status;
    nt_input_file *input;
    nt_error none = {0};
    uint8_t *bytes = NULL;
    if (stat(path, &status) != 0 || !S_ISREG(status.st_mode) ||
        nt_input_file_open(&input, path, &none) != 0) {
        return NULL;
    }
    const int result = nt_input_file_all(input, MOST_FILE, &bytes, size, &none);
    nt_input_file_close(input);
    if (result != 0) {
        free(bytes);
        return NULL;
    }
    return bytes;
}

static bool same_id(const build_id *a, const build_id *b) {
    return a->size != 0 && a->size == b->size && memcmp(a->bytes, b->bytes, a->size) == 0;
}

typedef struct search {
    const nt_elf_file *file;
    build_id id;
    debug_link link;
    bool other; /* a file has the name of the link and is not the one */
} search;

/* Opens a candidate, if it is the file's. */
static bool try_file(search *s, const char *path, bool linked, nt_elf_file *debug) {
    size_t size;
    uint8_t *bytes = read_file(path, &size);
    if (bytes == NULL) {
        return false;
    }
    *debug =
        (nt_elf_file){.bytes = bytes, .size = size, .path = s->file->path, .error = debug->error};
    bool fits = nt_elf_begin(debug) == 0 && nt_elf_is_wide(debug) == nt_elf_is_wide(s->file);
    if (fits) {
        const build_id id = read_id(debug);
        fits = same_id(&id, &s->id) || (linked && (s->id.size == 0 || id.size == 0) &&
                                        nt_checksum(0, bytes, size) == s->link.crc);
    }
    if (!fits) {
        s->other |= linked;
        nt_elf_end(debug);
        free(bytes);
    }
    return fits;
}

static void put_hex(const build_id *id, char hex[2 * MOST_ID + 1]) {
    hex[0] = '\0';
    for (size_t i = 0; i < id->size; i++) {
        (void)snprintf(hex + 2 * i, 3, "%02x", id->bytes[i]);
    }
}

static bool try_id(search *s, const char *folder, nt_elf_file *debug) {
    char hex[2 * MOST_ID + 1];
    char path[PATH_MAX];
    put_hex(&s->id, hex);
    const int size =
        snprintf(path, sizeof path, "%s/.build-id/%.2s/%s.debug", folder, hex, hex + 2);
    return s->id.size != 0 && size > 0 && (size_t)size < sizeof path &&
           try_file(s, path, false, debug);
}

static bool try_name(search *s, const char *folder, const char *between, const char *name,
                     bool linked, nt_elf_file *debug) {
    char path[PATH_MAX];
    const int size = snprintf(path, sizeof path, "%s%s/%s", folder, between, name);
    return name[0] != '\0' && size > 0 && (size_t)size < sizeof path &&
           try_file(s, path, linked, debug);
}

/* prog.debug and prog.elf.debug beside prog.elf, without a link to them; the build ID decides. */
static bool try_beside(search *s, const char *folder, const char *base, nt_elf_file *debug) {
    char name[NAME_MAX + 8];
    const char *dot = strrchr(base, '.');
    const int stem = dot != NULL ? (int)(dot - base) : (int)strlen(base);
    (void)snprintf(name, sizeof name, "%s.debug", base);
    if (try_name(s, folder, "", name, false, debug) ||
        try_name(s, folder, "/.debug", name, false, debug)) {
        return true;
    }
    (void)snprintf(name, sizeof name, "%.*s.debug", stem, base);
    return strcmp(name, base) != 0 && (try_name(s, folder, "", name, false, debug) ||
                                       try_name(s, folder, "/.debug", name, false, debug));
}

/* Says what is missing, where something leads to it or the file has nothing itself. */
static void note_missing(const search *s, nt_program_image *image) {
    const char *name = s->link.name;
    char hex[2 * MOST_ID + 1];
    if (s->other) {
        nt_program_image_note(
            image, "%s is not that of this file: names and source lines are missing", name);
    } else if (name[0] != '\0') {
        nt_program_image_note(image,
                              "its debugging information is in %s, which is neither beside it, nor "
                              "in .debug, nor in " GLOBAL ": names and source lines are missing",
                              name);
    } else if (nt_elf_has_section(s->file, ".gnu_debugdata")) {
        nt_program_image_note(image, "its names are in .gnu_debugdata, packed by xz, which is not "
                                     "read: they are missing");
    } else if (s->id.size != 0 && !nt_elf_has_section(s->file, ".symtab") &&
               !nt_elf_has_section(s->file, ".debug_line")) {
        put_hex(&s->id, hex);
        nt_program_image_note(image,
                              "it is stripped, and no file of its build ID %s is in .build-id "
                              "beside it or in " GLOBAL ": names and source lines are missing",
                              hex);
    }
}

bool nt_elf_find_debug(const nt_elf_file *file, nt_program_image *image, nt_elf_file *debug) {
    search s = {.file = file, .id = read_id(file), .link = read_link(file)};
    char folder[PATH_MAX];
    char global[PATH_MAX + sizeof GLOBAL];
    if (realpath(image->path, folder) == NULL) {
        return false;
    }
    char base[NAME_MAX + 1];
    char *slash = strrchr(folder, '/');
    (void)snprintf(base, sizeof base, "%s", slash + 1);
    *slash = '\0';
    (void)snprintf(global, sizeof global, GLOBAL "%s", folder);
    if (try_id(&s, folder, debug) || try_id(&s, GLOBAL, debug) ||
        try_name(&s, folder, "", s.link.name, true, debug) ||
        try_name(&s, folder, "/.debug", s.link.name, true, debug) ||
        try_name(&s, global, "", s.link.name, true, debug) || try_beside(&s, folder, base, debug)) {
        return true;
    }
    note_missing(&s, image);
    return false;
}
