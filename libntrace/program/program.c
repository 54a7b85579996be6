/* SPDX-License-Identifier: Apache-2.0 */
#include "libntrace/program/program_internal.h"

#include "libntrace/program/format.h"
#include "libntrace/program/image_read.h"
#include "libntrace/program/reader.h"
#include "libntrace/util/error.h"
#include "libntrace/util/sized.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_IMAGES = 4096 };

static const size_t MOST_BYTES = (size_t)1 << 30; /* of one file, unpacked */

nt_program *nt_program_new(void) {
    return calloc(1, sizeof(nt_program));
}

void nt_program_image_free(nt_program_image *image) {
    if (image == NULL) {
        return;
    }
    for (size_t i = 0; i < image->hart_count; i++) {
        nt_image_free(image->harts[i].image);
    }
    for (size_t i = 0; i < image->file_count; i++) {
        free(image->files[i]);
    }
    free(image->harts);
    nt_reader_close(image->reader);
    nt_image_free(image->typed);
    free(image->lines);
    free(image->files);
    free(image->ranges);
    free(image->functions);
    free(image->found_names);
    free(image->names);
    if (image->named.piece != image->code.piece) {
        free(image->named.piece);
    }
    free(image->code.piece);
    free(image->note);
    free(image->bytes);
    free(image->path);
    free(image);
}

void nt_program_free(nt_program *program) {
    if (program != NULL) {
        for (size_t i = 0; i < program->count; i++) {
            nt_program_image_free(program->images[i]);
        }
        free(program->images);
        free(program);
    }
}

/* Loading. */

/* The whole file in memory; it grows with what comes, not with what a header claims. */
static int read_all(nt_program_image *image, nt_input_file *input, size_t *size, nt_error *error) {
    return nt_input_file_all(input, MOST_BYTES, &image->bytes, size, error);
}

static int load_raw(nt_program_image *image, nt_input_file *input, nt_error *error) {
    size_t size;
    if (read_all(image, input, &size, error) != 0) {
        return -1;
    }
    if (size == 0) {
        return nt_fail_at(error, NT_ERROR_CUT, image->path, 0, "empty");
    }
    if (image->spec.at > image->mask || size - 1 > image->mask - image->spec.at ||
        image->spec.at + size == 0) {
        return nt_fail_at(error, NT_ERROR_LIMIT, image->path, 0,
                          "the dump ends behind the end of the address space");
    }
    nt_piece piece = {.start = image->spec.at, .size = size, .bytes = image->bytes};
    return nt_pieces_make(&image->code, &piece, 1) == 0
               ? 0
               : nt_fail_at(error, NT_ERROR_MEMORY, image->path, 0, "out of memory");
}

static int load_elf(nt_program_image *image, nt_input_file *input, nt_error *error) {
    size_t size;
    return read_all(image, input, &size, error) != 0
               ? -1
               : nt_elf_load(image, image->bytes, size, error);
}

/* By its content; takes `input` over. */
static int load_known(nt_program_image *image, nt_input_file *input, nt_error *error) {
    int first = nt_input_file_peek(input);
    int result;
    if (first < 0) {
        uint8_t none;
        result = nt_input_file_read(input, &none, 1, error) < 0
                     ? -1
                     : nt_fail_at(error, NT_ERROR_CUT, image->path, 0,
                                  "empty: neither an ELF file, a recording nor a pcinfo");
        nt_input_file_close(input);
        return result;
    }
    if (first == (uint8_t)NT_RECORDING_MAGIC[0]) {
        image->recording = true;
        result = nt_reader_open_input(&image->reader, input, error);
        if (result == 0) {
            image->xlen = nt_reader_header(image->reader)->xlen;
        }
        return result;
    }
    if (first == 0x7f) {
        result = load_elf(image, input, error);
    } else if (first == '0') {
        result = nt_image_read_pcinfo(&image->typed, input, error);
    } else if (first == '#') {
        result = nt_image_read_listing(&image->typed, input, error);
        image->xlen = result == 0 ? nt_image_xlen(image->typed) : 0;
    } else {
        result = nt_fail_at(error, NT_ERROR_FORMAT, image->path, 0,
                            "neither an ELF file, a recording nor a pcinfo (a raw dump needs an "
                            "address)");
    }
    nt_input_file_close(input);
    return result;
}

static int load(nt_program_image *image, nt_error *error) {
    nt_input_file *input;
    const uint8_t *bytes = image->spec.bytes;
    image->spec.bytes = NULL; /* the caller's */
    if ((bytes == NULL ? nt_input_file_open(&input, image->path, error)
                       : nt_input_file_open_bytes(&input, image->path, bytes,
                                                  image->spec.byte_count, error)) != 0) {
        return -1;
    }
    if (!image->spec.raw) {
        return load_known(image, input, error);
    }
    int result = load_raw(image, input, error);
    nt_input_file_close(input);
    return result;
}

/* What only makes sense for some kinds, and XLEN, in which all agree. */
static int check_fit(const nt_program *program, nt_program_image *image, nt_error *error) {
    bool elf = (image->code.piece != NULL || image->named.piece != NULL) && !image->spec.raw;
    if (image->spec.offset != 0 && !elf) {
        return nt_fail_as(error, NT_ERROR_ARGUMENT,
                          "%s: a load offset is for ELF files; this is none", image->path);
    }
    if (image->spec.xlen != 0 && image->xlen != 0 && image->spec.xlen != image->xlen) {
        return nt_fail_as(error, NT_ERROR_MACHINE, "%s: XLEN is %u, not %u", image->path,
                          image->xlen, image->spec.xlen);
    }
    if (image->xlen == 0) {
        image->xlen = image->spec.xlen;
    }
    if (image->xlen != 0 && program->xlen != 0 && image->xlen != program->xlen) {
        return nt_fail_as(error, NT_ERROR_MACHINE, "%s: XLEN is %u, but %u in the images before",
                          image->path, image->xlen, program->xlen);
    }
    return 0;
}

static nt_program_image *new_image(const nt_image_spec *spec, size_t index) {
    nt_program_image *image = calloc(1, sizeof *image);
    if (image == NULL) {
        return NULL;
    }
    image->path = strdup(spec->path);
    image->spec = *spec;
    image->spec.path = image->path;
    image->index = (uint32_t)index;
    image->mask = spec->xlen == 32 ? UINT32_MAX : UINT64_MAX;
    if (image->path == NULL) {
        nt_program_image_free(image);
        return NULL;
    }
    return image;
}

/* For one more image. */
static bool make_room(nt_program *program) {
    size_t size = (program->count + 1) * sizeof(nt_program_image *);
    nt_program_image **images = realloc(program->images, size);
    if (images != NULL) {
        program->images = images;
    }
    return images != NULL;
}

static int add_image(nt_program *program, const nt_image_spec *spec, nt_error *error) {
    if (spec->xlen != 0 && spec->xlen != 32 && spec->xlen != 64) {
        return nt_fail_as(error, NT_ERROR_ARGUMENT, "%s: XLEN is 32 or 64", spec->path);
    }
    if (program->count == MOST_IMAGES) {
        return nt_fail_as(error, NT_ERROR_LIMIT, "%s: more than 4096 images", spec->path);
    }
    nt_program_image *image = make_room(program) ? new_image(spec, program->count) : NULL;
    if (image == NULL) {
        return nt_fail_as(error, NT_ERROR_MEMORY, "%s: out of memory", spec->path);
    }
    if (load(image, error) != 0 || check_fit(program, image, error) != 0) {
        nt_program_image_free(image);
        return -1;
    }
    program->images[program->count++] = image;
    program->xlen = program->xlen == 0 ? image->xlen : program->xlen;
    return 0;
}

int nt_program_add(nt_program *program, const nt_image_spec *spec, nt_error *error) {
    nt_image_spec own;
    return nt_sized_copy(&own, sizeof own, spec,
                         NT_SIZED_UP_TO(nt_image_spec, byte_count, sizeof(size_t)), error) != 0
               ? -1
               : add_image(program, &own, error);
}

/* What is in it. */

unsigned nt_program_xlen(const nt_program *program) {
    return program->xlen == 0 ? 64 : program->xlen;
}

size_t nt_program_images(const nt_program *program) {
    return program->count;
}

const nt_image_spec *nt_program_image_spec(const nt_program *program, size_t image) {
    return &program->images[image]->spec;
}

const char *nt_program_note(const nt_program *program, size_t image) {
    return program->images[image]->note;
}

const nt_function *nt_program_functions(const nt_program *program, size_t image, size_t *count) {
    *count = program->images[image]->function_count;
    return program->images[image]->functions;
}

const nt_line *nt_program_lines(const nt_program *program, size_t image, size_t *count) {
    *count = program->images[image]->line_count;
    return program->images[image]->lines;
}
