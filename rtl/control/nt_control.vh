// SPDX-License-Identifier: Apache-2.0
// How filters and comparators are packed into vectors, between nt_registers and the modules that
// obey them: unit 0 lowest, its registers as 32-bit words in the order of their addresses.
localparam integer FILTER_W = 192;
localparam integer FILTER_CONTROL      = 0;    // trTeFilteriControl
localparam integer FILTER_INST         = 32;   // trTeFilteriMatchInst
localparam integer FILTER_ECAUSE       = 64;   // trTeFilteriMatchEcauseLow, High
localparam integer FILTER_IMPDEF       = 128;  // trTeFilteriMatchValueImpdef
localparam integer FILTER_IMPDEF_MASK  = 160;  // trTeFilteriMatchMaskImpdef

localparam integer COMPARATOR_W = 160;
localparam integer COMPARATOR_CONTROL  = 0;    // trTeCompjControl
localparam integer COMPARATOR_PMATCH   = 32;   // trTeCompjPmatchLow, High
localparam integer COMPARATOR_SMATCH   = 96;   // trTeCompjSmatchLow, High
