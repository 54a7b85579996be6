// SPDX-License-Identifier: Apache-2.0
// Enables recording in M mode, retires a call, a return and a trap, and reads what CTR has of them.
`default_nettype none

module ctr_hart_tb;
    reg         clk = 0, rst = 1, commit = 0, trap = 0, csr = 0;
    reg  [31:0] pc = 0, next_pc = 0, csr_wdata = 0;
    reg  [3:0]  transfer_type = 0;
    reg  [11:0] csr_addr = 0, siselect = 0;
    reg  [1:0]  csr_op = 0;
    wire        csr_ready, csr_illegal;
    wire [31:0] csr_rdata;
    integer     wrong = 0;

    always #5 clk = ~clk;

    ctr_hart hart (
        .clk(clk), .rst(rst), .commit(commit), .trap(trap), .interrupt(1'b0), .cause(16'd2), .pc(pc),
        .next_pc(next_pc), .transfer_type(transfer_type), .mode(3'd3), .next_mode(3'd3), .csr(csr),
        .csr_addr(csr_addr), .csr_op(csr_op), .csr_wdata(csr_wdata), .siselect(siselect),
        .csr_ready(csr_ready), .csr_illegal(csr_illegal), .csr_rdata(csr_rdata)
    );

    task retire(input [3:0] itype, input [31:0] from, input [31:0] to);
        begin
            commit <= 1; transfer_type <= itype; pc <= from; next_pc <= to;
            @(posedge clk);
            commit <= 0;
        end
    endtask

    task take_trap(input [31:0] epc, input [31:0] handler);
        begin
            trap <= 1; pc <= epc; next_pc <= handler;
            @(posedge clk);
            trap <= 0;
        end
    endtask

    task access(input [11:0] addr, input [1:0] op, input [31:0] word);
        begin
            csr <= 1; csr_addr <= addr; csr_op <= op; csr_wdata <= word;
            @(negedge clk);
            while (!csr_ready) @(negedge clk);
        end
    endtask

    task expect_read(input [11:0] addr, input [11:0] index, input [31:0] word);
        begin
            siselect <= index;
            access(addr, 2'd0, 32'd0);
            if (csr_rdata !== word) begin
                $display("CSR %h of entry %0d: %h, not %h", addr, index - 12'h200, csr_rdata, word);
                wrong = wrong + 1;
            end
            @(posedge clk) csr <= 0;
        end
    endtask

    initial begin
        repeat (2) @(posedge clk);
        rst <= 0;
        access(12'h34e, 2'd1, 32'h00000004);                      // mctrctl.M
        @(posedge clk) csr <= 0;
        retire(4'd9, 32'h00001000, 32'h00002000);                 // jal ra
        retire(4'd0, 32'h00002000, 32'h00002004);
        retire(4'd13, 32'h00002004, 32'h00001004);                // ret
        take_trap(32'h00001004, 32'h00000100);
        expect_read(12'h151, 12'h200, 32'h00001005);              // ctrsource: the trap, V
        expect_read(12'h152, 12'h200, 32'h00000100);
        expect_read(12'h151, 12'h201, 32'h00002005);              // the return
        expect_read(12'h152, 12'h201, 32'h00001004);
        expect_read(12'h153, 12'h201, 32'h0002800d);              // two cycles after the call
        expect_read(12'h151, 12'h202, 32'h00001001);              // the call
        expect_read(12'h151, 12'h203, 32'h00000000);
        if (wrong == 0) $display("CTR has all three");
        $finish;
    end
endmodule

`default_nettype wire
