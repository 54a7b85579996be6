/* SPDX-License-Identifier: Apache-2.0 */
/* Trace in a small SRAM after thousands of wraps, taken out through the registers: whole and exact
   from the oldest synchronizing message on, for every position of the write pointer. The bytes are
   the golden model's on random ingress; sink and registers are models too. */
#include "libntrace/program/image.h"
#include "model/encoder_core.h"
#include "model/transport/ram_sink.h"
#include "ntrace/flow.h"
#include "ntrace/messages.h"
#include "receive/ram_trace.h"
#include "sim/decode/flow_options.h"
#include "sim/ingress/random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum {
    SRAM_WORDS = 128,
    SRAM_BYTES = 4 * SRAM_WORDS,
    WRAPS = 2000,
    BYTES = 4,
    STREAM_BYTES = (WRAPS + 200) * SRAM_BYTES,
    CONTROL = 0x000,
    WP_LOW = 0x020,
    ACTIVE = 1,
    ENABLE = 2,
};

static const nt_ram_sink_params params = {
    .bytes = BYTES, .sram_words = SRAM_WORDS, .axi = {2, 1, 2, 1}};

/* ---- what an encoder sends ---- */

typedef struct sent_message {
    size_t offset;
    bool sync;
} sent_message;

typedef struct sent_trace {
    nt_image *image;
    nt_flow_options options;
    uint8_t *bytes;
    size_t size;
    sent_message *message;
    size_t messages;
    nt_flow_event *event; /* of the decoder that has seen all bytes */
    size_t events;
    size_t most_events;
} sent_trace;

static void keep_bytes(sent_trace *sent, const nt_encoder_outputs *out) {
    for (unsigned i = 0; i < out->out_count && sent->size < STREAM_BYTES; i++) {
        sent->bytes[sent->size++] = (uint8_t)(out->out >> (8 * i));
    }
}

static void run_encoder(sent_trace *sent) {
    nt_error error = {0};
    nt_settings settings;
    nt_settings_init(&settings);
    assert_int_equal(nt_settings_config(&settings, "rv64", &error), 0);
    assert_int_equal(nt_settings_set(&settings, "trTeInstSyncMode=1", &error), 0);
    assert_int_equal(nt_settings_set(&settings, "trTeInstSyncMax=0", &error), 0);
    const nt_random_options options = {.seed = 11,
                                       .cycles = UINT64_C(100000000),
                                       .settings = &settings,
                                       .keep_control = true,
                                       .keep_pib = true};
    nt_source source;
    assert_int_equal(nt_random_open(&source, &sent->image, settings.config, &options, &error), 0);
    static nt_encoder_core model;
    nt_encoder_core_init(&model, settings.config);
    nt_control control = nt_control_reset();
    sent->options = nt_flow_options_of(&settings.control, settings.config);
    nt_encoder_core_outputs out = {0};
    nt_cycle cycle;
    while (sent->size < STREAM_BYTES &&
           source.next(source.self, out.encoder.stall, &cycle, &error) == 1) {
        for (unsigned i = 0; i < cycle.writes; i++) {
            nt_control_set(&control, cycle.write[i].field, cycle.write[i].value);
        }
        const nt_encoder_core_inputs in = {
            .rst = cycle.rst, .control = &control, .ingress = &cycle.ingress, .system_tick = true};
        nt_encoder_core_out(&model, &in, &out);
        if (out.encoder.out_valid && !cycle.rst) {
            keep_bytes(sent, &out.encoder);
        }
        nt_encoder_core_step(&model, &in, &out, true);
        nt_encoder_core_pull(&control, &out.triggers);
    }
    source.close(source.self);
    assert_int_equal(sent->size, STREAM_BYTES);
}

static bool has_sync(const uint8_t *bytes, size_t size) {
    const nt_message_format format = {0};
    nt_message message;
    nt_field field;
    assert_int_equal(nt_message_decode(&message, &format, bytes, size, &field), NT_MESSAGE_OK);
    return nt_message_has(&message, NT_FIELD_SYNC);
}

/* The stream's messages; what is behind the last whole one goes. */
static void find_messages(sent_trace *sent) {
    size_t start = 0;
    for (size_t i = 0; i < sent->size; i++) {
        if ((sent->bytes[i] & 3) == 3) {
            bool sync = has_sync(sent->bytes + start, i + 1 - start);
            sent->message[sent->messages++] = (sent_message){start, sync};
            start = i + 1;
        }
    }
    sent->size = start;
    sent->message[sent->messages].offset = start;
}

static int keep_event(void *context, const nt_flow_event *event) {
    sent_trace *sent = context;
    if (sent->events == sent->most_events) {
        sent->most_events = 2 * sent->most_events + 4096;
        sent->event = realloc(sent->event, sent->most_events * sizeof *sent->event);
        assert_non_null(sent->event);
    }
    sent->event[sent->events++] = *event;
    return 0;
}

static void make_trace(sent_trace *sent) {
    *sent = (sent_trace){.bytes = malloc(STREAM_BYTES),
                         .message = calloc(STREAM_BYTES, sizeof *sent->message)};
    assert_non_null(sent->bytes);
    assert_non_null(sent->message);
    run_encoder(sent);
    find_messages(sent);
    nt_flow *flow = nt_flow_new(nt_image_code(sent->image), &sent->options, keep_event, sent);
    assert_int_equal(nt_flow_bytes(flow, sent->bytes, sent->size), 0);
    assert_int_equal(nt_flow_get_counts(flow)->faults, 0);
    nt_flow_free(flow);
}

static void free_trace(sent_trace *sent) {
    free(sent->bytes);
    free(sent->message);
    free(sent->event);
    nt_image_free(sent->image);
}

/* ---- the sink behind its registers ---- */

typedef struct rig {
    nt_ram_sink sink;
    nt_ram_registers registers;
    uint32_t sram[SRAM_WORDS];
} rig;

/* One cycle; what of the beat is taken, and the bus. */
static bool cycle(rig *r, const nt_apb *apb, const nt_beat *beat, nt_apb_answer *bus) {
    nt_ram_sink_outputs sink;
    nt_ram_registers_outputs registers;
    nt_ram_sink_out(&r->sink, false, &r->registers.control, &sink);
    const nt_ram_registers_inputs in = {.apb = *apb,
                                        .trRamEmpty = sink.trRamEmpty,
                                        .stop = sink.stop,
                                        .trRamWP = sink.trRamWP,
                                        .trRamRP = sink.trRamRP,
                                        .data = sink.data,
                                        .data_valid = sink.data_valid};
    nt_ram_registers_out(&r->registers, &in, &registers);
    *bus = registers.bus;
    const nt_ram_sink_inputs step = {.control = &r->registers.control,
                                     .pointer_write = registers.pointer_write,
                                     .pointer_value = registers.pointer_value,
                                     .data_read = registers.data_read,
                                     .in = *beat};
    nt_ram_sink_step(&r->sink, &step);
    nt_ram_registers_step(&r->registers, &in);
    return sink.in_ready;
}

static uint32_t access_register(rig *r, nt_apb apb) {
    static const nt_beat none;
    nt_apb_answer bus;
    apb.PSEL = true;
    (void)cycle(r, &apb, &none, &bus);
    apb.PENABLE = true;
    unsigned waits = 0;
    do {
        assert_true(waits++ < 8);
        (void)cycle(r, &apb, &none, &bus);
    } while (!bus.PREADY);
    assert_false(bus.PSLVERR);
    return bus.PRDATA;
}

static int read32(void *context, uint32_t offset, uint32_t *value) {
    *value = access_register(context, (nt_apb){.PADDR = (uint16_t)offset, .PSTRB = 0});
    return 0;
}

static int write32(void *context, uint32_t offset, uint32_t value) {
    (void)access_register(
        context, (nt_apb){.PADDR = (uint16_t)offset, .PWRITE = true, .PSTRB = 15, .PWDATA = value});
    return 0;
}

static void start_sink(rig *r) {
    memset(r, 0, sizeof *r);
    nt_ram_registers_init(&r->registers, &(nt_ram_registers_params){.sram_words = SRAM_WORDS});
    nt_ram_sink_init(&r->sink, &params, r->sram);
    write32(r, CONTROL, ACTIVE);
    write32(r, WP_LOW, 0);
    write32(r, CONTROL, ACTIVE | ENABLE);
}

static void send(rig *r, const uint8_t *bytes, size_t size) {
    static const nt_apb idle;
    nt_apb_answer bus;
    while (size != 0) {
        nt_beat beat = {.count = (uint8_t)(size < BYTES ? size : BYTES)};
        memcpy(beat.byte, bytes, beat.count);
        if (cycle(r, &idle, &beat, &bus)) {
            bytes += beat.count;
            size -= beat.count;
        }
    }
}

/* On a copy of the sink, which goes on tracing. */
static nt_ram_trace take_trace(const rig *r, uint64_t *wp) {
    static rig copy;
    copy = *r;
    copy.sink.sram = copy.sram;
    const nt_ram_port port = {read32, write32, &copy};
    write32(&copy, CONTROL, ACTIVE);
    nt_ram_buffer buffer;
    assert_int_equal(nt_ram_read_buffer(&port, &buffer), NT_RAM_OK);
    *wp = buffer.wp;
    nt_ram_trace trace;
    assert_int_equal(nt_ram_read_sram(&port, SRAM_BYTES, &trace), NT_RAM_OK);
    return trace;
}

/* ---- judging what was taken out ---- */

typedef struct judge {
    const sent_trace *sent;
    size_t from; /* offset in `sent` of the first byte decoded */
    size_t next; /* event of `sent` that comes next */
    bool synced;
} judge;

static bool same_event(const nt_flow_event *a, const nt_flow_event *b) {
    return a->kind == b->kind && a->tcode == b->tcode && a->pc == b->pc &&
           (a->kind != NT_FLOW_RANGE || memcmp(&a->range, &b->range, sizeof a->range) == 0) &&
           (a->kind != NT_FLOW_SYNC ||
            (a->sync.reason == b->sync.reason && a->sync.address == b->sync.address)) &&
           (a->kind != NT_FLOW_TRAP ||
            (a->trap.btype == b->trap.btype && a->trap.address == b->trap.address));
}

static int judge_event(void *context, const nt_flow_event *event) {
    judge *j = context;
    if (!j->synced) { /* what led to the first message is not in the trace */
        assert_int_equal(event->offset, 0);
        j->synced = event->kind == NT_FLOW_SYNC;
        while (j->synced && (j->sent->event[j->next].kind != NT_FLOW_SYNC ||
                             j->sent->event[j->next].offset != j->from)) {
            j->next++;
        }
    }
    if (!j->synced) {
        return 0;
    }
    assert_true(j->next < j->sent->events);
    const nt_flow_event *expected = &j->sent->event[j->next++];
    assert_int_equal(event->offset + j->from, expected->offset);
    assert_true(same_event(event, expected));
    return 0;
}

/* `messages` were sent in all; the first event that may count is `*event`. */
static void judge_trace(const sent_trace *sent, const nt_ram_trace *trace, size_t messages,
                        size_t *event) {
    size_t sent_bytes = sent->message[messages].offset;
    size_t size = trace->size;
    assert_true(trace->cut);
    assert_int_equal(size, SRAM_BYTES);
    size -= (4 - sent_bytes % 4) % 4;
    for (size_t i = size; i < trace->size; i++) {
        assert_int_equal(trace->bytes[i], 0xff);
    }
    size_t begin = sent_bytes - size;
    assert_memory_equal(trace->bytes, sent->bytes + begin, size);

    size_t first = messages;
    size_t oldest = messages;
    while (sent->message[first - 1].offset > begin) {
        first--;
        oldest = sent->message[first].sync ? first : oldest;
    }
    assert_int_equal(nt_ram_oldest_message(trace->bytes, trace->size, true),
                     sent->message[first].offset - begin);
    assert_true(oldest != messages);
    size_t offset = nt_ram_oldest_sync(trace->bytes, trace->size, true);
    assert_int_equal(offset, sent->message[oldest].offset - begin);

    judge j = {.sent = sent, .from = begin + offset, .next = *event};
    nt_flow *flow = nt_flow_new(nt_image_code(sent->image), &sent->options, judge_event, &j);
    assert_int_equal(nt_flow_bytes(flow, trace->bytes + offset, size - offset), 0);
    assert_int_equal(nt_flow_get_counts(flow)->faults, 0);
    assert_int_equal(nt_flow_get_counts(flow)->messages, messages - oldest);
    nt_flow_free(flow);
    assert_true(j.synced);
    assert_true(j.next == sent->events || sent->event[j.next].offset >= sent_bytes);
    while (*event < j.next && sent->event[*event].offset < begin) {
        ++*event;
    }
}

static void a_wrapped_trace_decodes_from_its_oldest_sync_at_every_write_pointer(void **state) {
    (void)state;
    static sent_trace sent;
    static rig r;
    bool seen[SRAM_WORDS] = {false};
    unsigned positions = 0;
    size_t message = 0;
    size_t event = 0;
    make_trace(&sent);
    start_sink(&r);
    while (sent.message[message].offset < WRAPS * SRAM_BYTES) {
        size_t from = sent.message[message].offset;
        send(&r, sent.bytes + from, sent.message[message + 1].offset - from);
        message++;
    }
    while (positions < SRAM_WORDS) {
        assert_true(message < sent.messages);
        size_t from = sent.message[message].offset;
        send(&r, sent.bytes + from, sent.message[message + 1].offset - from);
        message++;
        uint64_t wp;
        nt_ram_trace trace = take_trace(&r, &wp);
        judge_trace(&sent, &trace, message, &event);
        nt_ram_trace_free(&trace);
        positions += !seen[wp / 4];
        seen[wp / 4] = true;
    }
    free_trace(&sent);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_wrapped_trace_decodes_from_its_oldest_sync_at_every_write_pointer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
