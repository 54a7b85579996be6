// SPDX-License-Identifier: Apache-2.0
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
    parameter integer SINKS = 2,
    // Most bytes of a beat, 1 to 8
    parameter integer BYTES = 4,
    // Derived; do not set
    parameter integer COUNT_W = $clog2(BYTES + 1)
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

`ifdef FORMAL
    // Contract, about one sink, any. What it must get is told byte by byte from the link.
    reg  [3:0]         f_sink;
    reg                f_started = 1'b0;
    reg                f_mid;        // of the link a message has begun and not ended
    reg                f_gets;       // it goes to this sink
    reg                f_sink_mid;   // the sink has taken a part of a message
    reg                f_mid_next;
    reg                f_gets_next;
    reg [COUNT_W-1:0]  f_expect_count;
    reg [8*BYTES-1:0]  f_expect;
    reg                f_in_ok;      // the link's bytes follow each other as MSEO may
    reg                f_out_ok;     // so do the sink's
    reg                f_out_mid;
    reg [7:0]          f_byte;

    wire               f_wanted = active[f_sink] && enable[f_sink];
    wire               f_valid  = out_valid >> f_sink;
    wire               f_ready  = out_ready >> f_sink;
    wire [COUNT_W-1:0] f_count  = out_count >> f_sink * COUNT_W;
    wire [8*BYTES-1:0] f_bytes  = out >> f_sink * 8 * BYTES;
    wire               f_goes   = in_valid && in_ready;
    wire               f_has    = f_gets && active[f_sink];
    // The next message is for those that are wanted; where none is, for those that had the last one
    wire               f_heir   = wanted != 0 ? f_wanted : f_has;
    integer f_i;
    always @* begin
        f_mid_next     = f_mid;
        f_gets_next    = f_has;
        f_expect_count = 0;
        f_expect       = 0;
        f_in_ok        = 1'b1;
        f_out_ok       = 1'b1;
        f_out_mid      = f_sink_mid;
        f_byte         = 0;
        for (f_i = 0; f_i < BYTES; f_i = f_i + 1) begin
            if (f_i < in_count) begin
                f_byte = in[8*f_i +: 8];
                if (!f_mid_next) f_gets_next = f_heir;
                if (f_gets_next) begin
                    f_expect       = f_expect | f_byte << 8 * f_expect_count;
                    f_expect_count = f_expect_count + 1;
                end
                if (f_byte[1:0] == 2'b10 || (!f_mid_next && f_byte[1:0] != 2'b00)) f_in_ok = 1'b0;
                f_mid_next = f_byte[1:0] != MSEO_END_OF_MESSAGE;
            end
            if (f_i < f_count) begin
                f_byte = f_bytes[8*f_i +: 8];
                if (f_byte[1:0] == 2'b10 || (!f_out_mid && f_byte[1:0] != 2'b00)) f_out_ok = 1'b0;
                f_out_mid = f_byte[1:0] != MSEO_END_OF_MESSAGE;
            end
        end
    end

    always @(posedge clk) begin
        f_started <= 1'b1;
        f_sink    <= f_sink;
        if (rst) begin
            f_mid      <= 1'b0;
            f_gets     <= 1'b0;
            f_sink_mid <= 1'b0;
        end else begin
            f_mid  <= in_valid && (f_goes ? f_mid_next : f_mid);
            f_gets <= f_goes ? f_gets_next : f_has;
            // A sink that offers of nothing ends its message
            f_sink_mid <= active[f_sink] && f_valid && (f_ready ? f_out_mid : f_sink_mid);
        end
    end

    always @* if (!f_started) a_reset: assume (rst);
    always @* begin
        a_sink:  assume (f_sink < SINKS);
        a_count: assume (in_count <= BYTES && (!in_valid || in >> 8 * in_count == 0));
    end
    always @* if (f_started && in_valid) a_mseo: assume (f_in_ok);

    always @* if (f_started && !rst) begin
        // A beat that goes over is for the sink what it has of its messages, from their beginning
        if (f_goes) p_bytes: assert (f_count == f_expect_count && f_bytes == f_expect);
        // It takes bytes when the link's beat goes over, and then it does
        if (f_valid && f_ready && f_count != 0) p_together: assert (f_goes);
        if (f_goes && f_expect_count != 0) p_takes: assert (f_valid && f_ready);
        // While it waits for others it is told that the source was not reset, else it is not
        if (f_mid && f_has) p_waits: assert (f_valid == in_valid);
        // Bytes as MSEO may follow each other
        if (f_valid) p_mseo: assert (f_out_ok);
        // Nothing for whom is not active or not wanted
        if (!active[f_sink]) p_gone: assert (!f_valid);
        if (!f_mid && !enable[f_sink]) p_left: assert (!f_valid);
        // The link is not ready without a sink
        if (!(f_mid ? |active : |wanted)) p_nobody: assert (!in_ready);

        i_state: assert (inside_reg == f_mid && (!f_mid || joined_reg[f_sink] == f_gets));
        i_mid:   assert (f_sink_mid == (f_mid && f_gets));
    end

    // The contract can be met
    always @* if (f_started && !rst) begin
        c_joins:  cover (f_goes && f_mid && !f_has && f_expect_count != 0);
        c_leaves: cover (f_goes && f_mid && f_has && !f_gets_next && f_expect_count != 0);
        c_waits:  cover (f_mid && f_has && f_valid && f_ready && !in_ready);
        c_cut:    cover (f_sink_mid && f_has && !in_valid);
    end
`endif

endmodule

`default_nettype wire
