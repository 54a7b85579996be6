// SPDX-License-Identifier: Apache-2.0
// The parts of rtl/crossing but the FIFO, between two unrelated clocks: a reset that comes and goes at any time, pulses, a time
// that counts, and accesses by APB to a memory that waits.
//
//   vvp nt_crossing_tb.vvp +in=PICOSECONDS +out=PICOSECONDS +number=N +seed=N
//
// Both periods jitter by up to an eighth, so every phase between edges comes. A line that begins with "wrong" tells of an error,
// else the last line sums up.
`timescale 1ps/1ps
`default_nettype none

module nt_crossing_tb;

    integer in_period, out_period, number, seed, ignored;

    function integer below(input integer bound);
        below = $unsigned($random(seed)) % bound;
    endfunction

    task wrong(input [8*48-1:0] what);
        begin
            $display("wrong: %0s at %0t", what, $time);
            $finish;
        end
    endtask

    initial begin
        in_period  = 1000;
        out_period = 1000;
        number     = 1000;
        seed       = 1;
        ignored = $value$plusargs("in=%d", in_period);
        ignored = $value$plusargs("out=%d", out_period);
        ignored = $value$plusargs("number=%d", number);
        ignored = $value$plusargs("seed=%d", seed);
    end

    reg in_clk  = 1'b0;
    reg out_clk = 1'b0;
    always #((in_period / 2) + below(in_period / 8 + 1)) in_clk = !in_clk;
    always #((out_period / 2) + below(out_period / 8 + 1)) out_clk = !out_clk;

    // Reset: both sides from one that is asynchronous
    reg     reset_n = 1'b0;
    wire    in_rst, out_rst;
    integer edges = 0;  // of in_clk since reset_n is 1

    nt_reset_sync in_reset  (.clk(in_clk), .reset_n(reset_n), .rst(in_rst));
    nt_reset_sync out_reset (.clk(out_clk), .reset_n(reset_n), .rst(out_rst));

    always @(negedge reset_n) begin
        edges = 0;
        #1 if (in_rst !== 1'b1 || out_rst !== 1'b1) wrong("a reset waits for its clock");
    end
    always @(posedge in_clk) if (reset_n) begin
        #1 edges = edges + 1;
        if (reset_n && in_rst != (edges < 2)) wrong("a reset ends early or late");
    end

    // Pulses
    reg     pulse = 1'b0;
    wire    pulse_ready, pulse_out;
    integer pulses = 0, arrived = 0;

    nt_cdc_pulse pulse_dut (
        .in_clk(in_clk), .in_rst(in_rst), .in(pulse), .in_ready(pulse_ready),
        .out_clk(out_clk), .out_rst(out_rst), .out(pulse_out)
    );

    always @(posedge in_clk) if (!in_rst && reset_n) begin
        if (pulse && pulse_ready) begin
            if (arrived != pulses) wrong("ready with a pulse under way");
            pulses = pulses + 1;
        end
        #1 pulse = below(8) == 0;
    end
    always @(posedge pulse_out) begin
        arrived = arrived + 1;
        if (arrived > pulses) wrong("a pulse of nothing");
    end
    reg pulse_before = 1'b0;
    always @(posedge out_clk) begin
        if (pulse_out && pulse_before) wrong("a pulse of two cycles");
        pulse_before = pulse_out;
    end

    // Time
    reg  [63:0] in_time = 64'hffff_fffe;
    wire [63:0] out_time;
    reg  [63:0] last_time;
    integer     moved = 0, i;
    reg         some_time = 1'b0;

    nt_cdc_time time_dut (
        .in_clk(in_clk), .in_rst(in_rst), .in(in_time), .out_clk(out_clk), .out_rst(out_rst), .out(out_time)
    );

    always @(posedge in_clk) if (!in_rst && reset_n) #1 if (below(4) != 0) in_time = in_time + 64'd1;
    always @(posedge out_clk) if (!out_rst && reset_n) begin
        if (some_time && out_time != 64'd0) begin
            if (last_time != 64'd0 && out_time < last_time) wrong("the time goes back");
            if (out_time > in_time) wrong("the time is ahead");
            if (last_time != out_time) moved = moved + 1;
        end
        last_time = out_time;
        some_time = 1'b1;
    end
    // What arrives is no older than the input's edge five edges of the output's clock ago
    reg [63:0] before [0:5];
    reg [63:0] at_edge = 64'd0;
    always @(posedge in_clk) if (!in_rst && reset_n) at_edge = in_time;
    initial for (i = 0; i < 6; i = i + 1) before[i] = 64'd0;
    always @(posedge out_clk) if (!out_rst && reset_n) begin
        if (out_time < before[5]) wrong("the time is too old");
        for (i = 5; i > 0; i = i - 1) before[i] = before[i-1];
        before[0] = at_edge;
    end

    // APB
    reg         psel = 1'b0, penable = 1'b0, pwrite = 1'b0;
    reg  [11:0] paddr = 12'd0;
    reg  [31:0] pwdata = 32'd0;
    reg  [3:0]  pstrb = 4'd0;
    wire        pready, pslverr;
    wire [31:0] prdata;
    wire        o_psel, o_penable, o_pwrite;
    wire [11:0] o_paddr;
    wire [31:0] o_pwdata;
    wire [3:0]  o_pstrb;
    reg         o_pready = 1'b0;
    reg  [31:0] memory [0:15], expected [0:15];
    integer     accesses = 0, done = 0, waits = 0;

    nt_apb_bridge bridge (
        .in_clk(in_clk), .in_rst(in_rst), .in_PSEL(psel), .in_PENABLE(penable), .in_PADDR(paddr), .in_PWRITE(pwrite),
        .in_PWDATA(pwdata), .in_PSTRB(pstrb), .in_PREADY(pready), .in_PRDATA(prdata), .in_PSLVERR(pslverr),
        .out_clk(out_clk), .out_rst(out_rst), .out_PSEL(o_psel), .out_PENABLE(o_penable), .out_PADDR(o_paddr),
        .out_PWRITE(o_pwrite), .out_PWDATA(o_pwdata), .out_PSTRB(o_pstrb), .out_PREADY(o_pready),
        .out_PRDATA(o_psel && o_penable && !o_pwrite ? memory[o_paddr[5:2]] : 32'hdead_beef),
        .out_PSLVERR(o_psel && o_penable && o_paddr[11])
    );

    initial for (i = 0; i < 16; i = i + 1) begin
        memory[i]   = i;
        expected[i] = i;
    end

    function [31:0] merged(input [31:0] old, input [31:0] data, input [3:0] strobes);
        merged = {strobes[3] ? data[31:24] : old[31:24], strobes[2] ? data[23:16] : old[23:16],
                  strobes[1] ? data[15:8] : old[15:8], strobes[0] ? data[7:0] : old[7:0]};
    endfunction

    // The completer: setup, then access, ready now and then
    reg setup_seen = 1'b0;
    always @(posedge out_clk) if (!out_rst && reset_n) begin
        if (o_penable && !(o_psel && setup_seen)) wrong("an access without a setup");
        if (o_psel && !o_penable && setup_seen) wrong("a setup of two cycles");
        if (o_psel && o_penable && o_pready) begin
            if (o_pwrite && !o_paddr[11]) memory[o_paddr[5:2]] = merged(memory[o_paddr[5:2]], o_pwdata, o_pstrb);
            done = done + 1;
        end
        setup_seen = o_psel && !(o_penable && o_pready);
        #1 o_pready = below(3) == 0;
    end

    // The manager
    always @(posedge in_clk) if (!in_rst && reset_n) begin
        if (psel && !penable) begin
            #1 penable = 1'b1;
        end else if (psel && pready) begin
            accesses = accesses + 1;
            if (done != accesses) wrong("ready with an access under way, or twice");
            if (pslverr != paddr[11]) wrong("another error");
            if (!pwrite && prdata !== memory[paddr[5:2]] ) wrong("another word is read");
            if (pwrite && !paddr[11]) expected[paddr[5:2]] = merged(expected[paddr[5:2]], pwdata, pstrb);
            if (memory[paddr[5:2]] !== expected[paddr[5:2]]) wrong("another word was written");
            #1 psel = 1'b0;
            penable = 1'b0;
        end else if (psel) begin
            waits = waits + 1;
        end else if (below(3) == 0) begin
            #1 psel = 1'b1;
            pwrite  = below(2) == 1;
            paddr   = (below(8) == 0 ? 12'h800 : 12'h000) | (below(16) << 2);
            pwdata  = $random(seed);
            pstrb   = pwrite ? below(16) : 4'd0;
        end
        if (accesses == number) begin
            if (pulses < 10 || pulses - arrived > 1 || moved < 10) wrong("too little happened");
            $display("%0d accesses, %0d waits, %0d pulses, %0d times", accesses, waits, pulses, moved);
            $finish;
        end
    end

    // The reset is there before the first edge, and ends between edges
    initial begin
        #1 ;
        if (in_rst !== 1'b1 || out_rst !== 1'b1) wrong("not in reset without a clock");
        if (psel || pulse) wrong("something before the reset has ended");
        #(3 * (in_period + out_period) + below(in_period)) reset_n = 1'b1;
    end

endmodule

`default_nettype wire
