/* SPDX-License-Identifier: Apache-2.0 */
#include "model/control/register_file.h"

#include <string.h>

/* A word of the component's fields, of the map's width. */

static uint64_t load_word(const nt_register_map *map, const void *at) {
    uint64_t wide;
    uint32_t narrow;
    if (map->width == 64) {
        memcpy(&wide, at, sizeof wide);
        return wide;
    }
    memcpy(&narrow, at, sizeof narrow);
    return narrow;
}

static void store_word(const nt_register_map *map, void *at, uint64_t word) {
    uint32_t narrow = (uint32_t)word;
    if (map->width == 64) {
        memcpy(at, &word, sizeof word);
    } else {
        memcpy(at, &narrow, sizeof narrow);
    }
}

static uint64_t load(const nt_register_map *map, const void *fields, const nt_register *where,
                     const nt_register_field *field, unsigned unit) {
    const char *at = (const char *)fields + nt_register_member(map, where, field, unit);
    return (load_word(map, at) >> field->at) & nt_register_mask(field->width);
}

static void store(const nt_register_file *file, const nt_register *where,
                  const nt_register_field *field, unsigned unit, uint64_t value) {
    char *at = (char *)file->fields + nt_register_member(file->map, where, field, unit);
    uint64_t word = load_word(file->map, at);
    word &= ~(nt_register_mask(field->width) << field->at);
    store_word(file->map, at, word | value << field->at);
}

uint64_t nt_register_word(const nt_register_map *map, const void *fields, const nt_register *where,
                          unsigned unit) {
    uint64_t word = 0;
    for (unsigned i = 0; i < where->field_count; i++) {
        const nt_register_field *field = &where->fields[i];
        if (field->source == NT_SOURCE_STORED) {
            word |= load(map, fields, where, field, unit) << field->lsb;
        }
    }
    return word;
}

bool nt_register_file_active(const nt_register_file *file) {
    const nt_register_map *map = file->map;
    return !map->has_active || (nt_register_word(map, file->fields, &map->registers[0], 0) & 1);
}

/* The register at an address if it answers now, else NULL. */
static const nt_register *find(const nt_register_file *file, uint32_t address, unsigned *unit) {
    const nt_register_map *map = file->map;
    const nt_register *where = nt_register_at(map, address, unit);
    bool answers = where != NULL && *unit < nt_register_units_built(map, where, file->build) &&
                   (where == &map->registers[0] || nt_register_file_active(file));
    return answers ? where : NULL;
}

uint64_t nt_register_file_read(const nt_register_file *file, uint32_t address) {
    unsigned unit;
    const nt_register *where = find(file, address, &unit);
    if (where == NULL) {
        return 0;
    }
    uint64_t word = nt_register_word(file->map, file->fields, where, unit);
    for (unsigned i = 0; i < where->field_count; i++) {
        const nt_register_field *field = &where->fields[i];
        if (field->source == NT_SOURCE_CONSTANT) {
            word |= field->legal(file->build, field, 0) << field->lsb;
        }
    }
    return word;
}

static void write_fields(const nt_register_file *file, const nt_register *where, unsigned unit,
                         uint64_t word) {
    for (unsigned i = 0; i < where->field_count; i++) {
        const nt_register_field *field = &where->fields[i];
        if (field->source == NT_SOURCE_STORED) {
            store(file, where, field, unit, field->legal(file->build, field, word));
        }
    }
}

void nt_register_file_write(const nt_register_file *file, uint32_t address, uint64_t word) {
    unsigned unit;
    const nt_register *where = find(file, address, &unit);
    if (where != NULL) {
        write_fields(file, where, unit, where->holds && (word & 1) == 0 ? 0 : word);
    }
}

void nt_register_file_access(const nt_register_file *file, const nt_apb *apb) {
    if (nt_apb_is_write(apb)) {
        uint32_t read = (uint32_t)nt_register_file_read(file, apb->PADDR);
        nt_register_file_write(file, apb->PADDR, nt_apb_word(apb, read));
    }
}

void nt_register_file_legalize(const nt_register_file *file) {
    for (unsigned r = 0; r < file->map->count; r++) {
        const nt_register *where = &file->map->registers[r];
        unsigned units = nt_register_units_built(file->map, where, file->build);
        for (unsigned unit = 0; unit < units; unit++) {
            write_fields(file, where, unit, nt_register_word(file->map, file->fields, where, unit));
        }
    }
}
