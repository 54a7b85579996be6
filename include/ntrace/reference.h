/* SPDX-License-Identifier: Apache-2.0 */
/* A reference of `ntrace tv verify`: what executes each instruction of a tandem trace beside it.
   The operations are the four of the Trace Protocol Specification (3.4): read state, write state,
   attempt to execute an instruction, reset. A shared object that has such a table under the name
   `ntrace_reference` is loaded by `ntrace tv verify --reference FILE.so`; docs/tandem-reference.md
   describes how to write one, examples/reference is one. */
#ifndef NTRACE_REFERENCE_H
#define NTRACE_REFERENCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    NT_REFERENCE_VERSION = 3, /* of this header: a table of another version is refused */
    NT_REFERENCE_CANNOT = 24, /* a cause: the reference does not have the instruction */
};

/* Holds the registers. Values of XLEN or FLEN bits are extended by 0; single precision in an FPR of
   64 bits is NaN-boxed. */
typedef struct nt_reference_registers {
    uint64_t x[32]; /* GPRs; x[0] is 0 */
    uint64_t f[32]; /* FPRs */
    uint64_t pc;    /* of the next instruction */
    uint32_t fcsr;  /* rounding mode and flags */
} nt_reference_registers;

/* Tells how an attempt ended. */
typedef struct nt_reference_attempt {
    size_t executed; /* instructions */
    bool trapped;    /* the next one raised an exception, and changed nothing */
    unsigned cause;  /* of the exception, as in mcause, or NT_REFERENCE_CANNOT */
} nt_reference_attempt;

/* Is called by an attempt before each instruction but the first, with its pc; it may read the
   registers. false ends the attempt there. */
typedef bool (*nt_reference_between)(void *context, uint64_t pc);

/* Is what the verifier gives a reference; it stays until `close`. */
typedef struct nt_reference_host {
    unsigned xlen; /* 32 or 64 */
    unsigned flen; /* 0, 32 or 64 */
    void *context; /* for the functions below */
    /* Must be called in an attempt for each store of 1 to 8 bytes. `before`: what was there; NULL:
       it is there still, the store comes after the call. */
    void (*stored)(void *context, uint64_t address, size_t size, const uint64_t *before);
    /* Takes the reason of a failure, one line; the first one stays. Returns -1. */
    int (*fail)(void *context, const char *text);
} nt_reference_host;

/* Is what a whole hart is to do, and what came of it. */
typedef struct nt_reference_event {
    nt_reference_registers registers; /* before; then after; fcsr is a CSR here */
    uint8_t privilege;                /* before, then after: 0 U, 1 S, 3 M */
    bool guest;                       /* V, before, then after */
    bool interrupt;                   /* interrupt `cause` alone is pending; otherwise none is */
    uint64_t cause;                   /* ... of the interrupt; then of an exception */
    uint64_t loaded;                  /* what a load returns that is not one of memory */
    /* what came of it */
    bool trapped;      /* an interrupt or exception was taken: nothing executed */
    bool accessed;     /* data */
    bool stored;       /* ... and `data` of `size` bytes was stored */
    uint8_t size;      /* of the access */
    uint8_t code_size; /* of the instruction that was fetched; 0: none */
    uint32_t code;     /* ... its bits */
    uint64_t address;  /* physical, of the access */
    uint64_t data;     /* that was stored */
} nt_reference_event;

/* Is an instruction of vectors to execute, and what came of it. All memory is behind the two
   functions: 1 to 8 bytes at an effective address. */
typedef struct nt_reference_vector {
    nt_reference_registers registers; /* before, then after */
    uint64_t vl;                      /* before, then after */
    uint64_t vtype;                   /* before */
    uint64_t vstart;                  /* before */
    uint64_t vcsr;                    /* before, then after */
    size_t vlenb;                     /* a power of 2 */
    uint8_t *bytes;                   /* of v0 to v31, before, then after */
    uint32_t code;                    /* the instruction */
    void *context;                    /* for the functions below */
    /* Returns `size` bytes of memory, little-endian. */
    uint64_t (*load)(void *context, uint64_t address, size_t size);
    /* Writes the low `size` bytes of `data` to memory. */
    void (*store)(void *context, uint64_t address, size_t size, uint64_t data);
    /* what came of it */
    bool executed; /* without an exception; elements that the type leaves open are as before */
} nt_reference_vector;

/* Lists what is known to be wrong with a reference: the verifier does that itself. */
enum {
    /* Singles of FPRs of 64 bits are taken as numbers where they are not NaN-boxed, and fmin and
       fmax of a number and a signaling NaN are no number (both as before F 2.2). */
    NT_REFERENCE_WRONG_SINGLES = 1 << 0,
    /* amomin.w, amomax.w, amominu.w and amomaxu.w compare more than words on RV64. */
    NT_REFERENCE_WRONG_MINMAX = 1 << 1,
    /* There are no FPRs of 64 bits on RV32. */
    NT_REFERENCE_NO_WIDE_FPRS = 1 << 2,
};

/* Is a reference: one hart in M mode, the FPU on, that executes user-level instructions at physical
   addresses, for which CSRs, traps, translation and devices are the verifier's; and perhaps a whole
   hart beside it, on the same memory, that has these itself. Functions that return int
   return 0, or -1 after they have called `fail`. No operation is called by two threads at once. */
typedef struct nt_reference {
    uint32_t version; /* NT_REFERENCE_VERSION */
    uint32_t wrong;   /* bits NT_REFERENCE_WRONG_... and _NO_... */
    const char *name; /* of 1 to 63 characters */
    /* Allocates a hart, with no memory. `self` is given to all other operations. */
    int (*open)(void **self, const nt_reference_host *host);
    /* Frees it. */
    void (*close)(void *self);
    /* Sets all registers to 0. */
    int (*reset)(void *self);
    /* Reads the GPRs; pc, FPRs and fcsr only if asked for. */
    void (*read)(void *self, nt_reference_registers *registers, bool pc, bool floats);
    /* Writes the GPRs; FPRs and fcsr only if asked for; never the pc. */
    void (*write)(void *self, const nt_reference_registers *registers, bool floats);
    /* There is memory from `address` on: `bytes`, which verifier and reference both read and write,
       until `close`. Address and size are multiples of 4096. */
    int (*map)(void *self, uint64_t address, size_t size, uint8_t *bytes);
    /* Others wrote memory: what was made of these bytes (decoded code) is old. */
    void (*forget)(void *self, uint64_t address, size_t size);
    /* Attempts to execute up to `count` instructions from pc on. `between` may be NULL with 1. */
    nt_reference_attempt (*step)(void *self, uint64_t pc, size_t count,
                                 nt_reference_between between, void *context);

    /* The whole hart; all three are NULL: there is none. */

    /* Reads a CSR, whatever the mode. Returns false: it has no such CSR. */
    bool (*read_csr)(void *self, unsigned csr, uint64_t *value);
    /* Writes a CSR, whatever the mode: it holds what it can of the value. Returns as above. */
    bool (*write_csr)(void *self, unsigned csr, uint64_t value);
    /* Executes one instruction of the event's state, or takes a trap. Stores are reported, but
       those that are none to memory. */
    void (*step_whole)(void *self, nt_reference_event *event);

    /* Executes an instruction of vectors, of no state but the argument's. NULL: there are none. */
    void (*step_vector)(void *self, nt_reference_vector *vector);
} nt_reference;

/* Is what a shared object has: the one table of the file. */
extern const nt_reference ntrace_reference;

#ifdef __cplusplus
}
#endif

#endif
