/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/vectors/judge_outputs.h"

#include "sim/report/files.h"
#include "sim/util/options.h"
#include "sim/util/outputs.h"
#include "sim/vectors/judge_folder.h"
#include "sim/vectors/vector.h"

#include <stdio.h>

int nt_folder_outputs_check(const nt_folder_outputs *outputs, const char *folder, const char *from,
                            const char *have, nt_error *error) {
    const char *const written[] = {outputs->junit, outputs->json_file, outputs->report};
    const char *const files[] = {outputs->junit, outputs->json_file, outputs->report, have};
    if (nt_vector_spare(written, 3, from, error) != 0) {
        return -1;
    }
    return nt_outputs_spare_folder(written, 3, folder, nt_folder_suffixes, error) != 0
               ? -1
               : nt_outputs_differ(files, 4, error);
}

static void put_json(FILE *out, json_t *judged) {
    (void)json_dumpf(judged, out, JSON_INDENT(2));
    (void)fputc('\n', out);
}

int nt_folder_outputs_write(const nt_folder_outputs *outputs, json_t *judged, nt_error *error) {
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
