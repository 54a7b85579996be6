// SPDX-License-Identifier: Apache-2.0
// Performance counters beside a hart: mcycle, minstret, mhpmcounter3 and on with their mhpmevent, their
// read-only copies, mcountinhibit, the counter enables, scountovf, and mip.LCOFIP.
//
// RISC-V privileged architecture, "Hardware Performance Monitor"; Sscofpmf 1.0; Smcntrpmf; Smcdeleg and Ssccfg. A
// CSR access is done in a cycle without blocks: it sees all blocks of earlier cycles, and a write acts from the
// next cycle on. A write of a counter is done instead of the writing instruction's own increment (Zicsr).
//
// With HAS_CDELEG the hart keeps siselect, vsiselect, menvcfg, mstateen0 and hstateen0, and shows of them what
// concerns the access: `select`, `stateen` and `cde`. docs/counters.md.
`default_nettype none

module nt_hpm #(
    // Width of registers, 32 or 64
    parameter integer XLEN = 64,
    // Blocks in a cycle, 1 to 4
    parameter integer NBLOCKS = 1,
    // Width of a block's number of instructions, 1 to 8
    parameter integer ICOUNT_W = 8,
    // Programmable counters, 0 to 29: mhpmcounter3 and on. The others are read-only 0
    parameter integer NCOUNTERS = 4,
    // Their width, 32 to 64; mcycle and minstret always have 64 bits
    parameter integer WIDTH = 64,
    // Events that the hart gives, 0 to 8
    parameter integer NEXT_EVENTS = 8,
    // 1: there is U mode; S mode (with U); VS and VU mode (with S)
    parameter integer HAS_U = 1,
    parameter integer HAS_S = 1,
    parameter integer HAS_H = 1,
    // 1: mcycle and minstret count by mode (Smcntrpmf)
    parameter integer HAS_CNTRPMF = 0,
    // 1: M mode delegates counters to S mode (Smcdeleg, Ssccfg): sireg*, vsireg*, scountinhibit. With S
    parameter integer HAS_CDELEG = 0,
    // Width of ext_event (derived; do not set)
    parameter integer EXT_W = NEXT_EVENTS == 0 ? 1 : NEXT_EVENTS
) (
    input  wire                        clk,
    input  wire                        rst,

    // Hart
    input  wire [2:0]                  priv,            // before the cycle's blocks; 4 debug mode
    input  wire                        stop,            // nothing counts (dcsr.stopcount, halted)

    // Blocks, the oldest in the low bits; one is there only if all older ones are
    input  wire [NBLOCKS-1:0]          block_valid,
    input  wire [NBLOCKS*ICOUNT_W-1:0] icount,          // instructions that retired
    input  wire [NBLOCKS*4-1:0]        itype,
    input  wire [NBLOCKS*3-1:0]        tpriv,           // mode after the block

    // Events of the cycle
    input  wire [3:0]                  trace_messages,
    input  wire [3:0]                  trace_bytes,
    input  wire                        trace_stall,
    input  wire                        trace_loss,
    input  wire [EXT_W-1:0]            ext_event,

    // CSR access
    input  wire                        csr_valid,
    input  wire [11:0]                 csr_addr,
    input  wire [1:0]                  csr_op,          // read, write, set bits, clear bits
    input  wire [XLEN-1:0]             csr_wdata,
    input  wire                        csr_retires,     // of an instruction, which retires first in the next block
    input  wire [11:0]                 select,          // siselect for sireg*, vsiselect for vsireg* and sireg* of a guest
    input  wire [1:0]                  stateen,         // mstateen0[60], hstateen0[60]; 1 without Smstateen
    input  wire                        cde,             // menvcfg.CDE
    output wire                        csr_ready,
    output wire                        csr_hit,         // the CSR is one of these
    output wire [XLEN-1:0]             csr_rdata,       // before the write; 0 if it is not allowed
    output wire                        csr_illegal,
    output wire                        csr_virtual,

    // The hart needs bit 1 of these, for `time`
    output wire [31:0]                 mcounteren,
    output wire [31:0]                 hcounteren,
    output wire [31:0]                 scounteren,

    // Bit 13 of mip and sip
    output wire                        lcofip,
    input  wire                        lcofip_write,
    input  wire                        lcofip_wdata
);

    // Parameters out of range stop the elaboration: there is no module of that name.
    generate
        if ((XLEN != 32 && XLEN != 64) || NBLOCKS < 1 || NBLOCKS > 4 || ICOUNT_W < 1 || ICOUNT_W > 8 ||
            NCOUNTERS < 0 || NCOUNTERS > 29 || WIDTH < 32 || WIDTH > 64 || NEXT_EVENTS < 0 ||
            NEXT_EVENTS > 8 || HAS_U < 0 || HAS_U > 1 || HAS_S < 0 || HAS_S > HAS_U || HAS_H < 0 ||
            HAS_H > HAS_S || HAS_CNTRPMF < 0 || HAS_CNTRPMF > 1 || HAS_CDELEG < 0 || HAS_CDELEG > HAS_S) begin : out_of_range
            nt_hpm_parameters_out_of_range stop_here ();
        end
    endgenerate

    `include "nt_hpm_event_list.vh"

    localparam [1:0] OP_READ  = 2'd0;
    localparam [1:0] OP_WRITE = 2'd1;
    localparam [1:0] OP_SET   = 2'd2;
    localparam [1:0] OP_CLEAR = 2'd3;

    localparam [2:0] PRIV_DEBUG = 3'd4;

    localparam integer FIRST = 3;  // programmable counter
    localparam integer VUINH = 58; // the lowest inhibit bit
    localparam [31:0] ENABLES  = (32'd8 << NCOUNTERS) - 32'd1;  // of counters that are there, and `time`
    localparam [31:0] INHIBITS = ENABLES & ~32'd2;
    localparam [4:0]  MODES = {1'b1, HAS_S != 0, HAS_U != 0, HAS_H != 0, HAS_H != 0};
    localparam [31:0] ABSENT_EVENTS = 32'd8 - NEXT_EVENTS;
    localparam [5:0]  PLACES = EVENT_PLACES - ABSENT_EVENTS[5:0];  // those of ext_event are the last ones

    reg [63:0] mcycle_reg;
    reg [63:0] minstret_reg;
    reg [31:0] mcountinhibit_reg;
    reg [31:0] mcounteren_reg;
    reg [31:0] hcounteren_reg;
    reg [31:0] scounteren_reg;
    reg        own_reg;      // the instruction that wrote a counter has still to retire
    reg [4:0]  own_number_reg;
    reg        request_reg;  // LCOFIP is set in the next cycle
    reg        lcofip_reg;

    // Access
    wire        is_count;
    wire        is_event;
    wire        is_mcountinhibit;
    wire        is_mcounteren;
    wire        is_hcounteren;
    wire        is_scounteren;
    wire        is_scountovf;
    wire        is_scountinhibit;
    wire        is_delegated;
    wire [4:0]  number;
    wire        high;
    wire        hit;
    wire        illegal;
    wire        is_virtual;
    wire [31:0] of_seen;

    nt_hpm_access #(
        .XLEN(XLEN),
        .HAS_U(HAS_U),
        .HAS_S(HAS_S),
        .HAS_H(HAS_H),
        .HAS_CNTRPMF(HAS_CNTRPMF),
        .HAS_CDELEG(HAS_CDELEG)
    ) access (
        .addr(csr_addr),
        .select(select),
        .write(csr_op != OP_READ),
        .priv(priv),
        .stateen(stateen),
        .cde(cde),
        .mcounteren(mcounteren_reg),
        .hcounteren(hcounteren_reg),
        .scounteren(scounteren_reg),
        .is_count(is_count),
        .is_event(is_event),
        .is_mcountinhibit(is_mcountinhibit),
        .is_mcounteren(is_mcounteren),
        .is_hcounteren(is_hcounteren),
        .is_scounteren(is_scounteren),
        .is_scountovf(is_scountovf),
        .is_scountinhibit(is_scountinhibit),
        .is_delegated(is_delegated),
        .number(number),
        .high(high),
        .hit(hit),
        .illegal(illegal),
        .is_virtual(is_virtual),
        .of_seen(of_seen)
    );

    wire done    = csr_valid && block_valid == {NBLOCKS{1'b0}};
    wire allowed = done && hit && !illegal && !is_virtual;
    wire write   = allowed && csr_op != OP_READ;

    assign csr_ready   = done;
    assign csr_hit     = done && hit;
    assign csr_illegal = done && illegal;
    assign csr_virtual = done && is_virtual;

    // Registers by the number of their counter
    wire [32*64-1:0] counts;
    wire [32*11-1:0] selections;  // OF, inhibits, the event's place
    wire [31:0]      of;

    wire [10:0] selection = selections[11*number +: 11];
    wire        minh      = selection[9];
    wire [63:0] mhpmevent = {selection[10], minh && !is_delegated, selection[8:5], 26'd0, event_number(selection[4:0])};

    wire [63:0] whole = is_count ? counts[64*number +: 64] : is_event ? mhpmevent :
                        {32'd0, (is_mcountinhibit ? mcountinhibit_reg : 32'd0) |
                                (is_scountinhibit ? mcountinhibit_reg & mcounteren_reg : 32'd0) |
                                (is_mcounteren ? mcounteren_reg : 32'd0) |
                                (is_hcounteren ? hcounteren_reg : 32'd0) |
                                (is_scounteren ? scounteren_reg : 32'd0) |
                                (is_scountovf ? of & of_seen : 32'd0)};
    wire [63:0] rdata = high ? {32'd0, whole[63:32]} : whole;

    assign csr_rdata = allowed ? rdata[XLEN-1:0] : {XLEN{1'b0}};

    // What is written: on RV32 the same for both halves
    wire [XLEN-1:0] word = csr_op == OP_SET   ? csr_rdata | csr_wdata :
                           csr_op == OP_CLEAR ? csr_rdata & ~csr_wdata : csr_wdata;
    wire [63:0] words = {64/XLEN{word}};
    // By sireg2 or sireg5 MINH stays
    wire [63:0] wdata = {words[63], is_delegated && is_event ? minh : words[62], words[61:0]};
    wire [1:0]  half  = XLEN == 64 ? 2'b11 : {high, !high};
    // Zicsr: bits that are not set in the operand of csrrs and csrrc are not written; so OF, which hardware sets too
    wire names_of = half[1] && (csr_op == OP_WRITE || csr_wdata[XLEN-1]);

    wire [4:0]  found       = event_place(wdata[31:0]);
    wire [4:0]  wdata_place = {1'b0, found} < PLACES ? found : EVENT_NONE;

    // mcyclecfg and minstretcfg have no bits but these
    wire [4:0] cycle_inhibit;
    wire [4:0] instret_inhibit;
    generate
        if (HAS_CNTRPMF != 0) begin : cfg
            reg [4:0] cycle_reg;
            reg [4:0] instret_reg;
            always @(posedge clk) begin
                if (rst) begin
                    cycle_reg   <= 5'd0;
                    instret_reg <= 5'd0;
                end else begin
                    if (write && is_event && number == 5'd1 && half[1]) cycle_reg   <= wdata[VUINH +: 5] & MODES;
                    if (write && is_event && number == 5'd2 && half[1]) instret_reg <= wdata[VUINH +: 5] & MODES;
                end
            end
            assign cycle_inhibit   = cycle_reg;
            assign instret_inhibit = instret_reg;
        end else begin : no_cfg
            assign cycle_inhibit   = 5'd0;
            assign instret_inhibit = 5'd0;
        end
    endgenerate

    // Cycle
    wire [NBLOCKS*5-1:0]        block_mode;
    wire [NBLOCKS*ICOUNT_W-1:0] block_icount;
    wire [ICOUNT_W-1:0]         rest_icount;
    wire [NBLOCKS*32-1:0]       block_events;
    wire [ICOUNT_W+1:0]         instructions;
    wire [31:0]                 own = {31'd0, own_reg} << own_number_reg;
    wire [4:0]                  cycle_mode;
    wire [32*4-1:0]             cycle_events;

    nt_hpm_ingress #(
        .NBLOCKS(NBLOCKS),
        .ICOUNT_W(ICOUNT_W),
        .NEXT_EVENTS(NEXT_EVENTS)
    ) ingress (
        .block_valid(block_valid),
        .icount(icount),
        .itype(itype),
        .tpriv(tpriv),
        .priv(priv),
        .trace_messages(trace_messages),
        .trace_bytes(trace_bytes),
        .trace_stall(trace_stall),
        .trace_loss(trace_loss),
        .ext_event(ext_event),
        .inhibit_minstret(instret_inhibit),
        .own_minstret(own[2]),
        .block_mode(block_mode),
        .block_icount(block_icount),
        .rest_icount(rest_icount),
        .block_events(block_events),
        .instructions(instructions),
        .cycle_mode(cycle_mode),
        .cycle_events(cycle_events)
    );

    // Bits of mcountinhibit that a write is about: by scountinhibit those of delegated counters
    wire [31:0] inhibits = HAS_CDELEG == 0 ? INHIBITS : is_mcountinhibit ? INHIBITS : INHIBITS & mcounteren_reg;

    wire [31:0] may_count = stop ? 32'd0 : ~mcountinhibit_reg;
    wire [31:0] selected  = 32'd1 << number;
    wire [31:0] requests;

    // Place 1 is that of `time`, which the hart has; of the registers by mhpmevent's numbers, of mcyclecfg
    assign counts[64*FIRST-1:0] = {minstret_reg, 64'd0, mcycle_reg};
    assign selections[11*FIRST-1:0] = {1'b0, instret_inhibit, EVENT_NONE, 1'b0, cycle_inhibit, EVENT_NONE, 11'd0};
    assign of[FIRST-1:0]        = {FIRST{1'b0}};
    assign requests[FIRST-1:0]  = {FIRST{1'b0}};

    genvar n;
    generate
        for (n = FIRST; n < 32; n = n + 1) begin : absent
            if (n >= FIRST + NCOUNTERS) begin : one
                assign counts[64*n +: 64] = 64'd0;
                assign selections[11*n +: 11] = {6'd0, EVENT_NONE};
                assign of[n]              = 1'b0;
                assign requests[n]        = 1'b0;
            end
        end

        for (n = 0; n < NCOUNTERS; n = n + 1) begin : programmable
            localparam integer NUMBER = FIRST + n;
            wire [WIDTH-1:0] count;
            wire [4:0]       place;
            wire [4:0]       inhibit;
            nt_hpm_counter #(
                .WIDTH(WIDTH),
                .NBLOCKS(NBLOCKS),
                .ICOUNT_W(ICOUNT_W),
                .MODES(MODES)
            ) counter (
                .clk(clk),
                .rst(rst),
                .enable(may_count[NUMBER]),
                .own(own[NUMBER]),
                .block_mode(block_mode),
                .block_icount(block_icount),
                .rest_icount(rest_icount),
                .block_events(block_events),
                .cycle_mode(cycle_mode),
                .cycle_events(cycle_events),
                .write_count(half & {2{write && is_count && selected[NUMBER]}}),
                .write_event(half & {2{write && is_event && selected[NUMBER]}}),
                .write_of(write && is_event && selected[NUMBER] && names_of),
                .wdata(wdata),
                .wdata_place(wdata_place),
                .count(count),
                .place(place),
                .of(of[NUMBER]),
                .inhibit(inhibit),
                .request(requests[NUMBER])
            );
            assign counts[64*NUMBER +: 64] = {{64-WIDTH{1'b0}}, count};
            assign selections[11*NUMBER +: 11] = {of[NUMBER], inhibit, place};
        end
    endgenerate

    // mcycle and minstret: 64 bits, of which a write replaces a half or both
    wire [63:0] written = {half[1] ? wdata[63:32] : whole[63:32], half[0] ? wdata[31:0] : whole[31:0]};
    wire [63:0] mcycle_next = write && is_count && selected[0] ? written :
                              mcycle_reg + {63'd0, may_count[0] && (cycle_mode & cycle_inhibit) == 5'd0};

    // The upper bits of minstret add the carry of the lower ones
    localparam integer LOW = ICOUNT_W + 2;
    wire [LOW:0]     low_sum  = {1'b0, minstret_reg[LOW-1:0]} + {1'b0, may_count[2] ? instructions : {LOW{1'b0}}};
    wire [63-LOW:0]  high_sum = minstret_reg[63:LOW] + 1'b1;
    wire [63:0] minstret_next = write && is_count && selected[2] ? written :
                                {low_sum[LOW] ? high_sum : minstret_reg[63:LOW], low_sum[LOW-1:0]};

    assign mcounteren = mcounteren_reg;
    assign hcounteren = hcounteren_reg;
    assign scounteren = scounteren_reg;
    assign lcofip     = lcofip_reg;

    always @(posedge clk) begin
        if (rst) begin
            mcycle_reg        <= 64'd0;
            minstret_reg      <= 64'd0;
            mcountinhibit_reg <= 32'd0;
            mcounteren_reg    <= 32'd0;
            hcounteren_reg    <= 32'd0;
            scounteren_reg    <= 32'd0;
            own_reg           <= 1'b0;
            request_reg       <= 1'b0;
            lcofip_reg        <= 1'b0;
        end else begin
            mcycle_reg   <= mcycle_next;
            minstret_reg <= minstret_next;
            if (write && (is_mcountinhibit || is_scountinhibit))
                mcountinhibit_reg <= (mcountinhibit_reg & INHIBITS & ~inhibits) | (wdata[31:0] & inhibits);
            if (write && is_mcounteren)    mcounteren_reg    <= wdata[31:0] & ENABLES;
            if (write && is_hcounteren)    hcounteren_reg    <= wdata[31:0] & ENABLES;
            if (write && is_scounteren)    scounteren_reg    <= wdata[31:0] & ENABLES;
            // What a debugger writes is of no instruction
            if (write && is_count) own_reg <= csr_retires && priv != PRIV_DEBUG;
            else if (block_valid != {NBLOCKS{1'b0}}) own_reg <= 1'b0;
            request_reg <= |requests;
            // A request is not lost to a write
            lcofip_reg  <= request_reg || (lcofip_write ? lcofip_wdata : lcofip_reg);
        end
        // No reset: nothing looks at it before own_reg is 1
        if (write && is_count) own_number_reg <= number;
    end

    // What no counter of this build takes
    wire unused = &{1'b0, rdata, may_count, selected, requests, wdata_place, names_of, own, block_mode, block_icount,
                    rest_icount, block_events, cycle_mode, cycle_events};

`ifdef FORMAL
    // Contract of the CSRs and of LCOFIP; nt_hpm_counter has that of counters.
    reg        f_started = 1'b0;
    reg        f_rst;
    reg        f_ready;
    reg        f_write;       // a write that was not refused
    reg        f_refused;
    reg        f_by_index;
    reg [31:0] f_minh;        // MINH of all
    reg [11:0] f_addr;        // of what was accessed, directly or by sireg*
    reg [1:0]  f_op;
    reg [31:0] f_wdata;
    reg        f_names_of;    // the write has a bit for OF
    reg [31:0] f_inhibit;
    reg [31:0] f_mcounteren;
    reg [31:0] f_hcounteren;
    reg [31:0] f_scounteren;
    reg [31:0] f_of;
    reg [63:0] f_minstret;
    reg [63:0] f_mcycle;
    reg        f_stop;
    reg        f_blocks;
    reg        f_owes;        // the instruction that wrote minstret has still to retire
    reg        f_owed;        // likewise in the cycle before
    reg        f_retires;
    reg        f_debug;
    reg [63:0] f_sum;         // instructions of the cycle before
    reg        f_some;        // of its oldest block
    reg        f_cycle_rests; // mcyclecfg inhibits the mode
    reg [4:0]  f_cycle_cfg;
    reg [4:0]  f_instret_cfg;
    reg        f_lcofip;
    reg        f_asks;        // a counter asked for an interrupt two cycles ago
    reg        f_asked;       // in the cycle before
    reg        f_lcofip_write;
    reg        f_lcofip_wdata;

    // The privileged architecture: bits of a CSR's number
    wire f_read_only = csr_addr[11:10] == 2'b11;
    wire f_m_level   = csr_addr[9:8] == 2'b11;
    wire f_user      = f_read_only && csr_addr[9:8] == 2'b00;
    wire f_machine   = priv == 3'd3 || priv == 3'd4;
    wire f_guest     = priv == 3'd5 || priv == 3'd6;
    wire f_no_s      = priv == 3'd0 || priv == 3'd5;

    // Ssccfg: sireg* and vsireg* of a counter, and the CSR that has the same state; 0: there is none
    wire f_indexed  = HAS_CDELEG != 0 && select >= 12'h040 && select <= 12'h05f &&
                      ((csr_addr >= 12'h151 && csr_addr <= 12'h157 && csr_addr != 12'h154) ||
                       (HAS_H != 0 && csr_addr >= 12'h251 && csr_addr <= 12'h257 && csr_addr != 12'h254));
    wire f_of_guest = csr_addr[9];
    reg [11:0] f_direct;
    always @* begin
        case (csr_addr[2:0])
            3'd1:    f_direct = 12'hb00 + {7'd0, select[4:0]};
            3'd2:    f_direct = select[4:0] == 5'd0 ? 12'h321 : 12'h320 + {7'd0, select[4:0]};
            3'd5:    f_direct = XLEN == 32 ? 12'hb80 + {7'd0, select[4:0]} : 12'd0;
            3'd6:    f_direct = XLEN != 32 ? 12'd0 : select[4:0] == 5'd0 ? 12'h721 : 12'h720 + {7'd0, select[4:0]};
            default: f_direct = 12'd0;
        endcase
        if (select[4:0] == 5'd1 || (HAS_CNTRPMF == 0 && select[4:0] < 5'd3 && csr_addr[1:0] == 2'd2)) f_direct = 12'd0;
        if (!f_indexed) f_direct = csr_addr;
    end
    // A guest's VS mode, which the state enables let through
    wire f_through = priv == 3'd6 && !f_of_guest && stateen[1];

    function [31:0] f_minh_of(input [32*11-1:0] all);
        integer i;
        for (i = 0; i < 32; i = i + 1) f_minh_of[i] = all[11*i + 9];
    endfunction

    function f_mode(input [2:0] p);
        f_mode = p == 3'd3 || p == 3'd4 || (HAS_U != 0 && p == 3'd0) || (HAS_S != 0 && p == 3'd1) ||
                 (HAS_H != 0 && (p == 3'd5 || p == 3'd6));
    endfunction

    reg     f_modes;
    integer f_b;
    always @* begin
        f_modes = f_mode(priv);
        for (f_b = 0; f_b < NBLOCKS; f_b = f_b + 1)
            if (!f_mode(tpriv[3*f_b +: 3])) f_modes = 1'b0;
    end

    wire f_writes_count = f_write && (f_addr[11:5] == 7'h58 || f_addr[11:5] == 7'h5c);
    always @* f_owes = f_writes_count ? f_addr[4:0] == 5'd2 && f_retires && !f_debug : f_owed && !f_blocks;

    reg [63:0] f_total;
    always @* begin
        f_total = 64'd0;
        for (f_b = 0; f_b < NBLOCKS; f_b = f_b + 1)
            if (block_valid[f_b] && !f_inhibited(f_b == 0 ? priv : tpriv[(f_b == 0 ? 0 : 3*(f_b-1)) +: 3], instret_inhibit))
                f_total = f_total + icount[ICOUNT_W*f_b +: ICOUNT_W];
    end

    // Whether a mode's bit is 1: those of M, S, U, VS, VU from the top (Smcntrpmf)
    function f_inhibited(input [2:0] p, input [4:0] bits);
        f_inhibited = p == 3'd3 || p == 3'd4 ? bits[4] : p == 3'd1 ? bits[3] : p == 3'd0 ? bits[2] : p == 3'd6 ? bits[1] :
                      bits[0];
    endfunction

    always @* begin
        a_modes: assume (f_modes);
        if (!f_started) a_reset: assume (rst);
    end

    always @(posedge clk) begin
        f_started      <= 1'b1;
        f_rst          <= rst;
        f_ready        <= csr_ready;
        f_write        <= !rst && csr_ready && csr_op != 2'd0 && csr_hit && !csr_illegal && !csr_virtual;
        f_refused      <= csr_illegal || csr_virtual;
        f_by_index     <= f_indexed;
        f_minh         <= f_minh_of(selections);
        f_addr         <= f_direct;
        f_op           <= csr_op;
        f_wdata        <= csr_wdata[31:0];
        f_names_of     <= csr_op == 2'd1 || csr_wdata[XLEN-1];
        f_inhibit      <= mcountinhibit_reg;
        f_mcounteren   <= mcounteren;
        f_hcounteren   <= hcounteren;
        f_scounteren   <= scounteren;
        f_of           <= of;
        f_minstret     <= minstret_reg;
        f_mcycle       <= mcycle_reg;
        f_stop         <= stop;
        f_blocks       <= block_valid != {NBLOCKS{1'b0}};
        f_owed         <= !rst && f_owes;
        f_retires      <= csr_retires;
        f_debug        <= priv == 3'd4;
        f_sum          <= f_total;
        f_some         <= block_valid[0] && icount[ICOUNT_W-1:0] != {ICOUNT_W{1'b0}} && !f_inhibited(priv, instret_inhibit);
        f_cycle_rests  <= f_inhibited(priv, cycle_inhibit);
        f_cycle_cfg    <= cycle_inhibit;
        f_instret_cfg  <= instret_inhibit;
        f_lcofip       <= lcofip;
        f_asked        <= !rst && |requests;
        f_asks         <= !rst && f_asked;
        f_lcofip_write <= lcofip_write;
        f_lcofip_wdata <= lcofip_wdata;
    end

    function [31:0] f_result(input [1:0] op, input [31:0] old, input [31:0] word);
        f_result = op == 2'd1 ? word : op == 2'd2 ? old | word : old & ~word;
    endfunction

    // Answers
    always @* if (f_started) begin
        p_ready: assert (csr_ready == (csr_valid && block_valid == {NBLOCKS{1'b0}}));
        if (!csr_ready) p_quiet: assert (!csr_hit && !csr_illegal && !csr_virtual && csr_rdata == 0);
        if (!csr_hit || csr_illegal || csr_virtual) p_nothing: assert (csr_rdata == 0);
        p_one: assert (!(csr_illegal && csr_virtual) && (csr_hit || !(csr_illegal || csr_virtual)));
        if (csr_virtual) p_guest: assert (f_guest && !f_m_level);
        if (csr_hit && f_read_only && csr_op != 2'd0) p_read_only: assert (csr_illegal);
        if (csr_hit && f_m_level && !f_machine) p_m_level: assert (csr_illegal);
        if (f_machine && !(f_read_only && csr_op != 2'd0) && !f_indexed && csr_addr != 12'h120)
            p_machine: assert (!csr_illegal && !csr_virtual);
        if (csr_hit && f_user && csr_op == 2'd0 && !f_machine) begin
            p_by_m: assert (csr_illegal == (!mcounteren[number] ||
                                            (priv == 3'd0 && HAS_S != 0 && !scounteren[number])));
            p_by_hs: assert (csr_virtual == (f_guest && mcounteren[number] &&
                                             (!hcounteren[number] || (f_no_s && !scounteren[number]))));
        end
        if (csr_hit && !f_user && !f_m_level && f_no_s && csr_op == 2'd0 && !f_indexed && csr_addr != 12'h120)
            p_supervisor: assert (f_guest ? csr_virtual : csr_illegal);
        if (csr_hit && csr_addr == 12'hda0 && !csr_illegal && !csr_virtual)
            p_scountovf: assert (csr_rdata[31:0] == (f_machine ? of : of & mcounteren &
                                                     (f_guest ? hcounteren : ~32'd0)));
        // Smcdeleg, Ssccfg, Sscsrind
        if (csr_ready && f_indexed) begin
            p_index: assert (csr_hit);
            p_index_illegal: assert (csr_illegal == ((!f_machine && !stateen[0]) || priv == 3'd0 || (f_through && !cde) ||
                                                     (!f_guest && (f_of_guest || !cde || !mcounteren[select[4:0]] ||
                                                                   f_direct == 12'd0))));
            p_index_virtual: assert (csr_virtual == (f_guest && stateen[0] && !(f_through && !cde)));
        end
        if (csr_ready && csr_addr == 12'h120 && HAS_CDELEG != 0) begin
            p_scountinhibit: assert (csr_hit && csr_illegal == (!cde || priv == 3'd0) && csr_virtual == (cde && f_guest));
            if (!csr_illegal && !csr_virtual) p_scountinhibit_value: assert (csr_rdata[31:0] == (mcountinhibit_reg & mcounteren));
        end
        if (csr_hit && csr_addr == 12'hda0 && csr_op == 2'd0 && f_guest && HAS_CDELEG != 0 && cde)
            p_scountovf_virtual: assert (csr_virtual);
        if (csr_hit && !csr_illegal && !csr_virtual && (f_direct[11:5] == 7'h58 || f_direct[11:5] == 7'h5c))
            p_value: assert (csr_rdata == (f_direct[7] ? {{XLEN-32{1'b0}}, counts[64*f_direct[4:0] + 32 +: 32]} :
                                                         counts[64*f_direct[4:0] +: XLEN]));
        if (f_indexed && (f_direct[11:5] == 7'h39 || (XLEN == 64 && f_direct[11:5] == 7'h19)))
            p_minh: assert (!csr_rdata[XLEN-2]);
        if (csr_hit) p_hit: assert (csr_addr != 12'hc01 && csr_addr != 12'hb01 && (HAS_CNTRPMF != 0 || csr_addr != 12'h321));
    end

    // Registers
    always @* if (f_started && !f_rst) begin
        if (!f_write || !(f_addr == (XLEN == 32 ? 12'h721 : 12'h321))) p_cycle_cfg: assert (cycle_inhibit == f_cycle_cfg);
        if (!f_write || !(f_addr == (XLEN == 32 ? 12'h722 : 12'h322))) p_instret_cfg: assert (instret_inhibit == f_instret_cfg);
        p_cfg_modes: assert (((cycle_inhibit | instret_inhibit) & ~MODES) == 5'd0);
        if (!f_write) p_still: assert (mcountinhibit_reg == f_inhibit && mcounteren == f_mcounteren &&
                                       hcounteren == f_hcounteren && scounteren == f_scounteren);
        if (f_write && f_addr == 12'h320)
            p_inhibit: assert (mcountinhibit_reg == (f_result(f_op, f_inhibit, f_wdata) & INHIBITS));
        if (f_write && f_addr == 12'h120)
            p_delegated: assert (mcountinhibit_reg == ((f_inhibit & ~f_mcounteren) |
                                                       (f_result(f_op, f_inhibit, f_wdata) & INHIBITS & f_mcounteren)));
        if (f_write && f_by_index) p_minh_stays: assert (f_minh_of(selections) == f_minh);
        if (f_write && f_addr == 12'h306)
            p_mcounteren: assert (mcounteren == (f_result(f_op, f_mcounteren, f_wdata) & ENABLES));
        if (f_write && f_addr == 12'h606)
            p_hcounteren: assert (hcounteren == (f_result(f_op, f_hcounteren, f_wdata) & ENABLES));
        if (f_write && f_addr == 12'h106)
            p_scounteren: assert (scounteren == (f_result(f_op, f_scounteren, f_wdata) & ENABLES));
        p_time: assert (!mcountinhibit_reg[1]);
        if (!f_write) p_mcycle: assert (mcycle_reg == f_mcycle + {63'd0, !f_stop && !f_inhibit[0] && !f_cycle_rests});
        if (!f_write && (f_stop || f_inhibit[2] || !f_blocks)) p_minstret: assert (minstret_reg == f_minstret);
        // Zicsr: "the write is done instead of the increment"
        if (!f_write && !f_stop && !f_inhibit[2])
            p_counts: assert (minstret_reg == f_minstret + f_sum - {63'd0, f_owed && f_some});

        // LCOFIP: a cycle after OF, and sticky
        if (f_asks) p_lcofi: assert (lcofip);
        if (f_lcofip && !f_lcofip_write) p_sticky: assert (lcofip);
        if (!f_lcofip && lcofip) p_cause: assert (f_asks || (f_lcofip_write && f_lcofip_wdata));
        if (f_lcofip_write && !f_lcofip_wdata && !f_asks) p_cleared: assert (!lcofip);
        if (!f_write || !f_names_of) p_of: assert ((f_of & ~of) == 32'd0);

        i_request: assert (request_reg == f_asked);
        i_own: assert (own[2] == f_owes);
        i_enables: assert ((mcountinhibit_reg & ~INHIBITS) == 32'd0);
    end

    always @* if (f_started && !f_rst) begin
        c_lcofi:   cover (f_asks && lcofip && !f_lcofip && f_lcofip_write);
        c_guest:   cover (csr_hit && f_user && priv == 3'd5 && !csr_virtual && !csr_illegal);
        c_refused: cover (csr_virtual && f_write);
    end
`endif

endmodule

`default_nettype wire
