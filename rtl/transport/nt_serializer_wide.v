// Serializer of four bytes a cycle: messages become bytes of 6 MDO and 2 MSEO bits.
//
// A whole message becomes bytes at once (nt_parts, nt_part_bytes) and goes into a buffer as soon
// as the buffer is left with less than a word; the buffer gives as many bytes as it has, up to
// four. So the words are full while there are messages, whatever their lengths, and the rest of a
// message follows without a gap once its first byte is offered. A message's first byte is offered
// in the cycle after it was in the FIFO.
`default_nettype none

module nt_serializer_wide #(
    // As in nt_parts
    parameter XLEN = 64,
    parameter ICNT_W = 22,
    parameter HIST_W = 32,
    parameter SCONTEXT_W = 32,
    parameter HCONTEXT_W = 14,
    parameter SRC_W = 12,
    parameter TSTAMP_W = 48,
    parameter REPEAT_W = 18,
    parameter OPTIONS = 1,
    // Width of a message, and of SRC's port (derived; do not set)
    parameter MESSAGE_W = 12 + ICNT_W + (XLEN - 1) + HIST_W + TSTAMP_W,
    parameter SRC_ID_W  = SRC_W > 0 ? SRC_W : 1
) (
    input  wire                 clk,
    input  wire                 rst,

    // Settings, steady while there are messages
    input  wire [3:0]           src_bits,    // width of SRC, 0 to SRC_W
    input  wire [SRC_ID_W-1:0]  src_id,
    input  wire                 ts_enable,   // trTsEnable
    input  wire                 extend_msb,  // trTeInstExtendAddrMSB

    // Message FIFO
    input  wire                 in_valid,
    input  wire [MESSAGE_W-1:0] in,          // {TSTAMP, descriptor}
    output wire                 in_ready,    // all of it has been taken over

    // Bytes: {MDO, MSEO}, the first one lowest. While they wait more may come behind them.
    output wire                 out_valid,
    output wire [31:0]          out,         // bytes above out_count are 0
    output wire [2:0]           out_count,   // 1 to 4
    input  wire                 out_ready
);

    // As in nt_parts
    localparam TIME_W    = TSTAMP_W > 0 ? TSTAMP_W : 1;
    localparam CONTEXT_W = SCONTEXT_W > HCONTEXT_W ? SCONTEXT_W : HCONTEXT_W;
    localparam RDATA_END = 4 + HIST_W > 6 + ICNT_W ? 4 + HIST_W : 6 + ICNT_W;
    localparam BCNT_END  = REPEAT_W > RDATA_END ? REPEAT_W : RDATA_END;
    localparam COUNT_W   = SRC_W + (SCONTEXT_W > 0 && 5 + CONTEXT_W > BCNT_END ? 5 + CONTEXT_W
                                                                               : BCNT_END);
    // Bytes behind TCODE, from each part to the end
    localparam TSTAMP_BYTES = (TIME_W + 5) / 6 + 1;  // one that is never there
    localparam HIST_BYTES   = (HIST_W + 5) / 6 + TSTAMP_BYTES;
    localparam ADDR_BYTES   = (XLEN - 1 + 5) / 6 + HIST_BYTES;
    localparam COUNT_BYTES  = (COUNT_W + 5) / 6 + ADDR_BYTES;
    localparam BYTES        = 1 + COUNT_BYTES;
    localparam KEPT         = 3;  // bytes that a message may follow in the buffer
    localparam BUFFER       = KEPT + BYTES;

    // Parts of the message
    wire [5:0]         tcode;
    wire [COUNT_W-1:0] count;
    wire [1:0]         fixed;
    wire               has_addr;
    wire [XLEN-2:0]    addr;
    wire               extend;
    wire               inverted;
    wire               has_hist;
    wire [HIST_W-1:0]  hist;
    wire               has_tstamp;
    wire [TIME_W-1:0]  tstamp;
    wire               another;

    reg second_reg;  // of two messages in one descriptor the second comes next

    nt_parts #(
        .XLEN(XLEN), .ICNT_W(ICNT_W), .HIST_W(HIST_W),
        .SCONTEXT_W(SCONTEXT_W), .HCONTEXT_W(HCONTEXT_W), .SRC_W(SRC_W), .TSTAMP_W(TSTAMP_W),
        .REPEAT_W(REPEAT_W), .OPTIONS(OPTIONS)
    ) parts (
        .in(in), .second(second_reg),
        .src_bits(src_bits), .src_id(src_id), .ts_enable(ts_enable), .extend_msb(extend_msb),
        .tcode(tcode), .count(count), .fixed(fixed),
        .has_addr(has_addr), .addr(addr), .extend(extend), .inverted(inverted),
        .has_hist(has_hist), .hist(hist), .has_tstamp(has_tstamp), .tstamp(tstamp),
        .another(another)
    );

    // The message as bytes, from its end to its beginning
    wire [TSTAMP_BYTES-1:0]   tstamp_valid;
    wire [8*TSTAMP_BYTES-1:0] tstamp_bytes;
    wire [HIST_BYTES-1:0]     hist_valid;
    wire [8*HIST_BYTES-1:0]   hist_bytes;
    wire [ADDR_BYTES-1:0]     addr_valid;
    wire [8*ADDR_BYTES-1:0]   addr_bytes;
    wire [COUNT_BYTES-1:0]    count_valid;
    wire [8*COUNT_BYTES-1:0]  count_bytes;

    nt_part_bytes #(.WIDTH(TIME_W), .REST(1)) tstamp_part (
        .present(has_tstamp), .value(tstamp), .fixed(2'd0), .extend(1'b0), .inverted(1'b0),
        .last(1'b1),
        .rest_valid(1'b0), .rest(8'd0), .valid(tstamp_valid), .bytes(tstamp_bytes)
    );
    nt_part_bytes #(.WIDTH(HIST_W), .REST(TSTAMP_BYTES)) hist_part (
        .present(has_hist), .value(hist), .fixed(2'd0), .extend(1'b0), .inverted(1'b0),
        .last(!has_tstamp),
        .rest_valid(tstamp_valid), .rest(tstamp_bytes), .valid(hist_valid), .bytes(hist_bytes)
    );
    nt_part_bytes #(.WIDTH(XLEN - 1), .REST(HIST_BYTES)) addr_part (
        .present(has_addr), .value(addr), .fixed(2'd0), .extend(extend), .inverted(inverted),
        .last(!has_tstamp && !has_hist),
        .rest_valid(hist_valid), .rest(hist_bytes), .valid(addr_valid), .bytes(addr_bytes)
    );
    nt_part_bytes #(.WIDTH(COUNT_W), .REST(ADDR_BYTES)) count_part (
        .present(1'b1), .value(count), .fixed(fixed), .extend(1'b0), .inverted(1'b0),
        .last(!has_tstamp && !has_hist && !has_addr),
        .rest_valid(addr_valid), .rest(addr_bytes), .valid(count_valid), .bytes(count_bytes)
    );

    wire [BYTES-1:0]   message_valid = {count_valid, 1'b1};
    wire [8*BYTES-1:0] message_bytes = {count_bytes, tcode, 2'b00};

    // The buffer: its first byte lowest, no gaps, 0 where there is none
    reg  [BUFFER-1:0]   valid_reg;
    reg  [8*BUFFER-1:0] bytes_reg;  // no reset: used only where valid

    wire                take        = out_valid && out_ready;
    wire [BUFFER-1:0]   valid_kept  = take ? valid_reg >> 4  : valid_reg;
    wire [8*BUFFER-1:0] bytes_kept  = take ? bytes_reg >> 32 : bytes_reg;
    wire                append      = in_valid && !valid_kept[KEPT];

    reg  [BUFFER-1:0]   valid_next;
    reg  [8*BUFFER-1:0] bytes_next;
    integer k;
    always @* begin
        valid_next = valid_kept;
        bytes_next = bytes_kept;
        k          = 0;  // so that it is no latch
        if (append) begin
            valid_next = {{KEPT{1'b0}}, message_valid};
            bytes_next = {{8*KEPT{1'b0}}, message_bytes};
            for (k = 0; k < KEPT; k = k + 1) begin
                if (valid_kept[k]) begin
                    valid_next = {valid_next[BUFFER-2:0], 1'b1};
                    bytes_next = bytes_next << 8;
                end
            end
            for (k = 0; k < KEPT; k = k + 1) begin
                if (valid_kept[k]) bytes_next[8*k +: 8] = bytes_kept[8*k +: 8];
            end
        end
    end

    assign in_ready  = append && !another;
    assign out_valid = valid_reg[0];
    assign out       = bytes_reg[31:0];
    assign out_count = valid_reg[3] ? 3'd4 : valid_reg[2] ? 3'd3 : valid_reg[1] ? 3'd2 : 3'd1;

    always @(posedge clk) begin
        if (rst) begin
            valid_reg  <= {BUFFER{1'b0}};
            second_reg <= 1'b0;
        end else begin
            valid_reg <= valid_next;
            if (append) second_reg <= another;
        end
        bytes_reg <= bytes_next;
    end

endmodule

`default_nettype wire
