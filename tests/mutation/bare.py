"""bare RTL: nt_system of that folder without sinks, with the mutant of NT_MUTANT. Exit status 1 where
its bench sees it."""
import os
import sys
import tempfile

from tests.system.bare_test import said


def main():
    with tempfile.TemporaryDirectory() as folder:
        return said(sys.argv[1], folder, f"-DNT_MUTANT={os.environ['NT_MUTANT']}") != "done\n"


if __name__ == "__main__":
    sys.exit(main())
