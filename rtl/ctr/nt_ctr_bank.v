// SPDX-License-Identifier: Apache-2.0
// A quarter of the CTR buffer: memories of sources, targets and data, written one entry per cycle,
// and read at once or (SRAM) a cycle later. An integrator may put memory macros in its place.
`default_nettype none

module nt_ctr_bank #(
    // Entries, a power of two, at least 4
    parameter integer ENTRIES = 64,
    // Bits of what an entry has
    parameter integer SOURCE_W = 63,
    parameter integer TARGET_W = 64,
    parameter integer DATA_W = 21,
    // 1: what is read comes in the cycle after its address
    parameter integer SRAM = 0,
    // Derived; do not set
    parameter integer ADDRESS_W = $clog2(ENTRIES)
) (
    input  wire                 clk,

    input  wire [2:0]           write,         // source, target, data
    input  wire [ADDRESS_W-1:0] write_address,
    input  wire [SOURCE_W-1:0]  write_source,
    input  wire [TARGET_W-1:0]  write_target,
    input  wire [DATA_W-1:0]    write_data,

    input  wire [ADDRESS_W-1:0] read_address,
    output wire [SOURCE_W-1:0]  read_source,
    output wire [TARGET_W-1:0]  read_target,
    output wire [DATA_W-1:0]    read_data
`ifdef FORMAL
    // For the contract of nt_ctr_buffer: an entry, any
    , input wire [ADDRESS_W-1:0] f_address,
    output wire [SOURCE_W-1:0]   f_source,
    output wire [TARGET_W-1:0]   f_target,
    output wire [DATA_W-1:0]     f_data
`endif
);

    // No reset: what a clear left as 0 is told by bits outside
    reg [SOURCE_W-1:0] source_reg [0:ENTRIES-1];
    reg [TARGET_W-1:0] target_reg [0:ENTRIES-1];
    reg [DATA_W-1:0]   data_reg   [0:ENTRIES-1];

    always @(posedge clk) begin
        if (write[0]) source_reg[write_address] <= write_source;
        if (write[1]) target_reg[write_address] <= write_target;
        if (write[2]) data_reg[write_address]   <= write_data;
    end

    generate
        if (SRAM != 0) begin : later
            reg [SOURCE_W-1:0] read_source_reg;
            reg [TARGET_W-1:0] read_target_reg;
            reg [DATA_W-1:0]   read_data_reg;
            always @(posedge clk) begin
                read_source_reg <= source_reg[read_address];
                read_target_reg <= target_reg[read_address];
                read_data_reg   <= data_reg[read_address];
            end
            assign read_source = read_source_reg;
            assign read_target = read_target_reg;
            assign read_data   = read_data_reg;
        end else begin : at_once
            assign read_source = source_reg[read_address];
            assign read_target = target_reg[read_address];
            assign read_data   = data_reg[read_address];
        end
    endgenerate

`ifdef FORMAL
    assign f_source = source_reg[f_address];
    assign f_target = target_reg[f_address];
    assign f_data   = data_reg[f_address];
`endif

endmodule

`default_nettype wire
