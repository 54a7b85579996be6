/* SPDX-License-Identifier: Apache-2.0 */
/* Names what signals of several units hold, for reports and waves. */
#ifndef NT_TB_LOCKSTEP_NAMES_H
#define NT_TB_LOCKSTEP_NAMES_H

#ifdef __cplusplus
extern "C" {
#endif

/* Returns the name of an itype, 0 to 15; "" for 0. Static text. */
const char *nt_itype_text(unsigned itype);

/* Returns the name of a message by its TCODE. Static text. */
const char *nt_tcode_text(unsigned tcode);

/* Returns the name of a privilege mode by the ports' priv. Static text. */
const char *nt_priv_text(unsigned priv);

/* Holds signals whose values have names, whatever the unit. */
typedef struct nt_signal_words {
    const char *name;        /* of what they hold */
    const char *patterns[4]; /* of signals' names, for fnmatch; up to NULL */
    unsigned values;         /* 0 up to before this */
    const char *(*text)(unsigned value);
} nt_signal_words;

/* Lists them, up to one without a name. */
extern const nt_signal_words nt_signal_words_list[];

/* Returns those for a signal; NULL: its values have no names. */
const nt_signal_words *nt_signal_words_of(const char *signal);

#ifdef __cplusplus
}
#endif

#endif
