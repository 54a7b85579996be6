#include "model/transport/serializer.h"

#include "model/codes.h"

enum { MSEO_NORMAL = 0, MSEO_END_OF_FIELD = 1, MSEO_END_OF_MESSAGE = 3 };

static bool has_addr(const nt_descriptor *head) {
    return head->tcode == NT_TCODE_PROG_TRACE_SYNC || head->tcode == NT_TCODE_INDIRECT_BRANCH ||
           head->tcode == NT_TCODE_INDIRECT_BRANCH_HIST;
}

static bool has_hist(const nt_descriptor *head) {
    return head->tcode == NT_TCODE_INDIRECT_BRANCH_HIST ||
           (head->tcode == NT_TCODE_PROG_TRACE_CORRELATION && (head->btype & 1));
}

static uint64_t count_part(const nt_descriptor *head) {
    uint64_t icnt = head->icnt;
    switch (head->tcode) {
    case NT_TCODE_DIRECT_BRANCH:
        return icnt;
    case NT_TCODE_INDIRECT_BRANCH:
    case NT_TCODE_INDIRECT_BRANCH_HIST:
        return icnt << 2 | head->btype;
    case NT_TCODE_PROG_TRACE_CORRELATION:
        return icnt << 6 | (uint64_t)head->btype << 4 | head->code;
    case NT_TCODE_RESOURCE_FULL:
        return (head->code == NT_RCODE_HIST ? (uint64_t)head->hist : icnt) << 4 | head->code;
    default:
        return icnt << 4 | head->code;
    }
}

static uint8_t part_after(const nt_serializer *s, const nt_descriptor *head) {
    if (s->part == NT_PART_COUNT && has_addr(head)) {
        return NT_PART_ADDR;
    }
    return s->part != NT_PART_HIST && has_hist(head) ? NT_PART_HIST : NT_PART_TCODE;
}

static bool end_of_field(const nt_serializer *s) {
    return s->part != NT_PART_TCODE && !s->fixed && s->shift >> 6 == 0;
}

uint8_t nt_serializer_out(const nt_serializer *s, const nt_descriptor *head) {
    if (s->part == NT_PART_TCODE) {
        return (uint8_t)(head->tcode << 2 | MSEO_NORMAL);
    }
    unsigned mseo = MSEO_NORMAL;
    if (end_of_field(s)) {
        mseo = part_after(s, head) == NT_PART_TCODE ? MSEO_END_OF_MESSAGE : MSEO_END_OF_FIELD;
    }
    return (uint8_t)((s->shift & 0x3f) << 2 | mseo);
}

void nt_serializer_step(nt_serializer *s, bool rst, const nt_descriptor *head, bool send) {
    if (rst) {
        s->part = NT_PART_TCODE;
        s->fixed = false;
    } else if (send && s->part == NT_PART_TCODE) {
        s->part = NT_PART_COUNT;
        s->fixed = head->tcode == NT_TCODE_PROG_TRACE_CORRELATION;
        s->shift = count_part(head);
    } else if (send && end_of_field(s)) {
        s->part = part_after(s, head);
        s->shift = s->part == NT_PART_ADDR ? head->addr : head->hist;
    } else if (send) {
        s->fixed = false;
        s->shift >>= 6;
    }
}
