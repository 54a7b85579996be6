// SPDX-License-Identifier: Apache-2.0
// What traces a core with RVFI on a bench: nt_rvfi_system, whose RAM sink writes to system memory, the accesses that start
// and end the trace, and the log of what the core says of itself.
//
//   +log=F.rvfi +trace=F.words [+cycles=N] [+control=HEX] [+features=HEX]
//
// The log has a line per instruction, with the names of RVFI first. The trace is what the RAM sink wrote, a word of 32
// bits a line, its first byte lowest. +control: trTeControl while it traces (1000067: HTM), +features: trTeInstFeatures
// (0). The last line printed says how the run ended.
`timescale 1ns / 1ns
`default_nettype none
`include "core_config.vh"

module nt_core_trace (
    output reg         clk,
    output reg         run,       // the core may leave its reset
    input  wire        finished,  // the program has ended, with `result`
    input  wire [31:0] result,
    input  wire        trapped,   // the core goes on no more
    input  wire        valid, trap, halt, intr,
    input  wire [1:0]  mode,
    input  wire [4:0]  rs1_addr, rs2_addr, rd_addr,
    input  wire [31:0] insn, rs1_rdata, rs2_rdata, rd_wdata, pc_rdata, pc_wdata,
    input  wire [31:0] mem_addr, mem_rdata, mem_wdata,
    input  wire [3:0]  mem_rmask, mem_wmask,
    input  wire [31:0] cause, tval // of the handler's first instruction: mcause and mtval; 0 where there are none
);

    // Registers: docs/system.md
    localparam [16:0] TE_CONTROL      = 17'h00000;
    localparam [16:0] TE_FEATURES     = 17'h00008;
    localparam [16:0] RAM_CONTROL     = 17'h19000;
    localparam [16:0] RAM_START_LOW   = 17'h19010;
    localparam [16:0] RAM_START_HIGH  = 17'h19014;
    localparam [16:0] RAM_LIMIT_LOW   = 17'h19018;
    localparam [16:0] RAM_LIMIT_HIGH  = 17'h1901c;
    localparam [31:0] ACTIVE          = 32'h1;
    localparam [31:0] RAM_SMEM        = 32'h11;  // trRamMode 1
    localparam [31:0] TRACING         = 32'h4;   // trTeInstTracing
    localparam        EMPTY           = 3;       // of both control registers

    reg rst = 1'b1;
    initial {clk, run} = 2'b00;
    always #5 clk = !clk;

    reg         PSEL = 1'b0, PENABLE = 1'b0, PWRITE = 1'b0;
    reg  [16:0] PADDR = 17'd0;
    reg  [31:0] PWDATA = 32'd0;
    wire        PREADY;
    wire [31:0] PRDATA;
    wire        overrun;
    wire        WVALID, WLAST, AWVALID;
    wire [31:0] WDATA;
    reg         answer = 1'b0;
    nt_rvfi_system #(
        .PIB(0), .SRAM_WORDS(0), .SMEM(1), .ATB_W(0), .CAUSES(1),
        .XLEN(`NT_XLEN), .NBLOCKS(`NT_NBLOCKS), .ITYPE_W(`NT_ITYPE_W), .IRETIRE_W(`NT_IRETIRE_W), .ICNT_W(`NT_ICNT_W),
        .HIST_W(`NT_HIST_W), .FIFO_DEPTH(`NT_FIFO_DEPTH), .SCONTEXT_W(`NT_SCONTEXT_W), .HCONTEXT_W(`NT_HCONTEXT_W),
        .SRC_W(`NT_SRC_W), .TSTAMP_W(`NT_TSTAMP_W), .STACK_DEPTH(`NT_STACK_DEPTH), .PARTIAL_W(`NT_PARTIAL_W),
        .REPEAT_W(`NT_REPEAT_W), .PERIOD_W(`NT_PERIOD_W), .OPTIONS(`NT_OPTIONS), .SIJUMP(`NT_SIJUMP),
        .BTYPE_TRAP(`NT_BTYPE_TRAP), .DRAFT(`NT_DRAFT), .NFILTERS(`NT_NFILTERS), .NCOMPARATORS(`NT_NCOMPARATORS),
        .NTRIGGERS(`NT_NTRIGGERS), .OUT_BYTES(`NT_OUT_BYTES)
    ) trace (
        .clk(clk), .rst(rst),
        .PSEL(PSEL), .PENABLE(PENABLE), .PADDR(PADDR), .PWRITE(PWRITE), .PWDATA(PWDATA), .PSTRB(4'hf),
        .PREADY(PREADY), .PRDATA(PRDATA), .PSLVERR(),
        .rvfi_valid(valid && run), .rvfi_insn(insn), .rvfi_trap(trap), .rvfi_halt(halt), .rvfi_intr(intr),
        .rvfi_mode(mode), .rvfi_pc_rdata(pc_rdata), .rvfi_pc_wdata(pc_wdata), .hart_virtual(1'b0), .hart_debug(1'b0),
        .hart_cause({cause[31], cause[4:0]}), .hart_tval(tval), .hart_reset(!run), .hart_lowpower(1'b0),
        .hart_context(1'b0), .ctype(2'd0), .impdef(32'd0), .trigger(3'd0), .hart_time(1'b0),
        .stall(), .overrun(overrun), .ext_trigger(1'b0), .ext_trigger_out(),
        .system_tick(1'b1), .system_time(1'b0), .shared_time(1'b0), .TRC_CLK(), .TRC_DATA(),
        .AWVALID(AWVALID), .AWADDR(), .AWLEN(), .AWSIZE(), .AWBURST(), .AWCACHE(), .AWPROT(), .AWREADY(1'b1),
        .WVALID(WVALID), .WDATA(WDATA), .WSTRB(), .WLAST(WLAST), .WREADY(1'b1), .BVALID(answer), .BRESP(2'd0), .BREADY(),
        .ATVALID(), .ATREADY(1'b1), .ATDATA(), .ATBYTES(), .ATID(), .AFVALID(1'b0), .AFREADY(), .SYNCREQ(1'b0)
    );

    // What the core and the sink report
    integer log, words;
    reg [31:0] instructions = 32'd0;
    reg [15:0] itypes = 16'd0;  // a bit for each that the ingress port had
    always @(posedge clk) begin
        answer <= WVALID && WLAST;
        if (!rst && (trace.iretire != 0 || trace.itype != 0)) itypes[trace.itype] <= 1'b1;
        if (WVALID) $fdisplay(words, "%h", WDATA);
        if (run && valid) begin
            instructions <= instructions + 32'd1;
            $fdisplay(log, "%h,%h,%h,%h,%h,%h,%h,%h,%h,%h,%h,%h,%h,%h,%h,%h,%h,%h,%h", insn, trap, intr, mode, rs1_addr,
                      rs2_addr, rs1_rdata, rs2_rdata, rd_addr, rd_wdata, pc_rdata, pc_wdata, mem_addr, mem_rmask,
                      mem_wmask, mem_rdata, mem_wdata, cause, tval);
        end
    end

    reg [31:0] data;
    task access(input write, input [16:0] address, input [31:0] value);
        begin
            @(negedge clk) {PSEL, PENABLE, PWRITE, PADDR, PWDATA} = {2'b10, write, address, value};
            @(negedge clk) PENABLE = 1'b1;
            #1 while (!PREADY) @(negedge clk);
            data = PRDATA;
            @(negedge clk) {PSEL, PENABLE, PWRITE} = 3'b000;
        end
    endtask

    task wait_until_empty(input [16:0] address);
        begin
            access(1'b0, address, 32'd0);
            while (!data[EMPTY]) access(1'b0, address, 32'd0);
        end
    endtask

    integer     cycles;
    reg [31:0]  control, features;
    reg [8*1024-1:0] name;
    initial begin
        if (!$value$plusargs("cycles=%d", cycles)) cycles = 100000000;
        if (!$value$plusargs("control=%h", control)) control = 32'h01000067;
        if (!$value$plusargs("features=%h", features)) features = 32'd0;
        if ($value$plusargs("log=%s", name)) log = $fopen(name, "w");
        if ($value$plusargs("trace=%s", name)) words = $fopen(name, "w");
        $fdisplay(log, "%s", {"insn,trap,intr,mode,rs1_addr,rs2_addr,rs1_rdata,rs2_rdata,rd_addr,rd_wdata,pc_rdata,",
                              "pc_wdata,mem_addr,mem_rmask,mem_wmask,mem_rdata,mem_wdata,csr_mcause_rdata,csr_mtval_rdata"});
        repeat (4) @(negedge clk);
        rst = 1'b0;

        // From the sink to the encoder; then the core leaves its reset
        access(1'b1, RAM_CONTROL, ACTIVE);
        access(1'b1, RAM_CONTROL, RAM_SMEM);
        access(1'b1, RAM_START_LOW, 32'd0);
        access(1'b1, RAM_START_HIGH, 32'd0);
        access(1'b1, RAM_LIMIT_LOW, 32'h3ffffffc);
        access(1'b1, RAM_LIMIT_HIGH, 32'd0);
        access(1'b1, RAM_CONTROL, RAM_SMEM | 32'h2);
        access(1'b1, TE_CONTROL, ACTIVE);
        access(1'b1, TE_FEATURES, features);
        access(1'b1, TE_CONTROL, control);
        run = 1'b1;
        while (!finished && !trapped && cycles > 0) @(negedge clk) cycles = cycles - 1;
        repeat (20) @(negedge clk);

        // From the encoder to the sink
        access(1'b1, TE_CONTROL, control & ~TRACING);
        access(1'b1, TE_CONTROL, ACTIVE);
        wait_until_empty(TE_CONTROL);
        access(1'b1, RAM_CONTROL, RAM_SMEM);
        wait_until_empty(RAM_CONTROL);
        $fclose(log);
        $fclose(words);
        $display("%0s %0d, %0d instructions, overrun %b, itypes %h", finished ? "finished" : trapped ? "trapped" : "no end",
                 result, instructions, overrun, itypes);
        $finish;
    end

endmodule

`default_nettype wire
