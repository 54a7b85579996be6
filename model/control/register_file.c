#include "model/control/register_file.h"

#include "model/control/control.h"

#include <string.h>

const nt_register_map *const nt_register_maps[NT_REGISTER_MAPS] = {
    &nt_encoder_map, &nt_funnel_map, &nt_pib_map, &nt_ram_map, &nt_atb_map,
};

uint32_t nt_legal_any(const void *build, const nt_register_field *field, uint32_t word) {
    (void)build;
    return nt_register_bits(field, word);
}

uint32_t nt_legal_zero(const void *build, const nt_register_field *field, uint32_t word) {
    (void)build, (void)field, (void)word;
    return 0;
}

uint32_t nt_legal_one(const void *build, const nt_register_field *field, uint32_t word) {
    (void)build, (void)field, (void)word;
    return 1;
}

uint32_t nt_legal_only_if(bool built, const nt_register_field *field, uint32_t word) {
    return built ? nt_register_bits(field, word) : 0;
}

uint32_t nt_legal_at_most(uint32_t limit, const nt_register_field *field, uint32_t word) {
    uint32_t value = nt_register_bits(field, word);
    return value < limit ? value : limit;
}

unsigned nt_register_units(nt_register_unit unit) {
    return unit == NT_UNIT_FILTER       ? NT_MAX_FILTERS
           : unit == NT_UNIT_COMPARATOR ? NT_MAX_COMPARATORS
                                        : 1;
}

unsigned nt_register_units_built(const void *build, nt_register_unit unit) {
    const nt_config *config = build;
    return unit == NT_UNIT_FILTER       ? config->nfilters
           : unit == NT_UNIT_COMPARATOR ? config->ncomparators
                                        : 1;
}

const nt_register *nt_register_at(const nt_register_map *map, uint16_t offset, unsigned *unit) {
    for (unsigned i = 0; i < map->count; i++) {
        const nt_register *one_register = &map->registers[i];
        unsigned distance = (unsigned)(offset - one_register->offset);
        unsigned units = nt_register_units(one_register->unit);
        if (distance % NT_REGISTER_STRIDE == 0 && distance / NT_REGISTER_STRIDE < units) {
            *unit = distance / NT_REGISTER_STRIDE;
            return one_register;
        }
    }
    return NULL;
}

/* Filters and comparators have a struct each in an encoder's fields. */
size_t nt_register_member(const nt_register *where, const nt_register_field *field, unsigned unit) {
    size_t size =
        where->unit == NT_UNIT_FILTER ? sizeof(nt_filter_control) : sizeof(nt_comparator_control);
    return field->member + unit * size;
}

static uint32_t load(const void *fields, const nt_register *where, const nt_register_field *field,
                     unsigned unit) {
    uint32_t word;
    memcpy(&word, (const char *)fields + nt_register_member(where, field, unit), sizeof word);
    return (word >> field->at) & nt_register_mask(field->width);
}

static void store(void *fields, const nt_register *where, const nt_register_field *field,
                  unsigned unit, uint32_t value) {
    char *at = (char *)fields + nt_register_member(where, field, unit);
    uint32_t word;
    memcpy(&word, at, sizeof word);
    word &= ~(nt_register_mask(field->width) << field->at);
    word |= value << field->at;
    memcpy(at, &word, sizeof word);
}

bool nt_register_file_active(const nt_register_file *file) {
    return nt_registers_word(file->fields, &file->map->registers[0], 0) & 1;
}

uint32_t nt_registers_word(const void *fields, const nt_register *where, unsigned unit) {
    uint32_t word = 0;
    for (unsigned i = 0; i < where->field_count; i++) {
        const nt_register_field *field = &where->fields[i];
        if (field->source == NT_SOURCE_STORED) {
            word |= load(fields, where, field, unit) << field->lsb;
        }
    }
    return word;
}

/* The register at an offset if it answers now, else NULL. */
static const nt_register *find(const nt_register_file *file, uint16_t offset, unsigned *unit) {
    const nt_register *where = nt_register_at(file->map, offset, unit);
    bool answers = where != NULL && *unit < nt_register_units_built(file->build, where->unit) &&
                   (where == &file->map->registers[0] || nt_register_file_active(file));
    return answers ? where : NULL;
}

uint32_t nt_register_file_read(const nt_register_file *file, uint16_t offset) {
    unsigned unit;
    const nt_register *where = find(file, offset, &unit);
    if (where == NULL) {
        return 0;
    }
    uint32_t word = nt_registers_word(file->fields, where, unit);
    for (unsigned i = 0; i < where->field_count; i++) {
        const nt_register_field *field = &where->fields[i];
        if (field->source == NT_SOURCE_CONSTANT) {
            word |= field->legal(file->build, field, 0) << field->lsb;
        }
    }
    return word;
}

static void write_fields(const nt_register_file *file, const nt_register *where, unsigned unit,
                         uint32_t word) {
    for (unsigned i = 0; i < where->field_count; i++) {
        const nt_register_field *field = &where->fields[i];
        if (field->source == NT_SOURCE_STORED) {
            store(file->fields, where, field, unit, field->legal(file->build, field, word));
        }
    }
}

void nt_register_file_write(const nt_register_file *file, uint16_t offset, uint32_t word) {
    unsigned unit;
    const nt_register *where = find(file, offset, &unit);
    if (where != NULL) {
        write_fields(file, where, unit, where->holds && (word & 1) == 0 ? 0 : word);
    }
}

void nt_register_file_access(const nt_register_file *file, const nt_apb *apb) {
    if (nt_apb_is_write(apb)) {
        uint32_t read = nt_register_file_read(file, apb->PADDR);
        nt_register_file_write(file, apb->PADDR, nt_apb_word(apb, read));
    }
}

void nt_register_file_legalize(const nt_register_file *file) {
    for (unsigned r = 0; r < file->map->count; r++) {
        const nt_register *where = &file->map->registers[r];
        unsigned units = nt_register_units_built(file->build, where->unit);
        for (unsigned unit = 0; unit < units; unit++) {
            write_fields(file, where, unit, nt_registers_word(file->fields, where, unit));
        }
    }
}
