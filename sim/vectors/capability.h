/* SPDX-License-Identifier: Apache-2.0 */
/* What an encoder has, and which vectors apply to it: a file of capabilities, and options. */
#ifndef NT_VECTORS_CAPABILITY_H
#define NT_VECTORS_CAPABILITY_H

#include "sim/util/options.h"
#include "sim/vectors/vector.h"

#include <jansson.h>

/* The values of an option that may be given several times: each a list with commas. */
enum { NT_CAPABILITY_LISTS = 32 };
typedef struct nt_capability_lists {
    const char *list[NT_CAPABILITY_LISTS];
    unsigned count; /* 0: the option is not given */
} nt_capability_lists;

/* Where capabilities come from. */
typedef struct nt_capability_words {
    const char *have; /* a file of TOML, docs/my-encoder.md; NULL: not given */
    nt_capability_lists mode, xlen, without;
} nt_capability_words;

/* Adds a value to an nt_capability_lists (NT_OPTION_TAKE). */
int nt_capability_take(void *place, const char *value, nt_error *error);

typedef struct nt_capability {
    json_t *table; /* by the keys of the file; NULL: everything applies */
} nt_capability;

/* Reads them. FOLDER is that of the vectors (NULL: the program's), whose features.txt has the
   names of features. UNIT is that of the vectors (NULL: any); not every unit is asked what it
   has. Returns 0, or -1 with the error set; nt_capability_free in any case. */
int nt_capability_read(nt_capability *capability, const nt_capability_words *words,
                       const char *folder, const char *unit, nt_error *error);
void nt_capability_free(nt_capability *capability);

/* Returns whether a vector applies; if not, why is in `reason`. */
bool nt_capability_applies(const nt_capability *capability, const nt_vector *vector,
                           char reason[NT_VECTOR_NAME]);

/* Returns the encoder's name in the file; "" where there is none. */
const char *nt_capability_name(const nt_capability *capability);

/* Are the row of a file, and those of all these options, for a struct `type` with a member `words`.
 */
#define NT_HAVE_OPTION(type, text)                                                                 \
    { "have", 0, NT_OPTION_TEXT, offsetof(type, words.have), 0, 0, NULL, "F", text }
#define NT_CAPABILITY_ROW(type, row, as, takes, text)                                              \
    {                                                                                              \
        .name = #row, .letter = (as), .kind = NT_OPTION_TAKE, .offset = offsetof(type, words.row), \
        .take = nt_capability_take, .value = (takes), .help = (text)                               \
    }
#define NT_CAPABILITY_OPTIONS(type)                                                                \
    NT_HAVE_OPTION(type, "what the encoder has, as TOML (docs/my-encoder.md): those that apply"),  \
        NT_CAPABILITY_ROW(type, mode, 0, "btm|htm", "those of a mode"),                            \
        NT_CAPABILITY_ROW(type, xlen, 'x', "32|64", "those of an XLEN"),                           \
        NT_CAPABILITY_ROW(                                                                         \
            type, without, 0, "F,F,...",                                                           \
            "those that need none of these features (`vectors features` lists them)")

#endif
