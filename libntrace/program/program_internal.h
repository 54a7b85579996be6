/* SPDX-License-Identifier: Apache-2.0 */
/* Defines the parts of an image of a program. */
#ifndef NT_PROGRAM_PROGRAM_INTERNAL_H
#define NT_PROGRAM_PROGRAM_INTERNAL_H

#include "libntrace/program/image.h"
#include "ntrace/program.h"
#include "ntrace/recording.h"

/* Holds code bytes at an address. */
typedef struct nt_piece {
    uint64_t start;
    uint64_t size;
    const uint8_t *bytes;
} nt_piece;

/* Holds pieces, ascending and disjoint. */
typedef struct nt_pieces {
    nt_piece *piece;
    size_t count;
} nt_pieces;

/* Describes a range of addresses, from `start` to below `end`, of one function. */
typedef struct nt_function_range {
    uint64_t start;
    uint64_t end;
    uint32_t function;
} nt_function_range;

/* Holds a recording's code as one hart had it. */
typedef struct nt_hart_image {
    unsigned hart;
    nt_image *image;
} nt_hart_image;

/* Describes an image: ELF files and raw dumps have bytes; a pcinfo has `typed`; a recording
   `harts`. */
typedef struct nt_program_image {
    nt_image_spec spec; /* its path is `path` */
    char *path;
    uint32_t index;
    unsigned xlen;  /* 0: not known */
    uint64_t mask;  /* of an address */
    uint8_t *bytes; /* what the pieces refer to */
    nt_pieces code;
    nt_pieces named; /* where functions and lines may be: the code's, or others without bytes */
    char *note;      /* what is missing of names and lines; NULL: nothing */
    nt_image *typed;
    bool recording;
    nt_reader *reader; /* of a recording that was not read yet */
    nt_hart_image *harts;
    size_t hart_count;
    char *names;       /* what functions[].name refers to, */
    char *found_names; /* or this */
    nt_function *functions;
    size_t function_count;
    nt_function_range *ranges; /* ascending, disjoint */
    size_t range_count;
    char **files; /* what lines[].file refers to */
    size_t file_count;
    nt_line *lines;
    size_t line_count;
} nt_program_image;

struct nt_program {
    nt_program_image **images;
    size_t count;
    unsigned xlen; /* 0: not known from any image */
};

void nt_program_image_free(nt_program_image *image);

/* Returns the number of contiguous known bytes at `pc`, and their place. 0: none. */
size_t nt_pieces_at(const nt_pieces *pieces, uint64_t pc, const uint8_t **bytes);

/* Makes pieces of segments that may overlap (the first of them wins), in a time that grows with
   the square of `count`. The caller frees `piece`. Returns -1 without memory. */
int nt_pieces_make(nt_pieces *pieces, const nt_piece *segments, size_t count);

/* Notes what is missing, if nothing is noted yet; a line without the image's path. */
void nt_program_image_note(nt_program_image *image, const char *format, ...) NT_PRINTS(2, 3);

/* Fills the image from the ELF file in `bytes`. */
int nt_elf_load(nt_program_image *image, const uint8_t *bytes, size_t size, nt_error *error);

/* Describes a symbol that may name a function. */
typedef struct nt_symbol {
    uint64_t start;
    uint64_t size; /* 0: not known */
    uint64_t end;  /* of its section: no function extends beyond */
    const char *name;
    uint8_t rank; /* of those at one address the lowest names the function */
} nt_symbol;

enum {
    NT_RANK_GLOBAL, /* of functions: STB_GLOBAL, STB_WEAK, others */
    NT_RANK_WEAK,
    NT_RANK_LOCAL,
    NT_RANK_LABEL, /* of STT_NOTYPE: as before, from here on */
};

/* Makes the image's functions of symbols, which it sorts. Returns -1 without memory. */
int nt_functions_set(nt_program_image *image, nt_symbol *symbols, size_t count);

/* Adds functions found in code if there is no symbol table: `code` is the executable sections,
   of which pieces up to `most` bytes in total are searched; `starts` are targets of pointers.
   Returns -1 without memory. */
int nt_functions_find(nt_program_image *image, const nt_pieces *code, uint64_t most,
                      const uint64_t *starts, size_t start_count);

#endif
