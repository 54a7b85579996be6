/* SPDX-License-Identifier: Apache-2.0 */
/* Judges a folder as a command: what it is asked, what is written, its exit status. */
#ifndef NT_VECTORS_JUDGE_OUTPUTS_H
#define NT_VECTORS_JUDGE_OUTPUTS_H

#include "sim/util/options.h"
#include "sim/vectors/capability.h"
#include "sim/vectors/judge_folder.h"

typedef struct nt_folder_outputs {
    const char *junit; /* files; NULL: none */
    const char *report;
    const char *json_file; /* the word behind --json, like any other for nt_options_parse */
    bool json;             /* without a file: on standard output, in place of the text */
} nt_folder_outputs;

/* Are the rows of options that are of a folder alone, for a struct `type` with the members
   `outputs` and `partial`; `what` is "vector" or "program". */
#define NT_FOLDER_OPTIONS(type, what)                                                              \
    {"partial",                                                                                    \
     0,                                                                                            \
     NT_OPTION_FLAG,                                                                               \
     offsetof(type, partial),                                                                      \
     0,                                                                                            \
     0,                                                                                            \
     NULL,                                                                                         \
     NULL,                                                                                         \
     "a " what " without a file is no failure"},                                                   \
        {"junit",                                                                                  \
         0,                                                                                        \
         NT_OPTION_OUTPUT,                                                                         \
         offsetof(type, outputs.junit),                                                            \
         0,                                                                                        \
         0,                                                                                        \
         NULL,                                                                                     \
         "F",                                                                                      \
         "write JUnit XML, a test case for each " what},                                           \
    {                                                                                              \
        "report", 0, NT_OPTION_OUTPUT, offsetof(type, outputs.report), 0, 0, NULL, "F",            \
            "write a page of HTML"                                                                 \
    }

/* Returns the name of such an option, or of one of capabilities, that was given; NULL: none. */
const char *nt_folder_option(const nt_folder_outputs *outputs, const nt_capability_words *words,
                             bool partial);

/* Judges the folder of the question, whose capabilities are those of the words, and writes the
   outputs; none of them replaces what is read. Returns the exit status, or -1 with the error set.
 */
int nt_folder_run(nt_folder_question question, const nt_capability_words *words,
                  const nt_folder_outputs *outputs, nt_error *error);

#endif
