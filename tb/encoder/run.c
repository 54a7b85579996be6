/* SPDX-License-Identifier: Apache-2.0 */
#include "tb/encoder/run.h"

#include "sim/lockstep/trace.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { PROGRESS_CYCLES = 1 << 16 };

static double read_clock(clockid_t clock) {
    struct timespec time;
    clock_gettime(clock, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

/* The stages. */

static nt_stage_result drive(void *context, void *record, nt_error *error) {
    nt_encoder_run *run = context;
    return nt_drive_cycle(&run->drive, record, error);
}

static nt_stage_result compare(void *context, void *record, nt_error *error) {
    nt_encoder_run *run = context;
    (void)error;
    return nt_compare_cycle(&run->compare, record, run->drive.takes) ? NT_STAGE_NEXT
                                                                     : NT_STAGE_LAST;
}

/* Where nothing is compared; else the harness shows it. */
static void show_progress(nt_encoder_run *run) {
    if (run->judge.cycles % PROGRESS_CYCLES == 0) {
        nt_progress_show(&run->progress, run->judge.cycles, run->options->cycles);
    }
}

static nt_stage_result judge(void *context, void *record, nt_error *error) {
    nt_encoder_run *run = context;
    int result = nt_judge_cycle(&run->judge, record, error);
    return result == 0 ? NT_STAGE_NEXT : NT_STAGE_FAILED;
}

/* Only one side, or neither: for measuring. */
static nt_stage_result count(void *context, void *record, nt_error *error) {
    nt_encoder_run *run = context;
    (void)error;
    if (run->options->mode == NT_LOCKSTEP_MODEL) {
        nt_compare_alone(&run->compare, record, &run->drive.rtl);
    }
    nt_judge_count(&run->judge, record, &run->drive.rtl);
    show_progress(run);
    return NT_STAGE_NEXT;
}

static int run_stages(nt_encoder_run *run, nt_error *error) {
    bool whole = run->options->mode == NT_LOCKSTEP_COMPARE;
    size_t shown = run->options->threads > 1 && whole ? nt_lockstep_shown_size(run->lockstep) : 0;
    run->drive.takes = shown != 0;
    const nt_stages stages = {.stage = {drive, whole ? compare : count, judge},
                              .count = whole ? 3 : 2,
                              .context = run,
                              .record_size = sizeof(nt_record) + shown,
                              .threads = shown != 0 ? run->options->threads : 1};
    nt_progress_start(&run->progress, "lockstep", "cycles");
    int result = nt_stages_run(&stages, error);
    nt_progress_end(&run->progress);
    if (run->judge.differs) {
        nt_lockstep_fail_at(run->lockstep, run->judge.differs_at,
                            "the round trip is not exact, as seen here");
    }
    return result;
}

/* The code that ran: recordings and random ingress bring their own. With an ingress file maybe
   nobody knows it. */
static int open_code(nt_encoder_run *run, nt_witness_code *code, nt_error *error) {
    const nt_lockstep_options *o = run->options;
    if (o->images.count != 0) {
        return nt_witness_code_of_images(code, &o->images, o->settings.config->xlen, o->shape.hart,
                                         &o->isa, error);
    }
    nt_image *image = run->drive.stimulus.image;
    run->drive.stimulus.image = NULL;
    if (image == NULL && !o->is_ingress && o->input != NULL &&
        nt_image_load(&image, o->input, o->shape.hart, error) != 0) {
        return -1;
    }
    *code = nt_witness_code_of_image(image);
    return 0;
}

/* What waves say of the code; the witness keeps it. */
static int open_texts(nt_encoder_run *run, const nt_witness_code *code, nt_error *error) {
    const nt_lockstep_options *o = run->options;
    nt_run_texts *texts = &run->texts;
    texts->code = code->code;
    texts->view = code->view;
    if (o->symbols.count == 0) {
        return 0;
    }
    texts->program = nt_images_load(&o->symbols, error);
    texts->own = texts->program != NULL ? nt_view_new(texts->program, o->shape.hart, error) : NULL;
    texts->view = texts->own;
    return texts->view != NULL ? 0 : -1;
}

static int open_witnesses(nt_encoder_run *run, nt_error *error) {
    const nt_lockstep_options *o = run->options;
    if (o->mode != NT_LOCKSTEP_COMPARE) {
        return 0;
    }
    nt_witness_code code;
    if (open_code(run, &code, error) != 0) {
        return -1;
    }
    bool shows = nt_lockstep_draws(run->lockstep) || nt_lockstep_is_again(run->lockstep);
    if (shows && open_texts(run, &code, error) != 0) {
        nt_witness_code_free(&code);
        return -1;
    }
    nt_judge *j = &run->judge;
    j->witness = nt_witness_new(o->settings.config, code); /* none known: the rules alone */
    nt_feed_init(&j->feed, o->settings.config);
    if (j->witness == NULL) {
        return nt_fail(error, "out of memory");
    }
    j->monitor = nt_monitor_new(o->settings.config);
    return j->monitor != NULL ? 0 : nt_fail(error, "out of memory");
}

/* What is left behind: the RTL's bytes, or of a run that explains another its ingress. */
static int open_files(nt_encoder_run *run, nt_error *error) {
    enum { TEXT_MOST = 200000 }; /* cycles; longer ingress files are binary */
    const nt_lockstep_options *o = run->options;
    const char *folder = nt_lockstep_report(run->lockstep);
    if (folder != NULL) {
        char path[4096];
        (void)snprintf(path, sizeof path, "%s/mismatch.nti", folder);
        return nt_ingress_writer_open(&run->judge.ingress, path,
                                      nt_lockstep_found(run->lockstep)->at < TEXT_MOST,
                                      o->settings.config, error);
    }
    bool first = !nt_lockstep_is_again(run->lockstep);
    return first && o->output != NULL
               ? nt_trace_output_open(&run->judge.output, o->output, o->no_sidecar, error)
               : 0;
}

static bool has_rtl(const nt_encoder_run *run) {
    return run->options->mode == NT_LOCKSTEP_COMPARE || run->options->mode == NT_LOCKSTEP_BARE;
}

static int open_run(nt_encoder_run *run, nt_error *error) {
    const nt_lockstep_options *o = run->options;
    if (has_rtl(run) && !nt_lockstep_begin(run->lockstep, o->initial_seed)) {
        return nt_fail(error, "out of memory");
    }
    nt_compare_init(&run->compare, o->settings.config, run->lockstep);
    run->judge.control = nt_control_reset();
    run->judge.keeps_history = nt_lockstep_is_again(run->lockstep);
    if (nt_drive_open(&run->drive, o, has_rtl(run) ? run->lockstep : NULL, error) != 0 ||
        open_witnesses(run, error) != 0) {
        return -1;
    }
    return open_files(run, error);
}

/* Before, the RTL's registers are random. */
static void reset(nt_encoder_run *run) {
    for (int i = 0; i < 2; i++) {
        nt_drive_reset(&run->drive);
        nt_compare_reset(&run->compare);
    }
}

bool nt_run_differs(const nt_encoder_run *run) {
    return nt_lockstep_found(run->lockstep)->differs;
}

/* The comparison did not end the run. */
static bool is_whole(const nt_encoder_run *run) {
    return !nt_run_differs(run) || run->options->keep_going;
}

static int finish_witnesses(nt_encoder_run *run, nt_error *error) {
    nt_pins_finish(&run->judge.pins);
    if (nt_judge_flush(&run->judge, error) != 0) {
        return -1;
    }
    if (run->judge.witness != NULL) {
        nt_witness_finish(run->judge.witness, &run->verdict);
        run->judged = true;
    }
    return 0;
}

/* The files get their names. Bytes of a run that a mismatch has ended are not kept. */
static int commit(nt_encoder_run *run, nt_error *error) {
    nt_judge *j = &run->judge;
    int result = 0;
    if (j->output != NULL && is_whole(run)) {
        nt_trace_output *output = j->output;
        j->output = NULL;
        result |= nt_lockstep_commit_trace(run->options, &j->watch, output, error);
    }
    if (j->ingress != NULL) {
        result |= nt_ingress_writer_commit(j->ingress, error);
        j->ingress = NULL;
    }
    return result;
}

int nt_run_all(nt_encoder_run *run, const nt_lockstep_options *options, nt_lockstep *lockstep,
               nt_error *error) {
    memset(run, 0, sizeof *run);
    run->options = options;
    run->lockstep = lockstep;
    if (open_run(run, error) != 0) {
        return -1;
    }
    reset(run);
    double start = read_clock(CLOCK_MONOTONIC);
    double cpu_start = read_clock(CLOCK_PROCESS_CPUTIME_ID);
    if (run_stages(run, error) != 0) {
        return -1;
    }
    if (options->mode == NT_LOCKSTEP_COMPARE && is_whole(run) && !nt_lockstep_is_again(lockstep) &&
        finish_witnesses(run, error) != 0) {
        return -1;
    }
    run->seconds = read_clock(CLOCK_MONOTONIC) - start;
    run->cpu_seconds = read_clock(CLOCK_PROCESS_CPUTIME_ID) - cpu_start;
    return commit(run, error);
}

void nt_run_release(nt_encoder_run *run) {
    nt_view_free(run->texts.own);
    nt_program_free(run->texts.program);
    nt_judge_release(&run->judge);
    nt_drive_close(&run->drive);
    memset(run, 0, sizeof *run);
}

const char *nt_run_failure(const nt_encoder_run *run) {
    if (nt_run_differs(run)) {
        return "RTL and golden model differ";
    }
    if (run->judge.pins.wrong > 0) {
        return "the pins' bytes are not the encoder's";
    }
    if (run->options->illegal) {
        return NULL; /* what the port forbids need not come back */
    }
    if (run->options->lossless && run->compare.counts.drops > 0) {
        return "messages are lost, though the hart obeys stall";
    }
    if (run->judged && run->verdict.differs) {
        return "the round trip is not exact";
    }
    if (run->judged && run->verdict.untold > 0) {
        return "instructions are in no message at the end";
    }
    if (run->judge.signals.wrong > 0) {
        return "the encoder's signals are not what they should be";
    }
    if (run->judged && run->verdict.rules_broken > 0) {
        return "a rule is broken";
    }
    return run->judge.illegal != NULL ? "the ingress breaks the port's rules" : NULL;
}
