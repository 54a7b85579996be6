// ATB bridge: sends the bytes of a link over an AMBA 4 ATB v1.1 interface.
//
// Trace Control Interface 1.0, "Trace ATB Bridge". Transfers are full as long as there are bytes
// for them; what is less goes out when it is flushed, or when nothing more came for a while.
//
// AFVALID: nothing is taken until all that was inside has gone, then AFREADY is 1 for a cycle.
// trAtbBridgeEnable = 0 flushes likewise; the message that has begun is still taken to its end.
// trAtbBridgeActive = 0 is a reset, but for the transfer that is offered: it stays until it is
// taken, as ATB demands, and trAtbBridgeEmpty is 0 until then.
`default_nettype none

module nt_atb_bridge #(
    // Most bytes of a beat: 1, 2, 4 or 8
    parameter BYTES = 4,
    // Width of ATDATA in bits: 8, 16, 32, 64 or 128
    parameter ATB_W = 32,
    // Cycles without a new byte after which a transfer that is not full goes out, 1 to 255
    parameter IDLE_CYCLES = 16,
    // Derived; do not set
    parameter COUNT_W   = $clog2(BYTES + 1),
    parameter ATBYTES_W = ATB_W > 8 ? $clog2(ATB_W / 8) : 1
) (
    input  wire                 clk,   // ATCLK
    input  wire                 rst,   // not ATRESETn

    // Control
    input  wire                 trAtbBridgeActive,
    input  wire                 trAtbBridgeEnable,
    input  wire [6:0]           trAtbBridgeID,
    output wire                 trAtbBridgeEmpty,
    output wire                 sync_request,  // pulse: a synchronizing message is wanted

    // Bytes: {MDO, MSEO}, the first one lowest
    input  wire                 in_valid,
    input  wire [COUNT_W-1:0]   in_count,
    input  wire [8*BYTES-1:0]   in,
    output wire                 in_ready,

    // ATB
    output wire                 ATVALID,
    input  wire                 ATREADY,
    output wire [6:0]           ATID,
    output wire [ATBYTES_W-1:0] ATBYTES,   // bytes less one; with ATB_W = 8 always 0
    output wire [ATB_W-1:0]     ATDATA,    // the first byte lowest; bytes above ATBYTES are 0
    input  wire                 AFVALID,
    output wire                 AFREADY,
    input  wire                 SYNCREQ
);

    localparam [1:0] MSEO_END_OF_MESSAGE = 2'b11;
    localparam OUT   = ATB_W / 8;
    localparam OUT_W = $clog2(OUT + 1);
    localparam [7:0] LAST_IDLE = IDLE_CYCLES[7:0];

    generate
        if (!(BYTES == 1 || BYTES == 2 || BYTES == 4 || BYTES == 8) ||
            !(ATB_W == 8 || ATB_W == 16 || ATB_W == 32 || ATB_W == 64 || ATB_W == 128) ||
            IDLE_CYCLES < 1 || IDLE_CYCLES > 255) begin : check
            nt_atb_bridge_parameters_out_of_range stop();
        end
    endgenerate

    reg                 in_message_reg;    // a message has begun and not ended
    reg                 flush_reg;         // AFVALID was seen and is not answered
    reg                 sync_request_reg;
    reg [7:0]           idle_reg;          // cycles that bytes have waited for more
    reg                 valid_reg;
    reg [6:0]           id_reg;            // these three have no reset: they count while valid
    reg [ATBYTES_W-1:0] last_reg;
    reg [ATB_W-1:0]     data_reg;

    // In
    wire hold    = rst || !trAtbBridgeActive;
    wire accepts = trAtbBridgeActive && !flush_reg && (trAtbBridgeEnable || in_message_reg);
    wire takes   = in_valid && in_ready && in_count != {COUNT_W{1'b0}};
    wire             buffer_ready;
    wire             empty;
    wire [OUT_W-1:0] count;
    wire [ATB_W-1:0] bytes;
    wire [OUT_W-1:0] take;

    assign in_ready = accepts && buffer_ready;

    // A source that waits for the flush was not reset: it offers a beat of no bytes
    nt_stream_buffer #(
        .IN(BYTES), .OUT(OUT)
    ) buffer (
        .clk(clk), .rst(hold), .in_valid(in_valid),
        .in_count(accepts ? in_count : {COUNT_W{1'b0}}), .in(in), .in_ready(buffer_ready),
        .out_count(count), .out(bytes), .out_take(take), .empty(empty)
    );

    reg [7:0] last_byte;
    integer i;
    always @* begin
        last_byte = in[7:0];
        for (i = 1; i < BYTES; i = i + 1)
            if (i[COUNT_W-1:0] < in_count) last_byte = in[8*i +: 8];
    end
    wire unused = &{1'b0, last_byte[7:2]};

    // Out
    wire full   = count == OUT[OUT_W-1:0];
    wire some   = count != {OUT_W{1'b0}};
    wire flush  = flush_reg || !trAtbBridgeEnable || idle_reg == LAST_IDLE;
    wire free   = !valid_reg || ATREADY;
    wire load   = free && (full || (some && flush));
    wire [OUT_W-1:0] last = count - {{OUT_W-1{1'b0}}, 1'b1};

    assign take             = load ? count : {OUT_W{1'b0}};
    assign trAtbBridgeEmpty = empty && !valid_reg && !in_message_reg;
    assign AFREADY          = flush_reg && empty && !valid_reg;
    assign sync_request     = sync_request_reg;
    assign ATVALID          = valid_reg;
    assign ATID             = id_reg;
    assign ATBYTES          = last_reg;
    assign ATDATA           = data_reg;

    generate
        if (OUT_W > ATBYTES_W) begin : narrow
            wire unused_last = &{1'b0, last[OUT_W-1:ATBYTES_W]};
        end
    endgenerate

    always @(posedge clk) begin
        in_message_reg   <= !hold && (takes ? last_byte[1:0] != MSEO_END_OF_MESSAGE :
                                      in_message_reg && in_valid);
        flush_reg        <= !rst && AFVALID && !AFREADY;
        sync_request_reg <= !hold && SYNCREQ;
        idle_reg         <= hold || load || !some || takes ? 8'd0 :
                            idle_reg == LAST_IDLE ? LAST_IDLE : idle_reg + 8'd1;
        valid_reg        <= !rst && ((valid_reg && !ATREADY) || (load && !hold));
        if (load) begin
            id_reg   <= trAtbBridgeID;
            last_reg <= last[ATBYTES_W-1:0];
            data_reg <= bytes;
        end
    end

endmodule

`default_nettype wire
