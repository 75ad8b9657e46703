"""`python -m odintable` is `odintable`."""

import sys

from odintable.cli import main

sys.exit(main())
