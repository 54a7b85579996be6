/* SPDX-License-Identifier: Apache-2.0 */
/* Finds the signals of a value change dump by identifier code. */
#ifndef NT_RECORDING_VCD_CODES_H
#define NT_RECORDING_VCD_CODES_H

#include <stddef.h>
#include <stdint.h>

enum {
    NT_VCD_CODE = 16,      /* characters of an identifier code, with its end */
    NT_VCD_WHOLE = 0xffff, /* a code is that of all bits */
};

/* Is what changes with a code: a signal, or one of its bits. */
typedef struct nt_vcd_code {
    char code[NT_VCD_CODE];
    uint16_t signal;
    uint16_t bit;  /* or NT_VCD_WHOLE */
    uint32_t same; /* another one of the same code, and 1; 0: none */
} nt_vcd_code;

/* Is a table of codes; all 0 at first. */
typedef struct nt_vcd_codes {
    nt_vcd_code *code;
    size_t count;
    size_t room;
    uint32_t *slot; /* a code's number and 1, in the slot of its hash or after it; 0: free */
    size_t slots;   /* a power of two */
} nt_vcd_codes;

/* Adds one. Returns 0, or -1 without memory. */
int nt_vcd_codes_add(nt_vcd_codes *codes, const char *code, unsigned signal, unsigned bit);

/* Returns the first of a code; NULL: there is none. */
const nt_vcd_code *nt_vcd_codes_find(const nt_vcd_codes *codes, const char *code);
/* Returns the next of the same code. */
const nt_vcd_code *nt_vcd_codes_next(const nt_vcd_codes *codes, const nt_vcd_code *code);

void nt_vcd_codes_free(nt_vcd_codes *codes);

#endif
