/* SPDX-License-Identifier: Apache-2.0 */
/* Holds the translations in QEMU's log, by QEMU's own address of each: only this address in an
   EXEC line identifies the code, also where two address spaces hold different code at one
   address. */
#ifndef NT_RECORD_BLOCK_TABLE_H
#define NT_RECORD_BLOCK_TABLE_H

#include "libntrace/flow/insn.h"

#include <stddef.h>
#include <stdint.h>

typedef struct nt_record_block {
    uint64_t key; /* QEMU's address of the translation; 0: free entry */
    uint64_t pc;
    nt_insn insn;
    uint8_t bytes[8];
    uint64_t written; /* the hart's code generation in which these bytes were last in its image;
                         0: never */
    unsigned hart;    /* the hart of `written` */
} nt_record_block;

typedef struct nt_block_table {
    nt_record_block *entries; /* a power of two */
    size_t size;
    size_t used;
} nt_block_table;

/* Returns the translation, or NULL if the log has not shown it. Valid until the next
   nt_block_put. */
nt_record_block *nt_block_find(const nt_block_table *table, uint64_t key);

/* Returns the entry for `key`, which is not 0, new or unchanged; NULL without memory. */
nt_record_block *nt_block_put(nt_block_table *table, uint64_t key);

void nt_block_table_free(nt_block_table *table);

#endif
