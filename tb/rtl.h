/* The Verilated RTL as the bench sees it. Two of them are in a bench: one built for speed, and one
   that can write waves; both obey one interface. */
#ifndef NT_TB_RTL_H
#define NT_TB_RTL_H

#include "model/control/registers.h"
#include "model/direct.h"
#include "model/transport/pib.h"
#include "tb/lockstep/unit.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What stands at the inputs of nt_bench_top in one cycle. */
typedef struct nt_bench_inputs {
    const nt_ingress *ingress;
    const nt_control *control;
    nt_apb apb;     /* idle without `registers` */
    bool registers; /* the registers are used: `control` is what they hold */
    bool load;      /* filters and comparators may have changed */
    bool rst;
    bool sink_pib;   /* nt_pib takes the bytes, not a sink that is ready when it is told to be */
    bool sink_ready; /* ignored with sink_pib */
} nt_bench_inputs;

/* The outputs that the bench itself acts on. */
typedef struct nt_rtl_outputs {
    bool out_valid;
    uint64_t out;      /* bytes, the first one lowest */
    uint8_t out_count; /* how many */
    bool out_ready;    /* the byte goes to the sink at the next clock edge */
    bool stall;
    bool trTeEmpty;
    bool trPibEmpty;
    bool TRC_CLK;
    uint16_t TRC_DATA;
    uint8_t ext_trigger_out;
    nt_apb_answer answer; /* of the registers to the cycle before; where they are used */
    bool dropped;         /* hint: the messages of this cycle are dropped */
    bool started;         /* hint: tracing starts with a block of this cycle */
    bool awaits;          /* hint: after this cycle a target is awaited */
} nt_rtl_outputs;

/* The golden model's side of a cycle, for comparison: state and settled outputs. */
typedef struct nt_bench_view {
    const nt_encoder *encoder;
    const nt_pib *pib;
    const nt_trigger *trigger;
    const nt_timestamp *ts;
    nt_direct_outputs outputs;
    nt_pib_outputs pib_outputs;
    nt_qualify_outputs qualify;
    const nt_registers *registers; /* if they were used in the cycle before, else NULL, ... */
    nt_registers_outputs bus;      /* ... and answered this */
    bool out_ready;
} nt_bench_view;

/* What a waveform shows beside the probes, as text: names of at most 24 characters, fields of at
   most 64. */
typedef struct nt_wave_texts {
    const char *iaddr; /* of block 0 */
    const char *itype;
    const char *rtl_message;
    const char *rtl_fields;
    const char *model_message;
    const char *model_fields;
} nt_wave_texts;

typedef struct nt_rtl nt_rtl;

typedef struct nt_rtl_kind {
    const char *config; /* name of the build */
    const nt_probe *probes;
    unsigned probe_count;
    /* Registers start random by `seed`. NULL without memory. */
    nt_rtl *(*create)(uint32_t seed);
    void (*destroy)(nt_rtl *rtl);
    /* One clock edge, into the cycle with these inputs. */
    void (*step)(nt_rtl *rtl, const nt_bench_inputs *inputs, nt_rtl_outputs *outputs);
    /* Any valid probe differs between the cycle that step has led into and the model. */
    bool (*differs)(const nt_rtl *rtl, const nt_bench_view *model);
    /* All probes, by index in `probes`. */
    void (*read)(const nt_rtl *rtl, const nt_bench_view *model, nt_probe_value *value);
    /* Waves, NULL in the fast kind. A cycle takes 10 ns; wave_cycle draws the current one. */
    bool (*wave_open)(nt_rtl *rtl, const char *path);
    void (*wave_cycle)(nt_rtl *rtl, const nt_bench_view *model, uint64_t cycle,
                       const nt_wave_texts *texts);
    void (*wave_close)(nt_rtl *rtl);
} nt_rtl_kind;

extern const nt_rtl_kind nt_rtl_fast;
extern const nt_rtl_kind nt_rtl_wave; /* all NULL in a bench that was built without */

#ifdef __cplusplus
}
#endif
#endif
