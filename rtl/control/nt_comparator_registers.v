// SPDX-License-Identifier: Apache-2.0
// The registers of one comparator.
//
// Trace Control Interface 1.0, "Trace Encoder Filter Registers". There are no data addresses to
// compare; match values are as wide as what they are compared with.
`default_nettype none

module nt_comparator_registers #(
    // Width of addresses, 32 or 64
    parameter integer XLEN = 64,
    // Width of context, 0 (none) to 64
    parameter integer CONTEXT_W = 46
) (
    input  wire         clk,
    input  wire         clear,       // all fields become 0

    input  wire         select,      // an address of this comparator ...
    input  wire [2:0]   word,        // ... and which of its registers
    input  wire         write,       // write_data goes there
    input  wire [31:0]  write_data,
    output wire [31:0]  read_data,   // 0 if not selected

    output wire [159:0] comparator   // packed as in nt_control.vh
);

    localparam integer        MATCH_W    = XLEN > CONTEXT_W ? XLEN : CONTEXT_W;
    localparam [31:0] MATCH_HIGH = ~(32'hffff_ffff << (MATCH_W - 32));

    localparam [1:0] INPUT_CONTEXT = 2'd1;
    localparam [1:0] INPUT_TVAL    = 2'd2;

    localparam [31:0] CONTROL_BITS = 32'h0000_f77f;

    function [1:0] legal_input(input [1:0] data);
        legal_input = data == INPUT_TVAL || (data == INPUT_CONTEXT && CONTEXT_W > 0) ? data : 2'd0;
    endfunction

    function [31:0] legal_control(input [31:0] data);
        begin
            legal_control      = data & CONTROL_BITS;
            legal_control[1:0] = legal_input(data[1:0]);
            legal_control[3:2] = legal_input(data[3:2]);
        end
    endfunction

    reg [159:0] comparator_reg;

    assign comparator = comparator_reg;

    // Words 0 and 4 to 7; 1 to 3 are reserved.
    wire [63:0] read_pair  = word[1] ? comparator_reg[96 +: 64] : comparator_reg[32 +: 64];
    wire [31:0] read_match = word[0] ? read_pair[63:32] : read_pair[31:0];

    assign read_data = !select ? 32'd0 : word[2] ? read_match :
                       word == 3'd0 ? comparator_reg[31:0] : 32'd0;

    always @(posedge clk) begin
        if (clear) comparator_reg <= 160'd0;
        else if (select && write) begin
            if (word == 3'd0) comparator_reg[0 +: 32]   <= legal_control(write_data);
            if (word == 3'd4) comparator_reg[32 +: 32]  <= write_data;
            if (word == 3'd5) comparator_reg[64 +: 32]  <= write_data & MATCH_HIGH;
            if (word == 3'd6) comparator_reg[96 +: 32]  <= write_data;
            if (word == 3'd7) comparator_reg[128 +: 32] <= write_data & MATCH_HIGH;
        end
    end

endmodule

`default_nettype wire
