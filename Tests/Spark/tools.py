# SPDX-License-Identifier: Apache-2.0
"""The programs that are tested."""
import atexit
import os
import pathlib
import shutil
import tempfile

BUILT = pathlib.Path(os.environ.get("CLEANRULES_BIN", ""))
# The program for workers, as script/cluster-part links it.
PART = os.environ.get("CLEANRULES_CLUSTER_PART")


def programs():
    """The program to test: beside it lies the one for workers, where there is one."""
    if not PART:
        return BUILT
    folder = pathlib.Path(tempfile.mkdtemp(prefix="programs-", dir=pathlib.Path(PART).parent))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    for name, source in [
            ("cleanrules", BUILT), ("cleanrules-fleet", BUILT.parent / "cleanrules-fleet"),
            ("cleanrules-part", PART)]:
        try:
            os.link(source, folder / name)
        except OSError:  # another disk
            shutil.copy(source, folder / name)
    return folder / "cleanrules"
