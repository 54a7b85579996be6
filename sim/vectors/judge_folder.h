/* SPDX-License-Identifier: Apache-2.0 */
/* Judges a folder of bytes, a file for each vector that applies to an encoder. */
#ifndef NT_VECTORS_JUDGE_FOLDER_H
#define NT_VECTORS_JUDGE_FOLDER_H

#include "sim/vectors/capability.h"

#include <jansson.h>
#include <stdio.h>

typedef struct nt_folder_question {
    const char *bytes; /* the folder; DIR/ID and one of nt_folder_suffixes */
    const char *from;  /* the folder of the vectors; NULL: the program's */
    const char *unit;  /* NULL: the encoder */
    uint64_t base;     /* of the kit's programs: where they begin */
    const nt_capability *capability;
    bool partial; /* a vector without a file is no failure */
    bool exact;   /* bytes other than the golden model's are */
} nt_folder_question;

/* Judges. Returns a new object, or NULL with the error set:

     encoder    the name that its capabilities have, or ""
     unit       the name of the unit
     vectors    of each: id, clause, features, verdict ("exact", "conformant", "broken", "missing",
                "not applicable"), and where there is one file, rule, offset, text, reason
     total      how many of each verdict
     clauses    the same by clause
     features   the same by feature, and "none" of those that need no feature
     unknown    files of the folder that are not of a vector, and those of one that are not read,
                since their names end otherwise
     partial    whether a vector without a file is no failure
     exact      whether bytes other than the golden model's are one
     failed     whether the exit status is 1 */
json_t *nt_vector_judge_folder(const nt_folder_question *question, nt_error *error);

/* Prints it as text, JUnit XML, and a page. The stream keeps errors. */
void nt_folder_print(FILE *out, const json_t *judged);
void nt_folder_junit(FILE *out, json_t *judged);
void nt_folder_page(FILE *out, json_t *judged);

/* Returns whether a vector of the object's makes the exit status 1. */
bool nt_folder_fails(const json_t *judged, const json_t *vector);

/* Are the ends of files that are judged, of any unit; NULL behind the last. */
extern const char *const nt_folder_suffixes[];

/* Returns the ends of the names of files with what a unit sent; NULL behind the last. */
const char *const *nt_vector_file_ends(const struct nt_vector_unit *unit);

/* Returns the unit that was judged. */
const struct nt_vector_unit *nt_folder_unit(const json_t *judged);

enum { NT_FOLDER_VERDICTS = 5 };

/* Returns the verdicts that a unit may have, in the order of tables; NULL behind the last. */
const char *const *nt_folder_verdicts(const json_t *judged);

#endif
