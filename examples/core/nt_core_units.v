// SPDX-License-Identifier: Apache-2.0
// What lies beside the core on the same stream of instructions, and is reached by its CSR instructions: counters
// (nt_hpm), control transfer records (nt_ctr), and what these need of the core: siselect and miselect with their
// *ireg (Smcsrind, Sscsrind) and mstateen0 (Smstateen).
//
// An access is made a cycle or more before the instruction retires, at `access`, since it is done in a cycle in which
// nothing retires; its instruction is the next that retires. The core's own registers change when it does.
`default_nettype none

module nt_core_units #(
    // Width of registers, 32 or 64
    parameter integer XLEN = 32,
    // The deepest buffer of CTR, and the bits of CCE
    parameter integer DEPTH_MAX = 64,
    parameter integer CCE_W = 2,
    // 1: Smstateen, of which the bits CTR, CSRIND and SE0 are there
    parameter integer HAS_STATEEN = 1
) (
    input  wire        clk,
    input  wire        rst,

    // A block, an instruction or a trap, at the clock edge at which it becomes true
    input  wire        step,
    input  wire        retire,          // an instruction retires: no trap
    input  wire [3:0]  itype,           // the code of the ingress
    input  wire [XLEN-1:0] isrc,            // its pc; of a trap epc
    input  wire [XLEN-1:0] itgt,            // where execution goes on
    input  wire [4:0]  cause,           // of a trap
    input  wire [1:0]  from,            // the modes before it and after
    input  wire [1:0]  to,

    // A CSR instruction, or SCTRCLR
    input  wire        access,          // a cycle of it, before `step`
    input  wire        clear,           // SCTRCLR
    input  wire [1:0]  op,              // 0 reads, 1 writes, 2 sets, 3 clears bits of `operand`
    input  wire [XLEN-1:0] operand,
    input  wire [11:0] address,
    input  wire        write,           // together with `step`
    input  wire [XLEN-1:0] wdata,
    output reg  [XLEN-1:0] rdata,
    output reg         known,           // there is such a CSR, or SCTRCLR, and the mode may access it

    // Bit 13 of mip
    output wire        lcofip,
    input  wire        lcofip_write
);

    // ---- The core's own registers

    reg [11:0] siselect_reg, miselect_reg;
    // mstateen0: SE0, CSRIND, CTR
    reg [2:0]  stateen_reg;
    localparam [11:0] MSTATEEN0 = XLEN == 32 ? 12'h31c : 12'h30c; // the upper half of it, or all
    localparam HALF = XLEN - 32;
    wire       csrind = HAS_STATEEN == 0 || stateen_reg[1];
    wire       ctr    = HAS_STATEEN == 0 || stateen_reg[0];

    always @(posedge clk) begin
        if (rst) begin
            siselect_reg <= 12'd0;
            miselect_reg <= 12'd0;
            stateen_reg  <= 3'd0;
        end else if (step && write) begin
            if (address == 12'h150) siselect_reg <= wdata[11:0];
            if (address == 12'h350) miselect_reg <= wdata[11:0];
            if (address == MSTATEEN0) stateen_reg <= {wdata[HALF+31], wdata[HALF+28], wdata[HALF+22]};
        end
    end

    // ---- The units

    wire        hpm_ready, hpm_hit, hpm_illegal, hpm_virtual, ctr_ready, ctr_hit, ctr_illegal, ctr_virtual;
    wire [XLEN-1:0] hpm_rdata, ctr_rdata;
    wire [31:0] unused_mcounteren, unused_hcounteren, unused_scounteren;
    wire [2:0]  priv  = {1'b0, from};
    wire [2:0]  tpriv = {1'b0, to};

    nt_hpm #(
        .XLEN(XLEN), .NBLOCKS(1), .ICOUNT_W(1), .NCOUNTERS(4), .WIDTH(64), .NEXT_EVENTS(0), .HAS_S(1), .HAS_H(0),
        .HAS_CNTRPMF(1)
    ) hpm (
        .clk(clk), .rst(rst), .priv(priv), .stop(1'b0), .block_valid(step), .icount(retire), .itype(itype),
        .tpriv(tpriv), .trace_messages(4'd0), .trace_bytes(4'd0), .trace_stall(1'b0), .trace_loss(1'b0),
        .ext_event(1'b0), .csr_valid(access && !clear), .csr_addr(address), .csr_op(op), .csr_wdata(operand),
        .csr_retires(1'b1),             // it is the next to retire: nothing else can come before
        .select(12'd0), .stateen(2'b11), .cde(1'b0),    // of Smcdeleg, which this build does not have
        .csr_ready(hpm_ready), .csr_hit(hpm_hit), .csr_rdata(hpm_rdata), .csr_illegal(hpm_illegal),
        .csr_virtual(hpm_virtual), .mcounteren(unused_mcounteren), .hcounteren(unused_hcounteren),
        .scounteren(unused_scounteren), .lcofip(lcofip), .lcofip_write(step && lcofip_write), .lcofip_wdata(wdata[13])
    );

    nt_ctr #(
        .XLEN(XLEN), .NBLOCKS(1), .DRAFT(0), .DEPTH_MIN(16), .DEPTH_MAX(DEPTH_MAX), .HAS_H(0), .HAS_MISP(0),
        .CCE_W(CCE_W)
    ) records (
        .clk(clk), .rst(rst), .priv(priv), .halted(1'b0), .block_valid(step), .itype(itype), .isrc(isrc), .itgt(itgt),
        .tpriv(tpriv), .misp(1'b0), .cause({11'd0, cause}), .csr_valid(access), .csr_clear(clear), .csr_addr(address),
        .csr_op(op), .csr_wdata(operand), .select(siselect_reg), .stateen({1'b1, csrind, 1'b1, ctr}),
        .csr_ready(ctr_ready), .csr_hit(ctr_hit), .csr_illegal(ctr_illegal), .csr_virtual(ctr_virtual),
        .csr_rdata(ctr_rdata)
    );

    // What they answered. No resets: set before they are used
    reg        unit_known_reg;
    reg [XLEN-1:0] unit_rdata_reg;
    always @(posedge clk) if (access) begin
        unit_known_reg <= (hpm_ready && hpm_hit && !hpm_illegal && !hpm_virtual) ||
                          (ctr_ready && ctr_hit && !ctr_illegal && !ctr_virtual);
        unit_rdata_reg <= hpm_rdata | ctr_rdata;
    end

    // ---- Reading

    always @* begin
        rdata = {XLEN{1'b0}};
        known = from >= address[9:8];
        if (clear) known = unit_known_reg;
        else case (address)
            12'h150: begin
                rdata = {{XLEN-12{1'b0}}, siselect_reg};
                known = from == 2'd3 || (from == 2'd1 && csrind);
            end
            12'h350: rdata = {{XLEN-12{1'b0}}, miselect_reg};
            // mstateen0 to mstateen3, on RV32 with upper halves; sstateen0, which SE0 is about
            12'h30c, 12'h30d, 12'h30e, 12'h30f, 12'h31c, 12'h31d, 12'h31e, 12'h31f: begin
                if (address == MSTATEEN0)
                    {rdata[HALF+31], rdata[HALF+28], rdata[HALF+22]} = stateen_reg;
                known = from == 2'd3 && HAS_STATEEN != 0 && (XLEN == 32 || !address[4]);
            end
            12'h10c: known = HAS_STATEEN != 0 && (from == 2'd3 || (from == 2'd1 && stateen_reg[2]));
            default: {known, rdata} = {unit_known_reg, unit_rdata_reg};
        endcase
    end
    wire unused = &{1'b0, wdata};   // bits that these registers do not have

endmodule

`default_nettype wire
