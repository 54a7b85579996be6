// SPDX-License-Identifier: Apache-2.0
// Runs a program on the board, and writes what happened. Icarus or Verilator (--binary).
//
//   +program=FILE   the program, as objcopy -O verilog writes it, from the first address of memory on
//   +log=FILE       what retired, as text of RVFI: ntrace import --format rvfi
//   +trace=FILE     the trace, read from memory
//   +tandem=FILE    the tandem-verification trace: ntrace tv verify
//   +control=HEX +features=HEX +own=HEX   the switches: trTeControl, trTeInstFeatures, ntEnRepeatBranch
//   +limit=N        clock cycles (20000000)
//
// The last line printed begins with "finished" if the program returned 0, else with "FAILED".
`include "board_config.vh"
`default_nettype none

module nt_board_bench;

    localparam MEMORY = 262144;
    localparam [11:0] MSTATUS = 12'h300, MIE = 12'h304, MTVEC = 12'h305, MSCRATCH = 12'h340, MEPC = 12'h341,
                      MCAUSE = 12'h342, MTVAL = 12'h343, SSTATUS = 12'h100, STVEC = 12'h105, SSCRATCH = 12'h140,
                      SEPC = 12'h141, SCAUSE = 12'h142, STVAL = 12'h143, MEDELEG = 12'h302, MIDELEG = 12'h303;

    reg clk = 1'b0;
    reg rst = 1'b1;
    always #5 clk = !clk;

    reg [31:0] control  = 32'h01000062;  // HTM
    reg [31:0] features = 32'd0;
    reg [31:0] own      = 32'd0;

    wire        finished, overrun;
    wire [31:0] status;
    wire        rvfi_ready, rvfi_valid, rvfi_trap, rvfi_halt, rvfi_intr;
    wire [63:0] rvfi_order;
    wire [31:0] rvfi_insn, rvfi_rd_wdata, rvfi_pc_rdata, rvfi_pc_wdata, rvfi_mem_addr, rvfi_mem_rdata, rvfi_mem_wdata;
    wire [1:0]  rvfi_mode;
    wire [4:0]  rvfi_rd_addr;
    wire [3:0]  rvfi_mem_rmask, rvfi_mem_wmask;
    wire [14*32-1:0] rvfi_csr_rdata, rvfi_csr_wdata;

    nt_board #(.MEMORY(MEMORY)) board (
        .clk(clk), .rst(rst), .switches_control(control), .switches_features(features), .switches_own(own),
        .finished(finished), .status(status), .overrun(overrun), .rvfi_ready(rvfi_ready), .rvfi_valid(rvfi_valid),
        .rvfi_order(rvfi_order), .rvfi_insn(rvfi_insn), .rvfi_trap(rvfi_trap), .rvfi_halt(rvfi_halt),
        .rvfi_intr(rvfi_intr), .rvfi_mode(rvfi_mode), .rvfi_rd_addr(rvfi_rd_addr), .rvfi_rd_wdata(rvfi_rd_wdata),
        .rvfi_pc_rdata(rvfi_pc_rdata), .rvfi_pc_wdata(rvfi_pc_wdata), .rvfi_mem_addr(rvfi_mem_addr),
        .rvfi_mem_rmask(rvfi_mem_rmask), .rvfi_mem_wmask(rvfi_mem_wmask), .rvfi_mem_rdata(rvfi_mem_rdata),
        .rvfi_mem_wdata(rvfi_mem_wdata), .rvfi_csr_rdata(rvfi_csr_rdata), .rvfi_csr_wdata(rvfi_csr_wdata)
    );

    // ---- The same RVFI as a tandem-verification trace

    wire        valid, insn_valid, insn_size, pc_given, gpr_valid, fpr_valid, paddr_valid, eaddr_valid, mem_valid;
    wire        priv_valid, ready, held, tandem_overrun, gap, idle, tandem_valid;
    wire [31:0] insn, pc_next, gpr_data, paddr, eaddr;
    wire        fpr_data;
    wire [4:0]  gpr_addr, fpr_addr;
    wire [3:0]  csr_valid;
    wire [47:0] csr_addr;
    wire [127:0] csr_data;
    wire [1:0]  mem_size, priv;
    wire [63:0] mem_data;
    wire [5:0]  refused, tandem_count;
    wire [255:0] tandem_data;
    // Where no instruction could be fetched there is none: its group has a number of no instruction's form
    wire [31:0] tandem_insn = rvfi_trap && rvfi_csr_wdata[32 +: 32] == 32'd1 ? 32'h0000001f : rvfi_insn;
    reg         flush = 1'b0;
    // It begins with the reset, and what is in CSRs then
    reg         tandem_rst = 1'b1;
    reg [3:0]   begins     = 4'd0;  // 1: the reset; 2 to 8: a CSR
    wire [12*7-1:0] init_csrs = {MIDELEG, MEDELEG, SSCRATCH, STVEC, MSCRATCH, MTVEC, MIE};
    wire [11:0] init_csr   = init_csrs[12*(begins-4'd2) +: 12];
    // The view of mstatus that an entry to S mode looks at; it is written by mstatus
    wire [31:0] sstatus    = rvfi_csr_rdata[6*32 +: 32] & 32'h00000122;
    nt_tv_rvfi #(.XLEN(32), .FLEN(0), .MLEN(32), .NRET(1), .CSRS(15), .ADDRESSES(0), .LOADS(1)) tandem_rvfi (
        .clk(clk), .rst(rst), .rvfi_valid(rvfi_valid), .rvfi_order(rvfi_order), .rvfi_insn(tandem_insn),
        .rvfi_trap(rvfi_trap), .rvfi_halt(rvfi_halt), .rvfi_intr(rvfi_intr), .rvfi_mode(rvfi_mode),
        .rvfi_rd_addr(rvfi_rd_addr), .rvfi_rd_wdata(rvfi_rd_wdata), .rvfi_pc_rdata(rvfi_pc_rdata),
        .rvfi_pc_wdata(rvfi_pc_wdata), .rvfi_mem_addr(rvfi_mem_addr), .rvfi_mem_rmask(rvfi_mem_rmask),
        .rvfi_mem_wmask(rvfi_mem_wmask), .rvfi_mem_wdata(rvfi_mem_wdata), .rvfi_mem_extamo(1'b0),
        .rvfi_mem_paddr(64'd0), .rvfi_frd_wvalid(1'b0), .rvfi_frd_addr(5'd0), .rvfi_frd_wdata(1'b0),
        .rvfi_csr_addr({SSTATUS, MIDELEG, MEDELEG, STVEC, SSCRATCH, SEPC, SCAUSE, STVAL, MSTATUS, MIE, MTVEC, MSCRATCH,
                        MEPC, MCAUSE, MTVAL}),
        .rvfi_csr_rmask({15*32{1'b1}}), .rvfi_csr_wmask({32'd0, {14*32{1'b1}}}), .rvfi_csr_rdata({sstatus, rvfi_csr_rdata}),
        .rvfi_csr_wdata({sstatus, rvfi_csr_wdata}), .rvfi_ready(rvfi_ready), .flush(flush), .valid(valid),
        .insn_valid(insn_valid), .insn_size(insn_size), .insn(insn), .pc_given(pc_given), .pc_next(pc_next),
        .gpr_valid(gpr_valid), .gpr_addr(gpr_addr), .gpr_data(gpr_data), .fpr_valid(fpr_valid),
        .fpr_addr(fpr_addr), .fpr_data(fpr_data), .csr_valid(csr_valid), .csr_addr(csr_addr), .csr_data(csr_data),
        .paddr_valid(paddr_valid), .paddr(paddr), .eaddr_valid(eaddr_valid), .eaddr(eaddr), .mem_valid(mem_valid),
        .mem_size(mem_size), .mem_data(mem_data), .priv_valid(priv_valid), .priv(priv), .ready(ready), .held(held),
        .overrun(tandem_overrun), .gap(gap), .refused(refused)
    );
    nt_tv_encoder #(.XLEN(32), .FLEN(0), .MLEN(32), .NRET(1), .OUT_BYTES(32), .VIRTUAL(0)) tandem (
        .clk(clk), .rst(tandem_rst), .ready(ready), .reset(begins == 4'd1), .init_valid(begins >= 4'd2),
        .init_kind(2'd0), .init_addr({20'd0, init_csr}), .init_size(2'd0), .init_data(64'd0), .mtime_valid(1'b0), .mtime(64'd0), .mcycle_valid(1'b0), .mcycle(64'd0),
        .minstret_valid(1'b0), .minstret(64'd0), .valid(valid), .insn_valid(insn_valid), .insn_size(insn_size),
        .insn(insn), .pc_given(pc_given), .pc_next(pc_next), .gpr_valid(gpr_valid), .gpr_addr(gpr_addr),
        .gpr_data(gpr_data), .fpr_valid(fpr_valid), .fpr_addr(fpr_addr), .fpr_data(fpr_data), .csr_valid(csr_valid),
        .csr_addr(csr_addr), .csr_data(csr_data), .flags_valid(1'b0), .flags(5'd0), .paddr_valid(paddr_valid),
        .paddr(paddr), .eaddr_valid(eaddr_valid), .eaddr(eaddr), .mem_valid(mem_valid), .mem_size(mem_size),
        .mem_data(mem_data), .priv_valid(priv_valid), .priv(priv), .out_valid(tandem_valid),
        .out_count(tandem_count), .out_data(tandem_data), .out_ready(1'b1), .idle(idle)
    );

    wire unused = &{1'b0, refused[0]};

    // ---- Files

    reg [8*1024-1:0] path;
    integer log = 0, trace = 0, bytes = 0, limit = 20000000, cycles = 0, instructions = 0, i;

    initial begin
        if ($value$plusargs("control=%h", control)) ;
        if ($value$plusargs("features=%h", features)) ;
        if ($value$plusargs("own=%h", own)) ;
        if ($value$plusargs("limit=%d", limit)) ;
        if ($value$plusargs("trace=%s", path)) trace = $fopen(path, "wb");
        if ($value$plusargs("tandem=%s", path)) bytes = $fopen(path, "wb");
        if ($value$plusargs("log=%s", path)) begin
            log = $fopen(path, "w");
            $fwrite(log, "insn,trap,intr,mode,rd_addr,rd_wdata,pc_rdata,pc_wdata,mem_addr,mem_rmask,mem_wmask,");
            $fwrite(log, "mem_rdata,mem_wdata,csr_mcause_rdata,csr_mtval_rdata,csr_scause_rdata,csr_stval_rdata\n");
        end
    end

    // The circular buffer of the RAM sink, the oldest word first
    reg [31:0] at, start, limit_word, pointer;
    reg        more;
    task write_trace;
        begin
            start      = {board.sink.trRamStartLow[31:2], 2'b00};
            limit_word = {board.sink.trRamLimitLow[31:2], 2'b00};
            pointer    = {board.sink.trRamWP[31:2], 2'b00};
            at   = board.sink.trRamWP[0] ? pointer : start;
            more = board.sink.trRamWP[0] || at != pointer;
            while (more) begin
                for (i = 0; i < 4; i = i + 1) $fwrite(trace, "%c", board.ram.memory[at[17:0] + i[17:0]]);
                at   = at == limit_word ? start : at + 32'd4;
                more = at != pointer;
            end
        end
    endtask

    task end_run;
        begin
            if (trace != 0) write_trace;
            if (trace != 0) $fclose(trace);
            if (log != 0) $fclose(log);
            if (bytes != 0) $fclose(bytes);
            $finish;
        end
    endtask

    // The program ends at a store, which retires; then what the tandem trace holds goes out
    reg        done = 1'b0;
    reg [31:0] result;

    always @(negedge clk) begin
        cycles = cycles + 1;
        tandem_rst = cycles < 2;
        begins     = cycles > 3 && cycles < 12 ? cycles[3:0] - 4'd3 : 4'd0;
        if (cycles == 14) rst = 1'b0;
        if (bytes != 0 && tandem_valid && !tandem_rst)
            for (i = 0; i < tandem_count; i = i + 1) $fwrite(bytes, "%c", tandem_data[8*i +: 8]);
        if (!rst) begin
            if (log != 0 && rvfi_valid && rvfi_ready)
                $fwrite(log, "%h,%h,%h,%h,%h,%h,%h,%h,%h,%h,%h,%h,%h,%h,%h,%h,%h\n", rvfi_insn, rvfi_trap, rvfi_intr,
                        rvfi_mode, rvfi_rd_addr, rvfi_rd_wdata, rvfi_pc_rdata, rvfi_pc_wdata, rvfi_mem_addr,
                        rvfi_mem_rmask, rvfi_mem_wmask, rvfi_mem_rdata, rvfi_mem_wdata, rvfi_csr_rdata[32 +: 32],
                        rvfi_csr_rdata[0 +: 32], rvfi_csr_rdata[8*32 +: 32], rvfi_csr_rdata[7*32 +: 32]);
            if (rvfi_valid && rvfi_ready) instructions = instructions + 1;
            if (finished) {done, result} = {1'b1, status};
            flush = done && !rvfi_valid;
            if (overrun || tandem_overrun || gap || refused[5:1] != 5'd0) begin
                $display("FAILED: an adapter lost something in cycle %0d", cycles);
                end_run;
            end else if (done && flush && !held && idle && !tandem_valid) begin
                if (result == 32'h5555) $display("finished: %0d instructions, %0d cycles", instructions, cycles);
                else $display("FAILED: status %0d", result >> 16);
                end_run;
            end else if (cycles == limit) begin
                $display("FAILED: no end after %0d cycles", limit);
                end_run;
            end
        end
    end

endmodule

`default_nettype wire
