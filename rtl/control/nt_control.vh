// SPDX-License-Identifier: Apache-2.0
// How filters and comparators are packed into vectors, between nt_registers and the modules that
// obey them: unit 0 lowest, its registers as 32-bit words in the order of their addresses.
localparam FILTER_W = 192;
localparam FILTER_CONTROL      = 0;    // trTeFilteriControl
localparam FILTER_INST         = 32;   // trTeFilteriMatchInst
localparam FILTER_ECAUSE       = 64;   // trTeFilteriMatchEcauseLow, High
localparam FILTER_IMPDEF       = 128;  // trTeFilteriMatchValueImpdef
localparam FILTER_IMPDEF_MASK  = 160;  // trTeFilteriMatchMaskImpdef

localparam COMPARATOR_W = 160;
localparam COMPARATOR_CONTROL  = 0;    // trTeCompjControl
localparam COMPARATOR_PMATCH   = 32;   // trTeCompjPmatchLow, High
localparam COMPARATOR_SMATCH   = 96;   // trTeCompjSmatchLow, High
