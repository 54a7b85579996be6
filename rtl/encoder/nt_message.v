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

`ifdef FORMAL
    // Contract. A decoder gets each address back: it keeps the last one, as the encoder does.
    reg            f_known = 1'b0;      // a full address has been sent
    reg [XLEN-2:0] f_reference;
    reg            f_known_next;
    reg [XLEN-2:0] f_reference_next;
    reg            f_address_ok;
    reg            f_same_ok;
    reg [5:0]      f_tcode;
    reg [XLEN-2:0] f_addr;
    integer        f_slot;
    always @* begin
        f_known_next     = f_known;
        f_reference_next = f_reference;
        f_address_ok     = 1'b1;
        f_same_ok        = 1'b1;
        f_tcode          = 6'd0;
        f_addr           = {XLEN-1{1'b0}};
        for (f_slot = 0; f_slot < SLOTS; f_slot = f_slot + 1) begin
            f_tcode = out[f_slot*MESSAGE_W +: 6];
            f_addr  = out[f_slot*MESSAGE_W + ADDR_AT +: XLEN-1];
            if (out[f_slot*MESSAGE_W +: ADDR_AT] != in[f_slot*MESSAGE_W +: ADDR_AT] ||
                out[f_slot*MESSAGE_W + ADDR_AT + XLEN-1 +: HIST_W] !=
                in[f_slot*MESSAGE_W + ADDR_AT + XLEN-1 +: HIST_W]) f_same_ok = 1'b0;
            if (out_valid[f_slot]) begin
                if (f_tcode == TCODE_PROG_TRACE_SYNC) begin
                    f_known_next     = 1'b1;
                    f_reference_next = f_addr;
                end else if (f_tcode == TCODE_INDIRECT_BRANCH ||
                             f_tcode == TCODE_INDIRECT_BRANCH_HIST) begin
                    f_reference_next = f_reference_next ^ f_addr;
                end
                if (f_known_next && (f_tcode == TCODE_PROG_TRACE_SYNC ||
                                     f_tcode == TCODE_INDIRECT_BRANCH ||
                                     f_tcode == TCODE_INDIRECT_BRANCH_HIST) &&
                    f_reference_next != in[f_slot*MESSAGE_W + ADDR_AT +: XLEN-1])
                    f_address_ok = 1'b0;
            end
        end
    end

    always @(posedge clk) begin
        f_known     <= f_known_next;
        f_reference <= f_reference_next;
    end

    always @* begin
        // From the first full address on, the decoder's address is the one that came in
        p_address: assert (f_address_ok);
        // Everything else goes through
        p_same:  assert (f_same_ok);
        p_valid: assert (out_valid == in_valid);

        // For the induction
        if (f_known) i_reference: assert (f_reference == reference_reg);

        c_twice: cover (f_known && &out_valid && in[5:0] == TCODE_INDIRECT_BRANCH &&
                        in[MESSAGE_W +: 6] == TCODE_INDIRECT_BRANCH_HIST && f_tcode == TCODE_ERROR);
    end
`endif

endmodule

`default_nettype wire
