"""Running the built module in Node."""

import json
import subprocess
from pathlib import Path
from typing import Any

from tests.paths import SOURCE

FOLDER = Path(__file__).parent
MODULE = SOURCE / "odintable/wasm/engine.wasm"


def run_in_node(script: str, request: dict[str, Any]) -> Any:
    """Run a script with the module; return its answer."""
    done = subprocess.run(
        ["node", str(FOLDER / script), str(MODULE)],
        input=json.dumps(request),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return json.loads(done.stdout)
