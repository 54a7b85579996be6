/* SPDX-License-Identifier: Apache-2.0 */
#include "model/hpm/hpm_access.h"

/* What a CSR is, by its number */
typedef enum csr_kind {
    NONE,
    COUNT,      /* mcycle, minstret, mhpmcounter */
    USER_COUNT, /* cycle, instret, hpmcounter: read-only */
    EVENT,
    MCOUNTINHIBIT,
    MCOUNTEREN,
    HCOUNTEREN,
    SCOUNTEREN,
    SCOUNTOVF,
    SCOUNTINHIBIT,
    NO_STATE, /* sireg* or vsireg* of a counter, by which there is nothing to access */
} csr_kind;

typedef struct csr {
    csr_kind kind;
    unsigned n;     /* of the counter */
    bool high;      /* the upper half, on RV32 */
    bool delegated; /* sireg*, or vsireg*: ... */
    bool vs;        /* ... the latter */
    unsigned bit;   /* ... of mcounteren, for that counter */
} csr;

enum { BASE = 0xfe0, NUMBER = 0x1f, TIME = 1 };

/* By which register of an index what is accessed */
enum { SIREG = 0x150, VSIREG = 0x250, INDEX = 0x40, UPPER = 4 };

/* CSRs of 32 counters each; some of them do not exist. */
static csr find_counter(const nt_hpm_params *p, unsigned addr) {
    const unsigned n = addr & NUMBER;
    csr found = {.kind = NONE, .n = n};
    switch (addr & BASE) {
    case 0xb80:
        found.high = true; /* fall through */
    case 0xb00:
        found.kind = n == TIME ? NONE : COUNT;
        break;
    case 0xc80:
        found.high = true; /* fall through */
    case 0xc00:
        found.kind = n == TIME ? NONE : USER_COUNT;
        break;
    case 0x720:
        found.high = true; /* fall through */
    case 0x320:
        found.kind = n >= NT_HPM_FIRST || (p->has_cntrpmf && n > 0) ? EVENT : NONE;
        break;
    default:
        break;
    }
    if (found.high && p->xlen != 32) {
        found.kind = NONE;
    }
    return found;
}

/* Ssccfg: sireg has the counter, sireg2 its mhpmevent; sireg4 and sireg5 have upper halves. */
static csr find_delegated(const nt_hpm_params *p, const nt_hpm_request *request) {
    static const csr_kind kinds[] = {NONE, COUNT, EVENT, NO_STATE, NONE, COUNT, EVENT, NO_STATE};
    const unsigned place = request->addr & 7;
    const unsigned n = request->select & NUMBER;
    csr found = {.kind = kinds[place],
                 .n = n,
                 .high = place >= UPPER,
                 .delegated = true,
                 .vs = (request->addr & BASE) != (SIREG & BASE),
                 .bit = n};
    const bool is_fixed = n < NT_HPM_FIRST;
    if (found.kind == EVENT && is_fixed) {
        found.n = n == 0 ? 1 : 2; /* of mcyclecfg and minstretcfg, as of mhpmevent */
    }
    if (found.kind != NONE && (n == TIME || (found.high && p->xlen != 32) ||
                               (found.kind == EVENT && is_fixed && !p->has_cntrpmf))) {
        found.kind = NO_STATE;
    }
    return found;
}

static bool is_indirect(const nt_hpm_params *p, const nt_hpm_request *request) {
    const unsigned page = request->addr & ~7U;
    return p->has_cdeleg && (page == SIREG || (p->has_h && page == VSIREG)) &&
           (request->select & ~(unsigned)NUMBER) == INDEX;
}

static csr find_csr(const nt_hpm_params *p, const nt_hpm_request *request) {
    if (is_indirect(p, request)) {
        return find_delegated(p, request);
    }
    switch (request->addr) {
    case 0x120:
        return (csr){.kind = p->has_cdeleg ? SCOUNTINHIBIT : NONE};
    case 0x320:
        return (csr){.kind = MCOUNTINHIBIT};
    case 0x306:
        return (csr){.kind = p->has_u ? MCOUNTEREN : NONE};
    case 0x606:
        return (csr){.kind = p->has_h ? HCOUNTEREN : NONE};
    case 0x106:
        return (csr){.kind = p->has_s ? SCOUNTEREN : NONE};
    case 0xda0:
        return (csr){.kind = p->has_s ? SCOUNTOVF : NONE};
    default:
        return find_counter(p, request->addr);
    }
}

bool nt_hpm_has(const nt_hpm_params *p, unsigned n) {
    return n < NT_HPM_FIRST + p->ncounters;
}

unsigned nt_hpm_event_place(const nt_hpm_params *p, uint32_t number) {
    static const uint32_t numbers[] = {
#define EVENT(name, number, text) number,
#include "model/hpm/hpm_events.def"
#undef EVENT
    };
    enum { PLACES = sizeof numbers / sizeof numbers[0] };
    const unsigned there = PLACES - (NT_HPM_EXT_EVENTS - p->next_events);
    for (unsigned i = 0; i < there; i++) {
        if (numbers[i] == number) {
            return i + 1;
        }
    }
    return 0;
}

/* Who may */

typedef enum outcome { ALLOWED, ILLEGAL, VIRTUAL } outcome;

static bool is_machine(unsigned priv) {
    return priv == NT_HPM_M || priv == NT_HPM_DEBUG;
}

static bool is_guest(unsigned priv) {
    return priv == NT_HPM_VS || priv == NT_HPM_VU;
}

static bool is_user(unsigned priv) {
    return priv == NT_HPM_U || priv == NT_HPM_VU;
}

/* What a guest lacks is virtual where the hypervisor's mode has it. */
static outcome refused(unsigned priv) {
    return is_guest(priv) ? VIRTUAL : ILLEGAL;
}

static outcome judge_user_count(const nt_hpm *s, const nt_hpm_params *p, unsigned priv,
                                unsigned n) {
    if (is_machine(priv)) {
        return ALLOWED;
    }
    if ((s->mcounteren >> n & 1) == 0) {
        return ILLEGAL;
    }
    if (is_guest(priv) && (s->hcounteren >> n & 1) == 0) {
        return VIRTUAL;
    }
    return is_user(priv) && p->has_s && (s->scounteren >> n & 1) == 0 ? refused(priv) : ALLOWED;
}

/* Ssccfg and Sscsrind, of sireg* and vsireg*. M mode is bound as S mode is, but not by mstateen0.
 */
static outcome judge_delegated(const nt_hpm *s, unsigned priv, csr which,
                               const nt_hpm_request *request) {
    if (!is_machine(priv) && (request->stateen & NT_HPM_MSTATEEN0) == 0) {
        return ILLEGAL;
    }
    if (is_guest(priv)) {
        const bool through = priv == NT_HPM_VS && !which.vs;
        return through && (request->stateen & NT_HPM_HSTATEEN0) != 0 && !request->cde ? ILLEGAL
                                                                                      : VIRTUAL;
    }
    const bool delegated = request->cde && (s->mcounteren >> which.bit & 1) != 0;
    return priv == NT_HPM_U || which.vs || !delegated || which.kind == NO_STATE ? ILLEGAL : ALLOWED;
}

static outcome judge(const nt_hpm *s, const nt_hpm_params *p, unsigned priv, csr which,
                     const nt_hpm_request *request) {
    const bool writes = request->op != NT_HPM_READ;
    if (which.delegated) {
        return judge_delegated(s, priv, which, request);
    }
    switch (which.kind) {
    case USER_COUNT:
        return writes ? ILLEGAL : judge_user_count(s, p, priv, which.n);
    case SCOUNTOVF:
        return writes                                                               ? ILLEGAL
               : is_user(priv) || (p->has_cdeleg && request->cde && is_guest(priv)) ? refused(priv)
                                                                                    : ALLOWED;
    case SCOUNTINHIBIT:
        return !request->cde || priv == NT_HPM_U ? ILLEGAL : is_guest(priv) ? VIRTUAL : ALLOWED;
    case SCOUNTEREN:
        return is_user(priv) ? refused(priv) : ALLOWED;
    case HCOUNTEREN:
        return is_user(priv) || is_guest(priv) ? refused(priv) : ALLOWED;
    default:
        return is_machine(priv) ? ALLOWED : ILLEGAL;
    }
}

/* Reading */

static uint32_t read_scountovf(const nt_hpm *s, unsigned priv) {
    uint32_t of = 0;
    for (unsigned n = NT_HPM_FIRST; n < NT_HPM_COUNTERS; n++) {
        of |= (uint32_t)((s->flags[n] & NT_HPM_OF) != 0) << n;
    }
    const uint32_t seen = is_machine(priv) ? UINT32_MAX : s->mcounteren;
    return of & seen & (is_guest(priv) ? s->hcounteren : UINT32_MAX);
}

static uint64_t half(const nt_hpm_params *p, csr which, uint64_t value) {
    return which.high ? value >> 32 : p->xlen == 32 ? (uint32_t)value : value;
}

static uint64_t read(const nt_hpm *s, const nt_hpm_params *p, unsigned priv, csr which) {
    switch (which.kind) {
    case COUNT:
    case USER_COUNT:
        return half(p, which, s->count[which.n]);
    case EVENT:
        return half(p, which,
                    (uint64_t)(s->flags[which.n] & ~(which.delegated ? NT_HPM_INH_M : 0U))
                            << NT_HPM_FLAGS |
                        s->event[which.n]);
    case MCOUNTINHIBIT:
        return s->mcountinhibit;
    case SCOUNTINHIBIT:
        return s->mcountinhibit & s->mcounteren;
    case MCOUNTEREN:
        return s->mcounteren;
    case HCOUNTEREN:
        return s->hcounteren;
    case SCOUNTEREN:
        return s->scounteren;
    default: /* SCOUNTOVF */
        return read_scountovf(s, priv);
    }
}

void nt_hpm_answer_access(const nt_hpm *s, const nt_hpm_params *p, unsigned priv,
                          const nt_hpm_request *request, nt_hpm_answer *answer) {
    const csr which = find_csr(p, request);
    *answer = (nt_hpm_answer){.ready = true, .hit = which.kind != NONE};
    if (!answer->hit) {
        return;
    }
    const outcome may = judge(s, p, priv, which, request);
    answer->illegal = may == ILLEGAL;
    answer->is_virtual = may == VIRTUAL;
    answer->rdata = may == ALLOWED ? read(s, p, priv, which) : 0;
}

/* Writing */

unsigned nt_hpm_written_count(const nt_hpm_params *p, const nt_hpm_request *request) {
    const csr which = find_csr(p, request);
    return which.kind == COUNT ? which.n : NT_HPM_COUNTERS;
}

/* Zicsr: csrrs and csrrc do not write bits that are not set in their operand. Of those that
   hardware sets too, OF is the highest of the register that has it. */
static bool names_of(const nt_hpm_params *p, const nt_hpm_request *request) {
    return request->op == NT_HPM_WRITE || (request->wdata >> (p->xlen - 1) & 1) != 0;
}

unsigned nt_hpm_written_of(const nt_hpm_params *p, const nt_hpm_request *request) {
    const csr which = find_csr(p, request);
    return which.kind == EVENT && which.high == (p->xlen == 32) && names_of(p, request)
               ? which.n
               : NT_HPM_COUNTERS;
}

/* A 64-bit register with what is written of it */
static uint64_t merge(const nt_hpm_params *p, csr which, uint64_t old, uint64_t word) {
    return p->xlen == 64 ? word
           : which.high  ? word << 32 | (uint32_t)old
                         : (old & ~(uint64_t)UINT32_MAX) | (uint32_t)word;
}

static uint64_t width_mask(const nt_hpm_params *p, unsigned n) {
    const unsigned width = n < NT_HPM_FIRST ? NT_HPM_FIXED_W : p->width;
    return UINT64_MAX >> (64 - width);
}

/* `kept`: flags that are not written */
static void write_event(nt_hpm *s, const nt_hpm_params *p, csr which, uint64_t word,
                        unsigned kept) {
    const unsigned modes = NT_HPM_OF | NT_HPM_INH_M | (p->has_s ? NT_HPM_INH_S : 0) |
                           (p->has_u ? NT_HPM_INH_U : 0) |
                           (p->has_h ? NT_HPM_INH_VS | NT_HPM_INH_VU : 0);
    const uint64_t old = (uint64_t)s->flags[which.n] << NT_HPM_FLAGS | s->event[which.n];
    const uint64_t stay = (uint64_t)kept << NT_HPM_FLAGS;
    const uint64_t whole = (merge(p, which, old, word) & ~stay) | (old & stay);
    if (which.n < NT_HPM_FIRST) { /* Smcntrpmf: inhibits alone */
        s->flags[which.n] = (uint8_t)(whole >> NT_HPM_FLAGS & modes & ~(unsigned)NT_HPM_OF);
        return;
    }
    s->flags[which.n] = (uint8_t)(whole >> NT_HPM_FLAGS & modes);
    s->event[which.n] = nt_hpm_event_place(p, (uint32_t)whole) != 0 ? (uint32_t)whole : 0;
}

void nt_hpm_write(nt_hpm *s, const nt_hpm_params *p, const nt_hpm_request *request,
                  const nt_hpm_answer *answer) {
    const csr which = find_csr(p, request);
    const uint64_t word = request->op == NT_HPM_SET     ? answer->rdata | request->wdata
                          : request->op == NT_HPM_CLEAR ? answer->rdata & ~request->wdata
                                                        : request->wdata;
    /* Bits of counters that are not there are read-only 0; mcountinhibit has none for `time`. */
    const uint32_t counters = (uint32_t)((UINT64_C(1) << (NT_HPM_FIRST + p->ncounters)) - 1);
    const uint32_t enables = (uint32_t)word & counters;
    switch (which.kind) {
    case COUNT:
        if (nt_hpm_has(p, which.n)) {
            s->count[which.n] = merge(p, which, s->count[which.n], word) & width_mask(p, which.n);
        }
        break;
    case EVENT:
        if (nt_hpm_has(p, which.n)) {
            /* By sireg* MINH is read-only 0, and stays. */
            write_event(s, p, which, word,
                        (which.delegated ? NT_HPM_INH_M : 0U) |
                            (names_of(p, request) ? 0U : NT_HPM_OF));
        }
        break;
    case MCOUNTINHIBIT:
        s->mcountinhibit = enables & ~(1U << TIME);
        break;
    case SCOUNTINHIBIT:
        s->mcountinhibit =
            (s->mcountinhibit & ~s->mcounteren) | (enables & ~(1U << TIME) & s->mcounteren);
        break;
    case MCOUNTEREN:
        s->mcounteren = enables;
        break;
    case HCOUNTEREN:
        s->hcounteren = enables;
        break;
    case SCOUNTEREN:
        s->scounteren = enables;
        break;
    default:
        break;
    }
}
