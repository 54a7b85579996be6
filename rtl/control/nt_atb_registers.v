// SPDX-License-Identifier: Apache-2.0
// The ATB bridge's control registers behind an APB4 slave.
//
// Trace Control Interface 1.0, "Trace ATB Bridge"; docs/registers.md has every field. The bus is as
// that of nt_registers, without a wait state; everything but trAtbBridgeControl reads 0 and ignores
// writes while trAtbBridgeActive is 0.
`default_nettype none

module nt_atb_registers (
    input  wire        clk,    // PCLK
    input  wire        rst,    // not PRESETn

    // APB4
    input  wire        PSEL,
    input  wire        PENABLE,
    input  wire [11:0] PADDR,
    input  wire        PWRITE,
    input  wire [31:0] PWDATA,
    input  wire [3:0]  PSTRB,
    output wire        PREADY,
    output wire [31:0] PRDATA,
    output wire        PSLVERR,

    // Status
    input  wire        trAtbBridgeEmpty,

    // Control fields
    output wire        trAtbBridgeActive,
    output wire        trAtbBridgeEnable,
    output wire [6:0]  trAtbBridgeID
);

    localparam [11:0] ATB_CONTROL = 12'h000;
    localparam [11:0] ATB_IMPL    = 12'h004;

    // trAtbBridgeVerMajor 1, trAtbBridgeCompType 14
    localparam [31:0] IMPL = 32'h0000_0e01;

    localparam [6:0] FIRST_ID = 7'd1;  // 0 is reserved by the ATB

    reg       active_reg;
    reg       enable_reg;
    reg [6:0] id_reg;

    // Reading
    wire        control = PADDR == ATB_CONTROL;
    wire [31:0] fields  = control ? {17'd0, id_reg, 6'd0, enable_reg, active_reg} :
                          active_reg && PADDR == ATB_IMPL ? IMPL : 32'd0;
    wire [31:0] status  = {28'd0, control && trAtbBridgeEmpty, 3'd0};

    // Bus
    wire        read;
    wire        write;
    wire [31:0] word;
    wire [31:0] ones;

    nt_apb_slave bus (
        .PSEL(PSEL), .PENABLE(PENABLE), .PADDR(PADDR[1:0]), .PWRITE(PWRITE), .PWDATA(PWDATA),
        .PSTRB(PSTRB), .PREADY(PREADY), .PRDATA(PRDATA), .PSLVERR(PSLVERR), .waits(1'b0),
        .fields(fields), .status(status), .read(read), .write(write), .word(word), .ones(ones)
    );

    // Writing
    wire write_control = write && control;
    wire active_next   = write_control ? word[0] : active_reg;
    wire clear         = rst || !active_reg || !active_next;

    always @(posedge clk) begin
        active_reg <= !rst && active_next;
        if (clear) begin
            enable_reg <= 1'b0;
            id_reg     <= FIRST_ID;
        end else if (write_control) begin
            enable_reg <= word[1];
            id_reg     <= word[14:8];
        end
    end

    assign trAtbBridgeActive = active_reg;
    assign trAtbBridgeEnable = enable_reg;
    assign trAtbBridgeID     = id_reg;

    wire unused = &{1'b0, read, word, ones};

endmodule

`default_nettype wire
