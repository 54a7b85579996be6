/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/recording/names.h"

const char *const nt_priv_names[NT_PRIV_NAMES] = {"U", "S", "2", "M", "D", "VU", "VS", "7"};

const char *const nt_access_names[NT_ACCESSES] = {
    [NT_ACCESS_X] = "x",     [NT_ACCESS_F] = "f",       [NT_ACCESS_V] = "v",
    [NT_ACCESS_CSR] = "csr", [NT_ACCESS_LOAD] = "load", [NT_ACCESS_STORE] = "store",
};
