// SPDX-License-Identifier: Apache-2.0
// A part of a message as bytes of 6 MDO and 2 MSEO bits, and what follows it right behind its last
// byte. Combinational.
`default_nettype none

module nt_part_bytes #(
    // Width of the part
    parameter integer WIDTH = 63,
    // Bytes that may follow, at least 1
    parameter integer REST = 1,
    // Bytes of the part and in all, at most (derived; do not set)
    parameter integer OWN   = (WIDTH + 5) / 6,
    parameter integer BYTES = OWN + REST
) (
    // As in nt_parts
    input  wire               present,
    input  wire [WIDTH-1:0]   value,
    input  wire [1:0]         fixed,
    input  wire               extend,
    input  wire               inverted,
    input  wire               last,        // the message's last part

    // What follows, the first byte lowest; bytes that are not valid are 0
    input  wire [REST-1:0]    rest_valid,
    input  wire [8*REST-1:0]  rest,

    output reg  [BYTES-1:0]   valid,
    output reg  [8*BYTES-1:0] bytes
);

    localparam [1:0] MSEO_NORMAL         = 2'b00;
    localparam [1:0] MSEO_END_OF_FIELD   = 2'b01;
    localparam [1:0] MSEO_END_OF_MESSAGE = 2'b11;

    wire [6*OWN-1:0] mdo = {{6*OWN-WIDTH{1'b0}}, value};
    // A byte is sent if a bit in it or behind it is 1; where the last bit sent stands for those
    // above it, also if the bit right before it is 1
    wire [6*OWN-1:0] needed = extend ? mdo << 1 : mdo;

    integer i;
    reg     sent;       // byte i is sent
    reg     sent_next;  // so is the one behind it
    always @* begin
        valid     = {{OWN{1'b0}}, present ? {REST{1'b0}} : rest_valid};
        bytes     = {{8*OWN{1'b0}}, present ? {8*REST{1'b0}} : rest};
        sent      = 1'b0;
        sent_next = 1'b0;
        for (i = OWN - 1; i >= 0; i = i - 1) begin
            sent = present && (i == 0 || i <= {30'd0, fixed} || sent_next || |needed[6*i +: 6]);
            if (sent) begin
                valid[i] = 1'b1;
                bytes[8*i +: 8] = {mdo[6*i +: 6] ^ {6{inverted}},
                                   sent_next ? MSEO_NORMAL :
                                   last      ? MSEO_END_OF_MESSAGE : MSEO_END_OF_FIELD};
                if (!sent_next) begin
                    valid[i+1 +: REST]      = rest_valid;
                    bytes[8*(i+1) +: 8*REST] = rest;
                end
            end
            sent_next = sent;
        end
    end

endmodule

`default_nettype wire
