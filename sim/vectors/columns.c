#include "sim/vectors/columns.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

enum { CYCLE_PIN, BLOCK_PIN, FIELD, MOST_FIELDS = 4096 };

static void add(nt_columns *columns, const char *name, nt_column column) {
    if (columns->count < NT_MOST_COLUMNS) {
        (void)snprintf(column.name, sizeof column.name, "%s", name);
        columns->column[columns->count++] = column;
    }
}

static void add_pins(nt_columns *columns, const nt_ingress_port *port) {
    for (unsigned i = 0; i < nt_cycle_pin_count; i++) {
        const nt_pin *pin = &nt_cycle_pins[i];
        add(columns, pin->name,
            (nt_column){.width = (uint8_t)nt_pin_width(pin, port),
                        .kind = CYCLE_PIN,
                        .index = (uint16_t)i});
    }
    for (unsigned b = 0; b < port->nblocks; b++) {
        for (unsigned i = 0; i < nt_block_pin_count; i++) {
            const nt_pin *pin = &nt_block_pins[i];
            char name[NT_COLUMN_NAME];
            (void)snprintf(name, sizeof name, "%s_%u", pin->name, b);
            add(columns, name,
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
    if (nt_vector_open(vector, &source, error) != 0) {
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

int nt_columns_init(nt_columns *columns, const nt_vector *vector, nt_error *error) {
    bool written[MOST_FIELDS] = {false};
    nt_ingress_port port = nt_ingress_port_of(&vector->config);
    memset(columns, 0, sizeof *columns);
    columns->control = nt_control_reset();
    if (find_written(written, vector, error) != 0) {
        return -1;
    }
    add_pins(columns, &port);
    for (unsigned i = 0; i < nt_control_field_count; i++) {
        const nt_control_field *field = &nt_control_fields[i];
        if (field->offset < offsetof(nt_control, filter) || written[i % MOST_FIELDS]) {
            add(columns, field->name,
                (nt_column){.width = field->width, .kind = FIELD, .index = (uint16_t)i});
        }
    }
    return columns->count < NT_MOST_COLUMNS ? 0
                                            : nt_fail(error, "%s: too many columns", vector->id);
}

void nt_columns_take(nt_columns *columns, const nt_cycle *cycle) {
    for (unsigned i = 0; i < cycle->writes; i++) {
        nt_control_set(&columns->control, cycle->write[i].field, cycle->write[i].value);
    }
}

uint64_t nt_columns_value(const nt_columns *columns, size_t index, const nt_cycle *cycle) {
    const nt_column *column = &columns->column[index];
    switch (column->kind) {
    case CYCLE_PIN:
        return nt_pin_get(&nt_cycle_pins[column->index], cycle);
    case BLOCK_PIN:
        return nt_pin_get(&nt_block_pins[column->index], &cycle->ingress.block[column->block]);
    default:
        return nt_control_get(&columns->control, column->index);
    }
}
