/* SPDX-License-Identifier: Apache-2.0 */
/* Provides the code of a program. Several images (ELF files, firmware at load offsets,
   recordings, pcinfo, raw dumps), each for some privilege modes and address spaces, give the
   flow decoder its code, and addresses their functions, source lines and disassembly. */
#ifndef NTRACE_PROGRAM_H
#define NTRACE_PROGRAM_H

#include <ntrace/error.h>
#include <ntrace/flow.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Lists the privilege modes of an image: bits of nt_image_spec.modes. */
enum {
    NT_MODE_U = 1 << 0,
    NT_MODE_S = 1 << 1,
    NT_MODE_M = 1 << 3,
    NT_MODE_VU = 1 << 5,
    NT_MODE_VS = 1 << 6,
};

/* Describes an image and where it applies. All 0 but `path`: an ELF file, recording or pcinfo
   (detected from its content) at its own addresses, in every mode and address space. */
typedef struct nt_image_spec {
    size_t size;          /* of this struct, sizeof; 0: its members in version 1.0 */
    const char *path;     /* copied */
    uint64_t offset;      /* ELF: added to its addresses (modulo 2^XLEN) */
    bool raw;             /* no known format: the file's bytes are at address `at` */
    uint64_t at;          /* of a raw dump: the address of its first byte */
    uint8_t xlen;         /* 32 or 64: of a raw dump or pcinfo, which do not contain it; 0: as the
                             others */
    uint8_t modes;        /* NT_MODE_*; 0: all */
    bool has_scontext;    /* only where scontext is `scontext` */
    bool has_hcontext;    /* only where hcontext is `hcontext` */
    uint64_t scontext;    /* the address space of the code */
    uint64_t hcontext;    /* its guest */
    const uint8_t *bytes; /* what the file has, in memory, not packed by gzip; copied. `path` is its
                             name in errors. NULL: it is read from `path` */
    size_t byte_count;    /* number of bytes */
} nt_image_spec;

/* Holds the images of a trace. */
typedef struct nt_program nt_program;

/* Allocates a program without images. Returns NULL without memory. */
nt_program *nt_program_new(void);
/* Frees a program; its views must be freed before. */
void nt_program_free(nt_program *program);

/* Adds an image after the others. Where several visible ones have an address, a recording comes
   first (it has the code as it was), then the earlier one. Returns 0, or -1 with the error set;
   the program is unchanged then. */
int nt_program_add(nt_program *program, const nt_image_spec *spec, nt_error *error);

/* Returns XLEN, 32 or 64, of the images that contain it; 64 if none does. */
unsigned nt_program_xlen(const nt_program *program);
/* Returns the number of images. */
size_t nt_program_images(const nt_program *program);
/* Returns what is missing of an image's names and source lines, in a line, as debugging information
   that is in another file; NULL: nothing. The program's. */
const char *nt_program_note(const nt_program *program, size_t image);
/* Returns the description of image `image`, below nt_program_images. */
const nt_image_spec *nt_program_image_spec(const nt_program *program, size_t image);

/* Describes a function: a symbol with code. Where an ELF file has no symbol table, functions are
   found in its code (targets of calls and pointers) and named "sub_" and the address before the
   load offset. It belongs to the program until that is freed and never changes: the pointer
   identifies the function. */
typedef struct nt_function {
    const char *name; /* as in the symbol table (C++ names are mangled) */
    uint64_t start;   /* load offset included */
    uint64_t size;    /* bytes; where the symbol has none, up to the next symbol */
    uint32_t image;   /* index */
    uint32_t index;   /* among the image's functions */
} nt_function;

/* Describes a row of the line table: code from one source line. It belongs to the program, as
   nt_function. */
typedef struct nt_line {
    const char *file; /* as the compiler recorded it, with its directory */
    uint64_t start;   /* load offset included */
    uint32_t size;    /* bytes up to the next row */
    uint32_t line;    /* from 1; 0: code that belongs to no line */
} nt_line;

/* Returns the image's functions, by ascending start; `count` gets their number. Aliases are one
   function. NULL where there are none. */
const nt_function *nt_program_functions(const nt_program *program, size_t image, size_t *count);
/* Returns the image's rows of line tables, in the same way. */
const nt_line *nt_program_lines(const nt_program *program, size_t image, size_t *count);

/* Is one hart's view of the program: the images that apply in its privilege mode and contexts,
   which Ownership messages report. Before the first of them, all images are visible. */
typedef struct nt_view nt_view;

/* Allocates a view of hart `hart` (which matters for recordings). Several threads may use
   separate views of a program at a time, but only one may allocate and free them. Returns NULL
   with the error set. */
nt_view *nt_view_new(nt_program *program, unsigned hart, nt_error *error);
/* Frees a view, or nothing if it is NULL. */
void nt_view_free(nt_view *view);

/* Sets the extensions for decoding the code; without this call extensions with shared encodings
   are off. The view keeps the program's XLEN. Call it before nt_view_code. */
void nt_view_set_isa(nt_view *view, const nt_isa *isa);

/* Returns the code for nt_flow_new; it refers to the view. */
nt_code nt_view_code(nt_view *view);

/* Follows Ownership events and ignores others. A sink calls it before its own work. */
void nt_view_take(nt_view *view, const nt_flow_event *event);

/* Sets mode and contexts from another source: `mode` is one NT_MODE_* (0: unknown again, with
   the contexts); contexts as in an Ownership event. */
void nt_view_set(nt_view *view, uint8_t mode, bool has_scontext, uint64_t scontext,
                 bool has_hcontext, uint64_t hcontext);

/* Returns the lowest address from `pc` on at which code may be known; UINT64_MAX: there is none.
   For `next_code` of nt_flow_options. */
uint64_t nt_view_next_code(const nt_view *view, uint64_t pc);

/* Copies up to `size` code bytes at `pc` and returns the number of known ones. */
size_t nt_view_bytes(const nt_view *view, uint64_t pc, uint8_t *bytes, size_t size);

/* Returns the function that covers `pc`, the innermost; NULL: none. O(log n). */
const nt_function *nt_view_function(const nt_view *view, uint64_t pc);

/* Returns the source line of the code at `pc`; NULL: none. O(log n). */
const nt_line *nt_view_line(const nt_view *view, uint64_t pc);

/* Holds one instruction as text. */
typedef struct nt_disassembly {
    uint8_t size;      /* bytes of the instruction; 0: no code is known at pc */
    uint8_t bytes[22]; /* its bytes */
    char text[96];     /* "addi a0, a0, 1"; targets are absolute: "jal ra, 0x80000010 <main>";
                          other encodings: ".2byte 0x0", ".4byte 0x..." */
} nt_disassembly;

/* Disassembles the instruction at `pc`. Returns false where no code bytes are known. */
bool nt_view_disassemble(const nt_view *view, uint64_t pc, nt_disassembly *disassembly);

#ifdef __cplusplus
}
#endif

#endif
