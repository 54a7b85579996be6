/* SPDX-License-Identifier: Apache-2.0 */
#include "model/control/register_map.h"

uint64_t nt_legal_any(const void *build, const nt_register_field *field, uint64_t word) {
    (void)build;
    return nt_register_bits(field, word);
}

uint64_t nt_legal_zero(const void *build, const nt_register_field *field, uint64_t word) {
    (void)build, (void)field, (void)word;
    return 0;
}

uint64_t nt_legal_one(const void *build, const nt_register_field *field, uint64_t word) {
    (void)build, (void)field, (void)word;
    return 1;
}

uint64_t nt_legal_only_if(bool built, const nt_register_field *field, uint64_t word) {
    return built ? nt_register_bits(field, word) : 0;
}

uint64_t nt_legal_at_most(uint64_t limit, const nt_register_field *field, uint64_t word) {
    uint64_t value = nt_register_bits(field, word);
    return value < limit ? value : limit;
}

const nt_register_unit *nt_register_units(const nt_register_map *map, const nt_register *where) {
    static const nt_register_unit component = {.count = 1, .stride = 1};
    return where->kind == NT_UNIT_COMPONENT ? &component : &map->units[where->kind];
}

unsigned nt_register_units_built(const nt_register_map *map, const nt_register *where,
                                 const void *build) {
    bool all = where->kind == NT_UNIT_COMPONENT || map->units_built == NULL;
    return all ? nt_register_units(map, where)->count : map->units_built(build, where->kind);
}

uint32_t nt_register_address(const nt_register_map *map, const nt_register *where, unsigned unit) {
    return where->address + unit * nt_register_units(map, where)->stride;
}

const nt_register *nt_register_at(const nt_register_map *map, uint32_t address, unsigned *unit) {
    for (unsigned i = 0; i < map->count; i++) {
        const nt_register *where = &map->registers[i];
        const nt_register_unit *units = nt_register_units(map, where);
        uint32_t distance = address - where->address;
        if (distance % units->stride == 0 && distance / units->stride < units->count) {
            *unit = distance / units->stride;
            return where;
        }
    }
    return NULL;
}

size_t nt_register_member(const nt_register_map *map, const nt_register *where,
                          const nt_register_field *field, unsigned unit) {
    return field->member + (size_t)unit * nt_register_units(map, where)->size;
}
