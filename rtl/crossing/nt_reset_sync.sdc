# SPDX-License-Identifier: Apache-2.0
# nt_reset_sync: the paths between its clocks. Made by scripts/constraints.py of rtl/crossing/crossings.toml.
#
# Before it is read, for each instance:
#   nt_instance  path to it, with the separator of the hierarchy behind it; {} where it is the top
#   nt_reset_n   the port that reset_n comes from
#   nt_clk       the name of its clock clk

# reset_n to clk: sets both flip-flops at any time, and its end goes through both
set_false_path -from [get_ports $nt_reset_n]
