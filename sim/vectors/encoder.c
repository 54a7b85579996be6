/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/vectors/encoder.h"

#include "libntrace/util/input_file.h"
#include "sim/ingress/golden.h"
#include "sim/settings/settings.h"
#include "sim/vectors/encoder_columns.h"
#include "sim/vectors/unit.h"
#include "sim/witness/code.h"
#include "sim/witness/ingress.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Reading. */

static int read_build(nt_vector *vector, nt_error *error) {
    nt_settings settings;
    nt_settings_init(&settings);
    if (nt_ingress_file_fit(&settings, vector->path, error) != 0) {
        return -1;
    }
    vector->config = *settings.config;
    (void)snprintf(vector->build, sizeof vector->build, "%s", vector->config.name);
    return 0;
}

static bool parameter(const nt_vector *vector, unsigned index, const char **name, unsigned *value) {
    const nt_config_parameter *row = &nt_config_parameters[index];
    *name = row->name;
    *value = row->name == NULL ? 0 : ((const uint8_t *)&vector->config)[row->offset];
    return row->name != NULL;
}

/* Running. */

static int run_model(const nt_vector *vector, nt_pin_sink sink, void *context, nt_error *error) {
    nt_source source;
    uint64_t cycles;
    nt_golden *golden = malloc(sizeof *golden);
    if (golden == NULL || nt_vector_encoder_open(vector, &source, error) != 0) {
        free(golden);
        return golden == NULL ? nt_fail(error, "out of memory") : -1;
    }
    nt_golden_init(golden, &vector->config);
    int result = nt_golden_run(golden, &source, "vectors", sink, context, &cycles, error);
    source.close(source.self);
    free(golden);
    return result;
}

/* Its report lies beside the output. */
static void bench_words(char *words[NT_VECTOR_WORDS], const nt_vector_call *call) {
    char *const list[] = {call->path,
                          "--image",
                          call->path,
                          "-o",
                          call->output,
                          "--json",
                          call->alone ? "--keep-going" : NULL,
                          NULL};
    memcpy(words, list, sizeof list);
}

/* Judging. */

/* The code that the vector lists. */
static int load_code(nt_witness_code *code, const nt_vector *vector, nt_error *error) {
    nt_image_spec spec = {.path = vector->path};
    const nt_images images = {.specs = &spec, .count = 1};
    const nt_isa isa = {.xlen = vector->config.xlen};
    return nt_witness_code_of_images(code, &images, vector->config.xlen, 0, &isa, error);
}

/* The caller frees; NULL with the error set. */
static nt_witness *witness_of(const nt_vector *vector, const char *path, nt_error *error) {
    nt_check_ingress_inputs in = {
        .config = &vector->config, .freedoms = NT_EVERY_FREEDOM, .path = vector->path};
    if (nt_vector_encoder_open(vector, &in.cycles, error) != 0) {
        return NULL;
    }
    if (nt_check_ingress_mode(&in.mode, vector->path, &vector->config, error) != 0) {
        in.cycles.close(in.cycles.self);
        return NULL;
    }
    nt_witness *witness = NULL;
    if (nt_input_file_open(&in.bytes, path, error) == 0) {
        if (load_code(&in.code, vector, error) == 0) {
            witness = nt_check_with_ingress(&in, error);
        }
        nt_input_file_close(in.bytes);
    }
    in.cycles.close(in.cycles.self);
    return witness;
}

static bool holds(nt_witness *witness) {
    return nt_check_summarize(nt_witness_check(witness)).broken == 0;
}

static void tell(nt_vector_judgement *judgement, const nt_check *check) {
    int first = nt_check_summarize(check).first;
    if (first < 0) {
        return;
    }
    const nt_rule_result *result = nt_check_result(check, (nt_rule_id)first);
    judgement->rule = nt_rules[first].id;
    judgement->offset = result->offset;
    (void)snprintf(judgement->text, sizeof judgement->text, "%s", result->text);
}

static int judge(nt_vector_judgement *judgement, const nt_vector *vector, const char *path,
                 nt_error *error) {
    nt_witness *witness = witness_of(vector, path, error);
    if (witness == NULL) {
        return -1;
    }
    judgement->verdict = holds(witness) ? NT_VECTOR_CONFORMANT : NT_VECTOR_BROKEN;
    if (judgement->verdict == NT_VECTOR_BROKEN) {
        tell(judgement, nt_witness_check(witness));
    }
    nt_witness_free(witness);
    return 0;
}

const nt_vector_unit nt_vector_encoder = {
    .name = "encoder",
    .suffix = "nti",
    .bench = "%s/nt_bench",
    .make = "CONFIG=%s",
    .asks = true,
    .read = read_build,
    .take_expected = nt_vector_take_bytes,
    .run_model = run_model,
    .bench_words = bench_words,
    .judge = judge,
    .open_columns = nt_encoder_columns,
    .parameter = parameter,
};
