// SPDX-License-Identifier: Apache-2.0
// Drives nt_iti with a file of cycles, and writes what its port says; the port's rules look on. A line of hexadecimal numbers
// per cycle: ex_valid, ex_cause, ex_tval, priv_lvl, and for each port valid, pc, op_return, op_branch, op_jalr, is_compressed,
// is_taken.
//
//   +cycles=FILE +port=FILE
`timescale 1ns / 1ns
`default_nettype none

module nt_kit_iti_tb;

    parameter integer XLEN = 64, NRET = 1, NBLOCKS = 1, ITYPE_W = 3, IRETIRE_W = 6;

    reg [NRET-1:0]      valid, op_return, op_branch, op_jalr, compressed, taken;
    reg [NRET*XLEN-1:0] pc;
    reg                 ex_valid;
    reg [1:0]           priv_of;
    reg [XLEN-1:0]      cause_of, tval_of;

    `include "nt_kit_port.vh"

    assign sijump = {NBLOCKS{1'b0}};
    nt_iti #(.XLEN(XLEN), .NRET(NRET), .NBLOCKS(NBLOCKS), .IRETIRE_W(IRETIRE_W)) adapter (
        .clk(clk), .rst(rst), .valid(valid), .pc(pc), .op_return(op_return), .op_branch(op_branch), .op_jalr(op_jalr),
        .is_compressed(compressed), .is_taken(taken), .ex_valid(ex_valid), .ex_tval(tval_of), .ex_cause(cause_of),
        .priv_lvl(priv_of), .hart_debug(1'b0), .hart_reset(1'b0), .hart_lowpower(1'b0), .itype(itype), .iaddr(iaddr),
        .iretire(iretire), .ilastsize(ilastsize), .cause(cause), .tval(tval), .priv(priv), .halted(halted), .reset(reset),
        .lowpower(lowpower), .overrun(overrun)
    );

    task read_cycle;
        begin
            columns = $fscanf(file, "%h %h %h %h", ex_valid, cause_of, tval_of, priv_of);
            for (i = 0; i < NRET; i = i + 1)
                columns = $fscanf(file, "%h %h %h %h %h %h %h", valid[i], pc[XLEN*i +: XLEN], op_return[i], op_branch[i],
                                  op_jalr[i], compressed[i], taken[i]);
        end
    endtask

    task rest;
        {valid, ex_valid} = {NRET+1{1'b0}};
    endtask

endmodule

`default_nettype wire
