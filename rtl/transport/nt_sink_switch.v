// Sink switch: one link in, a link to each of several sinks. A beat goes over when all sinks that it
// concerns are ready, so all of them get the same bytes.
//
// A sink joins and leaves between messages, also where these meet within a beat: it gets the bytes
// of its messages alone. It leaves at once when it is not active any more. While a sink waits for
// the others within a message it is offered a beat of 0 bytes: its source was not reset
// (nt_stream_buffer). With no sink the link is not ready.
//
// A sink that leaves is waited for until its last message has gone over; one that stops within a
// message has to take the rest, or to become inactive. Where a beat holds the end of that message
// and the beginning of the next, and nobody else is there to take this one, it stays for it.
`default_nettype none

module nt_sink_switch #(
    // Sinks, 1 to 8
    parameter SINKS = 2,
    // Most bytes of a beat, 1 to 8
    parameter BYTES = 4,
    // Derived; do not set
    parameter COUNT_W = $clog2(BYTES + 1)
) (
    input  wire                     clk,
    input  wire                     rst,

    // Control
    input  wire [SINKS-1:0]         active,
    input  wire [SINKS-1:0]         enable,

    // Input: beats of bytes {MDO, MSEO}, the first one lowest
    input  wire                     in_valid,
    input  wire [COUNT_W-1:0]       in_count,
    input  wire [8*BYTES-1:0]       in,         // bytes above in_count are 0
    output wire                     in_ready,

    // Sinks
    output wire [SINKS-1:0]         out_valid,
    output wire [SINKS*COUNT_W-1:0] out_count,
    output wire [SINKS*8*BYTES-1:0] out,
    input  wire [SINKS-1:0]         out_ready
);

    localparam [1:0] MSEO_END_OF_MESSAGE = 2'b11;

    generate
        if (SINKS < 1 || SINKS > 8 || BYTES < 1 || BYTES > 8) begin : check
            nt_sink_switch_parameters_out_of_range stop();
        end
    endgenerate

    reg              inside_reg;  // a message has begun and not ended
    reg  [SINKS-1:0] joined_reg;  // it goes to these

    wire [SINKS-1:0] wanted    = active & enable;
    wire [SINKS-1:0] joined    = inside_reg ? joined_reg & active : wanted;
    wire [SINKS-1:0] heirs     = wanted != {SINKS{1'b0}} ? wanted : joined;  // of the next message
    wire [SINKS-1:0] concerned = joined | heirs;
    wire [SINKS-1:0] ready     = out_ready | ~concerned;

    assign in_ready = concerned != {SINKS{1'b0}} && ready == {SINKS{1'b1}};

    // Where the message that is under way ends, and what is behind its end
    wire               ends;
    wire [COUNT_W-1:0] length;
    nt_message_end #(.BYTES(BYTES)) message_end (
        .count(in_count), .bytes(in), .ends(ends), .length(length)
    );
    wire [8*BYTES-1:0] message    = in & ~({8*BYTES{1'b1}} << {length, 3'b000});
    wire [8*BYTES-1:0] rest       = in >> {length, 3'b000};
    wire [COUNT_W-1:0] rest_count = in_count - length;

    genvar n;
    generate
        for (n = 0; n < SINKS; n = n + 1) begin : sink
            localparam [SINKS-1:0] SELF = {{SINKS-1{1'b0}}, 1'b1} << n;
            wire others_ready = (ready | SELF) == {SINKS{1'b1}};
            wire go     = in_valid && others_ready;
            wire all    = go && joined[n] && (heirs[n] || !inside_reg);
            wire leaves = go && joined[n] && !all;
            wire joins  = go && !joined[n] && heirs[n];
            wire [COUNT_W-1:0] count = (in_count   & {COUNT_W{all}}) |
                                       (length     & {COUNT_W{leaves}}) |
                                       (rest_count & {COUNT_W{joins}});
            assign out_count[n*COUNT_W +: COUNT_W] = count;
            assign out[n*8*BYTES +: 8*BYTES] = (in      & {8*BYTES{all}}) |
                                               (message & {8*BYTES{leaves}}) |
                                               (rest    & {8*BYTES{joins}});
            assign out_valid[n] = in_valid && (joined[n] || count != {COUNT_W{1'b0}});
        end
    endgenerate

    reg     last_ends;  // the beat's last byte ends a message
    integer i;
    always @* begin
        last_ends = 1'b0;
        for (i = 0; i < BYTES; i = i + 1)
            if (i[COUNT_W-1:0] < in_count) last_ends = in[8*i +: 2] == MSEO_END_OF_MESSAGE;
    end

    wire take = in_valid && in_ready && in_count != {COUNT_W{1'b0}};
    always @(posedge clk) begin
        // A source that offers nothing within a message was reset
        inside_reg <= !rst && in_valid && (take ? !last_ends : inside_reg);
        // Behind the end of a message it is its heirs
        joined_reg <= take && (ends || !inside_reg) ? heirs : joined;
    end

endmodule

`default_nettype wire
