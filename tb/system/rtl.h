/* The Verilated nt_system_top as the system bench sees it. */
#ifndef NT_TB_SYSTEM_RTL_H
#define NT_TB_SYSTEM_RTL_H

#include "model/system.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct nt_system_rtl nt_system_rtl;

/* The parameters that it was built with, but for `config`: that is nt_system_rtl_config, by name.
 */
extern const nt_system_params nt_system_rtl_params;
extern const char nt_system_rtl_config[];

/* Registers start random by `seed`. NULL without memory. */
nt_system_rtl *nt_system_rtl_new(uint32_t seed);
void nt_system_rtl_free(nt_system_rtl *rtl);

/* One clock edge, into the cycle with these inputs, and what settles in it. */
void nt_system_rtl_step(nt_system_rtl *rtl, const nt_system_inputs *inputs,
                        nt_system_outputs *outputs);

#ifdef __cplusplus
}
#endif
#endif
