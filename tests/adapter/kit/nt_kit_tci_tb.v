// SPDX-License-Identifier: Apache-2.0
// Drives nt_tci with a file of cycles, and writes what its port says; the port's rules look on. A line of hexadecimal numbers
// per cycle: priv, cause, tval, and for each group iretire, iaddr, itype, ilastsize.
//
//   +cycles=FILE +port=FILE
`timescale 1ns / 1ns
`default_nettype none

module nt_kit_tci_tb;

    parameter integer XLEN = 32, NRET = 1, NBLOCKS = 1, ITYPE_W = 3, IRETIRE_W = 6;

    reg [NRET-1:0]      retires, size;
    reg [NRET*XLEN-1:0] pc;
    reg [NRET*4-1:0]    code;
    reg [3:0]           priv_of;
    reg [XLEN-1:0]      cause_of, tval_of;

    `include "nt_kit_port.vh"

    assign sijump = {NBLOCKS{1'b0}};
    nt_tci #(.XLEN(XLEN), .NGROUPS(NRET), .NBLOCKS(NBLOCKS), .IRETIRE_W(IRETIRE_W)) adapter (
        .clk(clk), .rst(rst), .group_iretire(retires), .group_iaddr(pc), .group_itype(code), .group_ilastsize(size),
        .group_priv(priv_of), .group_tval(tval_of), .group_cause(cause_of), .hart_reset(1'b0), .hart_lowpower(1'b0),
        .itype(itype), .iaddr(iaddr), .iretire(iretire), .ilastsize(ilastsize), .cause(cause), .tval(tval), .priv(priv),
        .halted(halted), .reset(reset), .lowpower(lowpower), .overrun(overrun)
    );

    task read_cycle;
        begin
            priv_of  = next(0);
            cause_of = next(0);
            tval_of  = next(0);
            for (i = 0; i < NRET; i = i + 1) begin
                retires[i]         = next(0);
                pc[XLEN*i +: XLEN] = next(0);
                code[4*i +: 4]     = next(0);
                size[i]            = next(0);
            end
        end
    endtask

    task rest;
        retires = {NRET{1'b0}};
    endtask

endmodule

`default_nettype wire
