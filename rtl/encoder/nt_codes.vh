// SPDX-License-Identifier: Apache-2.0
// Codes of N-Trace 1.0 and of the ingress port, as localparams. Included inside modules.
/* verilator lint_off UNUSEDPARAM */ // each module uses its share

// itype ("Instruction Type encoding" of the ingress port)
localparam [3:0] ITYPE_NONE           = 4'd0;
localparam [3:0] ITYPE_EXCEPTION      = 4'd1;
localparam [3:0] ITYPE_INTERRUPT      = 4'd2;
localparam [3:0] ITYPE_TRAP_RETURN    = 4'd3;
localparam [3:0] ITYPE_NOT_TAKEN      = 4'd4;
localparam [3:0] ITYPE_TAKEN          = 4'd5;
localparam [3:0] ITYPE_INDIRECT       = 4'd6;
localparam [3:0] ITYPE_INDIRECT_CALL  = 4'd8;
localparam [3:0] ITYPE_DIRECT_CALL    = 4'd9;
localparam [3:0] ITYPE_INDIRECT_JUMP  = 4'd10;
localparam [3:0] ITYPE_DIRECT_JUMP    = 4'd11;
localparam [3:0] ITYPE_COROUTINE_SWAP = 4'd12;
localparam [3:0] ITYPE_RETURN         = 4'd13;
localparam [3:0] ITYPE_OTHER_INDIRECT = 4'd14;
localparam [3:0] ITYPE_OTHER_DIRECT   = 4'd15;

// priv ("Privilege level encoding")
localparam [2:0] PRIV_DEBUG = 3'd4;
localparam [2:0] PRIV_VU    = 3'd5;
localparam [2:0] PRIV_VS    = 3'd6;

// ctype ("Context type encoding")
localparam [1:0] CTYPE_IMPRECISE     = 2'd1;
localparam [1:0] CTYPE_PRECISE       = 2'd2;
localparam [1:0] CTYPE_DISCONTINUITY = 2'd3;

// TCODE
localparam [5:0] TCODE_OWNERSHIP                 = 6'd2;
localparam [5:0] TCODE_DIRECT_BRANCH             = 6'd3;
localparam [5:0] TCODE_INDIRECT_BRANCH           = 6'd4;
localparam [5:0] TCODE_ERROR                     = 6'd8;
localparam [5:0] TCODE_PROG_TRACE_SYNC           = 6'd9;
localparam [5:0] TCODE_DIRECT_BRANCH_SYNC        = 6'd11;
localparam [5:0] TCODE_INDIRECT_BRANCH_SYNC      = 6'd12;
localparam [5:0] TCODE_RESOURCE_FULL             = 6'd27;
localparam [5:0] TCODE_INDIRECT_BRANCH_HIST      = 6'd28;
localparam [5:0] TCODE_INDIRECT_BRANCH_HIST_SYNC = 6'd29;
localparam [5:0] TCODE_REPEAT_BRANCH             = 6'd30;
localparam [5:0] TCODE_PROG_TRACE_CORRELATION    = 6'd33;

// Fields
localparam [1:0] BTYPE_INDIRECT        = 2'd0;
localparam [1:0] BTYPE_ANY_TRAP        = 2'd1;
localparam [1:0] BTYPE_EXCEPTION       = 2'd2;
localparam [1:0] BTYPE_INTERRUPT       = 2'd3;
localparam [3:0] SYNC_EXTERNAL_TRIGGER = 4'd0;
localparam [3:0] SYNC_PERIODIC         = 4'd2;
localparam [3:0] SYNC_ICNT             = 4'd4;
localparam [3:0] SYNC_ENABLE           = 4'd5;
localparam [3:0] SYNC_TRACE_EVENT      = 4'd6;
localparam [3:0] SYNC_OVERRUN          = 4'd7;
localparam [3:0] EVCODE_DEBUG          = 4'd0;
localparam [3:0] RCODE_ICNT            = 4'd0;
localparam [3:0] RCODE_HIST            = 4'd1;
localparam [3:0] RCODE_HREPEAT         = 4'd2;
localparam [3:0] RCODE_ICNT_FIRST      = 4'd8;  // in a descriptor: RCODE=0 goes first
localparam [3:0] ETYPE_OVERRUN         = 4'd0;
localparam [1:0] FORMAT_PRIVILEGE      = 2'd0;
localparam [1:0] FORMAT_SCONTEXT       = 2'd2;
localparam [1:0] FORMAT_HCONTEXT       = 2'd3;
localparam [4:0] ECODE_PROGRAM_TRACE   = 5'b00100;
localparam [4:0] ECODE_OWNERSHIP       = 5'b01000;

// State of the flow stage
localparam [1:0] FLOW_OFF   = 2'd0;  // not tracing
localparam [1:0] FLOW_ARMED = 2'd1;  // tracing starts at the next block with an address
localparam [1:0] FLOW_ON    = 2'd2;

// What the next address is awaited for
localparam [1:0] AWAIT_NONE   = 2'd0;
localparam [1:0] AWAIT_TARGET = 2'd1;  // of a jump or a trap
localparam [1:0] AWAIT_RETURN = 2'd2;  // of a return that is implicit if it goes where expected
localparam [1:0] AWAIT_BRANCH = 2'd3;  // of a taken branch, for DirectBranchSync

/* verilator lint_on UNUSEDPARAM */
