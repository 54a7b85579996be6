/* SPDX-License-Identifier: Apache-2.0 */
/* Cycles and messages in words, for reports and waves. */
#ifndef NT_TB_ENCODER_WORDS_H
#define NT_TB_ENCODER_WORDS_H

#include "sim/ingress/ingress_file.h"
#include "tb/encoder/run.h"

#include <stdio.h>

/* One line each, without a newline. Of a cycle, without its number. */
void nt_print_cycle(FILE *out, const nt_cycle *cycle, const nt_config *config);
/* `settings`: those that the message was made with. */
void nt_print_message(FILE *out, const nt_sent_message *sent, const nt_control *settings);

#endif
