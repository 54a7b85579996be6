// SPDX-License-Identifier: Apache-2.0
// Filter: the trace filters, and what one ingress block does to them. Combinational.
//
// Trace Control Interface 1.0, "Trace Encoder Filter Registers". All conditions that are set must
// hold. A condition on traps holds from the block that ends in such a trap to the block that ends in
// its return; traps on the way are counted.
`default_nettype none

module nt_filter #(
    // Trace filters, 1 to 16
    parameter integer NFILTERS = 16,
    // Width of the count of nested traps
    parameter integer NEST_W = 4
) (
    // Of each trTeFilterControl, MatchInst, MatchEcauseLow, MatchEcauseHigh, MatchValueImpdef,
    // MatchMaskImpdef, from bit 0; filter 0 in the low bits
    input  wire [NFILTERS*192-1:0]    registers,
    input  wire [NFILTERS-1:0]        selected,     // trTeInstFilters

    // Block
    input  wire [3:0]                 itype,        // 0 if the block is empty
    input  wire [2:0]                 priv,
    input  wire [5:0]                 cause,
    input  wire [31:0]                impdef,
    input  wire [7:0]                 comparators,  // those that match

    // Traps that have not returned, from the first that the filter wants on; 0: none
    input  wire [NFILTERS*NEST_W-1:0] nest,
    output reg  [NFILTERS*NEST_W-1:0] nest_next,

    output reg  [NFILTERS-1:0]        match         // if the block has an address
);

    `include "nt_codes.vh"

    // Bits of a filter's registers
    localparam integer ENABLE          = 0;
    localparam integer MATCH_PRIVILEGE = 1;
    localparam integer MATCH_ECAUSE    = 2;
    localparam integer MATCH_INTERRUPT = 3;
    localparam integer MATCH_COMP1     = 4;
    localparam integer COMP1           = 5;
    localparam integer MATCH_COMP2     = 8;
    localparam integer COMP2           = 9;
    localparam integer MATCH_COMP3     = 12;
    localparam integer COMP3           = 13;
    localparam integer MATCH_IMPDEF    = 16;
    localparam [7:0] PRIVILEGES = 8'd32;
    localparam integer INTERRUPT       = 40;
    localparam [7:0] ECAUSES   = 8'd64;
    localparam integer IMPDEF_VALUE    = 128;
    localparam integer IMPDEF_MASK     = 160;

    localparam [NEST_W-1:0] ONE = 1;

    wire is_interrupt = itype == ITYPE_INTERRUPT;
    wire is_trap      = itype == ITYPE_EXCEPTION || is_interrupt;

    // A filter: its registers, and the traps
    reg [191:0]      own;
    reg [NEST_W-1:0] open;
    reg              match_trap;
    reg              begins;
    reg              nested;
    reg              unused;

    // Seldom needed: behind an `if`, a simulator skips it
    integer i;
    always @* begin
        nest_next  = {NFILTERS*NEST_W{1'b0}};
        match      = {NFILTERS{1'b0}};
        own        = 192'd0;
        open       = {NEST_W{1'b0}};
        match_trap = 1'b0;
        begins     = 1'b0;
        nested     = 1'b0;
        i          = 0;  // so that it is no latch
        if (|selected) for (i = 0; i < NFILTERS; i = i + 1) begin
            own = registers[192*i +: 192];
            if (selected[i] && own[ENABLE]) begin
                open       = nest[i*NEST_W +: NEST_W];
                nested     = open != {NEST_W{1'b0}};
                match_trap = own[MATCH_ECAUSE] || own[MATCH_INTERRUPT];
                begins     = is_trap && (!own[MATCH_INTERRUPT] || is_interrupt == own[INTERRUPT]) &&
                             (!own[MATCH_ECAUSE] || own[ECAUSES + {2'b00, cause}]);
                match[i] = (!own[MATCH_PRIVILEGE] || own[PRIVILEGES + {5'd0, priv}]) &&
                           (!match_trap || nested || begins) &&
                           (!own[MATCH_COMP1] || comparators[own[COMP1 +: 3]]) &&
                           (!own[MATCH_COMP2] || comparators[own[COMP2 +: 3]]) &&
                           (!own[MATCH_COMP3] || comparators[own[COMP3 +: 3]]) &&
                           (!own[MATCH_IMPDEF] ||
                            ((impdef ^ own[IMPDEF_VALUE +: 32]) & own[IMPDEF_MASK +: 32]) == 32'd0);
                // Full, it counts no more: then the filter ends too early.
                if (match_trap)
                    nest_next[i*NEST_W +: NEST_W] =
                        !nested                    ? {{NEST_W-1{1'b0}}, begins} :
                        is_trap && !(&open)        ? open + ONE :
                        itype == ITYPE_TRAP_RETURN ? open - ONE : open;
            end
        end
        unused = &{1'b0, own};
    end

endmodule

`default_nettype wire
