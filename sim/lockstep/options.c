/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/lockstep/options.h"

#include "sim/ingress/input.h"
#include "sim/lockstep/system_options.h"
#include "sim/sidecar/output.h"
#include "sim/tandem/lanes.h"
#include "sim/util/number.h"
#include "sim/util/options.h"

#include <stddef.h>
#include <string.h>

enum { MOMENT_BEFORE = 40, MOMENT_AFTER = 20 }; /* cycles, at most */

static int take_backpressure(void *options, const char *text, nt_error *error) {
    nt_lockstep_options *o = options;
    uint64_t percent;
    if (nt_parse_number(&percent, text, "--backpressure", 0, 99, error) != 0) {
        return -1;
    }
    o->backpressure = (uint32_t)percent;
    o->backpressure_given = true;
    return 0;
}

static int take_mhpmevent(void *options, const char *text, nt_error *error) {
    nt_lockstep_options *o = options;
    if (o->mhpmevent_count == NT_LOCKSTEP_COUNTERS) {
        return nt_fail(error, "--mhpmevent: %d at most", NT_LOCKSTEP_COUNTERS);
    }
    return nt_parse_number(&o->mhpmevent[o->mhpmevent_count++], text, "--mhpmevent", 0, UINT64_MAX,
                           error);
}

static int take_moment(void *options, const char *text, nt_error *error) {
    nt_lockstep_options *o = options;
    if (o->moment_count == NT_WINDOW_MOMENTS) {
        return nt_fail(error, "--moment: %d at most", NT_WINDOW_MOMENTS);
    }
    nt_window_given *given = &o->moments[o->moment_count++];
    given->text = text;
    if (nt_window_take(&given->window, text, error) != 0) {
        return -1;
    }
    bool event = given->window.kind == NT_WINDOW_EVENT;
    bool fits = given->window.before <= MOMENT_BEFORE && given->window.after <= MOMENT_AFTER;
    return event && (fits || !given->window.margins) && strcmp(given->window.name, "symbol") != 0
               ? 0
               : nt_fail(error,
                         "--moment %s: takes address=A, message=NAME or SIGNAL=VALUE, with "
                         "[,BEFORE:AFTER] up to %d:%d",
                         text, MOMENT_BEFORE, MOMENT_AFTER);
}

static int take_wave_format(void *place, const char *text, nt_error *error) {
    nt_lockstep_wave *format = place;
    bool vcd = strcmp(text, "vcd") == 0;
    *format = vcd ? NT_LOCKSTEP_WAVE_VCD : NT_LOCKSTEP_WAVE_FST;
    return vcd || strcmp(text, "fst") == 0 ? 0
                                           : nt_fail(error, "--wave-format %s: fst or vcd", text);
}

static int take_bare(void *mode, const char *none, nt_error *error) {
    (void)none;
    (void)error;
    *(nt_lockstep_mode *)mode = NT_LOCKSTEP_BARE;
    return 0;
}

static int take_model_only(void *mode, const char *none, nt_error *error) {
    (void)none;
    (void)error;
    *(nt_lockstep_mode *)mode = NT_LOCKSTEP_MODEL;
    return 0;
}

static int take_stimulus_only(void *mode, const char *none, nt_error *error) {
    (void)none;
    (void)error;
    *(nt_lockstep_mode *)mode = NT_LOCKSTEP_STIMULUS;
    return 0;
}

#define AT(field) offsetof(nt_lockstep_options, field)

const nt_option nt_lockstep_table[NT_LOCKSTEP_ROWS] = {
    {"config", 'c', NT_OPTION_TAKE, AT(settings), 0, 0, nt_settings_take_config, "NAME",
     "the build (rv64; rv32 for RV32; an ingress file names its own)"},
    {"set", 's', NT_OPTION_TAKE, 0, 0, 0, nt_system_take_set, "FIELD=VALUE",
     "a control field; of a system also trPibDivider, trPibClkCenter, trFunnelDisInput, "
     "trAtbBridgeID"},
    {"best", 0, NT_OPTION_DO, AT(settings), 0, 0, nt_settings_take_best, NULL,
     "the fields that give the smallest stream (RepeatBranch in HTM too; --set ntEnRepeatBranch=0 "
     "after it leaves that out)"},
    {"sink", 0, NT_OPTION_TAKE, 0, 0, 0, nt_system_take_sink, "SINK",
     "who takes the bytes: bytes, pib8 (the PIB where its fields turn it on); of a system pib1, "
     "pib2, pib4, pib8, pib16, swt-uart, swt-manchester, sram, smem, atb (pib8)"},
    {"backpressure", 0, NT_OPTION_TAKE, 0, 0, 0, take_backpressure, "N",
     "sinks bytes, smem, atb: takes nothing in N of 100 cycles"},
    {"initial-seed", 0, NT_OPTION_NUMBER, AT(initial_seed), 0, UINT32_MAX, NULL, "N",
     "of the registers' first values (1)"},
    {"seed", 0, NT_OPTION_WIDE, AT(shape.seed), 0, UINT64_MAX, NULL, "N", "of the stimulus (1)"},
    NT_OPTION_TITLE_ROW("A system:"),
    {"harts", 0, NT_OPTION_NUMBER, AT(harts), 1, NT_LOCKSTEP_HARTS, NULL, "N",
     "harts, 1 to 16 (1; of several recordings one each). A recording of as many harts gives each "
     "its own instructions, another one is given to all"},
    {"toggle", 0, NT_OPTION_FLAG, AT(toggle), 0, 0, NULL, NULL,
     "disable, flush and enable components at random"},
    {"cluster", 0, NT_OPTION_NUMBER, AT(cluster), 2, NT_LOCKSTEP_HARTS, NULL, "N",
     "a local funnel for every N harts"},
    {"local-ram", 0, NT_OPTION_FLAG, AT(local_ram), 0, 0, NULL, NULL,
     "the last hart is traced into a RAM sink of its own"},
    NT_OPTION_TITLE_ROW("A unit beside the hart, with CSR accesses in one of 20 cycles:"),
    {"unit", 'u', NT_OPTION_TEXT, AT(unit), 0, 0, NULL, "UNIT",
     "ctr: Control Transfer Records, hpm: performance counters, tv: encoder of the "
     "tandem-verification trace (of a trace, .ntv or bare); encoder and system: as without --unit; "
     "and parts that no hart is needed for"},
    {"build", 0, NT_OPTION_TEXT, AT(build), 0, 0, NULL, "NAME",
     "its build (rv64, rv32); of encoder and system as --config"},
    {"sample", 0, NT_OPTION_NUMBER, AT(sample), 1, UINT32_MAX, NULL, "N",
     "ctr, no such accesses: about every N cycles, and after each trap that freezes, the hart "
     "halts and all entries are read"},
    {"lcofi", 0, NT_OPTION_NUMBER, AT(lcofi), 1, UINT32_MAX, NULL, "N",
     "ctr: the same for LCOFIs of a counter with a period of N instructions"},
    {"mhpmevent", 0, NT_OPTION_TAKE, 0, 0, 0, take_mhpmevent, "VALUE",
     "hpm, no such accesses: what mhpmcounter3 counts over the whole recording; once more for each "
     "further counter"},
    {"period", 0, NT_OPTION_NUMBER, AT(period), 1, INT32_MAX, NULL, "N",
     "their LCOFIs come every N events"},
    NT_OPTION_TITLE_ROW("A recording becomes ingress:"),
    NT_SHAPE_OPTIONS(nt_lockstep_options, shape),
    NT_OPTION_TITLE_ROW("Random ingress:"),
    {"random", 'r', NT_OPTION_FLAG, AT(random), 0, 0, NULL, NULL,
     "random programs, traps, stops, sink"},
    {"cycles", 'n', NT_OPTION_WIDE, AT(cycles), 0, UINT64_MAX, NULL, "N",
     "how many (1000000); with other inputs: stop after N"},
    {"everything", 0, NT_OPTION_FLAG, AT(everything), 0, 0, NULL, NULL,
     "all signals and control fields, not only a minimal encoder's"},
    {"registers", 0, NT_OPTION_FLAG, AT(registers), 0, 0, NULL, NULL,
     "control fields are written by APB"},
    {"illegal", 0, NT_OPTION_FLAG, AT(illegal), 0, 0, NULL, NULL, "break the port's rules too"},
    {"lossless", 0, NT_OPTION_FLAG, AT(lossless), 0, 0, NULL, NULL,
     "trTeInstStallEna stays 1, and nothing may be lost"},
    NT_OPTION_TITLE_ROW("An ingress file:"),
    NT_OPTION_IMAGE(nt_lockstep_options),
    NT_ISA_OPTIONS(nt_lockstep_options, isa),
    NT_OPTION_TITLE_ROW("Results:"),
    {"output", 'o', NT_OPTION_OUTPUT, AT(output), 0, 0, NULL, "F.nex",
     "the bytes of the RTL; F.nex.json gets what they were made with"},
    NT_SIDECAR_OUTPUT_OPTION(nt_lockstep_options, no_sidecar),
    NT_OPTION_JSON(nt_lockstep_options),
    NT_OPTION_QUIET(nt_lockstep_options),
    {"wave", 0, NT_OPTION_OUTPUT, AT(wave), 0, 0, NULL, "F.fst|F.vcd",
     "waves, and views of them: F.gtkw for GTKWave, F.sucl for Surfer"},
    {"wave-format", 0, NT_OPTION_TAKE, AT(wave_format), 0, 0, take_wave_format, "fst|vcd",
     "the format of waves, whatever the file's name, also of those of a mismatch"},
    NT_WINDOW_OPTION(AT(window)),
    NT_OPTION_IMAGE_AS(nt_lockstep_options, "symbols", 0, symbols,
                       "the names of functions for waves and --window, of an ELF file; as --image, "
                       "which has them too"),
    {"coverage", 0, NT_OPTION_OUTPUT, AT(coverage), 0, 0, NULL, "FILE",
     "which values outputs and registers had, as JSON"},
    {"moment", 0, NT_OPTION_TAKE, 0, 0, 0, take_moment, "WHERE[#N][,BEFORE:AFTER]",
     "a moment that the result file shows as a timing diagram: address=A, message=NAME, "
     "SIGNAL=VALUE (6:3). Once more for each further one, up to four"},
    {"results", 0, NT_OPTION_OUTPUT, AT(results), 0, 0, NULL, "FILE",
     "what `ntrace report` takes: verdict, figures, bins"},
    {"report", 0, NT_OPTION_OUTPUT, AT(report), 0, 0, NULL, "DIR",
     "where a mismatch is shown (lockstep-mismatch, beside the output)"},
    {"keep-going", 0, NT_OPTION_FLAG, AT(keep_going), 0, 0, NULL, NULL,
     "go on after a mismatch, and count"},
    {"threads", 0, NT_OPTION_NUMBER, AT(threads), 1, 3, NULL, "N",
     "1 to 3 (1): stimulus and RTL, the golden model with the comparison, and the witnesses each "
     "in one; the result is the same"},
    {"bare", 'b', NT_OPTION_DO, AT(mode), 0, 0, take_bare, NULL,
     "the RTL alone: no model, no comparison, no witness"},
    {"model-only", 0, NT_OPTION_DO, AT(mode), 0, 0, take_model_only, NULL,
     "the golden model alone"},
    {"stimulus-only", 0, NT_OPTION_DO, AT(mode), 0, 0, take_stimulus_only, NULL, "neither"},
    NT_OPTION_HELP(nt_lockstep_options),
};

/* What the inputs are, and which build all of them are for. */
static int fit_inputs(nt_lockstep_options *o, nt_error *error) {
    bool given = o->settings.config_given;
    for (unsigned i = 0; i < o->input_count; i++) {
        bool is_ingress;
        if (strcmp(o->inputs[i], "-") == 0) {
            return nt_fail(error, "-: a pipe cannot be replayed; give a file");
        }
        if (o->unit != NULL && strcmp(o->unit, "tv") == 0) {
            if (nt_lanes_fit(&o->settings, o->inputs[i], error) != 0) {
                return -1;
            }
            continue;
        }
        if (nt_input_fit(&o->settings, o->inputs[i], &is_ingress, error) != 0) {
            return -1;
        }
        if (is_ingress && o->system) {
            return nt_fail(error, "%s: --harts and the sinks of a system take recordings",
                           o->inputs[i]);
        }
        o->is_ingress |= is_ingress;
        o->settings.config_given = true;
    }
    o->settings.config_given = given;
    return 0;
}

/* What has no meaning beside --unit. */
static int check_unit(const nt_lockstep_options *o, nt_error *error) {
    if (o->unit == NULL) {
        return o->build == NULL && o->sample == 0 && o->lcofi == 0 && o->mhpmevent_count == 0 &&
                       o->period == 0
                   ? 0
                   : nt_fail(error,
                             "--build, --sample, --lcofi, --mhpmevent, --period: need --unit");
    }
    if ((o->sample != 0 || o->lcofi != 0) && strcmp(o->unit, "ctr") != 0) {
        return nt_fail(error, "--%s: needs --unit ctr", o->sample != 0 ? "sample" : "lcofi");
    }
    if (o->mhpmevent_count != 0 && (strcmp(o->unit, "hpm") != 0 || o->random)) {
        return nt_fail(error, "--mhpmevent: needs --unit hpm and a recording");
    }
    if (o->period != 0 && o->mhpmevent_count == 0) {
        return nt_fail(error, "--period: needs --mhpmevent");
    }
    if (o->system || o->is_ingress || o->sink != NT_SINK_AUTO || o->everything || o->registers ||
        o->illegal || o->lossless || o->threads != 1 || o->settings.control_given ||
        o->images.count != 0 || o->mode != NT_LOCKSTEP_COMPARE) {
        return nt_fail(error, "--unit: takes a recording or --random, and not the options of the "
                              "encoder and its system");
    }
    return 0;
}

/* Nothing else goes where the sidecar of the bytes will be. */
static int check_sidecar(const nt_lockstep_options *o, nt_error *error) {
    const char *other[] = {o->wave, o->coverage, o->results};
    size_t size = o->output == NULL || o->no_sidecar || o->unit != NULL ? 0 : strlen(o->output);
    for (size_t i = 0; size != 0 && i < sizeof other / sizeof other[0]; i++) {
        if (other[i] != NULL && strncmp(other[i], o->output, size) == 0 &&
            strcmp(other[i] + size, ".json") == 0) {
            return nt_fail(error, "%s: is the sidecar of -o; another name, or --no-sidecar",
                           other[i]);
        }
    }
    return 0;
}

static int check(nt_lockstep_options *o, nt_error *error) {
    if (o->random ? o->input_count != 0
                  : o->input_count == 0 || (o->input_count > 1 && !o->system)) {
        return nt_fail(error, "takes one recording or ingress file, or --random; with --harts "
                              "recordings");
    }
    if (!o->system && o->backpressure_given && o->sink != NT_SINK_BYTES) {
        return nt_fail(error, "--backpressure: the PIB sets its own pace; needs --sink bytes");
    }
    if ((o->illegal || o->everything || o->registers || o->lossless) && !o->random) {
        return nt_fail(error, "--%s: needs --random",
                       o->illegal      ? "illegal"
                       : o->everything ? "everything"
                       : o->registers  ? "registers"
                                       : "lossless");
    }
    if (o->window.kind != NT_WINDOW_AUTO && o->wave == NULL) {
        return nt_fail(error, "--window: needs --wave");
    }
    if (o->mode != NT_LOCKSTEP_COMPARE &&
        (o->wave != NULL || o->coverage != NULL || o->output != NULL || o->results != NULL)) {
        return nt_fail(error, "-o, --wave, --coverage and --results: need RTL and model together");
    }
    if (fit_inputs(o, error) != 0 || check_sidecar(o, error) != 0) {
        return -1;
    }
    if (o->is_ingress && o->settings.control_given) {
        return nt_fail(error, "--set, --best: an ingress file brings its own control fields");
    }
    if (o->images.count != 0 && !o->is_ingress) {
        return nt_fail(error, "--image: is for ingress files; others bring their own code");
    }
    if (check_unit(o, error) != 0) {
        return -1;
    }
    return o->system ? nt_system_options_check(o, error) : 0;
}

const nt_images *nt_lockstep_symbols(const nt_lockstep_options *o) {
    return o->symbols.count != 0 ? &o->symbols : &o->images;
}

void nt_lockstep_options_init(nt_lockstep_options *o) {
    *o = (nt_lockstep_options){.initial_seed = 1, .threads = 1, .shape.seed = 1, .shape.ctype = 1};
    nt_settings_init(&o->settings);
}

int nt_lockstep_options_parse(nt_lockstep_options *o, const nt_config *own, int argc, char **argv,
                              nt_error *error) {
    nt_lockstep_options_init(o);
    o->settings.own = own;
    int first = nt_options_parse(nt_lockstep_table, NT_LOCKSTEP_ROWS, o, argc, argv, error);
    if (first < 0 || o->help) {
        return first < 0 ? -1 : 0;
    }
    if (nt_system_options_begin(o, argc - first, argv + first, error) != 0) {
        return -1;
    }
    o->input = o->inputs[0];
    if (check(o, error) != 0) {
        return -1;
    }
    if (o->shape.blocks == 0 && o->unit == NULL) {
        o->shape.blocks = o->settings.config->nblocks;
    }
    if (o->random && o->cycles == 0) {
        o->cycles = 1000000;
    }
    return 0;
}
