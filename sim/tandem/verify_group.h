/* SPDX-License-Identifier: Apache-2.0 */
/* A group of the trace as what it says: the instruction, and updates of the state. */
#ifndef NT_TANDEM_VERIFY_GROUP_H
#define NT_TANDEM_VERIFY_GROUP_H

#include "ntrace/tandem.h"

/* Is an update of a register or CSR, or of memory by a request. */
typedef struct nt_tv_update {
    uint8_t opcode; /* NT_TANDEM_REGISTER, _ADD or _OR; NT_TANDEM_REQUEST: memory */
    uint8_t size;   /* of memory: bytes */
    uint16_t reg;   /* register address */
    uint64_t value;
    uint64_t address; /* of memory */
} nt_tv_update;

/* Is a group. */
typedef struct nt_verify_group {
    uint64_t offset;
    uint64_t number; /* of its instruction, from 0; without one, of the next one */
    uint32_t insn;
    uint8_t insn_size; /* bytes; 0: no instruction */
    uint8_t privilege;
    uint8_t store_size; /* bytes; 0: no store data */
    bool atomic;
    bool reset;
    bool initialization;
    bool increment; /* the pc, by insn_size */
    bool has_pc;
    bool has_privilege;
    bool has_paddr;
    bool has_eaddr;
    bool empty;      /* nothing at all: instructions were lost here (docs/tandem-rvfi.md) */
    bool plain;      /* an instruction that changes GPRs, pc and memory at most */
    bool trap;       /* CSRs of a trap */
    uint8_t trap_to; /* ... nt_tv_target */
    uint8_t enters;  /* nt_tv_entry */
    uint64_t pc;
    uint64_t paddr;
    uint64_t eaddr;
    uint64_t store;
    const nt_tv_update *updates; /* the verifier's */
    size_t count;
} nt_verify_group;

/* Reads a group; `updates` has room for as many as the group has fields. */
void nt_tv_group_read(nt_verify_group *group, const nt_tandem_group *fields, nt_tv_update *updates);

#endif
