/* SPDX-License-Identifier: Apache-2.0 */
/* Views of waves, for GTKWave (a save file) and for Surfer (a file of commands): what the first
   screen shows, and how each signal is drawn. Both are written by the same calls. */
#ifndef NT_TB_LOCKSTEP_WAVE_SAVE_H
#define NT_TB_LOCKSTEP_WAVE_SAVE_H

#include "libntrace/util/error.h"
#include "libntrace/util/output_file.h"
#include "tb/lockstep/unit.h"

typedef enum nt_wave_style {
    NT_WAVE_HEX,
    NT_WAVE_DECIMAL,
    NT_WAVE_BIT,
    NT_WAVE_TEXT,
    NT_WAVE_STYLES,
} nt_wave_style;

typedef enum nt_wave_color {
    NT_WAVE_PLAIN,
    NT_WAVE_RED,
    NT_WAVE_ORANGE,
    NT_WAVE_GREEN,
    NT_WAVE_COLORS,
} nt_wave_color;

enum { NT_WAVE_WORDS = 8 }; /* lists of words, at most */

typedef struct nt_wave_save {
    nt_output_file *file;   /* for GTKWave */
    nt_output_file *surfer; /* for Surfer */
    nt_error *error;
    int result;                /* -1: nothing more is written */
    const char *wave;          /* the waves */
    unsigned rows;             /* that Surfer has so far */
    bool words[NT_WAVE_WORDS]; /* of names.h, which are used */
    nt_wave_color color;       /* of the next signal */
    const nt_probe *probes;
    unsigned probe_count;
    const nt_probe_value *mismatch; /* of all probes, where some differ; else NULL */
} nt_wave_save;

/* Opens the views of the waves `wave`: its name with .gtkw and .sucl in place of .fst. They begin
   at cycle `first` or shortly before `marker`. -1: they cannot be written. */
int nt_wave_save_open(nt_wave_save *save, const char *wave, uint64_t first, uint64_t marker);

/* Writes a heading, a line of its own. */
void nt_wave_save_heading(nt_wave_save *save, const char *text);

/* Sets the colour of the next signal. */
void nt_wave_save_color(nt_wave_save *save, nt_wave_color color);

/* Writes a signal of the top, or with a dot in its prefix of a module below. `alias` may be NULL;
   it is for GTKWave alone. */
void nt_wave_save_signal(nt_wave_save *save, nt_wave_style style, const char *alias,
                         const char *prefix, const char *name, unsigned width);

/* Writes a probe by its name, RTL above model; nothing where the build lacks it. */
void nt_wave_save_named(nt_wave_save *save, const char *name);

/* Writes the probes that differ, under a heading; nothing if none does. */
void nt_wave_save_differing(nt_wave_save *save);

/* Writes all probes by their groups. Those are open in which something differs. */
void nt_wave_save_groups(nt_wave_save *save);

/* Ends the files: they get their names, with the lists of words beside them that GTKWave shows in
   place of numbers (.tcode.words and so on), or are removed if something went wrong. */
int nt_wave_save_close(nt_wave_save *save);

#endif
