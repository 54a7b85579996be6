/* SPDX-License-Identifier: Apache-2.0 */
/* What `make bench` compares the decoder with: a decoder as one writes it first. It asks for each
   instruction, one after the other, and keeps nothing. It knows BTM and HTM without optional
   features, believes every byte, and counts; with --pc it prints each address, with --types the
   lines of a pcinfo, with --messages each message and its fields. */
#include "libntrace/messages/tables.h"
#include "ntrace/flow.h"
#include "ntrace/program.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct plain {
    nt_code code;
    bool pcs;
    bool types;
    bool messages;
    uint64_t offset; /* of the message */
    uint64_t pc;
    uint64_t reference;
    uint64_t reported;     /* half-words in ResourceFull since the last I-CNT */
    uint64_t walked;       /* and walked by history */
    uint64_t branch;       /* target of the last instruction, if it is a branch */
    uint64_t instructions; /* all */
} plain;

static void fail(const char *text) {
    fprintf(stderr, "plain_decoder: %s\n", text);
    exit(2);
}

static void print_type(uint64_t pc, const nt_insn *insn) {
    static const char *const names[NT_INSN_CLASSES] = {
        [NT_INSN_OTHER] = "L",          [NT_INSN_BRANCH] = "BD",
        [NT_INSN_DIRECT_CALL] = "CD",   [NT_INSN_DIRECT_JUMP] = "JD",
        [NT_INSN_INDIRECT_CALL] = "CI", [NT_INSN_DIRECT_JUMP_LINK] = "JD",
        [NT_INSN_INDIRECT_JUMP] = "JI", [NT_INSN_COROUTINE_SWAP] = "CI",
        [NT_INSN_RETURN] = "R",         [NT_INSN_INDIRECT_JUMP_LINK] = "JI",
        [NT_INSN_TRAP_RETURN] = "JI"};
    printf("0x%" PRIX64 ",%s%u", pc, names[insn->class_], insn->size);
    printf(nt_insn_is_direct(insn->class_) ? ",0x%" PRIX64 "\n" : "\n", insn->target);
}

/* One instruction; a branch goes as `taken` says. */
static nt_insn step(plain *p, bool taken) {
    nt_insn insn = p->code.at(p->code.context, p->pc);
    if (insn.size == 0) {
        fail("no code is known");
    }
    if (p->pcs) {
        printf("0x%" PRIx64 "\n", p->pc);
    } else if (p->types) {
        print_type(p->pc, &insn);
    }
    p->instructions++;
    p->walked += insn.size / 2;
    bool branch = insn.class_ == NT_INSN_BRANCH;
    p->branch = branch ? insn.target : 0;
    bool jumps = branch ? taken : nt_insn_is_direct(insn.class_);
    p->pc = jumps ? insn.target : p->pc + insn.size;
    return insn;
}

/* Up to the branch of each history bit. */
static void walk_history(plain *p, uint64_t hist) {
    unsigned bits = 63u - (unsigned)__builtin_clzll(hist | 1);
    while (bits > 0) {
        bool taken = (hist >> (bits - 1) & 1) != 0;
        bits -= step(p, taken).class_ == NT_INSN_BRANCH;
    }
}

static void walk(plain *p, uint64_t icnt, uint64_t hist) {
    uint64_t total = p->reported + icnt;
    walk_history(p, hist);
    while (p->walked < total) {
        (void)step(p, false);
    }
    p->reported = p->walked = 0;
}

static void walk_full(plain *p, const nt_message *message) {
    uint64_t rdata = message->value[NT_FIELD_RDATA];
    uint64_t rcode = message->value[NT_FIELD_RCODE];
    if (rcode == 0) {
        p->reported += rdata;
    }
    uint64_t times = rcode == 2 ? message->value[NT_FIELD_HREPEAT] : rcode;
    for (; times > 0; times--) {
        walk_history(p, rdata);
    }
}

static uint64_t field(const nt_message *message, nt_field field) {
    return nt_message_has(message, field) ? message->value[field] : 0;
}

static void take(plain *p, const nt_message *message) {
    if (message->tcode == NT_TCODE_RESOURCE_FULL) {
        walk_full(p, message);
        return;
    }
    if (p->pc != 0) {
        walk(p, field(message, NT_FIELD_ICNT), field(message, NT_FIELD_HIST));
    }
    if (nt_message_has(message, NT_FIELD_FADDR)) {
        p->pc = p->reference = message->value[NT_FIELD_FADDR] << 1;
    } else if (nt_message_has(message, NT_FIELD_UADDR)) {
        p->pc = p->reference ^= message->value[NT_FIELD_UADDR] << 1;
    } else if (message->tcode == NT_TCODE_DIRECT_BRANCH) {
        p->pc = p->branch;
    } else if (message->tcode == NT_TCODE_PROG_TRACE_CORRELATION) {
        p->pc = 0;
    }
}

static void print_message(const plain *p, const nt_message *message) {
    printf("%8" PRIu64 "  %u %s", p->offset, message->tcode,
           nt_message_layouts[message->tcode].name);
    for (unsigned i = NT_FIELD_TCODE + 1; i < NT_FIELDS; i++) {
        if (nt_message_has(message, (nt_field)i)) {
            printf(" %s=0x%" PRIx64, nt_fields[i].name, message->value[i]);
        }
    }
    printf("\n");
}

static void take_bytes(plain *p, nt_framer *framer, uint64_t at, const uint8_t *bytes,
                       size_t size) {
    const nt_message_format format = {0};
    for (size_t i = 0; i < size; i++) {
        nt_message message;
        nt_field last;
        if (nt_framer_byte(framer, bytes[i]) != NT_FRAME_END) {
            continue;
        }
        if (nt_message_decode(&message, &format, framer->bytes, nt_framer_kept(framer), &last) !=
            NT_MESSAGE_OK) {
            fail("a message that it does not know");
        }
        if (p->messages) {
            print_message(p, &message);
        } else {
            take(p, &message);
        }
        p->offset = at + i + 1;
    }
}

static void decode(plain *p, const char *path) {
    uint8_t bytes[1 << 12];
    size_t size;
    nt_framer framer = {0};
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        fail("cannot open the stream");
    }
    for (uint64_t at = 0; (size = fread(bytes, 1, sizeof bytes, file)) > 0; at += size) {
        take_bytes(p, &framer, at, bytes, size);
    }
    fclose(file);
}

static void decode_with_code(plain *p, const char *stream, const char *recording) {
    nt_error error = {0};
    nt_program *program = nt_program_new();
    nt_image_spec spec = {.path = recording};
    nt_view *view = program == NULL || nt_program_add(program, &spec, &error) != 0
                        ? NULL
                        : nt_view_new(program, 0, &error);
    if (view == NULL) {
        fail(error.text);
    }
    p->code = nt_view_code(view);
    decode(p, stream);
    nt_view_free(view);
    nt_program_free(program);
}

int main(int argc, char **argv) {
    if (argc < 3) {
        fail("usage: plain_decoder STREAM RECORDING [--pc|--types], or STREAM --messages");
    }
    plain p = {.pcs = argc > 3 && strcmp(argv[3], "--pc") == 0,
               .types = argc > 3 && strcmp(argv[3], "--types") == 0,
               .messages = strcmp(argv[2], "--messages") == 0};
    if (p.messages) {
        decode(&p, argv[1]);
        return 0;
    }
    decode_with_code(&p, argv[1], argv[2]);
    if (!p.pcs && !p.types) {
        printf("{\"instructions\": %" PRIu64 "}\n", p.instructions);
    }
    return 0;
}
