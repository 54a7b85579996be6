// SPDX-License-Identifier: Apache-2.0
// Runs a program of the suites on the example's core with 64 KiB of memory and nothing else; Icarus or Verilator.
//
//   +program=FILE   the program, as objcopy -O verilog writes it, from the first address of memory on
//   +limit=N        clock cycles (3000000)
//
// It prints one line: "passed", "skipped" or "failed: line N", N being of the program's source.
`default_nettype none

module nt_suite_bench;

    localparam MEMORY = 65536;

    reg clk = 1'b0;
    reg rst = 1'b1;
    always #5 clk = !clk;

    wire        bus_valid;
    wire [31:0] bus_addr, bus_wdata;
    wire [3:0]  bus_wstrb;
    wire        at_memory = bus_addr[31:16] == 16'h8000;
    wire        at_finish = bus_addr == 32'h00100000;

    reg [7:0]   memory [0:MEMORY-1];
    wire [15:0] at = {bus_addr[15:2], 2'd0};
    nt_core core (
        .clk(clk), .rst(rst), .bus_valid(bus_valid), .bus_addr(bus_addr), .bus_wstrb(bus_wstrb), .bus_wdata(bus_wdata),
        .bus_ready(bus_valid), .bus_error(!at_memory && !at_finish),
        .bus_rdata({memory[at+3], memory[at+2], memory[at+1], memory[at]}), .external_irq(1'b0), .software_irq(1'b0),
        .timer_irq(1'b0), .stall(1'b0), .rvfi_ready(1'b1), .rvfi_valid(), .rvfi_order(), .rvfi_insn(), .rvfi_trap(),
        .rvfi_halt(), .rvfi_intr(), .rvfi_mode(), .rvfi_ixl(), .rvfi_rs1_addr(), .rvfi_rs2_addr(), .rvfi_rs1_rdata(),
        .rvfi_rs2_rdata(), .rvfi_rd_addr(), .rvfi_rd_wdata(), .rvfi_pc_rdata(), .rvfi_pc_wdata(), .rvfi_mem_addr(),
        .rvfi_mem_rmask(), .rvfi_mem_wmask(), .rvfi_mem_rdata(), .rvfi_mem_wdata(), .rvfi_csr_rdata(), .rvfi_csr_wdata()
    );

    reg [8*1024-1:0] path;
    integer limit = 3000000, cycles = 0, i;
    initial begin
        for (i = 0; i < MEMORY; i = i + 1) memory[i] = 8'd0;
        if ($value$plusargs("program=%s", path)) $readmemh(path, memory);
        if ($value$plusargs("limit=%d", limit)) ;
    end

    always @(negedge clk) begin
        cycles = cycles + 1;
        if (cycles == 4) rst = 1'b0;
        if (!rst && bus_valid && at_finish && bus_wstrb != 4'd0) begin
            if (bus_wdata == 32'h5555) $display("passed");
            else if (bus_wdata[31:16] == 16'hffff) $display("skipped");
            else $display("failed: line %0d", bus_wdata[31:16]);
            $finish;
        end else if (cycles == limit) begin
            $display("failed: no end");
            $finish;
        end
        for (i = 0; i < 4; i = i + 1)
            if (bus_valid && at_memory && bus_wstrb[i]) memory[at + i[15:0]] = bus_wdata[8*i +: 8];
    end

endmodule

`default_nettype wire
