"""A private PostgreSQL server from Debian's binaries, reached through a Unix socket only."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import sqlalchemy

START_S = 60


def postgres_binaries() -> Path | None:
    """The folder of the newest installed server, None when there is none."""
    found = [folder for folder in Path("/usr/lib/postgresql").glob("*/bin") if (folder / "initdb").exists()]
    return max(found, key=lambda folder: float(folder.parent.name), default=None)


@contextmanager
def running_postgres(binaries: Path) -> Iterator[str]:
    """Start a server on a fresh cluster, give its URL, and stop it again."""
    folder = Path(tempfile.mkdtemp(prefix="forge-pg-"))
    user = _unprivileged_user()
    if user is not None:
        shutil.chown(folder, user)
    data = folder / "data"
    try:
        _run([binaries / "initdb", "-D", data, "-U", "forge", "-A", "trust", "-E", "UTF8", "--locale=C", "-N"], user)
        # The kernel keeps what a killed client wrote, so nothing here needs fsync.
        options: list[str | Path] = ["-k", folder, "-c", "listen_addresses=", "-c", "fsync=off"]
        with (folder / "log").open("w") as log:
            server = subprocess.Popen(
                [binaries / "postgres", "-D", data, *options], user=user, stdout=log, stderr=log, cwd=folder
            )
        try:
            _wait_until_ready(binaries, folder, server)
            yield f"postgresql://forge@/postgres?host={folder}"
        finally:
            server.terminate()
            try:
                server.wait(timeout=10)
            except subprocess.TimeoutExpired:
                server.kill()
                server.wait()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def fresh_schema(server: str, name: str) -> str:
    """Make a schema, and give the URL that leads to it."""
    engine = sqlalchemy.create_engine(server.replace("postgresql:", "postgresql+psycopg:"))
    with engine.begin() as connection:
        connection.exec_driver_sql(f"CREATE SCHEMA {name}")
    engine.dispose()
    return f"{server}&options=-csearch_path%3D{name}"


def _unprivileged_user() -> str | None:
    """PostgreSQL refuses to run as root."""
    return "postgres" if os.geteuid() == 0 else None


def _run(command: list[str | Path], user: str | None) -> None:
    done = subprocess.run(command, user=user, cwd="/", capture_output=True, text=True, timeout=START_S, check=False)
    assert done.returncode == 0, done.stderr


def _wait_until_ready(binaries: Path, folder: Path, server: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + START_S
    while time.monotonic() < deadline:
        assert server.poll() is None, (folder / "log").read_text()
        if subprocess.run([binaries / "pg_isready", "-q", "-h", folder], check=False).returncode == 0:
            return
        time.sleep(0.05)
    raise AssertionError((folder / "log").read_text())
