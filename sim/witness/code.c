/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/witness/code.h"

#include "libntrace/util/error.h"

nt_witness_code nt_witness_code_of_image(nt_image *image) {
    nt_witness_code code = {.image = image};
    if (image != NULL) {
        code.code = nt_image_code(image);
    }
    return code;
}

int nt_witness_code_of_program(nt_witness_code *code, nt_program *program, unsigned hart,
                               const nt_isa *isa, nt_error *error) {
    *code = (nt_witness_code){.program = program, .view = nt_view_new(program, hart, error)};
    if (code->view == NULL) {
        nt_witness_code_free(code);
        return -1;
    }
    nt_view_set_isa(code->view, isa);
    code->code = nt_view_code(code->view);
    return 0;
}

int nt_witness_code_of_images(nt_witness_code *code, const nt_images *images, unsigned xlen,
                              unsigned hart, const nt_isa *isa, nt_error *error) {
    nt_program *program = nt_program_new();
    int result = program == NULL ? nt_fail(error, "out of memory") : 0;
    for (size_t i = 0; i < images->count && result == 0; i++) {
        nt_image_spec spec = images->specs[i];
        spec.xlen = spec.xlen != 0 ? spec.xlen : (uint8_t)xlen;
        result = nt_program_add(program, &spec, error);
    }
    if (result == 0 && nt_program_xlen(program) != xlen) {
        result = nt_fail(error, "--image: the code is for RV%u, the ingress for RV%u",
                         nt_program_xlen(program), xlen);
    }
    if (result != 0) {
        nt_program_free(program);
        return -1;
    }
    return nt_witness_code_of_program(code, program, hart, isa, error);
}

void nt_witness_code_free(nt_witness_code *code) {
    nt_image_free(code->image);
    nt_view_free(code->view);
    nt_program_free(code->program);
    *code = (nt_witness_code){0};
}

void nt_witness_code_take(const nt_witness_code *code, const nt_flow_event *event) {
    if (code->view != NULL) {
        nt_view_take(code->view, event);
    }
}

unsigned nt_witness_code_size(const nt_witness_code *code, uint64_t address) {
    uint64_t mask = code->code.isa.xlen == 32 ? UINT32_MAX : UINT64_MAX;
    unsigned size = code->code.at(code->code.context, address & mask).size / 2u;
    return size == 0 ? 2 : size;
}

bool nt_witness_code_changes(const nt_witness_code *code) {
    return code->code.next_change != NULL &&
           code->code.next_change(code->code.context) != UINT64_MAX;
}
