// SPDX-License-Identifier: Apache-2.0
// CSRs of machine and supervisor mode, with user mode beneath them: traps and their delegation, interrupts, mret
// and sret, CSR instructions. Counters and control transfer records are those of nt_core_units, the overflow of a
// counter an interrupt.
//
// What an instruction, a trap or a return makes of the CSRs is `..._next`, which becomes true at `step`.
// RVFI shows both, so it needs no other logic.
`default_nettype none

module nt_core_csr (
    input  wire        clk,
    input  wire        rst,
    input  wire        step,            // the clock edge at which the next values become true

    // A CSR instruction
    input  wire [11:0] address,
    input  wire        write,           // together with `step`
    input  wire [31:0] wdata,
    output reg  [31:0] rdata,
    output reg         known,           // there is such a CSR, and the mode may access it

    // The same of CSRs that are elsewhere
    input  wire [31:0] other_rdata,
    input  wire        other_known,

    // A trap, or a return from one
    input  wire        trap,
    input  wire [31:0] cause,           // mcause, or scause
    input  wire [31:0] epc,
    input  wire [31:0] tval,
    input  wire        mret,
    input  wire        sret,
    output wire [31:0] handler,         // where the trap goes
    output wire [31:0] resume,          // where the return goes
    output reg  [1:0]  mode,            // 3 M, 1 S, 0 U
    output reg  [1:0]  mode_next,
    output wire        virtual_memory,  // sfence.vma and satp are illegal in S mode (TVM)
    output wire        timeout_wait,    // wfi is illegal below M mode (TW)
    output wire        trap_return,     // sret is illegal in S mode (TSR)

    // Interrupts
    input  wire        external_irq,
    input  wire        software_irq,
    input  wire        timer_irq,
    input  wire        lcofip,
    output wire        lcofip_write,    // together with `step`: of bit 13 of mip or sip
    output wire        irq,             // one is to be taken
    output reg  [31:0] irq_cause,
    output wire        wakes,           // one is pending and enabled in mie: ends wfi

    input  wire [31:0] hart_id,

    // RVFI: mtval, mcause, mepc, mscratch, mtvec, mie, mstatus, stval, scause, sepc, sscratch, stvec, medeleg,
    // mideleg, the first in the low bits
    output wire [14*32-1:0] csr_rdata,
    output wire [14*32-1:0] csr_wdata
);

    localparam [31:0] MISA = 32'h40141104;  // RV32 with C, I, M, S, U

    // What is held of mstatus
    localparam SIE = 0, MIE = 1, SPIE = 2, MPIE = 3, SPP = 4, MPP = 5, MPRV = 7, TVM = 8, TW = 9, TSR = 10;
    // Interrupts: supervisor and machine software, timer, external, in the order of their bits; LCOFI
    localparam SSI = 0, MSI = 1, STI = 2, MTI = 3, SEI = 4, MEI = 5, LCOFI = 6;
    localparam [6:0] DELEGABLE = 7'b1010101;
    // Exceptions that can be delegated: all that the core raises but those of calls from M mode
    localparam [31:0] MEDELEG = 32'h000003fe;

    reg [10:0] status_reg, status_next;
    reg [6:0]  enable_reg, enable_next;     // mie
    reg [6:0]  mideleg_reg, mideleg_next;
    reg [31:0] medeleg_reg, medeleg_next;
    reg [2:0]  pending_reg, pending_next;   // SEIP, STIP, SSIP, which software sets
    reg [31:0] mtvec_reg, mtvec_next, stvec_reg, stvec_next;
    reg [31:0] mscratch_reg, mscratch_next, sscratch_reg, sscratch_next;
    reg [31:0] mepc_reg, mepc_next, sepc_reg, sepc_next;
    reg [31:0] mcause_reg, mcause_next, scause_reg, scause_next;
    reg [31:0] mtval_reg, mtval_next, stval_reg, stval_next;

    function [31:0] mstatus_of(input [10:0] held);
        mstatus_of = {9'd0, held[TSR], held[TW], held[TVM], 2'd0, held[MPRV], 4'd0, held[MPP +: 2], 2'd0,
                      held[SPP], held[MPIE], 1'b0, held[SPIE], 1'b0, held[MIE], 1'b0, held[SIE], 1'b0};
    endfunction
    function [31:0] interrupts_of(input [6:0] some);
        interrupts_of = {18'd0, some[LCOFI], 1'b0, some[MEI], 1'b0, some[SEI], 1'b0, some[MTI], 1'b0, some[STI], 1'b0,
                         some[MSI], 1'b0, some[SSI], 1'b0};
    endfunction
    localparam [31:0] SSTATUS = 32'h00000122;

    assign csr_rdata = {interrupts_of(mideleg_reg), medeleg_reg, stvec_reg, sscratch_reg, sepc_reg, scause_reg, stval_reg,
                        mstatus_of(status_reg), interrupts_of(enable_reg), mtvec_reg, mscratch_reg, mepc_reg, mcause_reg,
                        mtval_reg};
    assign csr_wdata = {interrupts_of(mideleg_next), medeleg_next, stvec_next, sscratch_next, sepc_next, scause_next,
                        stval_next, mstatus_of(status_next), interrupts_of(enable_next), mtvec_next, mscratch_next,
                        mepc_next, mcause_next, mtval_next};

    // Interrupts of M mode before those of S mode; external before software before timer, LCOFI last
    wire [6:0] pending = {lcofip, external_irq, pending_reg[2], timer_irq, pending_reg[1], software_irq, pending_reg[0]};
    wire [6:0] chosen  = pending & enable_reg;
    wire [6:0] to_m    = chosen & ~mideleg_reg;
    wire [6:0] to_s    = chosen & mideleg_reg;
    wire       takes_m = to_m != 7'd0 && (mode != 2'd3 || status_reg[MIE]);
    wire       takes_s = to_s != 7'd0 && (mode == 2'd0 || (mode == 2'd1 && status_reg[SIE]));
    wire [6:0] taken   = takes_m ? to_m : to_s;
    assign wakes = chosen != 7'd0;
    assign irq   = takes_m || takes_s;
    always @* begin
        irq_cause = {1'b1, 31'd13};
        if (taken[STI]) irq_cause = {1'b1, 31'd5};
        if (taken[SSI]) irq_cause = {1'b1, 31'd1};
        if (taken[SEI]) irq_cause = {1'b1, 31'd9};
        if (taken[MTI]) irq_cause = {1'b1, 31'd7};
        if (taken[MSI]) irq_cause = {1'b1, 31'd3};
        if (taken[MEI]) irq_cause = {1'b1, 31'd11};
    end

    // Traps. Vectored: interrupts alone
    wire        to_supervisor = mode != 2'd3 && (cause[31] ? !takes_m : medeleg_reg[cause[4:0]]);
    wire [29:0] base     = to_supervisor ? stvec_reg[31:2] : mtvec_reg[31:2];
    wire        by_cause = to_supervisor ? stvec_reg[0] : mtvec_reg[0];
    assign handler = {base, 2'd0} + (by_cause && cause[31] ? {25'd0, cause[4:0], 2'd0} : 32'd0);
    assign resume  = mret ? mepc_reg : sepc_reg;
    assign virtual_memory = status_reg[TVM];
    assign timeout_wait   = status_reg[TW];
    assign trap_return    = status_reg[TSR];

    // sip has what is delegated
    wire to_mip = write && !trap && address == 12'h344;
    wire to_sip = write && !trap && address == 12'h144;
    assign lcofip_write = to_mip || (to_sip && mideleg_reg[LCOFI]);

    // Reading
    always @* begin
        rdata = 32'd0;
        known = mode >= address[9:8];
        case (address)
            12'h300: rdata = mstatus_of(status_reg);
            12'h100: rdata = mstatus_of(status_reg) & SSTATUS;
            12'h301: rdata = MISA;
            12'h302: rdata = medeleg_reg;
            12'h303: rdata = interrupts_of(mideleg_reg);
            12'h304: rdata = interrupts_of(enable_reg);
            12'h104: rdata = interrupts_of(enable_reg & mideleg_reg);
            12'h305: rdata = mtvec_reg;
            12'h105: rdata = stvec_reg;
            12'h340: rdata = mscratch_reg;
            12'h140: rdata = sscratch_reg;
            12'h341: rdata = mepc_reg;
            12'h141: rdata = sepc_reg;
            12'h342: rdata = mcause_reg;
            12'h142: rdata = scause_reg;
            12'h343: rdata = mtval_reg;
            12'h143: rdata = stval_reg;
            12'h344: rdata = interrupts_of(pending);
            12'h144: rdata = interrupts_of(pending & mideleg_reg);
            12'hf14: rdata = hart_id;
            // satp: no translation
            12'h180: known = mode == 2'd3 || (mode == 2'd1 && !status_reg[TVM]);
            // medelegh, mstatush, menvcfg(h), senvcfg, identities: 0
            12'h312, 12'h310, 12'h30a, 12'h31a, 12'h10a, 12'hf11, 12'hf12, 12'hf13, 12'hf15: ;
            default: {known, rdata} = {other_known, other_rdata};
        endcase
    end

    // What an instruction or a trap does
    wire [6:0] written   = {wdata[13], wdata[11], wdata[9], wdata[7], wdata[5], wdata[3], wdata[1]};
    wire [6:0] delegated = written & mideleg_reg;
    always @* begin
        status_next   = status_reg;
        mode_next     = mode;
        enable_next   = enable_reg;
        pending_next  = pending_reg;
        mideleg_next  = mideleg_reg;
        medeleg_next  = medeleg_reg;
        {mtvec_next, mscratch_next, mepc_next, mcause_next, mtval_next} =
            {mtvec_reg, mscratch_reg, mepc_reg, mcause_reg, mtval_reg};
        {stvec_next, sscratch_next, sepc_next, scause_next, stval_next} =
            {stvec_reg, sscratch_reg, sepc_reg, scause_reg, stval_reg};
        if (trap && to_supervisor) begin
            {status_next[SPP], status_next[SPIE], status_next[SIE]} = {mode[0], status_reg[SIE], 1'b0};
            mode_next = 2'd1;
            {sepc_next, scause_next, stval_next} = {epc, cause, tval};
        end else if (trap) begin
            {status_next[MPP +: 2], status_next[MPIE], status_next[MIE]} = {mode, status_reg[MIE], 1'b0};
            mode_next = 2'd3;
            {mepc_next, mcause_next, mtval_next} = {epc, cause, tval};
        end else if (mret) begin
            {status_next[MPP +: 2], status_next[MPIE], status_next[MIE]} = {2'd0, 1'b1, status_reg[MPIE]};
            mode_next = status_reg[MPP +: 2];
            if (status_reg[MPP +: 2] != 2'd3) status_next[MPRV] = 1'b0;
        end else if (sret) begin
            {status_next[SPP], status_next[SPIE], status_next[SIE]} = {1'b0, 1'b1, status_reg[SPIE]};
            mode_next = {1'b0, status_reg[SPP]};
            status_next[MPRV] = 1'b0;
        end else if (write) begin
            case (address)
                12'h300: begin
                    {status_next[TSR], status_next[TW], status_next[TVM], status_next[MPRV]} = {wdata[22:20], wdata[17]};
                    {status_next[SPP], status_next[MPIE], status_next[SPIE], status_next[MIE], status_next[SIE]} =
                        {wdata[8], wdata[7], wdata[5], wdata[3], wdata[1]};
                    if (wdata[12:11] != 2'd2) status_next[MPP +: 2] = wdata[12:11];
                end
                12'h100: {status_next[SPP], status_next[SPIE], status_next[SIE]} = {wdata[8], wdata[5], wdata[1]};
                12'h302: medeleg_next = wdata & MEDELEG;
                12'h303: mideleg_next = written & DELEGABLE;
                12'h304: enable_next = written;
                12'h104: enable_next = (enable_reg & ~mideleg_reg) | delegated;
                12'h305: mtvec_next = {wdata[31:2], 1'b0, wdata[0]};
                12'h105: stvec_next = {wdata[31:2], 1'b0, wdata[0]};
                12'h340: mscratch_next = wdata;
                12'h140: sscratch_next = wdata;
                12'h341: mepc_next = {wdata[31:1], 1'b0};
                12'h141: sepc_next = {wdata[31:1], 1'b0};
                12'h342: mcause_next = {wdata[31], 26'd0, wdata[4:0]};
                12'h142: scause_next = {wdata[31], 26'd0, wdata[4:0]};
                12'h343: mtval_next = wdata;
                12'h143: stval_next = wdata;
                12'h344: pending_next = {wdata[9], wdata[5], wdata[1]};
                12'h144: if (mideleg_reg[SSI]) pending_next[0] = wdata[1];
                default: ;
            endcase
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            mode         <= 2'd3;
            status_reg   <= 11'd0;
            enable_reg   <= 7'd0;
            pending_reg  <= 3'd0;
            mideleg_reg  <= 7'd0;
            medeleg_reg  <= 32'd0;
            {mtvec_reg, mscratch_reg, mepc_reg, mcause_reg, mtval_reg} <= 160'd0;
            {stvec_reg, sscratch_reg, sepc_reg, scause_reg, stval_reg} <= 160'd0;
        end else if (step) begin
            mode         <= mode_next;
            status_reg   <= status_next;
            enable_reg   <= enable_next;
            pending_reg  <= pending_next;
            mideleg_reg  <= mideleg_next;
            medeleg_reg  <= medeleg_next;
            {mtvec_reg, mscratch_reg, mepc_reg, mcause_reg, mtval_reg} <=
                {mtvec_next, mscratch_next, mepc_next, mcause_next, mtval_next};
            {stvec_reg, sscratch_reg, sepc_reg, scause_reg, stval_reg} <=
                {stvec_next, sscratch_next, sepc_next, scause_next, stval_next};
        end
    end

endmodule

`default_nettype wire
