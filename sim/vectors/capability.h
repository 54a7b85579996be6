/* SPDX-License-Identifier: Apache-2.0 */
/* What an encoder has, and which vectors apply to it: a file of capabilities, and options. */
#ifndef NT_VECTORS_CAPABILITY_H
#define NT_VECTORS_CAPABILITY_H

#include "sim/util/options.h"
#include "sim/vectors/vector.h"

/* Where capabilities come from: NULL where they are not given. */
typedef struct nt_capability_words {
    const char *have;    /* a file of TOML, docs/my-encoder.md */
    const char *mode;    /* "btm", "htm", or both by a comma */
    const char *xlen;    /* "32", "64", or both */
    const char *without; /* features by commas */
} nt_capability_words;

typedef struct nt_capability {
    json_t *table; /* by the keys of the file; NULL: everything applies */
} nt_capability;

/* Reads them. FOLDER is that of the vectors (NULL: the program's), whose features.txt has the
   names of features. UNIT is that of the vectors (NULL: any): none but the encoder is asked what it
   has. Returns 0, or -1 with the error set; nt_capability_free in any case. */
int nt_capability_read(nt_capability *capability, const nt_capability_words *words,
                       const char *folder, const char *unit, nt_error *error);
void nt_capability_free(nt_capability *capability);

/* Returns whether a vector applies; if not, why is in `reason`. */
bool nt_capability_applies(const nt_capability *capability, const nt_vector *vector,
                           char reason[NT_VECTOR_NAME]);

/* Returns the encoder's name in the file; "" where there is none. */
const char *nt_capability_name(const nt_capability *capability);

/* Are the rows of these options, for a struct `type` with a member `words`. */
#define NT_CAPABILITY_OPTIONS(type)                                                                \
    {"have",                                                                                       \
     0,                                                                                            \
     NT_OPTION_TEXT,                                                                               \
     offsetof(type, words.have),                                                                   \
     0,                                                                                            \
     0,                                                                                            \
     NULL,                                                                                         \
     "F",                                                                                          \
     "what the encoder has, as TOML (docs/my-encoder.md): those that apply"},                      \
        {"mode", 0,    NT_OPTION_TEXT, offsetof(type, words.mode), 0,                              \
         0,      NULL, "btm|htm",      "those of a mode"},                                         \
        {"xlen", 'x',  NT_OPTION_TEXT, offsetof(type, words.xlen), 0,                              \
         0,      NULL, "32|64",        "those of an XLEN"},                                        \
    {                                                                                              \
        "without", 0, NT_OPTION_TEXT, offsetof(type, words.without), 0, 0, NULL, "F,F,...",        \
            "those that need none of these features (`vectors features` lists them)"               \
    }

#endif
