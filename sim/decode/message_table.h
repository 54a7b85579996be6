/* SPDX-License-Identifier: Apache-2.0 */
/* Prints docs/messages.md from the message table. */
#ifndef NT_DECODE_MESSAGE_TABLE_H
#define NT_DECODE_MESSAGE_TABLE_H

#include <stdio.h>

void nt_message_table_print(FILE *file);

#endif
