/* SPDX-License-Identifier: Apache-2.0 */
/* Parses a line of the log of QEMU 7.2 with `-singlestep -d nochain,exec,int,in_asm`, and also
   `cpu,fpu` and, of the plugin for memory, `plugin`. */
#ifndef NT_RECORD_QEMU_LOG_H
#define NT_RECORD_QEMU_LOG_H

#include "ntrace/recording.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum nt_log_kind {
    NT_LOG_UNKNOWN,    /* no line of such a log */
    NT_LOG_NOTHING,    /* headings and blank lines */
    NT_LOG_EXEC,       /* an instruction is about to run */
    NT_LOG_TAKEN_BACK, /* the last EXEC line did not run; it comes again later */
    NT_LOG_TRAP,       /* a hart takes a trap */
    NT_LOG_CODE,       /* an instruction is translated; the EXEC line that follows runs it */
    NT_LOG_PRIVILEGE,  /* heading of a translation: privilege, virtualization */
    NT_LOG_STATE,      /* registers before the instruction of the last EXEC line */
    NT_LOG_ACCESS,     /* the instruction of the last EXEC line accesses memory */
} nt_log_kind;

enum { NT_LOG_REGISTERS = 4 }; /* in a line at most */

typedef struct nt_log_register {
    nt_access_kind kind; /* x, f or CSR */
    uint16_t number;
    uint16_t size; /* bytes */
    uint64_t value;
} nt_log_register;

typedef struct nt_log_line {
    nt_log_kind kind;
    union {
        struct {
            unsigned hart;
            uint64_t block; /* QEMU's own address of the translation, which identifies the code */
            uint64_t pc;
            unsigned xlen; /* 32 or 64: width of the printed PC */
            unsigned priv; /* 0 U, 1 S, 3 M: the MMU index of the flags */
        } exec;
        struct {
            uint64_t pc;
        } taken_back;
        struct {
            unsigned hart;
            bool interrupt;
            uint64_t cause; /* without the interrupt bit */
            uint64_t epc;
            uint64_t tval;
        } trap;
        struct {
            uint64_t pc;
            uint8_t bytes[8]; /* as in memory */
            uint8_t size;     /* 2, 4, 6 or 8 */
        } code;
        struct {
            bool virtualized; /* VS or VU mode */
        } privilege;
        struct {
            unsigned count; /* 0: PC and virtualization, which are known */
            nt_log_register registers[NT_LOG_REGISTERS];
        } state;
        struct {
            unsigned hart;
            bool store;
            uint16_t size; /* bytes */
            uint64_t address;
            bool has_physical;
            uint64_t physical;
        } access;
    };
} nt_log_line;

/* Parses `text` of `length` characters, without the newline. */
void nt_log_line_parse(nt_log_line *line, const char *text, size_t length);

#endif
