/* N-Trace messages in words: for dumps, reports and the documentation. */
#ifndef NT_DECODE_DESCRIBE_H
#define NT_DECODE_DESCRIBE_H

#include "ntrace/messages.h"

#include <stddef.h>

/* Enough for any of the texts below. */
enum { NT_DESCRIPTION = 512 };

/* "28 IndirectBranchHist B-TYPE=0 I-CNT=0x7d U-ADDR=0x7 HIST=0xffe". What PROCESS and TSTAMP mean
   stands in words behind them. `time`: the message's absolute time; NULL: not known. */
void nt_describe_message(const nt_message *message, const uint64_t *time,
                         char text[NT_DESCRIPTION]);

/* The fields that end in byte `index` of a decoded message, as the specification's example has
   them: "I-CNT[10] = 0x7D"; empty where none does. */
void nt_describe_byte(const nt_message *message, const uint64_t *time, size_t index,
                      char text[NT_DESCRIPTION]);

#endif
