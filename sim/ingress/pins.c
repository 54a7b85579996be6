/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/ingress/pins.h"

#include "model/control/control.h"

#include <string.h>

#define CYCLE(field, bits, in_hex)                                                                 \
    { #field, offsetof(nt_cycle, field), sizeof((nt_cycle *)NULL)->field, bits, in_hex }
#define INGRESS(field, bits, in_hex)                                                               \
    {                                                                                              \
#field, offsetof(nt_cycle, ingress.field), sizeof((nt_cycle *)NULL)->ingress.field, bits,  \
            in_hex                                                                                 \
    }
#define APB(name, field, bits, in_hex)                                                             \
    { name, offsetof(nt_cycle, apb.field), sizeof((nt_cycle *)NULL)->apb.field, bits, in_hex }
#define BLOCK(field, bits, in_hex)                                                                 \
    { #field, offsetof(nt_block, field), sizeof((nt_block *)NULL)->field, bits, in_hex }

enum { PRIV_W = 3, CTYPE_W = 2, ILASTSIZE_W = 2, PSTRB_W = 4, PADDR_W = 12 };

const nt_pin nt_cycle_pins[] = {
    CYCLE(rst, 1, false),
    CYCLE(sink_ready, 1, false),
    INGRESS(halted, 1, false),
    INGRESS(reset, 1, false),
    INGRESS(lowpower, 1, false),
    INGRESS(priv, PRIV_W, false),
    INGRESS(cause, 16, false),
    INGRESS(tval, NT_WIDTH_XLEN, true),
    INGRESS(context, NT_WIDTH_CONTEXT, true),
    INGRESS(ctype, CTYPE_W, false),
    INGRESS(time, 64, true),
    INGRESS(impdef, 32, true),
    INGRESS(trigger, NT_WIDTH_TRIGGER, true),
    INGRESS(ext_trigger, NT_WIDTH_EXTERNAL, true),
    APB("psel", PSEL, 1, false),
    APB("penable", PENABLE, 1, false),
    APB("pwrite", PWRITE, 1, false),
    APB("paddr", PADDR, PADDR_W, true),
    APB("pwdata", PWDATA, 32, true),
    APB("pstrb", PSTRB, PSTRB_W, true),
};
const unsigned nt_cycle_pin_count = sizeof nt_cycle_pins / sizeof nt_cycle_pins[0];

const nt_pin nt_block_pins[] = {
    BLOCK(iaddr, NT_WIDTH_XLEN, true),
    BLOCK(iretire, NT_WIDTH_IRETIRE, false),
    BLOCK(itype, NT_WIDTH_ITYPE, false),
    BLOCK(ilastsize, ILASTSIZE_W, false),
    BLOCK(sijump, 1, false),
};
const unsigned nt_block_pin_count = sizeof nt_block_pins / sizeof nt_block_pins[0];

static unsigned trigger_width(const nt_ingress_port *port) {
    return 2u + port->nblocks;
}

unsigned nt_pin_width(const nt_pin *pin, const nt_ingress_port *port) {
    switch (pin->width) {
    case NT_WIDTH_XLEN:
        return port->xlen;
    case NT_WIDTH_ITYPE:
        return port->itype_w;
    case NT_WIDTH_IRETIRE:
        return port->iretire_w;
    case NT_WIDTH_TRIGGER:
        return trigger_width(port);
    case NT_WIDTH_CONTEXT:
        return port->context_w;
    case NT_WIDTH_EXTERNAL:
        return port->ntriggers;
    default:
        return pin->width;
    }
}

uint64_t nt_pin_most(const nt_pin *pin, const nt_ingress_port *port) {
    unsigned width = nt_pin_width(pin, port);
    return width == 0 ? 0 : UINT64_MAX >> (64 - width);
}

/* The hosts are little-endian, as the command's other formats are. */
uint64_t nt_pin_get(const nt_pin *pin, const void *record) {
    uint64_t value = 0;
    memcpy(&value, (const char *)record + pin->offset, pin->size);
    return value;
}

void nt_pin_set(const nt_pin *pin, void *record, uint64_t value) {
    memcpy((char *)record + pin->offset, &value, pin->size);
}

nt_ingress_port nt_ingress_port_of(const nt_config *config) {
    nt_ingress_port port = {.xlen = config->xlen,
                            .nblocks = config->nblocks,
                            .itype_w = config->itype_w,
                            .iretire_w = config->iretire_w,
                            .context_w = (uint8_t)(config->scontext_w + config->hcontext_w),
                            .ntriggers = config->ntriggers};
    if (config->name != NULL && strlen(config->name) < sizeof port.build) {
        strcpy(port.build, config->name);
    }
    return port;
}

int nt_ingress_port_check(const nt_ingress_port *port, nt_error *error) {
    if (port->xlen != 32 && port->xlen != 64) {
        return nt_fail(error, "xlen=%u is neither 32 nor 64", port->xlen);
    }
    if (port->nblocks < 1 || port->nblocks > NT_MAX_BLOCKS) {
        return nt_fail(error, "nblocks=%u is not 1 to %d", port->nblocks, NT_MAX_BLOCKS);
    }
    if (port->itype_w != 3 && port->itype_w != 4) {
        return nt_fail(error, "itype_w=%u is neither 3 nor 4", port->itype_w);
    }
    if (port->iretire_w < 1 || port->iretire_w > 8) {
        return nt_fail(error, "iretire_w=%u is not 1 to 8", port->iretire_w);
    }
    if (port->context_w > 64) {
        return nt_fail(error, "context_w=%u is not 0 to 64", port->context_w);
    }
    if (port->ntriggers > 8) {
        return nt_fail(error, "ntriggers=%u is not 0 to 8", port->ntriggers);
    }
    return 0;
}

static bool block_is_zero(const nt_block *block) {
    return block->iaddr == 0 && block->iretire == 0 && block->itype == 0 && block->ilastsize == 0 &&
           !block->sijump;
}

static const char *block_misfit(const nt_block *block, const nt_ingress_port *port) {
    for (unsigned i = 0; i < nt_block_pin_count; i++) {
        if (nt_pin_get(&nt_block_pins[i], block) > nt_pin_most(&nt_block_pins[i], port)) {
            return nt_block_pins[i].name;
        }
    }
    return NULL;
}

/* True for the usual cycle that fits; the tables, which are slower, know all and name the field. */
static bool fits_at_once(const nt_cycle *cycle, const nt_ingress_port *port) {
    const nt_ingress *in = &cycle->ingress;
    uint64_t beyond = port->xlen == 64 ? 0 : ~(uint64_t)UINT32_MAX;
    uint64_t excess = in->tval & beyond;
    excess |= port->context_w < 64 ? in->context >> port->context_w : 0;
    excess |= (unsigned)(in->ext_trigger >> port->ntriggers) |
              (unsigned)(cycle->apb.PSTRB >> PSTRB_W) | (unsigned)(cycle->apb.PADDR >> PADDR_W);
    excess |= (unsigned)(in->priv >> PRIV_W) | (unsigned)(in->ctype >> CTYPE_W) |
              (unsigned)(in->trigger >> trigger_width(port)) | cycle->writes;
    for (unsigned b = 0; b < NT_MAX_BLOCKS; b++) {
        const nt_block *block = &in->block[b];
        if (b < port->nblocks) {
            excess |= block->iaddr & beyond;
            excess |= (unsigned)(block->iretire >> port->iretire_w) |
                      (unsigned)(block->itype >> port->itype_w) |
                      (unsigned)(block->ilastsize >> ILASTSIZE_W);
        } else {
            excess |= !block_is_zero(block);
        }
    }
    return excess == 0;
}

const char *nt_cycle_misfit(const nt_cycle *cycle, const nt_ingress_port *port) {
    if (fits_at_once(cycle, port)) {
        return NULL;
    }
    for (unsigned i = 0; i < nt_cycle_pin_count; i++) {
        if (nt_pin_get(&nt_cycle_pins[i], cycle) > nt_pin_most(&nt_cycle_pins[i], port)) {
            return nt_cycle_pins[i].name;
        }
    }
    for (unsigned b = 0; b < NT_MAX_BLOCKS; b++) {
        const nt_block *block = &cycle->ingress.block[b];
        const char *misfit = block_misfit(block, port);
        if (misfit != NULL) {
            return misfit;
        }
        if (b >= port->nblocks && !block_is_zero(block)) {
            return "nblocks";
        }
    }
    if (cycle->writes > NT_MAX_WRITES) {
        return "writes";
    }
    for (unsigned i = 0; i < cycle->writes; i++) {
        const nt_control_write *write = &cycle->write[i];
        if (write->field >= nt_control_field_count) {
            return "writes";
        }
        if (!nt_control_fields[write->field].is_legal(write->value)) {
            return nt_control_fields[write->field].name;
        }
    }
    return NULL;
}

bool nt_apb_is_used(const nt_apb *apb) {
    return apb->PSEL || apb->PENABLE || apb->PWRITE || apb->PSTRB != 0 || apb->PADDR != 0 ||
           apb->PWDATA != 0;
}

bool nt_cycle_is_idle(const nt_cycle *cycle) {
    const nt_ingress *in = &cycle->ingress;
    for (unsigned b = 0; b < NT_MAX_BLOCKS; b++) {
        if (!block_is_zero(&in->block[b])) {
            return false;
        }
    }
    return cycle->writes == 0 && !cycle->rst && cycle->sink_ready && !in->halted && !in->reset &&
           !in->lowpower && in->priv == 0 && in->cause == 0 && in->tval == 0 && in->context == 0 &&
           in->ctype == 0 && in->impdef == 0 && in->trigger == 0 && in->ext_trigger == 0 &&
           !nt_apb_is_used(&cycle->apb);
}
