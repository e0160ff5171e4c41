# SPDX-License-Identifier: Apache-2.0
"""The program for workers runs on machines that are older than the one where it was built."""
import os
import pathlib
import shutil
import subprocess

import elf
import pytest
from tools import BUILT, PART

pytestmark = pytest.mark.small
linked = pytest.mark.skipif(not PART, reason="there is no build that it could be linked from")


def test_what_a_program_asks_for_is_read_off_it():
    usual = (BUILT.parent / "cleanrules-part").read_bytes()
    found = elf.versions(usual)
    assert elf.INTERPRETER in elf.segments(usual)
    assert ("libc.so.6", "GLIBC_2.2.5") in found, found
    assert elf.newest(found, "GLIBC") >= (2, 3), found
    assert elf.newest({("c", "GLIBC_2.4"), ("c", "GLIBC_2.31"), ("c", "GLIBC_PRIVATE")}, "GLIBC") == (2, 31)


@linked
def test_the_program_for_workers_asks_for_no_library_or_for_old_ones():
    data = pathlib.Path(PART).read_bytes()
    assert elf.newest(elf.versions(data), "GLIBC") <= (2, 31)
    # No library at all: those of a machine could judge otherwise than those of the next one.
    assert not {elf.INTERPRETER, elf.DYNAMIC} & set(elf.segments(data))
    licences = (pathlib.Path(PART).parent / "LICENCES").read_text(errors="replace")
    for name in ("libyaml", "libpcre2", "zlib", "libssl", "libxxhash", "libstdc++", "libc6", "Swift"):
        assert f"══ {name}" in licences, name


def alone(root, *words):
    """Runs the program for workers where there is nothing but what lies in `root`."""
    (root / "proc").mkdir(exist_ok=True)
    shutil.copy(PART, root / "part")
    command = ["unshare", "--mount", "--pid", "--fork", "--root", root, "--mount-proc=/proc"]
    if os.geteuid() != 0:
        command += ["--user", "--map-root-user"]
    run = subprocess.run(
        [*command, "/part", *words], capture_output=True, text=True, env={"PATH": "/usr/bin:/bin"})
    if run.returncode == 1 and "unshare" in run.stderr:
        pytest.skip("this machine lets nobody have a disk of their own")
    return run


@linked
def test_the_program_for_workers_runs_where_there_is_nothing_else(tmp_path):
    run = alone(tmp_path, "filter")
    assert run.returncode == 64 and "usage: cleanrules-part" in run.stderr, run
    usual = subprocess.run([PART, "engine"], capture_output=True, text=True)
    there = alone(tmp_path, "engine")
    # It finds the same there: no library and no time zones that it could take.
    assert usual.returncode == 0 and len(usual.stdout) > 4, usual.stderr
    assert there.stdout == usual.stdout, there.stderr


@linked
def test_the_program_for_workers_has_its_own_time_zones(tmp_path):
    fleet = tmp_path / "fleet"
    fleet.mkdir()
    (fleet / "rules.yaml").write_text(
        "version: 1\ntimezone: Europe/Berlin\nrules:\n"
        "  - {id: early, match: {modified: before 2025-07-01}, then: delete}\n")
    (fleet / "fleet.yaml").write_text(
        "version: 1\nrules: rules.yaml\nwork: work\nsource: {kind: listings, files: \"*.ndjson\"}\n")
    # The first of July begins at 22:00 of Greenwich there.
    (fleet / "ada.ndjson").write_text("".join(
        f'{{"drive":"ada","id":"{name}","path":"/{name}","size":1,"modified":"2025-06-30T{time}Z"}}\n'
        for name, time in [("june", "21:59:59"), ("july", "22:00:00")]))
    begun = subprocess.run(
        [BUILT, "fleet", "plan", "fleet.yaml", "--only", "begin", "--now", "2026-06-01T12:00:00Z"],
        cwd=fleet, capture_output=True, text=True)
    assert begun.returncode == 0, begun.stderr
    folder = begun.stdout.splitlines()[0]
    root = tmp_path / "root"
    shutil.copytree(fleet / "work", root / str(fleet / "work")[1:])
    run = alone(root, "lines", folder, "0", "1")
    assert run.returncode == 0, run.stderr
    lines = (root / folder[1:] / "lines/000000.ndjson").read_text().splitlines()
    deleted = {line.split('"path":"/')[1].split('"')[0] for line in lines if '"verdict":"delete"' in line}
    assert len(lines) == 2 and deleted == {"june"}, lines


@linked
def test_the_program_for_workers_is_confined_as_the_usual_one_is(tmp_path):
    (tmp_path / "own").mkdir()
    run = subprocess.run([PART, "confined", tmp_path / "own"], capture_output=True, text=True)
    if "no Landlock" in run.stdout:
        pytest.skip("the kernel has no Landlock")
    assert run.returncode == 0 and run.stdout == "confined yes\n", run.stdout
