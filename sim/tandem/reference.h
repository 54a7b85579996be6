/* The reference of the tandem verifier, behind the four operations of the specification (3.4):
   reset, read, write, and attempt to execute an instruction. It executes user-level instructions;
   all else is the privileged shell's (shell.h). */
#ifndef NT_TANDEM_REFERENCE_H
#define NT_TANDEM_REFERENCE_H

#include "sim/tandem/verify_memory.h"

/* Holds what a user-level instruction can read and write. Values of XLEN or FLEN bits are extended
   by 0; single precision in an FPR of 64 bits is NaN-boxed. */
typedef struct nt_tv_registers {
    uint64_t x[32];
    uint64_t f[32];
    uint64_t pc;
    uint32_t fcsr;
} nt_tv_registers;

enum { NT_TV_STORES = 64 };

/* Is a store of the reference: where, and what was there before. */
typedef struct nt_tv_store {
    uint64_t address;
    uint64_t before;
    uint8_t size;
    uint8_t known; /* bit each byte that was known before */
    bool learned;  /* no store of the hart: what was there, as the trace tells later */
} nt_tv_store;

enum { NT_TV_STORE_PAGES = 1 << 12 };

/* Lists the stores since the caller set the count to 0. */
typedef struct nt_tv_stores {
    size_t count;
    bool lost; /* there were more than NT_TV_STORES */
    nt_tv_store store[NT_TV_STORES];
    uint64_t
        pages[NT_TV_STORE_PAGES / 64]; /* pages of 4 KiB written since the last fence, hashed */
} nt_tv_stores;

/* Returns the bit of a page among `pages`. */
static inline unsigned nt_tv_stores_slot(uint64_t address) {
    return (uint32_t)(address >> 12) * 0x9e3779b1U >> 20;
}

/* Returns whether the page of an address may have been written since the last fence. */
bool nt_tv_stores_wrote(const nt_tv_stores *stores, uint64_t address);

/* Tells how an attempt ended. */
typedef struct nt_tv_attempt {
    size_t executed; /* instructions */
    bool trapped;    /* the next one raised an exception, and changed nothing */
    unsigned cause;  /* of the exception, as in mcause; 24: the reference cannot execute it */
} nt_tv_attempt;

enum { NT_TV_CANNOT = 24 };

/* Is called before each instruction but the first; may read; false ends the attempt there. */
typedef bool (*nt_tv_between)(void *context, uint64_t pc);

/* Are the operations; functions that return int return 0, or -1 with the error set. */
typedef struct nt_tv_operations {
    const char *name;
    int (*open)(void **self, unsigned xlen, unsigned flen, nt_tv_memory *memory,
                nt_tv_stores *stores, nt_error *error);
    void (*close)(void *self);
    int (*reset)(void *self);
    /* Reads registers; pc, FPRs and fcsr only if asked for. */
    void (*read)(void *self, nt_tv_registers *registers, bool pc, bool floats);
    void (*write)(void *self, const nt_tv_registers *registers, bool floats);
    /* A page of memory is there. */
    int (*map)(void *self, const nt_tv_page *page, nt_error *error);
    /* Memory was written by others. */
    void (*forget)(void *self, uint64_t address, size_t size);
    /* Attempts to execute up to `count` instructions from pc on. `between` may be NULL with 1. */
    nt_tv_attempt (*step)(void *self, uint64_t pc, size_t count, nt_tv_between between,
                          void *context);
} nt_tv_operations;

/* Is Unicorn (2.0.1), as far as it can be trusted. */
extern const nt_tv_operations nt_tv_unicorn;

/* Notes what is at a place that is about to be written. */
void nt_tv_stores_note(nt_tv_stores *stores, nt_tv_memory *memory, uint64_t address, size_t size,
                       bool learned);

#endif
