// SPDX-License-Identifier: Apache-2.0
// In place of nt_ctr_buffer in the proof of nt_ctr, which uses nothing of what is read: anything may be.
// What the buffer assumes is proven of nt_ctr as p_apart, p_either and p_op.
`default_nettype none

module nt_ctr_buffer #(
    parameter integer NBLOCKS = 4,
    // Entries of the largest depth, a power of two, 16 to 256
    parameter integer ENTRIES = 256,
    parameter integer SOURCE_W = 63,
    parameter integer TARGET_W = 64,
    parameter integer DATA_W = 21,
    // 1: an entry is read a cycle after its place is given
    parameter integer SRAM = 0
) (
    input  wire                        clk,
    input  wire                        clear,      // all entries read 0

    // Each lane, oldest first: an entry at a place, or its V alone is cleared
    input  wire [NBLOCKS-1:0]          record,
    input  wire [NBLOCKS-1:0]          invalidate,
    input  wire [NBLOCKS*8-1:0]        place,
    input  wire [NBLOCKS*SOURCE_W-1:0] source,
    input  wire [NBLOCKS*TARGET_W-1:0] target,
    input  wire [NBLOCKS*DATA_W-1:0]   data,

    // Software, while no lane does anything
    input  wire [7:0]                  csr_place,
    input  wire [2:0]                  csr_write,  // source, target, data
    input  wire                        csr_valid,  // V, with the source
    input  wire [SOURCE_W-1:0]         csr_source,
    input  wire [TARGET_W-1:0]         csr_target,
    input  wire [DATA_W-1:0]           csr_data,
    (* anyseq *) output reg                  read_valid,
    (* anyseq *) output reg [SOURCE_W-1:0]   read_source,
    (* anyseq *) output reg [TARGET_W-1:0]   read_target,
    (* anyseq *) output reg [DATA_W-1:0]     read_data
);

    // Nothing of what it is given matters
    wire unused = &{1'b0, clk, clear, record, invalidate, place, source, target, data, csr_place,
                    csr_write, csr_valid, csr_source, csr_target, csr_data};

endmodule

`default_nettype wire
