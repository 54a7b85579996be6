#include "sim/check/report.h"
#include "sim/commands.h"
#include "sim/util/input_file.h"
#include "sim/util/number.h"
#include "sim/util/options.h"

#include <getopt.h>
#include <string.h>

static const char help[] =
    "usage: ntrace check F.nex [OPTION...]\n"
    "\n"
    "Judge a byte stream by the rules of N-Trace: which it broke, where first, which it held, and\n"
    "which it did not put to the test. Exit status 1: a rule is broken.\n"
    "\n"
    "  -i, --image FILE          recording or pcinfo with the code that ran: the path is judged "
    "too\n"
    "      --hart N              which hart of the recording (0)\n"
    "  -j, --json                one JSON object\n"
    "  -l, --list                list the rules: id, clause, summary; no F.nex\n"
    "      --page                the rules as docs/rules.md has them; no F.nex\n"
    "  -h, --help\n";

typedef struct check_options {
    const char *input;
    const char *image;
    uint64_t hart;
    bool json;
    void (*print_rules)(FILE *out); /* in place of a check */
} check_options;

enum { MAX_HART = 65535, OPT_HART = 256, OPT_PAGE };

static int parse_option(int option, char **argv, check_options *options, nt_error *error) {
    switch (option) {
    case 'i':
        options->image = optarg;
        return 0;
    case OPT_HART:
        return nt_parse_number(&options->hart, optarg, "--hart", 0, MAX_HART, error);
    case 'j':
        options->json = true;
        return 0;
    case 'l':
        options->print_rules = nt_rules_list;
        return 0;
    case OPT_PAGE:
        options->print_rules = nt_rules_page;
        return 0;
    case 'h':
        fputs(help, stdout);
        return 1;
    default:
        return nt_option_wrong(option, argv, error);
    }
}

/* 0 go on, 1 all is done, -1 error. */
static int parse(int argc, char **argv, check_options *options, nt_error *error) {
    static const struct option longs[] = {
        {"image", required_argument, NULL, 'i'},
        {"hart", required_argument, NULL, OPT_HART},
        {"json", no_argument, NULL, 'j'},
        {"list", no_argument, NULL, 'l'},
        {"page", no_argument, NULL, OPT_PAGE},
        {"help", no_argument, NULL, 'h'},
        {NULL, 0, NULL, 0},
    };
    opterr = 0;
    int option;
    while ((option = getopt_long(argc, argv, ":i:jlh", longs, NULL)) != -1) {
        int result = parse_option(option, argv, options, error);
        if (result != 0) {
            return result;
        }
    }
    if (options->print_rules != NULL && optind == argc) {
        options->print_rules(stdout);
        return 1;
    }
    if (optind + 1 != argc || options->print_rules != NULL) {
        return nt_fail(error, "one F.nex is needed, or --list alone; --help tells more");
    }
    options->input = argv[optind];
    return 0;
}

static int pass_event(void *context, const nt_flow_event *event) {
    nt_check_flow(context, event);
    return 0;
}

/* `flow` is NULL where there is no image. */
static int check_bytes(nt_check *check, nt_flow *flow, nt_input_file *file, nt_error *error) {
    uint8_t bytes[1 << 14];
    ptrdiff_t size;
    while ((size = nt_input_file_read(file, bytes, sizeof bytes, error)) > 0) {
        nt_check_bytes(check, bytes, (size_t)size);
        if (flow != NULL) {
            (void)nt_flow_bytes(flow, bytes, (size_t)size);
        }
    }
    if (size < 0) {
        return -1;
    }
    if (nt_check_size(check) == 0) {
        return nt_fail(error, "%s: offset 0: the stream is empty", nt_input_file_path(file));
    }
    if (flow != NULL) {
        (void)nt_flow_finish(flow);
    }
    nt_check_finish(check);
    return 0;
}

static int check_file(nt_check *check, nt_image *image, const char *path, nt_error *error) {
    nt_flow *flow = image == NULL ? NULL : nt_flow_new(image, NULL, pass_event, check);
    if (image != NULL && flow == NULL) {
        return nt_fail(error, "out of memory");
    }
    nt_input_file *file;
    int result = nt_input_file_open(&file, path, error);
    if (result == 0) {
        result = check_bytes(check, flow, file, error);
        nt_input_file_close(file);
    }
    nt_flow_free(flow);
    return result;
}

static int report(const nt_check *check, bool as_json, nt_error *error) {
    if (!as_json) {
        nt_check_print(stdout, check);
        return 0;
    }
    json_t *object = nt_check_json(check);
    int result = nt_command_json(object, error);
    json_decref(object);
    return result;
}

/* The exit status; -1 is an error. */
static int run(const check_options *options, nt_error *error) {
    nt_image *image = NULL;
    if (options->image != NULL &&
        nt_image_load(&image, options->image, (unsigned)options->hart, error) != 0) {
        return -1;
    }
    nt_check_options rules = {.version = NT_SPEC_1_0,
                              .xlen = image == NULL ? 0 : (uint8_t)nt_image_xlen(image)};
    nt_check *check = nt_check_new(&rules);
    int result = check == NULL ? nt_fail(error, "out of memory")
                               : check_file(check, image, options->input, error);
    if (result == 0) {
        result = report(check, options->json, error);
    }
    if (result == 0 && nt_check_summarize(check).broken != 0) {
        result = NT_EXIT_FAILED;
    }
    nt_check_free(check);
    nt_image_free(image);
    return result;
}

int nt_cmd_check(int argc, char **argv) {
    check_options options = {0};
    nt_error error = {{0}};
    int result = parse(argc, argv, &options, &error);
    if (result > 0) {
        return NT_EXIT_OK;
    }
    if (result == 0) {
        result = run(&options, &error);
    }
    return result < 0 ? nt_command_fail("check", &error) : result;
}
