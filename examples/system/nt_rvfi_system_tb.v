// SPDX-License-Identifier: Apache-2.0
// A ready top at work: instructions of a core go in by RVFI, the trace is read out of the RAM sink's
// memory by its registers. For any simulator of Verilog-2005.
//
//   +rvfi=FILE +bytes=FILE
//
// A line of the first: insn pc_rdata pc_wdata mode intr trap, hexadecimal. The second gets the
// trace, a word of 32 bits a line, its first byte lowest.
`timescale 1ns / 1ns
`default_nettype none

module nt_rvfi_system_tb;

    localparam XLEN = 64;

    // Pages of the components: docs/system.md
    localparam [16:0] TE_CONTROL  = 17'h00000;
    localparam [16:0] RAM_CONTROL = 17'h19000;
    localparam [16:0] RAM_WP_LOW  = 17'h19020;
    localparam [16:0] RAM_RP_LOW  = 17'h19028;
    localparam [16:0] RAM_DATA    = 17'h19040;
    localparam [31:0] ACTIVE      = 32'h1;
    localparam [31:0] ENABLE      = 32'h3;
    localparam [31:0] TRACE       = 32'h67;  // enabled, tracing, trTeInstMode 6: HTM
    localparam [31:0] TRACE_OFF   = 32'h63;
    localparam        EMPTY       = 3;       // of both control registers

    reg             clk = 1'b0;
    reg             rst = 1'b1;
    reg             PSEL = 1'b0;
    reg             PENABLE = 1'b0;
    reg             PWRITE = 1'b0;
    reg  [16:0]     PADDR = 17'd0;
    reg  [31:0]     PWDATA = 32'd0;
    wire            PREADY;
    wire [31:0]     PRDATA;

    reg             valid = 1'b0;
    reg             trap = 1'b0;
    reg             intr = 1'b0;
    reg  [31:0]     insn = 32'd0;
    reg  [1:0]      mode = 2'd3;
    reg  [XLEN-1:0] pc_rdata = {XLEN{1'b0}};
    reg  [XLEN-1:0] pc_wdata = {XLEN{1'b0}};
    wire            stall, overrun;

    // All that is not named keeps its default; what the core lacks is 0.
    nt_rvfi_system #(.XLEN(XLEN), .PIB(0), .SRAM_WORDS(4096), .SMEM(0), .ATB_W(0), .NTRIGGERS(0)) trace (
        .clk(clk), .rst(rst),
        .PSEL(PSEL), .PENABLE(PENABLE), .PADDR(PADDR), .PWRITE(PWRITE), .PWDATA(PWDATA), .PSTRB(4'hf),
        .PREADY(PREADY), .PRDATA(PRDATA), .PSLVERR(),
        .rvfi_valid(valid), .rvfi_insn(insn), .rvfi_trap(trap), .rvfi_halt(1'b0), .rvfi_intr(intr), .rvfi_mode(mode),
        .rvfi_pc_rdata(pc_rdata), .rvfi_pc_wdata(pc_wdata), .hart_virtual(1'b0), .hart_debug(1'b0),
        .hart_cause(6'd0), .hart_tval({XLEN{1'b0}}), .hart_reset(1'b0), .hart_lowpower(1'b0),
        .hart_context(46'd0), .ctype(2'd0), .impdef(32'd0), .trigger(3'd0), .hart_time(48'd0),
        .stall(stall), .overrun(overrun), .ext_trigger(1'b0), .ext_trigger_out(),
        .system_tick(1'b1), .system_time(48'd0), .shared_time(48'd0),
        .TRC_CLK(), .TRC_DATA(),
        .AWVALID(), .AWADDR(), .AWLEN(), .AWSIZE(), .AWBURST(), .AWCACHE(), .AWPROT(), .AWREADY(1'b0),
        .WVALID(), .WDATA(), .WSTRB(), .WLAST(), .WREADY(1'b0), .BVALID(1'b0), .BRESP(2'd0), .BREADY(),
        .ATVALID(), .ATREADY(1'b1), .ATDATA(), .ATBYTES(), .ATID(), .AFVALID(1'b0), .AFREADY(), .SYNCREQ(1'b0)
    );

    always #5 clk = !clk;

    // An access by APB; what is read is in `data`.
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

    // A register that never answers as it should ends the run too
    initial begin
        repeat (1000000) @(posedge clk);
        $display("FAILED: no end");
        $stop;
    end

    // What fails ends by $stop: with `vvp -N` the exit status is 1
    integer          lines, bytes, columns, words, count;
    reg              failed;
    reg [8*1024-1:0] name;
    reg [31:0]       mode_word, intr_word, trap_word;
    initial begin
        lines = 0;
        bytes = 0;
        if ($value$plusargs("rvfi=%s", name)) lines = $fopen(name, "r");
        if ($value$plusargs("bytes=%s", name)) bytes = $fopen(name, "w");
        if (lines == 0 || bytes == 0) begin
            $display("FAILED: +rvfi=FILE or +bytes=FILE is not given, or cannot be opened");
            $stop;
            $finish;
        end
        repeat (4) @(negedge clk);
        rst = 1'b0;

        // From the sink to the encoder
        access(1'b1, RAM_CONTROL, ACTIVE);
        access(1'b1, RAM_CONTROL, ENABLE);
        access(1'b1, TE_CONTROL, ACTIVE);
        access(1'b1, TE_CONTROL, TRACE);

        // A core that waits for `stall` loses nothing
        count = 0;
        columns = $fscanf(lines, "%h %h %h %h %h %h", insn, pc_rdata, pc_wdata, mode_word, intr_word, trap_word);
        while (columns == 6) begin
            {mode, intr, trap} = {mode_word[1:0], intr_word[0], trap_word[0]};
            valid = !stall;
            @(negedge clk);
            if (valid) begin
                count = count + 1;
                columns = $fscanf(lines, "%h %h %h %h %h %h", insn, pc_rdata, pc_wdata, mode_word, intr_word, trap_word);
            end
            valid = 1'b0;
        end

        failed = columns > 0 || !$feof(lines);
        if (failed) $display("FAILED: %0d instructions, then a line of other columns", count);

        // From the encoder to the sink
        access(1'b1, TE_CONTROL, TRACE_OFF);
        access(1'b1, TE_CONTROL, ACTIVE);
        wait_until_empty(TE_CONTROL);
        access(1'b1, RAM_CONTROL, ACTIVE);
        wait_until_empty(RAM_CONTROL);

        access(1'b0, RAM_WP_LOW, 32'd0);
        words = {2'b00, data[31:2]};
        access(1'b1, RAM_RP_LOW, 32'd0);
        repeat (words) begin
            access(1'b0, RAM_DATA, 32'd0);
            $fdisplay(bytes, "%h", data);
        end
        $fclose(bytes);
        $display("%0d words, overrun %b", words, overrun);
        if (failed) $stop;
        $finish;
    end

endmodule

`default_nettype wire
