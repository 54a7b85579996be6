// SPDX-License-Identifier: Apache-2.0
// PIB: Pin Interface Block. A byte stream at pins: TRC_CLK with 1, 2, 4, 8 or 16 TRC_DATA, or one
// wire (SWT Manchester, SWT UART).
//
// Trace Control Interface 1.0, "Trace PIB Sink"; N-Trace 1.0, "PIB Idle Cycles Explained". The
// clock is divided by trPibDivider + 1 into ticks. What stands at TRC_DATA for a bit time is a beat:
// of one tick, or of two with trPibClkCenter (TRC_CLK has its edge in the middle) and in Manchester
// (the phases of a bit). A message waits in the buffer until it is whole, then its beats follow
// each other without a gap; between messages the pins are idle, for any number of beats.
//
// What is inside is sent whatever trPibEnable says; it tells whether more is taken. Calibration
// patterns are messages of four bytes to all that comes behind their choice: their last byte alone
// has MSEO=11. trPibMode, trPibClkCenter and trPibCalibrate are obeyed between messages.
`default_nettype none

module nt_pib #(
    // Bytes that the link carries in a cycle, at most: 1, 2, 4 or 8
    parameter integer BYTES = 4,
    // Width of a count of them (derived; do not set)
    parameter integer COUNT_W = $clog2(BYTES + 1)
) (
    input  wire                 clk,
    input  wire                 rst,

    // Control
    input  wire                 trPibActive,     // 0: all is in reset
    input  wire                 trPibEnable,
    input  wire [3:0]           trPibMode,
    input  wire                 trPibClkCenter,
    input  wire                 trPibCalibrate,
    input  wire [15:0]          trPibDivider,
    output wire                 trPibEmpty,      // nothing inside, and the last beat is over

    // Stream of messages: bytes {MDO, MSEO}, the first one lowest
    input  wire                 in_valid,
    input  wire [COUNT_W-1:0]   in_count,
    input  wire [8*BYTES-1:0]   in,
    output wire                 in_ready,

    // Pins; those that the mode does not use are idle
    output wire                 TRC_CLK,
    output wire [15:0]          TRC_DATA
);

    `include "nt_codes.vh"

    localparam [3:0] MODE_MANCHESTER     = 4'd4;
    localparam [3:0] MODE_UART           = 4'd5;
    localparam [3:0] MODE_PARALLEL_1     = 4'd8;
    localparam [3:0] MODE_PARALLEL_2     = 4'd9;
    localparam [3:0] MODE_PARALLEL_4     = 4'd10;
    localparam [3:0] MODE_PARALLEL_16    = 4'd12;
    localparam [7:0] IDLE                = 8'hff;
    localparam [1:0] MSEO_END_OF_MESSAGE = 2'b11;

    // Parameters out of range stop the elaboration: there is no module of that name.
    generate
        if (BYTES != 1 && BYTES != 2 && BYTES != 4 && BYTES != 8) begin : check
            nt_pib_parameters_out_of_range stop ();
        end
    endgenerate

    wire runs = trPibActive && (trPibMode == MODE_MANCHESTER || trPibMode == MODE_UART ||
                                (trPibMode[3] && trPibMode <= MODE_PARALLEL_16));
    wire hold = rst || !runs;

    // The stream. In a message that has begun no more is refused, so that it comes to its end.
    reg        in_message_reg;
    reg  [1:0] in_last;       // MSEO of the beat's last byte
    wire       accepts = runs && ((trPibEnable && !trPibCalibrate) || in_message_reg);
    wire       buffer_ready;
    wire [1:0] waiting;       // bytes, of whole messages
    wire [15:0] buffered;
    wire [1:0] take;
    wire       buffer_empty;

    assign in_ready = accepts && buffer_ready;

    integer i;
    always @* begin
        in_last = 2'b00;
        for (i = 0; i < BYTES; i = i + 1)
            if (i[COUNT_W-1:0] == in_count - {{COUNT_W-1{1'b0}}, 1'b1}) in_last = in[8*i +: 2];
    end

    nt_stream_buffer #(.IN(BYTES), .OUT(2), .WHOLE(1)) buffer (
        .clk(clk), .rst(hold),
        .in_valid(in_valid && accepts), .in_count(in_count), .in(in), .in_ready(buffer_ready),
        .out_count(waiting), .out(buffered), .out_take(take), .empty(buffer_empty)
    );

    // The state of the pins. A beat begins where left_reg is 0 with something new, else with what
    // is left of a byte.
    reg [15:0] divider_reg;    // cycles to the next tick
    reg        middle_reg;     // that tick is in the middle of a beat
    reg [3:0]  left_reg;       // beats of a byte still to come
    reg [8:0]  shift_reg;      // their bits; no reset: used only where left_reg is not 0
    reg        inside_reg;     // a message has begun, and its last byte has not
    reg        frame_reg;      // Manchester: the start bit was sent, the stop bit not
    reg        padded_reg;     // the last beats were an idle byte before a synchronizing message
    reg        busy_reg;       // the beat is not idle
    reg        coded_reg;      // Manchester: the second phase is the inverse of the first
    reg [3:0]  mode_reg;
    reg        center_reg;
    reg        calibrate_reg;
    reg [1:0]  pattern_reg;    // byte of the calibration pattern that comes next
    reg        clk_reg;
    reg [15:0] data_reg;

    wire tick  = runs && divider_reg == 16'd0;
    wire beat  = tick && !middle_reg;
    wire whole = left_reg == 4'd0;
    wire fresh = whole && !inside_reg && !frame_reg;  // between messages

    // Settings of the beat that begins
    wire [3:0] mode       = fresh ? trPibMode : mode_reg;
    wire       center     = fresh ? trPibClkCenter : center_reg;
    wire       calibrates = fresh ? trPibEnable && trPibCalibrate : calibrate_reg;
    wire       manchester = mode == MODE_MANCHESTER;
    wire       uart       = mode == MODE_UART;
    wire       wide       = mode == MODE_PARALLEL_16;
    wire       narrow     = mode == MODE_PARALLEL_1 || mode == MODE_PARALLEL_2 ||
                            mode == MODE_PARALLEL_4;
    wire       two_ticks  = manchester || (mode[3] && center);
    wire [3:0] byte_left  = mode == MODE_PARALLEL_2 ? 4'd3 : mode == MODE_PARALLEL_4 ? 4'd1 :
                            uart ? 4'd9 : (manchester || narrow) ? 4'd7 : 4'd0;

    // "PIB Calibration Patterns", byte by byte
    reg [7:0] pattern;
    always @* begin
        case ({mode == MODE_PARALLEL_4, mode == MODE_PARALLEL_2, pattern_reg})
            4'b00_00: pattern = 8'haa;
            4'b00_01: pattern = 8'h55;
            4'b00_10: pattern = 8'h00;
            4'b00_11: pattern = 8'hff;
            4'b01_00: pattern = 8'h66;
            4'b01_01: pattern = 8'h66;
            4'b01_10: pattern = 8'hcc;
            4'b01_11: pattern = 8'h33;
            4'b10_00: pattern = 8'h5a;
            4'b10_01: pattern = 8'h5a;
            4'b10_10: pattern = 8'hf0;
            default:  pattern = 8'h0f;
        endcase
    end

    // The next bytes. A message that stops coming, which is longer than the buffer, ends with IDLE.
    wire       has     = calibrates || waiting != 2'd0;
    wire       has_two = calibrates || waiting[1];
    wire [7:0] first   = calibrates ? pattern : has ? buffered[7:0] : IDLE;
    wire       single  = first[1:0] == MSEO_END_OF_MESSAGE;  // the next message starts on a low byte
    wire [7:0] second  = !wide || single || !has_two ? IDLE : calibrates ? pattern : buffered[15:8];
    wire       ends    = single || (wide && second[1:0] == MSEO_END_OF_MESSAGE);
    wire [5:0] tcode   = first[7:2];
    wire       sync    = tcode == TCODE_PROG_TRACE_SYNC || tcode == TCODE_DIRECT_BRANCH_SYNC ||
                         tcode == TCODE_INDIRECT_BRANCH_SYNC ||
                         tcode == TCODE_INDIRECT_BRANCH_HIST_SYNC;

    // What begins with the beat: a byte, the idle byte that tells where bytes are, or Manchester's
    // start bit; else it is idle, or Manchester's stop bit
    wire begins = fresh && has;
    wire pads   = begins && narrow && sync && !calibrates && !(padded_reg && mode == mode_reg);
    wire starts = begins && manchester;
    wire sends  = whole && (inside_reg || (begins && !pads && !starts));
    wire [9:0] bits = !whole ? {1'b1, shift_reg} :
                      !sends ? {10{!manchester || starts}} :
                      uart   ? {1'b1, first, 1'b0} : {2'b11, first};

    assign take = beat && sends && !calibrates && has ? {wide && !single && has_two,
                                                         !(wide && !single && has_two)} : 2'd0;

    reg [15:0] data_next;
    reg [8:0]  shift_next;
    always @* begin
        data_next  = {15'h7fff, bits[0]};
        shift_next = bits[9:1];
        case (mode)
            MODE_MANCHESTER:  data_next = {15'd0, bits[0]};
            MODE_UART, MODE_PARALLEL_1: ;
            MODE_PARALLEL_2: begin
                data_next  = {14'h3fff, bits[1:0]};
                shift_next = {1'b1, bits[9:2]};
            end
            MODE_PARALLEL_4: begin
                data_next  = {12'hfff, bits[3:0]};
                shift_next = {3'b111, bits[9:4]};
            end
            default: data_next = {sends ? second : IDLE, bits[7:0]};
        endcase
    end

    assign trPibEmpty = buffer_empty && !busy_reg;
    assign TRC_CLK    = clk_reg && !rst;
    assign TRC_DATA   = data_reg | {16{rst}};

    always @(posedge clk) begin
        if (hold) begin
            in_message_reg <= 1'b0;
            divider_reg    <= 16'd0;
            middle_reg     <= 1'b0;
            left_reg       <= 4'd0;
            inside_reg     <= 1'b0;
            frame_reg      <= 1'b0;
            padded_reg     <= 1'b0;
            busy_reg       <= 1'b0;
            coded_reg      <= 1'b0;
            mode_reg       <= 4'd0;
            center_reg     <= 1'b0;
            calibrate_reg  <= 1'b0;
            pattern_reg    <= 2'd0;
            clk_reg        <= 1'b0;
            data_reg       <= 16'hffff;
        end else begin
            if (!in_valid) in_message_reg <= 1'b0;
            else if (in_ready && in_count != {COUNT_W{1'b0}})
                in_message_reg <= in_last != MSEO_END_OF_MESSAGE;

            divider_reg <= tick ? trPibDivider : divider_reg - 16'd1;
            if (beat) begin
                mode_reg      <= mode;
                center_reg    <= center;
                calibrate_reg <= calibrates;
                middle_reg    <= two_ticks;
                left_reg      <= !whole ? left_reg - 4'd1 : (sends || pads) ? byte_left : 4'd0;
                shift_reg     <= shift_next;
                padded_reg    <= whole ? pads : padded_reg;
                busy_reg      <= !whole || inside_reg || frame_reg || begins;
                coded_reg     <= manchester && (!whole || sends || starts);
                data_reg      <= data_next;
                clk_reg       <= mode[3] && (center ? clk_reg : !clk_reg);
                if (starts) begin
                    inside_reg <= 1'b1;
                    frame_reg  <= 1'b1;
                end else if (sends) begin
                    inside_reg <= !ends;
                end else if (whole) begin
                    frame_reg  <= 1'b0;
                end
                if (sends && calibrates) pattern_reg <= pattern_reg + 2'd1;
            end else if (tick) begin
                middle_reg  <= 1'b0;
                clk_reg     <= mode_reg[3] && !clk_reg;
                data_reg[0] <= data_reg[0] ^ coded_reg;
            end
        end
    end

`ifdef FORMAL
    `include "nt_pib_contract.vh"
`endif

endmodule

`default_nettype wire
