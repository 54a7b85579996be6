// SPDX-License-Identifier: Apache-2.0
// How a hart that retires one instruction per cycle takes nt_ctr: its commit stage becomes a block, its
// CSR unit holds an access until it is done.
`default_nettype none

module ctr_hart (
    input  wire        clk,
    input  wire        rst,

    // Commit stage: an instruction that retires, or a trap in its place
    input  wire        commit,
    input  wire        trap,
    input  wire        interrupt,     // of the trap
    input  wire [15:0] cause,
    input  wire [31:0] pc,            // of the instruction; epc
    input  wire [31:0] next_pc,       // where execution goes on: target, or handler
    input  wire [3:0]  transfer_type, // of the instruction, 0 for none
    input  wire [2:0]  mode,          // before it
    input  wire [2:0]  next_mode,     // after it

    // CSR unit: an instruction that accesses a CSR, before it retires
    input  wire        csr,
    input  wire [11:0] csr_addr,
    input  wire [1:0]  csr_op,
    input  wire [31:0] csr_wdata,
    input  wire [11:0] siselect,
    output wire        csr_ready,
    output wire        csr_illegal,   // raise an illegal-instruction exception
    output wire [31:0] csr_rdata
);

    wire hit, refused, unused_virtual;

    nt_ctr #(
        .XLEN(32), .NBLOCKS(1), .DEPTH_MIN(16), .DEPTH_MAX(16), .HAS_H(0), .HAS_MISP(0)
    ) ctr (
        .clk(clk), .rst(rst), .priv(mode), .halted(1'b0),
        .block_valid(commit || trap),
        .itype(trap ? interrupt ? 4'd2 : 4'd1 : transfer_type),
        .isrc(pc), .itgt(next_pc), .tpriv(next_mode), .misp(1'b0), .cause(cause),
        .csr_valid(csr), .csr_clear(1'b0), .csr_addr(csr_addr), .csr_op(csr_op),
        .csr_wdata(csr_wdata), .select(siselect),
        .stateen(4'b1111), // without Smstateen nothing is shut
        .csr_ready(csr_ready), .csr_hit(hit), .csr_illegal(refused), .csr_virtual(unused_virtual),
        .csr_rdata(csr_rdata)
    );

    // A CSR that nobody has is illegal too; a hart with others asks them first
    assign csr_illegal = csr_ready && (refused || !hit);

endmodule

`default_nettype wire
