// SPDX-License-Identifier: Apache-2.0
// PicoRV32, traced: its RVFI goes to nt_core_trace, which has the options beside +program=F.hex. A store to FINISH ends
// the run; so does the core's trap state.
`timescale 1ns / 1ns
`default_nettype none

module nt_picorv32_bench #(
    parameter integer WORDS = 1 << 16  // of memory, from address 0 on
);

    localparam [31:0] CONSOLE = 32'h10000000;  // a byte stored there is printed
    localparam [31:0] FINISH  = 32'h20000000;  // main's result is stored there

    wire clk, run;

    // Memory with an answer in the next cycle
    reg  [31:0] memory [0:WORDS-1];
    wire        mem_valid;
    reg         mem_ready = 1'b0;
    wire [31:0] mem_addr, mem_wdata;
    wire [3:0]  mem_wstrb;
    reg  [31:0] mem_rdata = 32'd0;
    reg         finished = 1'b0;
    reg  [31:0] result = 32'd0;
    integer     i;
    always @(posedge clk) begin
        mem_ready <= mem_valid && !mem_ready && !finished;  // after the end the core waits
        if (mem_valid && !mem_ready) begin
            if (mem_addr < 4 * WORDS) begin
                mem_rdata <= memory[mem_addr[31:2]];
                for (i = 0; i < 4; i = i + 1)
                    if (mem_wstrb[i]) memory[mem_addr[31:2]][8*i +: 8] <= mem_wdata[8*i +: 8];
            end
            if (mem_addr == CONSOLE && mem_wstrb != 4'd0) $write("%c", mem_wdata[7:0]);
            if (mem_addr == FINISH && mem_wstrb != 4'd0) begin
                finished <= 1'b1;
                result   <= mem_wdata;
            end
        end
    end

    wire        trapped, valid, rvfi_trap, rvfi_halt, rvfi_intr;
    wire [1:0]  mode;
    wire [4:0]  rs1_addr, rs2_addr, rd_addr;
    wire [31:0] insn, rs1_rdata, rs2_rdata, rd_wdata, pc_rdata, pc_wdata, a_addr, a_rdata, a_wdata;
    wire [3:0]  a_rmask, a_wmask;
    picorv32 #(
        .BARREL_SHIFTER(1), .COMPRESSED_ISA(1), .ENABLE_MUL(1), .ENABLE_DIV(1), .PROGADDR_RESET(32'd0)
    ) core (
        .clk(clk), .resetn(run), .trap(trapped),
        .mem_valid(mem_valid), .mem_instr(), .mem_ready(mem_ready), .mem_addr(mem_addr), .mem_wdata(mem_wdata),
        .mem_wstrb(mem_wstrb), .mem_rdata(mem_rdata),
        .mem_la_read(), .mem_la_write(), .mem_la_addr(), .mem_la_wdata(), .mem_la_wstrb(),
        .pcpi_valid(), .pcpi_insn(), .pcpi_rs1(), .pcpi_rs2(), .pcpi_wr(1'b0), .pcpi_rd(32'd0), .pcpi_wait(1'b0),
        .pcpi_ready(1'b0), .irq(32'd0), .eoi(),
        .rvfi_valid(valid), .rvfi_order(), .rvfi_insn(insn), .rvfi_trap(rvfi_trap), .rvfi_halt(rvfi_halt),
        .rvfi_intr(rvfi_intr), .rvfi_mode(mode), .rvfi_ixl(), .rvfi_rs1_addr(rs1_addr), .rvfi_rs2_addr(rs2_addr),
        .rvfi_rs1_rdata(rs1_rdata), .rvfi_rs2_rdata(rs2_rdata), .rvfi_rd_addr(rd_addr), .rvfi_rd_wdata(rd_wdata),
        .rvfi_pc_rdata(pc_rdata), .rvfi_pc_wdata(pc_wdata), .rvfi_mem_addr(a_addr), .rvfi_mem_rmask(a_rmask),
        .rvfi_mem_wmask(a_wmask), .rvfi_mem_rdata(a_rdata), .rvfi_mem_wdata(a_wdata),
        .rvfi_csr_mcycle_rmask(), .rvfi_csr_mcycle_wmask(), .rvfi_csr_mcycle_rdata(), .rvfi_csr_mcycle_wdata(),
        .rvfi_csr_minstret_rmask(), .rvfi_csr_minstret_wmask(), .rvfi_csr_minstret_rdata(), .rvfi_csr_minstret_wdata(),
        .trace_valid(), .trace_data()
    );

    nt_core_trace trace (
        .clk(clk), .run(run), .finished(finished), .result(result), .trapped(trapped),
        .valid(valid), .trap(rvfi_trap), .halt(rvfi_halt), .intr(rvfi_intr), .mode(mode),
        .rs1_addr(rs1_addr), .rs2_addr(rs2_addr), .rd_addr(rd_addr), .insn(insn), .rs1_rdata(rs1_rdata),
        .rs2_rdata(rs2_rdata), .rd_wdata(rd_wdata), .pc_rdata(pc_rdata), .pc_wdata(pc_wdata), .mem_addr(a_addr),
        .mem_rdata(a_rdata), .mem_wdata(a_wdata), .mem_rmask(a_rmask), .mem_wmask(a_wmask), .cause(32'd0), .tval(32'd0)
    );

    reg [8*1024-1:0] name;
    initial if ($value$plusargs("program=%s", name)) $readmemh(name, memory);

endmodule

`default_nettype wire
