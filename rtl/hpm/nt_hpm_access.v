// SPDX-License-Identifier: Apache-2.0
// Which of the counters' CSRs an instruction accesses, and whether it may. Combinational.
//
// RISC-V privileged architecture: counter enables, and the exceptions of the hypervisor extension;
// Sscofpmf 1.0, "Supervisor Count Overflow"; Smcdeleg and Ssccfg, with the state enables of Sscsrind.
`default_nettype none

module nt_hpm_access #(
    // Width of registers, 32 or 64
    parameter integer XLEN = 64,
    // 1: there is U mode; S mode (with U); VS and VU mode (with S)
    parameter integer HAS_U = 1,
    parameter integer HAS_S = 1,
    parameter integer HAS_H = 1,
    // 1: mcyclecfg and minstretcfg (Smcntrpmf)
    parameter integer HAS_CNTRPMF = 0,
    // 1: sireg*, vsireg* and scountinhibit (Smcdeleg, Ssccfg), with S
    parameter integer HAS_CDELEG = 0
) (
    // Access
    input  wire [11:0] addr,
    input  wire [11:0] select,             // what siselect or vsiselect holds, for sireg* and vsireg*
    input  wire        write,
    input  wire [2:0]  priv,
    input  wire [1:0]  stateen,            // bit 60 of mstateen0 and of hstateen0
    input  wire        cde,                // menvcfg.CDE
    input  wire [31:0] mcounteren,
    input  wire [31:0] hcounteren,
    input  wire [31:0] scounteren,

    // The CSR; at most one is 1
    output wire        is_count,           // mcycle, minstret, mhpmcounter and their read-only copies
    output wire        is_event,           // mhpmevent; mcyclecfg has number 1, minstretcfg 2
    output wire        is_mcountinhibit,
    output wire        is_mcounteren,
    output wire        is_hcounteren,
    output wire        is_scounteren,
    output wire        is_scountovf,
    output wire        is_scountinhibit,
    output wire        is_delegated,       // with is_count or is_event: by sireg*, where there is no MINH
    output wire [4:0]  number,             // of the counter
    output wire        high,               // upper half

    // Outcome; with none of the latter two it is allowed
    output wire        hit,
    output wire        illegal,
    output wire        is_virtual,

    // Counters whose OF scountovf shows
    output wire [31:0] of_seen
);

    localparam [2:0] PRIV_U     = 3'd0;
    localparam [2:0] PRIV_M     = 3'd3;
    localparam [2:0] PRIV_DEBUG = 3'd4;
    localparam [2:0] PRIV_VU    = 3'd5;
    localparam [2:0] PRIV_VS    = 3'd6;

    localparam [0:0] RV32 = XLEN == 32;

    // sireg*: 0x151 to 0x157 without 0x154; vsireg*: 0x100 more. The selects 0x40 to 0x5F are those of counters.
    // sireg has the counter, sireg2 its mhpmevent, sireg4 and sireg5 their upper halves on RV32
    wire by_s         = addr[11:3] == 9'h02a;
    wire by_vs        = HAS_H != 0 && addr[11:3] == 9'h04a;
    wire [4:0] chosen = select[4:0];
    wire any_index    = HAS_CDELEG != 0 && (by_s || by_vs) && addr[1:0] != 2'd0 && select[11:5] == 7'h02;
    wire has_half     = !addr[2] || RV32;
    wire index_count  = any_index && addr[1:0] == 2'd1 && has_half && chosen != 5'd1;
    wire index_event  = any_index && addr[1:0] == 2'd2 && has_half && chosen != 5'd1 &&
                        (chosen >= 5'd3 || HAS_CNTRPMF != 0);

    // Both have numbers by counters, but mcyclecfg that of mhpmevent
    assign is_delegated = any_index;
    assign number       = !any_index ? addr[4:0] : index_event && chosen == 5'd0 ? 5'd1 : chosen;

    // 32 numbers each; 1 is `time`, which is the hart's
    wire [6:0] page    = addr[11:5];
    wire m_low         = page == 7'h58;          // 0xB00
    wire m_high        = RV32 && page == 7'h5c;  // 0xB80
    wire u_low         = page == 7'h60;          // 0xC00
    wire u_high        = RV32 && page == 7'h64;  // 0xC80
    wire e_low         = page == 7'h19;          // 0x320
    wire e_high        = RV32 && page == 7'h39;  // 0x720
    wire is_user_count = (u_low || u_high) && number != 5'd1;
    wire is_m_count    = (m_low || m_high) && number != 5'd1;
    wire is_m_event    = (e_low || e_high) && (number >= 5'd3 || (HAS_CNTRPMF != 0 && number != 5'd0));

    assign is_count         = is_user_count || is_m_count || index_count;
    assign is_event         = is_m_event || index_event;
    assign is_mcountinhibit = addr == 12'h320;
    assign is_mcounteren    = HAS_U != 0 && addr == 12'h306;
    assign is_hcounteren    = HAS_H != 0 && addr == 12'h606;
    assign is_scounteren    = HAS_S != 0 && addr == 12'h106;
    assign is_scountovf     = HAS_S != 0 && addr == 12'hda0;
    assign is_scountinhibit = HAS_CDELEG != 0 && addr == 12'h120;
    assign high             = m_high || u_high || e_high || (any_index && addr[2]);
    assign hit = is_count || is_event || is_mcountinhibit || is_mcounteren || is_hcounteren ||
                 is_scounteren || is_scountovf || is_scountinhibit || any_index;

    // Debug mode has all that M mode has
    wire machine = priv == PRIV_M || priv == PRIV_DEBUG;
    wire guest   = HAS_H != 0 && (priv == PRIV_VS || priv == PRIV_VU);
    wire user    = priv == PRIV_U || priv == PRIV_VU;

    // What is refused in M mode's name is illegal; what a guest lacks and HS mode has is virtual.
    wire machine_level = is_m_count || is_m_event || is_mcountinhibit || is_mcounteren;
    wire closed_by_m   = is_user_count && !mcounteren[number];
    wire closed_by_hs  = (is_user_count && ((guest && !hcounteren[number]) ||
                                            (HAS_S != 0 && user && !scounteren[number]))) ||
                         (is_hcounteren && guest) ||
                         ((is_hcounteren || is_scounteren || is_scountovf) && user) ||
                         (HAS_CDELEG != 0 && cde && is_scountovf && guest);
    wire read_only     = is_user_count || is_scountovf;

    // sireg* and vsireg*. M mode is bound by CDE and mcounteren as S mode is, though not by mstateen0. Sscsrind
    // refuses a guest vsireg* and, in VU, sireg* whatever they hold
    wire never         = by_vs || priv == PRIV_VU;
    wire unimplemented = !cde || by_vs || !mcounteren[chosen] || !(index_count || index_event);
    wire index_illegal = (!machine && !stateen[0]) || priv == PRIV_U ||
                         (guest ? !never && stateen[1] && !cde : unimplemented);
    // scountinhibit
    wire inhibit_illegal = !cde || priv == PRIV_U;

    assign illegal    = hit && ((write && read_only) || (any_index && index_illegal) ||
                                (is_scountinhibit && inhibit_illegal) ||
                                (!machine && (machine_level || closed_by_m || (closed_by_hs && !guest))));
    assign is_virtual = hit && !illegal && !machine && (closed_by_hs || ((any_index || is_scountinhibit) && guest));

    assign of_seen = machine ? ~32'd0 : mcounteren & (guest ? hcounteren : ~32'd0);

    wire unused = &{1'b0, select, stateen, cde, has_half};

endmodule

`default_nettype wire
