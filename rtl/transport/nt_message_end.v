// SPDX-License-Identifier: Apache-2.0
// The first end of a message in a beat. Combinational.
`default_nettype none

module nt_message_end #(
    // Most bytes of a beat
    parameter integer BYTES = 4,
    // Derived; do not set
    parameter integer COUNT_W = $clog2(BYTES + 1)
) (
    input  wire [COUNT_W-1:0] count,
    input  wire [8*BYTES-1:0] bytes,  // those above count are 0
    output reg                ends,   // there is one
    output reg  [COUNT_W-1:0] length  // bytes up to it, else count
);

    localparam [1:0] MSEO_END_OF_MESSAGE = 2'b11;

    integer i;
    always @* begin
        ends   = 1'b0;
        length = count;
        for (i = BYTES - 1; i >= 0; i = i - 1) begin
            if (bytes[8*i +: 2] == MSEO_END_OF_MESSAGE) begin
                ends   = 1'b1;
                length = i[COUNT_W-1:0] + {{COUNT_W-1{1'b0}}, 1'b1};
            end
        end
    end

endmodule

`default_nettype wire
