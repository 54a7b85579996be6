# SPDX-License-Identifier: Apache-2.0
# Constraints of a ready top (nt_rvfi_system, nt_tci_system, nt_iti_system) as a block of its own.
# Everything but the pins of the PIB is in one clock; period and delays are those of your chip.
set period 4.0
create_clock -name clk -period $period [get_ports clk]

# Half of the period is the core's, whose registers are before RVFI, and the bus's
set_input_delay [expr 0.5 * $period] -clock clk [all_inputs -no_clocks]
set_output_delay [expr 0.5 * $period] -clock clk [all_outputs]

# The PIB's pins change with clk; TRC_CLK is a clock for the probe, trPibDivider + 1 times slower at
# least. What leaves the chip is constrained there, against TRC_CLK: TRC_DATA around its edges.
set_output_delay 0 -clock clk [get_ports {TRC_CLK TRC_DATA[*]}]
