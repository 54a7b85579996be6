// SPDX-License-Identifier: Apache-2.0
// A programmable counter: mhpmcounter and its mhpmevent, with overflow and mode inhibits.
//
// Sscofpmf 1.0. The counter adds all that its event had in a cycle, in modes that are not inhibited.
`default_nettype none

module nt_hpm_counter #(
    // Width of the counter, 32 to 64
    parameter integer WIDTH = 64,
    // Blocks in a cycle, 1 to 4
    parameter integer NBLOCKS = 1,
    // Width of a block's number of instructions, 1 to 8
    parameter integer ICOUNT_W = 8,
    // Modes that there are, as in `inhibit`
    parameter [4:0] MODES = 5'b11111
) (
    input  wire                         clk,
    input  wire                         rst,

    // What happens, as nt_hpm_ingress has it
    input  wire                         enable,        // it may count
    input  wire                         own,           // but not the first instruction, which wrote it
    input  wire [NBLOCKS*5-1:0]         block_mode,
    input  wire [NBLOCKS*ICOUNT_W-1:0]  block_icount,
    input  wire [ICOUNT_W-1:0]          rest_icount,   // of the oldest block without it
    input  wire [NBLOCKS*32-1:0]        block_events,
    input  wire [4:0]                   cycle_mode,
    input  wire [32*4-1:0]              cycle_events,

    // Writes, by halves: the upper one is bit 1
    input  wire [1:0]                   write_count,
    input  wire [1:0]                   write_event,
    input  wire                         write_of,      // with the upper half of it
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

    localparam integer AMOUNT_W = ICOUNT_W + 2 < 4 ? 4 : ICOUNT_W + 2;

    // Bits of mhpmevent
    localparam integer OF    = 63;
    localparam integer VUINH = 58;

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
                    adds[ICOUNT_W*b +: ICOUNT_W] =
                        b == 0 && own ? rest_icount : block_icount[ICOUNT_W*b +: ICOUNT_W];
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
    assign request = overflows && !of_reg && !write_of;

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
            if (write_event[1]) inhibit_reg <= wdata[VUINH +: 5] & MODES;
            if (write_of) of_reg <= wdata[OF];
            else if (overflows) of_reg <= 1'b1;
        end
    end

    wire unused = &{1'b0, wdata};

`ifdef FORMAL
    // Contract. What the counter is to add is summed up apart, event by event.
    reg             f_started = 1'b0;
    reg             f_rst;
    reg [WIDTH-1:0] f_count;
    reg [WIDTH-1:0] f_sum;
    reg [4:0]       f_place;
    reg [4:0]       f_inhibit;
    reg             f_of;
    reg             f_request;
    reg             f_inhibited;  // in all modes
    reg [1:0]       f_write_count;
    reg [1:0]       f_write_event;
    reg             f_write_of;
    reg [63:0]      f_wdata;
    reg [4:0]       f_wdata_place;

    reg [WIDTH-1:0] f_next;
    integer         f_b;
    always @* begin
        f_next = count_reg;
        if (enable && !(|(cycle_mode & inhibit_reg))) f_next = f_next + cycle_events[4*place_reg +: 4];
        for (f_b = 0; f_b < NBLOCKS; f_b = f_b + 1)
            if (enable && !(|(block_mode[5*f_b +: 5] & inhibit_reg))) begin
                if (place_reg == EVENT_INSTRUCTIONS)
                    f_next = f_next + (f_b == 0 && own ? rest_icount : block_icount[ICOUNT_W*f_b +: ICOUNT_W]);
                if (block_events[32*f_b + {27'd0, place_reg}]) f_next = f_next + 1'b1;
            end
    end

    // As nt_hpm_ingress makes them: there is a mode, of the build; an event is of blocks or of cycles; instructions
    // are neither.
    reg        f_good;
    reg [31:0] f_of_cycle;
    always @* begin
        for (f_b = 0; f_b < 32; f_b = f_b + 1) f_of_cycle[f_b] = cycle_events[4*f_b +: 4] != 4'd0;
        f_good = (cycle_mode & MODES) != 5'd0 && !f_of_cycle[EVENT_INSTRUCTIONS];
        for (f_b = 0; f_b < NBLOCKS; f_b = f_b + 1)
            if ((block_mode[5*f_b +: 5] & MODES) == 5'd0 || block_events[32*f_b + EVENT_INSTRUCTIONS] ||
                (block_events[32*f_b +: 32] & f_of_cycle) != 32'd0) f_good = 1'b0;
    end

    always @* begin
        a_events: assume (f_good);
        if (!f_started) a_reset: assume (rst);
    end

    always @(posedge clk) begin
        f_started     <= 1'b1;
        f_rst         <= rst;
        f_count       <= count_reg;
        f_sum         <= f_next;
        f_place       <= place_reg;
        f_inhibit     <= inhibit_reg;
        f_of          <= of_reg;
        f_request     <= request;
        f_inhibited   <= inhibit_reg == MODES;
        f_write_count <= write_count;
        f_write_event <= write_event;
        f_write_of    <= write_of;
        f_wdata       <= wdata;
        f_wdata_place <= wdata_place;
    end

    wire f_wraps = f_write_count == 2'b00 && count < f_count;

    always @* if (f_started && f_rst)
        p_reset: assert (count == {WIDTH{1'b0}} && place == EVENT_NONE && !of && inhibit == 5'd0);

    always @* if (f_started && !f_rst) begin
        // Value
        if (f_write_count == 2'b00) p_adds: assert (count == f_sum);
        if (f_write_count == 2'b00 && f_inhibited) p_inhibited: assert (count == f_count);
        if (f_write_count[0]) p_low: assert (count[31:0] == f_wdata[31:0]);
        if (WIDTH > 32 && f_write_count[1])
            p_high: assert (count >> 32 == f_wdata[WIDTH-1:0] >> 32);
        if (f_write_count == 2'b10) p_low_kept: assert (count[31:0] == f_count[31:0]);
        if (f_write_count == 2'b01) p_high_kept: assert (count >> 32 == f_count >> 32);
        // OF: Sscofpmf 1.0, "Count Overflow Control"
        if (f_of && !f_write_of)  p_sticky:  assert (of);
        if (!f_write_of && !f_of) p_overflow: assert (of == f_wraps);
        if (f_write_of)           p_of_written: assert (of == f_wdata[63]);
        p_request: assert (f_request == (f_wraps && !f_of && !f_write_of));
        // mhpmevent
        p_place:   assert (place == (f_write_event[0] ? f_wdata_place : f_place));
        p_inhibit: assert (inhibit == (f_write_event[1] ? f_wdata[62:58] & MODES : f_inhibit));
    end

    always @* if (f_started && !f_rst) begin
        c_jumps:    cover (request && sum[WIDTH-1:0] == 3);
        c_while_of: cover (overflows && of);
        c_met:      cover (f_write_count == 2'b01 && &f_count && f_sum == {WIDTH{1'b0}});
    end
`endif

endmodule

`default_nettype wire
