/* SPDX-License-Identifier: Apache-2.0 */
/* The pins of nt_ctr, and its golden model. */
#include "model/ctr/ctr.h"
#include "sim/vectors/pin_rows.h"
#include "sim/vectors/units.h"

#include <inttypes.h>
#include <stdio.h>

_Static_assert(sizeof(nt_ctr_config) <= NT_PIN_PARAMS, "parameters");
_Static_assert(sizeof(nt_ctr_inputs) <= NT_PIN_INPUTS, "inputs");

#define PARAMETER(name, member) NT_PIN_PARAMETER(nt_ctr_config, name, member)

static const nt_pin_parameter parameters[] = {PARAMETER("XLEN", xlen),
                                              PARAMETER("NBLOCKS", nblocks),
                                              PARAMETER("DRAFT", draft),
                                              PARAMETER("DEPTH_MIN", depth_min),
                                              PARAMETER("DEPTH_MAX", depth_max),
                                              PARAMETER("HAS_H", has_h),
                                              PARAMETER("HAS_RAS", has_ras),
                                              PARAMETER("HAS_EXTERNAL", has_external),
                                              PARAMETER("HAS_FILTERS", has_filters),
                                              PARAMETER("HAS_FREEZE", has_freeze),
                                              PARAMETER("HAS_CYCLES", has_cycles),
                                              PARAMETER("HAS_MISP", has_misp),
                                              PARAMETER("CCE_W", cce_w),
                                              PARAMETER("SRAM", sram),
                                              {.name = NULL}};

enum { CYCLE, BLOCK };

static const nt_pin_part parts[] = {
    [CYCLE] = {.most = 1},
    [BLOCK] = {"block", "block_valid", CYCLE, NT_CTR_BLOCKS, "NBLOCKS",
               offsetof(nt_ctr_inputs, block), sizeof(nt_ctr_block)},
    {.word = NULL},
};

#define ONCE(member, width, bits, valid, rest)                                                     \
    NT_PIN_ROW(CYCLE, nt_ctr_inputs, #member, member, width, bits, valid, rest)
#define A_BLOCK(name, member, width, bits)                                                         \
    NT_PIN_ROW(BLOCK, nt_ctr_block, name, member, width, bits, NULL, 0)

static const nt_pin_row rows[] = {ONCE(rst, 1, NULL, NULL, 0),
                                  ONCE(priv, 3, NULL, NULL, NT_CTR_M),
                                  ONCE(halted, 1, NULL, NULL, 0),
                                  ONCE(cause, 16, NULL, NULL, 0),
                                  A_BLOCK("block_valid", valid, 1, NULL),
                                  A_BLOCK("itype", itype, 4, NULL),
                                  A_BLOCK("isrc", isrc, 64, "XLEN"),
                                  A_BLOCK("itgt", itgt, 64, "XLEN"),
                                  A_BLOCK("tpriv", tpriv, 3, NULL),
                                  A_BLOCK("misp", misp, 1, NULL),
                                  ONCE(csr_valid, 1, NULL, NULL, 0),
                                  ONCE(csr_clear, 1, NULL, "csr_valid", 0),
                                  ONCE(csr_addr, 12, NULL, "csr_valid", 0),
                                  ONCE(csr_op, 2, NULL, "csr_valid", 0),
                                  ONCE(csr_wdata, 64, "XLEN", "csr_valid", 0),
                                  ONCE(select, 12, NULL, NULL, 0),
                                  ONCE(stateen, 4, NULL, NULL, 15),
                                  {.name = NULL}};

static bool is_depth(unsigned depth) {
    return depth >= 16 && depth <= 256 && (depth & (depth - 1)) == 0;
}

static const char *wrong(const void *params) {
    const nt_ctr_config *c = params;
    return c->xlen != 32 && c->xlen != 64                           ? "XLEN"
           : c->nblocks < 1 || c->nblocks > NT_CTR_BLOCKS           ? "NBLOCKS"
           : !is_depth(c->depth_min)                                ? "DEPTH_MIN"
           : !is_depth(c->depth_max) || c->depth_max < c->depth_min ? "DEPTH_MAX"
           : c->cce_w > 4                                           ? "CCE_W"
                                                                    : NULL;
}

static void out(const void *state, const void *params, const void *in, void *outputs) {
    nt_ctr_out(state, params, in, outputs);
}

static void step(void *state, const void *params, const void *in) {
    nt_ctr_step(state, params, in);
}

static bool taken(const void *in, const void *outputs) {
    return !((const nt_ctr_inputs *)in)->csr_valid || ((const nt_ctr_outputs *)outputs)->csr_ready;
}

static size_t show(const void *params, const void *in, const void *outputs,
                   uint8_t bytes[NT_PIN_SHOWN]) {
    const nt_ctr_inputs *i = in;
    const nt_ctr_outputs *o = outputs;
    char *text = (char *)bytes;
    (void)params;
    if (!i->csr_valid || !o->csr_ready) {
        return 0;
    }
    const char *outcome = !o->csr_hit      ? "none"
                          : o->csr_illegal ? "illegal"
                          : o->csr_virtual ? "virtual"
                                           : "done";
    bool value = o->csr_hit && !o->csr_illegal && !o->csr_virtual && !i->csr_clear &&
                 i->csr_op == NT_CSR_READ;
    int size = value ? snprintf(text, NT_PIN_SHOWN, "0x%" PRIx64 "\n", o->csr_rdata)
                     : snprintf(text, NT_PIN_SHOWN, "%s\n", outcome);
    return (size_t)size;
}

const nt_pin_unit nt_pins_ctr = {.name = "ctr",
                                 .parameters = parameters,
                                 .parts = parts,
                                 .rows = rows,
                                 .state_size = sizeof(nt_ctr),
                                 .params_size = sizeof(nt_ctr_config),
                                 .inputs_size = sizeof(nt_ctr_inputs),
                                 .outputs_size = sizeof(nt_ctr_outputs),
                                 .wrong = wrong,
                                 .out = out,
                                 .step = step,
                                 .taken = taken,
                                 .hold = "`csr_ready` is high, where it has `csr_valid`",
                                 .show = show};
