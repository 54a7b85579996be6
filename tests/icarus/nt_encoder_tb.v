// Drives nt_encoder with an ingress file in hex form (docs/ingress.md) and writes the bytes that
// the sink takes, a hex number a line. For any simulator of Verilog-2005.
//
//   +ingress=FILE +bytes=FILE
//
// Registers begin unknown. From the first reset on no output may be: the first that is ends the run.
`timescale 1ns / 1ns
`default_nettype none

module nt_encoder_tb;

    reg clk = 1'b0;
    reg rst_seen = 1'b0;

    // The columns of a line
    reg                               rst, sink_ready, halted, reset, lowpower;
    reg [2:0]                         priv;
    reg [15:0]                        cause;
    reg [`NT_XLEN-1:0]                tval;
    reg [63:0]                        context, time_in;
    reg [1:0]                         ctype;
    reg [31:0]                        impdef;
    reg [`NT_NBLOCKS+1:0]             trigger;
    reg [7:0]                         ext_trigger;
    reg                               psel, penable, pwrite;
    reg [11:0]                        paddr;
    reg [31:0]                        pwdata;
    reg [3:0]                         pstrb;
    reg [`NT_XLEN-1:0]                block_iaddr;
    reg [`NT_IRETIRE_W-1:0]           block_iretire;
    reg [`NT_ITYPE_W-1:0]             block_itype;
    reg [1:0]                         block_ilastsize;
    reg                               block_sijump;
    reg                               trTeActive, trTeEnable, trTeInstTracing, trTeContext;
    reg                               trTeInstTrigEnable, trTeInstStallEna, trTeInhibitSrc;
    reg                               trTeInstEnSequentialJump, trTeInstEnImplicitReturn;
    reg                               trTeInstEnRepeatedHistory, trTeInstEnAllJumps;
    reg                               trTeInstExtendAddrMSB, trTsActive, trTsCount, trTsRunInDebug;
    reg                               trTsEnable, ntEnRepeatBranch, ntEnSyncICNT, ntRc7;
    reg                               trPibActive, trPibEnable;
    reg [1:0]                         trTeInstSyncMode, trTeInstImplicitReturnMode, trTsPrescale;
    reg [2:0]                         trTeInstMode, trTsMode;
    reg [3:0]                         trTeInstSyncMax, trTeSrcBits, trPibMode;
    reg [7:0]                         ntResumeLevel;
    reg [11:0]                        trTeSrcID;
    reg [15:0]                        trTeInstFilters, trPibDivider;
    reg [31:0]                        trTeTrigExtInControl, trTeTrigExtOutControl;

    reg [`NT_NBLOCKS*`NT_ITYPE_W-1:0]   itype;
    reg [`NT_NBLOCKS*`NT_XLEN-1:0]      iaddr;
    reg [`NT_NBLOCKS*`NT_IRETIRE_W-1:0] iretire;
    reg [`NT_NBLOCKS*2-1:0]             ilastsize;
    reg [`NT_NBLOCKS-1:0]               sijump;

    wire       trTeEmpty, stall, out_valid;
    wire [7:0] out;

    nt_encoder #(
        .XLEN(`NT_XLEN), .NBLOCKS(`NT_NBLOCKS), .ITYPE_W(`NT_ITYPE_W), .IRETIRE_W(`NT_IRETIRE_W),
        .ICNT_W(`NT_ICNT_W), .HIST_W(`NT_HIST_W), .FIFO_DEPTH(`NT_FIFO_DEPTH)
    ) encoder (
        .clk(clk), .rst(rst),
        .trTeActive(trTeActive), .trTeEnable(trTeEnable), .trTeInstTracing(trTeInstTracing),
        .trTeInstMode(trTeInstMode), .trTeInstStallEna(trTeInstStallEna), .trTeEmpty(trTeEmpty),
        .itype(itype), .iaddr(iaddr), .iretire(iretire),
        .halted(halted), .reset(reset), .lowpower(lowpower), .stall(stall),
        .out_valid(out_valid), .out(out), .out_ready(sink_ready)
    );

    reg [8*1024-1:0] ingress_name, bytes_name;
    integer          ingress, bytes, columns, wanted, cycle, b, ignored;

    initial begin
        ignored = $value$plusargs("ingress=%s", ingress_name);
        ignored = $value$plusargs("bytes=%s", bytes_name);
        ingress = $fopen(ingress_name, "r");
        bytes = $fopen(bytes_name, "w");
        if (ingress == 0 || bytes == 0) begin
            $display("FAILED: a file cannot be opened");
            $finish;
        end
        cycle = 0;
        read_line;
        while (columns == wanted) begin
            #5;
            if (rst_seen) check;
            if (out_valid === 1'b1 && sink_ready) $fdisplay(bytes, "%h", out);
            if (rst) rst_seen = 1'b1;
            clk = 1'b1;
            #5;
            clk = 1'b0;
            cycle = cycle + 1;
            read_line;
        end
        if (columns > 0) begin
            $display("FAILED: line %0d has %0d columns, not %0d", cycle + 1, columns, wanted);
            $finish;
        end
        $fclose(bytes);
        $display("%0d cycles", cycle);
        $finish;
    end

    task read_line;
        begin
            wanted = 55 + 5 * `NT_NBLOCKS;
            columns = $fscanf(ingress, "%h %h %h %h %h %h %h %h %h %h %h %h %h %h", rst, sink_ready,
                              halted, reset, lowpower, priv, cause, tval, context, ctype, time_in,
                              impdef, trigger, ext_trigger);
            columns = columns + $fscanf(ingress, "%h %h %h %h %h %h", psel, penable, pwrite, paddr,
                                        pwdata, pstrb);
            for (b = 0; b < `NT_NBLOCKS; b = b + 1) begin
                columns = columns + $fscanf(ingress, "%h %h %h %h %h", block_iaddr, block_iretire,
                                            block_itype, block_ilastsize, block_sijump);
                iaddr[b*`NT_XLEN +: `NT_XLEN] = block_iaddr;
                iretire[b*`NT_IRETIRE_W +: `NT_IRETIRE_W] = block_iretire;
                itype[b*`NT_ITYPE_W +: `NT_ITYPE_W] = block_itype;
                ilastsize[b*2 +: 2] = block_ilastsize;
                sijump[b] = block_sijump;
            end
            columns = columns + $fscanf(ingress, "%h %h %h %h %h", trTeActive, trTeEnable,
                                        trTeInstTracing, trTeInstMode, trTeContext);
            columns = columns + $fscanf(ingress, "%h %h %h %h %h", trTeInstTrigEnable,
                                        trTeInstStallEna, trTeInhibitSrc, trTeInstSyncMode,
                                        trTeInstSyncMax);
            columns = columns + $fscanf(ingress, "%h %h %h %h %h", trTeInstEnSequentialJump,
                                        trTeInstEnImplicitReturn, trTeInstImplicitReturnMode,
                                        trTeInstEnRepeatedHistory, trTeInstEnAllJumps);
            columns = columns + $fscanf(ingress, "%h %h %h %h %h", trTeInstExtendAddrMSB,
                                        trTeSrcID, trTeSrcBits, trTeInstFilters, trTsActive);
            columns = columns + $fscanf(ingress, "%h %h %h %h %h", trTsCount, trTsRunInDebug,
                                        trTsMode, trTsPrescale, trTsEnable);
            columns = columns + $fscanf(ingress, "%h %h %h %h %h", trTeTrigExtInControl,
                                        trTeTrigExtOutControl, ntResumeLevel, ntEnRepeatBranch,
                                        ntEnSyncICNT);
            columns = columns + $fscanf(ingress, "%h %h %h %h %h", ntRc7, trPibActive, trPibEnable,
                                        trPibMode, trPibDivider);
        end
    endtask

    task check;
        begin
            if ((^{out_valid, stall, trTeEmpty}) === 1'bx || (out_valid && (^out) === 1'bx)) begin
                $display("FAILED: cycle %0d: an output is unknown: out_valid=%b out=%b stall=%b trTeEmpty=%b",
                         cycle, out_valid, out, stall, trTeEmpty);
                $finish;
            end
        end
    endtask

endmodule

`default_nettype wire
