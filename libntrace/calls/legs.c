/* SPDX-License-Identifier: Apache-2.0 */
#include "libntrace/calls/legs.h"

/* All legs of a path lie in one piece. */
static nt_leg *make_room(nt_legs *legs) {
    uint64_t at = legs->head % NT_LEGS;
    if (at + NT_PATH_RANGES > NT_LEGS) {
        legs->head += NT_LEGS - at;
    }
    return &legs->leg[legs->head % NT_LEGS];
}

static nt_leg leg_of(uint64_t pc, const nt_step *step) {
    return (nt_leg){.pc = pc,
                    .next = step->next,
                    .function = step->function,
                    .instructions = step->instructions,
                    .ranges = 1,
                    .exit = step->exit};
}

/* Whether the step goes on in the function of the leg, which no call or return ends. */
static bool continues(const nt_leg *leg, const nt_step *step) {
    return nt_step_goes_on(leg->exit) && leg->function == step->function;
}

static void learn(nt_legs *legs, nt_steps *steps, const nt_flow_path *path, nt_path_legs *found) {
    nt_leg *leg = make_room(legs);
    *found = (nt_path_legs){.id = path->path->id, .at = legs->head};
    unsigned count = 0;
    for (unsigned i = 0; i < path->path->ranges; i++) {
        const nt_path_range *range = &path->ranges[i];
        const nt_step *step = nt_steps_whole(steps, range->pc, range->halfwords);
        if (step == NULL) {
            return;
        }
        if (count != 0 && continues(&leg[count - 1], step)) {
            leg[count - 1].next = step->next;
            leg[count - 1].instructions += step->instructions;
            leg[count - 1].exit = step->exit;
            leg[count - 1].ranges++;
        } else {
            leg[count++] = leg_of(range->pc, step);
        }
    }
    found->count = (uint8_t)count;
    legs->head += count;
}

const nt_leg *nt_legs_of(nt_legs *legs, nt_steps *steps, const nt_flow_path *path,
                         unsigned *count) {
    nt_path_legs *found = &legs->path[path->slot];
    if (found->id != path->path->id || legs->head + NT_PATH_RANGES - found->at > NT_LEGS) {
        learn(legs, steps, path, found);
    }
    *count = found->count;
    return found->count == 0 ? NULL : &legs->leg[found->at % NT_LEGS];
}
