/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/tandem/text_names.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static void print_register(const nt_tandem_field *field, char line[NT_TANDEM_LINE]) {
    char name[NT_CSR_NAME];
    nt_tandem_register_name(field->reg, name);
    switch (field->opcode) {
    case NT_TANDEM_REGISTER_ADD:
        (void)snprintf(line, NT_TANDEM_LINE, "%s += %d", name, (int8_t)field->value);
        break;
    case NT_TANDEM_REGISTER_OR:
        (void)snprintf(line, NT_TANDEM_LINE, "%s |= 0x%" PRIx64, name, field->value);
        break;
    default:
        (void)snprintf(line, NT_TANDEM_LINE, "%s = 0x%" PRIx64, name, field->value);
        break;
    }
}

static void print_data(uint64_t value, char line[NT_TANDEM_LINE]) {
    size_t used = strlen(line);
    (void)snprintf(line + used, NT_TANDEM_LINE - used, " 0x%" PRIx64, value);
}

static void print_request(const nt_tandem_field *field, char line[NT_TANDEM_LINE]) {
    char word[16];
    nt_tandem_operation_word(field->operation, word);
    (void)snprintf(line, NT_TANDEM_LINE, "request %s %u 0x%" PRIx64, word, 8U << field->size,
                   field->address);
    if (nt_tandem_request_has_data(field->operation)) {
        print_data(field->value, line);
    }
}

static void print_response(const nt_tandem_field *field, const nt_tandem_field *before,
                           char line[NT_TANDEM_LINE]) {
    (void)snprintf(line, NT_TANDEM_LINE, "response %u %s", 8U << field->size,
                   field->result == 0 ? "success" : "failure");
    if (before != NULL && nt_tandem_response_has_data(before->operation)) {
        print_data(field->value, line);
    }
}

void nt_tandem_print(const nt_tandem_field *field, const nt_tandem_field *before,
                     char line[NT_TANDEM_LINE]) {
    const char *word = nt_tandem_words[field->opcode];
    switch (field->opcode) {
    case NT_TANDEM_REGISTER:
    case NT_TANDEM_REGISTER_ADD:
    case NT_TANDEM_REGISTER_OR:
        print_register(field, line);
        break;
    case NT_TANDEM_STATE:
        (void)snprintf(line, NT_TANDEM_LINE,
                       field->id == NT_TANDEM_PRIVILEGE ? "%s = %" PRIu64 : "%s = 0x%" PRIx64,
                       nt_tandem_id_word(field->id), field->value);
        break;
    case NT_TANDEM_REQUEST:
        print_request(field, line);
        break;
    case NT_TANDEM_RESPONSE:
        print_response(field, before, line);
        break;
    case NT_TANDEM_INSN16:
        (void)snprintf(line, NT_TANDEM_LINE, "%s 0x%04" PRIx64, word, field->value);
        break;
    case NT_TANDEM_INSN32:
        (void)snprintf(line, NT_TANDEM_LINE, "%s 0x%08" PRIx64, word, field->value);
        break;
    default:
        (void)snprintf(line, NT_TANDEM_LINE, "%s", word);
        break;
    }
}
