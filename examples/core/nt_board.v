// SPDX-License-Identifier: Apache-2.0
// A core and its trace: RVFI goes through nt_rvfi into nt_trace_encoder, its bytes through a RAM sink
// into the memory that the core runs in. The program sets both by their registers. docs/my-core.md.
//
// board_config.vh has the encoder's parameters: scripts/config.py vh examples/core/board.cfg
`include "board_config.vh"
`default_nettype none

module nt_board #(
    // Bytes of memory, from 0x80000000 on
    parameter integer MEMORY = 262144
) (
    input  wire        clk,
    input  wire        rst,

    // What the program reads to set up its trace
    input  wire [31:0] switches_control,
    input  wire [31:0] switches_features,
    input  wire [31:0] switches_own,

    // The program has ended with a status
    output wire        finished,
    output wire [31:0] status,
    output wire        overrun,          // the adapter lost something: never

    // The core's RVFI, for whoever looks on
    input  wire        rvfi_ready,
    output wire        rvfi_valid,
    output wire [63:0] rvfi_order,
    output wire [31:0] rvfi_insn,
    output wire        rvfi_trap,
    output wire        rvfi_halt,
    output wire        rvfi_intr,
    output wire [1:0]  rvfi_mode,
    output wire [4:0]  rvfi_rd_addr,
    output wire [31:0] rvfi_rd_wdata,
    output wire [31:0] rvfi_pc_rdata,
    output wire [31:0] rvfi_pc_wdata,
    output wire [31:0] rvfi_mem_addr,
    output wire [3:0]  rvfi_mem_rmask,
    output wire [3:0]  rvfi_mem_wmask,
    output wire [31:0] rvfi_mem_rdata,
    output wire [31:0] rvfi_mem_wdata,
    output wire [14*32-1:0] rvfi_csr_rdata,
    output wire [14*32-1:0] rvfi_csr_wdata
);

    localparam MEMORY_W = $clog2(MEMORY);

    // ---- Core

    wire        bus_valid;
    wire [31:0] bus_addr;
    wire [3:0]  bus_wstrb;
    wire [31:0] bus_wdata;
    wire        bus_ready;
    wire        bus_error;
    reg  [31:0] bus_rdata;
    wire        software_irq;
    wire        timer_irq;
    wire        stall;

    nt_core core (
        .clk(clk), .rst(rst), .bus_valid(bus_valid), .bus_addr(bus_addr), .bus_wstrb(bus_wstrb),
        .bus_wdata(bus_wdata), .bus_ready(bus_ready), .bus_error(bus_error), .bus_rdata(bus_rdata),
        .external_irq(1'b0), .software_irq(software_irq), .timer_irq(timer_irq), .stall(stall),
        .rvfi_ready(rvfi_ready), .rvfi_valid(rvfi_valid), .rvfi_order(rvfi_order), .rvfi_insn(rvfi_insn),
        .rvfi_trap(rvfi_trap), .rvfi_halt(rvfi_halt), .rvfi_intr(rvfi_intr), .rvfi_mode(rvfi_mode), .rvfi_ixl(),
        .rvfi_rs1_addr(), .rvfi_rs2_addr(), .rvfi_rs1_rdata(), .rvfi_rs2_rdata(), .rvfi_rd_addr(rvfi_rd_addr),
        .rvfi_rd_wdata(rvfi_rd_wdata), .rvfi_pc_rdata(rvfi_pc_rdata), .rvfi_pc_wdata(rvfi_pc_wdata),
        .rvfi_mem_addr(rvfi_mem_addr), .rvfi_mem_rmask(rvfi_mem_rmask), .rvfi_mem_wmask(rvfi_mem_wmask),
        .rvfi_mem_rdata(rvfi_mem_rdata), .rvfi_mem_wdata(rvfi_mem_wdata), .rvfi_csr_rdata(rvfi_csr_rdata),
        .rvfi_csr_wdata(rvfi_csr_wdata)
    );

    // ---- Addresses

    wire at_memory   = bus_addr >> MEMORY_W == 32'h80000000 >> MEMORY_W;
    wire at_timer    = bus_addr[31:16] == 16'h0200;
    wire at_encoder  = bus_addr[31:12] == 20'h10000;
    wire at_sink     = bus_addr[31:12] == 20'h10001;
    wire at_switches = bus_addr[31:4] == 28'h1000200;
    wire at_finish   = bus_addr == 32'h00100000;
    wire at_apb      = at_encoder || at_sink;

    // APB: a cycle of setup, then access until PREADY
    reg         penable_reg;
    wire        psel = bus_valid && at_apb;
    wire [31:0] encoder_prdata, sink_prdata;
    wire        encoder_pready, sink_pready;
    wire        encoder_pslverr, sink_pslverr;
    wire        apb_ready = penable_reg && (at_sink ? sink_pready : encoder_pready);
    always @(posedge clk) penable_reg <= !rst && psel && !apb_ready;

    wire [31:0] memory_rdata, timer_rdata;
    assign bus_ready = bus_valid && (!at_apb || apb_ready);
    assign bus_error = at_apb ? (at_sink ? sink_pslverr : encoder_pslverr) :
                                !(at_memory || at_timer || at_switches || at_finish);
    always @* begin
        bus_rdata = memory_rdata;
        if (at_timer) bus_rdata = timer_rdata;
        if (at_encoder) bus_rdata = encoder_prdata;
        if (at_sink) bus_rdata = sink_prdata;
        if (at_switches)
            bus_rdata = bus_addr[3] ? switches_own : bus_addr[2] ? switches_features : switches_control;
    end
    assign finished = bus_valid && at_finish && bus_wstrb != 4'd0;
    assign status   = bus_wdata;

    wire [63:0] mtime;
    nt_board_timer clint (
        .clk(clk), .rst(rst), .addr(bus_addr[15:0]), .write(bus_valid && at_timer && bus_wstrb != 4'd0),
        .wdata(bus_wdata), .rdata(timer_rdata), .mtime(mtime), .timer_irq(timer_irq), .software_irq(software_irq)
    );

    // ---- Trace: adapter, encoder, sink

    localparam ITYPE_W   = `NT_ITYPE_W;
    localparam IRETIRE_W = `NT_IRETIRE_W;
    localparam COUNT_W   = $clog2(`NT_OUT_BYTES + 1);

    // An instruction that waits for another onlooker is told once
    reg told_reg;
    always @(posedge clk) told_reg <= !rst && rvfi_valid && !rvfi_ready;

    wire [ITYPE_W-1:0]   itype;
    wire [31:0]          iaddr, tval;
    wire [IRETIRE_W-1:0] iretire;
    wire [1:0]           ilastsize;
    wire                 sijump, halted, reset, lowpower;
    wire [5:0]           cause;
    wire [2:0]           priv;
    // A handler in S mode has scause and stval, one in M mode mcause and mtval
    wire                 supervises = rvfi_mode == 2'd1;
    nt_rvfi #(
        .XLEN(32), .NRET(1), .NBLOCKS(1), .ITYPE_W(ITYPE_W), .IRETIRE_W(IRETIRE_W), .SIJUMP(`NT_SIJUMP)
    ) adapter (
        .clk(clk), .rst(rst), .rvfi_valid(rvfi_valid && !told_reg), .rvfi_insn(rvfi_insn), .rvfi_trap(rvfi_trap),
        .rvfi_halt(rvfi_halt), .rvfi_intr(rvfi_intr), .rvfi_mode(rvfi_mode), .rvfi_pc_rdata(rvfi_pc_rdata),
        .rvfi_pc_wdata(rvfi_pc_wdata), .hart_virtual(1'b0), .hart_debug(1'b0),
        .hart_cause(supervises ? rvfi_csr_rdata[8*32 +: 6] : rvfi_csr_rdata[32 +: 6]),
        .hart_tval(supervises ? rvfi_csr_rdata[7*32 +: 32] : rvfi_csr_rdata[0 +: 32]), .hart_reset(1'b0),
        .hart_lowpower(1'b0), .itype(itype), .iaddr(iaddr), .iretire(iretire), .ilastsize(ilastsize),
        .sijump(sijump), .cause(cause), .tval(tval), .priv(priv), .halted(halted), .reset(reset),
        .lowpower(lowpower), .overrun(overrun)
    );

    wire [`NT_TSTAMP_W-1:0]    timestamp;
    wire                       out_valid, out_ready;
    wire [8*`NT_OUT_BYTES-1:0] out;
    wire [COUNT_W-1:0]         out_count;
    nt_trace_encoder #(
        .XLEN(`NT_XLEN), .NBLOCKS(`NT_NBLOCKS), .ITYPE_W(`NT_ITYPE_W), .IRETIRE_W(`NT_IRETIRE_W),
        .ICNT_W(`NT_ICNT_W), .HIST_W(`NT_HIST_W), .FIFO_DEPTH(`NT_FIFO_DEPTH), .SCONTEXT_W(`NT_SCONTEXT_W),
        .HCONTEXT_W(`NT_HCONTEXT_W), .SRC_W(`NT_SRC_W), .TSTAMP_W(`NT_TSTAMP_W), .STACK_DEPTH(`NT_STACK_DEPTH),
        .PARTIAL_W(`NT_PARTIAL_W), .REPEAT_W(`NT_REPEAT_W), .PERIOD_W(`NT_PERIOD_W), .OPTIONS(`NT_OPTIONS),
        .SIJUMP(`NT_SIJUMP), .BTYPE_TRAP(`NT_BTYPE_TRAP), .DRAFT(`NT_DRAFT), .NFILTERS(`NT_NFILTERS),
        .NCOMPARATORS(`NT_NCOMPARATORS), .NTRIGGERS(`NT_NTRIGGERS), .OUT_BYTES(`NT_OUT_BYTES)
    ) encoder (
        .clk(clk), .rst(rst), .PSEL(psel && at_encoder), .PENABLE(penable_reg), .PADDR(bus_addr[11:0]),
        .PWRITE(bus_wstrb != 4'd0), .PWDATA(bus_wdata), .PSTRB(bus_wstrb), .PREADY(encoder_pready),
        .PRDATA(encoder_prdata), .PSLVERR(encoder_pslverr), .itype(itype), .iaddr(iaddr), .iretire(iretire),
        .ilastsize(ilastsize), .sijump(sijump), .cause(cause), .tval(tval), .priv(priv), .hart_context(1'b0),
        .ctype(2'd0), .impdef(32'd0), .trigger(3'd0), .halted(halted), .reset(reset), .lowpower(lowpower),
        .hart_time(mtime[`NT_TSTAMP_W-1:0]), .stall(stall), .ext_trigger(1'b0), .ext_trigger_out(),
        .system_tick(1'b1), .shared_time({`NT_TSTAMP_W{1'b0}}), .timestamp(timestamp), .out_valid(out_valid),
        .out(out), .out_count(out_count), .out_ready(out_ready)
    );

    wire        awvalid, awready, wvalid, wlast, wready, bvalid, bready;
    wire [63:0] awaddr;
    wire [31:0] axi_wdata;
    wire [3:0]  axi_wstrb;
    wire [1:0]  bresp;
    nt_ram_unit #(.BYTES(`NT_OUT_BYTES), .SRAM_WORDS(0), .SMEM(1)) sink (
        .clk(clk), .rst(rst), .PSEL(psel && at_sink), .PENABLE(penable_reg), .PADDR(bus_addr[11:0]),
        .PWRITE(bus_wstrb != 4'd0), .PWDATA(bus_wdata), .PSTRB(bus_wstrb), .PREADY(sink_pready),
        .PRDATA(sink_prdata), .PSLVERR(sink_pslverr), .trRamActive(), .trRamEnable(), .in_valid(out_valid),
        .in_count(out_count), .in(out), .in_ready(out_ready), .AWVALID(awvalid), .AWADDR(awaddr), .AWLEN(),
        .AWSIZE(), .AWBURST(), .AWCACHE(), .AWPROT(), .AWREADY(awready), .WVALID(wvalid), .WDATA(axi_wdata),
        .WSTRB(axi_wstrb), .WLAST(wlast), .WREADY(wready), .BVALID(bvalid), .BRESP(bresp), .BREADY(bready)
    );

    nt_board_memory #(.SIZE(MEMORY)) ram (
        .clk(clk), .rst(rst), .addr(bus_addr[MEMORY_W-1:2]), .wstrb(bus_valid && at_memory ? bus_wstrb : 4'd0),
        .wdata(bus_wdata), .rdata(memory_rdata), .AWVALID(awvalid), .AWADDR(awaddr[MEMORY_W-1:2]),
        .AWREADY(awready), .WVALID(wvalid), .WDATA(axi_wdata), .WSTRB(axi_wstrb), .WLAST(wlast), .WREADY(wready),
        .BVALID(bvalid), .BRESP(bresp), .BREADY(bready)
    );

    wire unused = &{1'b0, mtime, timestamp, awaddr};

endmodule

`default_nettype wire
