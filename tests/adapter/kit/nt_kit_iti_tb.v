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
            ex_valid = next(0);
            cause_of = next(0);
            tval_of  = next(0);
            priv_of  = next(0);
            for (i = 0; i < NRET; i = i + 1) begin
                valid[i]           = next(0);
                pc[XLEN*i +: XLEN] = next(0);
                op_return[i]       = next(0);
                op_branch[i]       = next(0);
                op_jalr[i]         = next(0);
                compressed[i]      = next(0);
                taken[i]           = next(0);
            end
        end
    endtask

    task rest;
        {valid, ex_valid} = {NRET+1{1'b0}};
    endtask

endmodule

`default_nettype wire
