// Filter: one trace filter, and what one ingress block does to it. Combinational.
//
// Trace Control Interface 1.0, "Trace Encoder Filter Registers". All conditions that are set must
// hold. A condition on traps holds from the block that ends in such a trap to the block that ends in
// its return; traps on the way are counted.
`default_nettype none

module nt_filter #(
    // Width of the count of nested traps
    parameter NEST_W = 4
) (
    // trTeFilterControl, MatchInst, MatchEcauseLow, MatchEcauseHigh, MatchValueImpdef,
    // MatchMaskImpdef, from bit 0
    input  wire [191:0]       registers,
    input  wire               selected,     // by its bit in trTeInstFilters

    // Block
    input  wire [3:0]         itype,        // 0 if the block is empty
    input  wire [2:0]         priv,
    input  wire [5:0]         cause,
    input  wire [31:0]        impdef,
    input  wire [7:0]         comparators,  // those that match

    // Traps that have not returned, from the first that the filter wants on; 0: none
    input  wire [NEST_W-1:0]  nest,
    output wire [NEST_W-1:0]  nest_next,

    output wire               match         // if the block has an address
);

    `include "nt_codes.vh"

    // Registers
    wire        enable          = registers[0];
    wire        match_privilege = registers[1];
    wire        match_ecause    = registers[2];
    wire        match_interrupt = registers[3];
    wire        match_comp1     = registers[4];
    wire [2:0]  comp1           = registers[7:5];
    wire        match_comp2     = registers[8];
    wire [2:0]  comp2           = registers[11:9];
    wire        match_comp3     = registers[12];
    wire [2:0]  comp3           = registers[15:13];
    wire        match_impdef    = registers[16];
    wire [7:0]  privileges      = registers[39:32];
    wire        interrupt       = registers[40];
    wire [63:0] ecauses         = registers[127:64];
    wire [31:0] impdef_value    = registers[159:128];
    wire [31:0] impdef_mask     = registers[191:160];
    wire        unused          = &{1'b0, registers[31:17], registers[63:41]};

    // Traps
    wire is_exception = itype == ITYPE_EXCEPTION;
    wire is_interrupt = itype == ITYPE_INTERRUPT;
    wire is_trap      = is_exception || is_interrupt;
    wire match_trap   = match_ecause || match_interrupt;
    wire begins       = is_trap && (!match_interrupt || is_interrupt == interrupt) &&
                        (!match_ecause || ecauses[cause]);
    wire nested       = nest != {NEST_W{1'b0}};

    localparam [NEST_W-1:0] ONE = 1;

    // Full, it counts no more: then the filter ends too early.
    assign nest_next = !(selected && enable && match_trap) ? {NEST_W{1'b0}} :
                       !nested                             ? {{NEST_W-1{1'b0}}, begins} :
                       is_trap && !(&nest)                 ? nest + ONE :
                       itype == ITYPE_TRAP_RETURN          ? nest - ONE : nest;

    assign match = selected && enable &&
                   (!match_privilege || privileges[priv]) &&
                   (!match_trap || nested || begins) &&
                   (!match_comp1 || comparators[comp1]) &&
                   (!match_comp2 || comparators[comp2]) &&
                   (!match_comp3 || comparators[comp3]) &&
                   (!match_impdef || ((impdef ^ impdef_value) & impdef_mask) == 32'd0);

endmodule

`default_nettype wire
