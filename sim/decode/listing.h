/* Retired instructions as text, fast: every address on a line of its own, or a line a range. */
#ifndef NT_DECODE_LISTING_H
#define NT_DECODE_LISTING_H

#include "libntrace/program/image.h"
#include "ntrace/flow.h"
#include "sim/util/output_file.h"

typedef enum nt_listing_form {
    NT_LISTING_PC,     /* 0x80000000, lower case without leading zeros */
    NT_LISTING_RANGES, /* events: first and last address of a range, traps, stops and so on */
} nt_listing_form;

typedef struct nt_listing nt_listing;

/* Image and file must outlive the listing. NULL without memory. */
nt_listing *nt_listing_new(nt_image *image, nt_output_file *file, nt_listing_form form);

/* Adds an event, before the image changes again. 0, or -1 with the error set. */
int nt_listing_add(nt_listing *listing, const nt_flow_event *event, nt_error *error);

/* Hands what is buffered to the file and frees the listing; NULL is fine. */
int nt_listing_end(nt_listing *listing, nt_error *error);

#endif
