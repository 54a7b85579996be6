/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/tandem/json.h"

#include "libntrace/tandem/tables.h"
#include "sim/tandem/text.h"

#include <inttypes.h>

static json_t *hex(uint64_t value) {
    return json_sprintf("0x%" PRIx64, value);
}

static const char *privilege_name(uint64_t mode) {
    static const char *const names[] = {"U", "S", "?", "M"};
    return names[mode & 3];
}

/* With `value`, or, of the incremental forms, `add` or `or`. */
static json_t *json_register(const nt_tandem_field *field) {
    char name[NT_CSR_NAME];
    nt_tandem_register_name(field->reg, name);
    json_t *object = json_pack("{s:s}", "name", name);
    if (field->opcode == NT_TANDEM_REGISTER_ADD) {
        json_object_set_new(object, "add", json_integer((json_int_t)(int8_t)field->value));
    } else {
        json_object_set_new(object, field->opcode == NT_TANDEM_REGISTER ? "value" : "or",
                            hex(field->value));
    }
    return object;
}

static json_t *json_request(const nt_tandem_field *field) {
    char word[16];
    nt_tandem_operation_word(field->operation, word);
    json_t *object = json_pack("{s:s, s:s, s:i, s:o}", "name", "request", "operation", word, "size",
                               8 << field->size, "address", hex(field->address));
    if (nt_tandem_request_has_data(field->operation)) {
        json_object_set_new(object, "data", hex(field->value));
    }
    return object;
}

static json_t *json_response(const nt_tandem_field *field, const nt_tandem_field *request) {
    json_t *object = json_pack("{s:s, s:i, s:s}", "name", "response", "size", 8 << field->size,
                               "result", field->result == 0 ? "success" : "failure");
    if (nt_tandem_response_has_data(request->operation)) {
        json_object_set_new(object, "data", hex(field->value));
    }
    return object;
}

static void add_state(json_t *object, const nt_tandem_field *field) {
    const char *name = nt_tandem_id_word(field->id);
    switch (field->id) {
    case NT_TANDEM_PRIVILEGE:
        json_object_set_new(object, name, json_string(privilege_name(field->value)));
        break;
    case NT_TANDEM_PC: /* is told for all groups alike */
        break;
    case NT_TANDEM_MTIME:
        json_object_set_new(object, name, hex(field->value));
        break;
    case NT_TANDEM_PC_PADDR:
        json_object_set_new(object, "pc_paddr", hex(field->value));
        break;
    default:
        json_array_append_new(json_object_get(object, "memory"),
                              json_pack("{s:s, s:o}", "name", name, "value", hex(field->value)));
        break;
    }
}

static void add_insn(json_t *object, const nt_tandem_field *field) {
    bool is_long = field->opcode == NT_TANDEM_INSN32;
    json_object_set_new(object, "insn",
                        json_sprintf("0x%0*" PRIx64, is_long ? 8 : 4, field->value));
}

static void add_violations(json_t *object, const nt_tandem_field *field) {
    for (unsigned i = 0; i < NT_TANDEM_VIOLATIONS; i++) {
        const nt_tandem_violation_info *info = &nt_tandem_violations[i];
        if ((field->violations >> i & 1) != 0) {
            json_array_append_new(
                json_object_get(object, info->warning ? "warnings" : "violations"),
                json_pack("{s:s, s:I, s:s}", "name", info->name, "offset",
                          (json_int_t)field->offset, "clause", info->clause));
        }
    }
}

static void add_field(json_t *object, const nt_tandem_field *field) {
    json_t *memory = json_object_get(object, "memory");
    switch (field->opcode) {
    case NT_TANDEM_REGISTER:
    case NT_TANDEM_REGISTER_ADD:
    case NT_TANDEM_REGISTER_OR:
        json_array_append_new(
            json_object_get(object, field->reg < NT_TANDEM_GPR ? "csrs" : "registers"),
            json_register(field));
        break;
    case NT_TANDEM_STATE:
        add_state(object, field);
        break;
    case NT_TANDEM_REQUEST:
        json_array_append_new(memory, json_request(field));
        break;
    case NT_TANDEM_RESPONSE:
        json_array_append_new(memory, json_response(field, field - 1));
        break;
    case NT_TANDEM_RESET:
        json_object_set_new(object, "reset", json_true());
        break;
    case NT_TANDEM_INITIALIZATION:
        json_object_set_new(object, "initialization", json_true());
        break;
    case NT_TANDEM_INSN16:
    case NT_TANDEM_INSN32:
        add_insn(object, field);
        break;
    default:
        break;
    }
    add_violations(object, field);
}

json_t *nt_tandem_json(const nt_tandem_group *group, const uint64_t *pc) {
    json_t *object =
        json_pack("{s:I, s:I, s:b, s:n, s:o, s:[], s:[], s:[], s:n, s:[], s:[]}", "offset",
                  (json_int_t)group->offset, "size", (json_int_t)group->size, "group",
                  group->atomic, "insn", "pc", pc == NULL ? json_null() : hex(*pc), "registers",
                  "csrs", "memory", "privilege", "violations", "warnings");
    for (size_t i = 0; object != NULL && i < group->count; i++) {
        add_field(object, &group->fields[i]);
    }
    return object;
}
