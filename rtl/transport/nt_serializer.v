// Serializer: messages become bytes of 6 MDO and 2 MSEO bits, one a cycle.
//
// N-Trace 1.0, "N-Trace Transmission Protocol". A message is TCODE in a byte of its own, then up
// to three parts that end at a byte boundary: fixed-length fields with I-CNT (or what stands in
// its place), the address, HIST. Once the first byte of a message is offered the rest follows
// without a gap.
`default_nettype none

module nt_serializer #(
    // Width of addresses, 32 or 64
    parameter XLEN = 64,
    // Width of I-CNT with its overflow bit
    parameter ICNT_W = 22,
    // Width of HIST with its stop bit
    parameter HIST_W = 32,
    // Width of a message (derived; do not set)
    parameter MESSAGE_W = 12 + ICNT_W + (XLEN - 1) + HIST_W
) (
    input  wire                 clk,
    input  wire                 rst,

    // Message FIFO
    input  wire                 in_valid,
    input  wire [MESSAGE_W-1:0] in,
    output wire                 in_ready,   // the message has been sent

    // Bytes: {MDO, MSEO}
    output wire                 out_valid,
    output wire [7:0]           out,
    input  wire                 out_ready
);

    `include "nt_codes.vh"

    // The part that is being sent
    localparam [1:0] PART_TCODE = 2'd0;
    localparam [1:0] PART_COUNT = 2'd1;
    localparam [1:0] PART_ADDR  = 2'd2;
    localparam [1:0] PART_HIST  = 2'd3;

    localparam [1:0] MSEO_NORMAL         = 2'b00;
    localparam [1:0] MSEO_END_OF_FIELD   = 2'b01;
    localparam [1:0] MSEO_END_OF_MESSAGE = 2'b11;

    localparam COUNT_PART_W = 6 + ICNT_W;
    localparam HIST_PART_W  = 4 + HIST_W;
    localparam WIDER_W      = COUNT_PART_W > HIST_PART_W ? COUNT_PART_W : HIST_PART_W;
    localparam SHIFT_W      = WIDER_W > XLEN - 1 ? WIDER_W : XLEN - 1;

    // Fields of the message
    wire [5:0]        tcode = in[5:0];
    wire [3:0]        code  = in[9:6];
    wire [1:0]        btype = in[11:10];
    wire [ICNT_W-1:0] icnt  = in[12 +: ICNT_W];
    wire [XLEN-2:0]   addr  = in[12+ICNT_W +: XLEN-1];
    wire [HIST_W-1:0] hist  = in[12+ICNT_W+XLEN-1 +: HIST_W];

    wire sync        = tcode == TCODE_PROG_TRACE_SYNC;
    wire indirect    = tcode == TCODE_INDIRECT_BRANCH || tcode == TCODE_INDIRECT_BRANCH_HIST;
    wire correlation = tcode == TCODE_PROG_TRACE_CORRELATION;
    wire direct      = tcode == TCODE_DIRECT_BRANCH;
    wire rdata_hist  = tcode == TCODE_RESOURCE_FULL && code == RCODE_HIST;
    wire has_addr    = sync || indirect;
    wire has_hist    = tcode == TCODE_INDIRECT_BRANCH_HIST || (correlation && btype[0]);

    // Fixed-length fields and the variable-length one behind them
    wire [SHIFT_W-1:0] wide_icnt  = {{SHIFT_W-ICNT_W{1'b0}}, icnt};
    wire [SHIFT_W-1:0] wide_hist  = {{SHIFT_W-HIST_W{1'b0}}, hist};
    wire [SHIFT_W-1:0] wide_addr  = {{SHIFT_W-XLEN+1{1'b0}}, addr};
    wire [SHIFT_W-1:0] count_part = direct      ? wide_icnt :
                                    indirect    ? {wide_icnt[SHIFT_W-3:0], btype} :
                                    correlation ? {wide_icnt[SHIFT_W-7:0], btype, code} :
                                    rdata_hist  ? {wide_hist[SHIFT_W-5:0], code} :
                                                  {wide_icnt[SHIFT_W-5:0], code};

    reg  [1:0]         part_reg;
    reg  [SHIFT_W-1:0] shift_reg;  // no reset: used only inside a message
    reg                fixed_reg;  // the fixed-length fields fill this byte: one more must follow

    wire       in_tcode        = part_reg == PART_TCODE;
    wire       end_of_field    = !in_tcode && !fixed_reg && shift_reg[SHIFT_W-1:6] == {SHIFT_W-6{1'b0}};
    wire [1:0] part_after      = part_reg == PART_COUNT && has_addr ? PART_ADDR :
                                 part_reg != PART_HIST  && has_hist ? PART_HIST : PART_TCODE;
    wire       end_of_message  = end_of_field && part_after == PART_TCODE;
    wire       send            = out_valid && out_ready;

    assign in_ready  = out_ready && end_of_message;
    assign out_valid = in_valid;
    assign out       = {in_tcode ? tcode : shift_reg[5:0],
                        end_of_message ? MSEO_END_OF_MESSAGE :
                        end_of_field   ? MSEO_END_OF_FIELD : MSEO_NORMAL};

    always @(posedge clk) begin
        if (rst) begin
            part_reg  <= PART_TCODE;
            fixed_reg <= 1'b0;
        end else if (send) begin
            if (in_tcode) begin
                part_reg  <= PART_COUNT;
                fixed_reg <= correlation;
            end else begin
                if (end_of_field) part_reg <= part_after;
                fixed_reg <= 1'b0;
            end
        end
        if (send) begin
            if (in_tcode)                            shift_reg <= count_part;
            else if (!end_of_field)                  shift_reg <= {6'd0, shift_reg[SHIFT_W-1:6]};
            else if (part_after == PART_ADDR)        shift_reg <= wide_addr;
            else                                     shift_reg <= wide_hist;
        end
    end

endmodule

`default_nettype wire
