/* What is told of a cycle in which RTL and golden model differ. */
#ifndef NT_TB_SYSTEM_MISMATCH_H
#define NT_TB_SYSTEM_MISMATCH_H

#include "tb/system/run.h"

/* A signal that is compared, as a number of 64 bits. */
typedef struct nt_system_signal {
    const char *name;
    size_t offset;  /* of the first in nt_system_outputs */
    unsigned count; /* how many there are, numbered */
    size_t stride;  /* bytes from one to the next */
} nt_system_signal;

extern const nt_system_signal nt_system_signals[];
extern const unsigned nt_system_signal_count;

uint64_t nt_system_value(const nt_system_outputs *outputs, const nt_system_signal *signal,
                         unsigned number);

/* "encoder 3 count" */
void nt_system_signal_name(char *text, size_t size, const nt_system_signal *signal,
                           unsigned number);

uint64_t nt_system_count_differences(const nt_system_outputs *a, const nt_system_outputs *b);

/* Signals that a build with those parameters compares. */
unsigned nt_system_compared(const nt_system_params *params);

/* The mismatch of this cycle in words, with the cycles before it; NULL without memory. */
char *nt_system_describe(const nt_system_run *run);

#endif
