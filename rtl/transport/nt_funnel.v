// Trace funnel: several streams of messages become one (Trace Control Interface 1.0, "Trace
// Funnel"). Round robin, one whole message a turn; no input waits for more than one turn of each
// other.
//
// A disabled input is read and discarded. That, and whether it is read at all (trFunnelEnable,
// trFunnelActive), changes where a beat ends a message, so that messages stay whole; of one that was
// under way when the funnel was reset the rest is discarded. With trFunnelEnable = 0 no message
// begins, and what is inside goes on to the output.
`default_nettype none

module nt_funnel #(
    // Inputs, 2 to 16
    parameter INPUTS = 2,
    // Most bytes of an input's beat, and of the output's
    parameter IN_BYTES = 4,
    parameter BYTES = 4,
    // Inputs whose messages are held back until they are whole: those that are slower than the
    // output, which would keep the others waiting, and those behind a nt_sink_switch, whose
    // messages have gaps
    parameter [INPUTS-1:0] WHOLE = {INPUTS{IN_BYTES < BYTES}},
    // Derived; do not set
    parameter IN_W    = $clog2(IN_BYTES + 1),
    parameter COUNT_W = $clog2(BYTES + 1)
) (
    input  wire                         clk,
    input  wire                         rst,

    // Control
    input  wire                         trFunnelActive,
    input  wire                         trFunnelEnable,
    input  wire [15:0]                  trFunnelDisInput,
    output wire                         trFunnelEmpty,

    // Inputs: beats of bytes {MDO, MSEO}, the first one lowest
    input  wire [INPUTS-1:0]            in_valid,
    input  wire [INPUTS*IN_W-1:0]       in_count,
    input  wire [INPUTS*8*IN_BYTES-1:0] in,
    output wire [INPUTS-1:0]            in_ready,

    // Output
    output wire                         out_valid,
    output wire [COUNT_W-1:0]           out_count,
    output wire [8*BYTES-1:0]           out,        // bytes above out_count are 0
    input  wire                         out_ready
);

    localparam [1:0] MSEO_END_OF_MESSAGE = 2'b11;

    generate
        if (INPUTS < 2 || INPUTS > 16 || IN_BYTES < 1 || IN_BYTES > 8 || BYTES < 1 || BYTES > 8)
        begin : check
            nt_funnel_parameters_out_of_range stop();
        end
        if (INPUTS < 16) begin : fewer
            wire unused = &{1'b0, trFunnelDisInput[15:INPUTS]};
        end
    endgenerate

    wire hold = rst || !trFunnelActive;

    // Inputs
    reg  [INPUTS-1:0]         inside_reg;   // of each source a message has begun and not ended
    reg  [INPUTS-1:0]         discard_reg;  // and is discarded
    wire [INPUTS-1:0]         discard = (inside_reg & discard_reg) |
                                        (~inside_reg & trFunnelDisInput[INPUTS-1:0]);
    wire [INPUTS-1:0]         reads   = {INPUTS{trFunnelActive}} &
                                        (inside_reg | {INPUTS{trFunnelEnable}});
    wire [INPUTS-1:0]         inside_next;
    wire [INPUTS-1:0]         buffer_ready;
    wire [INPUTS-1:0]         buffer_empty;
    wire [INPUTS*COUNT_W-1:0] buffer_count;
    wire [INPUTS*8*BYTES-1:0] buffer_bytes;
    wire [INPUTS*COUNT_W-1:0] turn_take;
    wire                      output_ready;

    assign in_ready = reads & (discard | buffer_ready);

    genvar n;
    generate
        for (n = 0; n < INPUTS; n = n + 1) begin : source
            wire [IN_W-1:0]       count = in_count[n*IN_W +: IN_W];
            wire [8*IN_BYTES-1:0] bytes = in[n*8*IN_BYTES +: 8*IN_BYTES];
            reg                   last_ends;  // the beat's last byte ends a message
            integer               i;
            always @* begin
                last_ends = 1'b0;
                for (i = 0; i < IN_BYTES; i = i + 1)
                    if (i[IN_W-1:0] < count) last_ends = bytes[8*i +: 2] == MSEO_END_OF_MESSAGE;
            end
            // A source that offers nothing within a message was reset
            assign inside_next[n] = !in_valid[n] ? 1'b0 :
                                    in_ready[n] && count != {IN_W{1'b0}} ? !last_ends : inside_reg[n];

            nt_stream_buffer #(
                .IN(IN_BYTES), .OUT(BYTES), .WHOLE({31'd0, WHOLE[n]})
            ) buffer (
                .clk(clk), .rst(hold),
                .in_valid(in_valid[n] && reads[n] && !discard[n]), .in_count(count), .in(bytes),
                .in_ready(buffer_ready[n]),
                .out_count(buffer_count[n*COUNT_W +: COUNT_W]),
                .out(buffer_bytes[n*8*BYTES +: 8*BYTES]),
                .out_take(turn_take[n*COUNT_W +: COUNT_W] & {COUNT_W{output_ready}}),
                .empty(buffer_empty[n])
            );
        end
    endgenerate

    always @(posedge clk) begin
        inside_reg  <= rst ? {INPUTS{1'b0}} : inside_next;
        discard_reg <= discard | {INPUTS{hold}};
    end

    // Turns
    reg  [INPUTS-1:0]  turn_reg;     // one-hot: whose turn it is, or was last
    reg                unended_reg;  // its message has begun and not ended
    wire [INPUTS-1:0]  turn_next;
    wire               unended_next;
    wire [COUNT_W-1:0] turn_count;
    wire [8*BYTES-1:0] turn_bytes;

    nt_funnel_merge #(.INPUTS(INPUTS), .BYTES(BYTES)) merge (
        .turn(turn_reg), .unended(unended_reg),
        .turn_next(turn_next), .unended_next(unended_next),
        .in_count(buffer_count), .in(buffer_bytes), .in_take(turn_take),
        .out_count(turn_count), .out(turn_bytes)
    );

    always @(posedge clk) begin
        if (hold) begin
            turn_reg    <= {1'b1, {INPUTS-1{1'b0}}};
            unended_reg <= 1'b0;
        end else if (output_ready) begin
            turn_reg    <= turn_next;
            unended_reg <= unended_next;
        end
    end

    // Output. The buffers of the inputs have ended what was cut.
    wire output_empty;
    nt_stream_buffer #(.IN(BYTES), .OUT(BYTES), .WHOLE(0)) buffer (
        .clk(clk), .rst(hold),
        .in_valid(1'b1), .in_count(turn_count), .in(turn_bytes), .in_ready(output_ready),
        .out_count(out_count), .out(out),
        .out_take(out_count & {COUNT_W{out_ready}}), .empty(output_empty)
    );

    assign out_valid     = !output_empty;
    assign trFunnelEmpty = output_empty && !unended_reg && buffer_empty == {INPUTS{1'b1}} &&
                           (inside_reg & ~discard_reg) == {INPUTS{1'b0}};

endmodule

`default_nettype wire
