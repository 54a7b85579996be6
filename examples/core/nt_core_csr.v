// CSRs of machine mode, with user mode beside it: traps, interrupts, mret, CSR instructions; the counters are
// nt_hpm, and their overflow an interrupt.
//
// What an instruction, a trap or mret makes of the CSRs is `..._next`, which becomes true at `step`.
// RVFI shows both, so it needs no other logic. A CSR of nt_hpm is accessed a cycle or more before, at `access`,
// since an access is done in a cycle in which nothing retires; its instruction is the next that retires.
`default_nettype none

module nt_core_csr (
    input  wire        clk,
    input  wire        rst,
    input  wire        step,            // the clock edge at which the next values become true

    // A CSR instruction
    input  wire        access,          // a cycle of it, before `step`
    input  wire [1:0]  op,              // 0 reads, 1 writes, 2 sets, 3 clears bits of `operand`
    input  wire [31:0] operand,
    input  wire [11:0] address,
    input  wire        write,           // together with `step`
    input  wire [31:0] wdata,
    output reg  [31:0] rdata,
    output reg         known,           // there is such a CSR, and the mode may access it

    // A trap, or mret
    input  wire        trap,
    input  wire [31:0] cause,           // mcause
    input  wire [31:0] epc,
    input  wire [31:0] tval,
    input  wire        mret,
    output wire [31:0] handler,          // where the trap goes
    output reg  [1:0]  mode,            // 3 M, 0 U
    output wire        timeout_wait,    // wfi is illegal in U mode (TW)

    // Interrupts
    input  wire        external_irq,
    input  wire        software_irq,
    input  wire        timer_irq,
    output wire        irq,       // one is to be taken
    output reg  [31:0] irq_cause,
    output wire        wakes,           // one is pending and enabled in mie: ends wfi

    // What counts, at `step`; and the hart that it is
    input  wire        retire,
    input  wire [3:0]  itype,           // of what retires, in the code of the ingress
    input  wire [31:0] hart_id,

    // RVFI: mtval, mcause, mepc, mscratch, mtvec, mie, mstatus, the first in the low bits
    output wire [7*32-1:0] csr_rdata,
    output wire [7*32-1:0] csr_wdata
);

    localparam [31:0] MISA = 32'h40101104;  // RV32 with C, I, M, U

    // mstatus
    reg        mie_reg, mie_next;
    reg        mpie_reg, mpie_next;
    reg        mpp_reg, mpp_next;       // 1: M, 0: U
    reg        mprv_reg, mprv_next;
    reg        tw_reg, tw_next;
    reg [1:0]  mode_next;
    // mie: LCOFI, external, timer, software
    reg [3:0]  enable_reg, enable_next;
    reg [31:0] mtvec_reg, mtvec_next;
    reg [31:0] mscratch_reg, mscratch_next;
    reg [31:0] mepc_reg, mepc_next;
    reg [31:0] mcause_reg, mcause_next;
    reg [31:0] mtval_reg, mtval_next;

    function [31:0] mstatus_of(input mie, input mpie, input mpp, input mprv, input tw);
        mstatus_of = {10'd0, tw, 3'd0, mprv, 4'd0, mpp, mpp, 3'd0, mpie, 3'd0, mie, 3'd0};
    endfunction
    function [31:0] interrupts_of(input [3:0] some);
        interrupts_of = {18'd0, some[3], 1'd0, some[2], 3'd0, some[1], 3'd0, some[0], 3'd0};
    endfunction
    wire [31:0] mstatus      = mstatus_of(mie_reg, mpie_reg, mpp_reg, mprv_reg, tw_reg);
    wire [31:0] mstatus_next = mstatus_of(mie_next, mpie_next, mpp_next, mprv_next, tw_next);

    assign csr_rdata = {mstatus, interrupts_of(enable_reg), mtvec_reg, mscratch_reg, mepc_reg, mcause_reg,
                        mtval_reg};
    assign csr_wdata = {mstatus_next, interrupts_of(enable_next), mtvec_next, mscratch_next, mepc_next,
                        mcause_next, mtval_next};

    // Interrupts: external before software before timer before LCOFI
    wire       lcofip;
    wire [3:0] pending = {lcofip, external_irq, timer_irq, software_irq};
    wire [3:0] chosen  = pending & enable_reg;
    assign wakes        = chosen != 4'd0;
    assign irq    = wakes && (mie_reg || mode != 2'd3);
    assign timeout_wait = tw_reg;
    always @* begin
        irq_cause = {1'b1, chosen[1] ? 31'd7 : 31'd13};
        if (chosen[0]) irq_cause = {1'b1, 31'd3};
        if (chosen[2]) irq_cause = {1'b1, 31'd11};
    end

    // Vectored: interrupts alone
    assign handler = {mtvec_reg[31:2], 2'd0} + (mtvec_reg[0] && cause[31] ? {25'd0, cause[4:0], 2'd0} : 32'd0);

    // Counters. The access is done at once, for nothing retires in its cycle
    wire        hpm_ready, hpm_hit, hpm_illegal, hpm_virtual;
    wire [31:0] hpm_rdata, unused_mcounteren, unused_hcounteren, unused_scounteren;
    reg         hpm_known_reg;          // no resets: set before they are used
    reg  [31:0] hpm_rdata_reg;
    nt_hpm #(
        .XLEN(32), .NBLOCKS(1), .ICOUNT_W(1), .NCOUNTERS(4), .WIDTH(64), .NEXT_EVENTS(0), .HAS_S(0), .HAS_H(0)
    ) hpm (
        .clk(clk), .rst(rst), .priv({1'b0, mode}), .stop(1'b0),
        .block_valid(step), .icount(retire), .itype(trap ? cause[31] ? 4'd2 : 4'd1 : itype), .tpriv({1'b0, mode_next}),
        .trace_messages(4'd0), .trace_bytes(4'd0), .trace_stall(1'b0), .trace_loss(1'b0), .ext_event(1'b0),
        .csr_valid(access), .csr_addr(address), .csr_op(op), .csr_wdata(operand),
        .csr_retires(1'b1),             // it is the next to retire: nothing else can come before
        .select(12'd0), .stateen(2'b11), .cde(1'b0),  // of Smcdeleg, which needs S mode
        .csr_ready(hpm_ready), .csr_hit(hpm_hit), .csr_rdata(hpm_rdata), .csr_illegal(hpm_illegal),
        .csr_virtual(hpm_virtual),
        .mcounteren(unused_mcounteren), .hcounteren(unused_hcounteren), .scounteren(unused_scounteren),
        .lcofip(lcofip), .lcofip_write(step && write && !trap && address == 12'h344), .lcofip_wdata(wdata[13])
    );
    always @(posedge clk) if (access) begin
        hpm_known_reg <= hpm_ready && hpm_hit && !hpm_illegal && !hpm_virtual;
        hpm_rdata_reg <= hpm_rdata;
    end

    // Reading
    always @* begin
        rdata = 32'd0;
        known = mode >= address[9:8];
        case (address)
            12'h300: rdata = mstatus;
            12'h301: rdata = MISA;
            12'h304: rdata = interrupts_of(enable_reg);
            12'h305: rdata = mtvec_reg;
            12'h340: rdata = mscratch_reg;
            12'h341: rdata = mepc_reg;
            12'h342: rdata = mcause_reg;
            12'h343: rdata = mtval_reg;
            12'h344: rdata = interrupts_of(pending);
            12'hf14: rdata = hart_id;
            // mstatush, menvcfg(h), identities: 0
            12'h310, 12'h30a, 12'h31a, 12'hf11, 12'hf12, 12'hf13, 12'hf15: ;
            default: {known, rdata} = {hpm_known_reg, hpm_rdata_reg};
        endcase
    end

    // What an instruction or a trap does
    always @* begin
        {mie_next, mpie_next, mpp_next, mprv_next, tw_next} = {mie_reg, mpie_reg, mpp_reg, mprv_reg, tw_reg};
        mode_next     = mode;
        enable_next   = enable_reg;
        mtvec_next    = mtvec_reg;
        mscratch_next = mscratch_reg;
        mepc_next     = mepc_reg;
        mcause_next   = mcause_reg;
        mtval_next    = mtval_reg;
        if (trap) begin
            {mpp_next, mpie_next, mie_next} = {mode[0], mie_reg, 1'b0};
            mode_next   = 2'd3;
            mepc_next   = epc;
            mcause_next = cause;
            mtval_next  = tval;
        end else if (mret) begin
            {mpp_next, mpie_next, mie_next} = {1'b0, 1'b1, mpie_reg};
            mode_next = {2{mpp_reg}};
            mprv_next = mprv_reg && mpp_reg;
        end else if (write) begin
            case (address)
                12'h300: begin
                    {tw_next, mprv_next, mpie_next, mie_next} = {wdata[21], wdata[17], wdata[7], wdata[3]};
                    if (wdata[12] == wdata[11]) mpp_next = wdata[11];
                end
                12'h304: enable_next = {wdata[13], wdata[11], wdata[7], wdata[3]};
                12'h305: mtvec_next = {wdata[31:2], 1'b0, wdata[0]};
                12'h340: mscratch_next = wdata;
                12'h341: mepc_next = {wdata[31:1], 1'b0};
                12'h342: mcause_next = {wdata[31], 26'd0, wdata[4:0]};
                12'h343: mtval_next = wdata;
                default: ;
            endcase
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            {mie_reg, mpie_reg, mpp_reg, mprv_reg, tw_reg} <= 5'd0;
            mode         <= 2'd3;
            enable_reg   <= 4'd0;
            mtvec_reg    <= 32'd0;
            mscratch_reg <= 32'd0;
            mepc_reg     <= 32'd0;
            mcause_reg   <= 32'd0;
            mtval_reg    <= 32'd0;
        end else if (step) begin
            {mie_reg, mpie_reg, mpp_reg, mprv_reg, tw_reg} <=
                {mie_next, mpie_next, mpp_next, mprv_next, tw_next};
            mode         <= mode_next;
            enable_reg   <= enable_next;
            mtvec_reg    <= mtvec_next;
            mscratch_reg <= mscratch_next;
            mepc_reg     <= mepc_next;
            mcause_reg   <= mcause_next;
            mtval_reg    <= mtval_next;
        end
    end

endmodule

`default_nettype wire
