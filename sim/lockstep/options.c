#include "sim/lockstep/options.h"

#include "sim/ingress/input.h"
#include "sim/util/number.h"
#include "sim/util/options.h"

#include <getopt.h>
#include <stddef.h>
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

typedef enum kind { FLAG, NUMBER, WIDE, TEXT, MODE, SPECIAL } kind;

/* One row an option: where its value goes, and how far it may go. */
typedef struct row {
    const char *name;
    size_t offset;
    uint64_t most;
    kind kind;
} row;

#define AT(field) offsetof(nt_lockstep_options, field)

static const row rows[] = {
    {"config", 0, 0, SPECIAL},
    {"set", 0, 0, SPECIAL},
    {"sink", 0, 0, SPECIAL},
    {"window", 0, 0, SPECIAL},
    {"backpressure", AT(backpressure), 99, NUMBER},
    {"initial-seed", AT(initial_seed), UINT32_MAX, NUMBER},
    {"seed", AT(shape.seed), UINT64_MAX, WIDE},
    {"hart", AT(shape.hart), UINT16_MAX, NUMBER},
    {"blocks", AT(shape.blocks), NT_MAX_BLOCKS, NUMBER},
    {"instructions", AT(shape.instructions), UINT16_MAX, NUMBER},
    {"bubbles", AT(shape.bubbles), 255, NUMBER},
    {"vary", AT(shape.vary), 0, FLAG},
    {"limit", AT(shape.limit), UINT64_MAX, WIDE},
    {"random", AT(random), 0, FLAG},
    {"cycles", AT(cycles), UINT64_MAX, WIDE},
    {"illegal", AT(illegal), 0, FLAG},
    {"image", AT(image), 0, TEXT},
    {"output", AT(output), 0, TEXT},
    {"json", AT(json), 0, FLAG},
    {"wave", AT(wave), 0, TEXT},
    {"report", AT(report), 0, TEXT},
    {"keep-going", AT(keep_going), 0, FLAG},
    {"bare", AT(mode), NT_LOCKSTEP_BARE, MODE},
    {"model-only", AT(mode), NT_LOCKSTEP_MODEL, MODE},
    {"stimulus-only", AT(mode), NT_LOCKSTEP_STIMULUS, MODE},
    {"help", AT(help), 0, FLAG},
};

enum { ROWS = sizeof rows / sizeof rows[0], FIRST_ROW = 256 };

_Static_assert(sizeof(unsigned) == sizeof(uint32_t), "a NUMBER is 32 bits");

static bool takes_value(const row *row) {
    return row->kind != FLAG && row->kind != MODE;
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
    enum { TIME = 20 }; /* a cycle's time in the wave must fit into 64 bits */
    if (nt_parse_number(&o->window_first, first, "--window", 0, UINT64_MAX / TIME, error) != 0 ||
        nt_parse_number(&o->window_last, colon + 1, "--window", 0, UINT64_MAX / TIME, error) != 0) {
        return -1;
    }
    if (o->window_last < o->window_first) {
        return nt_fail(error, "--window %s: the last cycle comes before the first", text);
    }
    o->window_given = true;
    return 0;
}

static int take_special(nt_lockstep_options *o, const char *name, const char *text,
                        nt_error *error) {
    switch (name[0] == 's' ? name[1] : name[0]) {
    case 'c':
        return nt_settings_config(&o->settings, text, error);
    case 'e':
        o->set_given = true;
        return nt_settings_set(&o->settings, text, error);
    case 'i':
        return take_sink(o, text, error);
    default:
        return take_window(o, text, error);
    }
}

static int take_number(void *place, const row *row, const char *text, nt_error *error) {
    char what[32];
    uint64_t value;
    (void)snprintf(what, sizeof what, "--%s", row->name);
    if (nt_parse_number(&value, text, what, 0, row->most, error) != 0) {
        return -1;
    }
    if (row->kind == WIDE) {
        *(uint64_t *)place = value;
    } else {
        *(uint32_t *)place = (uint32_t)value;
    }
    return 0;
}

static int take(nt_lockstep_options *o, const row *row, const char *text, nt_error *error) {
    void *place = (char *)o + row->offset;
    switch (row->kind) {
    case FLAG:
        *(bool *)place = true;
        return 0;
    case NUMBER:
    case WIDE:
        o->backpressure_given |= row->offset == AT(backpressure);
        return take_number(place, row, text, error);
    case TEXT:
        *(const char **)place = text;
        return 0;
    case MODE:
        *(nt_lockstep_mode *)place = (nt_lockstep_mode)row->most;
        return 0;
    default:
        return take_special(o, row->name, text, error);
    }
}

static int take_all(nt_lockstep_options *o, int argc, char **argv, nt_error *error) {
    struct option options[ROWS + 1];
    memset(options, 0, sizeof options);
    for (int i = 0; i < ROWS; i++) {
        options[i] = (struct option){
            .name = rows[i].name, .has_arg = takes_value(&rows[i]), .val = FIRST_ROW + i};
    }
    opterr = 0;
    optind = 1;
    for (;;) {
        int option = getopt_long(argc, argv, ":o:h", options, NULL);
        if (option == -1) {
            return 0;
        }
        if (option == '?' || option == ':') {
            return nt_option_wrong(option, argv, error);
        }
        if (option == 'o') {
            o->output = optarg;
        } else if (option == 'h') {
            o->help = true;
        } else if (take(o, &rows[option - FIRST_ROW], optarg, error) != 0) {
            return -1;
        }
    }
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
    if (o->window_given && o->wave == NULL) {
        return nt_fail(error, "--window: needs --wave");
    }
    if (o->mode != NT_LOCKSTEP_COMPARE && (o->wave != NULL || o->output != NULL)) {
        return nt_fail(error, "-o and --wave: need RTL and model together");
    }
    if (o->input != NULL && nt_input_fit(&o->settings, o->input, &o->is_ingress, error) != 0) {
        return -1;
    }
    if (o->is_ingress && o->set_given) {
        return nt_fail(error, "--set: an ingress file brings its own control fields");
    }
    if (o->image != NULL && !o->is_ingress) {
        return nt_fail(error, "--image: is for ingress files; others bring their own code");
    }
    return 0;
}

int nt_lockstep_options_parse(nt_lockstep_options *o, int argc, char **argv, nt_error *error) {
    *o = (nt_lockstep_options){.initial_seed = 1, .shape.seed = 1, .window_last = 9999};
    nt_settings_init(&o->settings);
    if (take_all(o, argc, argv, error) != 0) {
        return -1;
    }
    if (o->help) {
        return 0;
    }
    o->input = o->random ? NULL : argv[optind];
    if (check(o, argc - optind, error) != 0) {
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
