// SPDX-License-Identifier: Apache-2.0
// Drives nt_encoder with an ingress file in hex form (docs/ingress.md) and writes the bytes that
// the sink takes, a hex number a line. For any simulator of Verilog-2005.
//
//   +ingress=FILE +bytes=FILE
//
// With NT_NETLIST the encoder is a netlist of gates, which has its parameters in it.
//
// Registers begin unknown. From the first reset on no output may be: the first that is ends the run.
`timescale 1ns / 1ns
`include "nt_control_fields.vh"
`default_nettype none

module nt_encoder_tb;

    reg clk = 1'b0;
    reg rst_seen = 1'b0;

    `include "nt_ingress_hex.vh"

    // As the encoder has them: at least 1 bit
    localparam CONTEXT_W = `NT_SCONTEXT_W + `NT_HCONTEXT_W > 0 ? `NT_SCONTEXT_W + `NT_HCONTEXT_W : 1;
    localparam TIME_W = `NT_TSTAMP_W > 0 ? `NT_TSTAMP_W : 1;
    localparam TRIGGERS_W = `NT_NTRIGGERS > 0 ? `NT_NTRIGGERS : 1;
    localparam FILTERS_W = `NT_NFILTERS > 0 ? `NT_NFILTERS * 192 : 1;
    localparam COMPARATORS_W = `NT_NCOMPARATORS > 0 ? `NT_NCOMPARATORS * 160 : 1;
    localparam COUNT_W = $clog2(`NT_OUT_BYTES + 1);

    wire                      trTeEmpty, stall, out_valid;
    wire [8*`NT_OUT_BYTES-1:0] out;
    wire [COUNT_W-1:0]        out_count;
    wire [TIME_W-1:0]         timestamp;
    wire                      trace_on;

    // Filters and comparators are not in the hex form: none is used.
`ifdef NT_NETLIST
    nt_encoder encoder (
`else
    nt_encoder #(
        .XLEN(`NT_XLEN), .NBLOCKS(`NT_NBLOCKS), .ITYPE_W(`NT_ITYPE_W), .IRETIRE_W(`NT_IRETIRE_W),
        .ICNT_W(`NT_ICNT_W), .HIST_W(`NT_HIST_W), .FIFO_DEPTH(`NT_FIFO_DEPTH),
        .SCONTEXT_W(`NT_SCONTEXT_W), .HCONTEXT_W(`NT_HCONTEXT_W), .SRC_W(`NT_SRC_W),
        .TSTAMP_W(`NT_TSTAMP_W), .STACK_DEPTH(`NT_STACK_DEPTH), .PARTIAL_W(`NT_PARTIAL_W),
        .REPEAT_W(`NT_REPEAT_W), .PERIOD_W(`NT_PERIOD_W), .OPTIONS(`NT_OPTIONS),
        .SIJUMP(`NT_SIJUMP), .BTYPE_TRAP(`NT_BTYPE_TRAP), .DRAFT(`NT_DRAFT),
        .NFILTERS(`NT_NFILTERS), .NCOMPARATORS(`NT_NCOMPARATORS), .NTRIGGERS(`NT_NTRIGGERS), .OUT_BYTES(`NT_OUT_BYTES)
    ) encoder (
`endif
        .clk(clk), .rst(rst),
        .control(control), .filters({FILTERS_W{1'b0}}), .comparators({COMPARATORS_W{1'b0}}),
        .trTeEmpty(trTeEmpty), .stall_or_overflow(),
        .itype(itype), .iaddr(iaddr), .iretire(iretire), .ilastsize(ilastsize), .sijump(sijump),
        .cause(cause[5:0]), .tval(tval), .priv(priv), .hart_context(context_in[CONTEXT_W-1:0]),
        .ctype(ctype), .impdef(impdef), .notify(trigger[`NT_NBLOCKS+1:2]),
        .ext_trigger(ext_trigger[TRIGGERS_W-1:0]), .trace_on(trace_on),
        .halted(halted), .reset(reset), .lowpower(lowpower), .timestamp(timestamp), .stall(stall),
        .out_valid(out_valid), .out(out), .out_count(out_count),
        .out_ready(sink_ready)
    );

    nt_trigger #(.NTRIGGERS(`NT_NTRIGGERS)) triggers (
        .clk(clk), .rst(rst || !control[`NT_trTeActive]), .trTeInstTracing(control[`NT_trTeInstTracing]),
        .trTeInstTrigEnable(control[`NT_trTeInstTrigEnable]), .trTeTrigExtInControl(control[`NT_trTeTrigExtInControl]),
        .trTeTrigExtOutControl(control[`NT_trTeTrigExtOutControl]), .trigger(trigger[1:0]),
        .ext_trigger(ext_trigger[TRIGGERS_W-1:0]), .ext_trigger_out(), .trace_on(trace_on),
        .trace_off()
    );

    nt_timestamp #(.TSTAMP_W(TIME_W)) clock (
        .clk(clk), .rst(rst || !control[`NT_trTeActive]), .trTsActive(control[`NT_trTsActive]), .trTsCount(control[`NT_trTsCount]),
        .trTsReset(1'b0), .trTsRunInDebug(control[`NT_trTsRunInDebug]), .trTsMode(control[`NT_trTsMode]),
        .trTsPrescale(control[`NT_trTsPrescale]), .halted(halted), .system_tick(1'b1),
        .external_time(time_in[TIME_W-1:0]), .shared_time(time_in[TIME_W-1:0]),
        .timestamp(timestamp)
    );

    reg [8*1024-1:0] ingress_name, bytes_name;
    integer          bytes, cycle, ignored;

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
            if (rst_seen && out_valid === 1'b1 && sink_ready)
                for (b = 0; b < out_count; b = b + 1)
                    $fdisplay(bytes, "%h", out[8*b +: 8]);
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

    task check;
        begin
            if ((^{out_valid, stall, trTeEmpty}) === 1'bx || (out_valid && (^{out, out_count}) === 1'bx)) begin
                $display("FAILED: cycle %0d: an output is unknown: out_valid=%b out=%b stall=%b trTeEmpty=%b",
                         cycle, out_valid, out, stall, trTeEmpty);
                $finish;
            end
        end
    endtask

endmodule

`default_nettype wire
