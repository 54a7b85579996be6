# SPDX-License-Identifier: Apache-2.0
"""shapes RTL: nt_system of that folder in shapes that its lockstep has not, with the mutant of
NT_MUTANT. Exit status 1 where one of their benches sees it."""
import os
import sys
import tempfile

from tests.system.shapes_test import is_content, said


def main():
    with tempfile.TemporaryDirectory() as folder:
        lines = said(sys.argv[1], folder, f"-DNT_MUTANT={os.environ['NT_MUTANT']}")
    return 0 if is_content(lines) else 1


if __name__ == "__main__":
    sys.exit(main())
