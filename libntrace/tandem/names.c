/* SPDX-License-Identifier: Apache-2.0 */
#include "libntrace/tandem/tables.h"
#include "ntrace/tandem.h"

#include <inttypes.h>
#include <stdio.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

const char *nt_tandem_opcode_name(unsigned opcode) {
    static const char *const names[NT_TANDEM_OPCODES] = {
        [NT_TANDEM_BEGIN] = "begin group",
        [NT_TANDEM_END] = "end group",
        [NT_TANDEM_INCREMENT_PC] = "increment pc",
        [NT_TANDEM_REGISTER] = "full register",
        [NT_TANDEM_REGISTER_ADD] = "incremental register (offset)",
        [NT_TANDEM_REGISTER_OR] = "incremental register (OR)",
        [NT_TANDEM_STATE] = "additional state",
        [NT_TANDEM_REQUEST] = "memory request",
        [NT_TANDEM_RESPONSE] = "memory response",
        [NT_TANDEM_RESET] = "hart reset",
        [NT_TANDEM_INITIALIZATION] = "state initialization",
        [NT_TANDEM_INSN16] = "16-bit instruction",
        [NT_TANDEM_INSN32] = "32-bit instruction",
    };
    return opcode < COUNT(names) ? names[opcode] : NULL;
}

const char *nt_tandem_id_name(unsigned id) {
    static const char *const names[NT_TANDEM_IDS] = {
        [NT_TANDEM_PRIVILEGE] = "privilege mode",     [NT_TANDEM_PADDR] = "physical address",
        [NT_TANDEM_EADDR] = "effective address",      [NT_TANDEM_STORE8] = "8-bit store data",
        [NT_TANDEM_STORE16] = "16-bit store data",    [NT_TANDEM_STORE32] = "32-bit store data",
        [NT_TANDEM_STORE64] = "64-bit store data",    [NT_TANDEM_MTIME] = "mtime",
        [NT_TANDEM_PC_PADDR] = "pc physical address", [NT_TANDEM_PC] = "pc",
    };
    return id < COUNT(names) ? names[id] : NULL;
}

const char *nt_tandem_operation_name(unsigned operation) {
    static const char *const names[NT_TANDEM_OPERATIONS] = {
        "load",    "store",  "lr",      "sc",      "amo swap", "amo add",  "amo xor",
        "amo and", "amo or", "amo min", "amo max", "amo minu", "amo maxu", "fetch",
    };
    return operation < COUNT(names) ? names[operation] : NULL;
}

const char *nt_tandem_kind_name(unsigned kind) {
    static const char *const names[NT_TANDEM_KINDS] = {
        [NT_TANDEM_ABSENT_GPR] = "gpr",
        [NT_TANDEM_ABSENT_FPR] = "fpr",
        [NT_TANDEM_ABSENT_CSR] = "csr",
        [NT_TANDEM_ABSENT_FCSR] = "fcsr",
        [NT_TANDEM_ABSENT_PADDR] = "paddr",
        [NT_TANDEM_ABSENT_EADDR] = "eaddr",
        [NT_TANDEM_ABSENT_STORE] = "store",
        [NT_TANDEM_ABSENT_PRIVILEGE] = "privilege",
        [NT_TANDEM_ABSENT_PC] = "pc",
        [NT_TANDEM_ABSENT_MEMORY] = "memory",
        [NT_TANDEM_ABSENT_COUNTERS] = "counters",
        [NT_TANDEM_ABSENT_TRAP_STATUS] = "trap-status",
    };
    return kind < COUNT(names) ? names[kind] : NULL;
}

const nt_tandem_violation_info nt_tandem_violations[NT_TANDEM_VIOLATIONS] = {
    [NT_TANDEM_TWICE] = {"twice", "chapter 3, groups", "the group has this element already", false},
    [NT_TANDEM_PC_TWICE] = {"pc-twice", "chapter 3, groups",
                            "the group gives or increments the pc already", false},
    [NT_TANDEM_TWO_INSNS] = {"two-instructions", "chapter 3, groups",
                             "the group has an instruction already", false},
    [NT_TANDEM_INCREMENT_ALONE] = {"increment-alone", "chapter 3, increment pc",
                                   "no instruction in a group with it", false},
    [NT_TANDEM_X0] = {"x0", "chapter 3, register addresses", "x0 is always 0", false},
    [NT_TANDEM_END_ALONE] = {"end-alone", "chapter 2, opcode 2", "no group to end", false},
    [NT_TANDEM_INIT_OUTSIDE] = {"initialization-outside", "chapter 3, state initialization",
                                "not in a group, so what it covers is open", false},
    [NT_TANDEM_INIT_WITH_EXECUTION] = {"initialization-with-execution",
                                       "chapter 3, state initialization",
                                       "in a group with an instruction or reset", false},
    [NT_TANDEM_RESPONSE_SIZE] = {"response-size", "chapter 2, opcode 9",
                                 "the request has another size", false},
    [NT_TANDEM_NO_PC] = {"no-pc", "section 3.1", "an instruction without a new pc", false},
    [NT_TANDEM_INSN_LENGTH] = {"instruction-length", "chapter 2, opcodes 16 and 17",
                               "its low two bits are those of the other length; the opcode counts",
                               true},
};

typedef struct fault_row {
    const char *name;
    const char *clause;
    const char *text;
    bool value; /* the value belongs to the text */
} fault_row;

static const fault_row faults[NT_TANDEM_FAULTS] = {
    [NT_TANDEM_OK] = {"none", "", "none", false},
    [NT_TANDEM_BAD_OPCODE] = {"unknown-opcode", "chapter 2, opcodes", "unknown opcode", true},
    [NT_TANDEM_BAD_ID] = {"unknown-identifier", "chapter 2, identifiers", "unknown identifier",
                          true},
    [NT_TANDEM_BAD_SIZE] = {"unknown-size", "chapter 2, memory request size", "unknown memory size",
                            true},
    [NT_TANDEM_BAD_OPERATION] = {"unknown-operation", "chapter 2, memory request opcode",
                                 "unknown memory request opcode", true},
    [NT_TANDEM_BAD_RESULT] = {"unknown-result", "chapter 2, memory request result",
                              "unknown memory response result", true},
    [NT_TANDEM_BAD_REGISTER] = {"unknown-register", "chapter 3, register addresses",
                                "unknown register address", true},
    [NT_TANDEM_NO_FPR] = {"no-fpr", "chapter 3, FLEN", "with FLEN 0 there is no FPR", true},
    [NT_TANDEM_BAD_PRIVILEGE] = {"unknown-privilege", "chapter 2, identifier 1",
                                 "unknown privilege mode", true},
    [NT_TANDEM_BAD_ADDRESS] = {"wide-address", "chapter 3, MLEN", "more bits than MLEN in address",
                               true},
    [NT_TANDEM_LONE_RESPONSE] = {"lone-response", "chapter 3, memory response",
                                 "a memory response that does not follow a request", false},
    [NT_TANDEM_CUT] = {"cut", "chapter 3, end group", "the stream is cut off within", true},
    [NT_TANDEM_LONG_GROUP] = {"long-group", "a limit of ntrace", "more fields in a group than",
                              true},
    [NT_TANDEM_TOO_WIDE] = {"too-wide", "chapter 2, payload", "too wide for its place:", true},
    [NT_TANDEM_BAD_HEADER] = {"bad-header", "ntv header",
                              "checksum, version or lengths of the header are wrong", false},
    [NT_TANDEM_BAD_CHUNK] = {"bad-chunk", "ntv chunk", "too many bytes in a chunk:", true},
    [NT_TANDEM_BAD_CHECKSUM] = {"bad-checksum", "ntv chunk", "the checksum is wrong", false},
    [NT_TANDEM_CUT_FILE] = {"cut-file", "ntv chunk", "the file is cut off", false},
    [NT_TANDEM_BEHIND_END] = {"behind-end", "ntv chunk", "bytes behind the last chunk", false},
};

const char *nt_tandem_fault_name(nt_tandem_fault_kind kind) {
    return kind < NT_TANDEM_FAULTS ? faults[kind].name : faults[NT_TANDEM_OK].name;
}

const char *nt_tandem_fault_clause(nt_tandem_fault_kind kind) {
    return kind < NT_TANDEM_FAULTS ? faults[kind].clause : faults[NT_TANDEM_OK].clause;
}

void nt_tandem_fault_describe(const nt_tandem_fault *fault, char text[NT_TANDEM_TEXT]) {
    const fault_row *row = &faults[fault->kind < NT_TANDEM_FAULTS ? fault->kind : NT_TANDEM_OK];
    const char *clause = row->clause;
    switch (fault->kind) {
    case NT_TANDEM_CUT:
        (void)snprintf(text, NT_TANDEM_TEXT, "%s the group or field that begins at offset %" PRIu64,
                       row->text, fault->value);
        break;
    case NT_TANDEM_BAD_ID:
    case NT_TANDEM_BAD_SIZE:
    case NT_TANDEM_BAD_OPERATION:
    case NT_TANDEM_BAD_RESULT:
    case NT_TANDEM_BAD_PRIVILEGE:
    case NT_TANDEM_LONG_GROUP:
    case NT_TANDEM_BAD_CHUNK:
        (void)snprintf(text, NT_TANDEM_TEXT, "%s %" PRIu64 " (%s)", row->text, fault->value,
                       clause);
        break;
    default:
        if (row->value) {
            (void)snprintf(text, NT_TANDEM_TEXT, "%s 0x%" PRIx64 " (%s)", row->text, fault->value,
                           clause);
        } else {
            (void)snprintf(text, NT_TANDEM_TEXT, "%s (%s)", row->text, clause);
        }
        break;
    }
}

const nt_tandem_violation_info *nt_tandem_violation_get(unsigned violation) {
    return violation < NT_TANDEM_VIOLATIONS ? &nt_tandem_violations[violation] : NULL;
}
