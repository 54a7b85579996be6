// SPDX-License-Identifier: Apache-2.0
// How a hart of machine mode takes nt_hpm and nt_ctr together: a counter that overflows asks for an LCOFI, the
// hart takes it as an interrupt, and with LCOFIFRZ its trap freezes CTR, so that the handler reads the transfers
// before it. SCTRCLR is an instruction of this hart.
`default_nettype none

module lcofi_hart (
    input  wire        clk,
    input  wire        rst,

    // Commit stage: an instruction that retires; before the next one the interrupt, if `take`
    input  wire        commit,
    input  wire        take,
    input  wire [31:0] pc,            // of the instruction; epc
    input  wire [31:0] next_pc,
    input  wire [3:0]  transfer_type, // of the instruction, 0 for none

    // An instruction that accesses a CSR, or SCTRCLR, until it is done; it is the next to commit
    input  wire        system,
    input  wire [31:0] insn,          // which it is
    input  wire [31:0] operand,       // rs1
    output wire        done,
    output wire        illegal,
    output wire [31:0] rdata,

    output wire        irq            // the interrupt is to be taken
);

    // SCTRCLR: SYSTEM with func12 0x104, and rd, rs1 and funct3 0
    localparam [31:0] SCTRCLR = 32'h10400073;

    wire        clear  = insn == SCTRCLR;
    wire [11:0] addr   = insn[31:20];
    wire        reads  = insn[13:12] != 2'd1 && insn[19:15] == 5'd0;  // csrrs and csrrc with x0
    wire [1:0]  op     = reads ? 2'd0 : insn[13:12];                  // 1 write, 2 set, 3 clear bits

    // What the hart has itself: siselect, mie, mip
    reg  [11:0] siselect_reg;
    reg         enable_reg;
    wire        lcofip;
    wire        is_siselect = addr == 12'h150;
    wire        is_mie      = addr == 12'h304;
    wire        is_mip      = addr == 12'h344;
    wire        own         = !clear && (is_siselect || is_mie || is_mip);
    wire [31:0] own_rdata   = is_siselect ? {20'd0, siselect_reg} : {18'd0, is_mie ? enable_reg : lcofip, 13'd0};
    wire [31:0] own_wdata   = op == 2'd2 ? own_rdata | operand : op == 2'd3 ? own_rdata & ~operand : operand;
    wire        own_write   = system && own && done && op != 2'd0;

    // Both units answer in the same cycle, the first without a block, unless nt_ctr has an SRAM
    wire        ctr_ready, ctr_hit, ctr_illegal, unused_ctr_virtual;
    wire        hpm_ready, hpm_hit, hpm_illegal, unused_hpm_virtual;
    wire [31:0] ctr_rdata, hpm_rdata, unused_mcounteren, unused_hcounteren, unused_scounteren;
    assign done    = ctr_ready && hpm_ready;
    assign rdata   = own ? own_rdata : ctr_rdata | hpm_rdata;
    assign illegal = done && !own && (ctr_illegal || hpm_illegal || !(ctr_hit || hpm_hit));
    assign irq     = lcofip && enable_reg;

    wire       block = commit || take;
    wire [3:0] itype = take ? 4'd2 : transfer_type;

    nt_hpm #(
        .XLEN(32), .NBLOCKS(1), .ICOUNT_W(1), .NCOUNTERS(1), .WIDTH(64), .NEXT_EVENTS(0), .HAS_H(0)
    ) hpm (
        .clk(clk), .rst(rst), .priv(3'd3), .stop(1'b0),
        .block_valid(block), .icount(commit), .itype(itype), .tpriv(3'd3),
        .trace_messages(4'd0), .trace_bytes(4'd0), .trace_stall(1'b0), .trace_loss(1'b0), .ext_event(1'b0),
        .csr_valid(system), .csr_addr(clear ? 12'd0 : addr), .csr_op(op), .csr_wdata(operand), .csr_retires(1'b1),
        .select(siselect_reg), .stateen(2'b11), .cde(1'b0),
        .csr_ready(hpm_ready), .csr_hit(hpm_hit), .csr_rdata(hpm_rdata), .csr_illegal(hpm_illegal),
        .csr_virtual(unused_hpm_virtual),
        .mcounteren(unused_mcounteren), .hcounteren(unused_hcounteren), .scounteren(unused_scounteren),
        .lcofip(lcofip), .lcofip_write(own_write && is_mip), .lcofip_wdata(own_wdata[13])
    );

    nt_ctr #(
        .XLEN(32), .NBLOCKS(1), .DEPTH_MIN(16), .DEPTH_MAX(16), .HAS_H(0), .HAS_MISP(0)
    ) ctr (
        .clk(clk), .rst(rst), .priv(3'd3), .halted(1'b0),
        .block_valid(block), .itype(itype), .isrc(pc), .itgt(next_pc), .tpriv(3'd3), .misp(1'b0),
        .cause(take ? 16'd13 : 16'd0),  // LCOFI
        .csr_valid(system), .csr_clear(clear), .csr_addr(addr), .csr_op(op), .csr_wdata(operand),
        .select(siselect_reg),
        .stateen(4'b1111),              // without Smstateen nothing is shut
        .csr_ready(ctr_ready), .csr_hit(ctr_hit), .csr_illegal(ctr_illegal), .csr_virtual(unused_ctr_virtual),
        .csr_rdata(ctr_rdata)
    );

    always @(posedge clk) begin
        if (rst) enable_reg <= 1'b0;
        else if (own_write && is_mie) enable_reg <= own_wdata[13];
        if (own_write && is_siselect) siselect_reg <= own_wdata[11:0];
    end

    wire unused = &{1'b0, own_wdata};

endmodule

`default_nettype wire
