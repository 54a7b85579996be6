/* What GTKWave shows of the encoder's waves first. */
#include "tb/lockstep/wave_save.h"
#include "tb/waves.h"

enum {
    NAME_BITS = 8 * 24, /* the texts' widths in tb/nt_bench_top.v */
    FIELDS_BITS = 8 * 64,
};

/* What goes in, what is counted, what comes out: enough to follow a program. */
static void put_overview(nt_wave_save *save, const nt_run *run) {
    const nt_config *config = run->direct.encoder.config;
    nt_wave_save_heading(save, "Ingress");
    nt_wave_save_signal(save, NT_WAVE_TEXT, "iaddr", "", "iaddr_text", NAME_BITS);
    nt_wave_save_signal(save, NT_WAVE_TEXT, "itype", "", "itype_name", NAME_BITS);
    nt_wave_save_signal(save, config->nblocks == 1 ? NT_WAVE_DECIMAL : NT_WAVE_HEX,
                        "iretire (half-words)", "nt_bench_top.", "iretire",
                        config->nblocks * config->iretire_w);
    nt_wave_save_signal(save, NT_WAVE_BIT, "stall", "", "rtl_stall", 1);

    nt_wave_save_heading(save, "Counted");
    nt_wave_save_named(save, "tracing");
    nt_wave_save_named(save, "icnt");
    nt_wave_save_named(save, "hist"); /* or, in builds with repeated history, these */
    nt_wave_save_named(save, "hist_recent");
    nt_wave_save_named(save, "hist_pending");
    nt_wave_save_heading(save, "Message being sent");
    nt_wave_save_color(save, NT_WAVE_ORANGE);
    nt_wave_save_signal(save, NT_WAVE_TEXT, "RTL", "", "rtl_message_name", NAME_BITS);
    nt_wave_save_color(save, NT_WAVE_GREEN);
    nt_wave_save_signal(save, NT_WAVE_TEXT, "model", "", "model_message_name", NAME_BITS);
    nt_wave_save_color(save, NT_WAVE_ORANGE);
    nt_wave_save_signal(save, NT_WAVE_TEXT, "RTL: fields", "", "rtl_message_fields", FIELDS_BITS);
    nt_wave_save_color(save, NT_WAVE_GREEN);
    nt_wave_save_signal(save, NT_WAVE_TEXT, "model: fields", "", "model_message_fields",
                        FIELDS_BITS);
    nt_wave_save_named(save, "level");
    nt_wave_save_heading(save, "Bytes");
    nt_wave_save_named(save, "out_valid");
    nt_wave_save_named(save, "out");
    nt_wave_save_named(save, "TRC_DATA");
    nt_wave_save_heading(save, "All probes");
}

int nt_waves_save(const nt_run *run, uint64_t marker, nt_error *error) {
    nt_wave_save save = {.error = error,
                         .probes = run->kind->probes,
                         .probe_count = run->kind->probe_count,
                         .mismatch = run->mismatch};
    if (nt_wave_save_open(&save, run->artifacts.wave, run->artifacts.window_first, marker) != 0) {
        return -1;
    }
    put_overview(&save, run);
    nt_wave_save_groups(&save);
    return nt_wave_save_close(&save);
}
