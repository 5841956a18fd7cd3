"""What a browser loads when it opens a page for the first time, as Chromium counts it.

    python -m benchmarks.weight

Bytes over the wire, headers included; the stream is no part of it. Each page twice: on this
computer, where browsers accept Brotli, and over plain http from another one, where they do not.
"""

import itertools
import os
import shutil
import tempfile
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, sync_playwright

from benchmarks import servers

ARGUMENTS = [
    "--no-sandbox",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--disable-domain-reliability",
    "--disable-gpu",
    f"--host-resolver-rules=MAP {servers.NAME} 127.0.0.1",
]
SETTLED = 1500
HOSTS = ("127.0.0.1", servers.NAME)


@dataclass
class Load:
    """The requests of one page, by the browser's own ids."""

    addresses: dict[str, str] = field(default_factory=dict)
    kinds: dict[str, str] = field(default_factory=dict)
    bytes: Counter[str] = field(default_factory=Counter)

    def sent(self, event: dict[str, Any]) -> None:
        if "/stream/" not in event["request"]["url"]:
            self.addresses[event["requestId"]] = event["request"]["url"]

    def answered(self, event: dict[str, Any]) -> None:
        self.kinds[event["requestId"]] = event["type"]

    def finished(self, event: dict[str, Any]) -> None:
        self.bytes[event["requestId"]] += event["encodedDataLength"]

    def of_kind(self, kind: str) -> int:
        return sum(self.bytes[i] for i in self.addresses if self.kinds.get(i) == kind)

    @property
    def total(self) -> int:
        return sum(self.bytes[each] for each in self.addresses)


def load(chromium: Browser, entrance: str) -> Load:
    """Come in by a link, with an empty cache."""
    page = chromium.new_context().new_page()
    events = page.context.new_cdp_session(page)
    seen = Load()
    events.send("Network.enable")
    events.on("Network.requestWillBeSent", seen.sent)
    events.on("Network.responseReceived", seen.answered)
    events.on("Network.loadingFinished", seen.finished)
    page.goto(entrance)
    page.wait_for_timeout(SETTLED)
    page.context.close()
    return seen


def tell(name: str, seen: Load) -> None:
    hosts = {urlsplit(address).netloc for address in seen.addresses.values()}
    print(
        f"{name}: {len(seen.addresses)} requests, {seen.total / 1000:.1f} kB, "
        f"of it {seen.of_kind('Script') / 1000:.1f} kB script, "
        f"{seen.of_kind('Stylesheet') / 1000:.1f} kB style, {len(hosts)} host"
    )
    for each, address in seen.addresses.items():
        print(f"  {seen.bytes[each]:7} {urlsplit(address).path}")


def main() -> None:
    executable = shutil.which(os.environ.get("DENIK_CHROMIUM", "chromium"))
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        table = servers.prepare(Path(folder))
        entrances = {
            "sheet": table["players"][0],
            "wall": table["spectator"],
            "console": table["gm"],
        }
        chromium = playwright.chromium.launch(executable_path=executable, args=ARGUMENTS)
        with servers.denik(Path(folder)) as server:
            for host, (name, entrance) in itertools.product(HOSTS, entrances.items()):
                seen = load(chromium, f"http://{host}:{server.port}{entrance}")
                tell(f"{name} at {host}", seen)
        chromium.close()


if __name__ == "__main__":
    main()
