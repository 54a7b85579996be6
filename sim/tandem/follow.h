/* Follows the pc of a trace, as far as it is known. */
#ifndef NT_TANDEM_FOLLOW_H
#define NT_TANDEM_FOLLOW_H

#include "ntrace/tandem.h"

/* Holds the pc after the groups so far; all 0 at first. */
typedef struct nt_tandem_follow {
    bool known; /* the pc is */
    uint64_t pc;
} nt_tandem_follow;

/* Takes a group of a trace with this XLEN. */
void nt_tandem_follow_group(nt_tandem_follow *follow, const nt_tandem_group *group, unsigned xlen);

/* Returns the group's instruction; NULL: it has none. */
const nt_tandem_field *nt_tandem_group_insn(const nt_tandem_group *group);

#endif
