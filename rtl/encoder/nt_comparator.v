// SPDX-License-Identifier: Apache-2.0
// Comparator: one comparator unit, and what one ingress block does to it. Combinational.
//
// Trace Control Interface 1.0, "Trace Encoder Filter Registers". Primary (P) and secondary (S) each
// compare an input with a match value, unsigned, in the input's own width. An input that the block
// does not have (tval where no exception is, daddr always) is not equal, unequal, less or greater.
`default_nettype none

module nt_comparator #(
    // Width of addresses, 32 or 64
    parameter integer XLEN = 64,
    // Width of context, 0 (not there) to 63
    parameter integer CONTEXT_W = 46,
    // Width of the port (derived; do not set)
    parameter integer CONTEXT_PORT_W = CONTEXT_W == 0 ? 1 : CONTEXT_W
) (
    // trTeCompControl, PmatchLow, PmatchHigh, SmatchLow, SmatchHigh, from bit 0
    input  wire [159:0]               registers,

    input  wire                       in_use,       // else no output counts, and all are 0

    // Block
    input  wire                       has_address,  // else nothing changes
    input  wire                       is_exception,
    input  wire [XLEN-2:0]            iaddr,        // without bit 0
    input  wire [CONTEXT_PORT_W-1:0]  hart_context,
    input  wire [XLEN-1:0]            tval,

    // Latch of match mode 3
    input  wire                       latch,
    output reg                        latch_next,

    output reg                        match,        // if the block has an address
    output reg                        notify        // PNotify or SNotify asks for a message
);

    localparam [1:0] INPUT_IADDR   = 2'd0;
    localparam [1:0] INPUT_CONTEXT = 2'd1;
    localparam [1:0] INPUT_TVAL    = 2'd2;

    localparam [2:0] EQUAL            = 3'd0;
    localparam [2:0] NOT_EQUAL        = 3'd1;
    localparam [2:0] LESS             = 3'd2;
    localparam [2:0] LESS_OR_EQUAL    = 3'd3;
    localparam [2:0] GREATER          = 3'd4;
    localparam [2:0] GREATER_OR_EQUAL = 3'd5;
    localparam [2:0] MASK             = 3'd6;  // of S: its match value is a mask for P

    localparam [1:0] MODE_P       = 2'd0;
    localparam [1:0] MODE_BOTH    = 2'd1;
    localparam [1:0] MODE_NOT     = 2'd2;
    localparam [1:0] MODE_LATCHED = 2'd3;

    localparam [63:0] ADDRESS_MASK = ~64'd0 >> (64 - XLEN);
    localparam [63:0] CONTEXT_MASK = (64'd1 << CONTEXT_W) - 64'd1;

    // Registers
    wire [1:0]  p_input    = registers[1:0];
    wire [1:0]  s_input    = registers[3:2];
    wire [2:0]  p_function = registers[6:4];
    wire [2:0]  s_function = registers[10:8];
    wire [1:0]  mode       = registers[13:12];
    wire        p_notify   = registers[14];
    wire        s_notify   = registers[15];
    wire [63:0] p_match    = registers[95:32];
    wire [63:0] s_match    = registers[159:96];
    wire        unused     = &{1'b0, registers[7], registers[11], registers[31:16]};

    // Inputs as 64 bits
    wire [63:0] iaddr_wide   = {{64-XLEN{1'b0}}, iaddr, 1'b0};
    wire [63:0] tval_wide    = {{64-XLEN{1'b0}}, tval};
    wire [63:0] context_wide = {{64-CONTEXT_PORT_W{1'b0}}, hart_context};

    function [63:0] value_of(input [1:0] select, input [63:0] by_iaddr, input [63:0] by_context,
                             input [63:0] by_tval);
        value_of = select == INPUT_IADDR   ? by_iaddr :
                   select == INPUT_CONTEXT ? by_context : by_tval;
    endfunction

    function is_there(input [1:0] select, input exception);
        is_there = select == INPUT_IADDR || (select == INPUT_CONTEXT && CONTEXT_W != 0) ||
                   (select == INPUT_TVAL && exception);
    endfunction

    function compare(input [2:0] how, input there, input [63:0] value, input [63:0] pattern);
        case (how)
            EQUAL:            compare = there && value == pattern;
            NOT_EQUAL:        compare = there && value != pattern;
            LESS:             compare = there && value < pattern;
            LESS_OR_EQUAL:    compare = there && value <= pattern;
            GREATER:          compare = there && value > pattern;
            GREATER_OR_EQUAL: compare = there && value >= pattern;
            default:          compare = how != MASK;
        endcase
    endfunction

    // Seldom needed: behind an `if`, a simulator skips it
    reg        p;
    reg        s;
    reg [63:0] p_width;
    reg [63:0] s_width;
    reg [63:0] p_mask;
    always @* begin
        match      = 1'b0;
        latch_next = 1'b0;
        notify     = 1'b0;
        p          = 1'b0;
        s          = 1'b0;
        p_width    = 64'd0;
        s_width    = 64'd0;
        p_mask     = 64'd0;
        if (in_use) begin
            p_width = value_of(p_input, ADDRESS_MASK, CONTEXT_MASK, ADDRESS_MASK);
            s_width = value_of(s_input, ADDRESS_MASK, CONTEXT_MASK, ADDRESS_MASK);
            p_mask  = p_width & (s_function == MASK ? s_match : ~64'd0);
            p       = compare(p_function, is_there(p_input, is_exception),
                              value_of(p_input, iaddr_wide, context_wide, tval_wide) & p_mask,
                              p_match & p_mask);
            s       = s_function == MASK ||
                      compare(s_function, is_there(s_input, is_exception),
                              value_of(s_input, iaddr_wide, context_wide, tval_wide),
                              s_match & s_width);

            match      = mode == MODE_P    ? p :
                         mode == MODE_BOTH ? p && s :
                         mode == MODE_NOT  ? !(p && s) : latch || p;
            latch_next = mode == MODE_LATCHED && (has_address ? (latch || p) && !s : latch);
            notify     = has_address && ((p_notify && p_input == INPUT_IADDR && p) ||
                                         (s_notify && s_input == INPUT_IADDR && s));
        end
    end

endmodule

`default_nettype wire
