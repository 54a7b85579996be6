// SPDX-License-Identifier: Apache-2.0
// Message: addresses are compressed against the last one that was sent, times become TSTAMP.
//
// N-Trace 1.0, "Address Compression": F-ADDR is the full address, U-ADDR the XOR with the address
// of the message before that had one. Both without bit 0. "Timestamp Reporting": TSTAMP is
// absolute in synchronizing messages, in others the time since the message before.
`include "nt_descriptor.vh"
`default_nettype none

module nt_message #(
    // Width of addresses, 32 or 64
    parameter integer XLEN = 64,
    // Messages a cycle, oldest first: four a lane, of which the second may have an address, the
    // third a full one
    parameter integer SLOTS = 4,
    // Width of I-CNT with its overflow bit
    parameter integer ICNT_W = 22,
    // Width of HIST with its stop bit
    parameter integer HIST_W = 32,
    // Width of TSTAMP, 0 (none) to 63
    parameter integer TSTAMP_W = 48,
    // Widths of a descriptor without and with TSTAMP, and of time (derived; do not set)
    parameter integer IN_W   = `NT_MESSAGE_W(XLEN, ICNT_W, HIST_W),
    parameter integer OUT_W  = IN_W + TSTAMP_W,
    parameter integer TIME_W = TSTAMP_W > 0 ? TSTAMP_W : 1
) (
    input  wire                   clk,

    input  wire [SLOTS-1:0]       in_valid,
    input  wire [SLOTS*IN_W-1:0]  in,
    input  wire [SLOTS-1:0]       in_late,   // of the event at `then`; these come before the others
    input  wire [TIME_W-1:0]      now,       // time of the blocks in these messages
    input  wire [TIME_W-1:0]      then,

    output wire [SLOTS-1:0]       out_valid,
    output reg  [SLOTS*OUT_W-1:0] out        // {TSTAMP, descriptor}; anything if none is valid
);

    `include "nt_codes.vh"

    localparam integer ADDR_AT = `NT_MESSAGE_ADDR_AT(ICNT_W);

    // Addresses
    reg  [XLEN-2:0]       reference_reg;  // no reset: each start sends a full address
    reg  [XLEN-2:0]       reference_next;
    reg  [SLOTS*IN_W-1:0] compressed;     // with F-ADDR and U-ADDR
    reg  [SLOTS-1:0]      sync;

    assign out_valid = in_valid;

    integer i;
    reg [5:0]      tcode;
    reg [XLEN-2:0] addr;
    always @* begin
        reference_next = reference_reg;
        compressed = {SLOTS*IN_W{1'bx}};
        sync = {SLOTS{1'b0}};
        tcode = 6'd0;
        addr = {XLEN-1{1'b0}};
        i = 0;  // so that it is no latch
        if (|in_valid) compressed = in;
        if (|in_valid) for (i = 1; i < SLOTS; i = i + (i % 4 == 1 ? 1 : 3)) begin
            tcode = in[i*IN_W +: 6];
            addr = in[i*IN_W + ADDR_AT +: XLEN-1];
            sync[i] = tcode == TCODE_PROG_TRACE_SYNC || tcode == TCODE_DIRECT_BRANCH_SYNC ||
                      tcode == TCODE_INDIRECT_BRANCH_SYNC ||
                      tcode == TCODE_INDIRECT_BRANCH_HIST_SYNC;
            if (i % 4 == 1 &&
                (tcode == TCODE_INDIRECT_BRANCH || tcode == TCODE_INDIRECT_BRANCH_HIST)) begin
                compressed[i*IN_W + ADDR_AT +: XLEN-1] = addr ^ reference_next;
                if (in_valid[i]) reference_next = addr;
            end else if (in_valid[i] && sync[i]) begin
                reference_next = addr;
            end
        end
    end

    always @(posedge clk) reference_reg <= reference_next;

    // Time: since late messages come first, there are only three differences to be had.
    generate
        if (TSTAMP_W == 0) begin : no_tstamp
            wire unused = &{1'b0, now, then, in_late, sync};
            always @* out = compressed;
        end else begin : with_tstamp
            reg  [TSTAMP_W-1:0] base_reg;  // time of the last message; no reset: the first message
                                           // of all is a synchronizing one
            wire [TSTAMP_W-1:0] now_base  = now - base_reg;
            wire [TSTAMP_W-1:0] then_base = then - base_reg;
            wire [TSTAMP_W-1:0] now_then  = now - then;

            reg                 older_now;   // an older message is of `now`
            reg                 older_then;  // or of `then`
            reg  [TSTAMP_W-1:0] tstamp;
            integer             t;
            always @* begin
                out        = {SLOTS*OUT_W{1'bx}};
                older_now  = 1'b0;
                older_then = 1'b0;
                tstamp     = {TSTAMP_W{1'b0}};
                t          = 0;  // so that it is no latch
                if (|in_valid) for (t = 0; t < SLOTS; t = t + 1) begin
                    if (sync[t])
                        tstamp = in_late[t] ? then : now;
                    else if (in_late[t] ? older_then : older_now)
                        tstamp = {TSTAMP_W{1'b0}};
                    else
                        tstamp = in_late[t] ? then_base : older_then ? now_then : now_base;
                    out[t*OUT_W +: OUT_W] = {tstamp, compressed[t*IN_W +: IN_W]};
                    older_now  = older_now  || (in_valid[t] && !in_late[t]);
                    older_then = older_then || (in_valid[t] && in_late[t]);
                end
            end

            always @(posedge clk) begin
                if (|in_valid) base_reg <= |(in_valid & ~in_late) ? now : then;
            end
        end
    endgenerate

`ifdef FORMAL
    // Contract. A decoder gets each address and each time back: it keeps the last ones, as the
    // encoder does.
    reg              f_started = 1'b0;    // the cycle before the reset tells nothing
    reg              f_known = 1'b0;      // a full address, and an absolute time, have been sent
    reg [XLEN-2:0]   f_reference;
    reg [TIME_W-1:0] f_base;
    reg              f_known_next;
    reg [XLEN-2:0]   f_reference_next;
    reg [TIME_W-1:0] f_base_next;
    reg              f_address_ok;
    reg              f_time_ok;
    reg              f_same_ok;
    reg              f_addressed_ok;      // only these slots of a lane have an address
    reg              f_late_ok;           // late messages come before the others
    reg              f_on_time;
    reg [5:0]        f_tcode;
    reg [XLEN-2:0]   f_addr;
    reg [TIME_W-1:0] f_tstamp;
    reg              f_sync;
    reg              f_unique;            // U-ADDR
    integer          f_slot;
    always @* begin
        f_known_next     = f_known;
        f_reference_next = f_reference;
        f_base_next      = f_base;
        f_address_ok     = 1'b1;
        f_time_ok        = 1'b1;
        f_same_ok        = 1'b1;
        f_addressed_ok   = 1'b1;
        f_late_ok        = 1'b1;
        f_on_time        = 1'b0;
        f_tcode          = 6'd0;
        f_addr           = {XLEN-1{1'b0}};
        f_tstamp         = {TIME_W{1'b0}};
        f_sync           = 1'b0;
        f_unique         = 1'b0;
        for (f_slot = 0; f_slot < SLOTS; f_slot = f_slot + 1) begin
            f_tcode  = out[f_slot*OUT_W +: 6];
            f_addr   = out[f_slot*OUT_W + ADDR_AT +: XLEN-1];
            f_tstamp = out[f_slot*OUT_W +: OUT_W] >> IN_W;
            f_sync   = f_tcode == 6'd9 || f_tcode == 6'd11 || f_tcode == 6'd12 || f_tcode == 6'd29;
            f_unique = f_tcode == 6'd4 || f_tcode == 6'd28;
            if (out_valid[f_slot]) begin
                if (out[f_slot*OUT_W +: ADDR_AT] != in[f_slot*IN_W +: ADDR_AT] ||
                    out[f_slot*OUT_W + ADDR_AT + XLEN-1 +: HIST_W] !=
                    in[f_slot*IN_W + ADDR_AT + XLEN-1 +: HIST_W] ||
                    (!f_unique && f_addr != in[f_slot*IN_W + ADDR_AT +: XLEN-1])) f_same_ok = 1'b0;
                if ((f_sync || f_unique) && f_slot % 4 != 1 && !(f_sync && f_slot % 4 == 2))
                    f_addressed_ok = 1'b0;
                if (in_late[f_slot] && f_on_time) f_late_ok = 1'b0;
                if (!in_late[f_slot]) f_on_time = 1'b1;
                if (f_sync) f_known_next = 1'b1;
                f_reference_next = f_sync   ? f_addr :
                                   f_unique ? f_reference_next ^ f_addr : f_reference_next;
                f_base_next = f_sync ? f_tstamp : f_base_next + f_tstamp;
                if (f_known_next && (f_sync || f_unique) &&
                    f_reference_next != in[f_slot*IN_W + ADDR_AT +: XLEN-1]) f_address_ok = 1'b0;
                if (f_known_next && f_base_next != (in_late[f_slot] ? then : now))
                    f_time_ok = 1'b0;
            end
        end
    end

    always @(posedge clk) begin
        f_started   <= 1'b1;
        f_known     <= f_started && f_known_next;
        f_reference <= f_reference_next;
        f_base      <= f_base_next;
    end

    always @* if (f_started) begin
        // Flow: messages with an address in the second slot of a lane, with a full one in its third;
        // late ones first
        a_addressed: assume (f_addressed_ok);
        a_late:      assume (f_late_ok);

        // From the first synchronizing message on, the decoder's address is the one that came in
        p_address: assert (f_address_ok);
        // And its time that of the message
        if (TSTAMP_W > 0) p_time: assert (f_time_ok);
        // Everything else goes through
        p_same:  assert (f_same_ok);
        p_valid: assert (out_valid == in_valid);

        // For the induction
        if (f_known) i_reference: assert (f_reference == reference_reg);

        c_all: cover (f_known && &out_valid && f_tcode == TCODE_ERROR && in_late == 1 &&
                      in[IN_W +: 6] == TCODE_INDIRECT_BRANCH_HIST);
        c_sync: cover (f_known && out_valid[1] && in[IN_W +: 6] == TCODE_INDIRECT_BRANCH_HIST_SYNC);
    end

    generate
        if (TSTAMP_W > 0) begin : f_with_tstamp
            always @* if (f_known) i_base: assert (f_base == with_tstamp.base_reg);
        end
    endgenerate
`endif

endmodule

`default_nettype wire
