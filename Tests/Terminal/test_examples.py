# SPDX-License-Identifier: Apache-2.0
"""What stands in examples/ does what it says: the steps are run, and the form is checked."""
import os
import pathlib
import stat
import subprocess
import sys

import pytest
import yaml

from rounds import BINARY, ROOT

EXAMPLES = pathlib.Path(ROOT) / "examples"
TOOLS = pathlib.Path(sys.executable).parent
OLD = 1_577_836_800


def load(path):
    return list(yaml.safe_load_all((EXAMPLES / path).read_text()))


class Place:
    """A home, a drive, the rules of the examples over it, and the folders that containers have."""

    def __init__(self, folder):
        self.folder = folder
        self.files = folder / "srv/files/pub"
        self.files.mkdir(parents=True)
        for name in ["a.iso", "b.iso", "terms.pdf"]:
            self.put(name)
        rules = (EXAMPLES / "rules.yaml").read_text()
        assert "root: /srv/files" in rules
        for place in [folder / "rules.yaml", folder / "etc/cleanrules/rules.yaml"]:
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(rules.replace("/srv/files", str(folder / "srv/files")))
        (folder / "var/lib/cleanrules").mkdir(parents=True)
        (folder / "home").mkdir()
        tools = folder / "bin"
        tools.mkdir()
        (tools / "cleanrules").symlink_to(pathlib.Path(BINARY).resolve())
        self.tool("gh", 'printf "%s\\n" "$@" >"$HOME/gh"; cp comment.md "$HOME/comment"')

    def put(self, name):
        file = self.files / name
        file.write_text(name)
        os.utime(file, (OLD, OLD))

    def tool(self, name, line):
        file = self.folder / "bin" / name
        file.write_text(f"#!/bin/sh\n{line}\n")
        file.chmod(0o755)

    def run(self, command, **variables):
        """Runs words, or lines as CI services do."""
        words = command if isinstance(command, list) else ["bash", "-eo", "pipefail", "-c", command]
        environment = {
            "PATH": f"{self.folder / 'bin'}:/usr/bin:/bin", "HOME": str(self.folder / "home"),
            "LANG": "C.UTF-8"} | variables
        return subprocess.run(
            words, cwd=self.folder, env=environment, text=True, capture_output=True, timeout=120)

    def waiting(self, *state):
        status = self.run(["cleanrules", "status", "--format", "json", *state])
        return sorted(
            item["path"] for item in yaml.safe_load(status.stdout)["items"]
            if item["state"] == "staged")


@pytest.fixture
def place(tmp_path):
    return Place(tmp_path)


def github(path):
    """The steps of each job, by its name."""
    jobs = load(path)[0]["jobs"]
    return {name: [step["run"] for step in job["steps"] if "run" in step]
            for name, job in jobs.items()}


def test_a_pull_request_gets_its_plan_as_a_comment(place):
    steps = github("github/plan.yml")["plan"]
    assert len(steps) == 3
    summary = place.folder / "summary.md"
    summary.touch()
    for step in steps:
        run = place.run(
            step, GH_TOKEN="x", PULL_REQUEST="7", GITHUB_WORKSPACE=str(place.folder),
            GITHUB_STEP_SUMMARY=str(summary))
        assert run.returncode == 0, run.stderr
    assert (place.folder / "home/gh").read_text().split() == [
        "pr", "comment", "7", "--body-file", "comment.md"]
    assert "a.iso" in (place.folder / "home/comment").read_text()
    assert "a.iso" in summary.read_text() and place.waiting() == []
    # Broken rules end the job at its first step.
    rules = place.folder / "rules.yaml"
    rules.write_text(rules.read_text().replace("expect: keep, by", "expect: delete, by"))
    assert place.run(steps[0]).returncode != 0


@pytest.mark.parametrize("stage, execute", [
    (lambda: github("github/weekly.yml")["stage"], lambda: github("github/weekly.yml")["execute"]),
    (lambda: load("gitlab/gitlab-ci.yml")[0]["stage"]["script"],
     lambda: load("gitlab/gitlab-ci.yml")[0]["execute"]["script"])])
def test_a_week_stages_and_the_approved_job_deletes_what_is_due(place, stage, execute):
    for step in stage():
        run = place.run(step)
        assert run.returncode == 0, run.stderr
    assert place.waiting() == ["/pub/a.iso", "/pub/b.iso"]
    assert "cleanrules undo" in (place.folder / "staged.md").read_text()
    # Approved before the window is over, nothing goes.
    for step in execute():
        run = place.run(step)
        assert run.returncode == 0, run.stderr
    assert sorted(os.listdir(place.files)) == ["a.iso", "b.iso", "terms.pdf"]
    assert (place.folder / "deleted.md").exists()


def test_a_merge_request_has_tests_findings_and_a_plan(place):
    job = load("gitlab/gitlab-ci.yml")[0]["plan"]
    for step in job["script"]:
        run = place.run(step, CI_PROJECT_DIR=str(place.folder))
        assert run.returncode == 0, run.stderr
    reports = job["artifacts"]["reports"]
    for name in [*job["artifacts"]["paths"], *reports.values()]:
        assert (place.folder / name).stat().st_size > 0, name
    assert place.waiting() == []


def moved(words, place):
    """The words with the folders of a container below the place."""
    roots = ("/etc/cleanrules", "/var/lib/cleanrules", "/srv/files")
    return [str(place.folder) + word if word.startswith(roots) else word for word in words]


@pytest.mark.parametrize("kind", ["kubernetes", "compose"])
def test_a_container_makes_a_round(place, kind):
    if kind == "kubernetes":
        claim, job = load("kubernetes/cronjob.yaml")
        assert claim["kind"] == "PersistentVolumeClaim" and job["kind"] == "CronJob"
        assert job["spec"]["concurrencyPolicy"] == "Forbid"
        pod = job["spec"]["jobTemplate"]["spec"]["template"]["spec"]
        container = pod["containers"][0]
        volumes = {volume["name"] for volume in pod["volumes"]}
        assert {mount["name"] for mount in container["volumeMounts"]} == volumes
        words = container["command"] + container["args"]
        mounts = [mount["mountPath"] for mount in container["volumeMounts"]]
        home = container["env"][0]["value"]
    else:
        service = load("compose/compose.yaml")[0]["services"]["cleanrules"]
        words = ["cleanrules", *service["command"]]
        mounts = [volume.split(":")[1] for volume in service["volumes"]] + service["tmpfs"]
        home = service["environment"]["HOME"]
    for word in [*words, home]:
        if word.startswith("/"):
            assert any(word == mount or word.startswith(mount + "/") for mount in mounts), word
    home = moved([home], place)[0]
    pathlib.Path(home).mkdir(exist_ok=True)
    for night in range(2):
        run = place.run(moved(words, place), HOME=home)
        assert run.returncode == 0, run.stderr
        assert bool(run.stdout + run.stderr) == (night == 0), "only what is new is told"
    state = moved(words, place)[words.index("--state") + 1]
    assert place.waiting("--state", state) == ["/pub/a.iso", "/pub/b.iso"]


def test_hooks_hold_deletions_while_a_backup_runs(place):
    before, after = (EXAMPLES / "hooks" / name for name in ["before-backup", "after-backup"])
    for hook in [before, after]:
        assert hook.stat().st_mode & stat.S_IXUSR
    rules = str(place.folder / "rules.yaml")
    assert place.run([str(before)]).returncode == 0
    held = place.run(["cleanrules", "run", "--stage", "--quiet", "--rules", rules])
    assert held.returncode == 5 and "aused" in held.stdout + held.stderr
    run = place.run([str(after)], CLEANRULES_RULES=rules)
    assert run.returncode == 0, run.stderr
    assert place.waiting() == ["/pub/a.iso", "/pub/b.iso"]
    assert place.run([str(after)]).returncode != 0, "nobody named the rules"


@pytest.mark.parametrize("path, schema", [
    ("github/plan.yml", "vendor.github-workflows"),
    ("github/weekly.yml", "vendor.github-workflows"),
    ("gitlab/gitlab-ci.yml", "vendor.gitlab-ci"),
    ("compose/compose.yaml", "vendor.compose-spec")])
def test_the_form_is_that_of_the_service(path, schema):
    run = subprocess.run(
        [TOOLS / "check-jsonschema", "--builtin-schema", schema, EXAMPLES / path],
        text=True, capture_output=True)
    assert run.returncode == 0, run.stdout + run.stderr


def test_all_of_them_are_tidy():
    configuration = "{extends: default, rules: {document-start: disable, braces: disable," \
        " line-length: {max: 140}, truthy: {check-keys: false}, comments: {min-spaces-from-content: 1}}}"
    run = subprocess.run(
        [TOOLS / "yamllint", "-s", "-d", configuration, EXAMPLES], text=True, capture_output=True)
    assert run.returncode == 0, run.stdout
