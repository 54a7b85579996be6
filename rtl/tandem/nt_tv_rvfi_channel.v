// SPDX-License-Identifier: Apache-2.0
// What one channel of RVFI says of an instruction, as a lane of nt_tv_encoder has it, and of a trap
// that came before it. Combinational. docs/tandem-rvfi.md.
`default_nettype none

module nt_tv_rvfi_channel #(
    // As in nt_tv_rvfi
    parameter integer XLEN = 64,
    parameter integer FLEN = 64,
    parameter integer MLEN = 64,
    parameter integer CSRS = 4,
    parameter integer ADDRESSES = 0,
    parameter integer LOADS = 1,
    // Derived; do not set
    parameter integer FPR_W  = FLEN == 0 ? 1 : FLEN,
    parameter integer CSR_N  = CSRS == 0 ? 1 : CSRS,
    parameter integer BODY_W = 1 + 32 + 1 + 5 + XLEN + 1 + 5 + FPR_W + 4*(1 + 12 + XLEN) + 2*(1 + MLEN) + 1 + 2 + 64
) (
    // Channel
    input  wire [31:0]           insn,
    input  wire                  trap,
    input  wire [1:0]            mode,
    input  wire [4:0]            rd_addr,
    input  wire [XLEN-1:0]       rd_wdata,
    input  wire [XLEN-1:0]       pc_rdata,
    input  wire [XLEN-1:0]       pc_wdata,
    input  wire [XLEN-1:0]       mem_addr,
    input  wire [63:0]           mem_paddr,
    input  wire [XLEN/8-1:0]     mem_rmask,
    input  wire [XLEN/8-1:0]     mem_wmask,
    input  wire [XLEN-1:0]       mem_wdata,
    input  wire                  mem_extamo,
    input  wire                  frd_wvalid,
    input  wire [4:0]            frd_addr,
    input  wire [FPR_W-1:0]      frd_wdata,
    input  wire [CSR_N*12-1:0]   csr_addr,
    input  wire [CSR_N*XLEN-1:0] csr_rmask,
    input  wire [CSR_N*XLEN-1:0] csr_wmask,
    input  wire [CSR_N*XLEN-1:0] csr_rdata,
    input  wire [CSR_N*XLEN-1:0] csr_wdata,

    // Lane
    output wire                  insn_valid,
    output wire                  pc_given,   // the pc after it is not the next in memory
    output wire [BODY_W-1:0]     body,       // what the lane has as it is
    output wire                  xret,       // it returns from a trap
    output wire [5:0]            refused,    // what cannot be told: as in nt_tv_rvfi

    // The same of a trap right before: CSRs as the instruction found them
    output wire [BODY_W-1:0]     entry_body
);

    localparam integer BYTES = XLEN / 8;
    // CSR numbers without the mode: epc, cause, status, tval
    localparam [4*8-1:0] TRAP = {8'h43, 8'h00, 8'h42, 8'h41};

    // Instruction
    wire       long_insn = insn[4:0] == 5'b11111;
    wire       insn_size = insn[1:0] == 2'b11;
    wire [2:0] bytes     = insn_size ? 3'd4 : 3'd2;
    wire       retired   = !trap;

    assign insn_valid = !long_insn;
    assign pc_given   = long_insn || pc_wdata != pc_rdata + {{XLEN-3{1'b0}}, bytes};
    assign xret       = insn == 32'h30200073 || insn == 32'h10200073 || insn == 32'h00200073 ||
                        insn == 32'h70200073 || insn == 32'h7b200073;  // m, s, u, mn, d

    // Registers
    wire gpr_valid = retired && rd_addr != 5'd0;
    wire fpr_valid = FLEN != 0 && retired && frd_wvalid;

    // Memory: what is accessed begins with the lowest byte of either mask
    wire             loads  = mem_rmask != {BYTES{1'b0}};
    wire             stores = mem_wmask != {BYTES{1'b0}};
    wire [BYTES-1:0] either = LOADS == 0 ? mem_wmask : mem_rmask | mem_wmask;
    reg  [2:0]       first;
    integer          b;
    always @* begin
        first = 3'd0;
        for (b = BYTES - 1; b >= 0; b = b - 1)
            if (either[b]) first = b[2:0];
    end

    function [7:0] wide_mask(input [BYTES-1:0] mask);
        begin
            wide_mask = 8'd0;
            wide_mask[BYTES-1:0] = mask;
        end
    endfunction
    function is_access(input [7:0] mask);
        is_access = mask == 8'h00 || mask == 8'h01 || mask == 8'h03 || mask == 8'h0f || mask == 8'hff;
    endfunction

    wire [7:0]      read_mask  = wide_mask(mem_rmask) >> first;
    wire [7:0]      write_mask = wide_mask(mem_wmask) >> first;
    wire            read_good  = LOADS == 0 || is_access(read_mask);
    wire            write_good = is_access(write_mask);
    wire            illegal    = !read_good || !write_good;
    wire            addressed  = retired && !illegal && (stores || (loads && LOADS != 0));
    wire [XLEN-1:0] bits       = mem_wdata >> {first, 3'd0};
    wire            mem_valid  = retired && !illegal && stores && !mem_extamo;
    wire [1:0]      mem_size   = write_mask[7] ? 2'd3 : write_mask[3] ? 2'd2 : write_mask[1] ? 2'd1 : 2'd0;

    wire [XLEN-1:0] effective   = mem_addr + {{XLEN-3{1'b0}}, first};
    wire [63:0]     real_addr   = mem_paddr + {61'd0, first};
    wire            paddr_valid = addressed && ADDRESSES != 1;
    wire            eaddr_valid = addressed && ADDRESSES != 0;
    reg  [63:0]     wide_addr;
    reg  [63:0]     mem_data;
    always @* begin
        wide_addr = 64'd0;
        wide_addr[XLEN-1:0] = effective;
        mem_data = 64'd0;
        mem_data[XLEN-1:0] = bits;
    end
    wire [63:0] paddr = ADDRESSES == 2 ? real_addr : wide_addr;

    // CSRs that change, with what they are then
    reg [XLEN-1:0]   write, same, value;
    reg [4:0]        count;
    reg              part, changes, whole;
    reg [3:0]        csr_valid;
    reg [4*12-1:0]   csr_number;
    reg [4*XLEN-1:0] csr_data;
    integer          c, k;
    always @* begin
        count      = 5'd0;
        part       = 1'b0;
        csr_valid  = 4'd0;
        csr_number = {4*12{1'b0}};
        csr_data   = {4*XLEN{1'b0}};
        write      = {XLEN{1'b0}};
        same       = {XLEN{1'b0}};
        value      = {XLEN{1'b0}};
        changes    = 1'b0;
        whole      = 1'b0;
        for (c = 0; c < CSRS; c = c + 1) begin
            write = csr_wmask[XLEN*c +: XLEN];
            value = (csr_wdata[XLEN*c +: XLEN] & write) | (csr_rdata[XLEN*c +: XLEN] & ~write);
            same  = csr_rmask[XLEN*c +: XLEN] & ~(csr_rdata[XLEN*c +: XLEN] ^ value);
            changes = (write & ~same) != {XLEN{1'b0}};
            whole   = (csr_rmask[XLEN*c +: XLEN] | write) == {XLEN{1'b1}};
            for (k = 0; k < 4; k = k + 1)
                if (changes && whole && count == k[4:0]) begin
                    csr_valid[k]             = 1'b1;
                    csr_number[12*k +: 12]   = csr_addr[12*c +: 12];
                    csr_data[XLEN*k +: XLEN] = value;
                end
            if (changes && whole) count = count + 5'd1;
            if (changes && !whole) part = 1'b1;
        end
    end

    // CSRs of a trap to this mode, each in its place
    reg [3:0]        entry_valid;
    reg [4*12-1:0]   entry_number;
    reg [4*XLEN-1:0] entry_data;
    integer          e, t;
    always @* begin
        entry_valid  = 4'd0;
        entry_data   = {4*XLEN{1'b0}};
        for (t = 0; t < 4; t = t + 1) begin
            entry_number[12*t +: 12] = {2'b00, mode, TRAP[8*t +: 8]};
            for (e = 0; e < CSRS; e = e + 1)
                if (mode[0] && csr_addr[12*e +: 12] == entry_number[12*t +: 12] &&
                    csr_rmask[XLEN*e +: XLEN] == {XLEN{1'b1}}) begin
                    entry_valid[t]             = 1'b1;
                    entry_data[XLEN*t +: XLEN] = csr_rdata[XLEN*e +: XLEN];
                end
        end
    end

    assign body = {insn_size, insn,
                   gpr_valid, rd_addr, rd_wdata, fpr_valid, frd_addr, frd_wdata,
                   csr_valid, csr_number, csr_data,
                   paddr_valid, paddr[MLEN-1:0], eaddr_valid, wide_addr[MLEN-1:0],
                   mem_valid, mem_size, mem_data};
    assign entry_body = {1'b0, 32'd0,
                         1'b0, 5'd0, {XLEN{1'b0}}, 1'b0, 5'd0, {FPR_W{1'b0}},
                         entry_valid, entry_number, entry_data,
                         1'b0, {MLEN{1'b0}}, 1'b0, {MLEN{1'b0}},
                         1'b0, 2'd0, 64'd0};

    assign refused = {mode == 2'd2,
                      retired && stores && mem_extamo,
                      count > 5'd4,
                      part,
                      retired && illegal,
                      long_insn};

    // Ports that some builds do not look at
    wire unused = &{1'b0, mem_paddr, real_addr, paddr, wide_addr, csr_addr, csr_rmask, csr_wmask,
                    csr_rdata, csr_wdata, frd_wvalid};

`ifdef FORMAL
    // Contract: what is told is what RVFI says, and what is not is refused
    reg f_bytes, f_told, f_true, f_found, f_entries;
    integer f, s;
    always @* begin
        f_bytes = 1'b1;
        for (f = 0; f < BYTES; f = f + 1) begin
            if (mem_wmask[f] && !mem_extamo)
                f_bytes = f_bytes && mem_data[8*((f - {29'd0, first}) & 7) +: 8] == mem_wdata[8*f +: 8];
            if (mem_wmask[f] != (f[2:0] >= first && f[2:0] - first < (4'd1 << mem_size))) f_bytes = 1'b0;
        end
        // Each that changes has a place, or is refused; each place is of one that is written
        f_told = 1'b1;
        f_true = 1'b1;
        f_entries = 1'b1;
        for (f = 0; f < CSRS; f = f + 1)
            if ((csr_wmask[XLEN*f +: XLEN] & ((csr_rdata[XLEN*f +: XLEN] ^ csr_wdata[XLEN*f +: XLEN]) |
                                              ~csr_rmask[XLEN*f +: XLEN])) != {XLEN{1'b0}}) begin
                f_found = refused[2] || refused[3];
                for (s = 0; s < 4; s = s + 1)
                    if (csr_valid[s] && csr_number[12*s +: 12] == csr_addr[12*f +: 12] &&
                        ((csr_data[XLEN*s +: XLEN] ^ csr_wdata[XLEN*f +: XLEN]) & csr_wmask[XLEN*f +: XLEN]) == {XLEN{1'b0}} &&
                        ((csr_data[XLEN*s +: XLEN] ^ csr_rdata[XLEN*f +: XLEN]) & ~csr_wmask[XLEN*f +: XLEN]) == {XLEN{1'b0}})
                        f_found = 1'b1;
                f_told = f_told && f_found;
            end
        for (s = 0; s < 4; s = s + 1) begin
            f_found = !csr_valid[s];
            for (f = 0; f < CSRS; f = f + 1)
                if (csr_number[12*s +: 12] == csr_addr[12*f +: 12] && csr_wmask[XLEN*f +: XLEN] != {XLEN{1'b0}} &&
                    (csr_wmask[XLEN*f +: XLEN] | csr_rmask[XLEN*f +: XLEN]) == {XLEN{1'b1}}) f_found = 1'b1;
            f_true  = f_true && f_found;
            f_found = !entry_valid[s];
            for (f = 0; f < CSRS; f = f + 1)
                if (csr_addr[12*f +: 12] == {2'b00, mode, TRAP[8*s +: 8]} && csr_rmask[XLEN*f +: XLEN] == {XLEN{1'b1}} &&
                    csr_rdata[XLEN*f +: XLEN] == entry_data[XLEN*s +: XLEN]) f_found = 1'b1;
            f_entries = f_entries && f_found;
        end
    end
    always @* begin
        p_trap:    assert (!trap || !(gpr_valid || fpr_valid || mem_valid || paddr_valid || eaddr_valid));
        p_zero:    assert (!gpr_valid || rd_addr != 5'd0);
        p_next:    assert (pc_given == (long_insn || pc_wdata - pc_rdata != (insn[1:0] == 2'b11 ? 4 : 2)));
        p_bytes:   assert (!mem_valid || f_bytes);
        p_lowest:  assert (!addressed || (either[first] && (either & ~({BYTES{1'b1}} << first)) == {BYTES{1'b0}} &&
                                          effective - mem_addr == {{XLEN-3{1'b0}}, first}));
        p_stores:  assert (!retired || !stores || mem_valid || refused[1] || refused[4]);
        p_loads:   assert (!retired || !loads || LOADS == 0 || paddr_valid || eaddr_valid || refused[1]);
        p_told:    assert (f_told);
        p_true:    assert (f_true);
        p_entries: assert (f_entries);
        c_store:   cover (mem_valid && mem_size == 2'd1 && first == 3'd2);
        c_whole:   cover (mem_valid && effective == mem_addr && write_mask[BYTES-1]);
        c_csrs:    cover (csr_valid == 4'hf && !refused[3] && retired);
        c_many:    cover (refused[3] && !refused[2]);
        c_entry:   cover (entry_valid == 4'hf && mode == 2'd1);
    end
`endif

endmodule

`default_nettype wire
