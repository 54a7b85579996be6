// SPDX-License-Identifier: Apache-2.0
// The board's memory: a port for the core, and an AXI4 write slave for the RAM sink. Simulation alone
// loads it: $readmemh of +program=FILE, bytes from the first address on.
`default_nettype none

module nt_board_memory #(
    // Size in bytes, a power of two
    parameter integer SIZE = 262144,
    // Derived; do not set
    parameter integer SIZE_W = $clog2(SIZE)
) (
    input  wire              clk,
    input  wire              rst,

    // Core: answers in the same cycle
    input  wire [SIZE_W-1:2] addr,
    input  wire [3:0]        wstrb,
    input  wire [31:0]       wdata,
    output wire [31:0]       rdata,

    // AXI4 writes, one burst at a time; INCR
    input  wire              AWVALID,
    input  wire [SIZE_W-1:2] AWADDR,
    output wire              AWREADY,
    input  wire              WVALID,
    input  wire [31:0]       WDATA,
    input  wire [3:0]        WSTRB,
    input  wire              WLAST,
    output wire              WREADY,
    output wire              BVALID,
    output wire [1:0]        BRESP,
    input  wire              BREADY
);

    reg [7:0] memory [0:SIZE-1];

    reg [8*1024-1:0] path;
    initial if ($value$plusargs("program=%s", path)) $readmemh(path, memory);

    assign rdata = {memory[{addr, 2'd3}], memory[{addr, 2'd2}], memory[{addr, 2'd1}], memory[{addr, 2'd0}]};

    // A burst: address, its words, the response
    reg              burst_reg;
    reg              response_reg;
    reg [SIZE_W-1:2] place_reg;  // no reset: set by the address
    assign AWREADY = !burst_reg && !response_reg;
    assign WREADY  = burst_reg;
    assign BVALID  = response_reg;
    assign BRESP   = 2'b00;

    always @(posedge clk) begin : access
        integer i;
        for (i = 0; i < 4; i = i + 1) begin
            if (wstrb[i]) memory[{addr, i[1:0]}] <= wdata[8*i +: 8];
            if (burst_reg && WVALID && WSTRB[i]) memory[{place_reg, i[1:0]}] <= WDATA[8*i +: 8];
        end
        if (AWVALID && AWREADY) place_reg <= AWADDR;
        else if (burst_reg && WVALID) place_reg <= place_reg + 1'b1;
        if (rst) {burst_reg, response_reg} <= 2'b00;
        else begin
            burst_reg    <= (AWVALID && AWREADY) || (burst_reg && !(WVALID && WLAST));
            response_reg <= (burst_reg && WVALID && WLAST) || (response_reg && !BREADY);
        end
    end

endmodule

`default_nettype wire
