// SPDX-License-Identifier: Apache-2.0
// Drives nt_rvfi with a file of cycles, and writes what its port says; the port's rules look on. A line of hexadecimal numbers
// per cycle: for each channel valid, insn, trap, intr, mode, pc_rdata, pc_wdata, cause, tval.
//
//   +cycles=FILE +port=FILE
`timescale 1ns / 1ns
`default_nettype none

module nt_kit_rvfi_tb;

    parameter integer XLEN = 32, NRET = 1, NBLOCKS = 1, ITYPE_W = 4, IRETIRE_W = 6;

    reg [NRET-1:0]      valid, trap, intr;
    reg [NRET*32-1:0]   insn;
    reg [NRET*2-1:0]    mode;
    reg [NRET*XLEN-1:0] pc_rdata, pc_wdata, tval_of;
    reg [NRET*6-1:0]    cause_of;

    `include "nt_kit_port.vh"

    nt_rvfi #(.XLEN(XLEN), .NRET(NRET), .NBLOCKS(NBLOCKS), .ITYPE_W(ITYPE_W), .IRETIRE_W(IRETIRE_W)) adapter (
        .clk(clk), .rst(rst), .rvfi_valid(valid), .rvfi_insn(insn), .rvfi_trap(trap), .rvfi_halt({NRET{1'b0}}), .rvfi_intr(intr),
        .rvfi_mode(mode), .rvfi_pc_rdata(pc_rdata), .rvfi_pc_wdata(pc_wdata), .hart_virtual({NRET{1'b0}}),
        .hart_debug({NRET{1'b0}}), .hart_cause(cause_of), .hart_tval(tval_of), .hart_reset(1'b0), .hart_lowpower(1'b0),
        .itype(itype), .iaddr(iaddr), .iretire(iretire), .ilastsize(ilastsize), .sijump(sijump), .cause(cause), .tval(tval),
        .priv(priv), .halted(halted), .reset(reset), .lowpower(lowpower), .overrun(overrun)
    );

    task read_cycle;
        for (i = 0; i < NRET; i = i + 1) begin
            valid[i]                 = next(0);
            insn[32*i +: 32]         = next(0);
            trap[i]                  = next(0);
            intr[i]                  = next(0);
            mode[2*i +: 2]           = next(0);
            pc_rdata[XLEN*i +: XLEN] = next(0);
            pc_wdata[XLEN*i +: XLEN] = next(0);
            cause_of[6*i +: 6]       = next(0);
            tval_of[XLEN*i +: XLEN]  = next(0);
        end
    endtask

    task rest;
        valid = {NRET{1'b0}};
    endtask

endmodule

`default_nettype wire
