#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# changed_sources.sh COPY ORIGINAL
# Prints the C files of a copy that are not as in the original folder; all, where a header is not.
set -eu
copy=$1
original=$(realpath "$2")
cd "$copy"

differing() {
    find . -name "$1" -printf '%P\n' | sort | while read -r file; do
        cmp -s "$file" "$original/$file" || echo "$file"
    done
}

if [ -n "$(differing '*.h')$(differing '*.def')" ]; then
    find . -name '*.c' -printf '%P\n' | sort
else
    differing '*.c'
fi
