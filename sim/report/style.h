/* SPDX-License-Identifier: Apache-2.0 */
/* The report's look: one style sheet for screens of any width, for paper, light and dark. */
#ifndef NT_REPORT_STYLE_H
#define NT_REPORT_STYLE_H

extern const char nt_report_style[];

#endif
