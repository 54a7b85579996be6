/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/recording/retired_list.h"

#include "libntrace/program/format.h"
#include "libntrace/program/insn_table.h"
#include "libntrace/program/nexus_text.h"
#include "sim/recording/names.h"
#include "sim/stimulus/retire.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <string.h>

enum { HEX = 2 * NT_MOST_VLENB + 3 };

/* Bytes from the lowest as one number, with leading zeros. */
static const char *hex_of_bytes(char text[HEX], const uint8_t *bytes, size_t size) {
    static const char digits[] = "0123456789abcdef";
    char *at = text;
    *at++ = '0';
    *at++ = 'x';
    while (size-- > 0) {
        *at++ = digits[bytes[size] >> 4];
        *at++ = digits[bytes[size] & 15];
    }
    *at = '\0';
    return text;
}

static const char *hex(char text[HEX], uint64_t value) {
    (void)snprintf(text, HEX, "0x%" PRIx64, value);
    return text;
}

static const char *hex_of_value(char text[HEX], const nt_access *access) {
    return access->bytes != NULL ? hex_of_bytes(text, access->bytes, access->size)
                                 : hex(text, access->value);
}

/* Text. */

static void print_register(const nt_access *access) {
    char text[HEX];
    char name[NT_CSR_NAME];
    if (access->kind == NT_ACCESS_CSR) {
        nt_csr_name(access->number, name);
        printf("  %s", name);
    } else {
        printf("  %s%u", nt_access_names[access->kind], access->number);
    }
    printf("=%s", access->has_value ? hex_of_value(text, access) : "unknown");
}

static void print_memory(const nt_access *access) {
    char text[HEX];
    printf("  %s", nt_access_names[access->kind]);
    if (access->size != 0) {
        printf(" %u", access->size);
    }
    if (access->address_unknown) {
        printf(" at an unknown address");
    } else {
        printf(" 0x%" PRIx64, access->address);
    }
    if (access->has_physical) {
        printf(" (0x%" PRIx64 ")", access->physical);
    }
    if (access->has_value) {
        printf("=%s", hex_of_value(text, access));
    }
}

static void print_accesses(const nt_retired *retired) {
    for (size_t i = 0; i < retired->access_count; i++) {
        const nt_access *access = &retired->accesses[i];
        if (nt_access_is_memory(access)) {
            print_memory(access);
        } else {
            print_register(access);
        }
    }
}

static void print_trap(const nt_retired *retired, const char *priv) {
    const nt_retire_trap *trap = &retired->trap;
    printf("%10s %-2s 0x%" PRIx64, trap->interrupt ? "interrupt" : "exception", priv, retired->pc);
    if (trap->cause_unknown) {
        printf(" cause unknown");
    } else {
        printf(" cause %" PRIu64, trap->cause);
    }
    if (trap->tval_unknown) {
        printf(" tval unknown");
    } else {
        printf(" tval 0x%" PRIx64, trap->tval);
    }
}

static void print_text(const nt_retired *retired) {
    char text[HEX] = "-";
    const char *priv = nt_priv_names[retired->mode.priv % NT_PRIV_NAMES];
    switch (retired->kind) {
    case NT_RETIRED_STATE:
        printf("%10s %-2s", "state", priv);
        break;
    case NT_RETIRED_INSN:
        if (retired->has_bytes) {
            hex_of_bytes(text, retired->bytes, retired->insn.size);
        }
        printf("%10" PRIu64 " %-2s 0x%" PRIx64 " %-10s", retired->number, priv, retired->pc, text);
        break;
    case NT_RETIRED_TRAP:
        print_trap(retired, priv);
        break;
    }
    print_accesses(retired);
    putchar('\n');
}

/* JSON. */

static void set(json_t *object, const char *name, json_t *value) {
    (void)json_object_set_new(object, name, value); /* a missing one is found at the end */
}

static void set_hex(json_t *object, const char *name, uint64_t value) {
    char text[HEX];
    set(object, name, json_string(hex(text, value)));
}

static void set_hex_or_null(json_t *object, const char *name, uint64_t value, bool unknown) {
    if (unknown) {
        set(object, name, json_null());
    } else {
        set_hex(object, name, value);
    }
}

static json_t *json_access(const nt_access *access) {
    char text[HEX];
    char name[NT_CSR_NAME];
    json_t *object = json_pack("{s:s}", "kind", nt_access_names[access->kind]);
    if (access->kind == NT_ACCESS_CSR) {
        nt_csr_name(access->number, name);
        set(object, "name", json_string(name));
    }
    if (nt_access_is_memory(access)) {
        set_hex_or_null(object, "address", access->address, access->address_unknown);
    } else {
        set(object, "number", json_integer(access->number));
    }
    if (access->has_physical) {
        set_hex(object, "physical", access->physical);
    }
    if (access->size != 0) {
        set(object, "size", json_integer(access->size));
    }
    if (access->has_value) {
        set(object, "value", json_string(hex_of_value(text, access)));
    }
    return object;
}

static json_t *json_accesses(const nt_retired *retired) {
    json_t *array = json_array();
    for (size_t i = 0; i < retired->access_count; i++) {
        (void)json_array_append_new(array, json_access(&retired->accesses[i]));
    }
    return array;
}

/* As a pcinfo has it after the address. */
static void set_type(json_t *object, const nt_insn *insn) {
    char text[HEX];
    const bool direct = nt_insn_is_direct(insn->class_);
    const int size = snprintf(text, sizeof text, "%s%s%u", nt_nexus_letters(insn->class_),
                              direct ? "D" : "", insn->size);
    if (direct && size > 0) {
        (void)snprintf(text + size, sizeof text - (size_t)size, ",0x%" PRIx64, insn->target);
    }
    set(object, "type", json_string(text));
}

static void set_insn(json_t *object, const nt_retired *retired) {
    char text[HEX];
    set(object, "number", json_integer((json_int_t)retired->number));
    set(object, "size", json_integer(retired->insn.size));
    if (!retired->has_bytes) {
        set_type(object, &retired->insn);
    } else {
        set(object, "insn", json_string(hex_of_bytes(text, retired->bytes, retired->insn.size)));
    }
}

static void set_trap(json_t *object, const nt_retired *retired) {
    set(object, "interrupt", json_boolean(retired->trap.interrupt));
    set(object, "cause",
        retired->trap.cause_unknown ? json_null() : json_integer((json_int_t)retired->trap.cause));
    set_hex_or_null(object, "tval", retired->trap.tval, retired->trap.tval_unknown);
}

static json_t *json_retired(const nt_retired *retired) {
    static const char *const kinds[] = {
        [NT_RETIRED_STATE] = "state", [NT_RETIRED_INSN] = "insn", [NT_RETIRED_TRAP] = "trap"};
    json_t *object = json_pack("{s:s}", "kind", kinds[retired->kind]);
    if (retired->kind != NT_RETIRED_STATE) {
        set_hex(object, "pc", retired->pc);
        set(object, "privilege", json_string(nt_priv_names[retired->mode.priv % NT_PRIV_NAMES]));
        set_hex(object, "context", retired->mode.context);
    }
    if (retired->kind == NT_RETIRED_INSN) {
        set_insn(object, retired);
    } else if (retired->kind == NT_RETIRED_TRAP) {
        set_trap(object, retired);
    }
    if (retired->has_next) {
        set_hex(object, "next", retired->next_pc);
    }
    set(object, "accesses", json_accesses(retired));
    return object;
}

static int print_json(const nt_retired *retired, nt_error *error) {
    json_t *object = json_retired(retired);
    int result = json_dumpf(object, stdout, JSON_COMPACT);
    json_decref(object);
    return result == 0 && putchar('\n') != EOF ? 0
                                               : nt_fail(error, "standard output: cannot write");
}

int nt_retired_list(const char *recording, unsigned hart, uint64_t limit, bool json,
                    nt_error *error) {
    nt_retire *retire;
    nt_retired retired;
    if (nt_retire_open(&retire, recording, hart, error) != 0) {
        return -1;
    }
    int result;
    while ((result = nt_retire_next(retire, &retired, error)) > 0 && retired.number < limit) {
        if (!json) {
            print_text(&retired);
        } else if (print_json(&retired, error) != 0) {
            result = -1;
            break;
        }
    }
    nt_retire_close(retire);
    return result < 0 ? -1 : 0;
}
