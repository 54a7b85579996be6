/* SPDX-License-Identifier: Apache-2.0 */
/* Ingress cycles written as text, and a witness that is fed them and messages (message_text.h). */
#ifndef NT_TESTS_WITNESS_CYCLE_TEXT_H
#define NT_TESTS_WITNESS_CYCLE_TEXT_H

#include "libntrace/program/image.h"
#include "sim/witness/witness.h"

#include "tests/libntrace/messages/message_text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* 0x1000 c.nop; 0x1002 beq 0x100a; 0x1006 c.nop; 0x1008 c.nop; 0x100a c.jr ra; 0x100c j 0x1000;
   0x1010 nop; 0x1014 j 0x1000; 0x1018 j 0x1018; 0x101c jal ra, 0x1000; 0x1020 mret;
   0x1024 lui t1, 1; 0x1028 c.jr t1 */
static const uint8_t code[] = {0x01, 0x00, 0x63, 0x04, 0x00, 0x00, 0x01, 0x00, 0x01, 0x00, 0x82,
                               0x80, 0x6f, 0xf0, 0x5f, 0xff, 0x13, 0x00, 0x00, 0x00, 0x6f, 0xf0,
                               0xdf, 0xfe, 0x6f, 0x00, 0x00, 0x00, 0xef, 0xf0, 0x5f, 0xfe, 0x73,
                               0x00, 0x20, 0x30, 0x37, 0x13, 0x00, 0x00, 0x02, 0x83};

/* ---- cycles as text ----
   Cycles are ended by ';'. In one: blocks as ADDRESS:IRETIRE:ITYPE (address in hex; a further ":s"
   is sijump, ":w" ilastsize), `halt`, `reset`, `power`, `notify0`, `notify1` (of the block), `ton`
   (the trigger trace-on), `ext=MASK`, `ctype=N`, `t=N` (timestamp; else 10 more than in the cycle
   before) for that cycle; `off`, `on` (trTeInstTracing), `btm`, `priv=N`, `context=N` and
   FIELD=VALUE (a control field) from it on; `drop`, `resume`, `awaits` (the hints); `inactive`
   (trTeActive=0 in it). */

typedef struct text_cycle {
    nt_ingress ingress;
    nt_control control;
    uint64_t timestamp;
    bool dropped;
    bool resumed;
    bool awaits;
} text_cycle;

static bool is_word(const char *text, size_t size, const char *word) {
    return strlen(word) == size && memcmp(text, word, size) == 0;
}

static void read_block(const char *text, nt_block *block) {
    char *end;
    block->iaddr = strtoull(text, &end, 16);
    assert_int_equal(*end, ':');
    block->iretire = (uint16_t)strtoul(end + 1, &end, 10);
    assert_int_equal(*end, ':');
    block->itype = (uint8_t)strtoul(end + 1, &end, 10);
    block->sijump = end[0] == ':' && end[1] == 's';
    block->ilastsize = end[0] == ':' && end[1] == 'w';
}

static void read_value(const char *text, size_t name, text_cycle *cycle) {
    uint64_t value = strtoull(text + name + 1, NULL, 0);
    if (is_word(text, name, "priv")) {
        cycle->ingress.priv = (uint8_t)value;
    } else if (is_word(text, name, "context")) {
        cycle->ingress.context = value;
    } else if (is_word(text, name, "ctype")) {
        cycle->ingress.ctype = (uint8_t)value;
    } else if (is_word(text, name, "ext")) {
        cycle->ingress.ext_trigger = (uint8_t)value;
    } else if (is_word(text, name, "t")) {
        cycle->timestamp = value;
    } else {
        char field[64] = "";
        memcpy(field, text, name);
        int found = nt_control_find(field);
        assert_true(found >= 0);
        nt_control_set(&cycle->control, (unsigned)found, (uint32_t)value);
    }
}

static void read_word(const char *text, size_t size, text_cycle *cycle, unsigned *lane) {
    const struct {
        const char *word;
        bool *flag;
    } flags[] = {{"halt", &cycle->ingress.halted},    {"reset", &cycle->ingress.reset},
                 {"power", &cycle->ingress.lowpower}, {"drop", &cycle->dropped},
                 {"resume", &cycle->resumed},         {"awaits", &cycle->awaits}};
    for (size_t i = 0; i < COUNT(flags); i++) {
        if (is_word(text, size, flags[i].word)) {
            *flags[i].flag = true;
            return;
        }
    }
    const char *equals = memchr(text, '=', size);
    if (equals != NULL) {
        read_value(text, (size_t)(equals - text), cycle);
    } else if (is_word(text, size, "off")) {
        cycle->control.trTeInstTracing = 0;
    } else if (is_word(text, size, "on")) {
        cycle->control.trTeInstTracing = 1;
    } else if (is_word(text, size, "btm")) {
        cycle->control.trTeInstMode = 3;
    } else if (is_word(text, size, "inactive")) {
        cycle->control.trTeActive = 0;
    } else if (is_word(text, size, "ton")) {
        cycle->ingress.trigger |= 1;
    } else if (is_word(text, size, "notify0")) {
        cycle->ingress.trigger |= 1u << 2;
    } else if (is_word(text, size, "notify1")) {
        cycle->ingress.trigger |= 1u << 3;
    } else if (!is_word(text, size, "idle")) {
        read_block(text, &cycle->ingress.block[(*lane)++]);
    }
}

/* Reads one cycle; what is behind it, NULL at the end. */
static const char *read_cycle(const char *text, text_cycle *cycle) {
    text += strspn(text, " ;");
    if (*text == '\0') {
        return NULL;
    }
    cycle->ingress = (nt_ingress){.priv = cycle->ingress.priv, .context = cycle->ingress.context};
    cycle->control.trTeActive = 1;
    cycle->timestamp += 10;
    cycle->dropped = cycle->resumed = cycle->awaits = false;
    unsigned lane = 0;
    while (*text != '\0' && *text != ';') {
        size_t size = strcspn(text, " ;");
        read_word(text, size, cycle, &lane);
        text += size;
        text += strspn(text, " ");
    }
    return text;
}

static nt_config test_config(void) {
    return (nt_config){.name = "test",
                       .xlen = 64,
                       .nblocks = 2,
                       .itype_w = 4,
                       .iretire_w = 4,
                       .icnt_w = 8,
                       .hist_w = 8,
                       .fifo_depth = 8,
                       .scontext_w = 8,
                       .src_w = 12,
                       .tstamp_w = 12,
                       .stack_depth = 4,
                       .partial_w = 8,
                       .repeat_w = 8,
                       .period_w = 3,
                       .options = 1,
                       .sijump = 1,
                       .ntriggers = 4};
}

static text_cycle first_cycle(void) {
    return (text_cycle){
        .control = {.trTeActive = 1, .trTeEnable = 1, .trTeInstTracing = 1, .trTeInstMode = 6}};
}

/* `config` must outlive the witness. */
static nt_witness *new_witness(const nt_config *config) {
    nt_image *image = nt_image_new(64);
    assert_int_equal(nt_image_write(image, 0x1000, code, sizeof code), 0);
    nt_witness *witness = nt_witness_new(config, nt_witness_code_of_image(image));
    assert_non_null(witness);
    return witness;
}

static void feed_cycles(nt_witness *witness, text_cycle *cycle, const char *text) {
    while ((text = read_cycle(text, cycle)) != NULL) {
        const nt_witness_inputs in = {.ingress = &cycle->ingress,
                                      .control = &cycle->control,
                                      .live = &cycle->control,
                                      .settings = &cycle->control,
                                      .timestamp = cycle->timestamp,
                                      .dropped = cycle->dropped,
                                      .resumed = cycle->resumed,
                                      .awaits = cycle->awaits};
        nt_witness_cycle(witness, &in);
    }
}

static void feed_bytes(nt_witness *witness, const char *text, size_t piece, size_t cut) {
    text_stream stream = {0};
    text_put(&stream, text);
    stream.size -= cut;
    for (size_t at = 0; at < stream.size; at += piece) {
        size_t left = stream.size - at;
        nt_witness_bytes(witness, stream.bytes + at, left < piece ? left : piece);
    }
}

#endif
