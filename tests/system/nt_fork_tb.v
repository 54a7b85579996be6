// SPDX-License-Identifier: Apache-2.0
// nt_system with a RAM sink of the last hart's own, which is off: the hart is traced through the top
// funnel, and as many bytes leave that as its encoder gave. A line that begins with "wrong" tells of
// an error; the last line says that it ended.
`timescale 1ns/1ns
`default_nettype none

module nt_fork_tb;

    reg         clk = 1'b0;
    reg         rst = 1'b1;
    reg         PSEL = 1'b0;
    reg         PENABLE = 1'b0;
    reg  [16:0] PADDR = 17'd0;
    reg  [31:0] PWDATA = 32'd0;
    wire        PREADY;
    reg  [2:0]  iretire = 3'd0;
    reg  [31:0] iaddr = 32'h1000;

    nt_system #(
        .NHARTS(3), .CLUSTER(2), .LOCAL_RAM(1), .LOCAL_WORDS(16), .SRAM_WORDS(16), .SMEM(0), .ATB_W(0),
        .XLEN(32), .IRETIRE_W(3), .ICNT_W(5), .HIST_W(5), .FIFO_DEPTH(16), .SCONTEXT_W(4),
        .HCONTEXT_W(3), .SRC_W(3), .TSTAMP_W(8), .STACK_DEPTH(1), .PARTIAL_W(4), .REPEAT_W(3),
        .PERIOD_W(2), .NFILTERS(2), .NCOMPARATORS(2), .NTRIGGERS(2)
    ) system (
        .clk(clk), .rst(rst), .PSEL(PSEL), .PENABLE(PENABLE), .PADDR(PADDR), .PWRITE(1'b1),
        .PWDATA(PWDATA), .PSTRB(4'hf), .PREADY(PREADY), .PRDATA(), .PSLVERR(),
        .itype({iretire != 3'd0 ? 4'd14 : 4'd0, 8'd0}), .iaddr({iaddr, 64'd0}),
        .iretire({iretire, 6'd0}), .ilastsize(6'd0), .sijump(3'd0), .cause(18'd0), .tval(96'd0),
        .priv({3{3'd3}}), .hart_context(21'd0), .ctype(6'd0), .impdef(96'd0), .trigger(9'd0),
        .halted(3'd0), .reset(3'd0), .lowpower(3'd0), .hart_time(24'd0), .stall(),
        .ext_trigger(6'd0), .ext_trigger_out(), .system_tick(1'b0), .system_time(8'd0),
        .shared_time(8'd0), .TRC_CLK(), .TRC_DATA(),
        .AWVALID(), .AWADDR(), .AWLEN(), .AWSIZE(), .AWBURST(), .AWCACHE(), .AWPROT(), .AWREADY(1'b1),
        .WVALID(), .WDATA(), .WSTRB(), .WLAST(), .WREADY(1'b1), .BVALID(1'b0), .BRESP(2'd0), .BREADY(),
        .ATVALID(), .ATREADY(1'b1), .ATDATA(), .ATBYTES(), .ATID(), .AFVALID(1'b0), .AFREADY(),
        .SYNCREQ(1'b0)
    );

    localparam [16:0] LAST_CONTROL = 17'h02000;
    localparam [16:0] TOP_CONTROL  = 17'h10000;
    localparam [16:0] RAM_CONTROL  = 17'h19000;
    localparam COUNT_W = 3;

    integer given = 0;
    integer taken = 0;

    always @(posedge clk) if (!rst) begin
        if (system.encoder_valid[2] && system.encoder_ready[2])
            given = given + system.encoder_count[2*COUNT_W +: COUNT_W];
        if (system.stream_valid && system.stream_ready) taken = taken + system.stream_count;
    end

    task write(input [16:0] address, input [31:0] data);
        begin
            {PSEL, PENABLE, PADDR, PWDATA} = {2'b10, address, data};
            #10 PENABLE = 1'b1;
            #4 while (!PREADY) #10;
            #6 {PSEL, PENABLE} = 2'b00;
        end
    endtask

    always #5 clk = !clk;

    initial #100000 begin
        $display("wrong: it does not end");
        $finish;
    end

    integer i;
    initial begin
        #21 rst = 1'b0;
        write(RAM_CONTROL, 32'h00000001);
        write(RAM_CONTROL, 32'h00000003);
        write(TOP_CONTROL, 32'h00000001);
        write(TOP_CONTROL, 32'h00000003);
        write(LAST_CONTROL, 32'h00000001);
        write(LAST_CONTROL, 32'h00000037);
        for (i = 0; i < 40; i = i + 1) begin
            iretire = 3'd2;
            #10 iretire = 3'd0;
            iaddr = iaddr + 32'h1234 * i;
            #200;
        end
        write(LAST_CONTROL, 32'h00000031);
        #4000;
        if (given < 40) $display("wrong: only %0d bytes", given);
        if (given != taken) $display("wrong: %0d bytes became %0d", given, taken);
        $display("done");
        $finish;
    end

endmodule

`default_nettype wire
