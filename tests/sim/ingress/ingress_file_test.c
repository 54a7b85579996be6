/* SPDX-License-Identifier: Apache-2.0 */
/* Ingress files: both forms give back what was written, and damage is noticed and named. */
#include "sim/ingress/ingress_file.h"
#include "sim/ingress/mutate.h"
#include "sim/ingress/random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static const nt_config wide = {.name = "wide",
                               .xlen = 64,
                               .nblocks = 3,
                               .itype_w = 4,
                               .iretire_w = 6,
                               .icnt_w = 22,
                               .hist_w = 32,
                               .fifo_depth = 32,
                               .scontext_w = 40,
                               .hcontext_w = 23,
                               .ntriggers = 8};

static char directory[] = "/tmp/ntrace-ingress-XXXXXX";

static const char *in_directory(const char *name) {
    static char path[128];
    snprintf(path, sizeof path, "%s/%s", directory, name);
    return path;
}

static void write_bytes(const char *path, const void *bytes, size_t size) {
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    fclose(file);
}

static size_t read_bytes(const char *path, char *bytes, size_t room) {
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    size_t size = fread(bytes, 1, room, file);
    fclose(file);
    return size;
}

static bool same_cycle(const nt_cycle *a, const nt_cycle *b) {
    const nt_ingress *x = &a->ingress;
    const nt_ingress *y = &b->ingress;
    bool same = a->writes == b->writes && a->rst == b->rst && a->sink_ready == b->sink_ready &&
                x->tval == y->tval && x->context == y->context && x->time == y->time &&
                x->impdef == y->impdef && x->cause == y->cause && x->trigger == y->trigger &&
                x->priv == y->priv && x->ctype == y->ctype && x->halted == y->halted &&
                x->reset == y->reset && x->lowpower == y->lowpower &&
                x->ext_trigger == y->ext_trigger && a->apb.PSEL == b->apb.PSEL &&
                a->apb.PENABLE == b->apb.PENABLE && a->apb.PWRITE == b->apb.PWRITE &&
                a->apb.PSTRB == b->apb.PSTRB && a->apb.PADDR == b->apb.PADDR &&
                a->apb.PWDATA == b->apb.PWDATA;
    for (unsigned i = 0; same && i < a->writes; i++) {
        same = a->write[i].field == b->write[i].field && a->write[i].value == b->write[i].value;
    }
    for (unsigned i = 0; same && i < NT_MAX_BLOCKS; i++) {
        same = x->block[i].iaddr == y->block[i].iaddr &&
               x->block[i].iretire == y->block[i].iretire &&
               x->block[i].itype == y->block[i].itype &&
               x->block[i].ilastsize == y->block[i].ilastsize &&
               x->block[i].sijump == y->block[i].sijump;
    }
    return same;
}

/* Random cycles, some of them illegal, with the signals that the generator leaves alone now and
   then set, too. */
static nt_source open_random(const nt_config *config, uint64_t cycles, nt_settings *settings) {
    nt_settings_init(settings);
    nt_random_options options = {.seed = 11, .cycles = cycles, .settings = settings};
    nt_error error = {0};
    nt_source source;
    assert_int_equal(nt_random_open(&source, NULL, config, &options, &error), 0);
    assert_int_equal(nt_mutate_open(&source, source, config, 11, 2000, &error), 0);
    return source;
}

static int next_random(nt_source *source, const nt_config *config, uint64_t number,
                       nt_cycle *cycle) {
    nt_error error = {0};
    int more = source->next(source->self, false, cycle, &error);
    /* A clock that stands, runs, and now and then is set. */
    uint64_t phase = number / 1000 % 3;
    cycle->ingress.time = phase == 0 ? 12345 : phase == 1 ? number * 3 : number - (number % 77) * 5;
    if (more == 1 && number % 97 == 0) {
        unsigned width = config->scontext_w + config->hcontext_w; /* at most 63 */
        uint64_t context = (UINT64_C(1) << width) - 1;
        cycle->ingress.context = number << 40 & context;
        cycle->ingress.impdef = (uint32_t)number * 7;
        cycle->ingress.ctype = number % 4;
        cycle->ingress.trigger = number % 8;
        cycle->ingress.ext_trigger = (uint8_t)(number & ((1u << config->ntriggers) - 1));
        cycle->apb = (nt_apb){.PSEL = number % 3 == 0,
                              .PENABLE = number % 5 == 0,
                              .PWRITE = number % 7 == 0,
                              .PSTRB = number % 16,
                              .PADDR = (uint16_t)(number * 4 % 4096),
                              .PWDATA = (uint32_t)(number * 3)};
        cycle->ingress.block[0].sijump = number % 2 == 0;
        cycle->ingress.block[0].ilastsize = number % 4;
    }
    return more;
}

static void round_trip(const nt_config *config, bool text) {
    enum { CYCLES = 100000 };
    nt_settings settings;
    nt_error error = {0};
    nt_ingress_writer *writer;
    nt_cycle wrote;
    nt_cycle got;
    const char *path = in_directory("round.nti");
    uint64_t number = 0;

    nt_source source = open_random(config, CYCLES, &settings);
    assert_int_equal(nt_ingress_writer_open(&writer, path, text, config, &error), 0);
    for (; next_random(&source, config, number, &wrote) == 1; number++) {
        assert_int_equal(nt_ingress_writer_cycle(writer, &wrote, &error), 0);
    }
    assert_int_equal(nt_ingress_writer_commit(writer, &error), 0);
    source.close(source.self);

    source = open_random(config, CYCLES, &settings);
    nt_source file;
    assert_int_equal(nt_ingress_file_open(&file, path, config, &error), 0);
    for (uint64_t i = 0; i < number; i++) {
        assert_int_equal(next_random(&source, config, i, &wrote), 1);
        if (file.next(file.self, false, &got, &error) != 1 || !same_cycle(&wrote, &got)) {
            fail_msg("cycle %llu differs: %s", (unsigned long long)i, error.text);
        }
    }
    assert_int_equal(file.next(file.self, false, &got, &error), 0);
    assert_int_equal(file.next(file.self, false, &got, &error), 0);
    file.close(file.self);
    source.close(source.self);
}

static void the_text_form_gives_back_every_cycle(void **state) {
    (void)state;
    round_trip(&wide, true);
    round_trip(&nt_configs[0], true);
}

static void the_binary_form_gives_back_every_cycle(void **state) {
    (void)state;
    round_trip(&wide, false);
    round_trip(&nt_configs[0], false);
}

/* Reads all cycles; the result is the end's, or that of opening. */
static int read_all(const char *path, const nt_config *config, uint64_t *cycles, nt_error *error) {
    nt_source source;
    nt_cycle cycle;
    int more;
    *error = (nt_error){0};
    *cycles = 0;
    if (nt_ingress_file_open(&source, path, config, error) != 0) {
        return -1;
    }
    while ((more = source.next(source.self, false, &cycle, error)) == 1) {
        ++*cycles;
    }
    source.close(source.self);
    return more;
}

static const char by_hand[] =
    "# made by hand\n"
    "ntrace-ingress 2 xlen=64 nblocks=3 itype_w=4 iretire_w=6   # no build\n"
    "\n"
    "set trTeActive=1 trTeInstMode=6\n"
    "set trTeEnable=1\n"
    "rst=1\n"
    "idle 3\n"
    "\tpriv=3 b iaddr=0x80000000 iretire=7 itype=8 ilastsize=1 b iaddr=4096 iretire=1\n"
    "halted=1 sink_ready=0\n"
    "set trTeInstTracing=0\n"
    "idle\n"
    "end 7\n"
    "# nothing\n";

static void a_text_file_is_written_by_hand(void **state) {
    (void)state;
    const char *path = in_directory("hand.nti");
    write_bytes(path, by_hand, strlen(by_hand));
    nt_error error = {0};
    nt_source source;
    nt_cycle cycle[7];
    assert_int_equal(nt_ingress_file_open(&source, path, &wide, &error), 0);
    for (unsigned i = 0; i < 7; i++) {
        assert_int_equal(source.next(source.self, false, &cycle[i], &error), 1);
    }
    assert_int_equal(source.next(source.self, false, &cycle[0] + 6, &error), 0);
    source.close(source.self);
    assert_int_equal(cycle[0].writes, 3);
    assert_int_equal(cycle[0].write[1].value, 6);
    assert_true(cycle[0].rst && cycle[0].sink_ready);
    assert_int_equal(cycle[4].ingress.priv, 3);
    assert_true(cycle[4].ingress.block[0].iaddr == 0x80000000);
    assert_int_equal(cycle[4].ingress.block[0].itype, 8);
    assert_int_equal(cycle[4].ingress.block[1].iaddr, 4096);
    assert_true(cycle[5].ingress.halted && !cycle[5].sink_ready);
}

#define HEADER "ntrace-ingress 2 xlen=64 nblocks=3 itype_w=4 iretire_w=6\n"

static void a_bad_line_is_named(void **state) {
    (void)state;
    static const struct {
        const char *text;
        const char *says;
    } cases[] = {
        {"", "offset 0: empty"},
        {"\n\n", "line 3: not an ingress file"},
        {"hello\n", "line 1: not an ingress file"},
        {"ntrace-ingress 1 xlen=64 nblocks=3 itype_w=4 iretire_w=6\nend\n", "version '1'"},
        {"ntrace-ingress 3 xlen=64 nblocks=3 itype_w=4 iretire_w=6\nend\n", "version '3'"},
        {"ntrace-ingress\n", "version ''"},
        {"ntrace-ingress 2\nend\n", "xlen=0"},
        {"ntrace-ingress 2 xlen=64 nblocks=9 itype_w=4 iretire_w=6\nend\n", "nblocks=9"},
        {"ntrace-ingress 2 xlen=64 nblocks=1 itype_w=4 iretire_w=6\nend\n", "NBLOCKS=1"},
        {"ntrace-ingress 2 xlen=32 nblocks=3 itype_w=4 iretire_w=6\nend\n", "XLEN=32"},
        {"ntrace-ingress 2 xlen=64 nblocks=3 itype_w=3 iretire_w=6\nend\n", "ITYPE_W=3"},
        {"ntrace-ingress 2 xlen=64 nblocks=3 itype_w=4 iretire_w=5\nend\n", "IRETIRE_W=5"},
        {"ntrace-ingress 2 xlen=64 colour=3\n", "line 1: header: 'colour'"},
        {"ntrace-ingress 2 xlen=64 build=rv64\vrst=1\n", "line 1: header: build is not a name"},
        {HEADER, "line 2: truncated"},
        {HEADER "idle 3\n", "line 3: truncated"},
        {HEADER "idle 3\nend 4\n", "line 3: the file has 3 cycles, not 4"},
        {HEADER "end 0\nidle\n", "line 3: more after the end"},
        {HEADER "idle 0\nend\n", "line 2: idle takes at least 1"},
        {HEADER "idle x\nend\n", "line 2: 'x' is not a number"},
        {HEADER "idle 1 2\nend\n", "line 2: one number at most"},
        {HEADER "set trTeActive=1\nend\n", "line 3: no cycle after `set`"},
        {HEADER "set trTeActive=1\nidle 2\nend\n", "line 3: idle takes no number after `set`"},
        {HEADER "set trTeActive=2\nidle\nend\n", "line 2: trTeActive: expected 0 or 1"},
        {HEADER "set trTeActive=0x100000000\nidle\nend\n", "line 2: trTeActive: expected 0 or 1"},
        {HEADER "set trTeColour=2\nidle\nend\n", "line 2: there is no control field 'trTeColour'"},
        {HEADER "set trTeActive\nidle\nend\n", "line 2: 'trTeActive' is not KEY=VALUE"},
        {HEADER
         "set trTeActive=1 trTeActive=1 trTeActive=1 trTeActive=1 trTeActive=1 trTeActive=1\n"
         "set trTeActive=1 trTeActive=1 trTeActive=1\nidle\nend\n",
         "line 3: more than 8 writes"},
        {HEADER "priv=8\nend\n", "line 2: priv=0x8 does not fit 3 bits"},
        {HEADER "priv=-1\nend\n", "line 2: priv: '-1' is not a number"},
        {HEADER "priv=\nend\n", "line 2: priv: '' is not a number"},
        {HEADER "priv=0x\nend\n", "line 2: priv: '0x' is not a number"},
        {HEADER "tval=0x10000000000000000\nend\n", "line 2: tval: '0x10000000000000000'"},
        {HEADER "colour=1\nend\n", "line 2: there is no 'colour'"},
        {HEADER "b iretire=64\nend\n", "line 2: iretire=0x40 does not fit 6 bits"},
        {HEADER "b itype=16\nend\n", "line 2: itype=0x10 does not fit 4 bits"},
        {HEADER "b priv=1\nend\n", "line 2: there is no 'priv'"},
        {HEADER "b b b b\nend\n", "line 2: more than 3 blocks"},
        {HEADER "b\x01\nend\n", "line 2: not a line of text"},
        {HEADER "b\xc3\xa4\nend\n", "line 2: not a line of text"},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const char *path = in_directory("bad.nti");
        write_bytes(path, cases[i].text, strlen(cases[i].text));
        nt_error error;
        uint64_t cycles;
        int result = read_all(path, &wide, &cycles, &error);
        if (result != -1 || strstr(error.text, cases[i].says) == NULL ||
            strstr(error.text, "bad.nti: ") == NULL) {
            fail_msg("case %u: expected '%s', got %d '%s'", i, cases[i].says, result, error.text);
        }
    }
}

static void a_nul_and_an_endless_line_are_no_text(void **state) {
    (void)state;
    static char text[100000] = HEADER;
    size_t header = strlen(HEADER);
    nt_error error;
    uint64_t cycles;
    write_bytes(in_directory("nul.nti"), text, sizeof text);
    assert_int_equal(read_all(in_directory("nul.nti"), &wide, &cycles, &error), -1);
    assert_non_null(strstr(error.text, "line 2: not a line of text"));
    memset(text + header, 'x', sizeof text - header);
    write_bytes(in_directory("long.nti"), text, sizeof text);
    assert_int_equal(read_all(in_directory("long.nti"), &wide, &cycles, &error), -1);
    assert_non_null(strstr(error.text, "line 2: not a line of text"));
}

enum { SAMPLE = 100 }; /* cycles */

static size_t write_sample(const char *path, bool text, char *bytes, size_t room) {
    nt_settings settings;
    nt_error error = {0};
    nt_ingress_writer *writer;
    nt_cycle cycle;
    nt_source source = open_random(&wide, SAMPLE, &settings);
    assert_int_equal(nt_ingress_writer_open(&writer, path, text, &wide, &error), 0);
    for (uint64_t i = 0; i < SAMPLE && next_random(&source, &wide, i, &cycle) == 1; i++) {
        assert_int_equal(nt_ingress_writer_cycle(writer, &cycle, &error), 0);
    }
    assert_int_equal(nt_ingress_writer_commit(writer, &error), 0);
    source.close(source.self);
    size_t size = read_bytes(path, bytes, room);
    assert_true(size < room);
    return size;
}

static void every_truncation_is_noticed(void **state) {
    (void)state;
    static char bytes[200000];
    for (int text = 0; text < 2; text++) {
        size_t size = write_sample(in_directory("whole.nti"), text, bytes, sizeof bytes);
        size_t step = text ? 37 : 1;
        /* Without its last newline, or its count, a text is still whole. */
        size_t end = text ? size - strlen("end 100\n") : size;
        for (size_t cut = 0; cut < end; cut += step) {
            nt_error error;
            uint64_t cycles;
            write_bytes(in_directory("cut.nti"), bytes, cut);
            if (read_all(in_directory("cut.nti"), &wide, &cycles, &error) != -1 ||
                error.text[0] == '\0') {
                fail_msg("%s cut to %zu bytes was read", text ? "text" : "binary", cut);
            }
        }
    }
}

/* 1: the same cycles to the end; 0: not, or an error. */
static bool same_files(const char *path, const nt_cycle *cycles, size_t count) {
    nt_error error = {0};
    nt_source source;
    nt_cycle cycle;
    if (nt_ingress_file_open(&source, path, &wide, &error) != 0) {
        return false;
    }
    bool same = true;
    for (size_t i = 0; same && i < count; i++) {
        same =
            source.next(source.self, false, &cycle, &error) == 1 && same_cycle(&cycle, &cycles[i]);
    }
    same = same && source.next(source.self, false, &cycle, &error) == 0;
    source.close(source.self);
    return same;
}

/* A few bits of zstd's headers mean nothing: then the file must say what it said before. */
static void no_flipped_bit_of_the_binary_form_gives_other_cycles(void **state) {
    (void)state;
    static char bytes[200000];
    static nt_cycle cycles[SAMPLE];
    nt_error error = {0};
    nt_source source;
    size_t size = write_sample(in_directory("whole.nti"), false, bytes, sizeof bytes);
    assert_int_equal(nt_ingress_file_open(&source, in_directory("whole.nti"), &wide, &error), 0);
    for (size_t i = 0; i < SAMPLE; i++) {
        assert_int_equal(source.next(source.self, false, &cycles[i], &error), 1);
    }
    source.close(source.self);
    size_t unnoticed = 0;
    for (size_t bit = 0; bit < 8 * size; bit++) {
        uint64_t count;
        bytes[bit / 8] = (char)(bytes[bit / 8] ^ (1 << (bit % 8)));
        write_bytes(in_directory("flip.nti"), bytes, size);
        bytes[bit / 8] = (char)(bytes[bit / 8] ^ (1 << (bit % 8)));
        if (read_all(in_directory("flip.nti"), &wide, &count, &error) != -1) {
            unnoticed++;
            assert_true(same_files(in_directory("flip.nti"), cycles, SAMPLE));
        }
    }
    assert_true(unnoticed < size / 10);
}

static void bytes_behind_the_end_are_noticed(void **state) {
    (void)state;
    static char bytes[200000];
    size_t size = write_sample(in_directory("whole.nti"), false, bytes, sizeof bytes);
    bytes[size] = 0;
    write_bytes(in_directory("more.nti"), bytes, size + 1);
    nt_error error;
    uint64_t cycles;
    assert_int_equal(read_all(in_directory("more.nti"), &wide, &cycles, &error), -1);
    assert_non_null(strstr(error.text, "more after the end"));
}

static void a_file_for_another_build_is_refused(void **state) {
    (void)state;
    static char bytes[200000];
    write_sample(in_directory("whole.nti"), false, bytes, sizeof bytes);
    nt_config other = wide;
    other.iretire_w = 5;
    nt_error error;
    uint64_t cycles;
    assert_int_equal(read_all(in_directory("whole.nti"), &other, &cycles, &error), -1);
    assert_non_null(strstr(error.text, "IRETIRE_W=6"));
    assert_int_equal(read_all(in_directory("whole.nti"), NULL, &cycles, &error), 0);
    assert_true(cycles == SAMPLE);
}

static void a_cycle_that_does_not_fit_the_port_is_not_written(void **state) {
    (void)state;
    nt_error error = {0};
    nt_ingress_writer *writer;
    assert_int_equal(nt_ingress_writer_open(&writer, in_directory("no.nti"), true, &wide, &error),
                     0);
    nt_cycle cycle = {.sink_ready = true};
    cycle.ingress.block[0].iretire = 64;
    assert_int_equal(nt_ingress_writer_cycle(writer, &cycle, &error), -1);
    assert_non_null(strstr(error.text, "cycle 0: iretire"));
    nt_ingress_writer_abort(writer);
    assert_int_equal(access(in_directory("no.nti"), F_OK), -1);
}

static void a_full_disk_leaves_an_error_and_no_file(void **state) {
    (void)state;
    nt_error error = {0};
    nt_ingress_writer *writer;
    nt_settings settings;
    nt_cycle cycle;
    nt_source source = open_random(&wide, 1000, &settings);
    assert_int_equal(nt_ingress_writer_open(&writer, "/dev/full", false, &wide, &error), 0);
    while (next_random(&source, &wide, 1, &cycle) == 1) {
        assert_int_equal(nt_ingress_writer_cycle(writer, &cycle, &error), 0);
    }
    source.close(source.self);
    assert_int_equal(nt_ingress_writer_commit(writer, &error), -1);
    assert_non_null(strstr(error.text, "/dev/full: No space left on device"));
}

static void the_hex_form_has_one_line_of_one_length_a_cycle(void **state) {
    (void)state;
    static char bytes[2000000];
    nt_settings settings;
    nt_error error = {0};
    nt_ingress_writer *writer;
    nt_cycle cycle;
    nt_source source = open_random(&wide, 1000, &settings);
    const char *path = in_directory("sample.hex");
    assert_int_equal(nt_ingress_writer_open_hex(&writer, path, &wide, &error), 0);
    size_t cycles = 0;
    for (; next_random(&source, &wide, cycles, &cycle) == 1; cycles++) {
        assert_int_equal(nt_ingress_writer_cycle(writer, &cycle, &error), 0);
    }
    source.close(source.self);
    assert_int_equal(nt_ingress_writer_commit(writer, &error), 0);
    size_t size = read_bytes(path, bytes, sizeof bytes);
    size_t length = strcspn(bytes, "\n") + 1;
    assert_true(size == cycles * length);
    /* The first cycle: encoder and hart in reset, the sink ready, all control fields 0. */
    assert_int_equal(strncmp(bytes, "1 1 0 1 0 0 0000 0000000000000000 ", 34), 0);
    for (size_t i = 0; i < cycles; i++) {
        assert_int_equal(bytes[(i + 1) * length - 1], '\n');
    }
}

static int make_directory(void **state) {
    (void)state;
    return mkdtemp(directory) == NULL ? -1 : 0;
}

static int remove_directory(void **state) {
    (void)state;
    char command[64];
    snprintf(command, sizeof command, "rm -rf %s", directory);
    return system(command);
}

/* One record stands for no more than NT_MOST_IDLE cycles; the writer begins another. */
static void any_number_of_idle_cycles_comes_back(void **state) {
    (void)state;
    const char *path = in_directory("idle.nti");
    const uint64_t cycles = (UINT64_C(1) << 24) + 3;
    const nt_cycle idle = {.sink_ready = true};
    nt_error error = {0};
    nt_ingress_writer *writer;
    assert_int_equal(nt_ingress_writer_open(&writer, path, false, &wide, &error), 0);
    for (uint64_t i = 0; i < cycles; i++) {
        if (nt_ingress_writer_cycle(writer, &idle, &error) != 0) {
            fail_msg("%s", error.text);
        }
    }
    assert_int_equal(nt_ingress_writer_commit(writer, &error), 0);
    nt_source source;
    nt_cycle cycle;
    uint64_t read = 0;
    assert_int_equal(nt_ingress_file_open(&source, path, &wide, &error), 0);
    while (source.next(source.self, false, &cycle, &error) == 1) {
        read++;
    }
    source.close(source.self);
    assert_string_equal(error.text, "");
    assert_int_equal(read, cycles);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_number_of_idle_cycles_comes_back),
        cmocka_unit_test(the_text_form_gives_back_every_cycle),
        cmocka_unit_test(the_binary_form_gives_back_every_cycle),
        cmocka_unit_test(a_text_file_is_written_by_hand),
        cmocka_unit_test(a_bad_line_is_named),
        cmocka_unit_test(a_nul_and_an_endless_line_are_no_text),
        cmocka_unit_test(every_truncation_is_noticed),
        cmocka_unit_test(no_flipped_bit_of_the_binary_form_gives_other_cycles),
        cmocka_unit_test(bytes_behind_the_end_are_noticed),
        cmocka_unit_test(a_file_for_another_build_is_refused),
        cmocka_unit_test(a_cycle_that_does_not_fit_the_port_is_not_written),
        cmocka_unit_test(a_full_disk_leaves_an_error_and_no_file),
        cmocka_unit_test(the_hex_form_has_one_line_of_one_length_a_cycle),
    };
    return cmocka_run_group_tests_name("ingress files", tests, make_directory, remove_directory);
}
