/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/vectors/judge_outputs.h"

#include "sim/commands.h"
#include "sim/report/files.h"
#include "sim/util/outputs.h"
#include "sim/vectors/vector.h"

#include <stdio.h>

const char *nt_folder_option(const nt_folder_outputs *outputs, const nt_capability_words *words,
                             bool partial) {
    return words->have != NULL         ? "have"
           : words->mode.count != 0    ? "mode"
           : words->xlen.count != 0    ? "xlen"
           : partial                   ? "partial"
           : words->without.count != 0 ? "without"
           : outputs->junit != NULL    ? "junit"
           : outputs->report != NULL   ? "report"
                                       : NULL;
}

/* Looks for a file that would replace what is read. */
static int check_outputs(const nt_folder_outputs *outputs, const nt_folder_question *question,
                         const char *have, nt_error *error) {
    const char *const written[] = {outputs->junit, outputs->json_file, outputs->report};
    const char *const files[] = {outputs->junit, outputs->json_file, outputs->report, have};
    if (nt_vector_spare(written, 3, question->from, error) != 0) {
        return -1;
    }
    return nt_outputs_spare_folder(written, 3, question->bytes, nt_folder_suffixes, error) != 0
               ? -1
               : nt_outputs_differ(files, 4, error);
}

static void put_json(FILE *out, json_t *judged) {
    (void)json_dumpf(judged, out, JSON_INDENT(2));
    (void)fputc('\n', out);
}

static int write_outputs(const nt_folder_outputs *outputs, json_t *judged, nt_error *error) {
    const char *const written[] = {outputs->junit, outputs->json_file, outputs->report};
    const nt_report_file wanted[] = {{outputs->junit, nt_folder_junit},
                                     {outputs->json_file, put_json},
                                     {outputs->report, nt_folder_page}};
    if (nt_report_files_write(wanted, sizeof wanted / sizeof wanted[0], judged, error) != 0) {
        return -1;
    }
    if (outputs->json && outputs->json_file == NULL) {
        return nt_command_json(judged, error);
    }
    nt_folder_print(nt_outputs_words(written, 3), judged);
    return 0;
}

int nt_folder_run(nt_folder_question question, const nt_capability_words *words,
                  const nt_folder_outputs *outputs, nt_error *error) {
    nt_capability capability = {0};
    int result = check_outputs(outputs, &question, words->have, error);
    if (result == 0) {
        result = nt_capability_read(&capability, words, question.from, question.unit, error);
    }
    question.capability = &capability;
    json_t *judged = result == 0 ? nt_vector_judge_folder(&question, error) : NULL;
    nt_capability_free(&capability);
    result = judged == NULL ? -1 : write_outputs(outputs, judged, error);
    const bool failed = json_is_true(json_object_get(judged, "failed"));
    json_decref(judged);
    return result != 0 ? -1 : failed ? NT_EXIT_FAILED : NT_EXIT_OK;
}
