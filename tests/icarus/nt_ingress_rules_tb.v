// SPDX-License-Identifier: Apache-2.0
// Drives nt_ingress_rules with an ingress file in hex form (docs/ingress.md); it reports by itself. At the end a line with the
// number of cycles that broke each rule.
//
//   +ingress=FILE
`timescale 1ns / 1ns
`include "nt_control_fields.vh"
`default_nettype none

module nt_ingress_rules_tb;

    reg clk = 1'b0;

    `include "nt_ingress_hex.vh"

    wire [12:0] broken;

    nt_ingress_rules #(
        .XLEN(`NT_XLEN), .NBLOCKS(`NT_NBLOCKS), .ITYPE_W(`NT_ITYPE_W), .IRETIRE_W(`NT_IRETIRE_W), .DRAFT(`NT_DRAFT),
        .REPORT(1000000000)
    ) rules (
        .clk(clk), .rst(rst), .itype(itype), .iaddr(iaddr), .iretire(iretire), .ilastsize(ilastsize), .sijump(sijump),
        .priv(priv), .ctype(ctype), .trigger(trigger), .halted(halted), .reset(reset), .lowpower(lowpower), .broken(broken)
    );

    reg [8*1024-1:0] ingress_name;
    integer          cycle, ignored, r;
    integer          counts [0:12];

    initial begin
        ignored = $value$plusargs("ingress=%s", ingress_name);
        ingress = $fopen(ingress_name, "r");
        if (ingress == 0) begin
            $display("FAILED: the file cannot be opened");
            $finish;
        end
        for (r = 0; r < 13; r = r + 1) counts[r] = 0;
        cycle = 0;
        read_line;
        while (columns == wanted) begin
            #5;
            for (r = 0; r < 13; r = r + 1)
                if (broken[r] === 1'b1) counts[r] = counts[r] + 1;
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
        for (r = 0; r < 13; r = r + 1) $display("rule %0d: %0d", r, counts[r]);
        $display("%0d cycles", cycle);
        $finish;
    end

endmodule

`default_nettype wire
