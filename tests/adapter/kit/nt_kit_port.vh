// SPDX-License-Identifier: Apache-2.0
// What the benches of adapters under the ingress kit have in common: clock, reset, the port with its rules and its log, and the
// cycles of a file. Included inside modules, which have the tasks `read_cycle` and `rest`.
reg clk = 1'b0;
reg rst = 1'b1;
reg done = 1'b0;

wire [NBLOCKS*ITYPE_W-1:0]   itype;
wire [NBLOCKS*XLEN-1:0]      iaddr;
wire [NBLOCKS*IRETIRE_W-1:0] iretire;
wire [2*NBLOCKS-1:0]         ilastsize;
wire [NBLOCKS-1:0]           sijump;
wire [5:0]                   cause;
wire [XLEN-1:0]              tval;
wire [2:0]                   priv;
wire                         halted, reset, lowpower, overrun;

nt_ingress_rules #(.XLEN(XLEN), .NBLOCKS(NBLOCKS), .ITYPE_W(ITYPE_W), .IRETIRE_W(IRETIRE_W)) rules (
    .clk(clk), .rst(rst), .itype(itype), .iaddr(iaddr), .iretire(iretire), .ilastsize(ilastsize), .sijump(sijump), .priv(priv),
    .ctype(2'd0), .trigger({NBLOCKS+2{1'b0}}), .halted(halted), .reset(reset), .lowpower(lowpower), .broken()
);
nt_ingress_log #(.XLEN(XLEN), .NBLOCKS(NBLOCKS), .ITYPE_W(ITYPE_W), .IRETIRE_W(IRETIRE_W)) log (
    .clk(clk), .rst(rst), .itype(itype), .iaddr(iaddr), .iretire(iretire), .ilastsize(ilastsize), .sijump(sijump), .cause(cause),
    .tval(tval), .priv(priv), .halted(halted), .reset(reset), .lowpower(lowpower), .done(done)
);

reg [8*1024-1:0] name;
integer          file, columns = 1, i;
reg [63:0]       word;

// The next number of the file; of an element of a vector $fscanf knows no place
function [63:0] next(input integer unused);
    begin
        columns = $fscanf(file, "%h", word);
        next = word;
    end
endfunction

// A cycle, the inputs of which stand
task tick;
    begin
        #5 clk = 1'b1;
        #5 clk = 1'b0;
    end
endtask

initial begin
    if ($value$plusargs("cycles=%s", name)) file = $fopen(name, "r");
    rest;
    repeat (2) tick;
    rst = 1'b0;
    read_cycle;
    while (!$feof(file)) begin
        tick;
        read_cycle;
    end
    rest;
    repeat (64) tick;
    if (overrun) $display("FAILED: something was lost");
    done = 1'b1;
    tick;
    $finish;
end
