/* The golden model of nt_system in the place of the RTL: the system bench then compares it with
   itself, and only receivers, driver, witnesses and rules judge it. */
#include "tb/system/rtl.h"

#include <stdlib.h>
#include <string.h>

#ifndef NT_CONFIG
#define NT_CONFIG "tiny" /* the build of its encoders */
#endif
#ifndef NT_SYSTEM
#define NT_SYSTEM .harts = 2, .stream_bytes = 4 /* what else is not as below */
#endif

struct nt_system_rtl {
    nt_system system;
    uint32_t *memory;
    nt_ingress ingress[NT_SYSTEM_HARTS]; /* those of `in` */
    nt_system_inputs in;                 /* of the cycle that settled */
    nt_system_wires wires;
    bool begun; /* a cycle has settled */
};

const nt_system_params nt_system_rtl_params = {NT_SYSTEM, .pib = true, .local_words = 4096,
                                               .sram_words = 4096, .smem = true};
const char nt_system_rtl_config[] = NT_CONFIG;

static const nt_config *config_of_bench(void) {
    const nt_config *config = nt_configs;
    while (strcmp(config->name, nt_system_rtl_config) != 0) {
        config++;
    }
    return config;
}

nt_system_rtl *nt_system_rtl_new(uint32_t seed) {
    (void)seed;
    nt_system_params params = nt_system_rtl_params;
    params.config = config_of_bench();
    nt_system_rtl *rtl = calloc(1, sizeof *rtl);
    uint32_t *memory = calloc(nt_system_memory(&params) + 1, sizeof *memory);
    if (rtl == NULL || memory == NULL) {
        free(rtl);
        free(memory);
        return NULL;
    }
    rtl->memory = memory;
    nt_system_init(&rtl->system, &params, memory);
    return rtl;
}

void nt_system_rtl_free(nt_system_rtl *rtl) {
    if (rtl != NULL) {
        free(rtl->memory);
        free(rtl);
    }
}

void nt_system_rtl_step(nt_system_rtl *rtl, const nt_system_inputs *inputs,
                        nt_system_outputs *outputs) {
    if (rtl->begun) {
        nt_system_step(&rtl->system, &rtl->in, &rtl->wires);
    }
    rtl->begun = true;
    rtl->in = *inputs;
    for (unsigned i = 0; i < rtl->system.params.harts; i++) {
        rtl->ingress[i] = *inputs->ingress[i];
        rtl->in.ingress[i] = &rtl->ingress[i];
    }
    nt_system_out(&rtl->system, &rtl->in, &rtl->wires);
    *outputs = rtl->wires.out;
}
