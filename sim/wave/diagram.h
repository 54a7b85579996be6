/* SPDX-License-Identifier: Apache-2.0 */
/* A timing diagram: lanes over clock cycles, and the same as WaveJSON, the notation that WaveDrom
   draws. Cycles that follow each other and show the same are one column; where there are many of
   them, the diagram has a gap. */
#ifndef NT_WAVE_DIAGRAM_H
#define NT_WAVE_DIAGRAM_H

#include "libntrace/util/error.h"

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

enum {
    NT_DIAGRAM_LANES = 256,   /* at most */
    NT_DIAGRAM_COLUMNS = 400, /* at most */
    NT_DIAGRAM_LABEL = 128,   /* characters of a label, with its end */
    NT_DIAGRAM_SHOWN = 4,     /* equal cycles that are all drawn; of more the first and the last */
    NT_DIAGRAM_SCALE = 9,     /* at most */
    NT_DIAGRAM_REPORT_PERIOD = 46, /* pixels of a cycle at scale 1, as the report draws it */
};

typedef enum nt_lane_kind {
    NT_LANE_CLOCK,  /* has no values of its own */
    NT_LANE_BIT,    /* its labels are 0, 1, x or z */
    NT_LANE_NUMBER, /* its labels are shown whole, if there is room */
    NT_LANE_TEXT,   /* is empty where it says nothing; cut off where there is no room */
} nt_lane_kind;

typedef struct nt_diagram nt_diagram;

/* Lists who draws WaveJSON. */
typedef enum nt_diagram_drawer {
    NT_DRAWN_BY_WAVEDROM,
    NT_DRAWN_BY_REPORT, /* sim/report/timing.h */
} nt_diagram_drawer;

/* Functions that return int return 0, or -1 with the error set. */

/* Returns a diagram without lanes and cycles; NULL: no memory. */
nt_diagram *nt_diagram_new(void);
void nt_diagram_free(nt_diagram *diagram); /* NULL is fine */

/* Adds a lane below the others, before the first cycle. Lanes of the same group (NULL: none) that
   follow each other are shown together. Its number is that of the lanes before it. A text is called
   without _name or _text. */
int nt_diagram_lane(nt_diagram *diagram, nt_lane_kind kind, const char *group, const char *name,
                    nt_error *error);

/* Sets what the lane of that number shows in the cycle that comes next; what is cut off after
   NT_DIAGRAM_LABEL. `marked`: it is wrong there. */
void nt_diagram_put(nt_diagram *diagram, unsigned number, const char *label, bool marked);

/* Ends a cycle, by its number. Lanes that were not put show what they did before. */
int nt_diagram_cycle(nt_diagram *diagram, uint64_t cycle, nt_error *error);

/* Returns the WaveJSON object: `signal`, of which the first is the numbers of cycles, `head` with
   `text`, the title, and `config` with `hscale`. `scale`: how wide a cycle is, from 1 to
   NT_DIAGRAM_SCALE; 0: as labels need it, within limits. `title` may be NULL. `drawer`
   decides how much room labels have. NULL: no memory. */
json_t *nt_diagram_json(const nt_diagram *diagram, const char *title, unsigned scale,
                        nt_diagram_drawer drawer);

#endif
