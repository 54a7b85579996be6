// SPDX-License-Identifier: Apache-2.0
// A hundred LCOFIs, each after some jumps: CTR is frozen, its newest entries are the last jumps before the
// interrupt, and the handler lets both go on.
`default_nettype none

module lcofi_hart_tb;
    localparam [31:0] SCTRCLR = 32'h10400073, LCOFI = 32'h00002000, FROZEN = 32'h80000000;
    localparam [11:0] MIE = 12'h304, MIP = 12'h344, MHPMEVENT3 = 12'h323, MHPMEVENT3H = 12'h723, MHPMCOUNTER3 = 12'hb03,
                      MHPMCOUNTER3H = 12'hb83, MCTRCTL = 12'h34e, SCTRSTATUS = 12'h14f, SISELECT = 12'h150,
                      CTRSOURCE = 12'h151, CTRTARGET = 12'h152, CTRDATA = 12'h153;

    reg         clk = 0, rst = 1, commit = 0, take = 0, system = 0;
    reg  [31:0] pc = 32'h1000, next_pc = 0, insn = 0, operand = 0;
    reg  [3:0]  transfer_type = 0;
    wire        done, illegal, irq;
    wire [31:0] rdata;
    reg  [31:0] value;
    integer     wrong = 0, i, jumps;

    always #5 clk = ~clk;

    lcofi_hart hart (
        .clk(clk), .rst(rst), .commit(commit), .take(take), .pc(pc), .next_pc(next_pc),
        .transfer_type(transfer_type), .system(system), .insn(insn), .operand(operand), .done(done),
        .illegal(illegal), .rdata(rdata), .irq(irq)
    );

    // An instruction of this type; execution goes on where it leads
    task retire(input [3:0] itype, input [31:0] to);
        begin
            commit <= 1; transfer_type <= itype; next_pc <= to;
            @(posedge clk);
            commit <= 0; pc <= to;
        end
    endtask

    // A CSR instruction, or SCTRCLR: done first, then it retires
    task execute(input [31:0] code, input [31:0] word);
        begin
            system <= 1; insn <= code; operand <= word;
            @(negedge clk);
            while (!done) @(negedge clk);
            value = rdata;
            if (illegal) begin
                $display("%h is illegal", code);
                wrong = wrong + 1;
            end
            @(posedge clk) system <= 0;
            retire(4'd0, pc + 4);
        end
    endtask

    task csrw(input [11:0] addr, input [31:0] word);
        execute({addr, 5'd1, 3'd1, 5'd0, 7'h73}, word);
    endtask

    task csrc(input [11:0] addr, input [31:0] word);
        execute({addr, 5'd1, 3'd3, 5'd0, 7'h73}, word);
    endtask

    task expect_csr(input [11:0] addr, input [31:0] mask, input [31:0] word);
        begin
            execute({addr, 5'd0, 3'd2, 5'd1, 7'h73}, 32'd0);
            if ((value & mask) !== word) begin
                $display("LCOFI %0d: CSR %h is %h, not %h", i, addr, value & mask, word);
                wrong = wrong + 1;
            end
        end
    endtask

    initial begin
        repeat (2) @(posedge clk);
        rst <= 0;
        csrw(MCTRCTL, 32'h00001004);                     // M, LCOFIFRZ
        csrw(MHPMEVENT3, 32'h00008004);                  // jumps
        csrw(MIE, LCOFI);
        for (i = 0; i < 100; i = i + 1) begin
            csrw(MHPMCOUNTER3H, 32'hffffffff);
            csrw(MHPMCOUNTER3, -(3 + i % 7));
            execute(SCTRCLR, 32'd0);
            for (jumps = 0; !irq; jumps = jumps + 1) begin
                retire(4'd0, pc + 4);
                retire(4'd11, 32'h1000 + 32'h100 * jumps);
                #1;
            end
            take <= 1; next_pc <= 32'h100;               // the interrupt
            @(posedge clk);
            take <= 0; pc <= 32'h100;
            retire(4'd11, 32'h180);                      // the handler's jumps are not recorded
            expect_csr(SCTRSTATUS, FROZEN, FROZEN);
            csrw(SISELECT, 32'h200);
            expect_csr(CTRDATA, 32'hf, 32'd11);          // the last jump, not the trap
            expect_csr(CTRTARGET, 32'hffffffff, 32'h1000 + 32'h100 * (jumps - 1));
            csrw(SISELECT, 32'h201);
            expect_csr(CTRTARGET, 32'hffffffff, 32'h1000 + 32'h100 * (jumps - 2));
            csrw(SISELECT, 32'h200 + jumps);             // no older one since SCTRCLR
            expect_csr(CTRSOURCE, 32'hffffffff, 32'd0);
            csrc(MHPMEVENT3H, 32'h80000000);             // OF
            csrc(MIP, LCOFI);
            csrc(SCTRSTATUS, FROZEN);
            if (jumps < 3 + i % 7 || jumps > 5 + i % 7) begin
                $display("LCOFI %0d comes after %0d jumps", i, jumps);
                wrong = wrong + 1;
            end
            retire(4'd11, 32'h1000);
        end
        if (wrong == 0) $display("each of 100 LCOFIs froze the jumps before it");
        $finish;
    end
endmodule

`default_nettype wire
