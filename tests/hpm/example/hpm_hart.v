// SPDX-License-Identifier: Apache-2.0
// How a hart that retires one instruction per cycle takes nt_hpm: its commit stage becomes a block of one
// instruction, its CSR unit holds an access until it is done, and bit 13 of mip is the counters'.
`default_nettype none

module hpm_hart (
    input  wire        clk,
    input  wire        rst,

    // Commit stage: an instruction that retires, or a trap in its place
    input  wire        commit,
    input  wire        trap,
    input  wire        interrupt,     // of the trap
    input  wire [3:0]  transfer_type, // of the instruction, 0 for none
    input  wire [2:0]  mode,          // before it
    input  wire [2:0]  next_mode,     // after it
    input  wire        cache_miss,

    // CSR unit: an instruction that accesses a CSR. It is the next one to commit, unless it is refused
    input  wire        csr,
    input  wire [11:0] csr_addr,
    input  wire [1:0]  csr_op,
    input  wire [31:0] csr_wdata,
    output wire        csr_ready,
    output wire        csr_illegal,
    output wire [31:0] csr_rdata,

    // mip: bit 13, and writes of it
    output wire        mip_lcofip,
    input  wire        mip_write,
    input  wire        mip_wdata
);

    wire        hit, refused, unused_virtual;
    wire [31:0] mcounteren, unused_hcounteren, scounteren;

    nt_hpm #(
        .XLEN(32), .NBLOCKS(1), .ICOUNT_W(1), .NCOUNTERS(2), .WIDTH(32), .NEXT_EVENTS(1), .HAS_H(0)
    ) hpm (
        .clk(clk), .rst(rst), .priv(mode), .stop(1'b0),
        .block_valid(commit || trap), .icount(commit && !trap),
        .itype(trap ? interrupt ? 4'd2 : 4'd1 : transfer_type), .tpriv(next_mode),
        .trace_messages(4'd0), .trace_bytes(4'd0), .trace_stall(1'b0), .trace_loss(1'b0),
        .ext_event(cache_miss),
        .csr_valid(csr), .csr_addr(csr_addr), .csr_op(csr_op), .csr_wdata(csr_wdata), .csr_retires(1'b1),
        .select(12'd0), .stateen(2'b11), .cde(1'b0),
        .csr_ready(csr_ready), .csr_hit(hit), .csr_rdata(csr_rdata), .csr_illegal(refused),
        .csr_virtual(unused_virtual),
        .mcounteren(mcounteren), .hcounteren(unused_hcounteren), .scounteren(scounteren),
        .lcofip(mip_lcofip), .lcofip_write(mip_write), .lcofip_wdata(mip_wdata)
    );

    // A CSR that nobody has is illegal too; a hart with others, `time` among them, asks those first
    assign csr_illegal = csr_ready && (refused || !hit);
    wire unused = &{1'b0, mcounteren, scounteren};

endmodule

`default_nettype wire
