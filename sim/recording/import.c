#include "sim/recording/import.h"

enum { MOST_HARTS = 256 }; /* each has an image of its own */

const nt_import_format nt_import_formats[] = {
    {"pc", "addresses of what retired, one a line, hexadecimal; needs --image", "list of PCs",
     false, true, 1, 0, nt_import_pc},
    {"pcseq", "the reference tools' instruction sequence; needs --pcinfo",
     "pcseq and pcinfo of the Nexus Trace reference tools", true, false, 1, 0, nt_import_pcseq},
    {"spike", "Spike's log (--log-commits, better with -l), with accesses",
     "log of Spike's commits", false, false, MOST_HARTS, (1 << NT_ACCESSES) - 1, nt_import_spike},
    {NULL, NULL, NULL, false, false, 0, 0, NULL},
};
