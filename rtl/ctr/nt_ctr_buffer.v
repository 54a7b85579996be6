// SPDX-License-Identifier: Apache-2.0
// The CTR buffer: what the lanes of a cycle record at the write pointer, and one entry that software
// reads or writes. Four banks by the low bits of an entry's place: what a cycle records lies within
// four places, so no bank is written twice. Since a memory cannot be cleared, bits tell of each entry
// which of its registers were written since; V is a flip-flop too, for a return clears it alone.
`default_nettype none

module nt_ctr_buffer #(
    parameter integer NBLOCKS = 4,
    // Entries of the largest depth, a power of two, 16 to 256
    parameter integer ENTRIES = 256,
    parameter integer SOURCE_W = 63,
    parameter integer TARGET_W = 64,
    parameter integer DATA_W = 21,
    // 1: an entry is read a cycle after its place is given
    parameter integer SRAM = 0
) (
    input  wire                        clk,
    input  wire                        clear,      // all entries read 0

    // Each lane, oldest first: an entry at a place, or its V alone is cleared
    input  wire [NBLOCKS-1:0]          record,
    input  wire [NBLOCKS-1:0]          invalidate,
    input  wire [NBLOCKS*8-1:0]        place,
    input  wire [NBLOCKS*SOURCE_W-1:0] source,
    input  wire [NBLOCKS*TARGET_W-1:0] target,
    input  wire [NBLOCKS*DATA_W-1:0]   data,

    // Software, while no lane does anything
    input  wire [7:0]                  csr_place,
    input  wire [2:0]                  csr_write,  // source, target, data
    input  wire                        csr_valid,  // V, with the source
    input  wire [SOURCE_W-1:0]         csr_source,
    input  wire [TARGET_W-1:0]         csr_target,
    input  wire [DATA_W-1:0]           csr_data,
    output wire                        read_valid,
    output wire [SOURCE_W-1:0]         read_source,
    output wire [TARGET_W-1:0]         read_target,
    output wire [DATA_W-1:0]           read_data
);

    localparam integer PLACE_W = $clog2(ENTRIES);
    localparam integer ROW_W   = PLACE_W - 2;

    // What of each entry does not read 0; reset by `clear`
    reg [ENTRIES-1:0] valid_reg, valid_next;
    reg [ENTRIES-1:0] has_source_reg, has_source_next;
    reg [ENTRIES-1:0] has_target_reg, has_target_next;
    reg [ENTRIES-1:0] has_data_reg, has_data_next;

    wire [PLACE_W-1:0] csr_at = csr_place[PLACE_W-1:0];

    wire unused = &{1'b0, csr_place, place}; // a smaller buffer has fewer places

    integer l;
    always @* begin
        valid_next      = valid_reg;
        has_source_next = has_source_reg;
        has_target_next = has_target_reg;
        has_data_next   = has_data_reg;
        for (l = 0; l < NBLOCKS; l = l + 1) begin
            if (invalidate[l]) valid_next[place[l*8 +: PLACE_W]] = 1'b0;
            if (record[l]) begin
                valid_next[place[l*8 +: PLACE_W]]      = 1'b1;
                has_source_next[place[l*8 +: PLACE_W]] = 1'b1;
                has_target_next[place[l*8 +: PLACE_W]] = 1'b1;
                has_data_next[place[l*8 +: PLACE_W]]   = 1'b1;
            end
        end
        if (csr_write[0]) begin
            valid_next[csr_at]      = csr_valid;
            has_source_next[csr_at] = 1'b1;
        end
        if (csr_write[1]) has_target_next[csr_at] = 1'b1;
        if (csr_write[2]) has_data_next[csr_at] = 1'b1;
        if (clear) begin
            valid_next      = {ENTRIES{1'b0}};
            has_source_next = {ENTRIES{1'b0}};
            has_target_next = {ENTRIES{1'b0}};
            has_data_next   = {ENTRIES{1'b0}};
        end
    end

    always @(posedge clk) begin
        valid_reg      <= valid_next;
        has_source_reg <= has_source_next;
        has_target_reg <= has_target_next;
        has_data_reg   <= has_data_next;
    end

    wire [4*SOURCE_W-1:0] bank_source;
    wire [4*TARGET_W-1:0] bank_target;
    wire [4*DATA_W-1:0]   bank_data;

`ifdef FORMAL
    (* anyconst *) reg [PLACE_W-1:0] f_place;
    wire [4*SOURCE_W-1:0] f_bank_source;
    wire [4*TARGET_W-1:0] f_bank_target;
    wire [4*DATA_W-1:0]   f_bank_data;
`endif

    genvar b;
    generate
        for (b = 0; b < 4; b = b + 1) begin : bank
            reg [2:0]          write;
            reg [ROW_W-1:0]    row;
            reg [SOURCE_W-1:0] to_source;
            reg [TARGET_W-1:0] to_target;
            reg [DATA_W-1:0]   to_data;

            integer k;
            always @* begin
                write     = csr_at[1:0] == b ? csr_write : 3'd0;
                row       = csr_at[PLACE_W-1:2];
                to_source = csr_source;
                to_target = csr_target;
                to_data   = csr_data;
                // Of several records at one place the youngest is left
                for (k = 0; k < NBLOCKS; k = k + 1)
                    if (record[k] && place[k*8 +: 2] == b) begin
                        write     = 3'd7;
                        row       = place[k*8 + 2 +: ROW_W];
                        to_source = source[k*SOURCE_W +: SOURCE_W];
                        to_target = target[k*TARGET_W +: TARGET_W];
                        to_data   = data[k*DATA_W +: DATA_W];
                    end
            end

            nt_ctr_bank #(
                .ENTRIES(ENTRIES / 4), .SOURCE_W(SOURCE_W), .TARGET_W(TARGET_W), .DATA_W(DATA_W),
                .SRAM(SRAM)
            ) memory (
                .clk(clk), .write(write), .write_address(row), .write_source(to_source),
                .write_target(to_target), .write_data(to_data),
                .read_address(csr_at[PLACE_W-1:2]),
                .read_source(bank_source[b*SOURCE_W +: SOURCE_W]),
                .read_target(bank_target[b*TARGET_W +: TARGET_W]),
                .read_data(bank_data[b*DATA_W +: DATA_W])
`ifdef FORMAL
                , .f_address(f_place[PLACE_W-1:2]), .f_source(f_bank_source[b*SOURCE_W +: SOURCE_W]),
                .f_target(f_bank_target[b*TARGET_W +: TARGET_W]),
                .f_data(f_bank_data[b*DATA_W +: DATA_W])
`endif
            );
        end
    endgenerate

    wire [1:0] of = csr_at[1:0];
    assign read_valid  = valid_reg[csr_at];
    assign read_source = has_source_reg[csr_at] ? bank_source[of*SOURCE_W +: SOURCE_W] : {SOURCE_W{1'b0}};
    assign read_target = has_target_reg[csr_at] ? bank_target[of*TARGET_W +: TARGET_W] : {TARGET_W{1'b0}};
    assign read_data   = has_data_reg[csr_at]   ? bank_data[of*DATA_W +: DATA_W]       : {DATA_W{1'b0}};

`ifdef FORMAL
    // Contract: an entry, any, is what the lanes and software made of it last; and it is the bank's
    // word wherever it does not read 0
    reg                f_started = 1'b0;
    reg                f_valid;
    reg                f_has_source, f_has_target, f_has_data;
    reg [SOURCE_W-1:0] f_source;
    reg [TARGET_W-1:0] f_target;
    reg [DATA_W-1:0]   f_data;
    reg                f_valid_next, f_touched;
    reg [SOURCE_W-1:0] f_source_next;
    reg [TARGET_W-1:0] f_target_next;
    reg [DATA_W-1:0]   f_data_next;
    reg                f_apart;  // records of a cycle that share a bank share the place
    integer f_i, f_j;

    always @* begin
        f_valid_next  = f_valid;
        f_touched     = 1'b0;
        f_source_next = f_source;
        f_target_next = f_target;
        f_data_next   = f_data;
        for (f_i = 0; f_i < NBLOCKS; f_i = f_i + 1)
            if (place[f_i*8 +: PLACE_W] == f_place) begin
                if (invalidate[f_i]) f_valid_next = 1'b0;
                if (record[f_i]) begin
                    f_valid_next  = 1'b1;
                    f_touched     = 1'b1;
                    f_source_next = source[f_i*SOURCE_W +: SOURCE_W];
                    f_target_next = target[f_i*TARGET_W +: TARGET_W];
                    f_data_next   = data[f_i*DATA_W +: DATA_W];
                end
            end
        f_apart = 1'b1;
        for (f_i = 0; f_i < NBLOCKS; f_i = f_i + 1)
            for (f_j = 0; f_j < f_i; f_j = f_j + 1)
                if (record[f_i] && record[f_j] && place[f_i*8 +: 2] == place[f_j*8 +: 2] &&
                    place[f_i*8 +: PLACE_W] != place[f_j*8 +: PLACE_W]) f_apart = 1'b0;
    end

    // What nt_ctr keeps to: proven there
    always @* begin
        if (f_started) a_apart: assume (f_apart);
        if (f_started) a_either: assume (csr_write == 3'd0 || (record == 0 && invalidate == 0));
        if (f_started) a_op: assume ((record & invalidate) == 0);
        if (!f_started) a_clear: assume (clear);
    end

    wire f_csr = csr_at == f_place;
    always @(posedge clk) begin
        f_started    <= 1'b1;
        f_valid      <= !clear && (f_csr && csr_write[0] ? csr_valid : f_valid_next);
        f_has_source <= !clear && (f_has_source || f_touched || (f_csr && csr_write[0]));
        f_has_target <= !clear && (f_has_target || f_touched || (f_csr && csr_write[1]));
        f_has_data   <= !clear && (f_has_data || f_touched || (f_csr && csr_write[2]));
        f_source     <= f_csr && csr_write[0] ? csr_source : f_source_next;
        f_target     <= f_csr && csr_write[1] ? csr_target : f_target_next;
        f_data       <= f_csr && csr_write[2] ? csr_data : f_data_next;
    end

    wire [1:0] f_of = f_place[1:0];
    always @* if (f_started) begin
        p_valid: assert (valid_reg[f_place] == f_valid);
        p_has: assert ({has_source_reg[f_place], has_target_reg[f_place], has_data_reg[f_place]} ==
                       {f_has_source, f_has_target, f_has_data});
        if (f_has_source) p_source: assert (f_bank_source[f_of*SOURCE_W +: SOURCE_W] == f_source);
        if (f_has_target) p_target: assert (f_bank_target[f_of*TARGET_W +: TARGET_W] == f_target);
        if (f_has_data) p_data: assert (f_bank_data[f_of*DATA_W +: DATA_W] == f_data);
        if (SRAM == 0 && f_csr) p_read: assert (read_valid == f_valid &&
            read_source == (f_has_source ? f_source : {SOURCE_W{1'b0}}) &&
            read_target == (f_has_target ? f_target : {TARGET_W{1'b0}}) &&
            read_data == (f_has_data ? f_data : {DATA_W{1'b0}}));
        c_popped: cover (f_has_source && !f_valid && f_csr);
        c_part: cover (f_has_target && !f_has_source);
    end
`endif

endmodule

`default_nettype wire
