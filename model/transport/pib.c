/* SPDX-License-Identifier: Apache-2.0 */
#include "model/transport/pib.h"

#include "model/codes.h"

enum { IDLE = 0xff, IDLE_PINS = 0xffff, FRAME_BITS = 10 };

/* Ones come in behind the bits of a byte. */
enum { BEAT_BITS = 10, SHIFT_ONES = 0x1ff };

/* Settings of a beat, and what it may send. */
typedef struct beat {
    uint8_t mode;
    bool center;
    bool calibrate;
    bool has;     /* a byte is there to be sent */
    bool has_two; /* and the one behind it */
    uint8_t first;
    uint8_t second; /* 16 bits: the upper byte */
} beat;

bool nt_pib_runs(const nt_pib_control *control) {
    uint32_t mode = control->trPibMode;
    return control->trPibActive != 0 && (mode == NT_PIB_MANCHESTER || mode == NT_PIB_UART ||
                                         (mode >= NT_PIB_PARALLEL_1 && mode <= NT_PIB_PARALLEL_16));
}

static void reset(nt_pib *s) {
    const nt_stream_buffer_params params = s->buffer.params;
    *s = (nt_pib){.trc_data = IDLE_PINS};
    nt_stream_buffer_init(&s->buffer, &params);
}

void nt_pib_init(nt_pib *s, const nt_pib_params *params) {
    s->buffer.params = (nt_stream_buffer_params){.in = params->bytes, .out = 2, .whole = true};
    reset(s);
}

/* In a message that has begun no more is refused, so that it comes to its end. */
static bool accepts(const nt_pib *s, const nt_pib_control *control) {
    bool takes = control->trPibEnable != 0 && control->trPibCalibrate == 0;
    return nt_pib_runs(control) && (takes || s->in_message);
}

void nt_pib_out(const nt_pib *s, bool rst, const nt_pib_control *control, nt_pib_outputs *out) {
    nt_stream_buffer_outputs buffer;
    nt_stream_buffer_out(&s->buffer, &buffer);
    *out = (nt_pib_outputs){.in_ready = accepts(s, control) && buffer.in_ready,
                            .trPibEmpty = buffer.empty && !s->busy,
                            .TRC_CLK = s->trc_clk && !rst,
                            .TRC_DATA = rst ? IDLE_PINS : s->trc_data};
}

/* Bits of a beat. */
static unsigned width_of(uint8_t mode) {
    return mode == NT_PIB_PARALLEL_2   ? 2
           : mode == NT_PIB_PARALLEL_4 ? 4
           : mode >= NT_PIB_PARALLEL_8 ? 8 /* of a byte; its neighbour goes beside it */
                                       : 1;
}

static bool is_narrow(uint8_t mode) {
    return mode >= NT_PIB_PARALLEL_1 && mode <= NT_PIB_PARALLEL_4;
}

static bool is_sync(uint8_t first) {
    uint8_t tcode = first >> 2;
    return tcode == NT_TCODE_PROG_TRACE_SYNC || tcode == NT_TCODE_DIRECT_BRANCH_SYNC ||
           tcode == NT_TCODE_INDIRECT_BRANCH_SYNC || tcode == NT_TCODE_INDIRECT_BRANCH_HIST_SYNC;
}

/* "PIB Calibration Patterns" */
static uint8_t pattern_byte(uint8_t mode, unsigned index) {
    static const uint8_t one[4] = {0xaa, 0x55, 0x00, 0xff};
    static const uint8_t two[4] = {0x66, 0x66, 0xcc, 0x33};
    static const uint8_t four[4] = {0x5a, 0x5a, 0xf0, 0x0f};
    return (mode == NT_PIB_PARALLEL_2 ? two : mode == NT_PIB_PARALLEL_4 ? four : one)[index];
}

/* Between messages. */
static bool is_fresh(const nt_pib *s) {
    return s->left == 0 && !s->inside && !s->frame;
}

static beat look(const nt_pib *s, const nt_pib_control *control) {
    nt_stream_buffer_outputs buffer;
    nt_stream_buffer_out(&s->buffer, &buffer);
    bool fresh = is_fresh(s);
    beat b = {.mode = fresh ? (uint8_t)control->trPibMode : s->mode,
              .center = fresh ? control->trPibClkCenter != 0 : s->center,
              .calibrate =
                  fresh ? control->trPibEnable != 0 && control->trPibCalibrate != 0 : s->calibrate,
              .second = IDLE};
    b.has = b.calibrate || buffer.count > 0;
    b.has_two = b.calibrate || buffer.count > 1;
    uint8_t pattern = pattern_byte(b.mode, s->pattern);
    /* A message that stops coming, which is longer than the buffer, ends with IDLE. */
    b.first = b.calibrate ? pattern : b.has ? buffer.byte[0] : IDLE;
    /* The next message starts on a low byte. */
    if (!nt_byte_ends_message(b.first) && b.has_two) {
        b.second = b.calibrate ? pattern : buffer.byte[1];
    }
    return b;
}

/* Idle at the pins that carry no bit. */
static void show(nt_pib *s, const beat *b, uint16_t bits) {
    unsigned width = width_of(b->mode);
    uint16_t idle = (uint16_t)(b->mode == NT_PIB_MANCHESTER ? 0 : IDLE_PINS << width);
    s->trc_data = (uint16_t)(idle | (bits & ((1u << width) - 1)));
    s->shift = (uint16_t)((IDLE_PINS << BEAT_BITS | bits) >> width & SHIFT_ONES);
    s->busy = true;
    s->coded = b->mode == NT_PIB_MANCHESTER;
}

/* A byte begins, and in 16 bits another. The result: how many leave the buffer. */
static uint8_t send(nt_pib *s, const beat *b) {
    bool uart = b->mode == NT_PIB_UART;
    bool wide = b->mode == NT_PIB_PARALLEL_16;
    show(s, b, (uint16_t)(uart ? 1u << 9 | (unsigned)b->first << 1 : 3u << 8 | b->first));
    s->left = (uint8_t)((uart ? FRAME_BITS : 8) / width_of(b->mode) - 1);
    if (wide) {
        s->trc_data = (uint16_t)((b->second << 8) | b->first);
    }
    s->inside = !nt_byte_ends_message(wide ? b->second : b->first);
    s->pattern = (s->pattern + b->calibrate) & 3;
    bool two = wide && !nt_byte_ends_message(b->first) && b->has_two;
    return b->calibrate || !b->has ? 0 : two ? 2 : 1;
}

/* An idle beat, or Manchester's stop bit. */
static void send_idle(nt_pib *s, const beat *b) {
    s->trc_data = b->mode == NT_PIB_MANCHESTER ? 0 : IDLE_PINS;
    s->busy = s->frame;
    s->coded = false;
    s->frame = false;
}

/* What begins where the last byte is over. */
static uint8_t begin(nt_pib *s, const beat *b) {
    bool begins = is_fresh(s) && b->has;
    bool padded = s->padded && b->mode == s->mode;
    s->padded = begins && is_narrow(b->mode) && is_sync(b->first) && !padded;
    if (s->padded) {
        show(s, b, IDLE_PINS);
        s->left = (uint8_t)(8 / width_of(b->mode) - 1);
    } else if (begins && b->mode == NT_PIB_MANCHESTER) {
        show(s, b, 1);
        s->inside = true;
        s->frame = true;
    } else if (begins || s->inside) {
        return send(s, b);
    } else {
        send_idle(s, b);
    }
    return 0;
}

/* The result: how many bytes leave the buffer. */
static uint8_t step_beat(nt_pib *s, const nt_pib_control *control) {
    const beat b = look(s, control);
    uint8_t take = 0;
    if (s->left != 0) {
        show(s, &b, (uint16_t)(1u << 9 | s->shift));
        s->left--;
    } else {
        take = begin(s, &b);
    }
    bool parallel = b.mode >= NT_PIB_PARALLEL_1;
    s->trc_clk = parallel && s->trc_clk != !b.center;
    s->middle = b.mode == NT_PIB_MANCHESTER || (parallel && b.center);
    s->mode = b.mode;
    s->center = b.center;
    s->calibrate = b.calibrate;
    return take;
}

static void step_middle(nt_pib *s) {
    s->middle = false;
    s->trc_clk = s->mode >= NT_PIB_PARALLEL_1 && !s->trc_clk;
    s->trc_data ^= s->coded;
}

static void follow_link(nt_pib *s, const nt_pib_inputs *in, bool ready) {
    if (in->in.count == 0) {
        s->in_message &= in->in.waits;
    } else if (ready) {
        s->in_message = !nt_byte_ends_message(in->in.byte[in->in.count - 1]);
    }
}

void nt_pib_step(nt_pib *s, const nt_pib_inputs *in) {
    const nt_pib_control *control = in->control;
    if (in->rst || !nt_pib_runs(control)) {
        reset(s);
        return;
    }
    nt_pib_outputs out;
    nt_pib_out(s, false, control, &out);
    nt_stream_buffer_inputs buffer = {0};
    if (accepts(s, control)) {
        buffer.in = in->in;
    }
    bool tick = s->divider == 0;
    s->divider = tick ? (uint16_t)control->trPibDivider : (uint16_t)(s->divider - 1);
    if (tick && s->middle) {
        step_middle(s);
    } else if (tick) {
        buffer.take = step_beat(s, control);
    }
    follow_link(s, in, out.in_ready);
    nt_stream_buffer_step(&s->buffer, &buffer);
}
