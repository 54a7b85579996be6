// SPDX-License-Identifier: Apache-2.0
// Ibex, traced: the RVFI of ibex_core goes to nt_core_trace, which has the options beside +program=F.hex. Memory, a
// machine timer, and a register whose store ends the run.
`timescale 1ns / 1ns

module nt_ibex_bench import ibex_pkg::*; #(
    parameter integer WORDS = 1 << 16  // of memory, from address 0 on
);

    localparam [31:0] FINISH        = 32'h20000000;  // main's result is stored there
    localparam [31:0] MTIMECMP      = 32'h02004000;  // 64 bits
    localparam [31:0] MTIMECMP_HIGH = 32'h02004004;
    localparam [31:0] MTIME         = 32'h0200bff8;  // 64 bits, cycles
    localparam [31:0] MTIME_HIGH    = 32'h0200bffc;

    wire clk, run;

    // Both ports are granted at once, but after the end, and answered in the next cycle
    reg  [31:0] memory [0:WORDS-1];
    wire        fetch, access, write;
    wire [3:0]  strobe;
    wire [31:0] fetch_addr, addr, wdata;
    reg         fetched = 1'b0, accessed = 1'b0, bad = 1'b0, finished = 1'b0;
    reg  [31:0] code = 32'd0, rdata = 32'd0, result = 32'd0;
    reg  [63:0] mtime = 64'd0, mtimecmp = 64'hffffffffffffffff;
    integer     i;
    always @(posedge clk) begin
        fetched  <= fetch && !finished;
        accessed <= access;
        code     <= memory[fetch_addr[17:2]];
        mtime    <= mtime + 64'd1;
        bad      <= 1'b0;
        if (access) begin
            if (addr < 4 * WORDS) begin
                rdata <= memory[addr[17:2]];
                for (i = 0; i < 4; i = i + 1)
                    if (write && strobe[i]) memory[addr[17:2]][8*i +: 8] <= wdata[8*i +: 8];
            end else case (addr)
                FINISH: if (write) begin
                    finished <= 1'b1;
                    result   <= wdata;
                end
                MTIMECMP:      if (write) mtimecmp[31:0]  <= wdata; else rdata <= mtimecmp[31:0];
                MTIMECMP_HIGH: if (write) mtimecmp[63:32] <= wdata; else rdata <= mtimecmp[63:32];
                MTIME:         rdata <= mtime[31:0];
                MTIME_HIGH:    rdata <= mtime[63:32];
                default:       bad <= 1'b1;  // an access fault
            endcase
        end
    end

    // The register file, which is not in ibex_core
    wire [4:0]  ra, rb, rd;
    wire        rd_we;
    wire [31:0] rd_value;
    reg  [31:0] x [0:31];
    always @(posedge clk) if (rd_we && rd != 5'd0) x[rd] <= rd_value;
    initial for (i = 0; i < 32; i = i + 1) x[i] = 32'd0;

    wire        valid, trap, halt, intr, double_fault;
    wire [1:0]  mode;
    wire [4:0]  rs1_addr, rs2_addr, rd_addr;
    wire [31:0] insn, rs1_rdata, rs2_rdata, rd_wdata, pc_rdata, pc_wdata, a_addr, a_rdata, a_wdata;
    wire [3:0]  a_rmask, a_wmask;
    wire [21:0] tag [IC_NUM_WAYS];
    wire [63:0] line [IC_NUM_WAYS];
    ibex_core #(
        .PMPEnable(1), .RV32M(RV32MSingleCycle), .RV32B(RV32BNone), .BranchTargetALU(1), .WritebackStage(1)
    ) core (
        .clk_i(clk), .rst_ni(run), .hart_id_i(32'd0), .boot_addr_i(32'd0),
        .instr_req_o(fetch), .instr_gnt_i(fetch && !finished), .instr_rvalid_i(fetched), .instr_addr_o(fetch_addr), .instr_rdata_i(code),
        .instr_err_i(1'b0),
        .data_req_o(access), .data_gnt_i(access), .data_rvalid_i(accessed), .data_we_o(write), .data_be_o(strobe),
        .data_addr_o(addr), .data_wdata_o(wdata), .data_rdata_i(rdata), .data_err_i(bad),
        .dummy_instr_id_o(), .dummy_instr_wb_o(), .rf_raddr_a_o(ra), .rf_raddr_b_o(rb), .rf_waddr_wb_o(rd),
        .rf_we_wb_o(rd_we), .rf_wdata_wb_ecc_o(rd_value), .rf_rdata_a_ecc_i(x[ra]), .rf_rdata_b_ecc_i(x[rb]),
        .ic_tag_req_o(), .ic_tag_write_o(), .ic_tag_addr_o(), .ic_tag_wdata_o(), .ic_tag_rdata_i(tag),
        .ic_data_req_o(), .ic_data_write_o(), .ic_data_addr_o(), .ic_data_wdata_o(), .ic_data_rdata_i(line),
        .ic_scr_key_valid_i(1'b0), .ic_scr_key_req_o(),
        .irq_software_i(1'b0), .irq_timer_i(mtime >= mtimecmp), .irq_external_i(1'b0), .irq_fast_i(15'd0), .irq_nm_i(1'b0),
        .irq_pending_o(), .debug_req_i(1'b0), .crash_dump_o(), .double_fault_seen_o(double_fault),
        .rvfi_valid(valid), .rvfi_order(), .rvfi_insn(insn), .rvfi_trap(trap), .rvfi_halt(halt), .rvfi_intr(intr),
        .rvfi_mode(mode), .rvfi_ixl(), .rvfi_rs1_addr(rs1_addr), .rvfi_rs2_addr(rs2_addr), .rvfi_rs3_addr(),
        .rvfi_rs1_rdata(rs1_rdata), .rvfi_rs2_rdata(rs2_rdata), .rvfi_rs3_rdata(), .rvfi_rd_addr(rd_addr),
        .rvfi_rd_wdata(rd_wdata), .rvfi_pc_rdata(pc_rdata), .rvfi_pc_wdata(pc_wdata), .rvfi_mem_addr(a_addr),
        .rvfi_mem_rmask(a_rmask), .rvfi_mem_wmask(a_wmask), .rvfi_mem_rdata(a_rdata), .rvfi_mem_wdata(a_wdata),
        .rvfi_ext_pre_mip(), .rvfi_ext_post_mip(), .rvfi_ext_nmi(), .rvfi_ext_nmi_int(), .rvfi_ext_debug_req(),
        .rvfi_ext_debug_mode(), .rvfi_ext_rf_wr_suppress(), .rvfi_ext_mcycle(), .rvfi_ext_mhpmcounters(),
        .rvfi_ext_mhpmcountersh(), .rvfi_ext_ic_scr_key_valid(), .rvfi_ext_irq_valid(),
        .fetch_enable_i(IbexMuBiOn), .alert_minor_o(), .alert_major_internal_o(), .alert_major_bus_o(), .core_busy_o()
    );

    // Where an mret leads is not in this RVFI, which has the next address in line
    wire [31:0] next = insn == 32'h30200073 ? core.cs_registers_i.mepc_q : pc_wdata;
    nt_core_trace trace (
        .clk(clk), .run(run), .finished(finished), .result(result), .trapped(double_fault),
        .valid(valid), .trap(trap), .halt(halt), .intr(intr), .mode(mode),
        .rs1_addr(rs1_addr), .rs2_addr(rs2_addr), .rd_addr(rd_addr), .insn(insn), .rs1_rdata(rs1_rdata),
        .rs2_rdata(rs2_rdata), .rd_wdata(rd_wdata), .pc_rdata(pc_rdata), .pc_wdata(next), .mem_addr(a_addr),
        .mem_rdata(a_rdata), .mem_wdata(a_wdata), .mem_rmask(a_rmask), .mem_wmask(a_wmask),
        .cause({core.cs_registers_i.mcause_q.irq_ext | core.cs_registers_i.mcause_q.irq_int, 26'd0,
                core.cs_registers_i.mcause_q.lower_cause}), .tval(core.cs_registers_i.mtval_q)
    );

    reg [8*1024-1:0] name;
    initial if ($value$plusargs("program=%s", name)) $readmemh(name, memory);

endmodule
