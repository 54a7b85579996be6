/* SPDX-License-Identifier: Apache-2.0 */
/* The control fields that the encoder and its PIB obey, by the names of the Trace Control
   Interface. One table for command line, ingress files and bench. */
#ifndef NT_MODEL_CONTROL_CONTROL_H
#define NT_MODEL_CONTROL_CONTROL_H

#include <stdbool.h>
#include <stdint.h>

enum { NT_MAX_FILTERS = 16, NT_MAX_COMPARATORS = 8 };

/* A trace filter: registers trTeFilterNControl and those behind it. */
typedef struct nt_filter_control {
    uint32_t control;     /* trTeFilterNControl */
    uint32_t inst;        /* trTeFilterNMatchInst */
    uint32_t ecause[2];   /* trTeFilterNMatchEcauseLow, High */
    uint32_t impdef;      /* trTeFilterNMatchValueImpdef */
    uint32_t impdef_mask; /* trTeFilterNMatchMaskImpdef */
} nt_filter_control;

/* A comparator unit: registers trTeCompNControl and those behind it. */
typedef struct nt_comparator_control {
    uint32_t control;   /* trTeCompNControl */
    uint32_t pmatch[2]; /* trTeCompNPmatchLow, High */
    uint32_t smatch[2]; /* trTeCompNSmatchLow, High */
} nt_comparator_control;

/* The fields of control_fields.def, then filters and comparators. */
typedef struct nt_control {
#define FIELD(name, width, preset, legal, check) uint32_t name;
#define PIB_FIELD                                FIELD
#include "model/control/control_fields.def"
#undef PIB_FIELD
#undef FIELD
    nt_filter_control filter[NT_MAX_FILTERS];
    nt_comparator_control comparator[NT_MAX_COMPARATORS];
} nt_control;

typedef struct nt_control_field {
    const char *name;
    uint8_t width;     /* bits */
    uint16_t offset;   /* of the uint32_t in nt_control */
    uint32_t preset;   /* value that a recording is traced with unless --set says otherwise */
    const char *legal; /* the legal values in words, for messages and docs */
    bool (*is_legal)(uint32_t value);
} nt_control_field;

extern const nt_control_field nt_control_fields[];
extern const unsigned nt_control_field_count;

/* The index of a field; -1 if there is none of that name. */
int nt_control_find(const char *name);

/* Sets a field; the value must be legal (nt_control_field.is_legal). */
void nt_control_set(nt_control *control, unsigned field, uint32_t value);
uint32_t nt_control_get(const nt_control *control, unsigned field);

/* trTeInstEnImplicitReturn and trTeInstImplicitReturnMode are coupled: the mode that both give. */
static inline uint32_t nt_control_return_mode(const nt_control *control) {
    uint32_t mode = control->trTeInstImplicitReturnMode;
    return mode == 0 && control->trTeInstEnImplicitReturn ? 3 : mode;
}

/* Width of the SRC field that messages have. */
static inline uint32_t nt_control_src_bits(const nt_control *control) {
    return control->trTeInhibitSrc ? 0 : control->trTeSrcBits;
}

/* All fields 0: the state out of reset. */
nt_control nt_control_reset(void);

#endif
