#include "sim/decode/listing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    BUFFER = 1 << 16,
    LONGEST_LINE = 128,
    SIZES = 1 << 14, /* instructions whose size is remembered, direct-mapped */
};

struct nt_listing {
    nt_image *image;
    nt_output_file *file;
    nt_listing_form form;
    uint64_t mask;       /* of an address */
    uint64_t generation; /* of the image that the sizes are of */
    struct {
        uint64_t pc;
        uint8_t size; /* 0: empty */
    } size[SIZES];
    uint64_t timed; /* offset of the message whose time was told last, + 1 */
    size_t used;
    char buffer[BUFFER];
};

nt_listing *nt_listing_new(nt_image *image, nt_output_file *file, nt_listing_form form) {
    nt_listing *listing = calloc(1, sizeof *listing);
    if (listing != NULL) {
        listing->image = image;
        listing->file = file;
        listing->mask = nt_image_xlen(image) == 32 ? UINT32_MAX : UINT64_MAX;
        listing->form = form;
    }
    return listing;
}

static int flush(nt_listing *listing, nt_error *error) {
    size_t used = listing->used;
    listing->used = 0;
    return nt_output_file_write(listing->file, listing->buffer, used, error);
}

static int make_room(nt_listing *listing, nt_error *error) {
    return listing->used + 2 * LONGEST_LINE <= BUFFER ? 0 : flush(listing, error);
}

static char *put_hex(char *to, uint64_t value) {
    unsigned digits = value == 0 ? 1 : (67u - (unsigned)__builtin_clzll(value)) / 4;
    *to++ = '0';
    *to++ = 'x';
    for (unsigned i = digits; i > 0; i--) {
        to[i - 1] = "0123456789abcdef"[value & 15];
        value >>= 4;
    }
    return to + digits;
}

static inline uint8_t size_at(nt_listing *listing, uint64_t pc) {
    size_t slot = (pc >> 1) % SIZES;
    if (listing->size[slot].pc != pc || listing->size[slot].size == 0) {
        listing->size[slot].pc = pc;
        listing->size[slot].size = nt_image_at(listing->image, pc).size;
    }
    return listing->size[slot].size;
}

static int add_pcs(nt_listing *listing, const nt_flow_event *event, nt_error *error) {
    uint64_t generation = nt_image_generation(listing->image);
    if (listing->generation != generation) {
        memset(listing->size, 0, sizeof listing->size);
        listing->generation = generation;
    }
    uint64_t pc = event->range.pc;
    for (uint32_t i = 0; i < event->range.instructions; i++) {
        if (make_room(listing, error) != 0) {
            return -1;
        }
        char *end = put_hex(listing->buffer + listing->used, pc);
        *end++ = '\n';
        listing->used = (size_t)(end - listing->buffer);
        pc = (pc + size_at(listing, pc)) & listing->mask;
    }
    return 0;
}

static int describe_ownership(const nt_flow_event *event, char *to, size_t room) {
    static const char *const context[] = {"", "", " scontext=", " hcontext="};
    const char *name = context[event->ownership.format & 3];
    char value[20] = "";
    if (*name != '\0') {
        (void)snprintf(value, sizeof value, "0x%llx", (unsigned long long)event->ownership.context);
    }
    return snprintf(to, room, "ownership V=%u PRV=%u%s%s\n", event->ownership.v,
                    event->ownership.prv, name, value);
}

static int describe(const nt_flow_event *event, uint64_t mask, char *to, size_t room) {
    unsigned long long a;
    switch (event->kind) {
    case NT_FLOW_RANGE:
        a = event->range.pc;
        return snprintf(to, room, "0x%llx..0x%llx %u\n", a,
                        (a + 2 * (unsigned long long)event->range.halfwords - 1) & mask,
                        event->range.instructions);
    case NT_FLOW_TRAP:
        a = event->trap.address;
        return snprintf(to, room, "trap B-TYPE=%u to 0x%llx\n", event->trap.btype, a);
    case NT_FLOW_SYNC:
        a = event->sync.address;
        return snprintf(to, room, "sync SYNC=%u at 0x%llx\n", event->sync.reason, a);
    case NT_FLOW_OWNERSHIP:
        return describe_ownership(event, to, room);
    case NT_FLOW_STOP:
        return snprintf(to, room, "stop EVCODE=%u\n", event->stop.evcode);
    case NT_FLOW_LOSS:
        return snprintf(to, room, "loss ETYPE=%u ECODE=0x%x\n", event->loss.etype,
                        event->loss.ecode);
    case NT_FLOW_FAULT:
        return snprintf(to, room, "fault %s\n", event->fault.reason);
    }
    return 0;
}

/* A line for each message that has a time, before its events. */
static void add_time(nt_listing *listing, const nt_flow_event *event) {
    if (event->has_time && listing->timed != event->offset + 1) {
        int length = snprintf(listing->buffer + listing->used, LONGEST_LINE, "time %llu\n",
                              (unsigned long long)event->time);
        listing->used += (size_t)length;
        listing->timed = event->offset + 1;
    }
}

int nt_listing_add(nt_listing *listing, const nt_flow_event *event, nt_error *error) {
    if (listing->form == NT_LISTING_PC) {
        return event->kind == NT_FLOW_RANGE ? add_pcs(listing, event, error) : 0;
    }
    if (make_room(listing, error) != 0) {
        return -1;
    }
    add_time(listing, event);
    int length = describe(event, listing->mask, listing->buffer + listing->used, LONGEST_LINE);
    listing->used += (size_t)(length < LONGEST_LINE ? length : LONGEST_LINE - 1);
    return 0;
}

int nt_listing_end(nt_listing *listing, nt_error *error) {
    if (listing == NULL) {
        return 0;
    }
    int result = flush(listing, error);
    free(listing);
    return result;
}
