/* SPDX-License-Identifier: Apache-2.0 */
/* Any bytes as a file of waivers, and as names of habits: what is read is within its bounds and is
   found again, each waiver's line is read alone as the same one, and names of a set make the same
   set. */
#include "sim/tandem/habits.h"
#include "sim/tandem/waivers.h"
#include "tests/fuzz/memory_file.h"

#include <string.h>

static int read_bytes(nt_tv_waivers *waivers, const void *bytes, size_t size) {
    nt_error error = {0};
    memory_file file = memory_file_open(bytes, size);
    int result = nt_tv_waivers_read(waivers, file.path, &error);
    memory_file_close(&file);
    if ((result != 0) != (error.text[0] != '\0')) {
        abort();
    }
    return result;
}

static bool is_found(nt_tv_waivers *waivers, const nt_tv_waiver *waiver) {
    switch (waiver->kind) {
    case NT_TV_WAIVE_INSN:
        return waiver->first <= UINT32_MAX && waiver->last <= UINT32_MAX &&
               nt_tv_waiver_of_insn(waivers, (uint32_t)waiver->first) != NULL;
    case NT_TV_WAIVE_CSR:
        return waiver->first < 4096 &&
               nt_tv_waiver_of_csr(waivers, (uint16_t)waiver->first) != NULL;
    default:
        return waiver->first <= waiver->last &&
               nt_tv_waiver_of_address(waivers, waiver->last) != NULL;
    }
}

static void check_waiver(nt_tv_waivers *waivers, const nt_tv_waiver *waiver) {
    nt_tv_waivers alone = {.count = 0};
    size_t size = strnlen(waiver->text, sizeof waiver->text);
    if (size == 0 || size == sizeof waiver->text || waiver->line == 0 ||
        !is_found(waivers, waiver)) {
        abort();
    }
    bool cut = size == sizeof waiver->text - 1; /* the reason may be gone */
    if (!cut && (read_bytes(&alone, waiver->text, size) != 0 || alone.count != 1 ||
                 alone.waiver[0].kind != waiver->kind || alone.waiver[0].first != waiver->first ||
                 alone.waiver[0].last != waiver->last)) {
        abort();
    }
}

static void check_habits(const char *names) {
    nt_error error = {0};
    uint32_t set = 0;
    if (nt_tv_habits_parse(&set, names, &error) != 0) {
        return;
    }
    uint32_t again = 0;
    if (set == 0 || set >> NT_TV_HABITS != 0) {
        abort();
    }
    for (unsigned habit = 0; habit < NT_TV_HABITS; habit++) {
        if ((set >> habit & 1) != 0 &&
            nt_tv_habits_parse(&again, nt_tv_habit_name((nt_tv_habit)habit), &error) != 0) {
            abort();
        }
    }
    if (again != set) {
        abort();
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    nt_tv_waivers waivers = {.count = 0};
    if (read_bytes(&waivers, data, size) == 0) {
        for (size_t i = 0; i < waivers.count; i++) {
            check_waiver(&waivers, &waivers.waiver[i]);
        }
    }
    char *names = malloc(size + 1);
    if (names == NULL) {
        abort();
    }
    memcpy(names, data, size);
    names[size] = '\0';
    check_habits(names);
    free(names);
    return 0;
}
