"""The embedded Postgres has one owner, stops with its last user, and comes back after any kind of end."""

import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from script.lib import postgres
from script.lib.place import ROOT

HOLDER = """
import sys, time
sys.path.insert(0, sys.argv[1])
from pathlib import Path
from script.lib.postgres import Cluster
Cluster(Path(sys.argv[2]), "fast").hold()
print("held", flush=True)
time.sleep(300)
"""


@pytest.fixture(scope="module")
def home(tmp_path_factory) -> Path:
    return tmp_path_factory.mktemp("cluster") / "postgres"


@pytest.fixture
def cluster(home):
    held = postgres.Cluster(home, "fast").hold()
    yield held
    held.release()


def until(condition, seconds=20):
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "it did not happen"
        time.sleep(0.05)


def head_of(cluster) -> int:
    return int((cluster.data / "postmaster.pid").read_text().split()[0])


def answers(cluster) -> bool:
    try:
        return cluster.sql("SELECT 1") == "1"
    except (postgres.StatementFailed, OSError):
        return False


def test_it_listens_on_no_network(cluster):
    assert cluster.sql("SHOW listen_addresses") == ""
    assert cluster.socket.stat().st_mode & 0o077 == 0


def test_it_keeps_letters_of_every_alphabet(cluster):
    assert cluster.sql("SELECT lower('ÅÉĐŻ') = 'åéđż'") == "t"


def test_the_application_and_the_owner_are_ordinary_roles(cluster):
    rights = "rolsuper OR rolcreatedb OR rolcreaterole OR rolreplication OR rolbypassrls"
    rows = cluster.sql(f"SELECT rolname, {rights} FROM pg_roles WHERE rolname ~ '^freeport' ORDER BY 1")
    assert rows.splitlines() == ["freeport_app|f", "freeport_owner|f"]


def test_the_last_user_out_stops_it(home):
    first, second = postgres.Cluster(home, "fast").hold(), postgres.Cluster(home, "fast").hold()
    first.release()
    assert second.sql("SELECT 1") == "1"
    second.release()
    assert postgres.processes_in(home / "data") == []
    assert not second.is_kept()
    log = (home / "postgres.log").read_text().splitlines()
    assert log[-1].endswith("database system is shut down")


def test_a_killed_user_leaves_nothing_running(home):
    holder = subprocess.Popen([sys.executable, "-c", HOLDER, ROOT, home], stdout=subprocess.PIPE, text=True)
    assert holder.stdout.readline() == "held\n"
    assert postgres.processes_in(home / "data")
    holder.kill()
    holder.wait()
    until(lambda: not postgres.processes_in(home / "data"))


def test_a_killed_postgres_recovers_with_what_was_committed(home):
    cluster = postgres.Cluster(home, "durable").hold()
    cluster.sql("CREATE TABLE IF NOT EXISTS kept (what text); INSERT INTO kept VALUES ('a license')")
    before = head_of(cluster)
    os.kill(before, signal.SIGKILL)
    until(lambda: answers(cluster) and head_of(cluster) != before)
    assert cluster.sql("SELECT what FROM kept") == "a license"
    cluster.release()


def test_a_killed_keeper_takes_postgres_along_and_both_come_back(home):
    held = postgres.Cluster(home, "fast").hold()
    os.kill(held.report()["pid"], signal.SIGKILL)
    until(lambda: not held.is_kept())
    held.revive()
    assert held.sql("SELECT 1") == "1"
    held.release()
    assert postgres.processes_in(home / "data") == []


def test_a_stale_pid_file_of_somebody_elses_process_is_no_hindrance(home):
    postgres.Cluster(home, "fast").hold().release()
    (home / "data" / "postmaster.pid").write_text(
        f"{os.getpid()}\n{home / 'data'}\n0\n5432\n\n\n  1 1\nready\n"
    )
    held = postgres.Cluster(home, "fast").hold()
    assert held.sql("SELECT 1") == "1"
    held.release()


def test_what_an_earlier_server_left_running_is_stopped_first(home):
    held = postgres.Cluster(home, "fast").hold()
    account = postgres.server_account(held.data)
    held.release()
    stray = subprocess.Popen(
        [postgres.postgres_programs() / "postgres", "-D", home / "data"],
        cwd="/", env=postgres.clean_environment(), stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        **postgres.as_account(account),
    )  # fmt: skip
    until(lambda: answers(held))
    again = postgres.Cluster(home, "fast").hold()
    stray.wait(timeout=10)
    assert again.sql("SELECT 1") == "1"
    again.release()


def test_data_of_another_version_are_left_alone_and_named(home, capsys):
    postgres.Cluster(home, "fast").hold().release()
    version = home / "data" / "PG_VERSION"
    ours = version.read_text()
    version.write_text("12\n")
    with pytest.raises(SystemExit):
        postgres.Cluster(home, "fast").hold()
    version.write_text(ours)
    assert "was made by Postgres 12; this is Postgres 18" in capsys.readouterr().err


def test_data_put_back_from_a_copy_serve_as_before(home, tmp_path):
    held = postgres.Cluster(home, "durable").hold()
    held.sql(
        "CREATE TABLE IF NOT EXISTS kept (what text); TRUNCATE kept; INSERT INTO kept VALUES ('a license')"
    )
    held.release()
    copied = tmp_path / "postgres" / "data"
    shutil.copytree(home / "data", copied, copy_function=shutil.copyfile)  # as whoever unpacks, open to all
    copied.chmod(0o755)
    again = postgres.Cluster(copied.parent, "durable").hold()
    assert again.sql("SELECT what FROM kept") == "a license"
    again.release()
    assert copied.stat().st_mode & 0o077 == 0


def test_a_long_path_gets_a_short_private_socket(tmp_path):
    home = tmp_path / ("long-" * 18) / "postgres"
    short = postgres.socket_dir(home)
    assert len(os.fsencode(short / ".s.PGSQL.5432")) <= 100
    assert short != postgres.socket_dir(home.with_name("other"))


def test_only_the_way_through_is_opened(tmp_path):
    closed = tmp_path / "closed"
    (closed / "data").mkdir(parents=True)
    closed.chmod(0o700)
    stranger = os.getuid() + 4321
    assert closed in postgres.let_through(closed / "data", stranger)
    assert closed.stat().st_mode & 0o777 == 0o701
    assert postgres.let_through(closed / "data", stranger) == []
