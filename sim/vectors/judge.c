#include "sim/vectors/judge.h"

#include "libntrace/util/input_file.h"
#include "sim/check/ingress.h"
#include "sim/witness/code.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const size_t MOST_BYTES = (size_t)1 << 28;

const char *nt_vector_verdict_name(nt_vector_verdict verdict) {
    switch (verdict) {
    case NT_VECTOR_EXACT:
        return "exact";
    case NT_VECTOR_CONFORMANT:
        return "conformant";
    case NT_VECTOR_UNTIL_LOSS:
        return "conformant up to its first Error";
    default:
        return "broken";
    }
}

/* The code that the vector lists. */
static int load_code(nt_witness_code *code, const nt_vector *vector, nt_error *error) {
    nt_image_spec spec = {.path = vector->path};
    const nt_images images = {.specs = &spec, .count = 1};
    const nt_isa isa = {.xlen = vector->config.xlen};
    return nt_witness_code_of_images(code, &images, vector->config.xlen, 0, &isa, error);
}

/* `own`: losses must be those of the build's FIFO. The caller frees; NULL with the error set. */
static nt_witness *witness_of(const nt_vector *vector, const char *path, bool own,
                              nt_error *error) {
    nt_check_ingress_inputs in = {.config = &vector->config, .own = own, .path = vector->path};
    if (nt_vector_open(vector, &in.cycles, error) != 0) {
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

/* A stranger's stream: another FIFO loses other messages, and B-TYPE may be 1 for every trap. */
static int judge_freely(nt_vector_judgement *judgement, const nt_vector *vector, const char *path,
                        nt_error *error) {
    nt_witness *own = witness_of(vector, path, true, error);
    if (own == NULL) {
        return -1;
    }
    judgement->verdict = holds(own) ? NT_VECTOR_CONFORMANT : NT_VECTOR_BROKEN;
    if (judgement->verdict == NT_VECTOR_BROKEN) {
        nt_error ignored = {0};
        nt_witness *other = witness_of(vector, path, false, &ignored);
        if (other != NULL && holds(other)) {
            const uint64_t *messages = nt_check_by_tcode(nt_witness_check(other));
            judgement->verdict =
                messages[NT_TCODE_ERROR] == 0 ? NT_VECTOR_CONFORMANT : NT_VECTOR_UNTIL_LOSS;
        }
        nt_witness_free(other);
    }
    if (judgement->verdict == NT_VECTOR_BROKEN) {
        tell(judgement, nt_witness_check(own));
    }
    nt_witness_free(own);
    return 0;
}

/* Where the two differ first; the shorter one's size if it is the beginning of the other. */
static size_t first_difference(const nt_vector *vector, const uint8_t *bytes, size_t size) {
    size_t at = 0;
    while (at < size && at < vector->size && bytes[at] == vector->bytes[at]) {
        at++;
    }
    return at;
}

static int read_bytes(const char *path, uint8_t **bytes, size_t *size, nt_error *error) {
    nt_input_file *file;
    if (nt_input_file_open(&file, path, error) != 0) {
        return -1;
    }
    int result = nt_input_file_all(file, MOST_BYTES, bytes, size, error);
    nt_input_file_close(file);
    return result;
}

int nt_vector_judge(nt_vector_judgement *judgement, const nt_vector *vector, const char *path,
                    nt_error *error) {
    uint8_t *bytes = NULL;
    size_t size = 0;
    *judgement = (nt_vector_judgement){.verdict = NT_VECTOR_EXACT};
    int result = read_bytes(path, &bytes, &size, error);
    if (result == 0) {
        judgement->size = size;
        judgement->difference = first_difference(vector, bytes, size);
        if (size == 0 && vector->size != 0) {
            judgement->verdict = NT_VECTOR_BROKEN;
            (void)snprintf(judgement->text, sizeof judgement->text, "the stream is empty");
        } else if (size != vector->size || judgement->difference != size) {
            result = judge_freely(judgement, vector, path, error);
        }
    }
    free(bytes);
    return result;
}
