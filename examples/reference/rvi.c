/* SPDX-License-Identifier: Apache-2.0 */
/* A reference of one's own for `ntrace tv verify`: RV32I and RV64I, one instruction at a time. What
   it does not have, the verifier counts as not verified.

     gcc -O2 -shared -fPIC -Iinclude examples/reference/rvi.c -o rvi.so
     ntrace tv verify --reference ./rvi.so F                                            */
#include <ntrace/reference.h>

#include <stdlib.h>
#include <string.h>

enum { ILLEGAL = 2, LOAD_FAULT = 5, STORE_FAULT = 7, PAGES = 512 };

typedef struct page {
    uint64_t address;
    size_t size;
    uint8_t *bytes;
} page;

typedef struct hart {
    const nt_reference_host *host;
    nt_reference_registers registers;
    page pages[PAGES];
    size_t count;
} hart;

/* ---- state ---- */

static int open_hart(void **self, const nt_reference_host *host) {
    hart *h = calloc(1, sizeof *h);
    if (h == NULL) {
        return host->fail(host->context, "rvi: out of memory");
    }
    h->host = host;
    *self = h;
    return 0;
}

static int reset_hart(void *self) {
    hart *h = self;
    memset(&h->registers, 0, sizeof h->registers);
    return 0;
}

static void read_hart(void *self, nt_reference_registers *registers, bool pc, bool floats) {
    const hart *h = self;
    (void)pc;
    (void)floats;
    *registers = h->registers;
}

static void write_hart(void *self, const nt_reference_registers *registers, bool floats) {
    hart *h = self;
    (void)floats;
    h->registers = *registers;
}

static int map_memory(void *self, uint64_t address, size_t size, uint8_t *bytes) {
    hart *h = self;
    if (h->count == PAGES) {
        return h->host->fail(h->host->context, "rvi: too much memory");
    }
    page *made = &h->pages[h->count++];
    made->address = address;
    made->size = size;
    made->bytes = bytes;
    return 0;
}

/* Nothing is made of memory that could be old. */
static void forget_memory(void *self, uint64_t address, size_t size) {
    (void)self;
    (void)address;
    (void)size;
}

static uint8_t *byte_at(const hart *h, uint64_t address) {
    for (size_t i = 0; i < h->count; i++) {
        if (address - h->pages[i].address < h->pages[i].size) {
            return h->pages[i].bytes + (address - h->pages[i].address);
        }
    }
    return NULL;
}

static bool load(const hart *h, uint64_t address, unsigned size, uint64_t *value) {
    *value = 0;
    for (unsigned i = 0; i < size; i++) {
        const uint8_t *byte = byte_at(h, address + i);
        if (byte == NULL) {
            return false;
        }
        *value |= (uint64_t)*byte << 8 * i;
    }
    return true;
}

static bool store(const hart *h, uint64_t address, unsigned size, uint64_t value) {
    uint64_t before;
    if (!load(h, address, size, &before)) {
        return false;
    }
    h->host->stored(h->host->context, address, size, &before);
    for (unsigned i = 0; i < size; i++) {
        *byte_at(h, address + i) = (uint8_t)(value >> 8 * i);
    }
    return true;
}

/* ---- execution: values of 64 bits, on RV32 those of 32 bits, with their sign ---- */

static uint64_t narrow(uint64_t value) {
    return (uint64_t)(int64_t)(int32_t)value;
}

static uint64_t compute(unsigned f3, bool alternative, uint64_t a, uint64_t b, unsigned bits) {
    unsigned shift = (unsigned)b & (bits - 1);
    uint64_t logical = bits == 32 ? (uint32_t)a : a;
    switch (f3) {
    case 0:
        return alternative ? a - b : a + b;
    case 1:
        return a << shift;
    case 2:
        return (int64_t)a < (int64_t)b;
    case 3:
        return a < b;
    case 4:
        return a ^ b;
    case 5:
        return alternative ? (uint64_t)((int64_t)a >> shift) : logical >> shift;
    case 6:
        return a | b;
    default:
        return a & b;
    }
}

static bool is_taken(unsigned f3, uint64_t a, uint64_t b) {
    bool result = (f3 >> 1) == 0 ? a == b : (f3 >> 1) == 2 ? (int64_t)a < (int64_t)b : a < b;
    return result != ((f3 & 1) != 0);
}

static uint64_t bits_of(uint32_t code, unsigned low, unsigned count, unsigned to) {
    return (uint64_t)(code >> low & ((1U << count) - 1)) << to;
}

/* Immediates of the formats, with their sign (2.3). */
static uint64_t immediate(uint32_t code, char format) {
    uint64_t sign = (code >> 31) != 0 ? UINT64_MAX : 0;
    switch (format) {
    case 'I':
        return sign << 11 | bits_of(code, 20, 11, 0);
    case 'S':
        return sign << 11 | bits_of(code, 25, 6, 5) | bits_of(code, 7, 5, 0);
    case 'B':
        return sign << 12 | bits_of(code, 7, 1, 11) | bits_of(code, 25, 6, 5) |
               bits_of(code, 8, 4, 1);
    case 'U':
        return narrow(code & 0xfffff000U);
    default:
        return sign << 20 | bits_of(code, 12, 8, 12) | bits_of(code, 20, 1, 11) |
               bits_of(code, 21, 10, 1);
    }
}

static int execute_load(const hart *h, uint32_t code, uint64_t address, uint64_t *result) {
    unsigned f3 = code >> 12 & 7;
    unsigned size = 1U << (f3 & 3);
    if (f3 == 7 || (h->host->xlen == 32 && (f3 == 3 || f3 == 6))) {
        return ILLEGAL;
    }
    if (!load(h, address, size, result)) {
        return LOAD_FAULT;
    }
    uint64_t sign = UINT64_C(1) << (8 * size - 1);
    *result = (f3 & 4) != 0 || size == 8 ? *result : (*result ^ sign) - sign;
    return -1;
}

static int execute_arithmetic(const hart *h, uint32_t code, uint64_t a, uint64_t b,
                              uint64_t *result) {
    enum { REGISTER = 0x20, WORD = 8, SUB = 0x20 };
    unsigned f3 = code >> 12 & 7;
    unsigned f7 = code >> 25;
    bool word = (code & WORD) != 0;
    unsigned bits = word ? 32 : h->host->xlen;
    bool by_register = (code & REGISTER) != 0;
    bool shift = (f3 & 3) == 1;
    unsigned upper = shift && bits == 64 && !by_register ? f7 & ~1U : f7;
    bool may = f3 == 5 || (f3 == 0 && by_register);
    if ((by_register || shift) && upper != 0 && !(upper == SUB && may)) {
        return NT_REFERENCE_CANNOT; /* M and others */
    }
    if (word && (h->host->xlen == 32 || (f3 != 0 && !shift))) {
        return ILLEGAL;
    }
    *result = compute(f3, may && (by_register || shift) && upper == SUB, word ? narrow(a) : a,
                      by_register || !shift ? b : b & 63, bits);
    *result = bits == 32 ? narrow(*result) : *result;
    return -1;
}

/* Executes one instruction. Returns -1, or the cause of its exception. */
static int execute(hart *h) {
    nt_reference_registers *r = &h->registers;
    uint64_t fetched;
    if (!load(h, r->pc, 4, &fetched) || (fetched & 3) != 3) {
        return NT_REFERENCE_CANNOT;
    }
    uint32_t code = (uint32_t)fetched;
    bool wide = h->host->xlen == 64;
    uint64_t mask = wide ? UINT64_MAX : UINT32_MAX;
    uint64_t a = wide ? r->x[code >> 15 & 31] : narrow(r->x[code >> 15 & 31]);
    uint64_t b = wide ? r->x[code >> 20 & 31] : narrow(r->x[code >> 20 & 31]);
    uint64_t next = r->pc + 4;
    uint64_t result = 0;
    unsigned rd = code >> 7 & 31;
    int cause = -1;
    switch (code & 0x7f) {
    case 0x37: /* lui */
        result = immediate(code, 'U');
        break;
    case 0x17: /* auipc */
        result = r->pc + immediate(code, 'U');
        break;
    case 0x6f: /* jal */
        result = next;
        next = r->pc + immediate(code, 'J');
        break;
    case 0x67: /* jalr */
        result = next;
        next = (a + immediate(code, 'I')) & ~UINT64_C(1);
        break;
    case 0x63: /* branches */
        rd = 0;
        next = is_taken(code >> 12 & 7, a, b) ? r->pc + immediate(code, 'B') : next;
        break;
    case 0x03:
        cause = execute_load(h, code, (a + immediate(code, 'I')) & mask, &result);
        break;
    case 0x23: /* stores */
        rd = 0;
        if (!store(h, (a + immediate(code, 'S')) & mask, 1U << (code >> 12 & 3), b)) {
            cause = STORE_FAULT;
        }
        break;
    case 0x13:
    case 0x1b:
        cause = execute_arithmetic(h, code, a, immediate(code, 'I'), &result);
        break;
    case 0x33:
    case 0x3b:
        cause = execute_arithmetic(h, code, a, b, &result);
        break;
    case 0x0f: /* fences */
        rd = 0;
        break;
    default:
        return NT_REFERENCE_CANNOT;
    }
    if (cause == -1) {
        r->pc = next & mask;
        r->x[rd] = rd == 0 ? 0 : result & mask;
    }
    return cause;
}

static nt_reference_attempt step_hart(void *self, uint64_t pc, size_t count,
                                      nt_reference_between between, void *context) {
    hart *h = self;
    nt_reference_attempt attempt = {0, false, 0};
    h->registers.pc = pc;
    while (attempt.executed < count &&
           (attempt.executed == 0 || between == NULL || between(context, h->registers.pc))) {
        int cause = execute(h);
        if (cause != -1) {
            attempt.trapped = true;
            attempt.cause = (unsigned)cause;
            break;
        }
        attempt.executed++;
    }
    return attempt;
}

const nt_reference ntrace_reference = {
    .version = NT_REFERENCE_VERSION,
    .name = "rvi",
    .open = open_hart,
    .close = free,
    .reset = reset_hart,
    .read = read_hart,
    .write = write_hart,
    .map = map_memory,
    .forget = forget_memory,
    .step = step_hart,
};
