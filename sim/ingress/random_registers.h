/* SPDX-License-Identifier: Apache-2.0 */
/* Accesses control fields by the encoder's registers: the words that hold them, and APB
   transfers that write and read them. */
#ifndef NT_INGRESS_RANDOM_REGISTERS_H
#define NT_INGRESS_RANDOM_REGISTERS_H

#include "sim/ingress/ingress_file.h"
#include "sim/util/random.h"

enum { NT_APB_QUEUE = 64 };

typedef struct nt_apb_transfer {
    uint16_t offset;
    bool write;
    uint8_t strobes;
    uint32_t data;
} nt_apb_transfer;

/* Holds transfers that wait for the bus, which takes two cycles for each (three to read the
   timestamp counter, where there is one). */
typedef struct nt_apb_queue {
    nt_apb_transfer transfer[NT_APB_QUEUE]; /* a ring */
    unsigned first, count;
    unsigned cycle; /* of the first transfer: 0 setup, then access */
} nt_apb_queue;

/* Moves the writes of a cycle into the queue, except those to the PIB, which has registers of
   its own. `control` has the values of the other fields of the same registers. The queue must
   have room for NT_MAX_WRITES. */
void nt_apb_queue_writes(nt_apb_queue *queue, const nt_control *control, nt_cycle *cycle);

/* Adds a read, or a write without strobes or to a place without a field. */
void nt_apb_queue_harmless(nt_apb_queue *queue, nt_random *random);

/* Goes on with the transfer that `apb` shows, which has taken `cycles` so far; the queue is empty.
 */
void nt_apb_queue_resume(nt_apb_queue *queue, const nt_config *config, const nt_apb *apb,
                         unsigned cycles);

/* Sets the bus's signals in the next cycle. */
void nt_apb_queue_step(nt_apb_queue *queue, const nt_config *config, nt_apb *apb);

#endif
