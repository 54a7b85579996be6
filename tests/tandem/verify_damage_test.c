/* SPDX-License-Identifier: Apache-2.0 */
/* Stored recordings, damaged in every way, before the tandem verifier: no crash, no hang, no growth
   in memory; what comes before the damage is decoded and verified as in the sound trace, half a
   group is never taken for state, and each refusal has its offset. Files of ours (.ntv) are refused
   whatever is damaged.

   NTRACE_DAMAGES=FIRST-LAST: other damages than the first ones. */
#include "libntrace/util/input_file.h"
#include "sim/tandem/input.h"
#include "sim/tandem/verifier_internal.h"
#include "tests/damaged.h"
#include "tests/fuzz/memory_file.h"
#include "tests/sample.h"

#include <glob.h>
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <sys/resource.h>
#include <time.h>
#include <zlib.h>

#include <cmocka.h>

enum {
    SOME = 400, /* damages by day */
    ALL = 100000,
    RECORDINGS = 32,
    STRIDE = 3,           /* of the recordings that are taken by day */
    FILES = 8,            /* every so many damages one is of a file */
    MOST_BYTES = 1 << 19, /* of a recording */
    MOST_SECONDS = 20,    /* of processor time, for one stream */
    CUT_BYTES = 80,       /* of each recording that are cut off, one by one */
};

/* How much the resident memory may grow in KiB: by what a stream touches, and with each by what
   Unicorn leaks. ASan keeps what is freed. */
#ifdef __SANITIZE_ADDRESS__
enum { GROWTH = 1 << 20, GROWTH_EACH = 1 };
#else
enum { GROWTH = 3 << 10, GROWTH_EACH = 1 };
#endif

/* Unicorn 2.0.1 leaks when code is written. */
const char *__lsan_default_suppressions(void);  /* NOLINT(bugprone-reserved-identifier) */
const char *__lsan_default_suppressions(void) { /* NOLINT(bugprone-reserved-identifier) */
    return "leak:libunicorn\n";
}

/* ---- a sound trace ---- */

/* What was known after a group. */
typedef struct sound_group {
    uint64_t end;   /* byte behind it in the stream */
    bool ended;     /* by an end group: otherwise by what comes next */
    uint32_t said;  /* checksum of the group */
    uint32_t state; /* of the verifier's state and counts */
} sound_group;

typedef struct sound {
    char *path;
    nt_tandem_format format;
    uint8_t *file; /* of ours */
    size_t file_size;
    uint8_t *bytes; /* the bare stream */
    size_t size;
    sound_group *groups;
    size_t count;
} sound;

static uint32_t sum(uint32_t before, const void *bytes, size_t size) {
    return (uint32_t)crc32(before, bytes, (uInt)size);
}

static uint32_t sum_of_group(const nt_tandem_group *group) {
    const uint64_t whole[] = {group->atomic, group->offset, group->count, group->violations};
    uint32_t result = sum(0, whole, sizeof whole);
    for (size_t i = 0; i < group->count; i++) {
        const nt_tandem_field *f = &group->fields[i];
        const uint64_t one[] = {f->offset, f->value,     f->address, f->reg,    f->opcode,
                                f->id,     f->operation, f->size,    f->result, f->violations};
        result = sum(result, one, sizeof one);
    }
    return result;
}

static uint32_t sum_of_hart(uint32_t before, const nt_tv_state *state) {
    uint32_t result = sum(before, &state->user, sizeof state->user);
    const uint64_t rest[] = {state->known, state->pc_known, state->privilege};
    result = sum(result, rest, sizeof rest);
    result = sum(result, state->csr_known, sizeof state->csr_known);
    for (unsigned csr = 0; csr < NT_TV_CSR_COUNT; csr++) {
        if (state->csr_known[csr / 64] == 0) {
            csr |= 63;
        } else if (nt_tv_csr_is_known(state, (uint16_t)csr)) {
            result = sum(result, &state->csr[csr], sizeof state->csr[csr]);
        }
    }
    return result;
}

/* All that waits is verified first. */
static uint32_t sum_of_state(nt_tv_verifier *v) {
    assert_int_equal(nt_tv_verifier_end(v), 0);
    uint32_t result = sum_of_hart(0, &v->shadow);
    result = sum_of_hart(result, &v->shell.state);
    return sum(result, &v->counts, sizeof v->counts);
}

/* ---- a run over a trace ---- */

typedef struct run {
    const sound *sound; /* NULL: of what this is the first run */
    sound *made;        /* then */
    size_t whole;       /* groups that the damage left alone */
    bool no_more;       /* no others may be handed out */
    bool must_end;      /* and the trace must be refused */
    size_t taken;
    nt_tv_verifier *verifier;
    nt_error error;
    const char *failure; /* NULL: all is well */
    size_t failed_at;    /* the group */
} run;

static void fail_run(run *r, const char *what) {
    if (r->failure == NULL) {
        r->failure = what;
        r->failed_at = r->taken;
    }
}

static int take_report(void *context, const nt_tv_report *report) {
    run *r = context;
    if (r->sound == NULL || r->no_more ||
        (r->whole != 0 && report->offset < r->sound->groups[r->whole - 1].end)) {
        fail_run(r, "something right was reported");
    }
    return 0;
}

static int begin(void *context, const nt_tandem_input_info *info) {
    run *r = context;
    nt_tv_setup setup = {.format = info->format,
                         .reference = &nt_tv_unicorn,
                         .sink = take_report,
                         .context = r,
                         .error = &r->error};
    r->verifier = nt_tv_verifier_new(&setup);
    assert_non_null(r->verifier);
    return 0;
}

static void check_state(run *r) {
    if (r->taken != 0 && sum_of_state(r->verifier) != r->sound->groups[r->taken - 1].state) {
        fail_run(r, "the state before the damage is another one");
    }
}

static int take_damaged(void *context, const nt_tandem_group *group) {
    run *r = context;
    if (r->taken == r->whole && !r->no_more) {
        check_state(r);
    }
    if (r->taken < r->whole && r->sound->groups[r->taken].said != sum_of_group(group)) {
        fail_run(r, "a group before the damage is another one");
    } else if (r->taken >= r->whole && r->no_more) {
        fail_run(r, "a group that is damaged or cut off was handed out");
    }
    r->taken++;
    return nt_tv_verifier_take(r->verifier, group);
}

static int take_sound(void *context, const nt_tandem_group *group) {
    run *r = context;
    sound *s = r->made;
    assert_true(group->atomic); /* a cut leaves nothing of it */
    if ((s->count & (s->count - 1)) == 0) {
        s->groups = realloc(s->groups, 2 * (s->count + 1) * sizeof *s->groups);
        assert_non_null(s->groups);
    }
    assert_int_equal(nt_tv_verifier_take(r->verifier, group), 0);
    s->groups[s->count++] = (sound_group){.end = group->offset + group->size,
                                          .ended = group->ended,
                                          .said = sum_of_group(group),
                                          .state = sum_of_state(r->verifier)};
    return 0;
}

/* Runs the bytes as the command runs a file of them. */
static int run_bytes(run *r, const nt_tandem_given *given, const uint8_t *bytes, size_t size) {
    memory_file file = memory_file_open(bytes, size);
    nt_tandem_input input = {.path = file.path,
                             .given = given,
                             .begin = begin,
                             .sink = r->sound == NULL ? take_sound : take_damaged,
                             .context = r};
    int result = nt_tandem_input_read(&input, &r->error);
    memory_file_close(&file);
    return result;
}

/* ---- recordings ---- */

/* The chunks of a file, one behind the other (docs/tandem.md). */
static void take_out_stream(sound *s) {
    s->bytes = malloc(s->file_size);
    assert_non_null(s->bytes);
    for (size_t at = NT_TANDEM_HEADER;;) {
        uint32_t size;
        memcpy(&size, s->file + at, sizeof size);
        at += NT_TANDEM_CHUNK_HEAD;
        if (size == 0) {
            assert_int_equal(at, s->file_size);
            return;
        }
        memcpy(s->bytes + s->size, s->file + at, size);
        s->size += size;
        at += size;
    }
}

static const nt_tandem_given nothing = NT_TANDEM_GIVEN_NOTHING;

static void read_sound(sound *s, const char *path) {
    nt_error error = {0};
    nt_tandem_fault fault;
    nt_input_file *file;
    *s = (sound){.path = strdup(path)};
    if (nt_input_file_open(&file, path, &error) != 0 ||
        nt_input_file_all(file, MOST_BYTES, &s->file, &s->file_size, &error) != 0) {
        fail_msg("%s", error.text);
    }
    nt_input_file_close(file);
    assert_int_equal(nt_tandem_header_decode(&s->format, s->file, NT_TANDEM_HEADER, &fault), 0);
    take_out_stream(s);
    run *r = calloc(1, sizeof *r);
    assert_non_null(r);
    r->made = s;
    if (run_bytes(r, &nothing, s->file, s->file_size) != 0 || r->failure != NULL) {
        fail_msg("%s is not sound: %s", path, r->error.text);
    }
    nt_tv_verifier_free(r->verifier);
    free(r);
}

typedef struct recordings {
    size_t count;
    sound one[RECORDINGS];
} recordings;

static int read_recordings(void **state) {
    recordings *all = calloc(1, sizeof *all);
    glob_t paths;
    assert_non_null(all);
    assert_int_equal(glob("tests/data/tandem/*.ntv.gz", 0, NULL, &paths), 0);
    for (size_t i = 0; i < paths.gl_pathc; i += is_nightly() ? 1 : STRIDE) {
        if (strstr(paths.gl_pathv[i], "/kernel") == NULL) { /* they take too long */
            assert_true(all->count < RECORDINGS);
            read_sound(&all->one[all->count++], paths.gl_pathv[i]);
        }
    }
    globfree(&paths);
    *state = all;
    return 0;
}

static int free_recordings(void **state) {
    recordings *all = *state;
    for (size_t i = 0; i < all->count; i++) {
        free(all->one[i].path);
        free(all->one[i].file);
        free(all->one[i].bytes);
        free(all->one[i].groups);
    }
    free(all);
    return 0;
}

/* ---- damage ---- */

/* Groups that are complete without the byte at `first` and what follows. */
static size_t whole_groups(const sound *s, size_t first) {
    size_t low = 0;
    size_t high = s->count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        const sound_group *group = &s->groups[middle];
        if (group->end + !group->ended <= first) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

/* A line with a place in the trace, not before the damage. */
static void check_refusal(run *r, uint64_t from, uint64_t to) {
    const char *at = strstr(r->error.text, "offset ");
    unsigned long long offset;
    if (at == NULL || sscanf(at, "offset %llu: ", &offset) != 1) {
        fail_run(r, "a refusal without offset");
    } else if (offset < from || offset > to) {
        fail_run(r, "a refusal at another offset");
    }
}

/* `missing`: groups before the damage may be. */
static void judge(run *r, int result, bool missing, uint64_t from, uint64_t to) {
    bool refused = result != 0;
    if (r->verifier != NULL) {
        refused = nt_tv_verifier_end(r->verifier) != 0 || refused;
        if (r->taken <= r->whole) {
            check_state(r);
        }
    }
    if (r->taken < r->whole && !missing) {
        fail_run(r, "a group before the damage is missing");
    }
    if (refused) {
        check_refusal(r, from, to);
    } else if (r->must_end) {
        fail_run(r, "it was not refused");
    }
}

/* The bare stream, which has nothing that would show the damage. */
static void run_stream(run *r, const sound *s, const damaged *d) {
    const nt_tandem_given given = {.xlen = s->format.xlen,
                                   .flen = s->format.flen,
                                   .mlen = s->format.mlen,
                                   .eaddr_xlen = s->format.eaddr_xlen,
                                   .absent = s->format.absent};
    *r = (run){.sound = s, .whole = whole_groups(s, d->first)};
    uint64_t end = r->whole == 0 ? 0 : s->groups[r->whole - 1].end;
    bool cut = d->first == d->size;
    r->no_more = cut;
    r->must_end = cut && d->size != end;
    judge(r, run_bytes(r, &given, d->bytes, d->size), false, end, d->size);
}

/* A file of ours: of a damaged chunk nothing is handed out. */
static void run_file(run *r, const sound *s, const damaged *d) {
    bool known = nt_tandem_is_file(d->bytes, d->size);
    *r = (run){.sound = s, .whole = s->count, .no_more = true, .must_end = true};
    int result = run_bytes(r, &nothing, d->bytes, d->size);
    if (d->size == s->file_size && memcmp(d->bytes, s->file, d->size) == 0) {
        return; /* bits that were flipped twice */
    }
    if (known || d->size == 0) {
        judge(r, result, true, 0, d->size);
    } else if (result == 0 || r->verifier != NULL) {
        fail_run(r, "a file that is none was taken");
    }
}

static double seconds(void) {
    struct timespec time;
    (void)clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static long resident(void) {
    struct rusage usage;
    assert_int_equal(getrusage(RUSAGE_SELF, &usage), 0);
    return usage.ru_maxrss;
}

/* Damages a part of the recording from its beginning, so that what comes behind the damage does not
   take long, and early groups are damaged as often as late ones. */
static void damage_and_judge(const recordings *all, damaged *d, uint64_t seed, long most) {
    nt_random random;
    nt_random_seed(&random, seed);
    run r;
    const sound *s = &all->one[nt_random_below(&random, (uint32_t)all->count)];
    damage_kind kind = (damage_kind)nt_random_below(&random, DAMAGE_KINDS);
    bool of_file = seed % FILES == 0;
    double start = seconds();
    if (of_file) {
        damage_make(d, s->file, s->file_size, &random, kind);
        run_file(&r, s, d);
    } else {
        size_t last = nt_random_below(&random, (uint32_t)s->count);
        damage_make(d, s->bytes, s->groups[last].end, &random, kind);
        run_stream(&r, s, d);
    }
    nt_tv_verifier_free(r.verifier);
    double took = seconds() - start;
    if (r.failure != NULL || took > MOST_SECONDS || resident() > most) {
        fail_msg("NTRACE_DAMAGES=%" PRIu64 "-%" PRIu64
                 ", %s at byte %zu of the %s of %s: group %zu "
                 "of %zu: %s; %s; %.1f s, %ld KiB",
                 seed, seed, damage_names[kind], d->first, of_file ? "file" : "stream", s->path,
                 r.failed_at, r.whole, r.failure == NULL ? "right" : r.failure, r.error.text, took,
                 resident());
    }
}

static void what_comes_before_the_damage_is_verified_and_the_rest_does_no_harm(void **state) {
    const char *range = getenv("NTRACE_DAMAGES");
    unsigned long long first = 1;
    unsigned long long last = is_nightly() ? ALL : SOME;
    if (range != NULL && sscanf(range, "%llu-%llu", &first, &last) != 2) {
        fail_msg("NTRACE_DAMAGES is FIRST-LAST");
    }
    damaged *d = calloc(1, sizeof *d);
    assert_non_null(d);
    long before = resident() + (long)(sizeof *d >> 10);
    for (uint64_t seed = first; seed <= last; seed++) {
        damage_and_judge(*state, d, seed, before + GROWTH + GROWTH_EACH * (long)(seed - first));
    }
    free(d);
}

static void cut(const sound *s, damaged *d, void (*run_it)(run *, const sound *, const damaged *)) {
    for (size_t left = CUT_BYTES; left > 0; left--) {
        run r;
        d->first = --d->size;
        run_it(&r, s, d);
        nt_tv_verifier_free(r.verifier);
        if (r.failure != NULL) {
            fail_msg("%s, cut at %zu: %s", s->path, d->size, r.failure);
        }
    }
}

static void a_cut_at_each_byte_leaves_whole_groups_alone(void **state) {
    const recordings *all = *state;
    damaged *d = calloc(1, sizeof *d);
    assert_non_null(d);
    for (size_t i = 0; i < all->count; i++) {
        const sound *s = &all->one[i];
        d->size = s->groups[s->count / 8].end;
        memcpy(d->bytes, s->bytes, d->size);
        cut(s, d, run_stream);
    }
    const sound *first = &all->one[0];
    d->size = first->file_size;
    memcpy(d->bytes, first->file, d->size);
    cut(first, d, run_file);
    free(d);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_comes_before_the_damage_is_verified_and_the_rest_does_no_harm),
        cmocka_unit_test(a_cut_at_each_byte_leaves_whole_groups_alone),
    };
    return cmocka_run_group_tests(tests, read_recordings, free_recordings);
}
