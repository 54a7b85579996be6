/* SPDX-License-Identifier: Apache-2.0 */
/* The hex form: one line of fixed columns a cycle, each a hex number, for $fscanf. A build's lines
   are all of one length; docs/ingress.md lists the columns. */
#include "model/control/control.h"
#include "sim/ingress/ingress_formats.h"

#include <inttypes.h>
#include <stddef.h>
#include <stdlib.h>

enum { MAX_LINE = 4096 };

static int begin(nt_ingress_writer *w, nt_error *error) {
    nt_control *control = w->state = malloc(sizeof *control);
    if (control == NULL) {
        return nt_fail(error, "%s: out of memory", w->path);
    }
    *control = nt_control_reset();
    return 0;
}

/* A pin that the port does not have is a 0. */
static size_t add(char *line, size_t size, uint64_t value, unsigned width) {
    int digits = width == 0 ? 1 : (int)(width + 3) / 4;
    return size + (size_t)snprintf(line + size, MAX_LINE - size,
                                   size == 0 ? "%0*" PRIx64 : " %0*" PRIx64, digits, value);
}

/* The fields that a testbench without filters and comparators needs; they come first. */
static bool is_column(unsigned field) {
    return nt_control_fields[field].offset < offsetof(nt_control, filter);
}

static int cycle(nt_ingress_writer *w, const nt_cycle *cycle, nt_error *error) {
    nt_control *control = w->state;
    char line[MAX_LINE];
    size_t size = 0;
    for (unsigned i = 0; i < cycle->writes; i++) {
        nt_control_set(control, cycle->write[i].field, cycle->write[i].value);
    }
    for (unsigned i = 0; i < nt_cycle_pin_count; i++) {
        const nt_pin *pin = &nt_cycle_pins[i];
        size = add(line, size, nt_pin_get(pin, cycle), nt_pin_width(pin, &w->port));
    }
    for (unsigned b = 0; b < w->port.nblocks; b++) {
        for (unsigned i = 0; i < nt_block_pin_count; i++) {
            const nt_pin *pin = &nt_block_pins[i];
            size = add(line, size, nt_pin_get(pin, &cycle->ingress.block[b]),
                       nt_pin_width(pin, &w->port));
        }
    }
    for (unsigned i = 0; i < nt_control_field_count && is_column(i); i++) {
        size = add(line, size, nt_control_get(control, i), nt_control_fields[i].width);
    }
    line[size++] = '\n';
    return nt_output_file_write(w->file, line, size, error);
}

/* They come late: the last of them had the writer's time. */
static int idle(nt_ingress_writer *w, uint64_t cycles, nt_error *error) {
    nt_cycle none = nt_idle_cycle();
    while (cycles-- > 0) {
        none.ingress.time = w->time - cycles * w->ticks;
        if (cycle(w, &none, error) != 0) {
            return -1;
        }
    }
    return 0;
}

/* No end mark: the file appears whole or not at all, and a testbench reads it to its end. */
static int end(nt_ingress_writer *w, nt_error *error) {
    (void)w;
    (void)error;
    return 0;
}

static void release(nt_ingress_writer *w) {
    free(w->state);
}

const nt_writer_form nt_hex_writer = {begin, cycle, idle, end, release};
