/* SPDX-License-Identifier: Apache-2.0 */
/* A unit: RTL in a top that scripts/unit.py makes of tb/units/NAME/NAME.ports, as the harness sees
   it. What stands beside it, model and inputs of a cycle, is a view, a struct of the unit's own. */
#ifndef NT_TB_LOCKSTEP_UNIT_H
#define NT_TB_LOCKSTEP_UNIT_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { NT_MAX_PROBES = 1024 }; /* of a unit; and as many inputs */

typedef struct nt_probe {
    const char *group;
    const char *name;
    uint8_t width; /* bits */
} nt_probe;

/* A probe on both sides. The model's value is 0 while it is not valid. */
typedef struct nt_probe_value {
    uint64_t rtl;
    uint64_t model;
    bool valid;
} nt_probe_value;

/* A parameter of the RTL that a unit was built with. */
typedef struct nt_unit_parameter {
    const char *name;
    int64_t value;
} nt_unit_parameter;

/* Verilated RTL. A bench has it once, or twice: built for speed, and with waves. */
typedef struct nt_unit {
    const char *name;
    const char *build;
    bool once;                           /* it is created at most once in a process */
    const nt_unit_parameter *parameters; /* up to one without a name */
    const nt_probe *probes;              /* outputs and registers */
    unsigned probe_count;
    const nt_probe *inputs;
    unsigned input_count;
    const nt_probe *texts; /* what waves show in words; their widths are characters */
    unsigned text_count;
    const char *const *events; /* that windows can be about, up to NULL */
    /* Registers start random by `seed`. NULL without memory. NULL itself: there is no RTL, the
       model runs alone. */
    void *(*create)(uint32_t seed);
    void (*destroy)(void *rtl);
    /* Takes one clock edge, into the cycle with the view's inputs, and reads the outputs that the
       table lists into its struct; NULL: none are read. */
    void (*step)(void *rtl, const void *view, void *outputs);
    /* Tells whether a valid probe differs between the cycle that step has led into and the view. */
    bool (*differs)(const void *rtl, const void *view);
    /* Reads all probes, by index in `probes`. */
    void (*read)(const void *rtl, const void *view, nt_probe_value *value);
    /* The same in two steps, maybe in two threads: take() keeps all probes of the cycle that step
       has led into, in memory of `shown_size` bytes; the others read them there. NULL: it cannot.
     */
    unsigned shown_size;
    void (*take)(const void *rtl, void *shown);
    bool (*shown_differs)(const void *shown, const void *view);
    void (*shown_read)(const void *shown, const void *view, nt_probe_value *value);
    /* Reads all inputs, by index in `inputs`. */
    void (*read_inputs)(const void *view, uint64_t *value);
    /* Tells whether an event, by index in `events`, has this value in the view's cycle. */
    bool (*happens)(const void *view, unsigned event, uint64_t value);
    /* Reads what waves show in words, by index in `texts`; a text may be NULL. NULL itself: none.
     */
    void (*read_texts)(const void *view, const char **text);
    /* Waves; NULL in what was built without. A cycle takes 10 ns; wave_cycle draws the current one.
     */
    bool (*wave_open)(void *rtl, const char *path);
    void (*wave_cycle)(void *rtl, const void *view, uint64_t cycle);
    void (*wave_close)(void *rtl);
    /* Tells whether the file of waves can be read: the names of all signals, and it ends at this
       cycle. The writer does not tell of errors. */
    bool (*wave_is_whole)(const char *fst, uint64_t last);
    /* Writes the file of waves `fst` once more, as VCD. */
    bool (*wave_to_vcd)(const char *fst, const char *vcd);
} nt_unit;

/* The same where a bench has one alone; nt_unit_wave is all NULL where none draws waves. */
extern const nt_unit nt_unit_fast;
extern const nt_unit nt_unit_wave;

/* Returns the value of a parameter; 0 if there is none of that name. */
int64_t nt_unit_parameter_of(const nt_unit *unit, const char *name);

#ifdef __cplusplus
}
#endif
#endif
