#include "tb/waves.h"

#include "tb/words.h"

#include <inttypes.h>
#include <string.h>

enum { NAME_SIZE = 24 + 1, FIELDS_SIZE = 64 + 1 };

/* One side's message at the head of the FIFO. */
typedef struct head {
    const char *name; /* empty: there is none */
    char fields[FIELDS_SIZE];
} head;

static void add_field(head *side, const char *name, uint64_t value) {
    size_t size = strlen(side->fields);
    (void)snprintf(side->fields + size, sizeof side->fields - size, "%s%s=0x%" PRIx64,
                   size > 0 ? " " : "", name, value);
}

/* The message whose bytes are being sent, on both sides; nothing between messages. */
static void read_heads(const nt_run *run, head *rtl, head *model) {
    static const struct {
        const char *probe;
        const char *name;
    } fields[] = {
        {"head_code", "CODE"}, {"head_btype", "B-TYPE"}, {"head_icnt", "I-CNT"},
        {"head_addr", "ADDR"}, {"head_hist", "HIST"},
    };
    nt_probe_value value[NT_MAX_PROBES];
    run->kind->read(run->rtl, &run->view, value);
    *rtl = *model = (head){.name = ""};
    uint64_t rtl_level = 0;
    for (unsigned i = 0; i < run->kind->probe_count; i++) {
        const char *probe = run->kind->probes[i].name;
        if (strcmp(probe, "head_tcode") == 0) {
            rtl->name = nt_tcode_text((unsigned)value[i].rtl);
            model->name = nt_tcode_text((unsigned)value[i].model);
        } else if (strcmp(probe, "level") == 0) {
            rtl_level = value[i].rtl;
        }
        for (unsigned f = 0; f < sizeof fields / sizeof fields[0]; f++) {
            if (value[i].valid && strcmp(probe, fields[f].probe) == 0) {
                add_field(rtl, fields[f].name, value[i].rtl);
                add_field(model, fields[f].name, value[i].model);
            }
        }
    }
    if (rtl_level == 0) {
        *rtl = (head){.name = ""};
    }
    if (run->direct.encoder.fifo.level == 0) {
        *model = (head){.name = ""};
    }
}

static int open_wave(nt_run *run, nt_error *error) {
    if (nt_wave_file_open(&run->wave_file, run->artifacts.wave, error) != 0) {
        return -1;
    }
    if (!run->kind->wave_open(run->rtl, run->wave_file.temporary)) {
        return nt_fail(error, "%s: cannot write waves", run->artifacts.wave);
    }
    run->wave_open = true;
    return 0;
}

int nt_waves_cycle(nt_run *run, nt_error *error) {
    if (run->cycle < run->artifacts.window_first || run->cycle > run->artifacts.window_last) {
        return 0;
    }
    if (!run->wave_open && open_wave(run, error) != 0) {
        return -1;
    }
    const nt_block *block = &run->history[run->cycle % NT_HISTORY].ingress.block[0];
    char iaddr[NAME_SIZE] = "";
    if (nt_block_has_address(block, run->options->settings.config)) {
        (void)snprintf(iaddr, sizeof iaddr, "0x%" PRIx64, block->iaddr);
    }
    head rtl;
    head model;
    read_heads(run, &rtl, &model);
    if (run->wave_message == 0 && rtl.name[0] != '\0') {
        run->wave_message = run->cycle;
    }
    const nt_wave_texts shown = {
        .iaddr = iaddr,
        .itype = nt_itype_text(block->itype),
        .rtl_message = rtl.name,
        .rtl_fields = rtl.fields,
        .model_message = model.name,
        .model_fields = model.fields,
    };
    run->kind->wave_cycle(run->rtl, &run->view, run->cycle, &shown);
    return 0;
}

static void close_wave(nt_run *run) {
    if (run->wave_open) {
        run->kind->wave_close(run->rtl);
        run->wave_open = false;
    }
}

int nt_waves_commit(nt_run *run, nt_error *error) {
    close_wave(run);
    run->wave_file.path = run->artifacts.wave;
    if (nt_wave_file_commit(&run->wave_file, run->cycle, error) != 0) {
        return -1;
    }
    uint64_t marker = run->mismatches > 0     ? run->mismatch_cycle
                      : run->wave_message > 0 ? run->wave_message
                                              : run->artifacts.window_first;
    return nt_waves_save(run, marker, error);
}

void nt_waves_abort(nt_run *run) {
    close_wave(run);
    nt_wave_file_abort(&run->wave_file);
}
