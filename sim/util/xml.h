/* SPDX-License-Identifier: Apache-2.0 */
/* Writes text into XML and HTML. */
#ifndef NT_UTIL_XML_H
#define NT_UTIL_XML_H

#include <stdio.h>

/* Writes the text, UTF-8, as it may stand in an attribute or between tags, in ASCII: other
   characters by their numbers; "?" for each byte that is no character, or one that XML 1.0 or HTML
   do not have, not even by its number. The stream keeps errors. */
void nt_xml_put(FILE *out, const char *text);

#endif
