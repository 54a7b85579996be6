// Which of the counters' CSRs an instruction accesses, and whether it may. Combinational.
//
// RISC-V privileged architecture: counter enables, and the exceptions of the hypervisor extension;
// Sscofpmf 1.0, "Supervisor Count Overflow".
`default_nettype none

module nt_hpm_access #(
    // Width of registers, 32 or 64
    parameter XLEN = 64,
    // 1: there is U mode; S mode (with U); VS and VU mode (with S)
    parameter HAS_U = 1,
    parameter HAS_S = 1,
    parameter HAS_H = 1,
    // 1: mcyclecfg and minstretcfg (Smcntrpmf)
    parameter HAS_CNTRPMF = 0
) (
    // Access
    input  wire [11:0] addr,
    input  wire        write,
    input  wire [2:0]  priv,
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

    localparam RV32 = XLEN == 32;

    assign number = addr[4:0];

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

    assign is_count         = is_user_count || is_m_count;
    assign is_event         = (e_low || e_high) && (number >= 5'd3 || (HAS_CNTRPMF != 0 && number != 5'd0));
    assign is_mcountinhibit = addr == 12'h320;
    assign is_mcounteren    = HAS_U != 0 && addr == 12'h306;
    assign is_hcounteren    = HAS_H != 0 && addr == 12'h606;
    assign is_scounteren    = HAS_S != 0 && addr == 12'h106;
    assign is_scountovf     = HAS_S != 0 && addr == 12'hda0;
    assign high             = m_high || u_high || e_high;
    assign hit = is_count || is_event || is_mcountinhibit || is_mcounteren || is_hcounteren ||
                 is_scounteren || is_scountovf;

    // Debug mode has all that M mode has
    wire machine = priv == PRIV_M || priv == PRIV_DEBUG;
    wire guest   = HAS_H != 0 && (priv == PRIV_VS || priv == PRIV_VU);
    wire user    = priv == PRIV_U || priv == PRIV_VU;

    // What is refused in M mode's name is illegal; what a guest lacks and HS mode has is virtual.
    wire machine_level = is_m_count || is_event || is_mcountinhibit || is_mcounteren;
    wire closed_by_m   = is_user_count && !mcounteren[number];
    wire closed_by_hs  = (is_user_count && ((guest && !hcounteren[number]) ||
                                            (HAS_S != 0 && user && !scounteren[number]))) ||
                         (is_hcounteren && guest) ||
                         ((is_hcounteren || is_scounteren || is_scountovf) && user);
    wire read_only     = is_user_count || is_scountovf;

    assign illegal    = hit && ((write && read_only) ||
                                (!machine && (machine_level || closed_by_m || (closed_by_hs && !guest))));
    assign is_virtual = hit && !illegal && !machine && closed_by_hs;

    assign of_seen = machine ? ~32'd0 : mcounteren & (guest ? hcounteren : ~32'd0);

endmodule

`default_nettype wire
