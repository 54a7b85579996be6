// SPDX-License-Identifier: Apache-2.0
// Made by scripts/parameters.py of rtl/config/parameters.txt; defaults are those of rv64.cfg.
    // Width of addresses in bits (32 or 64)
    parameter integer XLEN = 64,
    // Ingress blocks per cycle (1 to 4)
    parameter integer NBLOCKS = 1,
    // Width of itype in bits (3 or 4)
    parameter integer ITYPE_W = 4,
    // Width of iretire in bits; a block has at most 2^IRETIRE_W - 1 half-words (2 to 8)
    parameter integer IRETIRE_W = 6,
    // Width of I-CNT with its overflow bit (5 to 22)
    parameter integer ICNT_W = 22,
    // Width of HIST with its stop bit (5 to 32)
    parameter integer HIST_W = 32,
    // Entries of the message FIFO (8, 16, 32, 64 or 128)
    parameter integer FIFO_DEPTH = 32,
    // Width of scontext, the low part of context; 0: no Ownership messages (0 to 59)
    parameter integer SCONTEXT_W = 32,
    // Width of hcontext, the part of context above it; 0: not implemented (0 to 59)
    parameter integer HCONTEXT_W = 14,
    // Widest SRC (trTeSrcBits); 0: no SRC (0 to 12)
    parameter integer SRC_W = 12,
    // Width of timestamps; 0: none (0 to 63)
    parameter integer TSTAMP_W = 48,
    // Entries of the return stack; 0: no implicit returns (0, 1, 2, 4, 8, 16 or 32)
    parameter integer STACK_DEPTH = 32,
    // Address bits compared with trTeInstImplicitReturnMode=2 (1 to 63)
    parameter integer PARTIAL_W = 12,
    // Width of HREPEAT and B-CNT; 0: no repeats (0 to 18)
    parameter integer REPEAT_W = 18,
    // Repeated history has periods up to 2^PERIOD_W - 1; 0: none (0 to 5)
    parameter integer PERIOD_W = 5,
    // 1: sequential jumps, all-jumps, address MSB extension; 0: none of them (0 or 1)
    parameter integer OPTIONS = 1,
    // 1: sijump is connected to a hart that implements it; 0: it is tied off (0 or 1)
    parameter integer SIJUMP = 1,
    // 1: traps are reported as B-TYPE 1 and not as 2 and 3 (0 or 1)
    parameter integer BTYPE_TRAP = 0,
    // 1: the ingress port of the draft: its itype codes, and iaddr invalid wherever iretire is 0 (0
    // or 1)
    parameter integer DRAFT = 0,
    // Trace filters (0 to 16)
    parameter integer NFILTERS = 16,
    // Comparators (0 to 8)
    parameter integer NCOMPARATORS = 8,
    // External trigger inputs, and outputs (0 to 8)
    parameter integer NTRIGGERS = 8,
    // Bytes per cycle of the serializer (1, 4 or 8)
    parameter integer OUT_BYTES = 1,
