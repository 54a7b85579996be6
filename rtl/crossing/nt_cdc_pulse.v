// SPDX-License-Identifier: Apache-2.0
// Clock crossing of a pulse of one cycle: a trigger, say. A level changes with each pulse and crosses; the other side makes a
// pulse of each change. The next pulse is taken when the one before has arrived (`in_ready`); one that comes earlier is lost.
//
// Both sides are reset together: neither leaves its reset before the other has had a clock edge in its own.
`default_nettype none

module nt_cdc_pulse (
    input  wire in_clk,
    input  wire in_rst,
    input  wire in,        // a pulse in each cycle in which it is 1
    output wire in_ready,  // it is taken

    input  wire out_clk,
    input  wire out_rst,
    output wire out        // out of a flip-flop, but 0 while out_rst is 1
);

    reg  sent_reg;      // input's clock: changes with each pulse
    reg  arrived_reg;   // output's clock: follows it
    reg  out_reg;
    wire sent_seen;     // in the output's clock
    wire arrived_seen;  // in the input's clock

`ifdef FORMAL
    wire f_to_out;
    wire f_to_in;
`endif
    nt_sync2 to_out (
`ifdef FORMAL
        .f_meta(f_to_out),
`endif
        .clk(out_clk), .rst(out_rst), .in(sent_reg), .out(sent_seen)
    );
    nt_sync2 to_in (
`ifdef FORMAL
        .f_meta(f_to_in),
`endif
        .clk(in_clk), .rst(in_rst), .in(arrived_reg), .out(arrived_seen)
    );

    assign in_ready = sent_reg == arrived_seen;
    assign out      = out_reg && !out_rst;

    always @(posedge in_clk) sent_reg <= !in_rst && (sent_reg ^ (in && in_ready));

    always @(posedge out_clk) begin
        arrived_reg <= !out_rst && sent_seen;
        out_reg     <= !out_rst && (sent_seen != arrived_reg);
    end

`ifdef FORMAL
    // Contract, with both clocks arbitrary, behind the reset of both sides
    initial begin
        sent_reg    = 0;
        arrived_reg = 0;
        out_reg     = 0;
    end
    always @* a_reset: assume (!in_rst && !out_rst);

    reg f_taken = 1'b0;  // odd numbers of pulses
    reg f_given = 1'b0;
    always @(posedge in_clk) if (in && in_ready) f_taken <= !f_taken;
    always @(posedge out_clk) if (out) f_given <= !f_given;

    wire f_under_way = f_taken != (f_given ^ out);  // one, or none

    always @* begin
        // Ready only when all that was taken has come out, so that no two are ever under way
        if (in_ready) p_ready: assert (!f_under_way);
        // A pulse is made only of one that was taken, and of that once
        if (sent_seen != arrived_reg) p_one: assert (f_under_way);

        i_taken: assert (sent_reg == f_taken);
        i_given: assert (arrived_reg == (f_given ^ out));
        // Of what leads around, one place at most differs from the one before it
        i_one: assert ({2'd0, sent_reg ^ f_to_out} + {2'd0, f_to_out ^ sent_seen} + {2'd0, sent_seen ^ arrived_reg} +
                       {2'd0, arrived_reg ^ f_to_in} + {2'd0, f_to_in ^ arrived_seen} <= 3'd1);
    end

    always @* begin
        c_out:    cover (out);
        c_second: cover (out && !f_taken);
    end
`endif

endmodule

`default_nettype wire
