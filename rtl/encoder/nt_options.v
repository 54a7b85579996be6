// SPDX-License-Identifier: Apache-2.0
// Options: the control fields that decide about messages and bytes, as they were when the encoder
// was last empty and not tracing. A change while it traces has no effect before.
`include "nt_control_fields.vh"
`default_nettype none

module nt_options #(
    // As in nt_encoder: what the build has
    parameter integer SCONTEXT_W = 32,
    parameter integer SRC_W = 12,
    parameter integer TSTAMP_W = 48,
    parameter integer STACK_DEPTH = 32,
    parameter integer REPEAT_W = 18,
    parameter integer PERIOD_W = 5,
    parameter integer OPTIONS = 1,
    parameter integer SIJUMP = 1,
    parameter integer DRAFT = 0,
    // Width of SRC's port (derived; do not set)
    parameter integer SRC_ID_W = SRC_W > 0 ? SRC_W : 1
) (
    input  wire        clk,
    input  wire        idle,     // in reset, or empty and not tracing: take the fields over

    input  wire [`NT_CONTROL_W-1:0] control,  // the control fields

    // What is in force; 0 where the build has no such thing
    output wire        ownership,
    output wire [1:0]  return_mode,  // 0 off, 1 counting, 2 partial, 3 full address
    output wire        sequential_jump,
    output wire        repeated,
    output wire        repeat_branch,
    output wire        all_jumps,
    output wire        sync_icnt,
    output wire        rc7,
    output wire [1:0]  sync_mode,
    output wire [3:0]  sync_max,
    output wire        extend_msb,
    output wire        trim_ownership,
    output wire        ts_enable,
    output wire [3:0]  src_bits,     // 0: no SRC
    output wire [SRC_ID_W-1:0] src_id
);

    localparam [3:0] MOST_SRC = SRC_W[3:0];

    // trTeInstEnImplicitReturn alone means full addresses.
    wire [1:0]  mode_given = control[`NT_trTeInstImplicitReturnMode];
    wire [1:0]  mode_field = mode_given == 2'd0 && control[`NT_trTeInstEnImplicitReturn]
                             ? 2'd3 : mode_given;
    wire [3:0]  bits_given = control[`NT_trTeSrcBits];
    wire [3:0]  bits_field = control[`NT_trTeInhibitSrc] ? 4'd0 :
                             bits_given > MOST_SRC ? MOST_SRC : bits_given;
    wire [11:0] src_field  = control[`NT_trTeSrcID];

    // No reset: taken over in reset.
    reg [1:0]  return_mode_reg;
    reg        ownership_reg;
    reg        sequential_jump_reg;
    reg        repeated_reg;
    reg        repeat_branch_reg;
    reg        all_jumps_reg;
    reg        sync_icnt_reg;
    reg        rc7_reg;
    reg [1:0]  sync_mode_reg;
    reg [3:0]  sync_max_reg;
    reg        extend_msb_reg;
    reg        trim_ownership_reg;
    reg        ts_enable_reg;
    reg [3:0]  src_bits_reg;
    reg [SRC_ID_W-1:0] src_id_reg;

    always @(posedge clk) begin
        if (idle) begin
            return_mode_reg     <= mode_field;
            ownership_reg       <= control[`NT_trTeContext];
            sequential_jump_reg <= control[`NT_trTeInstEnSequentialJump];
            repeated_reg        <= control[`NT_trTeInstEnRepeatedHistory];
            repeat_branch_reg   <= control[`NT_ntEnRepeatBranch];
            all_jumps_reg       <= control[`NT_trTeInstEnAllJumps];
            sync_icnt_reg       <= control[`NT_ntEnSyncICNT];
            rc7_reg             <= control[`NT_ntRc7];
            sync_mode_reg       <= control[`NT_trTeInstSyncMode];
            sync_max_reg        <= control[`NT_trTeInstSyncMax];
            extend_msb_reg      <= control[`NT_trTeInstExtendAddrMSB];
            trim_ownership_reg  <= control[`NT_ntTrimOwnership];
            ts_enable_reg       <= control[`NT_trTsEnable];
            src_bits_reg        <= bits_field;
            src_id_reg          <= src_field[SRC_ID_W-1:0];
        end
    end

    assign ownership       = SCONTEXT_W != 0 && ownership_reg;
    assign return_mode     = STACK_DEPTH != 0 && DRAFT == 0 ? return_mode_reg : 2'd0;
    assign sequential_jump = OPTIONS != 0 && SIJUMP != 0 && sequential_jump_reg;
    assign repeated        = PERIOD_W != 0 && repeated_reg;
    assign repeat_branch   = REPEAT_W != 0 && repeat_branch_reg;
    assign all_jumps       = OPTIONS != 0 && all_jumps_reg;
    assign sync_icnt       = sync_icnt_reg;
    assign rc7             = rc7_reg;
    assign sync_mode       = sync_mode_reg;
    assign sync_max        = sync_max_reg;
    assign extend_msb      = OPTIONS != 0 && extend_msb_reg;
    assign trim_ownership  = SCONTEXT_W != 0 && trim_ownership_reg;
    assign ts_enable       = TSTAMP_W != 0 && ts_enable_reg;
    assign src_bits        = SRC_W != 0 ? src_bits_reg : 4'd0;
    assign src_id          = src_id_reg;

    wire unused = &{1'b0, control, src_field};

endmodule

`default_nettype wire
