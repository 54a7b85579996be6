/* SPDX-License-Identifier: Apache-2.0 */
/* The lines of the PIB, symbol by symbol (Trace Control Interface 1.0, "Trace PIB Sink"). */
#include "receive/alignment.h"

enum { IDLE = 0xff, BYTE_BITS = 8 };

static void finish_byte(nt_candidate *c) {
    uint8_t byte = (uint8_t)c->bits;
    c->place = 0;
    c->bits = 0;
    nt_candidate_byte(c, byte);
}

/* "PIB Parallel Protocol": idle is all ones, in any number of beats between messages. */
static void step_parallel(nt_candidate *c, const nt_pib_line *line, uint16_t symbol) {
    unsigned ones = (1u << line->symbols) - 1;
    if (c->place == 0 && !c->inside && symbol == ones) {
        return;
    }
    c->bits |= (uint16_t)(symbol << (c->place * line->symbols));
    if (++c->place == line->places) {
        finish_byte(c);
    }
}

/* The second byte of a beat never begins a message. */
static void step_parallel_16(nt_candidate *c, const nt_pib_line *line, uint16_t symbol) {
    (void)line;
    nt_candidate_byte(c, (uint8_t)symbol);
    uint8_t second = (uint8_t)(symbol >> BYTE_BITS);
    if (c->inside) {
        nt_candidate_byte(c, second);
    } else {
        c->broken |= second != IDLE;
    }
}

nt_pib_line nt_line_parallel(unsigned width) {
    if (width > BYTE_BITS) {
        return (nt_pib_line){.places = 1, .symbols = (uint8_t)width, .step = step_parallel_16};
    }
    return (nt_pib_line){
        .places = (uint8_t)(BYTE_BITS / width), .symbols = (uint8_t)width, .step = step_parallel};
}

/* "SWT UART Protocol": place 0 is the idle line or the end of a stop bit, 1 to 8 are behind the
   start bit and data bits, 9 is before the stop bit. */
enum { UART_STOP = 9 };

static void step_uart(nt_candidate *c, const nt_pib_line *line, uint16_t symbol) {
    (void)line;
    if (c->place == 0) {
        c->place = symbol == 0;
        c->gaps += c->inside && symbol != 0;
    } else if (c->place < UART_STOP) {
        c->bits |= (uint16_t)(symbol << (c->place - 1));
        c->place++;
    } else {
        c->broken |= symbol == 0;
        finish_byte(c);
    }
}

nt_pib_line nt_line_uart(void) {
    return (nt_pib_line){.places = UART_STOP + 1, .symbols = 1, .step = step_uart};
}

/* "SWT Manchester Protocol". The places tell the kinds of phase; the bits of a byte are counted by
   a one above them. */
enum {
    MANCHESTER_IDLE,         /* between frames */
    MANCHESTER_BLIND_SECOND, /* listening began within a frame: the second phase of a bit comes */
    MANCHESTER_BLIND_FIRST,  /* the same, the first phase */
    MANCHESTER_PLACES,       /* where listening may begin */
    MANCHESTER_BLIND_LOW,    /* the second phase, behind a low or high one */
    MANCHESTER_BLIND_HIGH,
    MANCHESTER_START, /* the second phase of the start bit */
    MANCHESTER_FIRST, /* the first phase of a bit */
    MANCHESTER_LOW,   /* the second one, behind a low or high one */
    MANCHESTER_HIGH,
};

enum { NO_BITS = 1, ALL_BITS = 1 << BYTE_BITS };

static void take_bit(nt_candidate *c, unsigned bit) {
    /* The newest bit goes in below the mark's place, so that the first one is lowest in the end. */
    unsigned mark = NO_BITS;
    while (mark * 2 <= c->bits) {
        mark *= 2;
    }
    c->bits = (uint16_t)((c->bits ^ mark) | bit * mark | mark * 2);
    c->place = MANCHESTER_FIRST;
    if (mark * 2 == ALL_BITS) {
        uint8_t byte = (uint8_t)c->bits;
        c->bits = NO_BITS;
        nt_candidate_byte(c, byte);
    }
}

/* Both phases low: the frame is over. It holds whole messages. */
static void take_stop(nt_candidate *c) {
    c->broken |= !c->blind && (c->bits != NO_BITS || c->inside);
    c->place = MANCHESTER_IDLE;
    c->blind = false;
    c->inside = false;
    c->bits = 0;
}

static void step_manchester(nt_candidate *c, const nt_pib_line *line, uint16_t symbol) {
    (void)line;
    switch (c->place) {
    case MANCHESTER_IDLE:
        c->place = symbol ? MANCHESTER_START : MANCHESTER_IDLE;
        c->inside = false;
        break;
    case MANCHESTER_START:
        c->broken |= symbol != 0;
        c->place = MANCHESTER_FIRST;
        c->bits = NO_BITS;
        break;
    case MANCHESTER_BLIND_SECOND:
        c->place = MANCHESTER_BLIND_FIRST;
        break;
    case MANCHESTER_BLIND_FIRST:
        c->place = symbol ? MANCHESTER_BLIND_HIGH : MANCHESTER_BLIND_LOW;
        break;
    case MANCHESTER_BLIND_HIGH:
        c->broken |= symbol != 0;
        c->place = MANCHESTER_BLIND_FIRST;
        break;
    case MANCHESTER_BLIND_LOW:
        c->place = MANCHESTER_BLIND_FIRST;
        if (symbol == 0) {
            take_stop(c);
        }
        break;
    case MANCHESTER_FIRST:
        c->place = symbol ? MANCHESTER_HIGH : MANCHESTER_LOW;
        break;
    case MANCHESTER_HIGH:
        c->broken |= symbol != 0;
        take_bit(c, 1);
        break;
    default:
        if (symbol != 0) {
            take_bit(c, 0);
        } else {
            take_stop(c);
        }
        break;
    }
}

nt_pib_line nt_line_manchester(void) {
    return (nt_pib_line){.places = MANCHESTER_PLACES, .symbols = 1, .step = step_manchester};
}
