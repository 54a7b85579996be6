# SPDX-License-Identifier: Apache-2.0
# nt_cdc_time: the paths between its clocks. Made by scripts/constraints.py of rtl/crossing/crossings.toml.
#
# Before it is read, for each instance:
#   nt_instance  path to it, with the separator of the hierarchy behind it; {} where it is the top
#   nt_period    the period of the faster clock, in the unit of time that is set
#   nt_in_clk    the name of its clock in_clk
#   nt_out_clk   the name of its clock out_clk

# in_clk to out_clk: Gray code: one bit changes at a time
set_max_delay $nt_period -ignore_clock_latency -from [get_cells ${nt_instance}gray_reg*] -to [get_cells ${nt_instance}sync?meta_reg*]
set_false_path -hold -from [get_cells ${nt_instance}gray_reg*] -to [get_cells ${nt_instance}sync?meta_reg*]
