/* SPDX-License-Identifier: Apache-2.0 */
/* The pins of nt_hpm, and its golden model. */
#include "model/hpm/hpm.h"
#include "sim/vectors/pin_rows.h"
#include "sim/vectors/units.h"

#include <inttypes.h>
#include <stdio.h>

_Static_assert(sizeof(nt_hpm_params) <= NT_PIN_PARAMS, "parameters");
_Static_assert(sizeof(nt_hpm_inputs) <= NT_PIN_INPUTS, "inputs");

#define PARAMETER(name, member) NT_PIN_PARAMETER(nt_hpm_params, name, member)

static const nt_pin_parameter parameters[] = {
    PARAMETER("XLEN", xlen),
    PARAMETER("NBLOCKS", nblocks),
    PARAMETER("ICOUNT_W", icount_w),
    PARAMETER("NCOUNTERS", ncounters),
    PARAMETER("WIDTH", width),
    PARAMETER("NEXT_EVENTS", next_events),
    PARAMETER("HAS_U", has_u),
    PARAMETER("HAS_S", has_s),
    PARAMETER("HAS_H", has_h),
    NT_PIN_LATER(nt_hpm_params, "HAS_CNTRPMF", has_cntrpmf),
    NT_PIN_LATER(nt_hpm_params, "HAS_CDELEG", has_cdeleg),
    {.name = NULL}};

enum { CYCLE, BLOCK };

static const nt_pin_part parts[] = {
    [CYCLE] = {.most = 1},
    [BLOCK] = {"block", "block_valid", CYCLE, NT_HPM_BLOCKS, "NBLOCKS",
               offsetof(nt_hpm_inputs, block), sizeof(nt_hpm_block)},
    {.word = NULL},
};

#define ONCE(name, member, width, bits, valid, rest)                                               \
    NT_PIN_ROW(CYCLE, nt_hpm_inputs, name, member, width, bits, valid, rest)
#define A_BLOCK(name, member, width, bits)                                                         \
    NT_PIN_ROW(BLOCK, nt_hpm_block, name, member, width, bits, NULL, 0)

static const nt_pin_row rows[] = {ONCE("rst", rst, 1, NULL, NULL, 0),
                                  ONCE("priv", priv, 3, NULL, NULL, NT_HPM_M),
                                  ONCE("stop", stop, 1, NULL, NULL, 0),
                                  A_BLOCK("block_valid", valid, 1, NULL),
                                  A_BLOCK("icount", icount, 8, "ICOUNT_W"),
                                  A_BLOCK("itype", itype, 4, NULL),
                                  A_BLOCK("tpriv", tpriv, 3, NULL),
                                  ONCE("trace_messages", events.trace_messages, 4, NULL, NULL, 0),
                                  ONCE("trace_bytes", events.trace_bytes, 4, NULL, NULL, 0),
                                  ONCE("trace_stall", events.trace_stall, 1, NULL, NULL, 0),
                                  ONCE("trace_loss", events.trace_loss, 1, NULL, NULL, 0),
                                  ONCE("ext_event", events.ext_event, 8, "NEXT_EVENTS", NULL, 0),
                                  ONCE("csr_valid", csr.valid, 1, NULL, NULL, 0),
                                  ONCE("csr_addr", csr.addr, 12, NULL, "csr_valid", 0),
                                  ONCE("csr_op", csr.op, 2, NULL, "csr_valid", 0),
                                  ONCE("csr_wdata", csr.wdata, 64, "XLEN", "csr_valid", 0),
                                  ONCE("csr_retires", csr.retires, 1, NULL, "csr_valid", 0),
                                  ONCE("select", csr.select, 12, NULL, "csr_valid", 0),
                                  ONCE("stateen", csr.stateen, 2, NULL, "csr_valid", 3),
                                  ONCE("cde", csr.cde, 1, NULL, "csr_valid", 0),
                                  ONCE("lcofip_write", lcofip_write, 1, NULL, NULL, 0),
                                  ONCE("lcofip_wdata", lcofip_wdata, 1, NULL, "lcofip_write", 0),
                                  {.name = NULL}};

static const char *wrong(const void *params) {
    const nt_hpm_params *p = params;
    return p->xlen != 32 && p->xlen != 64                 ? "XLEN"
           : p->nblocks < 1 || p->nblocks > NT_HPM_BLOCKS ? "NBLOCKS"
           : p->icount_w < 1 || p->icount_w > 8           ? "ICOUNT_W"
           : p->ncounters > 29                            ? "NCOUNTERS"
           : p->width < 32 || p->width > 64               ? "WIDTH"
           : p->next_events > 8                           ? "NEXT_EVENTS"
           : p->has_s && !p->has_u                        ? "HAS_S"
           : p->has_h && !p->has_s                        ? "HAS_H"
           : p->has_cdeleg && !p->has_s                   ? "HAS_CDELEG"
                                                          : NULL;
}

static void out(const void *state, const void *params, const void *in, void *outputs) {
    nt_hpm_out(state, params, in, outputs);
}

static void step(void *state, const void *params, const void *in) {
    nt_hpm_step(state, params, in);
}

static bool taken(const void *in, const void *outputs) {
    return !((const nt_hpm_inputs *)in)->csr.valid || ((const nt_hpm_outputs *)outputs)->csr.ready;
}

/* The answer, and whether LCOFIP is pending. */
static size_t show(const void *params, const void *in, const void *outputs,
                   uint8_t bytes[NT_PIN_SHOWN]) {
    const nt_hpm_inputs *i = in;
    const nt_hpm_outputs *o = outputs;
    const nt_hpm_answer *a = &o->csr;
    char *text = (char *)bytes;
    (void)params;
    if (!i->csr.valid || !a->ready) {
        return 0;
    }
    const char *outcome = !a->hit         ? "none"
                          : a->illegal    ? "illegal"
                          : a->is_virtual ? "virtual"
                                          : "done";
    bool value = a->hit && !a->illegal && !a->is_virtual && i->csr.op == NT_HPM_READ;
    const char *pending = o->lcofip ? "pending" : "quiet";
    int size = value ? snprintf(text, NT_PIN_SHOWN, "0x%" PRIx64 " %s\n", a->rdata, pending)
                     : snprintf(text, NT_PIN_SHOWN, "%s %s\n", outcome, pending);
    return (size_t)size;
}

const nt_pin_unit nt_pins_hpm = {.name = "hpm",
                                 .parameters = parameters,
                                 .parts = parts,
                                 .rows = rows,
                                 .state_size = sizeof(nt_hpm),
                                 .params_size = sizeof(nt_hpm_params),
                                 .inputs_size = sizeof(nt_hpm_inputs),
                                 .outputs_size = sizeof(nt_hpm_outputs),
                                 .wrong = wrong,
                                 .out = out,
                                 .step = step,
                                 .taken = taken,
                                 .hold = "`csr_ready` is high, where it has `csr_valid`",
                                 .show = show};
