/* SPDX-License-Identifier: Apache-2.0 */
#include "libntrace/program/reader.h"

#include "libntrace/program/format.h"
#include "libntrace/program/pack.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { PACKED = 1 << 15, PLAIN = 1 << 18 };

/* Sums of runs in one word: above their number their instructions. Those of SKIMMED bytes fit: each
   run has at least 2 bytes. */
enum { SKIMMED = 1 << 16, SKIM_RUNS_BITS = 18 };

static inline uint64_t skim_sums(uint64_t instructions) {
    return 1 | instructions << SKIM_RUNS_BITS;
}

struct nt_reader {
    nt_input_file *input;
    nt_unpacker *unpacker;
    nt_recording_header header;
    uint64_t mask;   /* of an address */
    bool packed_end; /* the zstd frame is over, its checksum right */
    bool done;
    const char *problem; /* of the item at hand */

    /* What the next item is told relative to. */
    uint64_t *next;            /* by hart: where its last run ended */
    nt_access_state *accesses; /* by hart; NULL: the recording has none */
    uint64_t next_code;
    uint16_t hart;

    uint64_t instructions;
    uint64_t events;

    uint64_t unpacked; /* plain bytes before the buffer */
    size_t at;
    size_t size;
    nt_pack_input in;
    struct {
        uint8_t instructions;
        uint8_t large;
    } shorts[NT_SHORT_TAGS];
    uint64_t skim[UINT8_MAX + 1]; /* by tag: sums of its run; 0: it is none of the short tags */
    uint8_t packed[PACKED];
    uint8_t plain[PLAIN];
};

static int fail_as(const nt_reader *r, nt_error_code code, const char *reason, nt_error *error) {
    uint64_t offset = nt_input_file_offset(r->input) - (r->in.size - r->in.at);
    return nt_fail_at(error, code, nt_input_file_path(r->input), offset,
                      "unpacked byte %" PRIu64 ": %s", r->unpacked + r->at, reason);
}

static int fail(const nt_reader *r, const char *reason, nt_error *error) {
    return fail_as(r, NT_ERROR_FORMAT, reason, error);
}

/* Unpacking. */

static int read_packed(nt_reader *r, nt_error *error) {
    ptrdiff_t came = nt_input_file_read(r->input, r->packed, PACKED, error);
    if (came == 0) {
        return fail_as(r, NT_ERROR_CUT, "the file is cut off", error);
    }
    r->in = (nt_pack_input){r->packed, came < 0 ? 0 : (size_t)came, 0};
    return came < 0 ? -1 : 0;
}

/* As much more as fits the buffer, until there are `wanted` bytes or no more come. */
static int refill(nt_reader *r, size_t wanted, nt_error *error) {
    memmove(r->plain, r->plain + r->at, r->size - r->at);
    r->unpacked += r->at;
    r->size -= r->at;
    r->at = 0;
    while (r->size < wanted && !r->packed_end) {
        nt_pack_output out = {r->plain, PLAIN, r->size};
        const char *problem = nt_unpack(r->unpacker, &out, &r->in, &r->packed_end);
        if (problem != NULL) {
            return fail(r, problem, error);
        }
        bool moved = out.at > r->size;
        r->size = out.at;
        if (!r->packed_end && !moved && r->in.at == r->in.size && read_packed(r, error) != 0) {
            return -1;
        }
    }
    return 0;
}

/* Reading of plain bytes: on a problem these set it and give 0, and the item is dropped. */

static uint8_t get(nt_reader *r) {
    if (r->at == r->size) {
        r->problem = "ends in the middle";
        return 0;
    }
    return r->plain[r->at++];
}

static uint64_t get_number(nt_reader *r) {
    uint64_t value = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
        uint8_t byte = get(r);
        value |= (uint64_t)(byte & 0x7f) << shift;
        if (byte < 0x80) {
            if (shift == 63 && byte > 1) {
                break;
            }
            return value;
        }
    }
    r->problem = "a number beyond 64 bits";
    return 0;
}

static uint64_t get_below(nt_reader *r, uint64_t limit, const char *problem) {
    uint64_t value = get_number(r);
    if (value >= limit) {
        r->problem = problem;
        return 0;
    }
    return value;
}

static uint64_t get_pc(nt_reader *r, uint64_t from) {
    return (from + 2 * nt_unzigzag(get_number(r))) & r->mask;
}

static uint64_t get_address(nt_reader *r) {
    return (r->next_code + nt_unzigzag(get_number(r))) & r->mask;
}

/* Items. */

static void get_run(nt_reader *r, nt_event *event, uint8_t tag) {
    uint64_t instructions;
    uint64_t large;
    if (tag >= NT_TAG_SHORT) {
        if (tag - NT_TAG_SHORT >= NT_SHORT_TAGS) {
            r->problem = "an unknown tag";
            return;
        }
        instructions = r->shorts[tag - NT_TAG_SHORT].instructions;
        large = r->shorts[tag - NT_TAG_SHORT].large;
    } else {
        instructions = get_below(r, NT_MOST_RUN + 1, "a run that is too long");
        large = get_below(r, NT_MOST_RUN + 1, "a run that is too long");
    }
    event->kind = NT_EVENT_RUN;
    event->run.pc = get_pc(r, r->next[r->hart]);
    event->run.instructions = (uint32_t)instructions;
    event->run.halfwords = (uint32_t)(instructions + large);
    r->next[r->hart] = (event->run.pc + 2 * (instructions + large)) & r->mask;
    r->instructions += instructions;
}

static void get_trap(nt_reader *r, nt_event *event) {
    event->kind = NT_EVENT_TRAP;
    uint8_t kind = get(r);
    if (kind > (r->header.unknowns ? NT_TRAP_ALL : NT_TRAP_INTERRUPT)) {
        r->problem = "a trap of an unknown kind";
    }
    event->trap.interrupt = (kind & NT_TRAP_INTERRUPT) != 0;
    event->trap.cause_unknown = (kind & NT_TRAP_NO_CAUSE) != 0;
    event->trap.tval_unknown = (kind & NT_TRAP_NO_TVAL) != 0;
    event->trap.cause = event->trap.cause_unknown ? 0 : get_number(r);
    event->trap.epc = get_pc(r, r->next[r->hart]);
    event->trap.tval = event->trap.tval_unknown ? 0 : get_number(r);
}

static void get_mode(nt_reader *r, nt_event *event) {
    event->kind = NT_EVENT_MODE;
    event->mode.priv = get(r);
    event->mode.context = get_number(r);
}

/* Gives `size` bytes where they lie, valid until the next refill. */
static int get_bytes(nt_reader *r, const uint8_t **bytes, size_t size, nt_error *error) {
    if (r->problem != NULL) {
        return 0;
    }
    if (r->size - r->at < size && refill(r, size, error) != 0) {
        return -1;
    }
    if (r->size - r->at < size) {
        r->problem = "ends in the middle";
        return 0;
    }
    *bytes = r->plain + r->at;
    r->at += size;
    return 0;
}

static int get_code(nt_reader *r, nt_event *event, nt_error *error) {
    event->kind = NT_EVENT_CODE;
    event->code.address = get_address(r);
    event->code.size = (uint32_t)get_below(r, NT_MOST_CODE + 1, "code of too many bytes");
    if (get_bytes(r, &event->code.bytes, event->code.size, error) != 0) {
        return -1;
    }
    r->next_code = (event->code.address + event->code.size) & r->mask;
    return 0;
}

static int get_value(nt_reader *r, nt_access *access, nt_error *error) {
    access->has_value = true;
    if (nt_access_plain(access) != 0) {
        return get_bytes(r, &access->bytes, access->size, error);
    }
    access->value = get_number(r);
    return 0;
}

static int get_register(nt_reader *r, nt_access *access, nt_error *error) {
    access->number = get(r);
    access->size = (uint16_t)get_below(r, NT_MOST_VLENB + 1, "a register of too many bytes");
    return get_value(r, access, error);
}

static void get_x(nt_reader *r, nt_access *access) {
    access->number = get(r);
    access->size = r->header.xlen / 8;
    access->has_value = true;
    uint64_t difference = nt_unzigzag(get_number(r));
    if (access->number < 32) { /* else it is refused */
        uint64_t *x = &r->accesses[r->hart].x[access->number];
        access->value = *x = (*x + difference) & r->mask;
    }
}

static int get_csr(nt_reader *r, nt_access *access, nt_error *error) {
    access->number = (uint16_t)get_below(r, UINT16_MAX + 1, "an access to an impossible register");
    access->size = r->header.xlen / 8;
    return get_value(r, access, error);
}

static int get_memory(nt_reader *r, nt_access *access, nt_error *error) {
    uint64_t *address = &r->accesses[r->hart].address;
    uint8_t form = get(r);
    if (form > (r->header.unknowns ? NT_FORM_ALL | NT_FORM_NO_ADDRESS : NT_FORM_ALL)) {
        r->problem = "an access of an unknown form";
        return 0;
    }
    unsigned size = form & NT_FORM_SIZE;
    access->size = (uint16_t)(size == 0 ? 0 : 1U << (size - 1));
    access->address_unknown = (form & NT_FORM_NO_ADDRESS) != 0;
    if (!access->address_unknown) {
        access->address = *address = (*address + nt_unzigzag(get_number(r))) & r->mask;
    }
    if ((form & NT_FORM_PHYSICAL) != 0) {
        access->has_physical = true;
        access->physical = access->address + nt_unzigzag(get_number(r));
    }
    return (form & NT_FORM_VALUE) != 0 ? get_value(r, access, error) : 0;
}

static void get_unknown(nt_reader *r, nt_access *access) {
    uint8_t kind = get(r);
    if (kind > NT_ACCESS_CSR) {
        r->problem = "a register of an unknown kind";
        return;
    }
    access->kind = (nt_access_kind)kind;
    access->number = (uint16_t)get_below(r, UINT16_MAX + 1, "an access to an impossible register");
    access->size = kind == NT_ACCESS_F || kind == NT_ACCESS_V
                       ? (uint16_t)get_below(r, NT_MOST_VLENB + 1, "a register of too many bytes")
                       : r->header.xlen / 8;
}

static int get_access(nt_reader *r, nt_event *event, uint8_t tag, nt_error *error) {
    nt_access *access = &event->access;
    event->kind = NT_EVENT_ACCESS;
    *access = (nt_access){.kind = NT_ACCESS_X};
    if (r->accesses == NULL) {
        r->problem = "an access that the header does not have";
        return 0;
    }
    if (tag == NT_TAG_UNKNOWN) {
        get_unknown(r, access);
        return 0;
    }
    access->kind = (nt_access_kind)(tag - NT_TAG_ACCESS);
    switch (access->kind) {
    case NT_ACCESS_X:
        get_x(r, access);
        return 0;
    case NT_ACCESS_F:
    case NT_ACCESS_V:
        return get_register(r, access, error);
    case NT_ACCESS_CSR:
        return get_csr(r, access, error);
    default:
        return get_memory(r, access, error);
    }
}

static void get_insn(nt_reader *r, nt_event *event) {
    event->kind = NT_EVENT_INSN;
    event->insn.insn.size = get(r);
    event->insn.insn.class_ = get(r);
    event->insn.insn.target = 0;
    event->insn.pc = get_address(r);
    if (nt_insn_is_direct(event->insn.insn.class_)) {
        event->insn.insn.target = get_pc(r, event->insn.pc);
    }
    r->next_code = (event->insn.pc + event->insn.insn.size) & r->mask;
}

static int get_end(nt_reader *r, nt_error *error) {
    uint64_t instructions = get_number(r);
    uint64_t events = get_number(r);
    if (r->problem != NULL) {
        return fail(r, r->problem, error);
    }
    if (instructions != r->instructions || events != r->events) {
        return fail(r, "the totals at the end are not what came before", error);
    }
    if (refill(r, 1, error) != 0) {
        return -1;
    }
    uint8_t byte;
    if (r->size > 0 || r->in.at < r->in.size) {
        return fail(r, "data after the end", error);
    }
    ptrdiff_t more = nt_input_file_read(r->input, &byte, 1, error);
    if (more != 0) {
        return more < 0 ? -1 : fail(r, "data after the end", error);
    }
    r->done = true;
    return 0;
}

static int get_event(nt_reader *r, nt_event *event, uint8_t tag, nt_error *error) {
    event->hart = r->hart;
    switch (tag) {
    case NT_TAG_TRAP:
        get_trap(r, event);
        break;
    case NT_TAG_MODE:
        get_mode(r, event);
        break;
    case NT_TAG_CODE:
        if (get_code(r, event, error) != 0) {
            return -1;
        }
        break;
    case NT_TAG_INSN:
        get_insn(r, event);
        break;
    default:
        if (tag >= NT_TAG_ACCESS && tag < NT_TAG_UNKNOWN + (r->header.unknowns ? 1 : 0)) {
            if (get_access(r, event, tag, error) != 0) {
                return -1;
            }
            break;
        }
        if (tag != NT_TAG_RUN && tag < NT_TAG_SHORT) {
            return fail(r, "an unknown tag", error);
        }
        get_run(r, event, tag);
        break;
    }
    if (r->problem == NULL) {
        r->problem = nt_event_problem(event, &r->header);
    }
    r->events++;
    return r->problem == NULL ? 1 : fail(r, r->problem, error);
}

int nt_reader_next(nt_reader *r, nt_event *event, nt_error *error) {
    if (r->done) {
        return 0;
    }
    if (r->problem != NULL) {
        return fail(r, r->problem, error);
    }
    for (;;) {
        if (r->size - r->at < NT_MOST_ITEM && refill(r, NT_MOST_ITEM, error) != 0) {
            return -1;
        }
        uint8_t tag = get(r);
        if (r->problem != NULL) {
            return fail(r, r->problem, error);
        }
        if (tag == NT_TAG_END) {
            return get_end(r, error);
        }
        if (tag != NT_TAG_HART) {
            return get_event(r, event, tag, error);
        }
        r->hart = (uint16_t)get_below(r, r->header.harts, "a hart that the header does not have");
    }
}

/* Where a number of few bits ends, which may be followed by others; NULL: it has more. */
static inline const uint8_t *skim_number(const uint8_t *byte) {
    enum { PLAIN_BYTES = 8 };
    if (byte[0] < 0x80) { /* mostly, */
        return byte + 1;
    }
    if (byte[1] < 0x80) { /* or so */
        return byte + 2;
    }
    unsigned at = 2;
    while (at < PLAIN_BYTES && byte[at] >= 0x80) {
        at++;
    }
    return at == PLAIN_BYTES ? NULL : byte + at + 1;
}

/* Where the address of a run is, with its sums; NULL: it is another item, or unusual. */
static inline const uint8_t *skim_run(const nt_reader *r, const uint8_t *item, uint64_t *sums) {
    *sums = r->skim[*item];
    if (*sums != 0) {
        return item + 1;
    }
    *sums = skim_sums(item[1]);
    return *item == NT_TAG_RUN && item[1] > 0 && item[1] < 0x80 && item[2] <= item[1] ? item + 3
                                                                                      : NULL;
}

/* Such a run has no problem: its address is even and masked. What may not lie in the buffer as a
   whole is left to nt_reader_next. */
uint64_t nt_reader_skip_runs(nt_reader *r, unsigned hart) {
    if (r->problem != NULL || r->size - r->at < NT_MOST_ITEM) {
        return 0;
    }
    size_t most = r->size - r->at - NT_MOST_ITEM;
    const uint8_t *item = r->plain + r->at;
    const uint8_t *last = item + (most < SKIMMED ? most : SKIMMED);
    uint64_t sums = 0;
    while (item <= last) {
        uint64_t run;
        const uint8_t *end = skim_run(r, item, &run);
        end = end == NULL ? NULL : skim_number(end);
        if (end == NULL) {
            break;
        }
        sums += run;
        item = end;
    }
    uint64_t instructions = sums >> SKIM_RUNS_BITS;
    r->at = (size_t)(item - r->plain);
    r->instructions += instructions;
    r->events += sums & ((1U << SKIM_RUNS_BITS) - 1);
    return r->hart == hart ? instructions : 0;
}

/* Opening. */

/* Memory by hart of what the items are told relative to. */
static int start_items(nt_reader *r, nt_error *error) {
    r->mask = r->header.xlen == 32 ? UINT32_MAX : UINT64_MAX;
    r->next = calloc(r->header.harts, sizeof *r->next);
    if (r->header.parts != 0) {
        r->accesses = calloc(r->header.harts, sizeof *r->accesses);
    }
    bool has_memory = r->next != NULL && (r->accesses != NULL || r->header.parts == 0);
    return has_memory ? 0 : fail_as(r, NT_ERROR_MEMORY, "out of memory", error);
}

static int read_header(nt_reader *r, uint8_t version, nt_error *error) {
    if (refill(r, NT_MOST_ITEM + sizeof r->header.source, error) != 0) {
        return -1;
    }
    r->header.xlen = get(r);
    r->header.harts = (uint16_t)get_below(r, UINT16_MAX + 1, "too many harts");
    size_t length = (size_t)get_below(r, sizeof r->header.source, "a source that is too long");
    for (size_t i = 0; i < length && r->problem == NULL; i++) {
        r->header.source[i] = (char)get(r);
        if (r->header.source[i] == '\0' && r->problem == NULL) {
            r->problem = "control characters in the source's description";
        }
    }
    r->header.unknowns = version == NT_RECORDING_VERSION_UNKNOWNS;
    if (version != NT_RECORDING_VERSION) {
        r->header.parts = get(r);
        if (r->header.parts == 0 && !r->header.unknowns && r->problem == NULL) {
            r->problem = "no parts";
        }
    }
    if (r->problem == NULL) {
        r->problem = nt_header_problem(&r->header);
    }
    return r->problem != NULL ? fail(r, r->problem, error) : start_items(r, error);
}

/* What a file that is no recording is, by its beginning; NULL: that cannot be told, a trace maybe.
 */
static const char *what_else(const uint8_t *bytes, size_t size) {
    static const struct {
        const char *begins, *is;
    } kinds[] = {
        {"\x89NTI", "an ingress file (`ntrace shape` and `ntrace lockstep` take it)"},
        {"ntrace-i", "an ingress file (`ntrace shape` and `ntrace lockstep` take it)"},
        {"\x89NTV", "a tandem-verification trace (`ntrace tv` takes it)"},
        {"\x7f"
         "ELF",
         "an ELF file (`ntrace record --elf` runs it)"},
        {"0x", "text, maybe of another tool (`ntrace import` takes it)"},
        {"core ", "text, maybe of another tool (`ntrace import` takes it)"},
    };
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        size_t length = strlen(kinds[i].begins);
        if (size >= length && memcmp(bytes, kinds[i].begins, length) == 0) {
            return kinds[i].is;
        }
    }
    return NULL;
}

static int read_magic(nt_reader *r, uint8_t *version, nt_error *error) {
    uint8_t bytes[NT_RECORDING_MAGIC_SIZE + 1];
    ptrdiff_t came = nt_input_file_read(r->input, bytes, sizeof bytes, error);
    const char *path = nt_input_file_path(r->input);
    if (came < 0) {
        return -1;
    }
    size_t compared = came < NT_RECORDING_MAGIC_SIZE ? (size_t)came : NT_RECORDING_MAGIC_SIZE;
    if (came == 0) {
        return nt_fail_at(error, NT_ERROR_CUT, path, 0, "empty, not a recording");
    }
    if (memcmp(bytes, NT_RECORDING_MAGIC, compared) != 0) {
        const char *other = what_else(bytes, (size_t)came);
        return nt_fail_at(error, NT_ERROR_FORMAT, path, 0, "not a recording%s%s",
                          other != NULL ? ", but " : "", other != NULL ? other : "");
    }
    if ((size_t)came < sizeof bytes) {
        return fail_as(r, NT_ERROR_CUT, "the file is cut off", error);
    }
    *version = bytes[NT_RECORDING_MAGIC_SIZE];
    if (*version < NT_RECORDING_VERSION || *version > NT_RECORDING_VERSION_UNKNOWNS) {
        return nt_fail_at(error, NT_ERROR_FORMAT, path, NT_RECORDING_MAGIC_SIZE,
                          "version %u of the format; this program reads %u to %u", *version,
                          NT_RECORDING_VERSION, NT_RECORDING_VERSION_UNKNOWNS);
    }
    return 0;
}

static void fill_shorts(nt_reader *r) {
    for (uint32_t instructions = 1; instructions <= NT_SHORT_RUN; instructions++) {
        for (uint32_t large = 0; large <= instructions; large++) {
            uint32_t tag = nt_short_run(instructions, large);
            r->shorts[tag].instructions = (uint8_t)instructions;
            r->shorts[tag].large = (uint8_t)large;
            r->skim[NT_TAG_SHORT + tag] = skim_sums(instructions);
        }
    }
}

int nt_reader_open_input(nt_reader **reader, nt_input_file *input, nt_error *error) {
    nt_reader *r = calloc(1, sizeof *r);
    if (r == NULL) {
        nt_fail_as(error, NT_ERROR_MEMORY, "%s: out of memory", nt_input_file_path(input));
        nt_input_file_close(input);
        return -1;
    }
    r->input = input;
    fill_shorts(r);
    uint8_t version = 0;
    if (read_magic(r, &version, error) != 0 ||
        (r->unpacker = nt_unpacker_new(nt_input_file_path(input), error)) == NULL ||
        read_header(r, version, error) != 0) {
        nt_reader_close(r);
        return -1;
    }
    *reader = r;
    return 0;
}

int nt_reader_open(nt_reader **reader, const char *path, nt_error *error) {
    nt_input_file *input;
    return nt_input_file_open(&input, path, error) != 0
               ? -1
               : nt_reader_open_input(reader, input, error);
}

const nt_recording_header *nt_reader_header(const nt_reader *reader) {
    return &reader->header;
}

nt_reader_sizes nt_reader_get_sizes(const nt_reader *r) {
    return (nt_reader_sizes){.file = nt_input_file_offset(r->input) - (r->in.size - r->in.at),
                             .unpacked = r->unpacked + r->at};
}

void nt_reader_close(nt_reader *reader) {
    if (reader != NULL) {
        nt_input_file_close(reader->input);
        nt_unpacker_free(reader->unpacker);
        free(reader->next);
        free(reader->accesses);
        free(reader);
    }
}
