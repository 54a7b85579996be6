/* The control fields that the encoder and its PIB obey, by the names of the Trace Control
   Interface. One table for command line, ingress files and bench. */
#ifndef NT_MODEL_CONTROL_CONTROL_H
#define NT_MODEL_CONTROL_CONTROL_H

#include <stdbool.h>
#include <stdint.h>

typedef struct nt_control {
    uint32_t trTeActive;       /* 0 holds the encoder in reset */
    uint32_t trTeEnable;       /* 1: trTeInstTracing decides */
    uint32_t trTeInstTracing;  /* 1: trace instructions */
    uint32_t trTeInstMode;     /* 3 BTM, 6 HTM; 0 none */
    uint32_t trTeInstStallEna; /* 1: ask the hart to stall rather than lose messages */
    uint32_t trPibActive;      /* 0 holds the PIB in reset */
    uint32_t trPibEnable;      /* 1: take bytes from the encoder */
    uint32_t trPibMode;        /* 11: TRC_CLK and 8 TRC_DATA; 0 off */
    uint32_t trPibDivider;     /* a bit time is trPibDivider + 1 cycles */
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

/* All fields 0: the state out of reset. */
nt_control nt_control_reset(void);

#endif
