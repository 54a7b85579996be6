# SPDX-License-Identifier: Apache-2.0
# nt_apb_bridge: the paths between its clocks. Made by scripts/constraints.py of rtl/crossing/crossings.toml.
#
# Before it is read, for each instance:
#   nt_instance  path to it, with the separator of the hierarchy behind it; {} where it is the top
#   nt_period    the period of the faster clock, in the unit of time that is set
#   nt_in_clk    the name of its clock in_clk
#   nt_out_clk   the name of its clock out_clk

# in_clk to out_clk: one bit, which stays until it is answered
set_max_delay $nt_period -ignore_clock_latency -from [get_cells ${nt_instance}asked_reg*] -to [get_cells ${nt_instance}to_out?meta_reg*]
set_false_path -hold -from [get_cells ${nt_instance}asked_reg*] -to [get_cells ${nt_instance}to_out?meta_reg*]
# in_clk to out_clk: the access stands still from before it is seen until it is answered
set_max_delay $nt_period -ignore_clock_latency -from [get_cells ${nt_instance}addr_reg*] -to [get_clocks $nt_out_clk]
set_false_path -hold -from [get_cells ${nt_instance}addr_reg*] -to [get_clocks $nt_out_clk]
set_max_delay $nt_period -ignore_clock_latency -from [get_cells ${nt_instance}write_reg*] -to [get_clocks $nt_out_clk]
set_false_path -hold -from [get_cells ${nt_instance}write_reg*] -to [get_clocks $nt_out_clk]
set_max_delay $nt_period -ignore_clock_latency -from [get_cells ${nt_instance}wdata_reg*] -to [get_clocks $nt_out_clk]
set_false_path -hold -from [get_cells ${nt_instance}wdata_reg*] -to [get_clocks $nt_out_clk]
set_max_delay $nt_period -ignore_clock_latency -from [get_cells ${nt_instance}strb_reg*] -to [get_clocks $nt_out_clk]
set_false_path -hold -from [get_cells ${nt_instance}strb_reg*] -to [get_clocks $nt_out_clk]
# out_clk to in_clk: one bit, which stays until the next access
set_max_delay $nt_period -ignore_clock_latency -from [get_cells ${nt_instance}answered_reg*] -to [get_cells ${nt_instance}to_in?meta_reg*]
set_false_path -hold -from [get_cells ${nt_instance}answered_reg*] -to [get_cells ${nt_instance}to_in?meta_reg*]
# out_clk to in_clk: the answer stands still from before it is seen until the next access
set_max_delay $nt_period -ignore_clock_latency -from [get_cells ${nt_instance}rdata_reg*] -to [get_clocks $nt_in_clk]
set_false_path -hold -from [get_cells ${nt_instance}rdata_reg*] -to [get_clocks $nt_in_clk]
set_max_delay $nt_period -ignore_clock_latency -from [get_cells ${nt_instance}slverr_reg*] -to [get_clocks $nt_in_clk]
set_false_path -hold -from [get_cells ${nt_instance}slverr_reg*] -to [get_clocks $nt_in_clk]
