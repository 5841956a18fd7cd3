"""Where this server is reached: a public address, this computer, the phones at the table."""

import ipaddress
import os
import socket
from urllib.parse import urlsplit


def public_url() -> str:
    """The address that links carry, without a slash at the end: `DENIK_URL`, else host and port."""
    if url := os.environ.get("DENIK_URL", "").rstrip("/"):
        return url
    host = os.environ.get("HOST", "127.0.0.1")
    port = os.environ.get("PORT", "8000")
    if host in ("0.0.0.0", "::"):  # noqa: S104  compared, not bound
        host = next(iter(lan_addresses()), "127.0.0.1")
    return f"http://{_bracketed(host)}:{port}"


def lan_addresses() -> list[str]:
    """IPv4 addresses of this computer that others on its network can reach."""
    found: set[str] = set()
    try:
        found.update(str(info[4][0]) for info in socket.getaddrinfo(socket.gethostname(), None))
    except OSError:
        pass
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Connecting a datagram socket sends nothing; it only asks the kernel for the way out.
            probe.connect(("192.0.2.1", 9))
            found.add(probe.getsockname()[0])
        except OSError:
            pass
    return sorted(a for a in found if ":" not in a and not _is_loopback(a))


def allowed_hosts() -> list[str]:
    """Host names this server answers to."""
    host = os.environ.get("HOST", "127.0.0.1")
    hosts = ["localhost", "127.0.0.1", "[::1]", host]
    if host in ("0.0.0.0", "::"):  # noqa: S104  compared, not bound
        hosts += [*lan_addresses(), socket.gethostname(), f"{socket.gethostname()}.local"]
    if name := urlsplit(public_url()).hostname:
        hosts.append(_bracketed(name))
    return hosts


def is_local_only(url: str) -> bool:
    """Whether an address works on this computer only."""
    name = urlsplit(url).hostname or ""
    return name == "localhost" or _is_loopback(name)


def _is_loopback(name: str) -> bool:
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return False


def _bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host and not host.startswith("[") else host
