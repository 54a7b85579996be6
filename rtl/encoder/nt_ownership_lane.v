// SPDX-License-Identifier: Apache-2.0
// Ownership, one lane: it follows messages with an address, and comes by itself where a context was
// written and there is none (N-Trace 1.0, "Ownership Message").
// Combinational; nt_flow holds the state.
`default_nettype none

module nt_ownership_lane #(
    // Width of hcontext; 0: not implemented
    parameter integer HCONTEXT_W = 14
) (
    // Options
    input  wire       enable,      // trTeContext
    input  wire       rc7,         // at every trap and trap return

    // Block
    input  wire [2:0] priv,
    input  wire [1:0] ctype,
    input  wire       traced,
    input  wire       on,          // tracing, before the block

    // Slot 1
    input  wire       told,        // holds an address message
    input  wire       synced,      // which has SYNC
    input  wire       trap_told,   // tells of a trap or a trap return

    // State before the block and after it
    input  wire [2:0] last,        // {V, PRV} as last told; used while tracing
    output wire [2:0] last_next,

    // Slot 2
    output wire       valid,
    output wire [2:0] prv,         // {V, PRV}
    output wire [1:0] format
);

    `include "nt_codes.vh"

    // Where the block is not traced, the instruction before it may have written the context; what is
    // precise, or comes with a discontinuity, is of the block itself.
    wire written = on && (traced ? ctype != 2'd0 : ctype == CTYPE_IMPRECISE);
    wire whole   = synced || ctype != 2'd0;
    wire changed = prv != last || (rc7 && trap_told);

    assign valid          = enable && (told ? whole || changed : written);
    assign format         = !whole ? FORMAT_PRIVILEGE :
                            HCONTEXT_W != 0 ? FORMAT_HCONTEXT : FORMAT_SCONTEXT;
    assign last_next      = !enable ? 3'd0 : (told || written) ? prv : last;

    // U 0, S 1, M 3, debug 4 (told as M), VU 5, VS 6
    wire [2:0] guest = priv - 3'd5;
    assign prv = priv == PRIV_DEBUG ? 3'b011 : priv > PRIV_DEBUG ? {1'b1, guest[1:0]} : priv;

    wire unused = &{1'b0, guest[2]};

endmodule

`default_nettype wire
