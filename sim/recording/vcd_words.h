/* SPDX-License-Identifier: Apache-2.0 */
/* Splits a value change dump into words, and its declarations into names. */
#ifndef NT_RECORDING_VCD_WORDS_H
#define NT_RECORDING_VCD_WORDS_H

#include "sim/recording/vcd.h"

typedef struct nt_vcd_words {
    nt_input_file *input;
    char *line; /* NT_VCD_LINE characters */
    char *at;   /* the next word of the line */
} nt_vcd_words;

/* Returns 0, or -1 with the error set; nt_vcd_words_end follows in any case. */
int nt_vcd_words_begin(nt_vcd_words *words, nt_input_file *input, nt_error *error);
void nt_vcd_words_end(nt_vcd_words *words);

int nt_vcd_fail(const nt_vcd_words *words, const char *reason, nt_error *error);

/* Gives the next word, in the line's memory. Returns 1, at the end 0, or -1 with the error set. */
int nt_vcd_word(nt_vcd_words *words, char **word, nt_error *error);
/* The same for a word that must come. */
int nt_vcd_need_word(nt_vcd_words *words, char **word, nt_error *error);
/* Skips up to $end. Returns 1, or -1 with the error set. */
int nt_vcd_skip(nt_vcd_words *words, nt_error *error);
/* Joins the words up to $end by spaces; what does not fit is left out. Returns 1, or -1 with the
   error set. */
int nt_vcd_rest(nt_vcd_words *words, char *text, size_t room, nt_error *error);

/* Splits the reference of a variable of `bits` bits into a name, which it puts in `text`, and the
   bit that it is of a split vector, or -1: "insn [31:0]", "insn(31 downto 0)", "\\insn[31:0] ",
   "insn [3]" and "insn [3:3]" of 1 bit. An element of an array keeps its index. */
const char *nt_vcd_name(char *text, unsigned bits, int *bit);

/* Returns the name in a scope's declaration, "module top": empty where it has none. */
const char *nt_vcd_scope_name(char *text);

#endif
