/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/recording/import.h"

#include <stddef.h>

#define ADDRESS(name) &nt_import_format_##name,
const nt_import_format *const nt_import_formats[] = {NT_IMPORT_FORMATS(ADDRESS) NULL};
#undef ADDRESS
