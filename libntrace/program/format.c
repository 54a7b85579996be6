/* SPDX-License-Identifier: Apache-2.0 */
#include "libntrace/program/format.h"

#include <string.h>

static bool is_address(uint64_t value, const nt_recording_header *header) {
    return header->xlen == 64 || value <= UINT32_MAX;
}

static const char *run_problem(const nt_event *event, const nt_recording_header *header) {
    uint32_t instructions = event->run.instructions;
    uint32_t halfwords = event->run.halfwords;
    if (instructions == 0 || instructions > NT_MOST_RUN || halfwords > NT_MOST_RUN) {
        return "a run of no or too many instructions";
    }
    if (halfwords < instructions || halfwords > (uint64_t)NT_MOST_HALFWORDS * instructions) {
        return "a run whose size does not fit its instructions";
    }
    return (event->run.pc & 1) == 0 && is_address(event->run.pc, header)
               ? NULL
               : "a run at an impossible address";
}

static const char *trap_problem(const nt_event *event, const nt_recording_header *header) {
    bool unknown = event->trap.cause_unknown || event->trap.tval_unknown;
    if ((unknown && !header->unknowns) || (event->trap.cause_unknown && event->trap.cause != 0) ||
        (event->trap.tval_unknown && event->trap.tval != 0)) {
        return "a trap with an unknown value that the header does not have";
    }
    return is_address(event->trap.cause, header) && is_address(event->trap.epc, header) &&
                   (event->trap.epc & 1) == 0 && is_address(event->trap.tval, header)
               ? NULL
               : "a trap with an impossible value";
}

static const char *code_problem(const nt_event *event, const nt_recording_header *header) {
    uint64_t last = event->code.address + event->code.size - 1;
    if (event->code.size == 0 || event->code.size > NT_MOST_CODE) {
        return "code of no or too many bytes";
    }
    return last >= event->code.address && is_address(last, header)
               ? NULL
               : "code beyond the end of the address space";
}

static const char *insn_problem(const nt_event *event, const nt_recording_header *header) {
    const nt_insn *insn = &event->insn.insn;
    if (insn->size == 0 || insn->size % 2 != 0 || insn->size > 2 * NT_MOST_HALFWORDS ||
        insn->class_ >= NT_INSN_CLASSES) {
        return "an instruction of an impossible kind";
    }
    return (event->insn.pc & 1) == 0 && is_address(event->insn.pc, header) &&
                   (insn->target & 1) == 0 && is_address(insn->target, header) &&
                   (insn->target == 0 || nt_insn_is_direct(insn->class_))
               ? NULL
               : "an instruction with an impossible address";
}

static bool is_power_of_two(unsigned size) {
    return size != 0 && (size & (size - 1)) == 0;
}

typedef struct access_limits {
    uint16_t least; /* registers */
    uint16_t most;
    uint16_t least_size; /* bytes */
    uint16_t most_size;
} access_limits;

/* A size of 0 stands for XLEN. */
static const access_limits limits[NT_ACCESSES] = {
    [NT_ACCESS_X] = {1, 31, 0, 0},
    [NT_ACCESS_F] = {0, 31, 2, 16},
    [NT_ACCESS_V] = {0, 31, 4, NT_MOST_VLENB},
    [NT_ACCESS_CSR] = {0, 4095, 0, 0},
    [NT_ACCESS_LOAD] = {0, 0, 1, NT_MOST_MEMORY},
    [NT_ACCESS_STORE] = {0, 0, 1, NT_MOST_MEMORY},
};

static bool has_size(const nt_access *access, const nt_recording_header *header) {
    const access_limits *limit = &limits[access->kind];
    unsigned least = limit->least_size == 0 ? header->xlen / 8U : limit->least_size;
    unsigned most = limit->most_size == 0 ? header->xlen / 8U : limit->most_size;
    if (access->size == 0) {
        return nt_access_is_memory(access) && !access->has_value;
    }
    return access->size >= least && access->size <= most && is_power_of_two(access->size);
}

static bool has_value(const nt_access *access) {
    if ((access->bytes != NULL) != (nt_access_plain(access) != 0)) {
        return false;
    }
    if (!access->has_value || access->bytes != NULL) {
        return access->value == 0;
    }
    return access->size >= sizeof access->value || access->value >> (8U * access->size) == 0;
}

static const char *access_problem(const nt_access *access, const nt_recording_header *header) {
    if (access->kind >= NT_ACCESSES || (header->parts >> access->kind & 1) == 0) {
        return "an access that the header does not have";
    }
    if (access->number < limits[access->kind].least || access->number > limits[access->kind].most) {
        return "an access to an impossible register";
    }
    if (!has_size(access, header) || !has_value(access)) {
        return "an access of an impossible size or value";
    }
    bool memory = nt_access_is_memory(access);
    if (access->address_unknown && (!memory || !header->unknowns || access->address != 0)) {
        return "an access at an unknown address that the header does not have";
    }
    if (!memory && !access->has_value && !header->unknowns) {
        return "an unknown value that the header does not have";
    }
    return is_address(access->address, header) && (access->has_physical || access->physical == 0) &&
                   (memory || (access->address == 0 && !access->has_physical))
               ? NULL
               : "an access at an impossible address";
}

const char *nt_event_problem(const nt_event *event, const nt_recording_header *header) {
    if (event->hart >= header->harts) {
        return "a hart that the header does not have";
    }
    switch (event->kind) {
    case NT_EVENT_RUN:
        return run_problem(event, header);
    case NT_EVENT_TRAP:
        return trap_problem(event, header);
    case NT_EVENT_MODE:
        return event->mode.priv <= NT_MOST_PRIV && is_address(event->mode.context, header)
                   ? NULL
                   : "a mode with an impossible value";
    case NT_EVENT_CODE:
        return code_problem(event, header);
    case NT_EVENT_INSN:
        return insn_problem(event, header);
    case NT_EVENT_ACCESS:
        return access_problem(&event->access, header);
    }
    return "an event of an unknown kind";
}

const char *nt_header_problem(const nt_recording_header *header) {
    if (header->xlen != 32 && header->xlen != 64) {
        return "XLEN is neither 32 nor 64";
    }
    if (header->harts == 0) {
        return "no harts";
    }
    if (header->parts >> NT_ACCESSES != 0) {
        return "unknown parts";
    }
    if (memchr(header->source, '\0', sizeof header->source) == NULL) {
        return "the source's description is too long";
    }
    for (const char *c = header->source; *c != '\0'; c++) {
        if ((unsigned char)*c < 0x20 || *c == 0x7f) {
            return "control characters in the source's description";
        }
    }
    return NULL;
}
