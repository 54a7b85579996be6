/* SPDX-License-Identifier: Apache-2.0 */
/* Parses the arguments of `ntrace lockstep`, which are also those of a build's nt_bench. */
#ifndef NT_LOCKSTEP_OPTIONS_H
#define NT_LOCKSTEP_OPTIONS_H

#include "sim/decode/images.h"
#include "sim/decode/isa_options.h"
#include "sim/ingress/shape.h"
#include "sim/lockstep/window.h"
#include "sim/settings/settings.h"

#include <stdbool.h>
#include <stdint.h>

typedef enum nt_lockstep_mode {
    NT_LOCKSTEP_COMPARE,
    NT_LOCKSTEP_BARE,     /* the Verilated RTL alone */
    NT_LOCKSTEP_MODEL,    /* the golden model alone */
    NT_LOCKSTEP_STIMULUS, /* neither */
} nt_lockstep_mode;

/* Lists the sinks of the encoder's bytes. */
typedef enum nt_lockstep_sink {
    NT_SINK_AUTO,  /* the PIB while its fields turn it on and OUT_BYTES is 1, else the byte sink */
    NT_SINK_BYTES, /* a sink with external backpressure, from the ingress */
    NT_SINK_PIB8,
    NT_SINK_PIB1, /* this and the following: of a system */
    NT_SINK_PIB2,
    NT_SINK_PIB4,
    NT_SINK_PIB16,
    NT_SINK_SWT_UART,
    NT_SINK_SWT_MANCHESTER,
    NT_SINK_SRAM,
    NT_SINK_SMEM,
    NT_SINK_ATB,
    NT_SINKS,
} nt_lockstep_sink;

typedef enum nt_lockstep_wave {
    NT_LOCKSTEP_WAVE_BY_NAME, /* VCD where the file's name ends so, else FST */
    NT_LOCKSTEP_WAVE_FST,
    NT_LOCKSTEP_WAVE_VCD,
} nt_lockstep_wave;

/* Returns the name for --sink; "" for NT_SINK_AUTO. */
const char *nt_lockstep_sink_name(nt_lockstep_sink sink);

enum { NT_LOCKSTEP_HARTS = 16, NT_LOCKSTEP_FIELDS = 16, NT_LOCKSTEP_COUNTERS = 29 };

/* Holds a --set of a field of a funnel, the PIB or the ATB bridge. */
typedef struct nt_component_setting {
    const char *text; /* as given */
    const char *name;
    uint32_t value;
} nt_component_setting;

typedef struct nt_lockstep_options {
    const char *unit;  /* a unit beside the hart; NULL: the encoder */
    const char *build; /* the unit's; NULL: its default one */
    uint32_t sample;   /* of CTR: cycles from sample to sample; 0: none */
    uint32_t lcofi;    /* of CTR: instructions from LCOFI to LCOFI; 0: none */
    uint64_t mhpmevent[NT_LOCKSTEP_COUNTERS]; /* of counters: what they count, from 3 on */
    unsigned mhpmevent_count;
    uint32_t period;   /* of counters: events from LCOFI to LCOFI; 0: they begin with 0 */
    const char *input; /* recording or ingress file; NULL with `random` */
    const char *inputs[NT_LOCKSTEP_HARTS]; /* of a system: recordings, one for all or one each */
    unsigned input_count;
    unsigned input_harts; /* harts in the first one */
    uint32_t harts;       /* 1 to 16 */
    bool system;          /* for the bench of a system, not for that of an encoder alone */
    uint32_t cluster;     /* harts per local funnel; 0: none */
    bool local_ram;       /* the last hart has a RAM sink of its own */
    bool toggle;          /* components are disabled and enabled at random */
    nt_component_setting component[NT_LOCKSTEP_FIELDS];
    unsigned component_count;
    bool is_ingress;   /* the input is an ingress file */
    nt_images images;  /* code for the round trip where the input is an ingress file */
    nt_images symbols; /* functions' names for waves */
    nt_isa isa;        /* the extensions of that code */
    nt_settings settings;
    nt_shape_options shape;
    bool random;
    bool everything;       /* random: all signals and control fields */
    bool registers;        /* random: control fields are written by APB */
    bool illegal;          /* random ingress that breaks the port's rules too */
    bool lossless;         /* random: trTeInstStallEna stays 1, and nothing may be lost */
    uint64_t cycles;       /* random: cycles to run; else stop after that many, 0: all */
    uint32_t initial_seed; /* of the registers' first values */
    nt_lockstep_sink sink;
    uint32_t backpressure; /* byte sink: chance in percent that it takes no byte in a cycle */
    bool backpressure_given;
    const char *output; /* the RTL's bytes */
    bool no_sidecar;    /* nothing beside them */
    const char *wave;
    nt_lockstep_wave wave_format;
    nt_window window;
    const char *coverage;                       /* file of bins; NULL: none */
    const char *results;                        /* the result file; NULL: none */
    nt_window_given moments[NT_WINDOW_MOMENTS]; /* that the result file shows */
    unsigned moment_count;
    const char *report; /* folder for the report of a mismatch; NULL: not given */
    bool keep_going;    /* after a mismatch */
    uint32_t threads;   /* of the bench of an encoder: 1 to 3 */
    bool json;
    bool quiet; /* no summary, only the verdict */
    bool help;
    nt_lockstep_mode mode;
} nt_lockstep_options;

/* Is the table of options. */
enum { NT_LOCKSTEP_ROWS = 59 };
extern const nt_option nt_lockstep_table[NT_LOCKSTEP_ROWS];

/* Sets what holds where no option says otherwise. */
void nt_lockstep_options_init(nt_lockstep_options *options);

/* Parses the arguments, and detects type and build of the input. `own`: the build that the program
   is of; NULL: of none, or of one in nt_configs. Returns -1 on wrong usage. */
int nt_lockstep_options_parse(nt_lockstep_options *options, const nt_config *own, int argc,
                              char **argv, nt_error *error);

/* Returns the images that have the names of functions. */
const nt_images *nt_lockstep_symbols(const nt_lockstep_options *options);

/* Returns the bits of SRC: as many as given, and enough to distinguish the harts. */
unsigned nt_lockstep_src_bits(const nt_lockstep_options *options);

/* Returns the last given value of a component's field, or `otherwise`. */
uint32_t nt_lockstep_component(const nt_lockstep_options *options, const char *name,
                               uint32_t otherwise);

/* Returns the given value of trFunnelDisInput. */
uint32_t nt_lockstep_disabled_inputs(const nt_lockstep_options *options);

#endif
