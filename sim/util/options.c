#include "sim/util/options.h"

#include "sim/commands.h"

#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <string.h>

int nt_option_wrong(int result, char *const *argv, nt_error *error) {
    const char *problem = result == ':' ? "needs a value" : "no such option, or no value wanted";
    if (optopt > 0 && optopt < 256 && argv[optind - 1][1] != '-') {
        return nt_fail(error, "-%c: %s", optopt, problem);
    }
    return nt_fail(error, "%s: %s", argv[optind - 1], problem);
}

int nt_command_json(const json_t *object, nt_error *error) {
    if (object == NULL) {
        return nt_fail(error, "out of memory, or a name that is not UTF-8");
    }
    if (json_dumpf(object, stdout, JSON_INDENT(2)) != 0 || putchar('\n') == EOF ||
        fflush(stdout) != 0) {
        return nt_fail(error, "-: %s", strerror(errno));
    }
    return 0;
}

int nt_command_fail(const char *command, const nt_error *error) {
    fprintf(stderr, "ntrace %s: %s\n", command, error->text);
    return NT_EXIT_USAGE;
}
