/* SPDX-License-Identifier: Apache-2.0 */
#include "model/transport/ram_sink.h"

enum { WORD_BYTES = 4, IDLE = 0xff };

static uint64_t address_of(uint32_t high, uint32_t low) {
    return (uint64_t)high << 32 | (low & ~UINT32_C(3));
}

static bool is_smem(const nt_ram_sink *s, const nt_ram_control *control) {
    return s->params.sram_words == 0 || (s->params.smem && control->trRamMode);
}

static uint32_t in_sram(const nt_ram_sink *s, uint32_t address) {
    return address & (s->params.sram_words * WORD_BYTES - 1) & ~UINT32_C(3);
}

static uint64_t start_of(const nt_ram_sink *s, const nt_ram_control *control) {
    return is_smem(s, control) ? address_of(control->trRamStartHigh, control->trRamStartLow) : 0;
}

static uint64_t limit_of(const nt_ram_sink *s, const nt_ram_control *control) {
    return is_smem(s, control) ? address_of(control->trRamLimitHigh, control->trRamLimitLow)
                               : in_sram(s, control->trRamLimitLow);
}

/* Takes bytes: also the rest of a message that began before it was disabled. */
static bool accepts(const nt_ram_sink *s, const nt_ram_control *control) {
    return control->trRamActive && !s->closing &&
           ((control->trRamEnable && !s->stopped) || s->buffer.in_message);
}

static bool is_empty(const nt_ram_sink *s) {
    return s->buffer.level == 0 && !s->buffer.in_message && nt_axi_writer_idle(&s->writer) &&
           !s->stopped && !s->closing;
}

static bool is_tracing(const nt_ram_sink *s, const nt_ram_control *control) {
    return control->trRamEnable || !is_empty(s);
}

/* No further byte comes, so what is left goes out. */
static bool ends(const nt_ram_sink *s, const nt_ram_control *control) {
    return !control->trRamEnable && !s->buffer.in_message;
}

/* While bursts from before a reset are being finished there are no other words. */
static bool drops(const nt_ram_sink *s, const nt_ram_control *control) {
    return s->stopped || !control->trRamActive;
}

static bool in_range(const nt_ram_sink *s, const nt_ram_control *control) {
    uint64_t start = start_of(s, control);
    return s->wp >= start && (s->wp <= limit_of(s, control) || s->wp == start);
}

void nt_ram_sink_init(nt_ram_sink *s, const nt_ram_sink_params *params, uint32_t *sram) {
    const nt_stream_buffer_params buffer = {.in = params->bytes, .out = WORD_BYTES};
    *s = (nt_ram_sink){.params = *params};
    s->sram = sram;
    nt_stream_buffer_init(&s->buffer, &buffer);
    nt_axi_writer_init(&s->writer, &params->axi);
}

void nt_ram_sink_out(const nt_ram_sink *s, bool rst, const nt_ram_control *control,
                     nt_ram_sink_outputs *out) {
    bool shown = !is_tracing(s, control) && !is_smem(s, control);
    *out = (nt_ram_sink_outputs){
        .in_ready = accepts(s, control) && nt_stream_buffer_ready(&s->buffer),
        .trRamEmpty = is_empty(s),
        .stop = s->stopped,
        .trRamWP = s->wp | s->wrap,
        .trRamRP = is_smem(s, control) ? 0 : s->rp,
        .data = shown && s->loaded ? s->data : 0,
        .data_valid = !shown || s->loaded,
        .error = s->error,
        .error_address = s->error_address,
    };
    nt_axi_writer_out(&s->writer, rst, &out->axi);
}

/* What happens to the words in a cycle, told by the state before it. */
typedef struct nt_ram_words {
    uint8_t take; /* bytes that leave the buffer */
    bool valid;   /* there is a word to be stored, which may have to wait */
    uint32_t word;
    bool store; /* it goes into the SRAM */
} nt_ram_words;

static nt_ram_words next_words(const nt_ram_sink *s, const nt_ram_control *control) {
    nt_stream_buffer_outputs buffer;
    nt_stream_buffer_out(&s->buffer, &buffer);
    nt_ram_words words = {.word = 0};
    for (unsigned i = 0; i < WORD_BYTES; i++) {
        uint32_t byte = i < buffer.count ? buffer.byte[i] : IDLE;
        words.word |= byte << (8 * i);
    }
    bool smem = is_smem(s, control);
    words.valid =
        !s->stopped && (buffer.count == WORD_BYTES || (buffer.count != 0 && ends(s, control)));
    bool taken = words.valid && (smem ? nt_axi_writer_ready(&s->writer) : in_range(s, control));
    words.store = taken && !smem;
    words.take = taken || s->stopped ? buffer.count : 0;
    return words;
}

/* A response comes in this cycle that the sink still listens to. */
static bool hears(const nt_ram_sink *s, const nt_ram_sink_inputs *in) {
    return in->axi.BVALID && s->writer.sent != 0 && !s->stopped && !s->closing;
}

static void write_pointer(nt_ram_sink *s, const nt_ram_sink_inputs *in) {
    bool smem = is_smem(s, in->control);
    uint32_t value = in->pointer_value;
    if (in->pointer_write & NT_RAM_WP_LOW) {
        uint32_t low = smem ? value & ~UINT32_C(3) : in_sram(s, value);
        s->wp = (s->wp & ~UINT64_C(0xffffffff)) | low;
        s->wrap = value & 1;
        s->error = false;
    }
    if (in->pointer_write & NT_RAM_WP_HIGH) {
        uint64_t high = smem ? value : 0;
        s->wp = high << 32 | (uint32_t)s->wp;
    }
}

/* trRamWP moves over a word in memory; true: the sink stops. */
static bool step_write_pointer(nt_ram_sink *s, const nt_ram_sink_inputs *in,
                               const nt_ram_words *words) {
    const nt_ram_control *control = in->control;
    const nt_axi_burst *burst = nt_axi_writer_oldest(&s->writer);
    uint64_t start = start_of(s, control);
    bool waits = s->buffer.level != 0 || !nt_axi_writer_idle(&s->writer);
    bool heard = hears(s, in);
    bool failed = heard && in->axi.BRESP != 0;
    bool wraps = words->store ? s->wp >= limit_of(s, control) : burst->wraps;
    bool moves = words->store || (heard && !failed);
    if (failed) {
        s->error = true;
        s->error_address = s->wp;
    }
    if (!in_range(s, control) && s->writer.bursts == 0 && waits) {
        s->wp = start;
    } else if (moves) {
        unsigned moved = words->store ? 1 : burst->words;
        s->wp = wraps ? start : s->wp + (uint64_t)moved * WORD_BYTES;
        s->wrap = s->wrap || wraps;
    } else if (!is_tracing(s, control) || (s->closing && !control->trRamEnable)) {
        write_pointer(s, in);
    }
    return failed || (moves && wraps && control->trRamStopOnWrap);
}

static void step_read_pointer(nt_ram_sink *s, const nt_ram_sink_inputs *in) {
    bool may = !is_tracing(s, in->control) && !is_smem(s, in->control);
    bool write = may && (in->pointer_write & NT_RAM_RP_LOW);
    bool advance = may && in->data_read;
    s->loaded = may && !write && !advance;
    if (s->loaded) {
        s->data = s->sram[s->rp / WORD_BYTES];
    }
    if (write) {
        s->rp = in_sram(s, in->pointer_value);
    } else if (advance) {
        s->rp = s->rp >= limit_of(s, in->control) ? 0 : s->rp + WORD_BYTES;
    }
}

static nt_axi_writer_inputs writer_inputs(const nt_ram_sink *s, const nt_ram_sink_inputs *in,
                                          const nt_ram_words *words) {
    const nt_ram_control *control = in->control;
    return (nt_axi_writer_inputs){
        .rst = in->rst,
        .start = start_of(s, control),
        .limit = limit_of(s, control),
        .pointer = s->wp,
        .stop_on_wrap = control->trRamStopOnWrap,
        .flush = ends(s, control) && s->buffer.level == 0,
        .hold = !in_range(s, control),
        .drop = drops(s, control),
        .in_valid = words->valid && is_smem(s, control),
        .in = words->word,
        .axi = in->axi,
    };
}

static void reset(nt_ram_sink *s) {
    s->wp = 0;
    s->wrap = false;
    s->rp = 0;
    s->loaded = false;
    s->stopped = false;
    s->error = false;
}

void nt_ram_sink_step(nt_ram_sink *s, const nt_ram_sink_inputs *in) {
    const nt_ram_control *control = in->control;
    bool inactive = in->rst || !control->trRamActive;
    nt_ram_words words = next_words(s, control);
    nt_axi_writer_inputs writer = writer_inputs(s, in, &words);
    nt_stream_buffer_inputs buffer = {.rst = inactive, .take = words.take};
    if (accepts(s, control)) {
        buffer.in = in->in;
    }
    bool closing = (inactive || s->closing) && !nt_axi_writer_idle(&s->writer);
    bool released = ends(s, control) && s->buffer.level == 0 && nt_axi_writer_idle(&s->writer);

    step_read_pointer(s, in);
    if (words.store) {
        s->sram[s->wp / WORD_BYTES] = words.word;
    }
    bool stops = step_write_pointer(s, in, &words);
    s->stopped = stops || (s->stopped && !released);
    s->closing = closing && !in->rst;
    nt_axi_writer_step(&s->writer, &writer);
    nt_stream_buffer_step(&s->buffer, &buffer);
    if (inactive) {
        reset(s);
    }
}
