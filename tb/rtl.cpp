// Verilated RTL behind tb/rtl.h. Compiled twice: into nt_rtl_fast, and with NT_WAVES into
// nt_rtl_wave; or once, with NT_NO_WAVES, for a bench that draws none. probes.inc is made by
// scripts/probes.py.
#include "tb/rtl.h"

#include "tb/encoder_fields.h"
#include "tb/lockstep/port.h"

#include <cstring>
#include <memory>
#include <new>

#ifdef NT_WAVES
#include "Vwave.h"
#include "verilated_fst_c.h"
#define KIND nt_rtl_wave
typedef Vwave Top;
#else
#include "Vfast.h"
#define KIND nt_rtl_fast
typedef Vfast Top;
#endif

// The same in both compilations; what differs is derived from it.
struct nt_rtl {
    virtual ~nt_rtl() = default;
};

namespace {

using nt_port::low;
using nt_port::put;
using nt_port::set;

struct Instance final : nt_rtl {
    VerilatedContext context;
    std::unique_ptr<Top> top;
#ifdef NT_WAVES
    std::unique_ptr<VerilatedFstC> wave;
#endif
};

Top *top_of(const nt_rtl *rtl) {
    return static_cast<const Instance *>(rtl)->top.get();
}

// The names that the rows of probes.txt use.
#define PROBE_VIEWS                                                                                \
    const nt_encoder *m = b->encoder;                                                              \
    const nt_pib *p = b->pib;                                                                      \
    const nt_encoder_outputs *o = &b->outputs.encoder;                                             \
    const nt_qualify_outputs *q = &b->qualify;                                                     \
    const nt_descriptor *head = m->fifo.level ? nt_message_fifo_head(&m->fifo) : nullptr;
#define SLOT(i)        (m->flow.valid >> (i)&1)
#define USES(d, field) (fields_of(d) & FIELD_##field)
#define HEAD           head
#define ON             (m->flow.state.state == NT_FLOW_ON)
#define IN_RUN         (ON && m->flow.history.run)
#define BRANCH         m->flow.repeat.valid
#define STACK(i)       (m->flow.state.stack.count > (i))
#define WORD(i)        (m->serializer_wide.level > 8 * (i))

// A nibble for each filter; mostly there is none.
inline uint64_t nested_traps(const uint8_t *nest) {
    uint64_t half[2];
    static_assert(sizeof half == NT_MAX_FILTERS, "a byte each");
    std::memcpy(half, nest, sizeof half);
    uint64_t all = 0;
    for (unsigned i = 0; (half[0] | half[1]) != 0 && i < NT_MAX_FILTERS; i++) {
        all |= static_cast<uint64_t>(nest[i]) << 4 * i;
    }
    return all;
}

template <typename Model> nt_probe_value probe_value(uint64_t rtl, bool valid, Model model) {
    return {rtl, valid ? model() : 0, valid};
}

#include "probes.inc"

void put_blocks(Top *top, const nt_block *block) {
    unsigned ilastsize = 0;
    unsigned sijump = 0;
    for (unsigned i = 0; i < NT_NBLOCKS; i++) {
        put(top->next_itype, i * NT_ITYPE_W, NT_ITYPE_W, block[i].itype);
        put(top->next_iretire, i * NT_IRETIRE_W, NT_IRETIRE_W, block[i].iretire);
        put(top->next_iaddr, i * NT_XLEN, NT_XLEN, block[i].iaddr);
        ilastsize |= (block[i].ilastsize & 3u) << (2 * i);
        sijump |= static_cast<unsigned>(block[i].sijump) << i;
    }
    set(top->next_ilastsize, ilastsize);
    set(top->next_sijump, sijump);
}

// Filters and comparators change seldom, and are many.
void put_filters(Top *top, const nt_control *control) {
    static_assert(sizeof(nt_filter_control) == 6 * 4 && sizeof(nt_comparator_control) == 5 * 4,
                  "as nt_filter and nt_comparator have them");
    nt_port::put_words(top->next_filters, &control->filter[0].control, 6 * NT_MAX_FILTERS);
    nt_port::put_words(top->next_comparators, &control->comparator[0].control,
                       5 * NT_MAX_COMPARATORS);
}

void put_control(Top *top, const nt_control *control) {
#define SET(field) set(top->next_##field, control->field)
    SET(trTeActive);
    SET(trTeEnable);
    SET(trTeInstTracing);
    SET(trTeInstMode);
    SET(trTeContext);
    SET(trTeInstTrigEnable);
    SET(trTeInstStallEna);
    SET(trTeInhibitSrc);
    SET(trTeInstSyncMode);
    SET(trTeInstSyncMax);
    SET(trTeInstEnSequentialJump);
    SET(trTeInstEnImplicitReturn);
    SET(trTeInstImplicitReturnMode);
    SET(trTeInstEnRepeatedHistory);
    SET(trTeInstEnAllJumps);
    SET(trTeInstExtendAddrMSB);
    SET(trTeSrcID);
    SET(trTeSrcBits);
    SET(trTeInstFilters);
    SET(trTsActive);
    SET(trTsCount);
    SET(trTsRunInDebug);
    SET(trTsMode);
    SET(trTsPrescale);
    SET(trTsEnable);
    SET(trTeTrigExtInControl);
    SET(trTeTrigExtOutControl);
    SET(ntResumeLevel);
    SET(ntEnRepeatBranch);
    SET(ntEnSyncICNT);
    SET(ntRc7);
    SET(ntTrimOwnership);
    SET(trPibActive);
    SET(trPibEnable);
    SET(trPibMode);
    SET(trPibDivider);
#undef SET
}

void put_inputs(Top *top, const nt_bench_inputs *in) {
    const nt_ingress *ingress = in->ingress;
    top->next_rst = in->rst;
    top->next_PSEL = in->apb.PSEL;
    top->next_PENABLE = in->apb.PENABLE;
    top->next_PWRITE = in->apb.PWRITE;
    top->next_PADDR = in->apb.PADDR & 0xfff;
    top->next_PWDATA = in->apb.PWDATA;
    top->next_PSTRB = in->apb.PSTRB & 0xf;
    top->next_sink_pib = in->sink_pib;
    top->next_sink_ready = in->sink_ready;
    put_control(top, in->control);
    top->next_load = in->load;
    if (in->load) {
        put_filters(top, in->control);
    }
    put_blocks(top, ingress->block);
    set(top->next_cause, ingress->cause & 0x3f);
    set(top->next_tval, low(ingress->tval, NT_XLEN));
    set(top->next_priv, ingress->priv & 7u);
    set(top->next_context, low(ingress->context, NT_SCONTEXT_W + NT_HCONTEXT_W));
    set(top->next_ctype, ingress->ctype & 3u);
    set(top->next_impdef, ingress->impdef);
    set(top->next_trigger, low(ingress->trigger, 2 + NT_NBLOCKS));
    set(top->next_ext_trigger, low(ingress->ext_trigger, NT_NTRIGGERS));
    set(top->next_time, low(ingress->time, NT_TSTAMP_W));
    top->next_halted = ingress->halted;
    top->next_reset = ingress->reset;
    top->next_lowpower = ingress->lowpower;
}

nt_rtl *create(uint32_t seed) {
    Instance *rtl = new (std::nothrow) Instance;
    if (rtl == nullptr) {
        return nullptr;
    }
    // Verilator takes 0 as "no seed given".
    rtl->context.randReset(2);
    rtl->context.randSeed(static_cast<int>((seed & 0x7fffffff) + (seed == 0)));
#ifdef NT_WAVES
    rtl->context.traceEverOn(true);
#endif
    rtl->top = std::make_unique<Top>(&rtl->context);
    rtl->top->clk = 0;
    rtl->top->eval();
    return rtl;
}

void destroy(nt_rtl *rtl) {
    if (rtl != nullptr) {
        top_of(rtl)->final();
        delete rtl;
    }
}

// The falling edge settles nothing: all that depends on inputs is behind registers.
void step(nt_rtl *rtl, const nt_bench_inputs *inputs, nt_rtl_outputs *outputs) {
    Top *top = top_of(rtl);
    top->clk = 0;
    top->registers_clk = 0;
    top->eval();
    put_inputs(top, inputs);
    top->clk = 1;
    top->registers_clk = inputs->registers || inputs->rst;
    top->eval();
    outputs->out_valid = top->rtl_out_valid;
    outputs->out = top->rtl_out;
    outputs->out_count = static_cast<uint8_t>(top->rtl_out_count);
    outputs->out_ready = top->rtl_out_ready;
    outputs->stall = top->rtl_stall;
    outputs->trTeEmpty = top->rtl_trTeEmpty;
    outputs->trPibEmpty = top->rtl_trPibEmpty;
    outputs->TRC_CLK = top->rtl_TRC_CLK;
    outputs->TRC_DATA = top->rtl_TRC_DATA;
    outputs->ext_trigger_out = static_cast<uint8_t>(top->rtl_ext_trigger_out);
    outputs->answer.PREADY = top->rtl_PREADY;
    outputs->answer.PSLVERR = top->rtl_PSLVERR;
    outputs->answer.PRDATA = top->rtl_PRDATA;
    outputs->dropped = top->hint_dropped;
    outputs->started = top->hint_started;
    outputs->awaits = top->hint_awaits;
}

bool differs(const nt_rtl *rtl, const nt_bench_view *model) {
    return probes_differ(top_of(rtl), model) != 0;
}

void read(const nt_rtl *rtl, const nt_bench_view *model, nt_probe_value *value) {
    probes_read(top_of(rtl), model, value);
}

#ifdef NT_WAVES
Instance *self(nt_rtl *rtl) {
    return static_cast<Instance *>(rtl);
}

bool wave_open(nt_rtl *rtl, const char *path) {
    Instance *instance = self(rtl);
    instance->wave = std::make_unique<VerilatedFstC>();
    instance->top->trace(instance->wave.get(), 99);
    instance->wave->open(path);
    return instance->wave->isOpen();
}

void wave_cycle(nt_rtl *rtl, const nt_bench_view *model, uint64_t cycle,
                const nt_wave_texts *texts) {
    Top *top = top_of(rtl);
    nt_probe_value value[NT_MAX_PROBES];
    probes_read(top, model, value);
    probes_show(top, value);
    top->cycle = cycle;
    top->mismatch = differs(rtl, model);
    nt_port::put_text(top->iaddr_text, texts->iaddr);
    nt_port::put_text(top->itype_name, texts->itype);
    nt_port::put_text(top->rtl_message_name, texts->rtl_message);
    nt_port::put_text(top->rtl_message_fields, texts->rtl_fields);
    nt_port::put_text(top->model_message_name, texts->model_message);
    nt_port::put_text(top->model_message_fields, texts->model_fields);
    top->eval();
    self(rtl)->wave->dump(cycle * 10);
    top->clk = 0;
    top->eval();
    self(rtl)->wave->dump(cycle * 10 + 5);
}

void wave_close(nt_rtl *rtl) {
    self(rtl)->wave->close();
}
#else
constexpr decltype(nt_rtl_kind::wave_open) wave_open = nullptr;
constexpr decltype(nt_rtl_kind::wave_cycle) wave_cycle = nullptr;
constexpr decltype(nt_rtl_kind::wave_close) wave_close = nullptr;
#endif

} // namespace

static_assert(sizeof probe_list / sizeof probe_list[0] <= NT_MAX_PROBES, "probes");

const nt_rtl_kind KIND = {
    NT_CONFIG_NAME, probe_list, sizeof probe_list / sizeof probe_list[0],
    create,         destroy,    step,
    differs,        read,       wave_open,
    wave_cycle,     wave_close,
};

#ifdef NT_NO_WAVES
const nt_rtl_kind nt_rtl_wave = {};
#endif
