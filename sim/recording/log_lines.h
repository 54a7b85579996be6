/* SPDX-License-Identifier: Apache-2.0 */
/* Runs the import of a log line by line: what the formats have in common. */
#ifndef NT_RECORDING_LOG_LINES_H
#define NT_RECORDING_LOG_LINES_H

#include "sim/recording/hart_log.h"

/* Is an import that is under way. */
typedef struct nt_log_lines {
    nt_log log;
    nt_hart_log *harts; /* as many as the options say */
    void *own;          /* what the format keeps, zeroed at first */
} nt_log_lines;

/* Describes a format. The functions return 0, or -1 with the error set. */
typedef struct nt_log_format {
    const char *what; /* it is, for the error of a file without an instruction */
    size_t longest;   /* characters of a line */
    size_t own;       /* bytes that it keeps */
    int (*begin)(nt_log_lines *lines, nt_error *error); /* before the first line; NULL: nothing */
    int (*take)(nt_log_lines *lines, char *line, nt_error *error); /* a line, which it may change */
    int (*end)(nt_log_lines *lines, nt_error *error); /* after the last line; NULL: nothing */
    void (*release)(nt_log_lines *lines); /* what it keeps, also after an error; NULL: nothing */
} nt_log_format;

/* Imports by the format. */
int nt_log_lines_import(const nt_log_format *format, const nt_import_options *options,
                        nt_writer *writer, nt_progress *progress, nt_import_counts *counts,
                        nt_error *error);

/* ---- parts of a line ---- */

/* The next word, up to a space or tab, NUL-terminated in the line; NULL: there is none. */
char *nt_text_word(char **at);
/* A whole word as a hexadecimal number of up to 64 bits, with or without 0x. */
bool nt_text_hex(const char *word, uint64_t *value);
/* The same in decimal. */
bool nt_text_decimal(const char *word, uint64_t *value);
/* A word as hexadecimal digits of any number: `size` bytes (a power of two) from the lowest on; an
   x or X among the digits: `*known` is false. False: it is none, or more than `room` bytes. */
bool nt_text_bytes(const char *word, uint8_t *bytes, size_t room, size_t *size, bool *known);

/* ---- accesses of an instruction that came ---- */

/* Fills in the value of an access: that of up to 8 bytes as a number, else `bytes`. */
void nt_access_set_value(nt_access *access, const uint8_t *bytes, size_t size, bool known);

/* Writes a register's value as a word has it (as nt_text_bytes). `size`: bytes of the register; 0:
   as many as the digits say. Integer registers and CSRs have XLEN. Returns 0, or -1 with the error
   set. */
int nt_log_register(nt_log_lines *lines, nt_hart_log *hart, nt_access_kind kind, unsigned number,
                    const char *word, size_t size, nt_error *error);

/* Is what a log says of an instruction's access to memory. */
typedef struct nt_log_memory_line {
    bool has_address;
    uint64_t address;
    bool has_physical;
    uint64_t physical;
    bool has_load; /* what was read */
    uint64_t load;
    bool has_store; /* what was written */
    uint64_t store;
    bool writes; /* the log says that it was a write */
} nt_log_memory_line;

/* Writes the accesses that the encoding has, with what the log says of them. */
int nt_log_memory(nt_log_lines *lines, nt_hart_log *hart, uint64_t bits, uint8_t size,
                  const nt_log_memory_line *line, nt_error *error);

#endif
