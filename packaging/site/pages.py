#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Lays out the sources of the documentation site: the pages of the checkout as they are, and of each command a page
of its own, with its section of docs/reference/commands.md, what it really prints, and its help.

Usage: pages.py PROGRAMS FOLDER      PROGRAMS holds cleanrules and cleanrules-graphsim
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys

import world

TOP = world.TOP
COMMANDS = "docs/reference/commands.md"
TOP_FILES = ["SECURITY.md", "CONTRIBUTING.md", "CHANGELOG.md", "LICENSE", "rules.example.yaml"]
GUIDES = ["first-plan", "first-cleanup", "writing-rules", "editing", "review", "photos", "onedrive", "entra-app", "onedrive-listings",
          "nightly", "unattended", "devices", "fleet", "tenant", "tenant-carrying-out",
          "spark", "tiers"]
TRUST = ["docs/guide/cautions", "docs/guide/privacy", "SECURITY", "docs/guide/faq", "docs/guide/support", "docs/guide/terms"]
HELP = ["faq", "support", "privacy", "terms"]
LANGUAGES = {"de": "Deutsch", "fr": "Français", "es": "Español"}
REFERENCE = ["rules", "vocabulary", "commands", "exit-codes", "diagnostics", "lint", "json", "listing", "statistics",
             "graphsim", "fleet", "issuer"]
PROJECT = ["CHANGELOG", "CONTRIBUTING", "examples/index", "docs/design/architecture", "docs/design/execution",
           "docs/design/review", "docs/design/suggestions", "docs/design/onedrive", "docs/design/pictures", "docs/design/photos",
           "docs/design/decisions-sync", "docs/design/glossary",
           "docs/performance", "docs/adr/index"]
LINK = re.compile(r"(\]\()([^)\s]+)(\))")


def slug(command):
    return command.replace(" ", "-")


def copied(folder):
    """The pages of the checkout, each where it lies there; only README.md is called index.md."""
    shutil.copytree(TOP / "docs", folder / "docs")
    shutil.copytree(TOP / "examples", folder / "examples")
    for name in TOP_FILES:
        shutil.copy(TOP / name, folder / name)
    shutil.copy(TOP / "README.md", folder / "index.md")
    (folder / "examples/README.md").rename(folder / "examples/index.md")
    for readme in (folder / "docs").rglob("README.md"):
        readme.rename(readme.with_name("index.md"))
    for place in (folder / "docs/adr", folder / "examples/hooks"):
        listed(place)


def listed(folder):
    """A page that names what lies in a folder, if it has none."""
    lines = ["# " + {"adr": "Decisions"}.get(folder.name, folder.name.capitalize()), ""]
    for path in sorted(folder.iterdir()):
        text = path.read_text()
        title = text.split("\n", 1)[0].removeprefix("# ") if path.suffix == ".md" else f"`{path.name}`"
        lines.append(f"* [{title}]({path.name})")
    (folder / "index.md").write_text("\n".join(lines) + "\n")


def schemas(folder, program):
    """The JSON Schemas as files of the site, for editors and programs that are given an address."""
    def said(*words):
        return subprocess.run([program, "schema", *words], check=True, capture_output=True, text=True).stdout

    folder.mkdir()
    for name in said("--list").split():
        (folder / f"{name}.schema.json").write_text(said(name))


def sections(text):
    """What stands before the sections of commands, {command: its section}."""
    parts = re.split(r"^(?=## )", text, flags=re.MULTILINE)
    commands = {}
    rest = []
    for part in parts:
        if title := re.match(r"## `([a-z -]+)`\n", part):
            commands[title[1]] = part[title.end():].strip("\n")
        else:
            rest.append(part)
    return "".join(rest), commands


def command_page(name, section, runs, program):
    said = subprocess.run([program, *name.split(), "--help"], check=True, capture_output=True, text=True,
                          env={"PATH": "/usr/bin:/bin", "HOME": "/nonexistent", "LC_ALL": "C.UTF-8", "COLUMNS": "80"})
    lines = [f"# cleanrules {name}", "", section, "", "## What it prints", "", "```console"]
    for run in runs:
        lines += [f"$ {run.line}"] + ([run.output] if run.output else [])
    lines += ["```", "", f"## `cleanrules {name} --help`", "", "```text", said.stdout.strip("\n"), "```", ""]
    return "\n".join(lines)


def command_pages(folder, programs):
    text, commands = sections((folder / COMMANDS).read_text())
    runs = world.shown(programs)
    named = re.findall(r"`([a-z -]+)`\]\(#", text)
    for what, names in (("no section in commands.md", set(named) - set(commands)),
                        ("no row in the table of commands.md", set(commands) - set(named)),
                        ("no example in commands.txt", set(commands) - set(runs)),
                        ("no section, but an example in commands.txt", set(runs) - set(commands))):
        if names:
            sys.exit(f"error: {what}: {', '.join(sorted(names))}")
    (folder / COMMANDS).write_text(text)
    (folder / "docs/commands").mkdir()
    for name, section in commands.items():
        page = command_page(name, section, runs[name], f"{programs}/cleanrules")
        (folder / f"docs/commands/{slug(name)}.md").write_text(page)
    return list(commands)


def linked(folder, commands):
    """Leads links to where things are on the site: sections of commands on pages of their own."""
    slugs = {slug(name) for name in commands}
    for page in folder.rglob("*.md"):
        here = page.parent.relative_to(folder)
        # The sections of commands were written for the page that they stood on.
        origin = pathlib.Path(COMMANDS) if str(here) == "docs/commands" else page.relative_to(folder)

        def led(match):
            path, _, anchor = match[2].partition("#")
            if "://" in match[2] or path.startswith("mailto:"):
                return match[0]
            target = os.path.normpath(origin.parent / path) if path else str(origin)
            if target == COMMANDS and anchor in slugs:
                target, anchor = f"docs/commands/{anchor}.md", ""
            elif target == "README.md" or os.path.basename(target) == "README.md":
                target = target.removesuffix("README.md") + "index.md"
            elif (folder / target / "index.md").exists():
                target += "/index.md"
            path = "" if folder / target == page else os.path.relpath(target, here)
            return match[1] + path + ("#" + anchor if anchor else "") + match[3]

        page.write_text("".join(
            # What was typed and printed is no program whose words could be coloured.
            re.sub("^```console.*", "```text", part) if part.startswith("```") else LINK.sub(led, part)
            for part in re.split(r"(^ *```.*?^ *```$)", page.read_text(), flags=re.MULTILINE | re.DOTALL)))


def contents(folder, commands):
    """The tables of contents, below the first page."""
    def tree(caption, pages):
        return f"\n```{{toctree}}\n:hidden:\n:caption: {caption}\n\n" + "\n".join(pages) + "\n```\n"

    with (folder / "index.md").open("a") as first:
        first.write(tree("Guides", [f"docs/guide/{name}" for name in GUIDES]))
        first.write(tree("Trust", TRUST))
        for language, title in LANGUAGES.items():
            first.write(tree(title, [f"docs/{language}/{name}" for name in HELP]))
        first.write(tree("Reference", [f"docs/reference/{name}" for name in REFERENCE]))
        first.write(tree("Commands", [f"docs/commands/{slug(name)}" for name in commands]))
        first.write(tree("The project", PROJECT))
    for page, pattern in (("docs/adr/index.md", "0*"), ("docs/design/architecture.md", "model/index"),
                          ("examples/index.md", "hooks/index")):
        with (folder / page).open("a") as text:
            text.write(f"\n```{{toctree}}\n:hidden:\n:glob:\n\n{pattern}\n```\n")


def main(programs, folder):
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    copied(folder)
    commands = command_pages(folder, programs)
    linked(folder, commands)
    contents(folder, commands)
    schemas(folder / "schemas", f"{programs}/cleanrules")


if __name__ == "__main__":
    main(sys.argv[1], pathlib.Path(sys.argv[2]))
