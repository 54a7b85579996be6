// SPDX-License-Identifier: Apache-2.0
// Control Transfer Records: Smctr/Ssctr 1.0, or their draft 0.1.4. docs/ctr.md.
//
// A hart shows the blocks that retire, and makes its CSR accesses. An access is done in the first
// cycle without blocks (entries in an SRAM: the second), so that it is after all blocks that came
// before, and before all that come later.
`include "nt_ctr_fields.vh"
`default_nettype none

module nt_ctr #(
    parameter integer XLEN = 64,
    // Blocks per cycle, 1 to 4
    parameter integer NBLOCKS = 4,
    // Register map and rules: 0 of 1.0, 1 of draft 0.1.4
    parameter integer DRAFT = 0,
    // Depths of the buffer: 16 to 256 entries, powers of two, all from the one to the other
    parameter integer DEPTH_MIN = 16,
    parameter integer DEPTH_MAX = 256,
    // The H extension: modes VU and VS
    parameter integer HAS_H = 1,
    // RASEMU
    parameter integer HAS_RAS = 1,
    // MTE and STE, in the draft ETEN too: external traps
    parameter integer HAS_EXTERNAL = 1,
    // Filters by transfer type
    parameter integer HAS_FILTERS = 1,
    // LCOFIFRZ; in the draft BPFRZ too, which 1.0 requires
    parameter integer HAS_FREEZE = 1,
    // CC and CCV: cycle counting
    parameter integer HAS_CYCLES = 1,
    // MISP
    parameter integer HAS_MISP = 1,
    // Bits of CCE, 0 to 4
    parameter integer CCE_W = 4,
    // 1: entries are read a cycle later, from an SRAM
    parameter integer SRAM = 0
) (
    input  wire                    clk,
    input  wire                    rst,

    // Hart
    input  wire [2:0]              priv,        // at the cycle's beginning: 0 U, 1 S, 3 M, 4 debug,
                                                // 5 VU, 6 VS
    input  wire                    halted,

    // Blocks, oldest in lane 0
    input  wire [NBLOCKS-1:0]      block_valid,
    input  wire [NBLOCKS*4-1:0]    itype,       // transfer type, 0 none
    input  wire [NBLOCKS*XLEN-1:0] isrc,        // its pc; of a trap epc
    input  wire [NBLOCKS*XLEN-1:0] itgt,        // where execution goes on
    input  wire [NBLOCKS*3-1:0]    tpriv,       // mode after the block
    input  wire [NBLOCKS-1:0]      misp,        // it was mispredicted
    input  wire [15:0]             cause,       // of the cycle's trap, without the interrupt bit

    // CSR accesses
    input  wire                    csr_valid,
    input  wire                    csr_clear,   // SCTRCLR
    input  wire [11:0]             csr_addr,
    input  wire [1:0]              csr_op,      // 0 read, 1 write, 2 set, 3 clear bits
    input  wire [XLEN-1:0]         csr_wdata,
    input  wire [11:0]             select,      // what *iselect holds for mireg*, sireg*, vsireg*
    input  wire [3:0]              stateen,     // mstateen0.CTR, hstateen0.CTR, both CSRIND bits
    output wire                    csr_ready,   // the access is done
    output wire                    csr_hit,     // CTR has it
    output wire                    csr_illegal, // exceptions that it raises instead
    output wire                    csr_virtual,
    output wire [XLEN-1:0]         csr_rdata
);

    // Parameters out of range stop the elaboration: there is no module of that name.
    generate
        if ((XLEN != 32 && XLEN != 64) || NBLOCKS < 1 || NBLOCKS > 4 || DRAFT < 0 || DRAFT > 1 ||
            (DEPTH_MIN != 16 && DEPTH_MIN != 32 && DEPTH_MIN != 64 && DEPTH_MIN != 128 && DEPTH_MIN != 256) ||
            (DEPTH_MAX != 16 && DEPTH_MAX != 32 && DEPTH_MAX != 64 && DEPTH_MAX != 128 && DEPTH_MAX != 256) ||
            DEPTH_MIN > DEPTH_MAX || HAS_H < 0 || HAS_H > 1 || HAS_RAS < 0 || HAS_RAS > 1 ||
            HAS_EXTERNAL < 0 || HAS_EXTERNAL > 1 || HAS_FILTERS < 0 || HAS_FILTERS > 1 ||
            HAS_FREEZE < 0 || HAS_FREEZE > 1 || HAS_CYCLES < 0 || HAS_CYCLES > 1 || HAS_MISP < 0 ||
            HAS_MISP > 1 || CCE_W < 0 || CCE_W > 4 || SRAM < 0 || SRAM > 1) begin : out_of_range
            nt_ctr_parameters_out_of_range stop_here ();
        end
    endgenerate

    localparam integer PC_W     = XLEN - 1;
    localparam integer TARGET_W = PC_W + (HAS_MISP != 0 ? 1 : 0);             // MISP above the pc
    localparam integer DATA_W   = 4 + (HAS_CYCLES != 0 ? 1 + 12 + CCE_W : 0); // TYPE, CCV, CC
    localparam [2:0] CODE_MIN = DEPTH_MIN == 16 ? 3'd0 : DEPTH_MIN == 32 ? 3'd1 :
                                DEPTH_MIN == 64 ? 3'd2 : DEPTH_MIN == 128 ? 3'd3 : 3'd4;
    localparam [2:0] CODE_MAX = DEPTH_MAX == 16 ? 3'd0 : DEPTH_MAX == 32 ? 3'd1 :
                                DEPTH_MAX == 64 ? 3'd2 : DEPTH_MAX == 128 ? 3'd3 : 3'd4;
    // Fields that are there, as held
    localparam [47:0] FULL = DRAFT != 0
        ? `NT_CTR_ALWAYS_1 | (HAS_RAS != 0 ? `NT_CTR_RAS_1 : 48'd0) |
          (HAS_EXTERNAL != 0 ? `NT_CTR_EXTERNAL_1 : 48'd0) |
          (HAS_FREEZE != 0 ? `NT_CTR_BREAK_1 | `NT_CTR_FREEZE_1 : 48'd0) |
          (HAS_FILTERS != 0 ? `NT_CTR_FILTERS_1 : 48'd0)
        : `NT_CTR_ALWAYS_0 | `NT_CTR_BREAK_0 | (HAS_RAS != 0 ? `NT_CTR_RAS_0 : 48'd0) |
          (HAS_EXTERNAL != 0 ? `NT_CTR_EXTERNAL_0 : 48'd0) |
          (HAS_FREEZE != 0 ? `NT_CTR_FREEZE_0 : 48'd0) |
          (HAS_FILTERS != 0 ? `NT_CTR_FILTERS_0 : 48'd0);
    // 1.0 has no way to bits 63 to 32 on RV32
    localparam [47:0] BUILT    = DRAFT == 0 && XLEN == 32 ? FULL & 48'h0000ffffffff : FULL;
    localparam [47:0] BUILT_S  = BUILT & `NT_CTR_IN_VS; // sctrctl lacks M and MTE, as vsctrctl does
    localparam [47:0] BUILT_VS = HAS_H != 0 ? BUILT_S : 48'd0;

    // State
    reg [47:0] control_reg;    // mctrctl, sctrctl
    reg [47:0] vscontrol_reg;
    reg [2:0]  depth_reg;      // 0 to 4: 16 to 256 entries
    reg [7:0]  wrptr_reg;
    reg        wrap_reg;       // the draft's
    reg        frozen_reg;
    reg        fetched_reg;    // SRAM: the entry of the access at hand was read

    wire [7:0] last = (8'd16 << depth_reg) - 8'd1; // the highest place

    // Lanes
    wire [NBLOCKS-1:0]          record, invalidate;
    wire [NBLOCKS*8-1:0]        place;
    wire [NBLOCKS*PC_W-1:0]     source;
    wire [NBLOCKS*TARGET_W-1:0] target;
    wire [NBLOCKS*DATA_W-1:0]   data;
    wire [15:0]                 cc;
    wire                        ccv;

    genvar l;
    generate
        for (l = 0; l < NBLOCKS; l = l + 1) begin : lane
            // Before the block: the mode, the write pointer, and whether a record came in this cycle
            wire [2:0] from;
            wire [7:0] at;
            wire       wrapped, frozen, recorded;
            if (l == 0) begin : first
                assign from     = priv;
                assign at       = wrptr_reg;
                assign wrapped  = wrap_reg;
                assign frozen   = frozen_reg;
                assign recorded = 1'b0;
            end else begin : later
                assign from     = tpriv[(l-1)*3 +: 3];
                assign at       = lane[l-1].at_next;
                assign wrapped  = lane[l-1].wrapped_next;
                assign frozen   = lane[l-1].frozen_next;
                assign recorded = lane[l-1].recorded_next;
            end

            wire push, swap, pop, freeze, trap, from_on, to_on, ras;
            nt_ctr_lane #(
                .DRAFT(DRAFT)
            ) qualify (
                .valid(block_valid[l]), .itype(itype[l*4 +: 4]), .cause(cause), .from(from),
                .to(tpriv[l*3 +: 3]), .control(control_reg), .vscontrol(vscontrol_reg),
                .frozen(frozen), .push(push), .swap(swap), .pop(pop), .freeze(freeze),
                .trap(trap), .from_on(from_on), .to_on(to_on), .ras(ras)
            );

            // A pop and a swap are at the entry below the pointer
            wire [7:0] below = (at - 8'd1) & last;
            wire [7:0] at_next = push ? (at + 8'd1) & last : pop ? below : at;
            wire wrapped_next  = push && at == last ? 1'b1 : pop && at == 8'd0 ? 1'b0 : wrapped;
            wire frozen_next   = frozen || freeze;
            wire recorded_next = recorded || push || swap;
            assign record[l]     = push || swap;
            assign invalidate[l] = pop;
            assign place[l*8 +: 8] = push ? at : below;

            // The oldest record of a cycle has its cycles, later ones none
            wire [15:0]   count = recorded ? 16'd0 : cc;
            wire          count_valid = (ccv || recorded) && !ras;
            wire [PC_W:0] to_target = {misp[l] && !trap, to_on ? itgt[l*XLEN+1 +: PC_W] : {PC_W{1'b0}}};
            wire [20:0]   to_data = {count, count_valid, itype[l*4 +: 4]};
            assign source[l*PC_W +: PC_W] = from_on ? isrc[l*XLEN+1 +: PC_W] : {PC_W{1'b0}};
            assign target[l*TARGET_W +: TARGET_W] = to_target[TARGET_W-1:0];
            assign data[l*DATA_W +: DATA_W] = to_data[DATA_W-1:0];
            wire unused = &{1'b0, isrc[l*XLEN], itgt[l*XLEN], to_target, to_data, wrapped_next};
        end
    endgenerate

    wire [7:0] wrptr_next  = lane[NBLOCKS-1].at_next;
    wire       wrap_next   = lane[NBLOCKS-1].wrapped_next;
    wire       frozen_next = lane[NBLOCKS-1].frozen_next;
    wire       recorded    = lane[NBLOCKS-1].recorded_next;

    // Accesses
    wire hit, to_control, to_mctrctl, to_vscontrol, to_upper, to_status, to_depth, to_source,
        to_target, to_data, to_clear, raises_illegal, raises_virtual;
    nt_ctr_access #(
        .XLEN(XLEN), .DRAFT(DRAFT), .HAS_H(HAS_H)
    ) access (
        .clear(csr_clear), .addr(csr_addr), .select(select), .priv(priv), .stateen(stateen),
        .hit(hit), .control(to_control), .machine(to_mctrctl), .vscontrol(to_vscontrol),
        .upper(to_upper), .status(to_status), .depth(to_depth), .source(to_source),
        .target(to_target), .data(to_data), .sctrclr(to_clear), .raises_illegal(raises_illegal),
        .raises_virtual(raises_virtual)
    );

    wire entry = to_source || to_target || to_data;
    wire quiet = csr_valid && !block_valid[0];
    assign csr_ready   = quiet && (SRAM == 0 || !entry || fetched_reg);
    assign csr_hit     = csr_ready && hit;
    assign csr_illegal = csr_hit && raises_illegal;
    assign csr_virtual = csr_hit && raises_virtual;
    wire done  = csr_hit && !raises_illegal && !raises_virtual;
    wire write = done && !csr_clear && csr_op != 2'd0;

    // Reading
    wire [47:0] held = to_vscontrol ? vscontrol_reg & BUILT_VS
                                    : control_reg & (to_mctrctl ? BUILT : BUILT_S);
    wire [3:0]  depth_code = (4'd1 << depth_reg[1:0]) - 4'd1;
    wire [3:0]  draft_depth = depth_reg[2] ? 4'hf : depth_code;
    wire [63:0] shown = DRAFT != 0 ? `NT_CTR_SHOWN_1(held) | {44'd0, draft_depth, 16'd0}
                                   : `NT_CTR_SHOWN_0(held);
    wire [31:0] status = DRAFT != 0 ? {16'd0, frozen_reg, wrap_reg, 6'd0, wrptr_reg}
                                    : {frozen_reg, 23'd0, wrptr_reg};

    wire                in_depth = select[7:0] <= last;
    wire [7:0]          csr_place = (wrptr_reg - select[7:0] - 8'd1) & last;
    wire                read_valid;
    wire [PC_W-1:0]     read_source;
    wire [TARGET_W-1:0] read_target;
    wire [DATA_W-1:0]   read_data;
    wire [20:0]         read_all  = {{21-DATA_W{1'b0}}, read_data}; // CC, CCV, TYPE
    wire [63:0]         data_word = {32'd0, read_all[20:4], 11'd0, read_all[3:0]};
    wire [XLEN-1:0]     target_word = {read_target[PC_W-1:0], HAS_MISP != 0 && read_target[TARGET_W-1]};

    wire [XLEN-1:0] control_word = to_upper ? {{XLEN-32{1'b0}}, shown[63:32]} : shown[XLEN-1:0];
    wire [63:0]     status_word  = {32'd0, status};
    wire [63:0]     depth_word   = {61'd0, depth_reg};
    wire [XLEN-1:0] entry_word   = !in_depth   ? {XLEN{1'b0}}
                                 : to_source ? {read_source, read_valid}
                                 : to_target ? target_word
                                             : data_word[XLEN-1:0];
    wire [XLEN-1:0] old = to_control || to_vscontrol ? control_word
                        : to_status ? status_word[XLEN-1:0]
                        : to_depth  ? depth_word[XLEN-1:0]
                        : entry     ? entry_word
                                    : {XLEN{1'b0}};
    assign csr_rdata = done ? old : {XLEN{1'b0}};

    // Writing
    wire [XLEN-1:0] word = csr_op == 2'd1 ? csr_wdata
                         : csr_op == 2'd2 ? old | csr_wdata
                                          : old & ~csr_wdata;
    wire [63:0] control_in = XLEN == 64 ? {{64-XLEN{1'b0}}, word}
                           : to_upper   ? {word[31:0], 32'd0}
                                        : {32'd0, word[31:0]};
    wire [47:0] taken = DRAFT != 0 ? `NT_CTR_TAKEN_1(control_in) : `NT_CTR_TAKEN_0(control_in);
    // Half of a control register on RV32
    wire [47:0] half = XLEN == 64 ? {48{1'b1}} : to_upper ? 48'hffff00000000 : 48'h0000ffffffff;
    wire [47:0] control_mask   = half & (to_mctrctl ? BUILT : BUILT_S);
    wire [47:0] vscontrol_mask = half & BUILT_VS;

    wire write_control   = write && to_control;
    wire write_vscontrol = write && to_vscontrol;
    // CLR of vsctrcontrol acts with V=1 alone (draft, 2.3)
    wire draft_lower = DRAFT != 0 && !to_upper;
    wire clr = draft_lower && control_in[7] &&
               (write_control || (write_vscontrol && priv == 3'd6));
    wire sctrclr = done && to_clear;

    // The largest depth that is there and not above the written one, else the smallest
    function [2:0] legal_depth(input [3:0] field);
        reg [2:0] code;
        begin
            if (DRAFT != 0)
                code = field == 4'd15 ? 3'd4 : field >= 4'd7 ? 3'd3 : field >= 4'd3 ? 3'd2 :
                       field != 4'd0 ? 3'd1 : 3'd0;
            else
                code = field[2:0];
            legal_depth = code <= CODE_MIN ? CODE_MIN : code > CODE_MAX ? CODE_MAX : code;
        end
    endfunction
    wire       write_depth = DRAFT != 0 ? write_control && draft_lower : write && to_depth;
    wire [2:0] depth_next  = legal_depth(DRAFT != 0 ? control_in[19:16] : word[3:0]);
    wire [7:0] last_next   = (8'd16 << depth_next) - 8'd1;

    always @(posedge clk)
        if (rst) begin
            control_reg   <= 48'd0;
            vscontrol_reg <= 48'd0;
            depth_reg     <= CODE_MIN;
            wrptr_reg     <= 8'd0;
            wrap_reg      <= 1'b0;
            frozen_reg    <= 1'b0;
            fetched_reg   <= 1'b0;
        end else begin
            fetched_reg <= SRAM != 0 && quiet && !csr_ready;
            wrptr_reg   <= wrptr_next;
            wrap_reg    <= DRAFT != 0 && wrap_next;
            frozen_reg  <= frozen_next;
            if (write_control) control_reg <= (control_reg & ~control_mask) | (taken & control_mask);
            if (write_vscontrol)
                vscontrol_reg <= (vscontrol_reg & ~vscontrol_mask) | (taken & vscontrol_mask);
            if (write_depth) begin
                depth_reg <= depth_next;
                wrptr_reg <= wrptr_reg & last_next;
            end
            if (write && to_status) begin
                wrptr_reg  <= word[7:0] & last;
                wrap_reg   <= DRAFT != 0 && word[14];
                frozen_reg <= DRAFT != 0 ? word[15] : word[31];
            end
            if (clr) begin
                wrptr_reg  <= 8'd0;
                wrap_reg   <= 1'b0;
                frozen_reg <= 1'b0;
            end
        end

    generate
        if (HAS_CYCLES != 0) begin : counting
            wire on;
            nt_ctr_cycles #(
                .CCE_W(CCE_W)
            ) unit (
                .clk(clk), .rst(rst), .active(on && !frozen_reg && !halted),
                .record(recorded), .restart(write_control || write_vscontrol || sctrclr),
                .cc(cc), .ccv(ccv)
            );
            assign on = priv == 3'd0 ? control_reg[`NT_CTR_U]   : priv == 3'd1 ? control_reg[`NT_CTR_S]   :
                        priv == 3'd3 ? control_reg[`NT_CTR_M]   : priv == 3'd5 ? vscontrol_reg[`NT_CTR_U] :
                        priv == 3'd6 ? vscontrol_reg[`NT_CTR_S] : 1'b0;
        end else begin : no_counting
            assign cc  = 16'd0;
            assign ccv = 1'b0;
            wire unused = &{1'b0, halted, recorded, sctrclr};
        end
    endgenerate

    wire [PC_W:0] target_in = {word[0], word[XLEN-1:1]};
    wire [20:0]   data_in   = {word[31:15], word[3:0]};
    wire [2:0] entry_write = write && in_depth ? {to_data, to_target, to_source} : 3'd0;
    nt_ctr_buffer #(
        .NBLOCKS(NBLOCKS), .ENTRIES(DEPTH_MAX), .SOURCE_W(PC_W), .TARGET_W(TARGET_W),
        .DATA_W(DATA_W), .SRAM(SRAM)
    ) buffer (
        .clk(clk), .clear(rst || sctrclr || clr), .record(record), .invalidate(invalidate),
        .place(place), .source(source), .target(target), .data(data), .csr_place(csr_place),
        .csr_write(entry_write), .csr_valid(word[0]), .csr_source(word[XLEN-1:1]),
        .csr_target(target_in[TARGET_W-1:0]), .csr_data(data_in[DATA_W-1:0]),
        .read_valid(read_valid), .read_source(read_source), .read_target(read_target),
        .read_data(read_data)
    );

    wire unused = &{1'b0, held, control_in, data_word, status_word, depth_word, target_in, data_in, FULL};

`ifdef FORMAL
    // Contract: what the buffer relies on, and what software must never see
    reg f_started = 1'b0;
    reg f_apart;
    integer f_i, f_j;
    always @* begin
        f_apart = 1'b1;
        for (f_i = 0; f_i < NBLOCKS; f_i = f_i + 1)
            for (f_j = 0; f_j < f_i; f_j = f_j + 1)
                if (record[f_i] && record[f_j] && place[f_i*8 +: 2] == place[f_j*8 +: 2] &&
                    place[f_i*8 +: 8] != place[f_j*8 +: 8]) f_apart = 1'b0;
    end
    always @(posedge clk) f_started <= 1'b1;
    always @* begin
        if (!f_started) a_rst: assume (rst);
        // A lane is used only if all lower ones are
        a_lanes: assume ((block_valid & (block_valid + 1'b1)) == 0);
    end
    always @* if (f_started) begin
        p_apart: assert (f_apart);
        p_either: assert (entry_write == 3'd0 || (record == 0 && invalidate == 0));
        p_op: assert ((record & invalidate) == 0);
        p_depth: assert (depth_reg >= CODE_MIN && depth_reg <= CODE_MAX);
        p_wrptr: assert (wrptr_reg <= last);
        p_place: assert (csr_place <= last);
        p_control: assert ((control_reg & ~BUILT) == 48'd0 && (vscontrol_reg & ~BUILT_VS) == 48'd0);
        p_outcome: assert (!(csr_illegal && csr_virtual));
        p_refused: assert (!(csr_illegal || csr_virtual) || csr_rdata == {XLEN{1'b0}});
        p_machine: assert (!csr_virtual || priv == 3'd5 || priv == 3'd6);
        p_frozen: assert (!frozen_reg || (record == 0 && invalidate == 0));
        c_full: cover (NBLOCKS == 1 || record[NBLOCKS-1:0] == {NBLOCKS{1'b1}});
        c_write: cover (entry_write != 3'd0);
        c_wrapped: cover (wrptr_reg == last);
    end
`endif

endmodule

`default_nettype wire
