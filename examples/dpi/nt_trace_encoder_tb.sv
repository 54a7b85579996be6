// SPDX-License-Identifier: Apache-2.0
// The trace encoder beside its golden model, in SystemVerilog alone: reads an ingress file in hex form
// (docs/ingress.md), has the scoreboard compare every output in every cycle, and writes the bytes that the
// sink takes, a hexadecimal number a line.
//
//   +ingress=FILE +bytes=FILE
`include "nt_control_fields.vh"

module nt_trace_encoder_tb;

    `include "nt_ingress_hex.vh"

    // As the encoder has them: at least 1 bit
    localparam CONTEXT_W = `NT_SCONTEXT_W + `NT_HCONTEXT_W > 0 ? `NT_SCONTEXT_W + `NT_HCONTEXT_W : 1;
    localparam TIME_W = `NT_TSTAMP_W > 0 ? `NT_TSTAMP_W : 1;
    localparam TRIGGERS_W = `NT_NTRIGGERS > 0 ? `NT_NTRIGGERS : 1;

    // What the ports get of a line: Verilator 5.006 does not see that $fscanf changes what it reads.
    struct packed {
        logic                  rst, sink_ready, halted, reset, lowpower;
        logic [2:0]            priv;
        logic [15:0]           cause;
        logic [`NT_XLEN-1:0]   tval;
        logic [63:0]           context_in, time_in;
        logic [1:0]            ctype;
        logic [31:0]           impdef;
        logic [`NT_NBLOCKS+1:0] trigger;
        logic [7:0]            ext_trigger;
        logic                  psel, penable, pwrite;
        logic [11:0]           paddr;
        logic [31:0]           pwdata;
        logic [3:0]            pstrb;
    } pin;

    logic clk = 1'b0;
    logic PREADY, PSLVERR, stall, out_valid;
    logic [31:0] PRDATA;
    logic [TRIGGERS_W-1:0] ext_trigger_out;
    logic [TIME_W-1:0] timestamp;
    logic [8*`NT_OUT_BYTES-1:0] out;
    logic [$clog2(`NT_OUT_BYTES+1)-1:0] out_count;

    `define NT_TB_PARAMETERS \
        .XLEN(`NT_XLEN), .NBLOCKS(`NT_NBLOCKS), .ITYPE_W(`NT_ITYPE_W), .IRETIRE_W(`NT_IRETIRE_W), \
        .ICNT_W(`NT_ICNT_W), .HIST_W(`NT_HIST_W), .FIFO_DEPTH(`NT_FIFO_DEPTH), .SCONTEXT_W(`NT_SCONTEXT_W), \
        .HCONTEXT_W(`NT_HCONTEXT_W), .SRC_W(`NT_SRC_W), .TSTAMP_W(`NT_TSTAMP_W), .STACK_DEPTH(`NT_STACK_DEPTH), \
        .PARTIAL_W(`NT_PARTIAL_W), .REPEAT_W(`NT_REPEAT_W), .PERIOD_W(`NT_PERIOD_W), .OPTIONS(`NT_OPTIONS), \
        .SIJUMP(`NT_SIJUMP), .BTYPE_TRAP(`NT_BTYPE_TRAP), .DRAFT(`NT_DRAFT), .NFILTERS(`NT_NFILTERS), \
        .NCOMPARATORS(`NT_NCOMPARATORS), .NTRIGGERS(`NT_NTRIGGERS), .OUT_BYTES(`NT_OUT_BYTES)
    `define NT_TB_PORTS \
        .clk(clk), .rst(pin.rst), .PSEL(pin.psel), .PENABLE(pin.penable), .PADDR(pin.paddr), .PWRITE(pin.pwrite), .PWDATA(pin.pwdata), \
        .PSTRB(pin.pstrb), .PREADY(PREADY), .PRDATA(PRDATA), .PSLVERR(PSLVERR), .itype(itype), .iaddr(iaddr), \
        .iretire(iretire), .ilastsize(ilastsize), .sijump(sijump), .cause(pin.cause[5:0]), .tval(pin.tval), .priv(pin.priv), \
        .hart_context(pin.context_in[CONTEXT_W-1:0]), .ctype(pin.ctype), .impdef(pin.impdef), .trigger(pin.trigger), \
        .halted(pin.halted), .reset(pin.reset), .lowpower(pin.lowpower), .hart_time(pin.time_in[TIME_W-1:0]), .stall(stall), \
        .ext_trigger(pin.ext_trigger[TRIGGERS_W-1:0]), .ext_trigger_out(ext_trigger_out), .system_tick(1'b1), \
        .shared_time({TIME_W{1'b0}}), .timestamp(timestamp), .out_valid(out_valid), .out(out), \
        .out_count(out_count), .out_ready(pin.sink_ready)

    nt_trace_encoder #(`NT_TB_PARAMETERS) encoder (`NT_TB_PORTS);
    nt_trace_encoder_scoreboard #(`NT_TB_PARAMETERS) scoreboard (`NT_TB_PORTS);

    string ingress_name, bytes_name;
    integer bytes, cycles;

    initial begin
        if ($value$plusargs("ingress=%s", ingress_name) == 0 || $value$plusargs("bytes=%s", bytes_name) == 0)
            $fatal(1, "+ingress=FILE and +bytes=FILE are needed");
        ingress = $fopen(ingress_name, "r");
        if (ingress == 0) $fatal(1, "%s cannot be read", ingress_name);
        bytes = $fopen(bytes_name, "w");
        if (bytes == 0) $fatal(1, "%s cannot be written", bytes_name);
        cycles = 0;
        next_line;
        while (columns == wanted) begin
            #5;
            if (out_valid && pin.sink_ready)
                for (b = 0; b < out_count; b = b + 1)
                    $fdisplay(bytes, "%h", out[8*b +: 8]);
            clk = 1'b1;
            #5;
            clk = 1'b0;
            cycles = cycles + 1;
            next_line;
        end
        $fclose(bytes);
        if (columns > 0)
            $fatal(1, "line %0d has %0d columns, not %0d", cycles + 1, columns, wanted);
        if (scoreboard.nt_mismatches != 0)
            $fatal(1, "%0d of %0d cycles differ", scoreboard.nt_mismatches, cycles);
        $display("passed: %0d cycles", cycles);
        $finish;
    end

    task next_line;
        read_line;
        pin = {rst, sink_ready, halted, reset, lowpower, priv, cause, tval, context_in, time_in, ctype, impdef,
               trigger, ext_trigger, psel, penable, pwrite, paddr, pwdata, pstrb};
    endtask

endmodule
