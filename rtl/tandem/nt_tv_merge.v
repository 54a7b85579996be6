// SPDX-License-Identifier: Apache-2.0
// Joins the groups of the lanes of a cycle, the oldest first. Ends in registers, but with one lane, where
// there is nothing to join.
`default_nettype none

module nt_tv_merge #(
    // Lanes, 1 to 4
    parameter integer NRET = 2,
    // Most bytes of a group
    parameter integer GROUP = 120,
    // Width of lengths (derived; do not set)
    parameter integer LENGTH_W = $clog2(GROUP + 1),
    parameter integer OUT_W    = $clog2(NRET*GROUP + 1)
) (
    input  wire                     clk,
    input  wire                     rst,

    input  wire                     go,
    input  wire [NRET-1:0]          valid,
    input  wire [NRET*8*GROUP-1:0]  groups,
    input  wire [NRET*LENGTH_W-1:0] lengths,

    output wire                     busy,       // something is in the registers
    output wire                     out_valid,
    output wire [NRET*8*GROUP-1:0]  out,
    output wire [OUT_W-1:0]         out_length
);

    generate
        if (NRET == 1) begin : one
            assign busy       = 1'b0;
            assign out_valid  = valid;
            assign out        = groups;
            assign out_length = lengths;
            wire unused = &{1'b0, clk, rst, go};
        end else begin : several
            localparam integer PAIR_W = $clog2(2*GROUP + 1);
            localparam integer HIGH   = NRET == 4 ? 2*GROUP : GROUP;
            localparam integer HIGH_W = $clog2(HIGH + 1);

            // Of lanes that have none: nothing, ...
            wire [NRET*8*GROUP-1:0]  some;
            wire [NRET*LENGTH_W-1:0] some_length;
            genvar l;
            for (l = 0; l < NRET; l = l + 1) begin : lane
                assign some[8*GROUP*l +: 8*GROUP] = groups[8*GROUP*l +: 8*GROUP] & {8*GROUP{valid[l]}};
                // ... and no length
                assign some_length[LENGTH_W*l +: LENGTH_W] = lengths[LENGTH_W*l +: LENGTH_W] & {LENGTH_W{valid[l]}};
            end

            wire [2*8*GROUP-1:0]    low;
            wire [PAIR_W-1:0]       low_length;
            wire [NRET*8*GROUP-1:0] whole;
            wire [OUT_W-1:0]        length;

            nt_tv_join #(.A(GROUP), .B(GROUP)) older (
                .a(some[0 +: 8*GROUP]), .a_length(some_length[0 +: LENGTH_W]),
                .b(some[8*GROUP +: 8*GROUP]), .b_length(some_length[LENGTH_W +: LENGTH_W]),
                .out(low), .length(low_length));

            if (NRET == 2) begin : two
                assign whole  = low;
                assign length = low_length;
            end else begin : more
                wire [8*HIGH-1:0] high;
                wire [HIGH_W-1:0] high_length;
                if (NRET == 3) begin : three
                    assign high        = some[2*8*GROUP +: 8*GROUP];
                    assign high_length = some_length[2*LENGTH_W +: LENGTH_W];
                end else begin : four
                    nt_tv_join #(.A(GROUP), .B(GROUP)) younger (
                        .a(some[2*8*GROUP +: 8*GROUP]), .a_length(some_length[2*LENGTH_W +: LENGTH_W]),
                        .b(some[3*8*GROUP +: 8*GROUP]), .b_length(some_length[3*LENGTH_W +: LENGTH_W]),
                        .out(high), .length(high_length));
                end
                nt_tv_join #(.A(2*GROUP), .B(HIGH)) both (
                    .a(low), .a_length(low_length), .b(high), .b_length(high_length), .out(whole), .length(length));
            end

            // No reset but of what tells that there is something
            reg                    merged_valid_reg;
            reg [NRET*8*GROUP-1:0] merged_reg;
            reg [OUT_W-1:0]        length_reg;

            always @(posedge clk) begin
                if (rst) merged_valid_reg <= 1'b0;
                else if (go) merged_valid_reg <= |valid;
                if (go && |valid) begin
                    merged_reg <= whole;
                    length_reg <= length;
                end
            end

            assign busy       = merged_valid_reg;
            assign out_valid  = merged_valid_reg;
            assign out        = merged_reg;
            assign out_length = length_reg;
        end
    endgenerate

`ifdef FORMAL
    // Contract. One byte of one lane, any, is watched
    (* anyconst *) reg [1:0]          f_lane;
    (* anyconst *) reg [LENGTH_W-1:0] f_index;
    (* anyconst *) reg [OUT_W-1:0]    f_beyond;
    reg             f_started = 1'b0;
    reg             f_rst;
    reg             f_go;
    // What a cycle's lanes have, and what the last that moved on had
    reg             f_any_now, f_there_now, f_fits;
    reg [7:0]       f_byte_now;
    reg [OUT_W-1:0] f_place_now, f_length_now;
    reg             f_any, f_there;
    reg [7:0]       f_byte;
    reg [OUT_W-1:0] f_place, f_length;
    // The outputs a cycle ago
    reg                    f_was_valid;
    reg [NRET*8*GROUP-1:0] f_was;
    reg [OUT_W-1:0]        f_was_length;

    reg [LENGTH_W-1:0] f_of_lane;
    reg [8*GROUP-1:0]  f_bytes;
    integer f;
    always @* begin
        f_any_now    = 1'b0;
        f_there_now  = 1'b0;
        f_fits       = 1'b1;
        f_byte_now   = 8'd0;
        f_place_now  = {OUT_W{1'b0}};
        f_length_now = {OUT_W{1'b0}};
        for (f = 0; f < NRET; f = f + 1)
            if (valid[f]) begin
                f_of_lane = lengths[LENGTH_W*f +: LENGTH_W];
                f_bytes   = groups[8*GROUP*f +: 8*GROUP];
                f_any_now = 1'b1;
                f_fits    = f_fits && f_of_lane >= 1 && f_of_lane <= GROUP && f_bytes >> {f_of_lane, 3'd0} == {8*GROUP{1'b0}};
                if (f == {30'd0, f_lane} && f_index < f_of_lane) begin
                    f_there_now = 1'b1;
                    f_place_now = f_length_now + f_index;
                    f_byte_now  = f_bytes >> {f_index, 3'd0};
                end
                f_length_now = f_length_now + f_of_lane;
            end
    end

    always @(posedge clk) begin
        f_started    <= 1'b1;
        f_rst        <= rst;
        f_go         <= go;
        f_was_valid  <= out_valid;
        f_was        <= out;
        f_was_length <= out_length;
        if (rst) f_any <= 1'b0;
        else if (go) f_any <= f_any_now;
        if (go && f_any_now) begin
            f_there  <= f_there_now;
            f_byte   <= f_byte_now;
            f_place  <= f_place_now;
            f_length <= f_length_now;
        end
    end

    // With one lane, what comes is there at once
    wire             f_here   = NRET == 1 ? f_any_now    : f_any;
    wire             f_shows  = NRET == 1 ? f_there_now  : f_there;
    wire [7:0]       f_shown  = NRET == 1 ? f_byte_now   : f_byte;
    wire [OUT_W-1:0] f_at     = NRET == 1 ? f_place_now  : f_place;
    wire [OUT_W-1:0] f_whole  = NRET == 1 ? f_length_now : f_length;
    wire [NRET*8*GROUP-1:0] f_out  = out >> {f_at, 3'd0};
    wire [NRET*8*GROUP-1:0] f_rest = out >> {f_beyond, 3'd0};

    always @* begin
        if (!f_started) a_reset: assume (rst);
        a_groups: assume (f_fits);
    end

    always @* if (f_started && !f_rst) begin
        // Of each cycle that moves on all groups come, once
        p_valid: assert (out_valid == f_here);
        p_busy: assert (busy == (NRET > 1 && out_valid));
        if (f_here) begin
            p_length: assert (out_length == f_whole && out_length >= 1 && out_length <= NRET*GROUP);
            p_order: assert (!f_shows || f_out[7:0] == f_shown);
            p_zeros: assert (f_beyond < f_whole || f_rest[7:0] == 8'd0);
        end
        if (NRET > 1 && !f_go)
            p_stable: assert (out_valid == f_was_valid && (!out_valid || (out == f_was && out_length == f_was_length)));
        c_all: cover (f_here && f_whole == NRET*GROUP);
        c_youngest: cover (f_here && f_shows && f_lane == NRET-1 && f_at == 0);
        c_waits: cover (NRET == 1 || (f_here && !f_go));
    end
    always @* if (f_started) p_reset: assert (NRET == 1 || !f_rst || !out_valid);
`endif

endmodule

`default_nettype wire
