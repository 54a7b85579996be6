// SPDX-License-Identifier: Apache-2.0
// Made by scripts/hpm_events.py from model/hpm/hpm_events.def: the events' places, and the numbers that
// mhpmevent has for them. Included inside modules.
/* verilator lint_off UNUSEDPARAM */ // each module uses its share
localparam [4:0] EVENT_NONE = 5'd0;
localparam [4:0] EVENT_CYCLES = 5'd1;
localparam [4:0] EVENT_INSTRUCTIONS = 5'd2;
localparam [4:0] EVENT_BRANCHES = 5'd3;
localparam [4:0] EVENT_TAKEN = 5'd4;
localparam [4:0] EVENT_NOT_TAKEN = 5'd5;
localparam [4:0] EVENT_CALLS = 5'd6;
localparam [4:0] EVENT_RETURNS = 5'd7;
localparam [4:0] EVENT_JUMPS = 5'd8;
localparam [4:0] EVENT_EXCEPTIONS = 5'd9;
localparam [4:0] EVENT_INTERRUPTS = 5'd10;
localparam [4:0] EVENT_TRAP_RETURNS = 5'd11;
localparam [4:0] EVENT_TRACE_MESSAGES = 5'd12;
localparam [4:0] EVENT_TRACE_BYTES = 5'd13;
localparam [4:0] EVENT_TRACE_STALLS = 5'd14;
localparam [4:0] EVENT_TRACE_LOSSES = 5'd15;
localparam [4:0] EVENT_EXT_0 = 5'd16;
localparam [4:0] EVENT_EXT_1 = 5'd17;
localparam [4:0] EVENT_EXT_2 = 5'd18;
localparam [4:0] EVENT_EXT_3 = 5'd19;
localparam [4:0] EVENT_EXT_4 = 5'd20;
localparam [4:0] EVENT_EXT_5 = 5'd21;
localparam [4:0] EVENT_EXT_6 = 5'd22;
localparam [4:0] EVENT_EXT_7 = 5'd23;
localparam [5:0] EVENT_PLACES = 6'd24;  // with that of EVENT_NONE
/* verilator lint_on UNUSEDPARAM */

// The place of a number; EVENT_NONE if it is none of ours
function [4:0] event_place(input [31:0] number);
    case (number)
        32'h0001: event_place = EVENT_CYCLES;
        32'h0002: event_place = EVENT_INSTRUCTIONS;
        32'h0005: event_place = EVENT_BRANCHES;
        32'h8000: event_place = EVENT_TAKEN;
        32'h8001: event_place = EVENT_NOT_TAKEN;
        32'h8002: event_place = EVENT_CALLS;
        32'h8003: event_place = EVENT_RETURNS;
        32'h8004: event_place = EVENT_JUMPS;
        32'h8005: event_place = EVENT_EXCEPTIONS;
        32'h8006: event_place = EVENT_INTERRUPTS;
        32'h8007: event_place = EVENT_TRAP_RETURNS;
        32'h8010: event_place = EVENT_TRACE_MESSAGES;
        32'h8011: event_place = EVENT_TRACE_BYTES;
        32'h8012: event_place = EVENT_TRACE_STALLS;
        32'h8013: event_place = EVENT_TRACE_LOSSES;
        32'h8020: event_place = EVENT_EXT_0;
        32'h8021: event_place = EVENT_EXT_1;
        32'h8022: event_place = EVENT_EXT_2;
        32'h8023: event_place = EVENT_EXT_3;
        32'h8024: event_place = EVENT_EXT_4;
        32'h8025: event_place = EVENT_EXT_5;
        32'h8026: event_place = EVENT_EXT_6;
        32'h8027: event_place = EVENT_EXT_7;
        default:  event_place = EVENT_NONE;
    endcase
endfunction

function [31:0] event_number(input [4:0] at);
    event_number =
        at == EVENT_CYCLES ? 32'h0001 :
        at == EVENT_INSTRUCTIONS ? 32'h0002 :
        at == EVENT_BRANCHES ? 32'h0005 :
        at == EVENT_TAKEN ? 32'h8000 :
        at == EVENT_NOT_TAKEN ? 32'h8001 :
        at == EVENT_CALLS ? 32'h8002 :
        at == EVENT_RETURNS ? 32'h8003 :
        at == EVENT_JUMPS ? 32'h8004 :
        at == EVENT_EXCEPTIONS ? 32'h8005 :
        at == EVENT_INTERRUPTS ? 32'h8006 :
        at == EVENT_TRAP_RETURNS ? 32'h8007 :
        at == EVENT_TRACE_MESSAGES ? 32'h8010 :
        at == EVENT_TRACE_BYTES ? 32'h8011 :
        at == EVENT_TRACE_STALLS ? 32'h8012 :
        at == EVENT_TRACE_LOSSES ? 32'h8013 :
        at == EVENT_EXT_0 ? 32'h8020 :
        at == EVENT_EXT_1 ? 32'h8021 :
        at == EVENT_EXT_2 ? 32'h8022 :
        at == EVENT_EXT_3 ? 32'h8023 :
        at == EVENT_EXT_4 ? 32'h8024 :
        at == EVENT_EXT_5 ? 32'h8025 :
        at == EVENT_EXT_6 ? 32'h8026 :
        at == EVENT_EXT_7 ? 32'h8027 :
        32'd0;
endfunction
