// SPDX-License-Identifier: Apache-2.0
// mtime, mtimecmp and the software interrupt at the offsets of a CLINT. mtime counts clock cycles.
`default_nettype none

module nt_board_timer (
    input  wire        clk,
    input  wire        rst,
    input  wire [15:0] addr,
    input  wire        write,
    input  wire [31:0] wdata,
    output reg  [31:0] rdata,
    output wire [63:0] mtime,
    output wire        timer_irq,
    output wire        software_irq
);

    localparam [15:0] MSIP = 16'h0000, MTIMECMP = 16'h4000, MTIME = 16'hbff8;

    reg        msip_reg;
    reg [63:0] mtime_reg;
    reg [63:0] mtimecmp_reg;

    assign mtime        = mtime_reg;
    assign timer_irq    = mtime_reg >= mtimecmp_reg;
    assign software_irq = msip_reg;

    always @* case (addr)
        MSIP: rdata = {31'd0, msip_reg};
        MTIMECMP: rdata = mtimecmp_reg[31:0];
        MTIMECMP + 16'd4: rdata = mtimecmp_reg[63:32];
        MTIME: rdata = mtime_reg[31:0];
        MTIME + 16'd4: rdata = mtime_reg[63:32];
        default: rdata = 32'd0;
    endcase

    always @(posedge clk) begin
        if (rst) begin
            msip_reg     <= 1'b0;
            mtime_reg    <= 64'd0;
            mtimecmp_reg <= {64{1'b1}};
        end else begin
            mtime_reg <= mtime_reg + 64'd1;
            if (write) case (addr)
                MSIP: msip_reg <= wdata[0];
                MTIMECMP: mtimecmp_reg[31:0] <= wdata;
                MTIMECMP + 16'd4: mtimecmp_reg[63:32] <= wdata;
                MTIME: mtime_reg[31:0] <= wdata;
                MTIME + 16'd4: mtime_reg[63:32] <= wdata;
                default: ;
            endcase
        end
    end

endmodule

`default_nettype wire
