/* A stream of many harts split by SRC. Knows of messages only what it needs: MSEO ends them, SRC
   stands behind the 6 bits of TCODE (N-Trace 1.0, "Nexus Messages"). */
#ifndef NT_TB_SYSTEM_SPLIT_H
#define NT_TB_SYSTEM_SPLIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { NT_SPLIT_BYTES = 64 }; /* longer than any message */

typedef struct nt_splitter {
    uint8_t src_bits; /* width of SRC, 0 to 12 */
    uint8_t size;     /* bytes of the message that has begun */
    uint8_t byte[NT_SPLIT_BYTES];
} nt_splitter;

typedef enum nt_split_result {
    NT_SPLIT_MORE,    /* the message goes on */
    NT_SPLIT_IDLE,    /* no message's */
    NT_SPLIT_MESSAGE, /* byte[0] to byte[size - 1] is one, whole */
    NT_SPLIT_LONG,    /* longer than any message can be */
} nt_split_result;

nt_split_result nt_split_byte(nt_splitter *splitter, uint8_t byte);

/* SRC of the message. */
unsigned nt_split_source(const nt_splitter *splitter);

#endif
