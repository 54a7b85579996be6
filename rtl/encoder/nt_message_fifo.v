// SPDX-License-Identifier: Apache-2.0
// Message FIFO: takes up to WRITES messages a cycle, gives one.
//
// Banks, at least WRITES of them, each with one write port and one read port: entry n lies in bank
// n mod BANKS, so the messages of a cycle always go to different banks. The writer must not offer
// more than fit.
`default_nettype none

module nt_message_fifo #(
    // Width of an entry
    parameter integer WIDTH = 129,
    // Entries, a power of two, at least twice as many as there are banks
    parameter integer DEPTH = 32,
    // Writes a cycle, at least 2; there is a bank for each, and more up to a power of two
    parameter integer WRITES = 4,
    // Width of level (derived; do not set)
    parameter integer LEVEL_W = $clog2(DEPTH) + 1
) (
    input  wire                    clk,
    input  wire                    rst,

    // Writes: any of the slots, oldest first
    input  wire [WRITES-1:0]       write_valid,
    input  wire [WRITES*WIDTH-1:0] write_data,

    // Entries held
    output wire [LEVEL_W-1:0]      level,

    // The oldest entry
    output wire                    read_valid,
    output wire [WIDTH-1:0]        read_data,
    input  wire                    read_ready
);

    localparam integer BANK_W = $clog2(WRITES);
    localparam integer PTR_W  = $clog2(DEPTH);
    localparam integer ROW_W  = PTR_W - BANK_W;
    localparam integer BANKS  = 1 << BANK_W;
    localparam integer ROWS   = DEPTH / BANKS;

    reg [PTR_W-1:0]   write_reg;  // where the next entry goes
    reg [PTR_W-1:0]   read_reg;   // where the oldest entry lies
    reg [LEVEL_W-1:0] level_reg;

    // Where each slot's entry goes, if it is valid: behind those of the older slots. And how many
    // there are, less than DEPTH.
    reg [WRITES*PTR_W-1:0] at;
    reg [PTR_W-1:0]        added;
    integer n;
    always @* begin
        added = {PTR_W{1'b0}};
        for (n = 0; n < WRITES; n = n + 1) begin
            at[n*PTR_W +: PTR_W] = write_reg + added;
            added = added + {{PTR_W-1{1'b0}}, write_valid[n]};
        end
    end

    wire               read = read_valid && read_ready;
    wire [LEVEL_W-1:0] level_next = level_reg + {{LEVEL_W-PTR_W{1'b0}}, added} -
                                    {{LEVEL_W-1{1'b0}}, read};

    assign level      = level_reg;
    assign read_valid = level_reg != {LEVEL_W{1'b0}};

    always @(posedge clk) begin
        if (rst) begin
            write_reg <= {PTR_W{1'b0}};
            read_reg  <= {PTR_W{1'b0}};
            level_reg <= {LEVEL_W{1'b0}};
        end else begin
            write_reg <= write_reg + added;
            read_reg  <= read_reg + {{PTR_W-1{1'b0}}, read};
            level_reg <= level_next;
        end
    end

`ifdef FORMAL
    wire [PTR_W-1:0] f_at;  // where the watched entry should lie
    wire [WIDTH-1:0] f_bank_data [0:BANKS-1];
`endif

    // Banks
    wire [WIDTH-1:0] bank_data [0:BANKS-1];
    assign read_data = bank_data[read_reg[BANK_W-1:0]];

    genvar b;
    generate
        for (b = 0; b < BANKS; b = b + 1) begin : bank
            localparam [BANK_W-1:0] BANK = b;

            reg [WIDTH-1:0] memory [0:ROWS-1];  // no reset: read only where written
            reg             write;
            reg [ROW_W-1:0] row;
            reg [WIDTH-1:0] data;

            // The slot whose entry goes here, if there is one
            integer k;
            always @* begin
                write = 1'b0;
                row   = {ROW_W{1'b0}};
                data  = {WIDTH{1'b0}};
                k     = 0;  // so that it is no latch
                if (|write_valid) begin
                    for (k = 0; k < WRITES; k = k + 1) begin
                        if (write_valid[k] && at[k*PTR_W +: BANK_W] == BANK) begin
                            write = 1'b1;
                            row   = at[k*PTR_W+BANK_W +: ROW_W];
                            data  = write_data[k*WIDTH +: WIDTH];
                        end
                    end
                end
            end

            always @(posedge clk) if (write) memory[row] <= data;

            assign bank_data[b] = memory[read_reg[PTR_W-1:BANK_W]];

`ifdef FORMAL
            assign f_bank_data[b] = memory[f_at[PTR_W-1:BANK_W]];
`endif
        end
    endgenerate

`ifdef FORMAL
    // Contract. One entry, any, is watched from its write to its read: that it comes out unchanged
    // and after exactly as many reads as there were older entries says that none is dropped,
    // duplicated or overtaken.
    (* anyseq *) wire              f_pick;     // watch an entry that is written now ...
    (* anyseq *) wire [BANK_W-1:0] f_slot;     // ... in this slot
    reg                            f_started = 1'b0;
    reg                            f_watching;
    reg  [WIDTH-1:0]               f_entry;    // the watched entry
    reg  [LEVEL_W-1:0]             f_ahead;    // older entries still held
    reg  [LEVEL_W-1:0]             f_held;     // entries written and not read, counted anew

    wire [WRITES-1:0]  f_older = write_valid & ~({WRITES{1'b1}} << f_slot);
    wire               f_begin = f_pick && write_valid[f_slot] && !f_watching;
    wire [LEVEL_W:0]   f_want  = {1'b0, level} + {{LEVEL_W+1-PTR_W{1'b0}}, added};

    always @(posedge clk) begin
        f_started <= 1'b1;
        if (rst) begin
            f_watching <= 1'b0;
            f_held     <= {LEVEL_W{1'b0}};
        end else begin
            f_held <= f_held + f_count(write_valid) - {{LEVEL_W-1{1'b0}}, read};
            if (f_begin) begin
                f_watching <= 1'b1;
                f_entry    <= write_data[f_slot*WIDTH +: WIDTH];
                f_ahead    <= f_held + f_count(f_older) - {{LEVEL_W-1{1'b0}}, read};
            end else if (f_watching && read) begin
                f_watching <= f_ahead != {LEVEL_W{1'b0}};
                f_ahead    <= f_ahead - {{LEVEL_W-1{1'b0}}, 1'b1};
            end
        end
    end

    function [LEVEL_W-1:0] f_count(input [WRITES-1:0] bits);
        integer n;
        begin
            f_count = {LEVEL_W{1'b0}};
            for (n = 0; n < WRITES; n = n + 1)
                f_count = f_count + {{LEVEL_W-1{1'b0}}, bits[n]};
        end
    endfunction

    assign f_at = read_reg + f_ahead[PTR_W-1:0];

    // The writer: reset first; never more than fits
    always @* if (!f_started) a_reset: assume (rst);
    always @* if (f_started) a_fits: assume (f_want <= DEPTH);

    always @* if (f_started) begin
        // The watched entry is at the head once all older ones have been read, unchanged
        if (f_watching && f_ahead == {LEVEL_W{1'b0}})
            p_order: assert (read_valid && read_data == f_entry);
        // It is held until then
        if (f_watching) p_kept: assert (f_ahead < level);
        // level is exact, and never more than fits
        p_level: assert (level == f_held && level <= DEPTH);
        // An entry is offered exactly while one is held
        p_offer: assert (read_valid == (f_held != {LEVEL_W{1'b0}}));

        // For the induction: pointers and level agree, the watched entry lies where it should
        i_pointers: assert (write_reg == read_reg + level_reg[PTR_W-1:0]);
        if (f_watching) i_memory: assert (f_bank_data[f_at[BANK_W-1:0]] == f_entry);
    end

    // The contract can be met: full; all slots at once beside a read; a watched entry read
    always @* if (f_started && !rst) begin
        c_full:  cover (level == DEPTH);
        c_all:   cover (&write_valid && read);
        c_watch: cover (f_watching && read && f_ahead == {LEVEL_W{1'b0}} && level == DEPTH);
    end
`endif

endmodule

`default_nettype wire
