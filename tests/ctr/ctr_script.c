/* SPDX-License-Identifier: Apache-2.0 */
/* The golden model of CTR answers scripts: the lines of tests/ctr/replay.py, without their answers,
   on standard input. A header makes a unit anew. Each access gives a line on standard output, as
   the log has it after the arrow. What cannot be read: exit status 2, and why on standard error. */
#include "model/ctr/ctr.h"
#include "model/ctr/ctr_record.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_WORDS = 16,
    HEADER_WORDS = 11,
    NEAR = 64, /* cycles that are stepped on both sides of a leap */
    ACCESS_WORDS = 7,
    BLOCK_WORDS = 8,
    CYCLE_WORDS = 4,
    CLEAR_WORDS = 3,
};

typedef struct script {
    uint64_t line;
    char *word[MOST_WORDS];
    unsigned words;
    bool built; /* a header came */
    nt_ctr_config config;
    nt_ctr ctr;
    /* The cycle that began last, while it may still get blocks or an access. */
    bool open;
    nt_ctr_inputs cycle;
    unsigned blocks;
} script;

__attribute__((format(printf, 2, 3))) _Noreturn static void fail(const script *s,
                                                                 const char *format, ...) {
    va_list values;
    va_start(values, format);
    (void)fflush(stdout);
    (void)fprintf(stderr, "ctr_script: line %" PRIu64 ": ", s->line);
    (void)vfprintf(stderr, format, values);
    (void)fputc('\n', stderr);
    va_end(values);
    exit(2);
}

static uint64_t number(const script *s, const char *text, int base, uint64_t most) {
    char *end;
    errno = 0;
    uint64_t value = strtoull(text, &end, base);
    if (*text == '-' || end == text || *end != '\0' || errno != 0 || value > most) {
        fail(s, "no number up to %" PRIu64 ": %s", most, text);
    }
    return value;
}

static uint64_t decimal(const script *s, unsigned at, uint64_t most) {
    return number(s, s->word[at], 10, most);
}

static uint64_t hexadecimal(const script *s, unsigned at, uint64_t most) {
    return number(s, s->word[at], 16, most);
}

/* The header. */

static uint16_t depth_of(const script *s, const char *text) {
    uint64_t depth = number(s, text, 10, NT_CTR_ENTRIES);
    if (depth < 16 || (depth & (depth - 1)) != 0) {
        fail(s, "no depth: %s", text);
    }
    return (uint16_t)depth;
}

static void take_depths(script *s, char *value) {
    char *largest = strstr(value, "..");
    if (largest != NULL) {
        *largest = '\0';
        largest += 2;
    }
    s->config.depth_min = depth_of(s, value);
    s->config.depth_max = largest == NULL ? s->config.depth_min : depth_of(s, largest);
    if (s->config.depth_max < s->config.depth_min) {
        fail(s, "depths fall");
    }
}

static void take_other(script *s, const char *name, const char *value) {
    if (strcmp(name, "map") == 0) {
        s->config.draft = strcmp(value, "draft") == 0;
        if (!s->config.draft && strcmp(value, "ratified") != 0) {
            fail(s, "no map is called %s", value);
        }
    } else if (strcmp(name, "xlen") == 0) {
        s->config.xlen = (uint8_t)number(s, value, 10, 64);
        if (s->config.xlen != 32 && s->config.xlen != 64) {
            fail(s, "no xlen: %s", value);
        }
    } else if (strcmp(name, "cce") == 0) {
        s->config.has_cycles = strcmp(value, "none") != 0;
        s->config.cce_w = (uint8_t)(s->config.has_cycles ? number(s, value, 10, 4) : 0);
    } else {
        fail(s, "no option is called %s", name);
    }
}

static void take_option(script *s, unsigned at) {
    char *word = s->word[at]; /* becomes the name */
    const struct {
        const char *name;
        bool *value;
    } flags[] = {{"h", &s->config.has_h},
                 {"ras", &s->config.has_ras},
                 {"external", &s->config.has_external},
                 {"filters", &s->config.has_filters},
                 {"freeze", &s->config.has_freeze},
                 {"misp", &s->config.has_misp}};
    char *value = strchr(word, '=');
    if (value == NULL) {
        fail(s, "no option: %s", word);
    }
    *value++ = '\0';
    for (unsigned i = 1; i < at; i++) {
        if (strcmp(word, s->word[i]) == 0) {
            fail(s, "%s comes twice", word);
        }
    }
    for (size_t i = 0; i < sizeof flags / sizeof flags[0]; i++) {
        if (strcmp(word, flags[i].name) == 0) {
            *flags[i].value = number(s, value, 10, 1) != 0;
            return;
        }
    }
    if (strcmp(word, "depths") == 0) {
        take_depths(s, value);
    } else {
        take_other(s, word, value);
    }
}

static void take_header(script *s) {
    if (s->words != HEADER_WORDS) {
        fail(s, "a header has %d options", HEADER_WORDS - 1);
    }
    s->config = (nt_ctr_config){.nblocks = NT_CTR_BLOCKS};
    for (unsigned i = 1; i < s->words; i++) {
        take_option(s, i);
    }
    s->built = true;
    s->open = false;
    nt_ctr_reset(&s->ctr, &s->config);
}

/* Cycles. */

static void begin(script *s, uint8_t priv, bool halted) {
    s->open = true;
    s->blocks = 0;
    s->cycle = (nt_ctr_inputs){.priv = priv, .halted = halted};
}

static void finish(script *s) {
    if (s->open) {
        nt_ctr_step(&s->ctr, &s->config, &s->cycle);
        s->open = false;
    }
}

/* The texts let several transfers, and an access after them, have no cycle between: in `halted`
   cycles nothing counts. */
static void begin_uncounted(script *s, uint8_t priv) {
    finish(s);
    begin(s, priv, true);
}

/* Cycles in which nothing happens. Of very many the model takes the first and the last: the count
   is leapt over, not its end. */
static void idle(script *s, uint64_t cycles, uint8_t priv, bool halted) {
    const nt_ctr_inputs in = {.priv = priv, .halted = halted};
    uint32_t most = nt_ctr_cycles_most(s->config.cce_w);
    while (cycles > 0) {
        uint32_t before = s->ctr.cycles;
        nt_ctr_step(&s->ctr, &s->config, &in);
        cycles--;
        uint32_t now = s->ctr.cycles;
        if (now == before) {
            return; /* nothing counts any more */
        }
        uint32_t room = most > now ? most - now : 0;
        uint64_t leap = cycles < room ? cycles : room;
        if (now > NEAR && leap > NEAR) {
            s->ctr.cycles += (uint32_t)leap - NEAR;
            cycles -= leap - NEAR;
        }
    }
}

static void take_cycles(script *s) {
    uint64_t cycles = decimal(s, 1, UINT64_MAX);
    uint8_t priv = (uint8_t)decimal(s, 2, 7);
    bool halted = decimal(s, 3, 1) != 0;
    finish(s);
    if (cycles > 1) {
        idle(s, cycles - 1, priv, halted);
    }
    begin(s, priv, halted || cycles == 0);
}

static bool is_trap(uint8_t itype) {
    return itype == 1 || itype == 2;
}

/* Whether the cycle has room for a block that begins in this mode. */
static bool fits(const script *s, uint8_t priv) {
    if (!s->open || s->blocks == s->config.nblocks) {
        return false;
    }
    const nt_ctr_block *last = s->blocks == 0 ? NULL : &s->cycle.block[s->blocks - 1];
    return last == NULL ? priv == s->cycle.priv : priv == last->tpriv && !is_trap(last->itype);
}

static void take_block(script *s) {
    const nt_ctr_block block = {.valid = true,
                                .itype = (uint8_t)decimal(s, 1, 15),
                                .isrc = hexadecimal(s, 2, UINT64_MAX),
                                .itgt = hexadecimal(s, 3, UINT64_MAX),
                                .tpriv = (uint8_t)decimal(s, 5, 7),
                                .misp = decimal(s, 7, 1) != 0};
    uint8_t priv = (uint8_t)decimal(s, 4, 7);
    if (!fits(s, priv)) {
        begin_uncounted(s, priv);
    }
    s->cycle.cause = (uint16_t)decimal(s, 6, UINT16_MAX);
    s->cycle.block[s->blocks++] = block;
}

/* Accesses. */

static nt_ctr_outputs access_done(script *s, uint8_t priv, nt_ctr_inputs access) {
    if (!s->open || s->blocks > 0 || s->cycle.priv != priv) {
        begin_uncounted(s, priv);
    }
    access.priv = s->cycle.priv;
    access.halted = s->cycle.halted;
    access.csr_valid = true;
    s->cycle = access;
    nt_ctr_outputs out;
    nt_ctr_out(&s->ctr, &s->config, &access, &out);
    finish(s);
    return out;
}

static const char *outcome(const nt_ctr_outputs *out) {
    return !out->csr_hit      ? "none"
           : out->csr_illegal ? "illegal"
           : out->csr_virtual ? "virtual"
                              : "hit";
}

static void take_access(script *s) {
    const nt_ctr_inputs access = {.csr_addr = (uint16_t)hexadecimal(s, 1, 0xfff),
                                  .csr_op = (uint8_t)decimal(s, 2, 3),
                                  .csr_wdata = hexadecimal(s, 3, UINT64_MAX),
                                  .select = (uint16_t)hexadecimal(s, 5, 0xfff),
                                  .stateen = (uint8_t)decimal(s, 6, 15)};
    nt_ctr_outputs out = access_done(s, (uint8_t)decimal(s, 4, 7), access);
    printf("%s %" PRIx64 "\n", outcome(&out), out.csr_rdata);
}

static void take_clear(script *s) {
    const nt_ctr_inputs access = {.csr_clear = true, .stateen = (uint8_t)decimal(s, 2, 15)};
    nt_ctr_outputs out = access_done(s, (uint8_t)decimal(s, 1, 7), access);
    printf("%s\n", outcome(&out));
}

static void take_reset(script *s) {
    const nt_ctr_inputs in = {.rst = true};
    finish(s);
    nt_ctr_step(&s->ctr, &s->config, &in);
}

/* Lines. */

static void take_line(script *s) {
    static const struct {
        char kind;
        unsigned words;
        void (*take)(script *s);
    } kinds[] = {{'r', 1, take_reset},
                 {'c', CYCLE_WORDS, take_cycles},
                 {'b', BLOCK_WORDS, take_block},
                 {'a', ACCESS_WORDS, take_access},
                 {'x', CLEAR_WORDS, take_clear}};
    if (strcmp(s->word[0], "ctr") == 0) {
        take_header(s);
        return;
    }
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        if (s->word[0][0] == kinds[i].kind && s->word[0][1] == '\0') {
            if (!s->built) {
                fail(s, "a header comes first");
            }
            if (s->words != kinds[i].words) {
                fail(s, "%u words, not %u", s->words, kinds[i].words);
            }
            kinds[i].take(s);
            return;
        }
    }
    fail(s, "no line is of kind %s", s->word[0]);
}

static void split(script *s, char *text) {
    char *rest;
    s->words = 0;
    for (char *word = strtok_r(text, " \t\r\n", &rest); word != NULL;
         word = strtok_r(NULL, " \t\r\n", &rest)) {
        if (s->words == MOST_WORDS) {
            fail(s, "more than %d words", MOST_WORDS);
        }
        s->word[s->words++] = word;
    }
}

int main(void) {
    script s = {.line = 0};
    char *text = NULL;
    size_t size = 0;
    while (getline(&text, &size, stdin) != -1) {
        s.line++;
        split(&s, text);
        if (s.words > 0) {
            take_line(&s);
        }
    }
    free(text);
    if (ferror(stdin) || !s.built) {
        fail(&s, "no header");
    }
    return fflush(stdout) == 0 ? 0 : 2;
}
