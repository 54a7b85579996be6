/* SPDX-License-Identifier: Apache-2.0 */
/* Memory that is used page by page grows for as long as a program runs other code. Where that is
   bounded anyway, it is taken at once: then a run needs as much after a minute as after a day. */
#ifndef NT_UTIL_RESIDENT_H
#define NT_UTIL_RESIDENT_H

#include <stddef.h>
#include <stdint.h>

/* Makes the system provide each page of the memory, and changes none of it. */
static inline void nt_make_resident(void *memory, size_t size) {
    enum { PAGE = 4096 }; /* the least there are */
    volatile uint8_t *byte = memory;
    for (size_t at = 0; at < size; at += PAGE) {
        const uint8_t held = byte[at];
        byte[at] = held;
    }
}

#endif
