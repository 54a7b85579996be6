#include "sim/recording/import.h"

const nt_import_format nt_import_formats[] = {
    {"pcseq", "the reference tools' instruction sequence; needs --pcinfo",
     "pcseq and pcinfo of the Nexus Trace reference tools", true, nt_import_pcseq},
    {NULL, NULL, NULL, false, NULL},
};
