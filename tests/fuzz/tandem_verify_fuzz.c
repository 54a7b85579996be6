/* SPDX-License-Identifier: Apache-2.0 */
/* Any bytes as a tandem-verification trace for the verifier: whatever they say, it ends with a
   result or a refusal, and what it counts fits together. The first byte chooses the hart and what
   is absent. */
#include "sim/tandem/verifier.h"
#include "tests/fuzz/tandem_reports.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_INPUT = 1 << 12 };

/* Unicorn 2.0.1 leaks when code is written. */
const char *__lsan_default_suppressions(void);  /* NOLINT(bugprone-reserved-identifier) */
const char *__lsan_default_suppressions(void) { /* NOLINT(bugprone-reserved-identifier) */
    return "leak:libunicorn\n";
}

static void check_counts(const nt_tv_counts *counts, uint64_t reports) {
    if (judged(counts, reports) > counts->instructions || counts->instructions > counts->groups) {
        abort();
    }
}

static void verify(const nt_tandem_format *format, const uint8_t *bytes, size_t size) {
    static nt_tandem_reader reader;
    nt_error error = {0};
    uint64_t reports = 0;
    nt_tv_setup setup = {.format = *format,
                         .reference = &nt_tv_unicorn,
                         .sink = take_report,
                         .context = &reports,
                         .error = &error};
    nt_tv_verifier *verifier = nt_tv_verifier_new(&setup);
    if (verifier == NULL) {
        abort();
    }
    memset(&reader, 0, sizeof reader);
    reader.format = *format;
    reader.sink = nt_tv_verifier_take;
    reader.context = verifier;
    int result = nt_tandem_read(&reader, bytes, size);
    result = result == 0 ? nt_tandem_read_end(&reader) : result;
    bool refused = result != 0 && reader.fault.kind == NT_TANDEM_OK;
    if (!refused && nt_tv_verifier_end(verifier) == 0) {
        check_counts(nt_tv_verifier_counts(verifier), reports);
    } else if (error.text[0] == '\0') {
        abort();
    }
    nt_tv_verifier_free(verifier);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const nt_tandem_format formats[] = {
        {64, 64, 64, false, 0},
        {64, 0, 64, false, 1U << NT_TANDEM_ABSENT_STORE},
        {32, 0, 32, false, 0},
        {32, 64, 34, false, 1U << NT_TANDEM_ABSENT_GPR | 1U << NT_TANDEM_ABSENT_PC},
    };
    if (size >= 1 && size <= MOST_INPUT) {
        verify(&formats[data[0] % (sizeof formats / sizeof formats[0])], data + 1, size - 1);
    }
    return 0;
}
