/* SPDX-License-Identifier: Apache-2.0 */
/* Parts: the fields of a message in the order of transmission, cut where a byte boundary is. */
#ifndef NT_MODEL_TRANSPORT_PARTS_H
#define NT_MODEL_TRANSPORT_PARTS_H

#include "model/config.h"
#include "model/encoder/descriptor.h"

#include <stdbool.h>

/* TCODE fills a byte; each part behind it ends at a byte boundary. */
enum nt_part {
    NT_PART_TCODE = 0,
    NT_PART_COUNT = 1,  /* SRC, the fixed-length fields, I-CNT or what stands in its place */
    NT_PART_ADDR = 2,   /* F-ADDR, U-ADDR or HREPEAT */
    NT_PART_HIST = 3,   /* HIST */
    NT_PART_TSTAMP = 4, /* TSTAMP */
};

/* Control fields that say how messages become bytes, steady while there are messages. */
typedef struct nt_format_settings {
    uint8_t src_bits;    /* width of SRC, 0 to SRC_W */
    uint16_t src_id;     /* SRC; bits above its width are not sent */
    bool ts_enable;      /* trTsEnable */
    bool extend_msb;     /* trTeInstExtendAddrMSB; nothing without the parameter OPTIONS */
    bool trim_ownership; /* ntTrimOwnership */
} nt_format_settings;

/* What a part holds. Its bytes of zeros at the end are not sent, but all fixed-length fields and
   one bit behind them are. */
typedef struct nt_part_value {
    uint64_t value;
    uint8_t fixed; /* bytes that fixed-length fields fill */
    bool extend;   /* the last bit sent stands for those above it */
    bool inverted; /* each bit sent is the inverse of that in value */
} nt_part_value;

/* Two messages in one descriptor (Ownership FORMAT 3 and 2; ResourceFull with NT_ICNT_FIRST): this
   tells that one more follows; `second` is the second one. */
bool nt_parts_another(const nt_config *config, const nt_descriptor *d, bool second);

/* The part that follows `part` in this message; NT_PART_TCODE: none, the message ends. */
uint8_t nt_parts_after(const nt_config *config, const nt_format_settings *settings,
                       const nt_descriptor *d, bool second, uint8_t part);

nt_part_value nt_parts_value(const nt_config *config, const nt_format_settings *settings,
                             const nt_descriptor *d, bool second, uint8_t part);

#endif
