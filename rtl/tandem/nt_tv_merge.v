// Joins the groups of the lanes of a cycle, the oldest first. Ends in registers, but with one lane, where
// there is nothing to join.
`default_nettype none

module nt_tv_merge #(
    // Lanes, 1 to 4
    parameter NRET = 2,
    // Most bytes of a group
    parameter GROUP = 120,
    // Width of lengths (derived; do not set)
    parameter LENGTH_W = $clog2(GROUP + 1),
    parameter OUT_W    = $clog2(NRET*GROUP + 1)
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
            localparam PAIR_W = $clog2(2*GROUP + 1);
            localparam HIGH   = NRET == 4 ? 2*GROUP : GROUP;
            localparam HIGH_W = $clog2(HIGH + 1);

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

endmodule

`default_nettype wire
