#include "tb/encoder/run.h"

#include "sim/util/progress.h"
#include "tb/encoder/cycle.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { PROGRESS_CYCLES = 1 << 16 };

static double read_clock(clockid_t clock) {
    struct timespec time;
    clock_gettime(clock, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static int run_cycles(nt_run *run, nt_error *error) {
    nt_progress progress;
    nt_progress_start(&progress, "lockstep", "cycles");
    int result = 1;
    while (result == 1) {
        nt_cycle *cycle = &run->history[run->cycle % NT_HISTORY];
        result = nt_stimulus_next(&run->stimulus, &run->rtl, cycle, error);
        if (result != 1) {
            break;
        }
        result = nt_run_cycle(run, cycle, error);
        run->cycle++;
        if (run->cycle % PROGRESS_CYCLES == 0) {
            nt_progress_show(&progress, run->cycle, run->options->cycles);
        }
    }
    nt_progress_end(&progress);
    return result < 0 ? -1 : 0;
}

/* The code that ran: recordings and random ingress bring their own. With an ingress file maybe
   nobody knows it. */
static int open_code(nt_run *run, nt_witness_code *code, nt_error *error) {
    const nt_lockstep_options *o = run->options;
    if (o->images.count != 0) {
        return nt_witness_code_of_images(code, &o->images, o->settings.config->xlen, o->shape.hart,
                                         &o->isa, error);
    }
    nt_image *image = run->stimulus.image;
    run->stimulus.image = NULL;
    if (image == NULL && !o->is_ingress && o->input != NULL &&
        nt_image_load(&image, o->input, o->shape.hart, error) != 0) {
        return -1;
    }
    *code = nt_witness_code_of_image(image);
    return 0;
}

static int open_witnesses(nt_run *run, nt_error *error) {
    const nt_lockstep_options *o = run->options;
    if (o->mode != NT_LOCKSTEP_COMPARE) {
        return 0;
    }
    nt_witness_code code;
    if (open_code(run, &code, error) != 0) {
        return -1;
    }
    run->witness = nt_witness_new(o->settings.config, code); /* none known: the rules alone */
    nt_feed_init(&run->feed, o->settings.config);
    if (run->witness == NULL) {
        return nt_fail(error, "out of memory");
    }
    run->monitor = nt_monitor_new(o->settings.config);
    return run->monitor != NULL ? 0 : nt_fail(error, "out of memory");
}

/* What is left behind: the RTL's bytes, or of a run that explains another its ingress. */
static int open_files(nt_run *run, nt_error *error) {
    enum { TEXT_MOST = 200000 }; /* cycles; longer ingress files are binary */
    const nt_lockstep_options *o = run->options;
    const char *folder = nt_lockstep_report(run->lockstep);
    if (folder != NULL) {
        char path[4096];
        (void)snprintf(path, sizeof path, "%s/mismatch.nti", folder);
        return nt_ingress_writer_open(&run->ingress, path,
                                      nt_lockstep_found(run->lockstep)->at < TEXT_MOST,
                                      o->settings.config, error);
    }
    bool first = !nt_lockstep_is_again(run->lockstep);
    return first && o->output != NULL ? nt_output_file_open(&run->output, o->output, error) : 0;
}

static int open_run(nt_run *run, nt_error *error) {
    const nt_lockstep_options *o = run->options;
    run->control = nt_control_reset();
    nt_encoder_core_init(&run->direct, o->settings.config);
    nt_encoder_registers_init(&run->registers, o->settings.config);
    nt_pib_init(&run->pib, &(nt_pib_params){.bytes = o->settings.config->out_bytes});
    run->view.encoder = &run->direct.encoder;
    run->view.pib = &run->pib;
    run->view.trigger = &run->direct.trigger;
    run->view.ts = &run->direct.ts;
    run->view.registers = &run->registers;
    nt_run_choose_sink(run);
    if (nt_run_has_rtl(run)) {
        if (!nt_lockstep_begin(run->lockstep, o->initial_seed)) {
            return nt_fail(error, "out of memory");
        }
        nt_lockstep_show(run->lockstep, &run->rtl);
    }
    if (nt_stimulus_open(&run->stimulus, o, error) != 0 || open_witnesses(run, error) != 0) {
        return -1;
    }
    return open_files(run, error);
}

bool nt_run_differs(const nt_run *run) {
    return nt_lockstep_found(run->lockstep)->differs;
}

/* The comparison did not end the run. */
static bool is_whole(const nt_run *run) {
    return !nt_run_differs(run) || run->options->keep_going;
}

static int finish_witnesses(nt_run *run, nt_error *error) {
    nt_pins_finish(&run->pins);
    if (nt_run_flush(run, error) != 0) {
        return -1;
    }
    if (run->witness != NULL) {
        nt_witness_finish(run->witness, &run->verdict);
        run->judged = true;
    }
    return 0;
}

/* The files get their names. Bytes of a run that a mismatch has ended are not kept. */
static int commit(nt_run *run, nt_error *error) {
    int result = 0;
    if (run->output != NULL) {
        if (is_whole(run)) {
            result |= nt_output_file_commit(run->output, error);
        } else {
            nt_output_file_abort(run->output);
        }
        run->output = NULL;
    }
    if (run->ingress != NULL) {
        result |= nt_ingress_writer_commit(run->ingress, error);
        run->ingress = NULL;
    }
    return result;
}

int nt_run_all(nt_run *run, const nt_lockstep_options *options, nt_lockstep *lockstep,
               nt_error *error) {
    memset(run, 0, sizeof *run);
    run->options = options;
    run->lockstep = lockstep;
    if (open_run(run, error) != 0) {
        return -1;
    }
    nt_run_reset(run);
    double start = read_clock(CLOCK_MONOTONIC);
    double cpu_start = read_clock(CLOCK_PROCESS_CPUTIME_ID);
    if (run_cycles(run, error) != 0) {
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

void nt_run_release(nt_run *run) {
    nt_output_file_abort(run->output);
    if (run->ingress != NULL) {
        nt_ingress_writer_abort(run->ingress);
    }
    nt_monitor_free(run->monitor);
    if (run->witness != NULL) {
        nt_witness_free(run->witness);
    }
    nt_stimulus_close(&run->stimulus);
    memset(run, 0, sizeof *run);
}

const char *nt_run_failure(const nt_run *run) {
    if (nt_run_differs(run)) {
        return "RTL and golden model differ";
    }
    if (run->pins.wrong > 0) {
        return "the pins' bytes are not the encoder's";
    }
    if (run->options->illegal) {
        return NULL; /* what the port forbids need not come back */
    }
    if (run->options->lossless && run->counts.drops > 0) {
        return "messages are lost, though the hart obeys stall";
    }
    if (run->judged && run->verdict.differs) {
        return "the round trip is not exact";
    }
    if (run->signals.wrong > 0) {
        return "the encoder's signals are not what they should be";
    }
    if (run->judged && run->verdict.rules_broken > 0) {
        return "a rule is broken";
    }
    return run->illegal != NULL ? "the ingress breaks the port's rules" : NULL;
}
