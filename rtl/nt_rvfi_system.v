// SPDX-License-Identifier: Apache-2.0
// A trace system for cores with RVFI: nt_rvfi of each hart, and nt_system behind them.
// Written by scripts/ready_tops.py from the headers of these two. docs/packages.md.
`default_nettype none

module nt_rvfi_system #(
    // Harts, 1 to 16
    parameter integer NHARTS = 1,
    // Harts a local funnel, 2 to 16, at most 4 local funnels; 0: the encoders lead into the top one
    parameter integer CLUSTER = 0,
    // 1: the last hart has a RAM sink of its own, of LOCAL_WORDS words of 32 bits; needs 2 harts
    parameter integer LOCAL_RAM = 0,
    parameter integer LOCAL_WORDS = 1024,
    // Bytes a cycle between components, 1, 2, 4 or 8, at least OUT_BYTES
    parameter integer STREAM_BYTES = 4,
    // Sinks: 1: a PIB; words of 32 bits in the RAM sink's memory, 0: no SRAM mode; 1: SMEM mode;
    // bits of ATDATA, 8 to 128, 0: no ATB bridge
    parameter integer PIB = 1,
    parameter integer SRAM_WORDS = 1024,
    parameter integer SMEM = 1,
    parameter integer ATB_W = 32,
    // Width of addresses in bits (32 or 64)
    parameter integer XLEN = 64,
    // Ingress blocks per cycle (1 to 4)
    parameter integer NBLOCKS = 1,
    // Width of itype in bits (3 or 4)
    parameter integer ITYPE_W = 4,
    // Width of iretire in bits; a block has at most 2^IRETIRE_W - 1 half-words (2 to 8)
    parameter integer IRETIRE_W = 6,
    // Width of I-CNT with its overflow bit (5 to 22)
    parameter integer ICNT_W = 22,
    // Width of HIST with its stop bit (5 to 32)
    parameter integer HIST_W = 32,
    // Entries of the message FIFO (8, 16, 32, 64 or 128)
    parameter integer FIFO_DEPTH = 32,
    // Width of scontext, the low part of context; 0: no Ownership messages (0 to 59)
    parameter integer SCONTEXT_W = 32,
    // Width of hcontext, the part of context above it; 0: not implemented (0 to 59)
    parameter integer HCONTEXT_W = 14,
    // Widest SRC (trTeSrcBits); 0: no SRC (0 to 12)
    parameter integer SRC_W = 12,
    // Width of timestamps; 0: none (0 to 63)
    parameter integer TSTAMP_W = 48,
    // Entries of the return stack; 0: no implicit returns (0, 1, 2, 4, 8, 16 or 32)
    parameter integer STACK_DEPTH = 32,
    // Address bits compared with trTeInstImplicitReturnMode=2 (1 to 63)
    parameter integer PARTIAL_W = 12,
    // Width of HREPEAT and B-CNT; 0: no repeats (0 to 18)
    parameter integer REPEAT_W = 18,
    // Repeated history has periods up to 2^PERIOD_W - 1; 0: none (0 to 5)
    parameter integer PERIOD_W = 5,
    // 1: sequential jumps, all-jumps, address MSB extension; 0: none of them (0 or 1)
    parameter integer OPTIONS = 1,
    // 1: sijump is connected to a hart that implements it; 0: it is tied off (0 or 1)
    parameter integer SIJUMP = 1,
    // 1: traps are reported as B-TYPE 1 and not as 2 and 3 (0 or 1)
    parameter integer BTYPE_TRAP = 0,
    // 1: the ingress port of the draft: its itype codes, and iaddr invalid wherever iretire is 0 (0
    // or 1)
    parameter integer DRAFT = 0,
    // Trace filters (0 to 16)
    parameter integer NFILTERS = 16,
    // Comparators (0 to 8)
    parameter integer NCOMPARATORS = 8,
    // External trigger inputs, and outputs (0 to 8)
    parameter integer NTRIGGERS = 8,
    // Bytes per cycle of the serializer (1, 4 or 8)
    parameter integer OUT_BYTES = 1,
    // Channels of RVFI, 1 to 4, in program order
    parameter integer NRET = 1,
    // 1: traps have cause and tval; 0: both are always 0
    parameter integer CAUSES = 1,
    // Items of the queue: an instruction, trap or stop each; 2 * NRET to 64
    parameter integer DEPTH = 4 * NRET,
    // Widths of ports (derived; do not set)
    parameter integer CONTEXT_W = SCONTEXT_W + HCONTEXT_W > 0 ? SCONTEXT_W + HCONTEXT_W : 1,
    parameter integer TIME_W = TSTAMP_W > 0 ? TSTAMP_W : 1,
    parameter integer TRIGGERS_W = NTRIGGERS > 0 ? NTRIGGERS : 1,
    parameter integer ATDATA_W = ATB_W > 0 ? ATB_W : 8,
    parameter integer ATBYTES_W = ATDATA_W > 8 ? $clog2(ATDATA_W / 8) : 1
) (
    input  wire                                            clk,
    input  wire                                            rst,

    // Control registers of all components: APB4, PCLK is clk and PRESETn not rst
    input  wire                                            PSEL,
    input  wire                                            PENABLE,
    input  wire [16:0]                                     PADDR,
    input  wire                                            PWRITE,
    input  wire [31:0]                                     PWDATA,
    input  wire [3:0]                                      PSTRB,
    output wire                                            PREADY,
    output wire [31:0]                                     PRDATA,
    output wire                                            PSLVERR,

    // Of the harts, hart 0 in the low bits: RVFI
    // RVFI, channel 0 the oldest; of every core
    input  wire [NHARTS*NRET-1:0]                          rvfi_valid,
    input  wire [NHARTS*NRET*32-1:0]                       rvfi_insn,
    input  wire [NHARTS*NRET-1:0]                          rvfi_trap,
    input  wire [NHARTS*NRET-1:0]                          rvfi_halt,
    input  wire [NHARTS*NRET-1:0]                          rvfi_intr,
    input  wire [NHARTS*NRET*2-1:0]                        rvfi_mode,
    input  wire [NHARTS*NRET*XLEN-1:0]                     rvfi_pc_rdata,
    input  wire [NHARTS*NRET*XLEN-1:0]                     rvfi_pc_wdata,
    // Not in RVFI; of each channel, with rvfi_valid. What a core lacks is 0
    input  wire [NHARTS*NRET-1:0]                          hart_virtual,  // V = 1
    input  wire [NHARTS*NRET-1:0]                          hart_debug,  // an instruction of debug mode: not traced
    input  wire [NHARTS*NRET*6-1:0]                        hart_cause,  // xcause and xtval of its mode, as it finds them:
    input  wire [NHARTS*NRET*XLEN-1:0]                     hart_tval,  // needed of the first instruction of a handler
    // Levels, ignored in a cycle with a valid channel
    input  wire [NHARTS-1:0]                               hart_reset,
    input  wire [NHARTS-1:0]                               hart_lowpower,

    // Of the harts, beside it; what a core lacks is 0
    input  wire [NHARTS*CONTEXT_W-1:0]                     hart_context,
    input  wire [NHARTS*2-1:0]                             ctype,
    input  wire [NHARTS*32-1:0]                            impdef,
    input  wire [NHARTS*(NBLOCKS+2)-1:0]                   trigger,
    input  wire [NHARTS*TIME_W-1:0]                        hart_time,
    output wire [NHARTS-1:0]                               stall,
    output wire [NHARTS-1:0]                               overrun,  // since the reset instructions of the hart were lost

    // External triggers. With an ATB bridge the last input of each encoder is also SYNCREQ's.
    input  wire [NHARTS*TRIGGERS_W-1:0]                    ext_trigger,
    output wire [NHARTS*TRIGGERS_W-1:0]                    ext_trigger_out,

    // Time
    input  wire                                            system_tick,  // a clock of the system's counter
    input  wire [TIME_W-1:0]                               system_time,  // for External at the top funnel
    input  wire [TIME_W-1:0]                               shared_time,  // for Shared there

    // PIB; idle without one
    output wire                                            TRC_CLK,
    output wire [15:0]                                     TRC_DATA,

    // RAM sink in SMEM mode: an AXI4 write master of 32-bit words
    output wire                                            AWVALID,
    output wire [63:0]                                     AWADDR,
    output wire [7:0]                                      AWLEN,
    output wire [2:0]                                      AWSIZE,
    output wire [1:0]                                      AWBURST,
    output wire [3:0]                                      AWCACHE,
    output wire [2:0]                                      AWPROT,
    input  wire                                            AWREADY,
    output wire                                            WVALID,
    output wire [31:0]                                     WDATA,
    output wire [3:0]                                      WSTRB,
    output wire                                            WLAST,
    input  wire                                            WREADY,
    input  wire                                            BVALID,
    input  wire [1:0]                                      BRESP,
    output wire                                            BREADY,

    // ATB bridge (AMBA 4 ATB)
    output wire                                            ATVALID,
    input  wire                                            ATREADY,
    output wire [ATDATA_W-1:0]                             ATDATA,
    output wire [ATBYTES_W-1:0]                            ATBYTES,
    output wire [6:0]                                      ATID,
    input  wire                                            AFVALID,
    output wire                                            AFREADY,
    input  wire                                            SYNCREQ
);

    wire [NHARTS*NBLOCKS*ITYPE_W-1:0]         itype;
    wire [NHARTS*NBLOCKS*XLEN-1:0]            iaddr;
    wire [NHARTS*NBLOCKS*IRETIRE_W-1:0]       iretire;
    wire [NHARTS*2*NBLOCKS-1:0]               ilastsize;
    wire [NHARTS*NBLOCKS-1:0]                 sijump;
    wire [NHARTS*6-1:0]                       cause;
    wire [NHARTS*XLEN-1:0]                    tval;
    wire [NHARTS*3-1:0]                       priv;
    wire [NHARTS-1:0]                         halted;
    wire [NHARTS-1:0]                         reset;
    wire [NHARTS-1:0]                         lowpower;

    genvar hart;
    generate
        for (hart = 0; hart < NHARTS; hart = hart + 1) begin : g_hart
            nt_rvfi #(
                .XLEN(XLEN), .NRET(NRET), .NBLOCKS(NBLOCKS), .ITYPE_W(ITYPE_W), .IRETIRE_W(IRETIRE_W), .SIJUMP(SIJUMP),
                .CAUSES(CAUSES), .DEPTH(DEPTH)
            ) adapter (
                .clk(clk), .rst(rst), .rvfi_valid(rvfi_valid[hart*NRET +: NRET]),
                .rvfi_insn(rvfi_insn[hart*NRET*32 +: NRET*32]), .rvfi_trap(rvfi_trap[hart*NRET +: NRET]),
                .rvfi_halt(rvfi_halt[hart*NRET +: NRET]), .rvfi_intr(rvfi_intr[hart*NRET +: NRET]),
                .rvfi_mode(rvfi_mode[hart*NRET*2 +: NRET*2]), .rvfi_pc_rdata(rvfi_pc_rdata[hart*NRET*XLEN +: NRET*XLEN]),
                .rvfi_pc_wdata(rvfi_pc_wdata[hart*NRET*XLEN +: NRET*XLEN]), .hart_virtual(hart_virtual[hart*NRET +: NRET]),
                .hart_debug(hart_debug[hart*NRET +: NRET]), .hart_cause(hart_cause[hart*NRET*6 +: NRET*6]),
                .hart_tval(hart_tval[hart*NRET*XLEN +: NRET*XLEN]), .hart_reset(hart_reset[hart]),
                .hart_lowpower(hart_lowpower[hart]), .itype(itype[hart*NBLOCKS*ITYPE_W +: NBLOCKS*ITYPE_W]),
                .iaddr(iaddr[hart*NBLOCKS*XLEN +: NBLOCKS*XLEN]),
                .iretire(iretire[hart*NBLOCKS*IRETIRE_W +: NBLOCKS*IRETIRE_W]),
                .ilastsize(ilastsize[hart*2*NBLOCKS +: 2*NBLOCKS]), .sijump(sijump[hart*NBLOCKS +: NBLOCKS]),
                .cause(cause[hart*6 +: 6]), .tval(tval[hart*XLEN +: XLEN]), .priv(priv[hart*3 +: 3]),
                .halted(halted[hart]), .reset(reset[hart]), .lowpower(lowpower[hart]), .overrun(overrun[hart])
            );
        end
    endgenerate

    nt_system #(
        .NHARTS(NHARTS), .CLUSTER(CLUSTER), .LOCAL_RAM(LOCAL_RAM), .LOCAL_WORDS(LOCAL_WORDS),
        .STREAM_BYTES(STREAM_BYTES), .PIB(PIB), .SRAM_WORDS(SRAM_WORDS), .SMEM(SMEM), .ATB_W(ATB_W), .XLEN(XLEN),
        .NBLOCKS(NBLOCKS), .ITYPE_W(ITYPE_W), .IRETIRE_W(IRETIRE_W), .ICNT_W(ICNT_W), .HIST_W(HIST_W),
        .FIFO_DEPTH(FIFO_DEPTH), .SCONTEXT_W(SCONTEXT_W), .HCONTEXT_W(HCONTEXT_W), .SRC_W(SRC_W),
        .TSTAMP_W(TSTAMP_W), .STACK_DEPTH(STACK_DEPTH), .PARTIAL_W(PARTIAL_W), .REPEAT_W(REPEAT_W),
        .PERIOD_W(PERIOD_W), .OPTIONS(OPTIONS), .SIJUMP(SIJUMP), .BTYPE_TRAP(BTYPE_TRAP), .DRAFT(DRAFT),
        .NFILTERS(NFILTERS), .NCOMPARATORS(NCOMPARATORS), .NTRIGGERS(NTRIGGERS), .OUT_BYTES(OUT_BYTES)
    ) system (
        .clk(clk), .rst(rst), .PSEL(PSEL), .PENABLE(PENABLE), .PADDR(PADDR), .PWRITE(PWRITE), .PWDATA(PWDATA),
        .PSTRB(PSTRB), .PREADY(PREADY), .PRDATA(PRDATA), .PSLVERR(PSLVERR), .itype(itype), .iaddr(iaddr),
        .iretire(iretire), .ilastsize(ilastsize), .sijump(sijump), .cause(cause), .tval(tval), .priv(priv),
        .hart_context(hart_context), .ctype(ctype), .impdef(impdef), .trigger(trigger), .halted(halted),
        .reset(reset), .lowpower(lowpower), .hart_time(hart_time), .stall(stall), .ext_trigger(ext_trigger),
        .ext_trigger_out(ext_trigger_out), .system_tick(system_tick), .system_time(system_time),
        .shared_time(shared_time), .TRC_CLK(TRC_CLK), .TRC_DATA(TRC_DATA), .AWVALID(AWVALID), .AWADDR(AWADDR),
        .AWLEN(AWLEN), .AWSIZE(AWSIZE), .AWBURST(AWBURST), .AWCACHE(AWCACHE), .AWPROT(AWPROT), .AWREADY(AWREADY),
        .WVALID(WVALID), .WDATA(WDATA), .WSTRB(WSTRB), .WLAST(WLAST), .WREADY(WREADY), .BVALID(BVALID),
        .BRESP(BRESP), .BREADY(BREADY), .ATVALID(ATVALID), .ATREADY(ATREADY), .ATDATA(ATDATA), .ATBYTES(ATBYTES),
        .ATID(ATID), .AFVALID(AFVALID), .AFREADY(AFREADY), .SYNCREQ(SYNCREQ)
    );

endmodule

`default_nettype wire
