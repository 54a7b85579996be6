/* SPDX-License-Identifier: Apache-2.0 */
/* Checksums of the sources that a result is about: of a file, "rtl/nt_encoder.v", or of all sources
   in a folder, "tb/". scripts/made.py makes the same where a bench is built. */
#ifndef NT_REPORT_SOURCES_H
#define NT_REPORT_SOURCES_H

#include "sim/util/sha256.h"

/* Sums up what `name` is in the folder `tree`. Of a name that ends with a slash it is the SHA-256
   of lines "SUM  NAME", as sha256sum prints them, of all sources below it in the order of their
   names. Sets an empty text where there is no such file. Returns 0, or -1 with the error set. */
int nt_sources_sum(char text[NT_SHA256_TEXT], const char *tree, const char *name, nt_error *error);

/* Adds the line "SUM  NAME" to what a list is summed up of. */
void nt_sources_line(nt_sha256 *list, const char *sum, const char *name);

#endif
