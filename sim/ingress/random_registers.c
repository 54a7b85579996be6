/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/ingress/random_registers.h"

#include "model/control/encoder_registers.h"

enum { SPACE = 0x1000, TS_COUNTER_LOW = 0x48, TS_COUNTER_HIGH = 0x4c, ALL_STROBES = 0xf };

/* A register of one unit. */
typedef struct place {
    const nt_register *table;
    unsigned unit;
} place;

static bool holds(const place *at, unsigned field) {
    for (unsigned i = 0; i < at->table->field_count; i++) {
        const nt_register_field *f = &at->table->fields[i];
        if (f->source == NT_SOURCE_STORED &&
            nt_register_member(&nt_encoder_map, at->table, f, at->unit) ==
                nt_control_fields[field].offset) {
            return true;
        }
    }
    return false;
}

/* False: no register of the encoder has the field. */
static bool find_register(unsigned field, place *at) {
    for (unsigned r = 0; r < nt_encoder_map.count; r++) {
        *at = (place){.table = &nt_encoder_map.registers[r]};
        unsigned units = nt_register_units(&nt_encoder_map, at->table)->count;
        for (; at->unit < units; at->unit++) {
            if (holds(at, field)) {
                return true;
            }
        }
    }
    return false;
}

static void push(nt_apb_queue *queue, nt_apb_transfer transfer) {
    if (queue->count < NT_APB_QUEUE) {
        queue->transfer[(queue->first + queue->count++) % NT_APB_QUEUE] = transfer;
    }
}

void nt_apb_queue_writes(nt_apb_queue *queue, const nt_control *control, nt_cycle *cycle) {
    unsigned kept = 0;
    unsigned before = queue->count;
    for (unsigned i = 0; i < cycle->writes; i++) {
        place at;
        if (!find_register(cycle->write[i].field, &at)) {
            cycle->write[kept++] = cycle->write[i];
            continue;
        }
        nt_apb_transfer transfer = {
            .offset = (uint16_t)nt_register_address(&nt_encoder_map, at.table, at.unit),
            .write = true,
            .strobes = ALL_STROBES,
            .data = (uint32_t)nt_register_word(&nt_encoder_map, control, at.table, at.unit)};
        const nt_apb_transfer *last =
            &queue->transfer[(queue->first + queue->count - 1) % NT_APB_QUEUE];
        if (queue->count == before || last->offset != transfer.offset) {
            push(queue, transfer);
        }
    }
    cycle->writes = (uint8_t)kept;
}

void nt_apb_queue_harmless(nt_apb_queue *queue, nt_random *random) {
    uint32_t draw = nt_random_below(random, 16);
    nt_apb_transfer transfer = {.offset = (uint16_t)nt_random_below(random, SPACE)};
    if (draw != 0) { /* else misaligned too, three times of four */
        transfer.offset &= (uint16_t)~3u;
    }
    if (draw >= 4) {
        const nt_register *table =
            &nt_encoder_map.registers[nt_random_below(random, nt_encoder_map.count)];
        unsigned unit = nt_random_below(random, nt_register_units(&nt_encoder_map, table)->count);
        transfer.offset = (uint16_t)nt_register_address(&nt_encoder_map, table, unit);
    }
    transfer.write = draw % 4 == 3;
    transfer.data = transfer.write ? (uint32_t)nt_random_next(random) : 0;
    push(queue, transfer);
}

/* The completer takes its time where the counter is read. */
static unsigned cycles_of(const nt_apb_transfer *transfer, const nt_config *config) {
    bool counter = transfer->offset == TS_COUNTER_LOW || transfer->offset == TS_COUNTER_HIGH;
    return counter && !transfer->write && config->tstamp_w != 0 ? 3 : 2;
}

void nt_apb_queue_resume(nt_apb_queue *queue, const nt_config *config, const nt_apb *apb,
                         unsigned cycles) {
    const nt_apb_transfer transfer = {.offset = (uint16_t)apb->PADDR,
                                      .write = apb->PWRITE,
                                      .strobes = (uint8_t)apb->PSTRB,
                                      .data = apb->PWDATA};
    if (cycles < cycles_of(&transfer, config)) {
        push(queue, transfer);
        queue->cycle = cycles;
    }
}

void nt_apb_queue_step(nt_apb_queue *queue, const nt_config *config, nt_apb *apb) {
    *apb = (nt_apb){0};
    if (queue->count == 0) {
        return;
    }
    const nt_apb_transfer *t = &queue->transfer[queue->first % NT_APB_QUEUE];
    *apb = (nt_apb){.PSEL = true,
                    .PENABLE = queue->cycle > 0,
                    .PWRITE = t->write,
                    .PADDR = t->offset,
                    .PSTRB = t->strobes,
                    .PWDATA = t->data};
    if (++queue->cycle == cycles_of(t, config)) {
        queue->cycle = 0;
        queue->first++;
        queue->count--;
    }
}
