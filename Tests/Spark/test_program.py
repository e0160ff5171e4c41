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


@linked
def test_the_program_for_workers_runs_where_there_is_nothing_else(tmp_path):
    (tmp_path / "proc").mkdir()
    shutil.copy(PART, tmp_path / "part")
    alone = ["unshare", "--mount", "--pid", "--fork", "--root", tmp_path, "--mount-proc=/proc"]
    if os.geteuid() != 0:
        alone += ["--user", "--map-root-user"]
    run = subprocess.run([*alone, "/part", "filter"], capture_output=True, text=True, env={"PATH": "/usr/bin:/bin"})
    if run.returncode == 1 and "unshare" in run.stderr:
        pytest.skip("this machine lets nobody have a disk of their own")
    assert run.returncode == 64 and "usage: cleanrules-part" in run.stderr, run
    usual = subprocess.run([PART, "engine"], capture_output=True, text=True)
    assert usual.returncode == 0 and len(usual.stdout) > 4, usual.stderr


@linked
def test_the_program_for_workers_is_confined_as_the_usual_one_is(tmp_path):
    (tmp_path / "own").mkdir()
    run = subprocess.run([PART, "confined", tmp_path / "own"], capture_output=True, text=True)
    if "no Landlock" in run.stdout:
        pytest.skip("the kernel has no Landlock")
    assert run.returncode == 0 and run.stdout == "confined yes\n", run.stdout
