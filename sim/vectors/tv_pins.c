/* SPDX-License-Identifier: Apache-2.0 */
/* The pins of nt_tv_encoder, and its golden model. */
#include "model/tandem/tv_encoder.h"
#include "sim/vectors/pin_rows.h"
#include "sim/vectors/units.h"

#include <string.h>

_Static_assert(sizeof(nt_tv_params) <= NT_PIN_PARAMS, "parameters");
_Static_assert(sizeof(nt_tv_inputs) <= NT_PIN_INPUTS, "inputs");

#define PARAMETER(name, member) NT_PIN_PARAMETER(nt_tv_params, name, member)

static const nt_pin_parameter parameters[] = {PARAMETER("XLEN", xlen),
                                              PARAMETER("FLEN", flen),
                                              PARAMETER("MLEN", mlen),
                                              PARAMETER("NRET", nret),
                                              PARAMETER("OUT_BYTES", out_bytes),
                                              PARAMETER("VIRTUAL", has_eaddr),
                                              PARAMETER("IMPLIED_END", implied_end),
                                              PARAMETER("INCREMENT", increment),
                                              {.name = NULL}};

enum { CYCLE, LANE, CSR };

static const nt_pin_part parts[] = {
    [CYCLE] = {.most = 1},
    [LANE] = {"lane", "valid", CYCLE, NT_TV_LANES, "NRET", offsetof(nt_tv_inputs, lane),
              sizeof(nt_tv_lane)},
    [CSR] = {"csr", "csr_valid", LANE, NT_TV_CSRS, NULL, offsetof(nt_tv_lane, csr),
             sizeof(nt_tv_csr)},
    {.word = NULL},
};

#define ONCE(member, width, bits, valid)                                                           \
    NT_PIN_ROW(CYCLE, nt_tv_inputs, #member, member, width, bits, valid, 0)
#define A_LANE(member, width, bits, valid)                                                         \
    NT_PIN_ROW(LANE, nt_tv_lane, #member, member, width, bits, valid, 0)
#define A_CSR(member, width, bits, valid)                                                          \
    NT_PIN_ROW(CSR, nt_tv_csr, "csr_" #member, member, width, bits, valid, 0)

static const nt_pin_row rows[] = {
    ONCE(rst, 1, NULL, NULL),
    ONCE(reset, 1, NULL, NULL),
    ONCE(init_valid, 1, NULL, NULL),
    ONCE(init_kind, 2, NULL, "init_valid"),
    ONCE(init_addr, 64, "MLEN", "init_valid"),
    ONCE(init_size, 2, NULL, "init_valid"),
    ONCE(init_data, 64, NULL, "init_valid"),
    ONCE(mtime_valid, 1, NULL, NULL),
    ONCE(mtime, 64, NULL, "mtime_valid"),
    ONCE(mcycle_valid, 1, NULL, NULL),
    ONCE(mcycle, 64, NULL, "mcycle_valid"),
    ONCE(minstret_valid, 1, NULL, NULL),
    ONCE(minstret, 64, NULL, "minstret_valid"),
    A_LANE(valid, 1, NULL, NULL),
    A_LANE(insn_valid, 1, NULL, NULL),
    A_LANE(insn_size, 1, NULL, "insn_valid"),
    A_LANE(insn, 32, NULL, "insn_valid"),
    A_LANE(pc_given, 1, NULL, NULL),
    A_LANE(pc_next, 64, "XLEN", "pc_given"),
    A_LANE(gpr_valid, 1, NULL, NULL),
    A_LANE(gpr_addr, 5, NULL, "gpr_valid"),
    A_LANE(gpr_data, 64, "XLEN", "gpr_valid"),
    A_LANE(fpr_valid, 1, NULL, NULL),
    A_LANE(fpr_addr, 5, NULL, "fpr_valid"),
    A_LANE(fpr_data, 64, "FLEN", "fpr_valid"),
    A_CSR(valid, 1, NULL, NULL),
    A_CSR(addr, 12, NULL, "csr_valid"),
    A_CSR(data, 64, "XLEN", "csr_valid"),
    A_LANE(flags_valid, 1, NULL, NULL),
    A_LANE(flags, 5, NULL, "flags_valid"),
    A_LANE(paddr_valid, 1, NULL, NULL),
    A_LANE(paddr, 64, "MLEN", "paddr_valid"),
    A_LANE(eaddr_valid, 1, NULL, NULL),
    A_LANE(eaddr, 64, "MLEN", "eaddr_valid"),
    A_LANE(mem_valid, 1, NULL, NULL),
    A_LANE(mem_size, 2, NULL, "mem_valid"),
    A_LANE(mem_data, 64, NULL, "mem_valid"),
    A_LANE(priv_valid, 1, NULL, NULL),
    A_LANE(priv, 2, NULL, "priv_valid"),
    NT_PIN_ROW(CYCLE, nt_tv_inputs, "out_ready", out_ready, 1, NULL, NULL, 1),
    {.name = NULL}};

static bool is_width(unsigned bytes) {
    return bytes == 1 || bytes == 4 || bytes == 8 || bytes == 16 || bytes == 32;
}

static const char *wrong(const void *params) {
    const nt_tv_params *p = params;
    bool mlen = p->xlen == 64 ? p->mlen == 64 : p->mlen == 32 || p->mlen == 34;
    return p->xlen != 32 && p->xlen != 64                   ? "XLEN"
           : p->flen != 0 && p->flen != 32 && p->flen != 64 ? "FLEN"
           : !mlen                                          ? "MLEN"
           : p->nret < 1 || p->nret > NT_TV_LANES           ? "NRET"
           : !is_width(p->out_bytes)                        ? "OUT_BYTES"
                                                            : NULL;
}

static void out(const void *state, const void *params, const void *in, void *outputs) {
    nt_tv_encoder_out(state, params, ((const nt_tv_inputs *)in)->rst, outputs);
}

static void step(void *state, const void *params, const void *in) {
    nt_tv_encoder_step(state, params, in);
}

static bool taken(const void *in, const void *outputs) {
    return ((const nt_tv_inputs *)in)->rst || ((const nt_tv_outputs *)outputs)->ready;
}

static size_t show(const void *params, const void *in, const void *outputs,
                   uint8_t bytes[NT_PIN_SHOWN]) {
    const nt_tv_inputs *i = in;
    const nt_tv_outputs *o = outputs;
    (void)params;
    if (i->rst || !i->out_ready || !o->out_valid) {
        return 0;
    }
    memcpy(bytes, o->out_data, o->out_count);
    return o->out_count;
}

const nt_pin_unit nt_pins_tv = {.name = "tv",
                                .parameters = parameters,
                                .parts = parts,
                                .rows = rows,
                                .state_size = sizeof(nt_tv_encoder),
                                .params_size = sizeof(nt_tv_params),
                                .inputs_size = sizeof(nt_tv_inputs),
                                .outputs_size = sizeof(nt_tv_outputs),
                                .wrong = wrong,
                                .out = out,
                                .step = step,
                                .taken = taken,
                                .hold = "`ready` is high",
                                .show = show};
