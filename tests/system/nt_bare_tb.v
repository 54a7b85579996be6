// SPDX-License-Identifier: Apache-2.0
// nt_system without any sink: the pins of what is not built rest, its pages read 0, and nothing
// comes from there to the encoder. A line that begins with "wrong" tells of an error; the last line
// says that it ended.
`timescale 1ns/1ns
`default_nettype none

module nt_bare_tb;

    reg         clk = 1'b0;
    reg         rst = 1'b1;
    reg         PSEL = 1'b0;
    reg         PENABLE = 1'b0;
    reg         PWRITE = 1'b0;
    reg  [16:0] PADDR = 17'd0;
    reg  [31:0] PWDATA = 32'd0;
    wire        PREADY, PSLVERR;
    wire [31:0] PRDATA;

    wire        TRC_CLK, AWVALID, WVALID, WLAST, BREADY, ATVALID, AFREADY;
    wire [15:0] TRC_DATA;
    wire [63:0] AWADDR;
    wire [7:0]  AWLEN, ATDATA;
    wire [2:0]  AWSIZE, AWPROT;
    wire [1:0]  AWBURST;
    wire [3:0]  AWCACHE, WSTRB;
    wire [31:0] WDATA;
    wire        ATBYTES;
    wire [6:0]  ATID;

    nt_system #(
        .NHARTS(1), .PIB(0), .SRAM_WORDS(0), .SMEM(0), .ATB_W(0),
        .XLEN(32), .IRETIRE_W(3), .ICNT_W(5), .HIST_W(5), .FIFO_DEPTH(16), .SCONTEXT_W(4),
        .HCONTEXT_W(3), .SRC_W(3), .TSTAMP_W(8), .STACK_DEPTH(1), .PARTIAL_W(4), .REPEAT_W(3),
        .PERIOD_W(2), .NFILTERS(2), .NCOMPARATORS(2), .NTRIGGERS(2)
    ) system (
        .clk(clk), .rst(rst), .PSEL(PSEL), .PENABLE(PENABLE), .PADDR(PADDR), .PWRITE(PWRITE),
        .PWDATA(PWDATA), .PSTRB(4'hf), .PREADY(PREADY), .PRDATA(PRDATA), .PSLVERR(PSLVERR),
        .itype(4'd0), .iaddr(32'd0), .iretire(3'd0), .ilastsize(2'd0), .sijump(1'b0), .cause(6'd0),
        .tval(32'd0), .priv(3'd3), .hart_context(7'd0), .ctype(2'd0), .impdef(32'd0),
        .trigger(3'd0), .halted(1'b0), .reset(1'b0), .lowpower(1'b0), .hart_time(8'd0), .stall(),
        .ext_trigger(2'd0), .ext_trigger_out(), .system_tick(1'b0), .system_time(8'd0),
        .shared_time(8'd0),
        .TRC_CLK(TRC_CLK), .TRC_DATA(TRC_DATA),
        .AWVALID(AWVALID), .AWADDR(AWADDR), .AWLEN(AWLEN), .AWSIZE(AWSIZE), .AWBURST(AWBURST),
        .AWCACHE(AWCACHE), .AWPROT(AWPROT), .AWREADY(1'b1), .WVALID(WVALID), .WDATA(WDATA),
        .WSTRB(WSTRB), .WLAST(WLAST), .WREADY(1'b1), .BVALID(1'b0), .BRESP(2'd0), .BREADY(BREADY),
        .ATVALID(ATVALID), .ATREADY(1'b1), .ATDATA(ATDATA), .ATBYTES(ATBYTES), .ATID(ATID),
        .AFVALID(1'b1), .AFREADY(AFREADY), .SYNCREQ(1'b1)
    );

    localparam [16:0] TE_CONTROL  = 17'h00000;
    localparam [16:0] TRIG_EXT_IN = 17'h00054;

    task wrong(input [8*40-1:0] what, input [16:0] address);
        begin
            $display("wrong: %0s, address %h", what, address);
            $finish;
        end
    endtask

    always @(posedge clk) begin
        if ({TRC_CLK, TRC_DATA} !== {1'b0, 16'hffff}) wrong("the PIB's pins", PADDR);
        if ({AWVALID, WVALID, WLAST, BREADY, AWADDR, AWLEN, WDATA} !== 108'd0)
            wrong("the RAM sink's bus", PADDR);
        if ({ATVALID, AFREADY, ATDATA, ATBYTES, ATID} !== 18'd0) wrong("the bridge's pins", PADDR);
    end

    task access(input write, input [16:0] address, input [31:0] data);
        begin
            {PSEL, PENABLE, PWRITE, PADDR, PWDATA} = {2'b10, write, address, data};
            #10 PENABLE = 1'b1;
            #4 while (!PREADY) #10;
            if (PSLVERR !== 1'b0) wrong("an error", address);
        end
    endtask

    task release_bus;
        #6 {PSEL, PENABLE, PWRITE} = 3'b000;
    endtask

    always #5 clk = !clk;

    initial #10000 wrong("it does not end", PADDR);

    integer page;
    initial begin
        #21 rst = 1'b0;
        for (page = 1; page < 32; page = page + 1) begin
            access(1'b1, page << 12, 32'hffffffff);
            release_bus;
            access(1'b0, page << 12, 32'd0);
            if (PRDATA !== 32'd0) wrong("a page that is not 0", PADDR);
            release_bus;
        end
        // Every external trigger turns tracing off; none comes
        access(1'b1, TE_CONTROL, 32'h00000001);
        release_bus;
        access(1'b1, TRIG_EXT_IN, 32'h33333333);
        release_bus;
        access(1'b0, TRIG_EXT_IN, 32'd0);
        if (PRDATA !== 32'h00000033) wrong("the triggers' actions", PADDR);
        release_bus;
        access(1'b1, TE_CONTROL, 32'h00000837);
        release_bus;
        #100 access(1'b0, TE_CONTROL, 32'd0);
        if (PRDATA[2:0] !== 3'b111) wrong("tracing was turned off", PADDR);
        release_bus;
        $display("done");
        $finish;
    end

endmodule

`default_nettype wire
