/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/report/files.h"

#include "libntrace/util/output_file.h"

int nt_report_files_write(const nt_report_file *wanted, size_t count, json_t *report,
                          nt_error *error) {
    nt_output_file *file[NT_REPORT_MOST_FILES] = {NULL};
    int result = count <= NT_REPORT_MOST_FILES ? 0 : nt_fail(error, "too many files");
    for (size_t i = 0; i < count && result == 0; i++) {
        if (wanted[i].path != NULL) {
            result = nt_output_file_open(&file[i], wanted[i].path, error);
        }
    }
    for (size_t i = 0; i < count && i < NT_REPORT_MOST_FILES; i++) {
        if (result != 0) {
            nt_output_file_abort(file[i]);
        } else if (file[i] != NULL) {
            wanted[i].put(nt_output_file_stream(file[i]), report);
            result = nt_output_file_commit(file[i], error);
        }
    }
    return result;
}
