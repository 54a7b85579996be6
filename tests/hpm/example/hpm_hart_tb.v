// SPDX-License-Identifier: Apache-2.0
// Lets a counter of taken branches overflow after three, takes the interrupt's bit, and reads how much
// was counted. Each CSR instruction retires in the cycle after its access, and counts but for the counter
// that it writes.
`default_nettype none

module hpm_hart_tb;
    reg         clk = 0, rst = 1, commit = 0, trap = 0, cache_miss = 0, csr = 0, mip_write = 0;
    reg  [3:0]  transfer_type = 0;
    reg  [11:0] csr_addr = 0;
    reg  [1:0]  csr_op = 0;
    reg  [31:0] csr_wdata = 0;
    wire        csr_ready, csr_illegal, mip_lcofip;
    wire [31:0] csr_rdata;
    integer     wrong = 0;

    always #5 clk = ~clk;

    hpm_hart hart (
        .clk(clk), .rst(rst), .commit(commit), .trap(trap), .interrupt(1'b0),
        .transfer_type(transfer_type), .mode(3'd3), .next_mode(3'd3), .cache_miss(cache_miss),
        .csr(csr), .csr_addr(csr_addr), .csr_op(csr_op), .csr_wdata(csr_wdata),
        .csr_ready(csr_ready), .csr_illegal(csr_illegal), .csr_rdata(csr_rdata),
        .mip_lcofip(mip_lcofip), .mip_write(mip_write), .mip_wdata(1'b0)
    );

    task retire(input [3:0] itype);
        begin
            commit <= 1; transfer_type <= itype;
            @(posedge clk);
            commit <= 0;
        end
    endtask

    task access(input [11:0] addr, input [1:0] op, input [31:0] word);
        begin
            csr <= 1; csr_addr <= addr; csr_op <= op; csr_wdata <= word;
            @(negedge clk);
            while (!csr_ready) @(negedge clk);
        end
    endtask

    task write_csr(input [11:0] addr, input [31:0] word);
        begin
            access(addr, 2'd1, word);
            @(posedge clk) csr <= 0;
            retire(4'd0);
        end
    endtask

    task expect_read(input [11:0] addr, input [31:0] word);
        begin
            access(addr, 2'd0, 32'd0);
            if (csr_illegal || csr_rdata !== word) begin
                $display("CSR %h: %h, not %h", addr, csr_rdata, word);
                wrong = wrong + 1;
            end
            @(posedge clk) csr <= 0;
            retire(4'd0);
        end
    endtask

    task expect_pending(input pending);
        if (mip_lcofip !== pending) begin
            $display("mip.LCOFIP is %b", mip_lcofip);
            wrong = wrong + 1;
        end
    endtask

    initial begin
        repeat (2) @(posedge clk);
        rst <= 0;
        write_csr(12'hb03, 32'hfffffffd);           // mhpmcounter3: three more
        write_csr(12'h323, 32'h00008000);           // mhpmevent3: taken branches
        write_csr(12'hb04, 32'd0);
        write_csr(12'h324, 32'h00008020);           // mhpmevent4: ext_event[0]
        write_csr(12'hb02, 32'd0);                  // minstret
        expect_read(12'hb02, 32'd0);                // csrr after csrw: as written
        write_csr(12'hb02, 32'd100);
        expect_read(12'hc02, 32'd100);
        retire(4'd5);
        retire(4'd0);
        retire(4'd4);                               // not taken
        retire(4'd5);
        cache_miss <= 1;
        repeat (2) @(posedge clk);
        cache_miss <= 0;
        expect_pending(1'b0);
        retire(4'd5);
        repeat (3) @(posedge clk);
        #1 expect_pending(1'b1);
        expect_read(12'hda0, 32'h00000008);         // scountovf
        expect_read(12'hb03, 32'd0);
        expect_read(12'hb04, 32'd2);
        expect_read(12'hb02, 32'd109);              // with those that read
        mip_write <= 1;
        @(posedge clk) mip_write <= 0;
        repeat (2) @(posedge clk);
        #1 expect_pending(1'b0);
        if (wrong == 0) $display("the counters have all of it");
        $finish;
    end
endmodule

`default_nettype wire
