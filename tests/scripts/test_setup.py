"""What a machine lacks is installed or named, and what is private stays private."""

import os
import subprocess

import pytest

from script.lib import environment, place, system_packages
from script.lib.locks import Lock, is_held, locked
from script.lib.system_packages import Need

LACKING = Need("PDF pages", "libpango-1.0-0", lambda: False)
RARE = Need("letters of rare scripts", "fonts-noto-core", lambda: False, essential=False)
THERE = Need("a shell", "bash", lambda: True)


@pytest.fixture
def ordinary_user(monkeypatch):
    monkeypatch.setattr(os, "geteuid", lambda: 1000)


@pytest.fixture
def programs(monkeypatch):
    """Only these programs are on the machine."""

    def only(*names: str) -> None:
        monkeypatch.setattr(
            system_packages.shutil, "which", lambda name: f"/usr/bin/{name}" if name in names else None
        )

    return only


def test_an_ordinary_user_is_told_the_command_to_type(ordinary_user, programs, capsys):
    programs("apt-get", "sudo")
    with pytest.raises(SystemExit) as end:
        system_packages.ensure([LACKING, RARE, THERE])
    assert end.value.code == 1
    said = capsys.readouterr().err
    command = "sudo apt-get update && sudo apt-get install -y --no-install-recommends "
    assert f"{command}libpango-1.0-0 fonts-noto-core" in said
    assert "for PDF pages" in said
    assert "bash" not in said


def test_without_sudo_the_command_is_one_for_su(ordinary_user, programs, capsys):
    programs("apt-get")
    with pytest.raises(SystemExit):
        system_packages.ensure([LACKING])
    assert "su -c 'apt-get update && apt-get install" in capsys.readouterr().err


def test_what_is_not_essential_is_done_without(ordinary_user, programs, capsys):
    programs("apt-get", "sudo")
    system_packages.ensure([RARE, THERE])
    assert "done without" in capsys.readouterr().err


def test_nothing_is_said_when_nothing_is_missing(capsys):
    system_packages.ensure([THERE])
    assert capsys.readouterr() == ("", "")


def test_root_installs_quietly_and_waits_for_another_apt(monkeypatch, programs, capsys):
    programs("apt-get")
    installed, calls = set(), []

    def run(command, **options):
        calls.append((command, options))
        installed.update(command[command.index("install") + 1 :] if "install" in command else [])
        return subprocess.CompletedProcess(command, 0, stdout="")

    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(system_packages.subprocess, "run", run)
    system_packages.ensure([Need("PDF pages", "libpango-1.0-0", lambda: "libpango-1.0-0" in installed)])
    (update, _), (install, options) = calls
    assert update[-1] == "update"
    assert "DPkg::Lock::Timeout=300" in install
    assert options["env"]["DEBIAN_FRONTEND"] == "noninteractive"


def test_root_is_told_what_apt_said_when_it_fails(monkeypatch, programs, capsys):
    programs("apt-get")
    failed = subprocess.CompletedProcess([], 100, stdout="E: Unable to locate package libpango-1.0-0")
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(system_packages.subprocess, "run", lambda *_, **__: failed)
    with pytest.raises(SystemExit):
        system_packages.ensure([LACKING])
    said = capsys.readouterr().err
    assert "Unable to locate package" in said
    assert "  apt-get update && apt-get install" in said


def test_the_environment_knows_when_its_requirements_changed(monkeypatch, tmp_path):
    monkeypatch.setattr(environment, "STAMP", tmp_path / "installed.json")
    monkeypatch.setattr(environment, "LISTS", {"runtime": tmp_path / "requirements.txt"})
    (tmp_path / "requirements.txt").write_text("django==5.2.19\n")
    assert not environment._is_ready("runtime")
    (tmp_path / "installed.json").write_text(f'{{"runtime": "{environment._wanted("runtime")}"}}')
    assert environment._is_ready("runtime")
    (tmp_path / "requirements.txt").write_text("django==5.2.20\n")
    assert not environment._is_ready("runtime")


def test_a_lock_is_had_by_one_and_given_back_when_its_holder_ends(tmp_path):
    path = tmp_path / "lock"
    with locked(path):
        assert is_held(path)
        assert not Lock(path).acquire(wait=False)
        child = subprocess.run(["bash", "-c", f'exec 9<>"{path}"; flock --nonblock 9'])
        assert child.returncode == 1
    assert not is_held(path)


def test_secrets_are_written_for_their_owner_alone(tmp_path):
    path = tmp_path / "secret"
    place.write_private(path, "one")
    place.write_private(path, "two")
    assert path.read_text() == "two"
    assert path.stat().st_mode & 0o777 == 0o600
    assert list(tmp_path.iterdir()) == [path]


def test_a_folder_that_cannot_be_made_is_named(tmp_path, capsys):
    (tmp_path / "file").write_text("")
    with pytest.raises(SystemExit):
        place.make_dir(tmp_path / "file" / "data")
    assert "Cannot make the folder" in capsys.readouterr().err
