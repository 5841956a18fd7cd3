"""What the figures were measured on."""

import os
import platform
from pathlib import Path


def machine() -> str:
    cpu = platform.processor() or platform.machine()
    with Path("/proc/cpuinfo").open(encoding="utf-8") as about:
        names = [line.partition(":")[2].strip() for line in about if line.startswith("model name")]
    return (
        f"{os.cpu_count()} × {next(iter(names), cpu)}, {platform.system()}, "
        f"Python {platform.python_version()}, {load()}"
    )


def load() -> str:
    return f"load {os.getloadavg()[0]:.1f}"
