/* SPDX-License-Identifier: Apache-2.0 */
#include "tb/system/queue.h"

#include <stdlib.h>

enum { FIRST_CAPACITY = 1 << 12 };

static bool grow(nt_queue *queue) {
    size_t capacity = queue->capacity == 0 ? FIRST_CAPACITY : 2 * queue->capacity;
    uint8_t *byte = malloc(capacity);
    if (byte == NULL) {
        return false;
    }
    for (uint64_t i = queue->first; i != queue->next; i++) {
        byte[i & (capacity - 1)] = queue->byte[i & (queue->capacity - 1)];
    }
    free(queue->byte);
    queue->byte = byte;
    queue->capacity = capacity;
    return true;
}

bool nt_queue_push(nt_queue *queue, uint8_t byte) {
    if (nt_queue_size(queue) == queue->capacity && !grow(queue)) {
        return false;
    }
    queue->byte[queue->next++ & (queue->capacity - 1)] = byte;
    return true;
}

void nt_queue_release(nt_queue *queue) {
    free(queue->byte);
    *queue = (nt_queue){0};
}
