// Message: addresses are compressed against the last one that was sent.
//
// N-Trace 1.0, "Address Compression": F-ADDR is the full address, U-ADDR the XOR with the address
// of the message before that had one. Both without bit 0.
`default_nettype none

module nt_message #(
    // Width of addresses, 32 or 64
    parameter XLEN = 64,
    // Messages a cycle, oldest first
    parameter SLOTS = 4,
    // Width of I-CNT with its overflow bit
    parameter ICNT_W = 22,
    // Width of HIST with its stop bit
    parameter HIST_W = 32,
    // Width of a message (derived; do not set)
    parameter MESSAGE_W = 12 + ICNT_W + (XLEN - 1) + HIST_W
) (
    input  wire                       clk,

    input  wire [SLOTS-1:0]           in_valid,
    input  wire [SLOTS*MESSAGE_W-1:0] in,

    output wire [SLOTS-1:0]           out_valid,
    output reg  [SLOTS*MESSAGE_W-1:0] out
);

    `include "nt_codes.vh"

    localparam ADDR_AT = 12 + ICNT_W;

    reg  [XLEN-2:0] reference_reg;  // no reset: each start sends a full address
    reg  [XLEN-2:0] reference_next;

    assign out_valid = in_valid;

    integer i;
    reg [5:0]      tcode;
    reg [XLEN-2:0] addr;
    always @* begin
        reference_next = reference_reg;
        out = in;
        tcode = 6'd0;
        addr = {XLEN-1{1'b0}};
        for (i = 0; i < SLOTS; i = i + 1) begin
            tcode = in[i*MESSAGE_W +: 6];
            addr = in[i*MESSAGE_W + ADDR_AT +: XLEN-1];
            if (in_valid[i] && (tcode == TCODE_INDIRECT_BRANCH ||
                                tcode == TCODE_INDIRECT_BRANCH_HIST)) begin
                out[i*MESSAGE_W + ADDR_AT +: XLEN-1] = addr ^ reference_next;
                reference_next = addr;
            end else if (in_valid[i] && tcode == TCODE_PROG_TRACE_SYNC) begin
                reference_next = addr;
            end
        end
    end

    always @(posedge clk) reference_reg <= reference_next;

endmodule

`default_nettype wire
