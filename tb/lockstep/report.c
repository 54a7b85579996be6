/* SPDX-License-Identifier: Apache-2.0 */
#include "tb/lockstep/report.h"

#include "libntrace/util/output_file.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static bool is_wrong(const nt_probe_value *value) {
    return value->valid && value->rtl != value->model;
}

void nt_history_cycle(nt_history *history, const nt_unit *unit, const void *view, uint64_t cycle,
                      const nt_probe_value *values) {
    history->cycle = cycle;
    unit->read_inputs(view, history->inputs[cycle % NT_HISTORY_INPUTS]);
    for (unsigned i = 0; i < unit->probe_count; i++) {
        if (values[i].valid && values[i].rtl == values[i].model) {
            history->equal[i] = cycle + 1;
        }
    }
}

uint64_t nt_history_begin(const nt_history *history, const nt_unit *unit,
                          const nt_probe_value *values) {
    uint64_t begin = history->cycle;
    for (unsigned i = 0; i < unit->probe_count; i++) {
        uint64_t equal = history->equal[i] > 0 ? history->equal[i] - 1 : 0;
        if (is_wrong(&values[i]) && equal < begin) {
            begin = equal;
        }
    }
    return begin;
}

static void print_signals(FILE *out, const nt_lockstep_bench *bench, const nt_unit *unit,
                          const nt_lockstep_finding *found, const nt_history *history) {
    fprintf(out, "  %-16s %-24s %20s %20s  %s\n", "", "signal", "expected (model)", "got (RTL)",
            "last equal in cycle");
    for (unsigned i = 0; i < unit->probe_count; i++) {
        const nt_probe_value *value = &found->values[i];
        const nt_probe *probe = &unit->probes[i];
        if (!is_wrong(value)) {
            continue;
        }
        fprintf(out, "  %-16s %-24s %#20" PRIx64 " %#20" PRIx64, probe->group, probe->name,
                value->model, value->rtl);
        if (history->equal[i] > 0) {
            fprintf(out, "  %" PRIu64, history->equal[i] - 1);
        }
        if (bench->explain != NULL) {
            const nt_member member = bench->explain(unit, found->values, i);
            if (member.field != NULL) {
                fprintf(out, "  %s of %s", member.field, member.message);
            }
        }
        fputc('\n', out);
    }
}

void nt_report_finding(FILE *out, const nt_lockstep_bench *bench, const nt_unit *unit,
                       const nt_lockstep_finding *found, const nt_history *history) {
    fprintf(out, "cycle %" PRIu64 ": ", found->at);
    if (found->differs) {
        fprintf(out, "RTL and model of %s (%s) differ:\n", unit->name, unit->build);
        print_signals(out, bench, unit, found, history);
    } else {
        fprintf(out, "%s\n", history->said);
    }
}

void nt_report_repeats(FILE *out, uint64_t cycle, uint64_t times) {
    if (times > 1) {
        fprintf(out, " (%" PRIu64 " times, to %" PRIu64 ")", times, cycle + times - 1);
    }
    fputc('\n', out);
}

/* The number of cycles from `first` to before `last` that have the inputs of `first`. The last one
   always has a line of its own. */
static uint64_t same_inputs(const nt_unit *unit, const nt_history *history, uint64_t first,
                            uint64_t last) {
    uint64_t same = 1;
    while (first + same < last && memcmp(history->inputs[first % NT_HISTORY_INPUTS],
                                         history->inputs[(first + same) % NT_HISTORY_INPUTS],
                                         unit->input_count * sizeof history->inputs[0][0]) == 0) {
        same++;
    }
    return same;
}

/* The inputs that are not 0, a line for all successive cycles that have the same. */
static void print_inputs(FILE *out, const nt_unit *unit, const nt_history *history) {
    fprintf(out, "the inputs of the last cycles, those that are not 0:\n");
    uint64_t last = history->cycle;
    uint64_t first = last >= NT_HISTORY_INPUTS ? last - NT_HISTORY_INPUTS + 1 : 0;
    for (uint64_t cycle = first, same; cycle <= last; cycle += same) {
        same = same_inputs(unit, history, cycle, last);
        fprintf(out, "  %" PRIu64 ":", cycle);
        for (unsigned i = 0; i < unit->input_count; i++) {
            uint64_t value = history->inputs[cycle % NT_HISTORY_INPUTS][i];
            if (value != 0) {
                fprintf(out, " %s=0x%" PRIx64, unit->inputs[i].name, value);
            }
        }
        nt_report_repeats(out, cycle, same);
    }
}

int nt_report_folder(char folder[PATH_MAX], const nt_lockstep_bench *bench, nt_error *error) {
    (void)snprintf(folder, PATH_MAX, "%s", bench->report);
    bool made = mkdir(folder, 0777) == 0;
    for (unsigned i = 2; !made && errno == EEXIST && !bench->report_given; i++) {
        (void)snprintf(folder, PATH_MAX, "%.*s-%u", PATH_MAX - 16, bench->report, i);
        made = mkdir(folder, 0777) == 0;
    }
    return made || errno == EEXIST ? 0 : nt_fail(error, "%s: %s", folder, strerror(errno));
}

int nt_report_words(const nt_lockstep_bench *bench, const char *folder, const nt_unit *unit,
                    const nt_lockstep_finding *found, const nt_history *history, nt_error *error) {
    char path[PATH_MAX + 16];
    char *text = NULL;
    size_t size = 0;
    FILE *memory = open_memstream(&text, &size);
    if (memory == NULL) {
        return nt_fail(error, "out of memory");
    }
    nt_report_finding(memory, bench, unit, found, history);
    if (bench->print_past != NULL) {
        bench->print_past(bench->context, memory, found->at);
    } else {
        print_inputs(memory, unit, history);
    }
    (void)snprintf(path, sizeof path, "%s/mismatch.txt", folder);
    int result = fclose(memory) == 0 ? nt_output_file_text(path, text, error)
                                     : nt_fail(error, "out of memory");
    free(text);
    return result;
}

static void put_inputs(nt_wave_save *save, const nt_unit *unit) {
    nt_wave_save_heading(save, "Inputs");
    for (unsigned i = 0; i < unit->text_count; i++) {
        nt_wave_save_signal(save, NT_WAVE_TEXT, NULL, "", unit->texts[i].name,
                            8u * unit->texts[i].width);
    }
    for (unsigned i = 0; i < unit->input_count; i++) {
        const nt_probe *input = &unit->inputs[i];
        nt_wave_save_signal(save, input->width == 1 ? NT_WAVE_BIT : NT_WAVE_HEX, input->name,
                            "next_", input->name, input->width);
    }
}

int nt_report_view(const nt_lockstep_bench *bench, const nt_unit *unit,
                   const nt_lockstep_finding *found, const char *wave, uint64_t first,
                   uint64_t marker, nt_error *error) {
    nt_wave_save save = {.error = error,
                         .probes = unit->probes,
                         .probe_count = unit->probe_count,
                         .mismatch = found->differs ? found->values : NULL};
    if (nt_wave_save_open(&save, wave, first, marker) != 0) {
        return -1;
    }
    nt_wave_save_differing(&save);
    if (bench->put_view != NULL) {
        bench->put_view(bench->context, &save);
    } else {
        put_inputs(&save, unit);
    }
    nt_wave_save_groups(&save);
    return nt_wave_save_close(&save);
}
