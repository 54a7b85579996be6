// SPDX-License-Identifier: Apache-2.0
// What a CSR access means to CTR, and who may: the registers of both maps, the rules by mode, by the
// state enables (bits CTR and CSRIND of mstateen0 and hstateen0).
`include "nt_ctr_fields.vh"
`default_nettype none

module nt_ctr_access #(
    parameter integer XLEN = 64,
    // Register map: 0 of 1.0, 1 of draft 0.1.4
    parameter integer DRAFT = 0,
    parameter integer HAS_H = 1
) (
    input  wire        clear,    // SCTRCLR
    input  wire [11:0] addr,
    input  wire [11:0] select,   // what *iselect holds
    input  wire [2:0]  priv,
    input  wire [3:0]  stateen,  // mstateen0.CTR, hstateen0.CTR, mstateen0.CSRIND, hstateen0.CSRIND

    output wire        hit,      // one of these, or an *ireg that reads 0:
    output wire        control,  // mctrctl or sctrctl
    output wire        machine,  // with `control`: mctrctl
    output wire        vscontrol,
    output wire        upper,    // of either, bits 63 to 32
    output wire        status,
    output wire        depth,
    output wire        source,   // of an entry
    output wire        target,
    output wire        data,
    output wire        sctrclr,
    output wire        raises_illegal, // exceptions instead
    output wire        raises_virtual
);

    localparam [2:0] U = 3'd0, M = 3'd3, DEBUG = 3'd4, VU = 3'd5, VS = 3'd6;
    localparam [0:0] RV32 = XLEN == 32;

    // Which register, and by whom: M (0x3..), S (0x1..), HS (0x2..)
    wire by_m = addr[11:8] == 4'h3;
    wire by_s = addr[11:8] == 4'h1;
    wire by_h = addr[11:8] == 4'h2;
    wire level = by_m || by_s || (by_h && HAS_H != 0);

    // 0: not in this map, or not in this build
    localparam [11:0] MCTRCTL    = DRAFT != 0 ? `NT_CTR_MCTRCTL_1 : `NT_CTR_MCTRCTL_0;
    localparam [11:0] SCTRCTL    = DRAFT != 0 ? `NT_CTR_SCTRCTL_1 : `NT_CTR_SCTRCTL_0;
    localparam [11:0] VSCTRCTL   = HAS_H == 0 ? 12'h000 : DRAFT != 0 ? `NT_CTR_VSCTRCTL_1 : `NT_CTR_VSCTRCTL_0;
    localparam [11:0] MCTRCTLH   = !RV32 ? 12'h000 : DRAFT != 0 ? `NT_CTR_MCTRCTLH_1 : `NT_CTR_MCTRCTLH_0;
    localparam [11:0] SCTRCTLH   = !RV32 ? 12'h000 : DRAFT != 0 ? `NT_CTR_SCTRCTLH_1 : `NT_CTR_SCTRCTLH_0;
    localparam [11:0] VSCTRCTLH  = !RV32 || HAS_H == 0 ? 12'h000 :
                                   DRAFT != 0 ? `NT_CTR_VSCTRCTLH_1 : `NT_CTR_VSCTRCTLH_0;
    localparam [11:0] MCTRSTATUS = DRAFT != 0 ? `NT_CTR_MCTRSTATUS_1 : `NT_CTR_MCTRSTATUS_0;
    localparam [11:0] SCTRSTATUS = DRAFT != 0 ? `NT_CTR_SCTRSTATUS_1 : `NT_CTR_SCTRSTATUS_0;
    localparam [11:0] SCTRDEPTH  = DRAFT != 0 ? `NT_CTR_SCTRDEPTH_1 : `NT_CTR_SCTRDEPTH_0;
    wire some = addr != 12'h000;
    wire lower_here  = some && (addr == MCTRCTL || addr == SCTRCTL || addr == VSCTRCTL);
    wire upper_here  = some && (addr == MCTRCTLH || addr == SCTRCTLH || addr == VSCTRCTLH);
    wire any_control = lower_here || upper_here;
    wire any_status  = some && (addr == MCTRSTATUS || addr == SCTRSTATUS);
    wire any_depth   = some && addr == SCTRDEPTH;
    // mireg is the draft's alone; the fourth number belongs to none
    wire any_entry = level && (DRAFT != 0 || !by_m) && select[11:8] == 4'h2 && addr[7:3] == 5'h0a &&
                     addr[2:0] != 3'd0 && addr[2:0] != 3'd4;
    wire any_clear = DRAFT == 0;

    assign hit = clear ? any_clear : any_control || any_status || any_depth || any_entry;

    // Who may
    wire full  = priv == M || priv == DEBUG;
    wire for_m = !clear && by_m;
    wire for_s = clear || by_s;
    wire entry = !clear && any_entry;
    wire depth_here = !clear && any_depth;
    // VU never, VS only by the numbers of S, and not the depth
    wire never = priv == VU || (priv == VS && (!for_s || depth_here));
    // Sscsrind by itself, whatever mstateen0.CTR is
    wire index = entry && (never || (priv == VS && !stateen[3]));
    // Draft, chapter 4: it would not have worked with hstateen0.CTR either
    wire neither = DRAFT != 0 && !never && stateen[0] && !stateen[1];

    assign raises_illegal = hit && !full &&
                            (for_m || priv == U || (entry && !stateen[2]) ||
                             (index ? neither : !stateen[0]));
    assign raises_virtual = hit && !full && !raises_illegal &&
                            (index || never || (priv == VS && !stateen[1]));

    wire redirected = by_s && priv == VS;
    assign control   = !clear && any_control && !by_h && !redirected;
    assign machine   = by_m;
    assign vscontrol = !clear && any_control && (by_h || redirected);
    assign upper     = upper_here;
    assign status    = !clear && any_status;
    assign depth     = !clear && any_depth;
    assign source    = entry && addr[2:0] == 3'd1;
    assign target    = entry && addr[2:0] == 3'd2;
    assign data      = entry && addr[2:0] == 3'd3;
    assign sctrclr   = clear && any_clear;

    wire unused = &{1'b0, select[7:0]}; // the entry

endmodule

`default_nettype wire
