/* SPDX-License-Identifier: Apache-2.0 */
/* Writes text into XML and HTML. */
#ifndef NT_UTIL_XML_H
#define NT_UTIL_XML_H

#include <stdio.h>

/* Writes the text as it may stand in an attribute or between tags, in ASCII: "?" for each byte of
   another character, since XML 1.0 has no control characters, not even escaped. The stream keeps
   errors. */
void nt_xml_put(FILE *out, const char *text);

#endif
