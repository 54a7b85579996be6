// SPDX-License-Identifier: Apache-2.0
// A small RV32IMC core with machine, supervisor and user mode, written to be traced: docs/my-core.md.
//
// An instruction takes three cycles and what the bus needs: FETCH (FETCH_UPPER where it lies across
// two words), EXECUTE (MEMORY for loads and stores), RETIRE, in which RVFI shows it. What it changes
// changes when RETIRE ends, so all that RVFI tells of before and after is there at once.
`default_nettype none

module nt_core #(
    // Address of the first instruction
    parameter [31:0] RESET_PC = 32'h80000000
) (
    input  wire        clk,
    input  wire        rst,

    // Bus: everything stays until `bus_ready`
    output wire        bus_valid,
    output wire [31:0] bus_addr,        // of a word
    output wire [3:0]  bus_wstrb,       // bytes to be written; 0: a read
    output wire [31:0] bus_wdata,
    input  wire        bus_ready,
    input  wire        bus_error,       // with bus_ready: nothing is there
    input  wire [31:0] bus_rdata,

    // Interrupts, levels
    input  wire        external_irq,
    input  wire        software_irq,
    input  wire        timer_irq,

    // Trace
    input  wire        stall,           // no further instruction may retire

    // RVFI, which stays until rvfi_ready. Masks of all CSRs are all ones
    input  wire        rvfi_ready,
    output wire        rvfi_valid,
    output wire [63:0] rvfi_order,
    output wire [31:0] rvfi_insn,
    output wire        rvfi_trap,
    output wire        rvfi_halt,
    output wire        rvfi_intr,
    output wire [1:0]  rvfi_mode,
    output wire [1:0]  rvfi_ixl,
    output wire [4:0]  rvfi_rs1_addr,
    output wire [4:0]  rvfi_rs2_addr,
    output wire [31:0] rvfi_rs1_rdata,
    output wire [31:0] rvfi_rs2_rdata,
    output wire [4:0]  rvfi_rd_addr,
    output wire [31:0] rvfi_rd_wdata,
    output wire [31:0] rvfi_pc_rdata,
    output wire [31:0] rvfi_pc_wdata,
    output wire [31:0] rvfi_mem_addr,
    output wire [3:0]  rvfi_mem_rmask,
    output wire [3:0]  rvfi_mem_wmask,
    output wire [31:0] rvfi_mem_rdata,
    output wire [31:0] rvfi_mem_wdata,
    // mtval, mcause, mepc, mscratch, mtvec, mie, mstatus, stval, scause, sepc, sscratch, stvec, medeleg, mideleg,
    // the first in the low bits
    output wire [14*32-1:0] rvfi_csr_rdata,
    output wire [14*32-1:0] rvfi_csr_wdata
);

    localparam [2:0] FETCH = 3'd0, FETCH_UPPER = 3'd1, EXECUTE = 3'd2, MEMORY = 3'd3, RETIRE = 3'd4, WAIT = 3'd5;

    // Causes of exceptions
    localparam [3:0] FETCH_FAULT = 4'd1, ILLEGAL = 4'd2, BREAKPOINT = 4'd3, LOAD_MISALIGNED = 4'd4,
                     LOAD_FAULT = 4'd5, STORE_MISALIGNED = 4'd6, STORE_FAULT = 4'd7, ECALL_U = 4'd8;

    reg [2:0]  state_reg;
    reg [31:0] pc_reg;
    reg [63:0] order_reg;
    reg        intr_reg;        // a trap led to this pc
    reg        fetching_reg;    // a fetch has begun
    reg        offered_reg;     // RVFI was shown, and has to stay
    // From here on no reset: set before they are used
    reg [31:0] insn_reg;        // as it is in memory
    reg        fault_reg;       // the bus has nothing where the instruction should be
    reg        access_reg;      // nor where it loads or stores
    reg [31:0] data_reg;        // what it loads, or computes
    reg [31:0] regs_reg [0:31];

    // Decode
    wire        short = insn_reg[1:0] != 2'b11;
    wire [31:0] expanded;
    nt_core_expand expand (.c(insn_reg[15:0]), .insn(expanded));
    wire [31:0] insn = short ? expanded : insn_reg;

    wire [2:0] funct3 = insn[14:12];
    wire [4:0] rd     = insn[11:7];
    wire [4:0] rs1    = insn[19:15];
    wire [4:0] rs2    = insn[24:20];
    wire [6:0] opcode = insn[6:0];

    wire is_lui    = opcode == 7'h37;
    wire is_auipc  = opcode == 7'h17;
    wire is_jal    = opcode == 7'h6f;
    wire is_jalr   = opcode == 7'h67 && funct3 == 3'd0;
    wire is_branch = opcode == 7'h63 && funct3[2:1] != 2'd1;
    wire is_load   = opcode == 7'h03 && funct3 != 3'd3 && funct3 < 3'd6;
    wire is_store  = opcode == 7'h23 && funct3 < 3'd3;
    wire is_imm    = opcode == 7'h13 && (funct3 == 3'd1 ? insn[31:25] == 7'h00 :
                                         funct3 != 3'd5 || (insn[31:25] & 7'h5f) == 7'h00);
    wire is_reg    = opcode == 7'h33 && (insn[31:25] == 7'h00 ||
                                         (insn[31:25] == 7'h20 && (funct3 == 3'd0 || funct3 == 3'd5)));
    wire is_muldiv = opcode == 7'h33 && insn[31:25] == 7'h01;
    wire is_fence  = opcode == 7'h0f && funct3 < 3'd2;
    wire is_ecall  = insn == 32'h00000073;
    wire is_ebreak = insn == 32'h00100073;
    wire is_csr    = opcode == 7'h73 && funct3[1:0] != 2'd0 && csr_known && !(csr_writes && insn[31:30] == 2'd3);
    wire is_mret   = insn == 32'h30200073 && mode == 2'd3;
    wire is_sret   = insn == 32'h10200073 && (mode == 2'd3 || (mode == 2'd1 && !trap_return));
    wire is_wfi    = insn == 32'h10500073 && (mode == 2'd3 || !timeout_wait);
    wire is_sfence = insn[31:25] == 7'h09 && insn[14:0] == 15'h0073 &&
                     (mode == 2'd3 || (mode == 2'd1 && !virtual_memory));
    wire at_clear  = insn == 32'h10400073;
    wire is_clear  = at_clear && units_known;   // SCTRCLR, whose bits 31 to 20 are the number of sie

    wire legal = is_lui || is_auipc || is_jal || is_jalr || is_branch || is_load || is_store || is_imm || is_reg ||
                 is_muldiv || is_fence || is_ecall || is_ebreak || is_csr || is_mret || is_sret || is_wfi || is_sfence ||
                 is_clear;
    wire reads_rs1 = is_jalr || is_branch || is_load || is_store || is_imm || is_reg || is_muldiv ||
                     is_sfence || (is_csr && !funct3[2]);
    wire reads_rs2 = is_branch || is_store || is_reg || is_muldiv || is_sfence;
    wire writes_rd = is_lui || is_auipc || is_jal || is_jalr || is_load || is_imm || is_reg || is_muldiv || is_csr;

    // Operands
    wire [31:0] a = rs1 == 5'd0 ? 32'd0 : regs_reg[rs1];
    wire [31:0] b = rs2 == 5'd0 ? 32'd0 : regs_reg[rs2];
    wire [31:0] imm_i = {{20{insn[31]}}, insn[31:20]};
    wire [31:0] imm_s = {{20{insn[31]}}, insn[31:25], insn[11:7]};
    wire [31:0] imm_b = {{20{insn[31]}}, insn[7], insn[30:25], insn[11:8], 1'b0};
    wire [31:0] imm_j = {{12{insn[31]}}, insn[19:12], insn[20], insn[30:21], 1'b0};

    wire [31:0] computed;
    wire        taken;
    nt_core_alu alu (
        .funct3(funct3), .alternate(insn[30] && (is_reg || funct3 == 3'd5)), .a(a), .b(is_imm ? imm_i : b),
        .result(computed), .taken(taken)
    );

    wire        muldiv_done;
    wire [31:0] muldiv_result;
    nt_core_muldiv muldiv (
        .clk(clk), .rst(rst), .start(state_reg == EXECUTE && is_muldiv), .funct3(funct3), .a(a), .b(b),
        .done(muldiv_done), .result(muldiv_result)
    );

    // Loads and stores
    wire [31:0] address = a + (is_store ? imm_s : imm_i);
    wire [3:0]  mask    = funct3[1] ? 4'b1111 : funct3[0] ? 4'b0011 : 4'b0001;
    wire        misaligned = (funct3[1] && address[1:0] != 2'd0) || (funct3[1:0] == 2'd1 && address[0]);
    wire [4:0]  shift   = {address[1:0], 3'd0};
    wire [31:0] loaded  = data_reg >> shift;
    reg [31:0]  extended;
    always @* case (funct3)
        3'd0: extended = {{24{loaded[7]}}, loaded[7:0]};
        3'd1: extended = {{16{loaded[15]}}, loaded[15:0]};
        3'd4: extended = {24'd0, loaded[7:0]};
        3'd5: extended = {16'd0, loaded[15:0]};
        default: extended = loaded;
    endcase

    // CSRs
    wire [31:0] csr_rdata;
    wire        csr_known;
    wire [31:0] csr_operand = funct3[2] ? {27'd0, rs1} : a;
    wire        csr_writes  = funct3[1:0] == 2'd1 || rs1 != 5'd0;
    wire [31:0] csr_wdata   = funct3[1:0] == 2'd1 ? csr_operand :
                              funct3[0] ? csr_rdata & ~csr_operand : csr_rdata | csr_operand;
    wire        csr_access  = state_reg == EXECUTE && ((opcode == 7'h73 && funct3[1:0] != 2'd0) || at_clear) && !fault_reg;
    wire        csr_write   = state_reg == RETIRE && is_csr && csr_writes;
    wire [31:0] handler;
    wire [31:0] resume;
    wire [1:0]  mode;
    wire [1:0]  mode_next;
    wire        virtual_memory;
    wire        timeout_wait;
    wire        trap_return;
    wire        irq;
    wire [31:0] irq_cause;
    wire        wakes;

    // Exceptions
    reg        trap;
    reg [3:0]  cause;
    reg [31:0] tval;
    always @* begin
        trap  = 1'b1;
        cause = ILLEGAL;
        tval  = insn_reg;
        if (fault_reg) begin
            cause = FETCH_FAULT;
            // Of two halves the one that is missing
            tval  = pc_reg + (access_reg ? 32'd2 : 32'd0);
        end else if (!legal) ;
        else if (is_ebreak) {cause, tval} = {BREAKPOINT, pc_reg};
        else if (is_ecall) {cause, tval} = {ECALL_U + {2'd0, mode}, 32'd0};
        else if ((is_load || is_store) && misaligned)
            {cause, tval} = {is_load ? LOAD_MISALIGNED : STORE_MISALIGNED, address};
        else if ((is_load || is_store) && access_reg)
            {cause, tval} = {is_load ? LOAD_FAULT : STORE_FAULT, address};
        else trap = 1'b0;
    end

    // What comes next, and the result
    wire [31:0] following = pc_reg + (short ? 32'd2 : 32'd4);
    wire [31:0] target = a + imm_i;
    reg [31:0]  result;
    reg [31:0]  next_pc;
    always @* begin
        result  = data_reg;
        if (is_lui) result = {insn[31:12], 12'd0};
        if (is_auipc) result = pc_reg + {insn[31:12], 12'd0};
        if (is_jal || is_jalr) result = following;
        if (is_load) result = extended;
        if (is_csr) result = csr_rdata;
        next_pc = following;
        if (is_jal) next_pc = pc_reg + imm_j;
        if (is_jalr) next_pc = {target[31:1], 1'b0};
        if (is_branch && taken) next_pc = pc_reg + imm_b;
        if (is_mret || is_sret) next_pc = resume;
        if (trap) next_pc = handler;
    end

    // The type of transfer, in the code of the ingress: for counters
    function is_link(input [4:0] register);
        is_link = register == 5'd1 || register == 5'd5;
    endfunction
    reg [3:0] itype;
    always @* begin
        itype = 4'd0;
        if (is_mret || is_sret) itype = 4'd3;
        if (is_branch) itype = taken ? 4'd5 : 4'd4;
        if (is_jal) itype = is_link(rd) ? 4'd9 : rd == 5'd0 ? 4'd11 : 4'd15;
        if (is_jalr) itype = is_link(rd) ? is_link(rs1) && rs1 != rd ? 4'd12 : 4'd8
                           : is_link(rs1) ? 4'd13 : rd == 5'd0 ? 4'd10 : 4'd14;
    end

    wire retires = rvfi_valid && rvfi_ready;
    wire enters  = state_reg == FETCH && irq && !fetching_reg;  // an interrupt, before the next instruction
    wire steps   = retires || enters;
    wire traps   = enters || (state_reg == RETIRE && trap);
    wire [31:0] trap_cause = enters ? irq_cause : {28'd0, cause};
    wire [31:0] units_rdata;
    wire        units_known, lcofip, lcofip_write;
    nt_core_csr csrs (
        .clk(clk), .rst(rst), .step(steps), .address(insn[31:20]), .write(csr_write), .wdata(csr_wdata),
        .rdata(csr_rdata), .known(csr_known), .other_rdata(units_rdata), .other_known(units_known), .trap(traps),
        .cause(trap_cause), .epc(pc_reg), .tval(enters ? 32'd0 : tval), .mret(state_reg == RETIRE && is_mret),
        .sret(state_reg == RETIRE && is_sret), .handler(handler), .resume(resume), .mode(mode), .mode_next(mode_next),
        .virtual_memory(virtual_memory), .timeout_wait(timeout_wait), .trap_return(trap_return),
        .external_irq(external_irq), .software_irq(software_irq), .timer_irq(timer_irq), .lcofip(lcofip),
        .lcofip_write(lcofip_write), .irq(irq), .irq_cause(irq_cause), .wakes(wakes), .hart_id(32'd0),
        .csr_rdata(rvfi_csr_rdata), .csr_wdata(rvfi_csr_wdata)
    );
    nt_core_units units (
        .clk(clk), .rst(rst), .step(steps), .retire(retires && !trap),
        .itype(enters ? 4'd2 : trap ? 4'd1 : itype), .isrc(pc_reg), .itgt(enters ? handler : next_pc),
        .cause(trap_cause[4:0]), .from(mode), .to(mode_next), .access(csr_access), .clear(at_clear),
        .op(csr_writes ? funct3[1:0] : 2'd0), .operand(csr_operand), .address(insn[31:20]), .write(csr_write),
        .wdata(csr_wdata), .rdata(units_rdata), .known(units_known), .lcofip(lcofip), .lcofip_write(lcofip_write)
    );

    // Bus
    assign bus_valid = (state_reg == FETCH && !enters) || state_reg == FETCH_UPPER || state_reg == MEMORY;
    assign bus_addr  = state_reg == MEMORY ? {address[31:2], 2'd0} :
                       {pc_reg[31:2] + (state_reg == FETCH_UPPER ? 30'd1 : 30'd0), 2'd0};
    assign bus_wstrb = state_reg == MEMORY && is_store ? mask << address[1:0] : 4'd0;
    assign bus_wdata = b << shift;

    wire [15:0] half = pc_reg[1] ? bus_rdata[31:16] : bus_rdata[15:0];

    always @(posedge clk) begin
        offered_reg  <= !rst && rvfi_valid && !rvfi_ready;
        fetching_reg <= !rst && bus_valid && !bus_ready;
        if (rst) begin
            state_reg <= FETCH;
            pc_reg    <= RESET_PC;
            order_reg <= 64'd0;
            intr_reg  <= 1'b0;
        end else case (state_reg)
            FETCH: if (enters) begin
                pc_reg   <= handler;
                intr_reg <= 1'b1;
            end else if (bus_ready) begin
                fault_reg  <= bus_error;
                access_reg <= 1'b0;
                insn_reg   <= bus_error ? 32'd0 : half[1:0] != 2'b11 || pc_reg[1] ? {16'd0, half} : bus_rdata;
                state_reg  <= !bus_error && half[1:0] == 2'b11 && pc_reg[1] ? FETCH_UPPER : EXECUTE;
            end
            FETCH_UPPER: if (bus_ready) begin
                {fault_reg, access_reg} <= {2{bus_error}};
                insn_reg  <= bus_error ? 32'd0 : {bus_rdata[15:0], insn_reg[15:0]};
                state_reg <= EXECUTE;
            end
            EXECUTE: begin
                data_reg <= is_muldiv ? muldiv_result : computed;
                if ((is_load || is_store) && !trap) state_reg <= MEMORY;
                else if (!is_muldiv || muldiv_done) state_reg <= RETIRE;
            end
            MEMORY: if (bus_ready) begin
                data_reg   <= bus_rdata;
                access_reg <= bus_error;
                state_reg  <= RETIRE;
            end
            RETIRE: if (retires) begin
                pc_reg    <= next_pc;
                order_reg <= order_reg + 64'd1;
                intr_reg  <= trap;
                if (rvfi_rd_addr != 5'd0) regs_reg[rd] <= result;
                state_reg <= is_wfi && !trap ? WAIT : FETCH;
            end
            WAIT: if (wakes) state_reg <= FETCH;
            default: state_reg <= FETCH;
        endcase
    end

    // RVFI
    wire accesses = !trap && state_reg == RETIRE;
    assign rvfi_valid     = state_reg == RETIRE && (!stall || offered_reg);
    assign rvfi_order     = order_reg;
    assign rvfi_insn      = insn_reg;
    assign rvfi_trap      = trap;
    assign rvfi_halt      = 1'b0;
    assign rvfi_intr      = intr_reg;
    assign rvfi_mode      = mode;
    assign rvfi_ixl       = 2'd1;
    assign rvfi_rs1_addr  = reads_rs1 ? rs1 : 5'd0;
    assign rvfi_rs2_addr  = reads_rs2 ? rs2 : 5'd0;
    assign rvfi_rs1_rdata = reads_rs1 ? a : 32'd0;
    assign rvfi_rs2_rdata = reads_rs2 ? b : 32'd0;
    assign rvfi_rd_addr   = writes_rd && accesses ? rd : 5'd0;
    assign rvfi_rd_wdata  = rvfi_rd_addr == 5'd0 ? 32'd0 : result;
    assign rvfi_pc_rdata  = pc_reg;
    assign rvfi_pc_wdata  = next_pc;
    assign rvfi_mem_addr  = rvfi_mem_rmask != 4'd0 || rvfi_mem_wmask != 4'd0 ? address : 32'd0;
    assign rvfi_mem_rmask = is_load && accesses ? mask : 4'd0;
    assign rvfi_mem_wmask = is_store && accesses ? mask : 4'd0;
    assign rvfi_mem_rdata = rvfi_mem_rmask != 4'd0 ? loaded : 32'd0;
    assign rvfi_mem_wdata = rvfi_mem_wmask != 4'd0 ? b : 32'd0;

    wire unused = &{1'b0, target[0]};

endmodule

`default_nettype wire
