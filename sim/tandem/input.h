/* SPDX-License-Identifier: Apache-2.0 */
/* Reads a tandem-verification trace, a bare stream or a file of ours (.ntv), for all commands that
   take one. */
#ifndef NT_TANDEM_INPUT_H
#define NT_TANDEM_INPUT_H

#include "ntrace/tandem.h"
#include "sim/util/options.h"

enum { NT_TANDEM_NOT_GIVEN = 65 };

/* Holds what the options say of a trace; NT_TANDEM_GIVEN_NOTHING before they are parsed. */
typedef struct nt_tandem_given {
    uint32_t xlen;   /* 0: not given */
    uint32_t flen;   /* NT_TANDEM_NOT_GIVEN: not given */
    uint32_t mlen;   /* 0: not given */
    bool eaddr_xlen; /* effective addresses have XLEN bits, not MLEN */
    uint16_t absent; /* bits nt_tandem_kind; beside those of a file's header */
} nt_tandem_given;

#define NT_TANDEM_GIVEN_NOTHING                                                                    \
    { .flen = NT_TANDEM_NOT_GIVEN }

/* Are the values of --xlen and --absent (NT_OPTION_TAKE), for the rows below. */
int nt_tandem_take_xlen(void *given, const char *value, nt_error *error);
int nt_tandem_take_absent(void *given, const char *value, nt_error *error);

/* Are the rows of an option table for a struct `type` that begins with its member `given`, of type
   nt_tandem_given. */
#define NT_TANDEM_GIVEN_OPTIONS(type)                                                              \
    {"xlen", 'x', NT_OPTION_TAKE, 0, 0, 0, nt_tandem_take_xlen, "32|64", "XLEN of a bare stream"}, \
        {"flen",                                                                                   \
         0,                                                                                        \
         NT_OPTION_NUMBER,                                                                         \
         offsetof(type, given.flen),                                                               \
         0,                                                                                        \
         64,                                                                                       \
         NULL,                                                                                     \
         "N",                                                                                      \
         "FLEN: 0, 32 or 64; without it 64, with XLEN 32 0"},                                      \
        {"mlen",                                                                                   \
         0,                                                                                        \
         NT_OPTION_NUMBER,                                                                         \
         offsetof(type, given.mlen),                                                               \
         32,                                                                                       \
         64,                                                                                       \
         NULL,                                                                                     \
         "N",                                                                                      \
         "MLEN: with XLEN 32 32 (without Sv32) or 34; without it 32"},                             \
        {"eaddr-xlen",                                                                             \
         0,                                                                                        \
         NT_OPTION_FLAG,                                                                           \
         offsetof(type, given.eaddr_xlen),                                                         \
         0,                                                                                        \
         0,                                                                                        \
         NULL,                                                                                     \
         NULL,                                                                                     \
         "effective addresses have XLEN bits, not MLEN"},                                          \
    {                                                                                              \
        "absent", 0, NT_OPTION_TAKE, 0, 0, 0, nt_tandem_take_absent, "KIND,...",                   \
            "what the trace does not have: gpr, fpr, csr, fcsr, paddr, eaddr, store, privilege, "  \
            "pc, memory, counters, trap-status"                                                    \
    }

/* Sets the format of a bare stream. Returns 0, or -1: XLEN is missing, or no hart has it. */
int nt_tandem_given_format(nt_tandem_format *format, const nt_tandem_given *given, nt_error *error);

/* Says what a trace is, before its first group. */
typedef struct nt_tandem_input_info {
    const char *path;
    nt_tandem_format format;
    bool is_file; /* of ours, .ntv */
} nt_tandem_input_info;

/* Is one reading of a trace. The caller sets the members. */
typedef struct nt_tandem_input {
    const char *path; /* "-": standard input */
    const nt_tandem_given *given;
    bool complete; /* every instruction must come with a new pc */
    int (*begin)(void *context, const nt_tandem_input_info *info); /* NULL: not wanted; 0, or -1 */
    nt_tandem_sink sink;                                           /* gets each group */
    void *context;                                                 /* of both */
} nt_tandem_input;

/* Reads a trace to its end. Returns 0; what the sink returned; or -1 with the error set: by a sink
   that returned -1, or with the offset of what cannot be decoded. */
int nt_tandem_input_read(const nt_tandem_input *input, nt_error *error);

#endif
