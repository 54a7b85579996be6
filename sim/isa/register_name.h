/* SPDX-License-Identifier: Apache-2.0 */
/* Integer and floating-point registers by their names: the psABI's, x10 and f10. */
#ifndef NT_ISA_REGISTER_NAME_H
#define NT_ISA_REGISTER_NAME_H

#include <stdint.h>

enum { NT_REGISTERS = 32 };

/* Returns the integer register of a name, x10 or a0; NT_REGISTERS: it is another one. */
uint16_t nt_register_of(const char *name);

/* Returns the floating-point register of a name, f10 or fa0; NT_REGISTERS: it is another one. */
uint16_t nt_float_register_of(const char *name);

#endif
