/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/registers/register_list.h"

#include "model/control/atb_registers.h"
#include "model/control/encoder_map.h"
#include "model/control/funnel_registers.h"
#include "model/control/pib_registers.h"
#include "model/control/ram_registers.h"
#include "sim/util/nearest.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static const nt_register_map *const maps[] = {
    &nt_encoder_map, &nt_funnel_map, &nt_pib_map, &nt_ram_map, &nt_atb_map,
};
enum { MAPS = sizeof maps / sizeof maps[0] };

static const char *const access_names[] = {
    [NT_RO] = "RO", [NT_RW] = "RW", [NT_WARL] = "WARL", [NT_RW1C] = "RW1C", [NT_W1] = "W1",
};

static const char introduction[] =
    "# Registers\n"
    "\n"
    "Every register and field of the Trace Control Interface, and ours from 0xE00, component by\n"
    "component. This page is made by `ntrace registers --page` from the tables of the model\n"
    "(`model/control/encoder_map.c` and `*_registers.c`); a test compares them with a list "
    "typed\n"
    "from the specification, and the RTL with both.\n"
    "\n"
    "The registers of a component are an APB4 slave of 4 KiB (`rtl/control/nt_*registers.v`):\n"
    "- An access takes no wait state; reading the timestamp counter takes one, and reading "
    "trRamData\n"
    "  as many as the memory needs.\n"
    "- What is not in the list, or not in the build, reads 0 and ignores writes, as do all\n"
    "  registers but tr??Control while tr??Active is 0. PSLVERR is 0: the Trace Control Interface\n"
    "  wants absent registers to read 0. Only an address that is not a multiple of 4, which is no\n"
    "  register's, is answered with PSLVERR; it reads 0, and a write does nothing.\n"
    "- Bytes whose PSTRB is 0 keep their value; in fields where writing 0 does nothing (RW1C, W1)\n"
    "  they do nothing.\n"
    "- A WARL field takes a legal value that depends on what is written alone, not on what was\n"
    "  there: so a debugger that writes all ones reads back what the build has. Only the "
    "addresses\n"
    "  of a RAM sink depend on trRamMode as well, which therefore is set first.\n"
    "- After a reset, and while tr??Active is 0, every field has the value in *reset*. The text\n"
    "  resets tr??Active and tr??Enable alone, and allows to reset more.\n"
    "- *At once* marks fields of the encoder that act while tracing. Its others that decide about\n"
    "  messages are taken while the encoder is empty and does not trace: changed while tracing,\n"
    "  they act at the next start.\n"
    "\n"
    "Filters come every 0x20 bytes, i from 0 to NFILTERS - 1; comparators likewise, j from 0 to\n"
    "NCOMPARATORS - 1. Parameters in capitals are the build's (`rtl/config/*.cfg`), or of the "
    "other\n"
    "components those of their register block.\n";

static void print_bits(FILE *out, const nt_register_field *field) {
    if (field->width == 1) {
        fprintf(out, "%u", field->lsb);
    } else {
        fprintf(out, "%d:%u", field->lsb + field->width - 1, field->lsb);
    }
}

/* A number where the register is, or where its first is. */
static void print_offset(FILE *out, const nt_register_map *map, const nt_register *one) {
    fprintf(out, "0x%03x", one->address);
    if (one->kind != NT_UNIT_COMPONENT) {
        const nt_register_unit *units = nt_register_units(map, one);
        fprintf(out, " + 0x%x%c", units->stride, units->letter);
    }
}

/* `name` NULL: with all its fields, or with that of the name. */
static void print_register(FILE *out, const nt_register_map *map, const nt_register *one,
                           const char *name) {
    print_offset(out, map, one);
    fprintf(out, " %s: %s\n", one->name, one->title);
    for (unsigned f = 0; f < one->field_count; f++) {
        const nt_register_field *field = &one->fields[f];
        if (name != NULL && strcmp(field->name, name) != 0) {
            continue;
        }
        fputs("  ", out);
        print_bits(out, field);
        fprintf(out, " %s, %s, reset %s: %s\n", field->name, access_names[field->access],
                field->reset, field->meaning);
    }
}

void nt_register_list(FILE *out) {
    for (unsigned m = 0; m < MAPS; m++) {
        const nt_register_map *map = maps[m];
        fprintf(out, "%s%s\n", m == 0 ? "" : "\n", map->title);
        for (unsigned r = 0; r < map->count; r++) {
            print_register(out, map, &map->registers[r], NULL);
        }
    }
}

static bool has_field(const nt_register *one, const char *name, nt_nearest *nearest) {
    bool has = false;
    for (unsigned f = 0; f < one->field_count; f++) {
        has = has || strcmp(one->fields[f].name, name) == 0;
        nt_nearest_try(nearest, one->fields[f].name);
    }
    return has;
}

int nt_register_show(FILE *out, const char *name, nt_error *error) {
    nt_nearest nearest = {.typed = name};
    bool found = false;
    for (unsigned m = 0; m < MAPS; m++) {
        for (unsigned r = 0; r < maps[m]->count; r++) {
            const nt_register *one = &maps[m]->registers[r];
            const bool whole = strcmp(one->name, name) == 0;
            nt_nearest_try(&nearest, one->name);
            if (has_field(one, name, &nearest) || whole) {
                print_register(out, maps[m], one, whole ? NULL : name);
                found = true;
            }
        }
    }
    if (found) {
        return 0;
    }
    return nearest.word == NULL
               ? nt_fail(error, "%s: no such register or field", name)
               : nt_fail(error, "%s: no such register or field; is it %s?", name, nearest.word);
}

static void print_table(FILE *out, const nt_register *one) {
    fputs("\n| bits | field | access | reset | meaning | here |\n"
          "| --- | --- | --- | --- | --- | --- |\n",
          out);
    for (unsigned f = 0; f < one->field_count; f++) {
        const nt_register_field *field = &one->fields[f];
        fputs("| ", out);
        print_bits(out, field);
        fprintf(out, " | `%s` | %s | %s | %s | %s |\n", field->name, access_names[field->access],
                field->reset, field->meaning, field->here);
    }
}

void nt_register_page(FILE *out) {
    fputs(introduction, out);
    for (unsigned m = 0; m < MAPS; m++) {
        const nt_register_map *map = maps[m];
        fprintf(out, "\n## %s\n", map->title);
        for (unsigned r = 0; r < map->count; r++) {
            const nt_register *one = &map->registers[r];
            fprintf(out, "\n### %s (", one->name);
            print_offset(out, map, one);
            fprintf(out, ")\n\n%s.\n", one->title);
            print_table(out, one);
        }
    }
}

/* The value out of reset, of a build: a parameter of the build is a constant. */
static json_int_t reset_value(const void *build, const nt_register_field *field) {
    char *end;
    unsigned long long value = strtoull(field->reset, &end, 0);
    return (json_int_t)(*end == '\0' ? value : field->legal(build, field, 0));
}

static json_t *fields_json(const nt_register_map *map, const void *build, const nt_register *one) {
    json_t *fields = json_array();
    for (unsigned f = 0; f < one->field_count; f++) {
        const nt_register_field *field = &one->fields[f];
        json_int_t ones =
            field->source == NT_SOURCE_STATUS
                ? 0
                : (json_int_t)field->legal(build, field, nt_register_mask(map->width));
        json_array_append_new(
            fields, json_pack("{s:s, s:i, s:i, s:s, s:s, s:I, s:I, s:s}", "name", field->name,
                              "lsb", (int)field->lsb, "width", (int)field->width, "access",
                              access_names[field->access], "reset", field->reset, "reset_value",
                              reset_value(build, field), "ones", ones, "meaning", field->meaning));
    }
    return fields;
}

/* From one unit's register to the next; 0: it is there once. */
static int stride_of(const nt_register_map *map, const nt_register *one) {
    return one->kind == NT_UNIT_COMPONENT ? 0 : (int)nt_register_units(map, one)->stride;
}

static json_t *registers_json(const nt_register_map *map, const void *build) {
    json_t *registers = json_array();
    for (unsigned r = 0; r < map->count; r++) {
        const nt_register *one = &map->registers[r];
        json_array_append_new(registers,
                              json_pack("{s:s, s:i, s:i, s:i, s:s, s:o}", "name", one->name,
                                        "offset", (int)one->address, "units",
                                        (int)nt_register_units_built(map, one, build), "stride",
                                        stride_of(map, one), "title", one->title, "fields",
                                        fields_json(map, build, one)));
    }
    return registers;
}

json_t *nt_register_json(const nt_config *config) {
    json_t *components = json_object();
    for (unsigned m = 0; m < MAPS; m++) {
        const nt_register_map *map = maps[m];
        if (map != &nt_encoder_map) {
            json_object_set_new(components, map->name, registers_json(map, map->usual));
        }
    }
    return json_pack("{s:s, s:o, s:o}", "config", config->name, "registers",
                     registers_json(&nt_encoder_map, config), "components", components);
}
