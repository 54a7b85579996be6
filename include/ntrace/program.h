/* The program layer: what code was where. Several images (ELF files, firmware at load offsets,
   recordings, pcinfo, raw dumps), each for some privilege modes and address spaces, give the flow
   decoder its code, and addresses their functions, source lines and disassembly. */
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

/* Privilege modes an image can be for: bits of nt_image_spec.modes. */
enum {
    NT_MODE_U = 1 << 0,
    NT_MODE_S = 1 << 1,
    NT_MODE_M = 1 << 3,
    NT_MODE_VU = 1 << 5,
    NT_MODE_VS = 1 << 6,
};

/* An image and where it applies. All 0 but `path`: an ELF file, recording or pcinfo (told apart by
   content) as it is, in every mode and address space. */
typedef struct nt_image_spec {
    const char *path;  /* copied */
    uint64_t offset;   /* ELF: added to its addresses (modulo 2^XLEN) */
    bool raw;          /* no known format: the file's bytes lie at address `at` */
    uint64_t at;       /* of a raw dump: the address of its first byte */
    uint8_t xlen;      /* 32 or 64: of a raw dump or pcinfo, which do not tell; 0: as the others */
    uint8_t modes;     /* NT_MODE_*; 0: all */
    bool has_scontext; /* only where scontext is `scontext` */
    bool has_hcontext; /* only where hcontext is `hcontext` */
    uint64_t scontext; /* the address space that the code is in */
    uint64_t hcontext; /* the guest that it is in */
} nt_image_spec;

/* The images of a trace. */
typedef struct nt_program nt_program;

/* NULL without memory. */
nt_program *nt_program_new(void);
/* Views of the program must be gone. */
void nt_program_free(nt_program *program);

/* Adds an image, behind those that are there: where several visible ones know an address, a
   recording comes first (it has the code as it was), then the earlier one. Returns 0, or -1 with
   the error set; the program is as before then. */
int nt_program_add(nt_program *program, const nt_image_spec *spec, nt_error *error);

/* 32 or 64: of the images that tell; 64 if none does. */
unsigned nt_program_xlen(const nt_program *program);
/* How many images there are. */
size_t nt_program_images(const nt_program *program);
/* Of image `image`, below nt_program_images. */
const nt_image_spec *nt_program_image_spec(const nt_program *program, size_t image);

/* A function: a symbol that code belongs to. Where an ELF file has no symbol table, functions are
   found in its code (whoever is called or pointed to) and named "sub_" and the address before the
   load offset. The program's, until it is freed, never changed: the pointer serves as its
   identity. */
typedef struct nt_function {
    const char *name; /* as in the symbol table (C++ names are mangled) */
    uint64_t start;   /* load offset included */
    uint64_t size;    /* bytes; where the symbol has none, up to the next symbol */
    uint32_t image;   /* index */
    uint32_t index;   /* among the image's functions */
} nt_function;

/* A row of the line table: code from one source line. The program's, as nt_function. */
typedef struct nt_line {
    const char *file; /* as the compiler recorded it, with its directory */
    uint64_t start;   /* load offset included */
    uint32_t size;    /* bytes up to the next row */
    uint32_t line;    /* from 1; 0: code that belongs to no line */
} nt_line;

/* The image's functions, by ascending start; `count` gets how many. Aliases are one function. NULL
   where there are none. */
const nt_function *nt_program_functions(const nt_program *program, size_t image, size_t *count);
/* The image's rows of line tables, in the same way. */
const nt_line *nt_program_lines(const nt_program *program, size_t image, size_t *count);

/* What one hart sees of the program: the images that apply in its privilege mode and context, which
   Ownership messages tell. As long as none has come, all images are visible. */
typedef struct nt_view nt_view;

/* A view of hart `hart` (which matters for recordings). Several views of a program may be used by
   several threads at a time, but be made and freed only by one at a time. NULL with the error
   set. */
nt_view *nt_view_new(nt_program *program, unsigned hart, nt_error *error);
/* NULL is fine. */
void nt_view_free(nt_view *view);

/* Reads the code by these extensions, where before it had none but those that share no encodings;
   the view keeps the program's XLEN. Before nt_view_code. */
void nt_view_set_isa(nt_view *view, const nt_isa *isa);

/* The code for nt_flow_new; refers to the view. */
nt_code nt_view_code(nt_view *view);

/* Follows Ownership events; other events change nothing. For the sink, before its own work. */
void nt_view_take(nt_view *view, const nt_flow_event *event);

/* The same for what is known from elsewhere: `mode` is one NT_MODE_* (0: unknown again, with the
   contexts); contexts as of an Ownership event. */
void nt_view_set(nt_view *view, uint8_t mode, bool has_scontext, uint64_t scontext,
                 bool has_hcontext, uint64_t hcontext);

/* Up to `size` code bytes at `pc`; how many are known. */
size_t nt_view_bytes(const nt_view *view, uint64_t pc, uint8_t *bytes, size_t size);

/* The function that covers `pc`, the innermost; NULL: none. O(log n). */
const nt_function *nt_view_function(const nt_view *view, uint64_t pc);

/* The source line of the code at `pc`; NULL: none. O(log n). */
const nt_line *nt_view_line(const nt_view *view, uint64_t pc);

/* One instruction as text. */
typedef struct nt_disassembly {
    uint8_t size;      /* bytes of the instruction; 0: no code is known at pc */
    uint8_t bytes[22]; /* its bytes */
    char text[96];     /* "addi a0, a0, 1"; targets are absolute: "jal ra, 0x80000010 <main>";
                          what is not known to be an instruction: ".2byte 0x0", ".4byte 0x..." */
} nt_disassembly;

/* Disassembles what is at `pc`; false where no code bytes are known. */
bool nt_view_disassemble(const nt_view *view, uint64_t pc, nt_disassembly *disassembly);

#ifdef __cplusplus
}
#endif

#endif
