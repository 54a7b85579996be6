// A programmable counter: mhpmcounter and its mhpmevent, with overflow and mode inhibits.
//
// Sscofpmf 1.0. The counter adds all that its event had in a cycle, in modes that are not inhibited.
`default_nettype none

module nt_hpm_counter #(
    // Width of the counter, 32 to 64
    parameter WIDTH = 64,
    // Blocks in a cycle, 1 to 4
    parameter NBLOCKS = 1,
    // Width of a block's number of instructions, 1 to 8
    parameter ICOUNT_W = 8,
    // Modes that there are, as in `inhibit`
    parameter [4:0] MODES = 5'b11111
) (
    input  wire                         clk,
    input  wire                         rst,

    // What happens, as nt_hpm_ingress has it
    input  wire                         enable,        // it may count
    input  wire [NBLOCKS*5-1:0]         block_mode,
    input  wire [NBLOCKS*ICOUNT_W-1:0]  block_icount,
    input  wire [NBLOCKS*32-1:0]        block_events,
    input  wire [4:0]                   cycle_mode,
    input  wire [32*4-1:0]              cycle_events,

    // Writes, by halves: the upper one is bit 1
    input  wire [1:0]                   write_count,
    input  wire [1:0]                   write_event,
    input  wire [63:0]                  wdata,
    input  wire [4:0]                   wdata_place,   // of the event in its lower half

    // State
    output wire [WIDTH-1:0]             count,
    output wire [4:0]                   place,         // of the event
    output wire                         of,
    output wire [4:0]                   inhibit,       // M, S, U, VS, VU from the top

    output wire                         request        // it overflows, and OF is 0
);

    `include "nt_hpm_event_list.vh"

    localparam AMOUNT_W = ICOUNT_W + 2 < 4 ? 4 : ICOUNT_W + 2;

    // Bits of mhpmevent
    localparam OF    = 63;
    localparam VUINH = 58;

    reg [WIDTH-1:0]      count_reg;
    reg [WIDTH-1:0]      count_next;
    reg [4:0]            place_reg;
    reg                  of_reg;
    reg [4:0]            inhibit_reg;

    // What each of four blocks adds: a block has one event of a kind, and instructions
    reg [4*ICOUNT_W-1:0] adds;
    integer b;
    always @* begin
        adds = {4*ICOUNT_W{1'b0}};
        b    = 0;  // so that it is no latch
        for (b = 0; b < NBLOCKS; b = b + 1)
            if (enable && (block_mode[5*b +: 5] & inhibit_reg) == 5'd0) begin
                if (place_reg == EVENT_INSTRUCTIONS)
                    adds[ICOUNT_W*b +: ICOUNT_W] = block_icount[ICOUNT_W*b +: ICOUNT_W];
                else
                    adds[ICOUNT_W*b] = block_events[32*b + {27'd0, place_reg}];
            end
    end

    // An event is of blocks or of the cycle
    wire [ICOUNT_W:0]   older     = {1'b0, adds[0 +: ICOUNT_W]} + {1'b0, adds[ICOUNT_W +: ICOUNT_W]};
    wire [ICOUNT_W:0]   newer     = {1'b0, adds[2*ICOUNT_W +: ICOUNT_W]} + {1'b0, adds[3*ICOUNT_W +: ICOUNT_W]};
    wire [3:0]          of_cycle  = enable && (cycle_mode & inhibit_reg) == 5'd0 ?
                                    cycle_events[4*place_reg +: 4] : 4'd0;
    wire [ICOUNT_W+1:0] of_blocks = {1'b0, older} + {1'b0, newer};
    wire [AMOUNT_W-1:0] amount    = {{AMOUNT_W-ICOUNT_W-2{1'b0}}, of_blocks} | {{AMOUNT_W-4{1'b0}}, of_cycle};

    // The upper bits add the carry of the lower ones, and nothing else: both sums are ready when it comes.
    wire [AMOUNT_W:0]       low_sum  = {1'b0, count_reg[AMOUNT_W-1:0]} + {1'b0, amount};
    wire [WIDTH-AMOUNT_W:0] high_sum = {1'b0, count_reg[WIDTH-1:AMOUNT_W]} + 1'b1;
    wire [WIDTH:0]          sum      = {low_sum[AMOUNT_W] ? high_sum : {1'b0, count_reg[WIDTH-1:AMOUNT_W]},
                                        low_sum[AMOUNT_W-1:0]};

    // A write of any half is instead of the increment
    wire overflows = sum[WIDTH] && write_count == 2'b00;

    always @* begin
        count_next = write_count == 2'b00 ? sum[WIDTH-1:0] : count_reg;
        if (write_count[0]) count_next[31:0] = wdata[31:0];
        if (write_count[1] && WIDTH > 32) count_next[WIDTH-1:WIDTH > 32 ? 32 : 0] =
                                              wdata[WIDTH-1:WIDTH > 32 ? 32 : 0];
    end

    // An overflow in the cycle in which OF is written is no more seen
    assign request = overflows && !of_reg && !write_event[1];

    assign count   = count_reg;
    assign place   = place_reg;
    assign of      = of_reg;
    assign inhibit = inhibit_reg;

    always @(posedge clk) begin
        if (rst) begin
            count_reg   <= {WIDTH{1'b0}};
            place_reg   <= EVENT_NONE;
            of_reg      <= 1'b0;
            inhibit_reg <= 5'd0;
        end else begin
            count_reg <= count_next;
            if (write_event[0]) place_reg <= wdata_place;
            if (write_event[1]) begin
                of_reg      <= wdata[OF];
                inhibit_reg <= wdata[VUINH +: 5] & MODES;
            end else if (overflows) of_reg <= 1'b1;
        end
    end

    wire unused = &{1'b0, wdata};

endmodule

`default_nettype wire
