/* SPDX-License-Identifier: Apache-2.0 */
#include "libntrace/flow/memo.h"

#include "libntrace/util/words.h"

static inline void recall(const nt_memo_fields *fields, nt_message *message) {
    const uint64_t *value = fields->value;
    message->tcode = fields->tcode;
    message->present = fields->present;
    message->tolerated = 0;
    message->value[NT_FIELD_TCODE] = fields->tcode;
    for (uint32_t left = fields->present & ~(UINT32_C(1) << NT_FIELD_TCODE); left != 0;
         left &= left - 1) {
        message->value[__builtin_ctz(left)] = *value++;
    }
}

static void keep(nt_memo_fields *fields, const nt_message *message, const uint64_t bytes[2],
                 size_t size) {
    uint32_t left = message->present & ~(UINT32_C(1) << NT_FIELD_TCODE);
    if (message->tolerated != 0 || __builtin_popcount(left) > NT_MEMO_VALUES) {
        return;
    }
    *fields = (nt_memo_fields){.bytes = {bytes[0], bytes[1]},
                               .present = message->present,
                               .size = (uint8_t)size,
                               .tcode = message->tcode};
    for (uint64_t *value = fields->value; left != 0; left &= left - 1) {
        *value++ = message->value[__builtin_ctz(left)];
    }
}

/* The fields that lie where those of the bytes would, and the bytes as words. */
static inline nt_memo_fields *slot_at(nt_memo *memo, const uint8_t *bytes, size_t size,
                                      uint64_t word[2]) {
    nt_two_words(bytes, size, word);
    return &memo->fields[nt_words_slot(word[0], word[1], NT_MEMO_BITS)];
}

static inline bool is_of(const nt_memo_fields *fields, const uint64_t word[2], size_t size) {
    return fields->bytes[0] == word[0] && fields->bytes[1] == word[1] && fields->size == size &&
           fields->present != 0;
}

const nt_memo_fields *nt_memo_find(nt_memo *memo, const uint8_t *bytes, size_t size) {
    uint64_t word[2];
    if (size > NT_MEMO_BYTES) {
        return NULL;
    }
    const nt_memo_fields *fields = slot_at(memo, bytes, size, word);
    return is_of(fields, word, size) ? fields : NULL;
}

nt_message_status nt_memo_decode(nt_memo *memo, nt_message *message,
                                 const nt_message_format *format, const uint8_t *bytes,
                                 size_t size) {
    nt_field field;
    if (size > NT_MEMO_BYTES) {
        return nt_message_decode(message, format, bytes, size, &field);
    }
    uint64_t word[2];
    nt_memo_fields *fields = slot_at(memo, bytes, size, word);
    if (is_of(fields, word, size)) {
        recall(fields, message);
        return NT_MESSAGE_OK;
    }
    nt_message_status status = nt_message_decode(message, format, bytes, size, &field);
    if (status == NT_MESSAGE_OK) {
        keep(fields, message, word, size);
    }
    return status;
}
