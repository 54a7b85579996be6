/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/vectors/encoder_columns.h"

#include "model/control/control.h"
#include "sim/ingress/pins.h"
#include "sim/vectors/encoder.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CYCLE_PIN, BLOCK_PIN, FIELD, MOST_FIELDS = 4096 };

typedef struct encoder_columns {
    nt_source source;
    bool open;
    nt_cycle cycle;
    nt_control control; /* in the cycle at hand */
} encoder_columns;

static void add_pins(nt_columns *columns, const nt_ingress_port *port) {
    for (unsigned i = 0; i < nt_cycle_pin_count; i++) {
        const nt_pin *pin = &nt_cycle_pins[i];
        nt_columns_add(columns, pin->name,
                       (nt_column){.width = (uint8_t)nt_pin_width(pin, port),
                                   .kind = CYCLE_PIN,
                                   .index = (uint16_t)i});
    }
    for (unsigned b = 0; b < port->nblocks; b++) {
        for (unsigned i = 0; i < nt_block_pin_count; i++) {
            const nt_pin *pin = &nt_block_pins[i];
            char name[NT_COLUMN_NAME];
            (void)snprintf(name, sizeof name, "%s_%u", pin->name, b);
            nt_columns_add(columns, name,
                           (nt_column){.width = (uint8_t)nt_pin_width(pin, port),
                                       .kind = BLOCK_PIN,
                                       .block = (uint8_t)b,
                                       .index = (uint16_t)i});
        }
    }
}

/* Which fields the vector writes. */
static int find_written(bool written[MOST_FIELDS], const nt_vector *vector, nt_error *error) {
    nt_source source;
    nt_cycle cycle;
    int more;
    if (nt_vector_encoder_open(vector, &source, error) != 0) {
        return -1;
    }
    while ((more = source.next(source.self, false, &cycle, error)) == 1) {
        for (unsigned i = 0; i < cycle.writes; i++) {
            written[cycle.write[i].field % MOST_FIELDS] = true;
        }
    }
    source.close(source.self);
    return more;
}

static int next(void *self, nt_error *error) {
    encoder_columns *c = self;
    int more = c->source.next(c->source.self, false, &c->cycle, error);
    for (unsigned i = 0; more == 1 && i < c->cycle.writes; i++) {
        nt_control_set(&c->control, c->cycle.write[i].field, c->cycle.write[i].value);
    }
    return more;
}

static uint64_t value(const void *self, const nt_column *column) {
    const encoder_columns *c = self;
    switch (column->kind) {
    case CYCLE_PIN:
        return nt_pin_get(&nt_cycle_pins[column->index], &c->cycle);
    case BLOCK_PIN:
        return nt_pin_get(&nt_block_pins[column->index], &c->cycle.ingress.block[column->block]);
    default:
        return nt_control_get(&c->control, column->index);
    }
}

static void close_columns(void *self) {
    encoder_columns *c = self;
    if (c->open) {
        c->source.close(c->source.self);
    }
    free(c);
}

int nt_encoder_columns(nt_columns *columns, const nt_vector *vector, nt_error *error) {
    bool written[MOST_FIELDS] = {false};
    nt_ingress_port port = nt_ingress_port_of(&vector->config);
    encoder_columns *c = calloc(1, sizeof *c);
    if (c == NULL) {
        return nt_fail(error, "out of memory");
    }
    c->control = nt_control_reset();
    columns->self = c;
    columns->next = next;
    columns->value = value;
    columns->close = close_columns;
    if (find_written(written, vector, error) != 0) {
        return -1;
    }
    add_pins(columns, &port);
    for (unsigned i = 0; i < nt_control_field_count; i++) {
        const nt_control_field *field = &nt_control_fields[i];
        if (field->offset < offsetof(nt_control, filter) || written[i % MOST_FIELDS]) {
            nt_columns_add(columns, field->name,
                           (nt_column){.width = field->width, .kind = FIELD, .index = (uint16_t)i});
        }
    }
    c->open = nt_vector_encoder_open(vector, &c->source, error) == 0;
    return c->open ? 0 : -1;
}
