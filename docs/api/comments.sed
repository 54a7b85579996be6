#!/bin/sed -f
/SPDX-License-Identifier/d
0,/^\/\* /s,^/\* ,/** @file\n ,
s,^\( *\)/\* ,\1/** ,
s,\([;{]\|[^ *].*[;,{]\) */\* ,\1 /**< ,
