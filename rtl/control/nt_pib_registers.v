// SPDX-License-Identifier: Apache-2.0
// The PIB's control registers behind an APB4 slave.
//
// Trace Control Interface 1.0, "Trace PIB Sink"; docs/registers.md has every field. The bus is as
// that of nt_registers, without a wait state; everything but trPibControl reads 0 and ignores
// writes while trPibActive is 0.
`default_nettype none

module nt_pib_registers #(
    // Bit m: trPibMode m is built; of 4, 5 and 8 to 12
    parameter integer MODES = 32'h1f30,
    // 1: trPibClkCenter is built
    parameter integer CLK_CENTER = 1,
    // 1: trPibCalibrate is built
    parameter integer CALIBRATE = 1,
    // Width of trPibDivider in bits, 1 to 16
    parameter integer DIVIDER_W = 16,
    // trPibDivider out of reset: safe for the pins of the chip
    parameter integer DIVIDER_RESET = 15
) (
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
    input  wire        trPibEmpty,

    // Control fields
    output wire        trPibActive,
    output wire        trPibEnable,
    output wire [3:0]  trPibMode,
    output wire        trPibClkCenter,
    output wire        trPibCalibrate,
    output wire [15:0] trPibDivider
);

    localparam [11:0] PIB_CONTROL = 12'h000;
    localparam [11:0] PIB_IMPL    = 12'h004;

    // trPibVerMajor 1, trPibCompType 10
    localparam [31:0] IMPL = 32'h0000_0a01;

    localparam [15:0] BUILT          = MODES[15:0];
    localparam [0:0]        HAS_CLK_CENTER = CLK_CENTER != 0;
    localparam [0:0]        HAS_CALIBRATE  = CALIBRATE != 0;
    localparam [15:0] DIVIDER_LAST   = 16'hffff >> (16 - DIVIDER_W);
    localparam [15:0] DIVIDER_SAFE   = DIVIDER_RESET[15:0];

    // Parameters out of range stop the elaboration: there is no module of that name.
    generate
        if ((MODES & ~32'h1f30) != 0 || CLK_CENTER < 0 || CLK_CENTER > 1 || CALIBRATE < 0 ||
            CALIBRATE > 1 || DIVIDER_W < 1 || DIVIDER_W > 16 || DIVIDER_RESET < 0 ||
            DIVIDER_RESET >> DIVIDER_W != 0) begin : out_of_range
            nt_pib_registers_parameters_out_of_range stop ();
        end
    endgenerate

    reg        active_reg;
    reg        enable_reg;
    reg [3:0]  mode_reg;
    reg        clk_center_reg;
    reg        calibrate_reg;
    reg [15:0] divider_reg;

    // Reading
    wire        control = PADDR == PIB_CONTROL;
    wire [31:0] fields  = control ? {divider_reg, 6'd0, calibrate_reg, clk_center_reg, mode_reg,
                                     2'd0, enable_reg, active_reg} :
                          active_reg && PADDR == PIB_IMPL ? IMPL : 32'd0;
    wire [31:0] status  = {28'd0, control && trPibEmpty, 3'd0};

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

    wire [3:0]  legal_mode    = BUILT[word[7:4]] ? word[7:4] : 4'd0;
    wire [15:0] legal_divider = |(word[31:16] & ~DIVIDER_LAST) ? DIVIDER_LAST :
                                word[31:16] & DIVIDER_LAST;

    always @(posedge clk) begin
        active_reg <= !rst && active_next;
        if (clear) begin
            enable_reg     <= 1'b0;
            mode_reg       <= 4'd0;
            clk_center_reg <= 1'b0;
            calibrate_reg  <= 1'b0;
            divider_reg    <= DIVIDER_SAFE;
        end else if (write_control) begin
            enable_reg     <= word[1];
            mode_reg       <= legal_mode;
            clk_center_reg <= HAS_CLK_CENTER && legal_mode[3] && word[8];
            calibrate_reg  <= HAS_CALIBRATE && word[9];
            divider_reg    <= legal_divider;
        end
    end

    assign trPibActive    = active_reg;
    assign trPibEnable    = enable_reg;
    assign trPibMode      = mode_reg;
    assign trPibClkCenter = clk_center_reg;
    assign trPibCalibrate = calibrate_reg;
    assign trPibDivider   = divider_reg;

    wire unused = &{1'b0, read, word, ones};

endmodule

`default_nettype wire
