#include "sim/lockstep/options.h"

#include "sim/ingress/ingress_file.h"
#include "sim/recording/recording.h"

#include <errno.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

const char nt_lockstep_help[] =
    "usage: ntrace lockstep REC|F.nti|--random [OPTION...]\n"
    "\n"
    "Runs the encoder's RTL and the golden model on the same ingress, compares every output and\n"
    "probe in every cycle, and lets the other witnesses judge the bytes.\n"
    "\n"
    "      --config NAME         the build (rv64; rv32-min for RV32; an ingress file names its "
    "own)\n"
    "      --set FIELD=VALUE     a control field\n"
    "      --sink bytes|pib8     who takes the bytes (the PIB where its fields turn it on)\n"
    "      --backpressure N      sink bytes: takes none in N of 100 cycles\n"
    "      --initial-seed N      of the registers' first values (1)\n"
    "      --seed N              of the stimulus (1)\n"
    "\n"
    "A recording becomes ingress:\n"
    "      --hart N              which hart (0)\n"
    "      --blocks N            blocks a cycle at most (as many as the build has)\n"
    "      --instructions N      instructions a block at most (as many as iretire can tell)\n"
    "      --bubbles N           idle cycles, N of 256 (0)\n"
    "      --vary                draw blocks and instructions anew in each cycle\n"
    "      --limit N             stop after N instructions\n"
    "Random ingress:\n"
    "      --random              random programs, traps, stops, sink\n"
    "      --cycles N            how many (1000000); with other inputs: stop after N\n"
    "      --illegal             break the port's rules too\n"
    "An ingress file:\n"
    "      --image FILE          recording or pcinfo with the code that ran, for the round trip\n"
    "\n"
    "  -o, --output F.nex        the bytes of the RTL\n"
    "      --json                one JSON object on standard output\n"
    "      --wave F.fst          waves, and F.gtkw for GTKWave\n"
    "      --window FIRST:LAST   the cycles that --wave shows (0:9999)\n"
    "      --report DIR          where a mismatch is shown (lockstep-mismatch, beside the output)\n"
    "      --keep-going          go on after a mismatch, and count\n"
    "      --bare                the RTL alone: no model, no comparison, no witness\n"
    "      --model-only          the golden model alone\n"
    "      --stimulus-only       neither\n"
    "  -h, --help\n";

enum {
    OPT_CONFIG = 256,
    OPT_SET,
    OPT_SINK,
    OPT_BACKPRESSURE,
    OPT_INITIAL_SEED,
    OPT_SEED,
    OPT_HART,
    OPT_BLOCKS,
    OPT_INSTRUCTIONS,
    OPT_BUBBLES,
    OPT_VARY,
    OPT_LIMIT,
    OPT_RANDOM,
    OPT_CYCLES,
    OPT_ILLEGAL,
    OPT_IMAGE,
    OPT_JSON,
    OPT_WAVE,
    OPT_WINDOW,
    OPT_REPORT,
    OPT_KEEP_GOING,
    OPT_BARE,
    OPT_MODEL_ONLY,
    OPT_STIMULUS_ONLY,
};

static const struct option long_options[] = {
    {"config", required_argument, NULL, OPT_CONFIG},
    {"set", required_argument, NULL, OPT_SET},
    {"sink", required_argument, NULL, OPT_SINK},
    {"backpressure", required_argument, NULL, OPT_BACKPRESSURE},
    {"initial-seed", required_argument, NULL, OPT_INITIAL_SEED},
    {"seed", required_argument, NULL, OPT_SEED},
    {"hart", required_argument, NULL, OPT_HART},
    {"blocks", required_argument, NULL, OPT_BLOCKS},
    {"instructions", required_argument, NULL, OPT_INSTRUCTIONS},
    {"bubbles", required_argument, NULL, OPT_BUBBLES},
    {"vary", no_argument, NULL, OPT_VARY},
    {"limit", required_argument, NULL, OPT_LIMIT},
    {"random", no_argument, NULL, OPT_RANDOM},
    {"cycles", required_argument, NULL, OPT_CYCLES},
    {"illegal", no_argument, NULL, OPT_ILLEGAL},
    {"image", required_argument, NULL, OPT_IMAGE},
    {"output", required_argument, NULL, 'o'},
    {"json", no_argument, NULL, OPT_JSON},
    {"wave", required_argument, NULL, OPT_WAVE},
    {"window", required_argument, NULL, OPT_WINDOW},
    {"report", required_argument, NULL, OPT_REPORT},
    {"keep-going", no_argument, NULL, OPT_KEEP_GOING},
    {"bare", no_argument, NULL, OPT_BARE},
    {"model-only", no_argument, NULL, OPT_MODEL_ONLY},
    {"stimulus-only", no_argument, NULL, OPT_STIMULUS_ONLY},
    {"help", no_argument, NULL, 'h'},
    {NULL, 0, NULL, 0},
};

/* The options that take a number: the largest, and where it goes. */
typedef struct number {
    uint64_t most;
    unsigned *narrow;
    uint32_t *seed;
    uint64_t *wide;
} number;

static int parse_number(const char *name, const char *text, uint64_t most, uint64_t *value,
                        nt_error *error) {
    char *end;
    errno = 0;
    *value = strtoull(text, &end, 0);
    if (end == text || *end != '\0' || strchr(text, '-') != NULL || errno != 0 || *value > most) {
        return nt_fail(error, "--%s %s: takes a number from 0 to %llu", name, text,
                       (unsigned long long)most);
    }
    return 0;
}

static bool number_of(nt_lockstep_options *o, int option, number *n) {
    switch (option) {
    case OPT_BACKPRESSURE:
        *n = (number){.most = 99, .narrow = &o->backpressure};
        return true;
    case OPT_HART:
        *n = (number){.most = UINT16_MAX, .narrow = &o->shape.hart};
        return true;
    case OPT_BLOCKS:
        *n = (number){.most = NT_MAX_BLOCKS, .narrow = &o->shape.blocks};
        return true;
    case OPT_INSTRUCTIONS:
        *n = (number){.most = UINT16_MAX, .narrow = &o->shape.instructions};
        return true;
    case OPT_BUBBLES:
        *n = (number){.most = 255, .narrow = &o->shape.bubbles};
        return true;
    case OPT_INITIAL_SEED:
        *n = (number){.most = UINT32_MAX, .seed = &o->initial_seed};
        return true;
    case OPT_SEED:
        *n = (number){.most = UINT64_MAX, .wide = &o->shape.seed};
        return true;
    case OPT_LIMIT:
        *n = (number){.most = UINT64_MAX, .wide = &o->shape.limit};
        return true;
    case OPT_CYCLES:
        *n = (number){.most = UINT64_MAX, .wide = &o->cycles};
        return true;
    default:
        return false;
    }
}

static int take_number(const number *n, const char *name, const char *text, nt_error *error) {
    uint64_t value;
    if (parse_number(name, text, n->most, &value, error) != 0) {
        return -1;
    }
    if (n->narrow != NULL) {
        *n->narrow = (unsigned)value;
    } else if (n->seed != NULL) {
        *n->seed = (uint32_t)value;
    } else {
        *n->wide = value;
    }
    return 0;
}

static int take_sink(nt_lockstep_options *o, const char *text, nt_error *error) {
    if (strcmp(text, "bytes") == 0) {
        o->sink = NT_SINK_BYTES;
    } else if (strcmp(text, "pib8") == 0) {
        o->sink = NT_SINK_PIB8;
    } else {
        return nt_fail(error, "--sink %s: takes bytes or pib8", text);
    }
    return 0;
}

static int take_window(nt_lockstep_options *o, const char *text, nt_error *error) {
    char first[32];
    const char *colon = strchr(text, ':');
    if (colon == NULL || (size_t)(colon - text) >= sizeof first) {
        return nt_fail(error, "--window %s: not of the form FIRST:LAST", text);
    }
    memcpy(first, text, (size_t)(colon - text));
    first[colon - text] = '\0';
    if (parse_number("window", first, UINT64_MAX / 20, &o->window_first, error) != 0 ||
        parse_number("window", colon + 1, UINT64_MAX / 20, &o->window_last, error) != 0) {
        return -1;
    }
    if (o->window_last < o->window_first) {
        return nt_fail(error, "--window %s: the last cycle comes before the first", text);
    }
    return 0;
}

static int take(nt_lockstep_options *o, int option, const char *name, const char *text,
                nt_error *error) {
    number n;
    if (number_of(o, option, &n)) {
        o->backpressure_given |= option == OPT_BACKPRESSURE;
        return take_number(&n, name, text, error);
    }
    switch (option) {
    case OPT_CONFIG:
        return nt_settings_config(&o->settings, text, error);
    case OPT_SET:
        return nt_settings_set(&o->settings, text, error);
    case OPT_SINK:
        return take_sink(o, text, error);
    case OPT_WINDOW:
        return take_window(o, text, error);
    case OPT_VARY:
        o->shape.vary = true;
        return 0;
    case OPT_RANDOM:
        o->random = true;
        return 0;
    case OPT_ILLEGAL:
        o->illegal = true;
        return 0;
    case OPT_IMAGE:
        o->image = text;
        return 0;
    case 'o':
        o->output = text;
        return 0;
    case OPT_JSON:
        o->json = true;
        return 0;
    case OPT_WAVE:
        o->wave = text;
        return 0;
    case OPT_REPORT:
        o->report = text;
        return 0;
    case OPT_KEEP_GOING:
        o->keep_going = true;
        return 0;
    case 'h':
        o->help = true;
        return 0;
    default:
        o->mode = option == OPT_BARE         ? NT_LOCKSTEP_BARE
                  : option == OPT_MODEL_ONLY ? NT_LOCKSTEP_MODEL
                                             : NT_LOCKSTEP_STIMULUS;
        return 0;
    }
}

static bool ends_in(const char *text, const char *end) {
    size_t size = strlen(text);
    size_t end_size = strlen(end);
    return size >= end_size && strcmp(text + size - end_size, end) == 0;
}

/* The build that the input is for, unless --config says it. */
static int fit(nt_lockstep_options *o, nt_error *error) {
    if (o->random) {
        return 0;
    }
    if (o->is_ingress) {
        return o->settings.config_given ? 0 : nt_ingress_file_fit(&o->settings, o->input, error);
    }
    nt_reader *reader;
    if (nt_reader_open(&reader, o->input, error) != 0) {
        return -1;
    }
    unsigned xlen = nt_reader_header(reader)->xlen;
    nt_reader_close(reader);
    return nt_settings_fit(&o->settings, xlen, error);
}

static int check(nt_lockstep_options *o, int arguments, nt_error *error) {
    if (o->random ? arguments != 0 : arguments != 1) {
        return nt_fail(error, "takes one recording or ingress file, or --random");
    }
    if (o->input != NULL && strcmp(o->input, "-") == 0) {
        return nt_fail(error, "-: a pipe cannot be replayed; give a file");
    }
    if (o->backpressure_given && o->sink != NT_SINK_BYTES) {
        return nt_fail(error, "--backpressure: the PIB sets its own pace; needs --sink bytes");
    }
    if (o->illegal && !o->random) {
        return nt_fail(error, "--illegal: needs --random");
    }
    o->is_ingress = o->input != NULL && ends_in(o->input, ".nti");
    return 0;
}

int nt_lockstep_options_parse(nt_lockstep_options *o, int argc, char **argv, nt_error *error) {
    *o = (nt_lockstep_options){.initial_seed = 1, .shape.seed = 1, .window_last = 9999};
    nt_settings_init(&o->settings);
    opterr = 0;
    optind = 1;
    for (;;) {
        int index = -1;
        int option = getopt_long(argc, argv, ":o:h", long_options, &index);
        if (option == -1) {
            break;
        }
        if (option == '?' || option == ':') {
            return nt_fail(error, "%s: %s", argv[optind - 1],
                           option == ':' ? "needs a value" : "no such option");
        }
        if (take(o, option, index >= 0 ? long_options[index].name : "", optarg, error) != 0) {
            return -1;
        }
    }
    if (o->help) {
        return 0;
    }
    o->input = o->random ? NULL : argv[optind];
    if (check(o, argc - optind, error) != 0 || fit(o, error) != 0) {
        return -1;
    }
    if (o->shape.blocks == 0) {
        o->shape.blocks = o->settings.config->nblocks;
    }
    if (o->random && o->cycles == 0) {
        o->cycles = 1000000;
    }
    return 0;
}
