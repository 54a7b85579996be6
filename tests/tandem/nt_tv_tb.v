// SPDX-License-Identifier: Apache-2.0
// The encoder of the tandem trace in plain Verilog: registers begin unknown, and so is every input that is
// not valid. Prints the bytes; an output that is unknown after the reset ends it.
`default_nettype none

module nt_tv_tb;

    reg         clk = 1'b0;
    reg         rst = 1'b1;
    reg         reset = 1'b0;
    reg         init_valid = 1'b0;
    reg  [1:0]  init_kind;
    reg  [63:0] init_addr;
    reg  [1:0]  init_size;
    reg  [63:0] init_data;
    reg         valid = 1'b0;
    reg         insn_valid;
    reg         insn_size;
    reg  [31:0] insn;
    reg         pc_given;
    reg  [63:0] pc_next;
    reg         gpr_valid;
    reg  [4:0]  gpr_addr;
    reg  [63:0] gpr_data;
    reg         fpr_valid;
    reg  [4:0]  fpr_addr;
    reg  [63:0] fpr_data;
    reg  [3:0]  csr_valid;
    reg  [47:0] csr_addr;
    reg [255:0] csr_data;
    reg         flags_valid;
    reg  [4:0]  flags;
    reg         paddr_valid;
    reg  [63:0] paddr;
    reg         eaddr_valid;
    reg  [63:0] eaddr;
    reg         mem_valid;
    reg  [1:0]  mem_size;
    reg  [63:0] mem_data;
    reg         priv_valid;
    reg  [1:0]  priv;
    wire        ready;
    wire        out_valid;
    wire [3:0]  out_count;
    wire [63:0] out_data;
    wire        idle;
    integer     i;

    always #1 clk = !clk;

    nt_tv_encoder #(.OUT_BYTES(8), .VIRTUAL(1)) dut (
        .clk(clk), .rst(rst), .ready(ready), .reset(reset),
        .init_valid(init_valid), .init_kind(init_kind), .init_addr(init_addr), .init_size(init_size),
        .init_data(init_data), .mtime_valid(1'b0), .mtime(64'bx), .mcycle_valid(1'b0), .mcycle(64'bx),
        .minstret_valid(1'b0), .minstret(64'bx), .valid(valid), .insn_valid(insn_valid),
        .insn_size(insn_size), .insn(insn), .pc_given(pc_given), .pc_next(pc_next),
        .gpr_valid(gpr_valid), .gpr_addr(gpr_addr), .gpr_data(gpr_data),
        .fpr_valid(fpr_valid), .fpr_addr(fpr_addr), .fpr_data(fpr_data),
        .csr_valid(csr_valid), .csr_addr(csr_addr), .csr_data(csr_data),
        .flags_valid(flags_valid), .flags(flags), .paddr_valid(paddr_valid), .paddr(paddr),
        .eaddr_valid(eaddr_valid), .eaddr(eaddr), .mem_valid(mem_valid), .mem_size(mem_size),
        .mem_data(mem_data), .priv_valid(priv_valid), .priv(priv),
        .out_valid(out_valid), .out_count(out_count), .out_data(out_data), .out_ready(1'b1), .idle(idle)
    );

    // An instruction of 32 bits, and nothing else: the rest is unknown
    task lane;
        begin
            valid = 1'b1;
            insn_valid = 1'b1;
            insn_size = 1'b1;
            {pc_given, gpr_valid, fpr_valid, csr_valid, flags_valid, paddr_valid, eaddr_valid, mem_valid, priv_valid} = 0;
            insn = 32'bx;
            pc_next = 64'bx;
            {gpr_addr, gpr_data, fpr_addr, fpr_data, csr_addr, csr_data, flags, paddr, eaddr, mem_size, mem_data, priv} =
                {1000{1'bx}};
        end
    endtask

    // Until it is taken
    task take;
        begin
            @(negedge clk);
            while (!ready) @(negedge clk);
            @(posedge clk);
            #0 valid = 1'b0;
            reset = 1'b0;
            init_valid = 1'b0;
        end
    endtask

    always @(negedge clk)
        if (!rst) begin
            if (^{ready, out_valid, out_count, out_data, idle} === 1'bx) begin
                $display("unknown output");
                $finish;
            end
            for (i = 0; i < out_count; i = i + 1) $write("%h ", out_data[8*i +: 8]);
        end

    initial begin
        @(posedge clk);
        @(posedge clk);
        #0 rst = 1'b0;
        reset = 1'b1;
        take;
        // C.1
        lane;
        insn = 32'h006281b3;
        {gpr_valid, gpr_addr, gpr_data} = {1'b1, 5'd3, 64'h1234};
        take;
        // C.3
        lane;
        insn = 32'h0116f3d3;
        {fpr_valid, fpr_addr, fpr_data} = {1'b1, 5'd7, 64'hffff_ffff_66fe_f4f9};
        {flags_valid, flags} = {1'b1, 5'd1};
        take;
        // C.8, where pc is identifier 10
        lane;
        insn_valid = 1'b0;
        insn_size = 1'bx;
        {pc_given, pc_next} = {1'b1, 64'h10000};
        csr_valid = 4'hf;
        csr_addr = {12'h343, 12'h300, 12'h342, 12'h341};
        csr_data = {64'd0, 64'ha000018b0, 64'h8000000000000003, 64'h81256};
        {priv_valid, priv} = {1'b1, 2'd3};
        take;
        // Memory
        {init_valid, init_kind, init_addr, init_size, init_data} = {1'b1, 2'd1, 64'h80000000, 2'd3, 64'h1122334455667788};
        take;
        repeat (3) @(posedge clk);
        while (!idle) @(posedge clk);
        $display("idle");
        $finish;
    end

endmodule

`default_nettype wire
