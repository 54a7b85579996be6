/* SPDX-License-Identifier: Apache-2.0 */
/* A queue of bytes that grows. */
#ifndef NT_TB_SYSTEM_QUEUE_H
#define NT_TB_SYSTEM_QUEUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct nt_queue {
    uint8_t *byte;
    size_t capacity; /* a power of two, or 0 */
    uint64_t first;  /* bytes that have left */
    uint64_t next;   /* bytes that have come */
} nt_queue;

/* False without memory. */
bool nt_queue_push(nt_queue *queue, uint8_t byte);

static inline uint64_t nt_queue_size(const nt_queue *queue) {
    return queue->next - queue->first;
}

/* The oldest byte; there must be one. */
static inline uint8_t nt_queue_pop(nt_queue *queue) {
    return queue->byte[queue->first++ & (queue->capacity - 1)];
}

void nt_queue_release(nt_queue *queue);

#endif
