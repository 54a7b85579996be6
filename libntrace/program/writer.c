/* SPDX-License-Identifier: Apache-2.0 */
#include "libntrace/program/writer.h"
#include "libntrace/program/format.h"
#include "libntrace/program/pack.h"
#include "libntrace/util/output_file.h"
#include "libntrace/util/sized.h"

#include <stdlib.h>
#include <string.h>

enum { PLAIN = 1 << 18, PACKED = 1 << 17 };

struct nt_writer {
    nt_output_file *file;
    nt_packer *packer;
    char *path;
    nt_recording_header header;
    uint64_t mask;       /* of an address */
    bool knows_unknowns; /* the caller's header has the member: its events have these as well */
    bool failed;

    /* The run at hand: it grows while instructions follow on. */
    nt_event run; /* no instructions: there is none */
    uint64_t run_end;

    /* What the next item is told relative to. */
    uint64_t *next;            /* by hart: where its last run ended */
    nt_access_state *accesses; /* by hart, if the header has parts */
    uint64_t next_code;
    uint16_t hart;

    uint64_t instructions;
    uint64_t events;
    size_t size; /* of the plain bytes */
    uint8_t plain[PLAIN];
    uint8_t packed[PACKED];
};

static int fail_as(nt_writer *w, nt_error_code code, const char *reason, nt_error *error) {
    w->failed = true;
    return nt_fail_as(error, code, "%s: %s", w->path, reason);
}

static int pack(nt_writer *w, bool last, nt_error *error) {
    nt_pack_input in = {w->plain, w->size, 0};
    bool more;
    do {
        nt_pack_output out = {w->packed, sizeof w->packed, 0};
        const char *problem = nt_pack(w->packer, &out, &in, last, &more);
        if (problem != NULL) {
            return fail_as(w, NT_ERROR_OTHER, problem, error);
        }
        if (nt_output_file_write(w->file, w->packed, out.at, error) != 0) {
            w->failed = true;
            return -1;
        }
    } while (more);
    w->size = 0;
    return 0;
}

static void put(nt_writer *w, uint32_t byte) {
    w->plain[w->size++] = (uint8_t)byte;
}

static void put_number(nt_writer *w, uint64_t value) {
    for (; value >= 0x80; value >>= 7) {
        put(w, (uint32_t)(value & 0x7f) | 0x80);
    }
    put(w, (uint32_t)value);
}

static void put_bytes(nt_writer *w, const void *bytes, size_t size) {
    memcpy(w->plain + w->size, bytes, size);
    w->size += size;
}

/* Of two even addresses, the difference in half-words. */
static void put_pc(nt_writer *w, uint64_t pc, uint64_t from) {
    int64_t difference = (int64_t)nt_difference(pc, from, w->header.xlen);
    put_number(w, nt_zigzag((uint64_t)(difference / 2)));
}

/* Room for an item and the plain bytes that it carries, and which hart it is of. */
static int begin(nt_writer *w, uint16_t hart, size_t bytes, nt_error *error) {
    if (w->size + 2 * NT_MOST_ITEM + bytes > PLAIN && pack(w, false, error) != 0) {
        return -1;
    }
    if (hart != w->hart) {
        put(w, NT_TAG_HART);
        put_number(w, hart);
        w->hart = hart;
    }
    w->events++;
    return 0;
}

static int flush_run(nt_writer *w, nt_error *error) {
    uint32_t instructions = w->run.run.instructions;
    if (instructions == 0) {
        return 0;
    }
    if (begin(w, w->run.hart, 0, error) != 0) {
        return -1;
    }
    uint32_t large = w->run.run.halfwords - instructions; /* if all are 2 or 4 bytes */
    if (instructions <= NT_SHORT_RUN && large <= instructions) {
        put(w, NT_TAG_SHORT + nt_short_run(instructions, large));
    } else {
        put(w, NT_TAG_RUN);
        put_number(w, instructions);
        put_number(w, large);
    }
    put_pc(w, w->run.run.pc, w->next[w->hart]);
    w->next[w->hart] = w->run_end;
    w->instructions += instructions;
    w->run.run.instructions = 0;
    return 0;
}

static bool follows_on(const nt_writer *w, const nt_event *event) {
    return event->run.pc == w->run_end && w->run.run.instructions != 0 &&
           event->hart == w->run.hart && w->run.run.halfwords + event->run.halfwords <= NT_MOST_RUN;
}

static int write_run(nt_writer *w, const nt_event *event, nt_error *error) {
    if (follows_on(w, event)) {
        w->run.run.instructions += event->run.instructions;
        w->run.run.halfwords += event->run.halfwords;
    } else {
        if (flush_run(w, error) != 0) {
            return -1;
        }
        w->run = *event;
    }
    w->run_end = (event->run.pc + 2 * (uint64_t)event->run.halfwords) & w->mask;
    return 0;
}

static void put_trap(nt_writer *w, const nt_event *event) {
    put(w, NT_TAG_TRAP);
    put(w, (event->trap.interrupt ? NT_TRAP_INTERRUPT : 0U) |
               (event->trap.cause_unknown ? NT_TRAP_NO_CAUSE : 0U) |
               (event->trap.tval_unknown ? NT_TRAP_NO_TVAL : 0U));
    if (!event->trap.cause_unknown) {
        put_number(w, event->trap.cause);
    }
    put_pc(w, event->trap.epc, w->next[w->hart]);
    if (!event->trap.tval_unknown) {
        put_number(w, event->trap.tval);
    }
}

static void put_mode(nt_writer *w, const nt_event *event) {
    put(w, NT_TAG_MODE);
    put(w, event->mode.priv);
    put_number(w, event->mode.context);
}

static void put_code(nt_writer *w, const nt_event *event) {
    put(w, NT_TAG_CODE);
    put_number(w, nt_zigzag(nt_difference(event->code.address, w->next_code, w->header.xlen)));
    put_number(w, event->code.size);
    put_bytes(w, event->code.bytes, event->code.size);
    w->next_code = (event->code.address + event->code.size) & w->mask;
}

static void put_insn(nt_writer *w, const nt_event *event) {
    const nt_insn *insn = &event->insn.insn;
    put(w, NT_TAG_INSN);
    put(w, insn->size);
    put(w, insn->class_);
    put_number(w, nt_zigzag(nt_difference(event->insn.pc, w->next_code, w->header.xlen)));
    if (nt_insn_is_direct(insn->class_)) {
        put_pc(w, insn->target, event->insn.pc);
    }
    w->next_code = (event->insn.pc + insn->size) & w->mask;
}

static void put_value(nt_writer *w, const nt_access *access) {
    size_t plain = nt_access_plain(access);
    if (plain != 0) {
        put_bytes(w, access->bytes, plain);
    } else {
        put_number(w, access->value);
    }
}

static void put_x(nt_writer *w, const nt_access *access) {
    uint64_t *x = &w->accesses[w->hart].x[access->number];
    put(w, access->number);
    put_number(w, nt_zigzag(nt_difference(access->value, *x, w->header.xlen)));
    *x = access->value;
}

static void put_memory(nt_writer *w, const nt_access *access) {
    uint64_t *address = &w->accesses[w->hart].address;
    uint32_t form = access->size == 0 ? 0 : (uint32_t)__builtin_ctz(access->size) + 1;
    form |= access->has_value ? NT_FORM_VALUE : 0;
    form |= access->address_unknown ? NT_FORM_NO_ADDRESS : 0;
    put(w, form | (access->has_physical ? NT_FORM_PHYSICAL : 0));
    if (!access->address_unknown) {
        put_number(w, nt_zigzag(nt_difference(access->address, *address, w->header.xlen)));
        *address = access->address;
    }
    if (access->has_physical) {
        put_number(w, nt_zigzag(access->physical - access->address));
    }
    if (access->has_value) {
        put_value(w, access);
    }
}

static void put_unknown(nt_writer *w, const nt_access *access) {
    put(w, NT_TAG_UNKNOWN);
    put(w, access->kind);
    put_number(w, access->number);
    if (access->kind == NT_ACCESS_F || access->kind == NT_ACCESS_V) {
        put_number(w, access->size);
    }
}

static void put_access(nt_writer *w, const nt_access *access) {
    if (!nt_access_is_memory(access) && !access->has_value) {
        put_unknown(w, access);
        return;
    }
    put(w, NT_TAG_ACCESS + access->kind);
    switch (access->kind) {
    case NT_ACCESS_X:
        put_x(w, access);
        break;
    case NT_ACCESS_F:
    case NT_ACCESS_V:
        put(w, access->number);
        put_number(w, access->size);
        put_value(w, access);
        break;
    case NT_ACCESS_CSR:
        put_number(w, access->number);
        put_value(w, access);
        break;
    default:
        put_memory(w, access);
        break;
    }
}

/* The plain bytes that an item carries. */
static size_t carried(const nt_event *event) {
    return event->kind == NT_EVENT_CODE     ? event->code.size
           : event->kind == NT_EVENT_ACCESS ? nt_access_plain(&event->access)
                                            : 0;
}

static int write_event(nt_writer *w, const nt_event *event, nt_error *error) {
    const char *problem = nt_event_problem(event, &w->header);
    if (problem != NULL) {
        return fail_as(w, NT_ERROR_ARGUMENT, problem, error);
    }
    if (event->kind == NT_EVENT_RUN) {
        return write_run(w, event, error);
    }
    if (flush_run(w, error) != 0 || begin(w, event->hart, carried(event), error) != 0) {
        return -1;
    }
    switch (event->kind) {
    case NT_EVENT_RUN:
        break;
    case NT_EVENT_TRAP:
        put_trap(w, event);
        break;
    case NT_EVENT_MODE:
        put_mode(w, event);
        break;
    case NT_EVENT_CODE:
        put_code(w, event);
        break;
    case NT_EVENT_INSN:
        put_insn(w, event);
        break;
    case NT_EVENT_ACCESS:
        put_access(w, &event->access);
        break;
    }
    return 0;
}

/* Where the caller was compiled without these members, they hold anything. */
int nt_writer_event(nt_writer *w, const nt_event *event, nt_error *error) {
    if (w->knows_unknowns || (event->kind != NT_EVENT_TRAP && event->kind != NT_EVENT_ACCESS)) {
        return write_event(w, event, error);
    }
    nt_event old = *event;
    if (old.kind == NT_EVENT_TRAP) {
        old.trap.cause_unknown = old.trap.tval_unknown = false;
    } else {
        old.access.address_unknown = false;
    }
    return write_event(w, &old, error);
}

static void put_header(nt_writer *w) {
    put(w, w->header.xlen);
    put_number(w, w->header.harts);
    size_t length = strlen(w->header.source);
    put_number(w, length);
    put_bytes(w, w->header.source, length);
    if (w->header.parts != 0 || w->header.unknowns) {
        put(w, w->header.parts);
    }
}

static int start(nt_writer *w, const char *path, nt_error *error) {
    const uint8_t version = nt_recording_version(&w->header);
    w->next = calloc(w->header.harts, sizeof *w->next);
    w->accesses = calloc(w->header.parts == 0 ? 1 : w->header.harts, sizeof *w->accesses);
    w->path = strdup(path);
    if (w->next == NULL || w->accesses == NULL || w->path == NULL) {
        return nt_fail_as(error, NT_ERROR_MEMORY, "%s: out of memory", path);
    }
    w->packer = nt_packer_new(path, error);
    if (w->packer == NULL) {
        return -1;
    }
    put_header(w);
    if (nt_output_file_open(&w->file, path, error) != 0) {
        return -1;
    }
    return nt_output_file_write(w->file, NT_RECORDING_MAGIC, NT_RECORDING_MAGIC_SIZE, error) != 0
               ? -1
               : nt_output_file_write(w->file, &version, 1, error);
}

static void release(nt_writer *w) {
    nt_packer_free(w->packer);
    free(w->next);
    free(w->accesses);
    free(w->path);
    free(w);
}

static int open_writer(nt_writer **writer, const char *path, const nt_recording_header *header,
                       nt_error *error) {
    const char *problem = nt_header_problem(header);
    if (problem != NULL) {
        return nt_fail_as(error, NT_ERROR_ARGUMENT, "%s: %s", path, problem);
    }
    nt_writer *w = calloc(1, sizeof *w);
    if (w == NULL) {
        return nt_fail_as(error, NT_ERROR_MEMORY, "%s: out of memory", path);
    }
    w->header = *header;
    w->knows_unknowns = header->size > offsetof(nt_recording_header, unknowns);
    w->mask = header->xlen == 32 ? UINT32_MAX : UINT64_MAX;
    if (start(w, path, error) != 0) {
        nt_writer_abort(w);
        return -1;
    }
    *writer = w;
    return 0;
}

int nt_writer_open(nt_writer **writer, const char *path, const nt_recording_header *header,
                   nt_error *error) {
    nt_recording_header own;
    return nt_sized_copy(&own, sizeof own, header,
                         NT_SIZED_UP_TO(nt_recording_header, unknowns, sizeof own.unknowns),
                         error) != 0
               ? -1
               : open_writer(writer, path, &own, error);
}

int nt_writer_code(nt_writer *w, nt_image *image, uint16_t hart, uint64_t pc, const uint8_t *bytes,
                   unsigned size, nt_error *error) {
    uint8_t old[2 * NT_MOST_HALFWORDS];
    if (nt_image_bytes(image, pc, old, size) == size && memcmp(old, bytes, size) == 0) {
        return 0;
    }
    if (nt_image_write(image, pc, bytes, size) != 0) {
        return nt_fail_as(error, NT_ERROR_MEMORY, "more code than memory can hold");
    }
    nt_event code = {.kind = NT_EVENT_CODE, .hart = hart, .code = {pc, size, bytes}};
    return nt_writer_event(w, &code, error);
}

static int finish(nt_writer *w, nt_error *error) {
    if (w->failed) {
        return fail_as(w, NT_ERROR_FILE, "could not be written", error);
    }
    if (flush_run(w, error) != 0 ||
        (w->size + NT_MOST_ITEM > PLAIN && pack(w, false, error) != 0)) {
        return -1;
    }
    put(w, NT_TAG_END);
    put_number(w, w->instructions);
    put_number(w, w->events);
    return pack(w, true, error);
}

int nt_writer_commit(nt_writer *w, nt_error *error) {
    if (finish(w, error) != 0) {
        nt_writer_abort(w);
        return -1;
    }
    int result = nt_output_file_commit(w->file, error);
    release(w);
    return result;
}

void nt_writer_abort(nt_writer *w) {
    if (w != NULL) {
        nt_output_file_abort(w->file);
        release(w);
    }
}
