/* The save file for GTKWave: what its first screen shows, and how each signal is drawn. */
#ifndef NT_TB_LOCKSTEP_WAVE_SAVE_H
#define NT_TB_LOCKSTEP_WAVE_SAVE_H

#include "libntrace/util/error.h"
#include "libntrace/util/output_file.h"
#include "tb/lockstep/unit.h"

/* GTKWave's flags of a trace, and its colours. */
enum {
    NT_WAVE_HEX = 0x22,
    NT_WAVE_DECIMAL = 0x24,
    NT_WAVE_BIT = 0x28,
    NT_WAVE_TEXT = 0x820,
    NT_WAVE_RED = 1,
    NT_WAVE_ORANGE = 2,
    NT_WAVE_GREEN = 4,
};

typedef struct nt_wave_save {
    nt_output_file *file;
    nt_error *error;
    int result; /* -1: nothing more is written */
    const nt_probe *probes;
    unsigned probe_count;
    const nt_probe_value *mismatch; /* of all probes, where some differ; else NULL */
} nt_wave_save;

/* Opens the save file of the waves `wave`: its name with .gtkw in place of .fst. It begins at cycle
   `first` or shortly before `marker`. -1: it cannot be written. */
int nt_wave_save_open(nt_wave_save *save, const char *wave, uint64_t first, uint64_t marker);

/* Writes a heading, a line of its own. */
void nt_wave_save_heading(nt_wave_save *save, const char *text);

/* Sets the colour of the next signal. */
void nt_wave_save_color(nt_wave_save *save, int color);

/* Writes a signal of the top, or with a dot in its prefix of a module below. `alias` may be NULL.
 */
void nt_wave_save_signal(nt_wave_save *save, unsigned flags, const char *alias, const char *prefix,
                         const char *name, unsigned width);

/* Writes a probe by its name, RTL above model; nothing where the build lacks it. */
void nt_wave_save_named(nt_wave_save *save, const char *name);

/* Writes all probes by their groups. Those are open in which something differs. */
void nt_wave_save_groups(nt_wave_save *save);

/* Ends the file: it gets its name, or is removed if something went wrong. */
int nt_wave_save_close(nt_wave_save *save);

#endif
