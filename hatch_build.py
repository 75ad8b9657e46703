"""A build hook: puts compiled code into the wheel, so that the first game starts at once.

It runs only when it is enabled (`make package` and deploy/Containerfile do so), with a Python that
has the run requirements installed. The wheel is then for one system, processor family and Python.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompiledCodeHook(BuildHookInterface[Any]):
    """Compiles everything that playing needs, for any processor of this machine's kind."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile, and add the code to the files of a wheel."""
        if self.target_name != "wheel" or version == "editable":
            return
        self.folder = Path(tempfile.mkdtemp(prefix="odintable-wheel-"))
        command = [sys.executable, "-m", "odintable", "compile", "--portable", str(self.folder)]
        source = {"PYTHONPATH": str(Path(self.root, "src")), "PYTHONDONTWRITEBYTECODE": "1"}
        subprocess.run(command, env=os.environ | source, check=True)
        build_data["force_include"][str(self.folder)] = "odintable/shipped_code"
        build_data["pure_python"] = False
        build_data["infer_tag"] = True

    def finalize(self, _version: str, _build_data: dict[str, Any], _artifact_path: str) -> None:
        """Remove what was compiled for the wheel."""
        if folder := getattr(self, "folder", None):
            shutil.rmtree(folder)
