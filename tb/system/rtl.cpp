// Verilated RTL behind tb/system/rtl.h.
#include "tb/system/rtl.h"

#include "Vsystem.h"
#include "tb/lockstep/port.h"

#include <memory>
#include <new>

struct nt_system_rtl {
    VerilatedContext context;
    std::unique_ptr<Vsystem> top;
};

const nt_system_params nt_system_rtl_params = {
    nullptr, NT_NHARTS,     NT_CLUSTER, NT_LOCAL_RAM != 0, NT_LOCAL_WORDS, NT_STREAM_BYTES,
    true,    NT_SRAM_WORDS, true,       NT_ATB_W};
const char nt_system_rtl_config[] = NT_CONFIG_NAME;

namespace {

using nt_port::get;
using nt_port::low;
using nt_port::put;
using nt_port::set;

constexpr unsigned HARTS = NT_NHARTS;

void put_blocks(Vsystem *top, unsigned h, const nt_block *block) {
    unsigned ilastsize = 0;
    unsigned sijump = 0;
    for (unsigned i = 0; i < NT_NBLOCKS; i++) {
        put(top->next_itype[h], i * NT_ITYPE_W, NT_ITYPE_W, block[i].itype);
        put(top->next_iretire[h], i * NT_IRETIRE_W, NT_IRETIRE_W, block[i].iretire);
        put(top->next_iaddr[h], i * NT_XLEN, NT_XLEN, block[i].iaddr);
        ilastsize |= (block[i].ilastsize & 3u) << (2 * i);
        sijump |= static_cast<unsigned>(block[i].sijump) << i;
    }
    set(top->next_ilastsize[h], ilastsize);
    set(top->next_sijump[h], sijump);
}

uint64_t with(uint64_t word, unsigned bit, bool value) {
    return word | static_cast<uint64_t>(value) << bit;
}

void put_ingress(Vsystem *top, const nt_ingress *const *ingress) {
    uint64_t halted = 0;
    uint64_t reset = 0;
    uint64_t lowpower = 0;
    for (unsigned h = 0; h < HARTS; h++) {
        const nt_ingress *in = ingress[h];
        put_blocks(top, h, in->block);
        set(top->next_cause[h], in->cause & 0x3f);
        set(top->next_tval[h], low(in->tval, NT_XLEN));
        set(top->next_priv[h], in->priv & 7u);
        set(top->next_hart_context[h], low(in->context, NT_SCONTEXT_W + NT_HCONTEXT_W));
        set(top->next_ctype[h], in->ctype & 3u);
        set(top->next_impdef[h], in->impdef);
        set(top->next_trigger[h], low(in->trigger, 2 + NT_NBLOCKS));
        set(top->next_ext_trigger[h], low(in->ext_trigger, NT_NTRIGGERS));
        set(top->next_hart_time[h], low(in->time, NT_TSTAMP_W));
        halted = with(halted, h, in->halted);
        reset = with(reset, h, in->reset);
        lowpower = with(lowpower, h, in->lowpower);
    }
    set(top->next_halted, halted);
    set(top->next_reset, reset);
    set(top->next_lowpower, lowpower);
}

void put_inputs(Vsystem *top, const nt_system_inputs *in) {
    top->next_rst = in->rst;
    top->next_PSEL = in->apb.PSEL;
    top->next_PENABLE = in->apb.PENABLE;
    top->next_PADDR = (in->page & 31u) << 12 | (in->apb.PADDR & 0xfffu);
    top->next_PWRITE = in->apb.PWRITE;
    top->next_PWDATA = in->apb.PWDATA;
    top->next_PSTRB = in->apb.PSTRB & 0xf;
    put_ingress(top, in->ingress);
    top->next_system_tick = in->system_tick;
    set(top->next_system_time, low(in->system_time, NT_TSTAMP_W));
    top->next_AWREADY = in->axi.AWREADY;
    top->next_WREADY = in->axi.WREADY;
    top->next_BVALID = in->axi.BVALID;
    top->next_BRESP = in->axi.BRESP & 3;
    top->next_ATREADY = in->ATREADY;
    top->next_AFVALID = in->AFVALID;
    top->next_SYNCREQ = in->SYNCREQ;
}

void get_links(const Vsystem *top, nt_system_link *link) {
    for (unsigned k = 0; k < HARTS + NT_LINKS - NT_SYSTEM_HARTS; k++) {
        nt_system_link *to = &link[k < HARTS ? k : k - HARTS + NT_SYSTEM_HARTS];
        bool valid = top->link_valid >> k & 1;
        to->valid = valid;
        to->ready = top->link_ready >> k & 1;
        to->count = valid ? top->link_count[k] : 0;
        to->bytes = low(top->link_bytes[k], static_cast<unsigned>(8 * to->count));
    }
}

void get_outputs(const Vsystem *top, nt_system_outputs *out) {
    get_links(top, out->link);
    for (unsigned h = 0; h < HARTS; h++) {
        out->stall[h] = top->stall >> h & 1;
        out->ext_trigger_out[h] = top->ext_trigger_out[h];
    }
    out->PREADY = top->PREADY;
    out->PRDATA = top->PRDATA;
    out->PSLVERR = top->PSLVERR;
    out->TRC_CLK = top->TRC_CLK;
    out->TRC_DATA = top->TRC_DATA;
    out->AWVALID = top->AWVALID;
    out->AWADDR = top->AWVALID ? top->AWADDR : 0;
    out->AWLEN = top->AWVALID ? top->AWLEN : 0;
    out->AWSIZE = top->AWSIZE;
    out->AWBURST = top->AWBURST;
    out->WSTRB = top->WSTRB;
    out->WVALID = top->WVALID;
    out->WDATA = top->WVALID ? top->WDATA : 0;
    out->WLAST = top->WVALID ? top->WLAST : 0;
    out->BREADY = top->BREADY;
    out->ATVALID = top->ATVALID;
    out->AFREADY = top->AFREADY;
    out->ATDATA[0] = out->ATDATA[1] = out->ATBYTES = out->ATID = 0;
    if (top->ATVALID) {
        out->ATDATA[0] = get(top->ATDATA, 0, std::min(64, NT_ATB_W));
        out->ATDATA[1] = NT_ATB_W > 64 ? get(top->ATDATA, 64, NT_ATB_W - 64) : 0;
        out->ATBYTES = top->ATBYTES;
        out->ATID = top->ATID;
    }
}

} // namespace

nt_system_rtl *nt_system_rtl_new(uint32_t seed) {
    nt_system_rtl *rtl = new (std::nothrow) nt_system_rtl;
    if (rtl == nullptr) {
        return nullptr;
    }
    // Verilator takes 0 as "no seed given".
    rtl->context.randReset(2);
    rtl->context.randSeed(static_cast<int>((seed & 0x7fffffff) + (seed == 0)));
    Verilated::threadContextp(&rtl->context); // for the encoders, which are a library of their own
    rtl->top = std::make_unique<Vsystem>(&rtl->context);
    rtl->top->clk = 0;
    rtl->top->eval();
    return rtl;
}

void nt_system_rtl_free(nt_system_rtl *rtl) {
    if (rtl != nullptr) {
        rtl->top->final();
        delete rtl;
    }
}

// The falling edge settles nothing: all that depends on inputs is behind registers.
void nt_system_rtl_step(nt_system_rtl *rtl, const nt_system_inputs *inputs,
                        nt_system_outputs *outputs) {
    Vsystem *top = rtl->top.get();
    top->clk = 0;
    top->eval();
    put_inputs(top, inputs);
    top->clk = 1;
    top->eval();
    get_outputs(top, outputs);
}
