"""`python -m odintable` does the same as the command `odintable`."""

import sys

from odintable.cli import main

sys.exit(main())
