// SPDX-License-Identifier: Apache-2.0
// The RAM sink's control registers behind an APB4 slave.
//
// Trace Control Interface 1.0, "Trace RAM Sink" and "Accessing and Detecting RAM Sink Registers";
// docs/registers.md has every field. The bus is as that of nt_registers; everything but
// trRamControl reads 0 and ignores writes while trRamActive is 0. Reading trRamData waits until
// the sink has the word.
//
// Legal addresses depend on trRamMode: in SRAM mode trRamStart is 0 and trRamLimit ends with the
// memory; in SMEM mode both take any multiple of 4. A change of trRamMode makes them legal for the
// new mode. trRamRP and trRamData are there in SRAM mode alone: a tool that cannot set trRamRP
// reads the trace from the system's memory. While trace may still be written, trRamRP is not settable
// and trRamData reads 0.
`default_nettype none

module nt_ram_registers #(
    // Words of the SRAM, 2 to 2^30; 0: no SRAM mode
    parameter integer SRAM_WORDS = 256,
    // 1: SMEM mode is built; at least one of both is
    parameter integer SMEM = 1
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

    // The sink
    input  wire        trRamEmpty,
    input  wire        stop,             // trRamEnable becomes 0
    input  wire [63:0] trRamWP,          // bit 0: trRamWrap
    input  wire [63:0] trRamRP,
    input  wire [31:0] data,             // at trRamRP
    input  wire        data_valid,
    input  wire        error,            // a write to the system's memory failed
    input  wire [63:0] error_address,
    output wire [3:0]  pointer_write,    // {RPHigh, RPLow, WPHigh, WPLow} takes pointer_value
    output wire [31:0] pointer_value,
    output wire        data_read,        // trRamRP goes on

    // Control fields
    output wire        trRamActive,
    output wire        trRamEnable,
    output wire        trRamMode,
    output wire        trRamStopOnWrap,
    output wire [31:0] trRamStartLow,
    output wire [31:0] trRamStartHigh,
    output wire [31:0] trRamLimitLow,
    output wire [31:0] trRamLimitHigh
);

    localparam [11:0] RAM_CONTROL        = 12'h000;
    localparam [11:0] RAM_IMPL           = 12'h004;
    localparam [11:0] RAM_START_LOW      = 12'h010;
    localparam [11:0] RAM_START_HIGH     = 12'h014;
    localparam [11:0] RAM_LIMIT_LOW      = 12'h018;
    localparam [11:0] RAM_LIMIT_HIGH     = 12'h01c;
    localparam [11:0] RAM_WP_LOW         = 12'h020;
    localparam [11:0] RAM_WP_HIGH        = 12'h024;
    localparam [11:0] RAM_RP_LOW         = 12'h028;
    localparam [11:0] RAM_RP_HIGH        = 12'h02c;
    localparam [11:0] RAM_DATA           = 12'h040;
    localparam [11:0] ERROR              = 12'he00;
    localparam [11:0] ERROR_ADDRESS_LOW  = 12'he04;
    localparam [11:0] ERROR_ADDRESS_HIGH = 12'he08;

    localparam [0:0] HAS_SRAM = SRAM_WORDS > 0;
    localparam [0:0] HAS_SMEM = SMEM != 0;

    // trRamVerMajor 1, trRamCompType 9, trRamHasSRAM, trRamHasSMEM
    localparam [31:0] IMPL = 32'h0000_0901 | (HAS_SRAM ? 32'h1000 : 32'h0) |
                             (HAS_SMEM ? 32'h2000 : 32'h0);

    // Byte address of the last word of the SRAM
    localparam [31:0] SRAM_LAST = HAS_SRAM ? (SRAM_WORDS - 1) << 2 : 32'd0;

    // Parameters out of range stop the elaboration: there is no module of that name.
    generate
        if (SRAM_WORDS < 0 || SRAM_WORDS == 1 || SRAM_WORDS > 1 << 30 ||
            SMEM < 0 || SMEM > 1 || (!HAS_SRAM && !HAS_SMEM)) begin : out_of_range
            nt_ram_registers_parameters_out_of_range stop_here ();
        end
    endgenerate

    reg        active_reg;
    reg        enable_reg;
    reg        smem_reg;
    reg        stop_on_wrap_reg;
    reg [31:0] start_low_reg;
    reg [31:0] start_high_reg;
    reg [31:0] limit_low_reg;
    reg [31:0] limit_high_reg;

    wire writing    = enable_reg || !trRamEmpty;  // trace may still come
    wire read_back  = active_reg && !smem_reg && !writing;
    wire reads_data = PSEL && PENABLE && !PWRITE && PADDR == RAM_DATA && read_back;

    // Reading
    reg  [31:0] read_other;

    always @* begin
        case (PADDR)
            RAM_IMPL:       read_other = IMPL;
            RAM_START_LOW:  read_other = start_low_reg;
            RAM_START_HIGH: read_other = start_high_reg;
            RAM_LIMIT_LOW:  read_other = limit_low_reg;
            RAM_LIMIT_HIGH: read_other = limit_high_reg;
            RAM_WP_LOW:     read_other = trRamWP[31:0];
            RAM_WP_HIGH:    read_other = trRamWP[63:32];
            RAM_RP_LOW:     read_other = smem_reg ? 32'd0 : trRamRP[31:0];
            RAM_RP_HIGH:    read_other = smem_reg ? 32'd0 : trRamRP[63:32];
            default:        read_other = 32'd0;
        endcase
    end

    reg  [31:0] read_status;

    always @* begin
        case (PADDR)
            RAM_DATA:           read_status = reads_data ? data : 32'd0;
            ERROR:              read_status = {31'd0, error};
            ERROR_ADDRESS_LOW:  read_status = error_address[31:0];
            ERROR_ADDRESS_HIGH: read_status = error_address[63:32];
            default:            read_status = 32'd0;
        endcase
    end

    wire        control = PADDR == RAM_CONTROL;
    wire [31:0] fields  = control ? {23'd0, stop_on_wrap_reg, 3'd0, smem_reg, 2'd0, enable_reg,
                                     active_reg} :
                          active_reg ? read_other : 32'd0;
    wire [31:0] status  = control ? {28'd0, trRamEmpty, 3'd0} : active_reg ? read_status : 32'd0;

    // Bus
    wire        read;
    wire        write;
    wire [31:0] word;
    wire [31:0] ones;

    nt_apb_slave bus (
        .PSEL(PSEL), .PENABLE(PENABLE), .PADDR(PADDR[1:0]), .PWRITE(PWRITE), .PWDATA(PWDATA),
        .PSTRB(PSTRB), .PREADY(PREADY), .PRDATA(PRDATA), .PSLVERR(PSLVERR),
        .waits(reads_data && !data_valid), .fields(fields), .status(status), .read(read),
        .write(write), .word(word), .ones(ones)
    );

    // Writing
    wire write_control = write && control;
    wire active_next   = write_control ? word[0] : active_reg;
    wire clear         = rst || !active_reg || !active_next;
    wire smem_next     = !HAS_SRAM || (HAS_SMEM && (write_control ? word[4] : smem_reg));

    wire [3:0] pointer = {read_back && PADDR == RAM_RP_HIGH, read_back && PADDR == RAM_RP_LOW,
                          PADDR == RAM_WP_HIGH, PADDR == RAM_WP_LOW};

    assign pointer_write = write && active_reg ? pointer : 4'd0;
    assign pointer_value = word;
    assign data_read     = read && reads_data;

    wire [31:0] limit_low_next = write && PADDR == RAM_LIMIT_LOW ? {word[31:2], 2'd0} :
                                 limit_low_reg;

    always @(posedge clk) begin
        active_reg <= !rst && active_next;
        if (clear) begin
            enable_reg       <= 1'b0;
            smem_reg         <= !HAS_SRAM;
            stop_on_wrap_reg <= 1'b0;
            start_low_reg    <= 32'd0;
            start_high_reg   <= 32'd0;
            limit_low_reg    <= SRAM_LAST;
            limit_high_reg   <= 32'd0;
        end else begin
            smem_reg <= smem_next;
            if (stop)               enable_reg <= 1'b0;
            else if (write_control) enable_reg <= word[1];
            if (write_control)      stop_on_wrap_reg <= word[8];
            if (smem_next) begin
                limit_low_reg <= limit_low_next;
                if (write) case (PADDR)
                    RAM_START_LOW:  start_low_reg  <= {word[31:2], 2'd0};
                    RAM_START_HIGH: start_high_reg <= word;
                    RAM_LIMIT_HIGH: limit_high_reg <= word;
                    default: ;
                endcase
            end else begin
                start_low_reg  <= 32'd0;
                start_high_reg <= 32'd0;
                limit_low_reg  <= limit_low_next > SRAM_LAST ? SRAM_LAST : limit_low_next;
                limit_high_reg <= 32'd0;
            end
        end
    end

    assign trRamActive     = active_reg;
    assign trRamEnable     = enable_reg;
    assign trRamMode       = smem_reg;
    assign trRamStopOnWrap = stop_on_wrap_reg;
    assign trRamStartLow   = start_low_reg;
    assign trRamStartHigh  = start_high_reg;
    assign trRamLimitLow   = limit_low_reg;
    assign trRamLimitHigh  = limit_high_reg;

    wire unused = &{1'b0, ones};

`ifdef FORMAL
    // Contract. A manager that keeps to APB: setup, then access until ready, nothing changing.
    reg         f_started = 1'b0;
    reg         f_rst;        // in the cycle before
    reg         f_setup;      // a transfer was set up
    reg         f_waits;      // an access was not ready
    reg         f_write;      // an access wrote
    reg [11:0]  f_address;
    reg [31:0]  f_data;
    reg [3:0]   f_strobes;
    reg         f_direction;
    reg         f_active;
    reg         f_stop;
    reg [130:0] f_before;
    reg         f_enable;

    wire [130:0] f_fields = {trRamEnable, trRamMode, trRamStopOnWrap, trRamStartLow, trRamStartHigh,
                             trRamLimitLow, trRamLimitHigh};
    wire [130:0] f_reset  = {1'b0, !HAS_SRAM, 1'b0, 64'd0, SRAM_LAST, 32'd0};

    always @(posedge clk) begin
        f_started   <= 1'b1;
        f_rst       <= rst;
        f_setup     <= PSEL && !PENABLE;
        f_waits     <= PSEL && PENABLE && !PREADY;
        f_write     <= PSEL && PENABLE && PREADY && PWRITE;
        f_address   <= PADDR;
        f_data      <= PWDATA;
        f_strobes   <= PSTRB;
        f_direction <= PWRITE;
        f_active    <= trRamActive;
        f_stop      <= stop;
        f_before    <= f_fields;
        f_enable    <= trRamEnable;
    end

    always @* if (!f_started) a_reset: assume (rst);
    always @* if (f_started) begin
        a_access: assume (PENABLE == (f_setup || f_waits));
        if (f_setup || f_waits) a_stable: assume (PSEL && PADDR == f_address && PWDATA == f_data &&
                                                  PSTRB == f_strobes && PWRITE == f_direction);
    end

    wire f_kept      = f_started && !f_rst && f_active && trRamActive;
    wire f_idle      = !trRamEnable && trRamEmpty;
    wire f_ends_read = PSEL && PENABLE && PREADY && !PWRITE;

    always @* if (f_started) begin
        // The bus waits for the word at trRamRP alone, and says nothing but in an access's last cycle
        if (!PREADY) p_wait: assert (PSEL && PENABLE && !PWRITE && PADDR == 12'h040 && !data_valid &&
                                     trRamActive && !trRamMode && f_idle);
        if (!(PSEL && PENABLE && PREADY)) p_silent: assert (PRDATA == 32'd0 && !PSLVERR);
        p_error: assert (PSLVERR == (PSEL && PENABLE && PREADY && PADDR[1:0] != 2'd0));
        // Held in reset fields are as they should be, also in the cycle in which that ends
        if (!trRamActive || !f_active) p_inactive: assert (f_fields == f_reset);
        if (f_ends_read && !trRamActive && PADDR != 12'h000) p_hidden: assert (PRDATA == 32'd0);
        // They change by a write alone, but for a stop; written alone enables, and as written
        if (f_kept && !f_write && !f_stop) p_kept: assert (f_fields == f_before);
        if (f_kept && f_stop) p_stop: assert (!trRamEnable);
        if (trRamEnable && !f_enable)
            p_enable: assert (f_write && f_address == 12'h000 && f_data[1] && f_strobes[0]);
        if (f_kept && f_write && !f_stop && f_address == 12'h000 && f_strobes[0])
            p_written: assert (trRamEnable == f_data[1]);
        // In SRAM mode the buffer is in the memory; addresses are of words
        if (!trRamMode) p_sram: assert (HAS_SRAM && trRamStartLow == 0 && trRamStartHigh == 0 &&
                                        trRamLimitLow <= SRAM_LAST && trRamLimitHigh == 0);
        if (trRamMode) p_smem: assert (HAS_SMEM);
        p_words: assert (trRamStartLow[1:0] == 0 && trRamLimitLow[1:0] == 0);
        // Pointers: one half at a time, by a write; the read pointer only while nothing is written
        if (pointer_write != 0) p_pointer:
            assert (PSEL && PENABLE && PWRITE && trRamActive &&
                    pointer_write == 4'b0001 << PADDR[3:2] && PADDR[11:4] == 8'h02);
        if (data_read || pointer_write[3:2] != 0) p_read_back: assert (f_idle && !trRamMode);
        if (data_read) p_data: assert (f_ends_read && PADDR == 12'h040 && PRDATA == data &&
                                       data_valid);
    end

    always @* if (f_started) begin
        c_wait:  cover (data_read && f_waits);
        c_smem:  cover (trRamMode && trRamStartHigh[31] && trRamLimitLow[31] && trRamEnable);
        c_stop:  cover (f_kept && f_stop && f_enable);
        c_trim:  cover (!trRamMode && trRamActive && trRamLimitLow == 4);
        c_half:  cover (pointer_write == 4'b1000);
    end
`endif

endmodule

`default_nettype wire
