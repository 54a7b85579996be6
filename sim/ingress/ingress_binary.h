/* SPDX-License-Identifier: Apache-2.0 */
/* Defines the binary form of an ingress file: 8 bytes of magic, then one zstd frame (with its
   checksum) of header, cycles and end mark; docs/ingress.md has every byte. For its reader and
   its writer. */
#ifndef NT_INGRESS_INGRESS_BINARY_H
#define NT_INGRESS_INGRESS_BINARY_H

#include "sim/ingress/ingress_formats.h"

enum {
    TAG_END = 0x00,
    TAG_IDLE = 0x01,
    TAG_CYCLE = 0x80, /* with the flags below */
};

enum {
    HAS_WRITES = 0x01,
    HAS_BLOCKS = 0x02,
    HAS_TRAP = 0x04,
    HAS_BITS = 0x08,
    HAS_MODE = 0x10,  /* privilege or context differ from the last cycle that was not idle */
    HAS_OTHER = 0x20, /* ctype, impdef, trigger, ext_trigger */
    HAS_MORE = 0x40,  /* a byte with the flags below follows */
};

enum {
    MORE_TICKS = 0x01, /* time increases by another number per cycle */
    MORE_APB = 0x02,
    MORE_UNKNOWN = 0xfc,
};

enum { APB_PSEL = 1, APB_PENABLE = 2, APB_PWRITE = 4, APB_UNKNOWN = 8, APB_PSTRB = 4 /* shift */ };

enum { BIT_RST = 1, BIT_NOT_READY = 2, BIT_HALTED = 4, BIT_RESET = 8, BIT_LOWPOWER = 16 };

enum {
    BUFFER = 1 << 16,
    MOST_RECORD = 512, /* bytes of the longest cycle */
    MOST_FIELDS = 1024,
    MOST_NAME = 63,
};

/* Holds the state that reader and writer carry from cycle to cycle. */
typedef struct history {
    uint64_t iaddr; /* end of the last block */
    uint64_t context;
    uint8_t priv;
} history;

static inline void move_past(history *h, const nt_block *block) {
    h->iaddr = block->iaddr + 2u * block->iretire;
}

extern const uint8_t nt_binary_magic[8];

#endif
