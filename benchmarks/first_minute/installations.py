"""Fresh installations: copies of the package with empty caches, and servers that run from them."""

import contextlib
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
NOT_COPIED = shutil.ignore_patterns("__pycache__", "shipped_code")


@dataclass(frozen=True)
class Installation:
    """A folder from which Python imports the package, and an empty home."""

    package: Path
    home: Path

    @property
    def environment(self) -> dict[str, str]:
        """The variables of a user who has never run the package before."""
        kept = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA_")}
        return kept | {
            "PYTHONPATH": str(self.package),
            "HOME": str(self.home),
            "XDG_CACHE_HOME": str(self.home / ".cache"),
        }

    def run(self, *words: str) -> float:
        """Run a command of `odintable` to its end; return the seconds it took."""
        begun = time.monotonic()
        subprocess.run(
            [sys.executable, "-m", "odintable", *words],
            env=self.environment,
            cwd=self.home,
            stdout=subprocess.DEVNULL,
            check=True,
        )
        return time.monotonic() - begun

    @contextlib.contextmanager
    def serving(self) -> Iterator[str]:
        """Run the server as `make play` does; yields its address as soon as it listens."""
        server = subprocess.Popen(
            [sys.executable, "-m", "odintable", "serve", "--log", "warning", "--port", "0"],
            env=self.environment,
            cwd=self.home,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert server.stdout is not None
        try:
            yield server.stdout.readline().split()[1]
        finally:
            server.terminate()
            server.wait(60)
            server.stdout.close()

    @property
    def compiled_files(self) -> int:
        """The number of files with compiled code in the user's cache."""
        return sum(1 for _ in (self.home / ".cache").rglob("*.nbc"))


def from_sources(folder: Path) -> Installation:
    """Copy the sources, as a fresh clone has them."""
    shutil.copytree(ROOT / "src", folder / "package", ignore=NOT_COPIED)
    return at_home(folder)


def from_wheel(folder: Path) -> Installation:
    """Build a wheel as `make package` does, and install it where it cannot be written to."""
    build = f"from hatchling.build import build_wheel; build_wheel({str(folder)!r})"
    hook = {"HATCH_BUILD_HOOK_ENABLE_CUSTOM": "true"}
    subprocess.run([sys.executable, "-c", build], cwd=ROOT, env=os.environ | hook, check=True)
    (wheel,) = folder.glob("*.whl")
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "install", "--quiet"]
    subprocess.run([*pip, "--no-deps", "--target", str(folder / "package"), wheel], check=True)
    for path in (folder / "package").rglob("*"):
        path.chmod(0o555 if path.is_dir() else 0o444)
    return at_home(folder)


def at_home(folder: Path) -> Installation:
    """Return the installation in a folder, for a user with an empty home."""
    (folder / "home").mkdir()
    return Installation(folder / "package", folder / "home")
