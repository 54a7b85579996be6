/* The parameters of a build: what rtl/ has as Verilog parameters, chosen here at run time. */
#ifndef NT_MODEL_CONFIG_H
#define NT_MODEL_CONFIG_H

#include <stdint.h>

typedef struct nt_config {
    const char *name;   /* name of the build, the stem of its file in rtl/config */
    uint8_t xlen;       /* width of addresses in bits, 32 or 64 */
    uint8_t nblocks;    /* ingress blocks a cycle, 1 to 4 */
    uint8_t itype_w;    /* width of itype in bits, 3 or 4 */
    uint8_t iretire_w;  /* width of iretire in bits, 2 to 8 */
    uint8_t icnt_w;     /* width of I-CNT with its overflow bit, iretire_w + 1, and 5, to 22 */
    uint8_t hist_w;     /* width of HIST with its stop bit, 5 to 32 */
    uint8_t fifo_depth; /* messages the FIFO holds, a power of two, 8 * nblocks to 128 */
} nt_config;

/* All builds, made from rtl/config/NAME.cfg; the last has no name. */
extern const nt_config nt_configs[];

#endif
