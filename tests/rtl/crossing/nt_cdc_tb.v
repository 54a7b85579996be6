// SPDX-License-Identifier: Apache-2.0
// nt_cdc_fifo between two unrelated clocks: messages of random length in random beats, sometimes cut,
// to a receiver that is not always ready. What comes out is what went in, in order; the output keeps
// to the rules of links.
//
//   vvp nt_cdc_tb.vvp +in=PICOSECONDS +out=PICOSECONDS +beats=N +seed=N +pressure=N
//
// Both periods jitter by up to an eighth, so every phase between edges comes. A line that begins
// with "wrong" tells of an error, else the last line sums up.
`timescale 1ps/1ps
`default_nettype none

module nt_cdc_tb #(
    parameter integer BYTES = 4,
    parameter integer DEPTH = 8
);

    localparam COUNT_W = $clog2(BYTES + 1);
    localparam SENT    = 1 << 20;

    integer in_period, out_period, beats, seed, pressure;

    reg                in_clk = 1'b0;
    reg                in_rst = 1'b1;
    reg                in_valid = 1'b0;
    reg  [COUNT_W-1:0] in_count = 0;
    reg  [8*BYTES-1:0] in = 0;
    wire               in_ready;
    wire               in_empty;
    reg                out_clk = 1'b0;
    reg                out_rst = 1'b1;
    wire               out_valid;
    wire [COUNT_W-1:0] out_count;
    wire [8*BYTES-1:0] out;
    reg                out_ready = 1'b0;

    nt_cdc_fifo #(
        .BYTES(BYTES), .DEPTH(DEPTH)
    ) fifo (
        .in_clk(in_clk), .in_rst(in_rst), .in_valid(in_valid), .in_count(in_count), .in(in),
        .in_ready(in_ready), .in_empty(in_empty), .out_clk(out_clk), .out_rst(out_rst),
        .out_valid(out_valid), .out_count(out_count), .out(out), .out_ready(out_ready)
    );

    reg [7:0] sent [0:SENT-1];
    integer sent_count = 0;
    integer received_count = 0;
    integer beat_count = 0;
    integer cut_count = 0;
    integer wait_count = 0;
    integer out_cycles = 0;
    integer left = 0;        // bytes of the message that are not offered yet
    reg     in_message = 0;  // the last byte that was taken ended none
    reg     out_message = 0;
    reg     stop = 0;
    integer i;

    function integer below(input integer bound);
        below = $unsigned($random(seed)) % bound;
    endfunction

    initial begin
        if (!$value$plusargs("in=%d", in_period)) in_period = 1000;
        if (!$value$plusargs("out=%d", out_period)) out_period = 1000;
        if (!$value$plusargs("beats=%d", beats)) beats = 1000;
        if (!$value$plusargs("seed=%d", seed)) seed = 1;
        if (!$value$plusargs("pressure=%d", pressure)) pressure = 64;
    end

    always #((in_period / 2) + below(in_period / 8 + 1)) in_clk = !in_clk;
    always #((out_period / 2) + below(out_period / 8 + 1)) out_clk = !out_clk;

    task wrong(input [8*40-1:0] what);
        begin
            $display("wrong: %0s, byte %0d at %0t", what, received_count, $time);
            $finish;
        end
    endtask

    // The source: offers bytes until they are taken, and within a message some in every cycle
    // unless it is reset.
    task offer;
        integer most;
        begin
            in_valid = 1'b0;
            in_count = 0;
            in       = 0;
            if (left == 0 && !stop && below(256) < 160) left = 1 + below(20);
            if (in_message && below(1000) < 5) begin
                left = 0;  // reset
            end else if (left > 0) begin
                most     = left < BYTES ? left : BYTES;
                in_valid = 1'b1;
                in_count = 1 + below(most);
                for (i = 0; i < in_count; i = i + 1)
                    in[8*i +: 8] = {below(64), i + 1 == left ? 2'b11 : 2'b00};
            end
        end
    endtask

    always @(posedge in_clk) if (!in_rst) begin
        if (^{in_ready, in_empty} === 1'bx) wrong("unknown readiness");
        if (sent_count == 0 && !(in_ready && in_empty)) wrong("not empty at first");
        if (in_empty && (received_count != sent_count || in_message)) wrong("not as empty as it says");
        if (in_valid && in_ready) begin
            for (i = 0; i < in_count; i = i + 1) sent[(sent_count + i) % SENT] = in[8*i +: 8];
            sent_count = sent_count + in_count;
            left       = left - in_count;
            in_message = left != 0;
            beat_count = beat_count + 1;
        end else if (in_message && !in_valid) begin
            sent[sent_count % SENT] = 8'hff;
            sent_count = sent_count + 1;
            in_message = 1'b0;
            cut_count  = cut_count + 1;
        end
        if (beat_count >= beats) stop = 1'b1;
        if (!in_valid || in_ready) begin
            #(in_period / 8) offer;
        end
    end

    // The receiver
    reg                was_waiting = 0;
    reg  [COUNT_W-1:0] was_count;
    reg  [8*BYTES-1:0] was;

    always @(posedge out_clk) if (!out_rst) begin
        out_cycles = out_cycles + 1;
        if (^{out_valid, out_count, out} === 1'bx) wrong("unknown output");
        if (was_waiting && (!out_valid || out_count != was_count || out != was))
            wrong("an offered beat changed");
        if (out_message && !out_valid) wrong("a gap within a message");
        if (out_valid && out_count == 0 && !out_message) wrong("a wait between messages");
        if (out_valid && out_count == 0) wait_count = wait_count + 1;
        if (out_valid && out_ready && out_count != 0) begin
            for (i = 0; i < out_count; i = i + 1) begin
                if (received_count == sent_count) wrong("a byte too many");
                if (out[8*i +: 8] !== sent[received_count % SENT]) wrong("another byte");
                received_count = received_count + 1;
                out_message    = out[8*i +: 2] != 2'b11;
            end
        end
        was_waiting = out_valid && out_count != 0 && !out_ready;
        was_count   = out_count;
        was         = out;
        #(out_period / 8) out_ready = below(256) >= pressure;
    end

    initial begin
        #(20 * (in_period + out_period));
        in_rst  = 1'b0;
        out_rst = 1'b0;
        wait (stop && in_empty);
        #(20 * (in_period + out_period));
        if (received_count != sent_count) wrong("bytes missing");
        if (out_message || in_message) wrong("a message without an end");
        $display("%0d beats, %0d bytes, %0d cuts, %0d waits, %0d cycles", beat_count,
                 received_count, cut_count, wait_count, out_cycles);
        $finish;
    end

    initial begin
        #1;
        #(beats * 12 * (in_period + out_period));
        wrong("it does not end");
    end

endmodule

`default_nettype wire
