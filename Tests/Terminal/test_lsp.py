# SPDX-License-Identifier: Apache-2.0
"""'cleanrules lsp' with a client that somebody else wrote: a file is opened, a mistake typed, found,
mended, completed, looked at, renamed, brought into form, and shut down."""
import asyncio
import contextlib
import os

import pytest
from lsprotocol import types
from pygls.lsp.client import LanguageClient

from rounds import BINARY

RULES = """version: 1
define:
  parts: {ext: [part, crdownload]}
rules:
  - id: unfinished
    match:
      is: parts
      size: over 1MB
    then: review
tests:
  - name: parts
    now: 2026-01-15T12:00:00Z
    items:
      - {path: /a.part, size: 2MB, expect: review, by: unfinished}
"""


class Editor:
    """An editor with one file open."""

    def __init__(self, client, path):
        self.client, self.path, self.uri = client, path, path.as_uri()
        self.text, self.version = path.read_text(), 1
        self.told = {}
        self.news = asyncio.Event()

        @client.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        def published(params):
            self.told[params.uri] = params
            self.news.set()

    def open(self):
        self.client.text_document_did_open(types.DidOpenTextDocumentParams(
            types.TextDocumentItem(self.uri, "yaml", self.version, self.text)))

    def place(self, needle, after=0):
        """The position of the first character of 'needle', and so many further."""
        offset = self.text.index(needle) + after
        before = self.text[:offset]
        line = before.count("\n")
        column = len(before[before.rfind("\n") + 1:].encode("utf-16-le")) // 2
        return types.Position(line, column)

    def type(self, old, new):
        """Replaces 'old' as somebody does who types."""
        span = types.Range(self.place(old), self.place(old, len(old)))
        self.version += 1
        self.client.text_document_did_change(types.DidChangeTextDocumentParams(
            types.VersionedTextDocumentIdentifier(uri=self.uri, version=self.version),
            [types.TextDocumentContentChangePartial(text=new, range=span)]))
        self.text = self.text.replace(old, new, 1)

    def take(self, edits):
        """Does the edits of the server, and tells it."""
        lines = self.text.splitlines(keepends=True)
        starts = [sum(map(len, lines[:number])) for number in range(len(lines) + 1)]
        for edit in sorted(edits, key=lambda edit: edit.range.start, reverse=True):
            ends = [starts[min(place.line, len(lines))] + place.character
                    for place in (edit.range.start, edit.range.end)]
            self.text = self.text[:ends[0]] + edit.new_text + self.text[ends[1]:]
        self.version += 1
        self.client.text_document_did_change(types.DidChangeTextDocumentParams(
            types.VersionedTextDocumentIdentifier(uri=self.uri, version=self.version),
            [types.TextDocumentContentChangeWholeDocument(text=self.text)]))

    async def findings(self):
        """What is said of this version of the file."""
        while True:
            told = self.told.get(self.uri)
            if told is not None and told.version == self.version:
                return list(told.diagnostics)
            self.news.clear()
            await asyncio.wait_for(self.news.wait(), 30)

    @property
    def document(self):
        return types.TextDocumentIdentifier(self.uri)

    def at(self, kind, needle, after=0, **more):
        return kind(text_document=self.document, position=self.place(needle, after), **more)


@contextlib.asynccontextmanager
async def editing(tmp_path, text, *arguments, locale=None):
    path = tmp_path / "rules.yaml"
    path.write_text(text)
    client = LanguageClient("test", "1")
    await client.start_io(BINARY, "lsp", *arguments, env={
        "PATH": os.environ["PATH"], "HOME": str(tmp_path), "LANG": "C.UTF-8",
        "ASAN_OPTIONS": os.environ.get("ASAN_OPTIONS", "")})
    editor = Editor(client, path)
    answer = await client.initialize_async(types.InitializeParams(
        capabilities=types.ClientCapabilities(), locale=locale, root_uri=tmp_path.as_uri()))
    assert answer.server_info.name == "cleanrules"
    client.initialized(types.InitializedParams())
    editor.open()
    yield editor
    assert await client.shutdown_async(None) is None
    client.exit(None)
    await asyncio.wait_for(client._server.wait(), 30)
    assert client._server.returncode == 0
    await client.stop()


def driven(story):
    """A test of a story that waits."""
    def test(tmp_path):
        asyncio.run(asyncio.wait_for(story(tmp_path), 120))
    test.__name__ = story.__name__
    test.__doc__ = story.__doc__
    return test


@driven
async def test_a_mistake_is_found_and_mended(tmp_path):
    async with editing(tmp_path, RULES) as editor:
        assert await editor.findings() == []
        editor.type("then: review", "then: reveiw")
        found, = await editor.findings()
        assert "did you mean 'review'" in found.message
        assert found.range.start == editor.place("reveiw")
        actions = await editor.client.text_document_code_action_async(types.CodeActionParams(
            editor.document, found.range, types.CodeActionContext([found])))
        edits = actions[0].edit.changes[editor.uri]
        editor.take(edits)
        assert await editor.findings() == []
        assert editor.text == RULES


@driven
async def test_what_is_hardly_meant_is_mended(tmp_path):
    text = RULES.replace("[part, crdownload]", "\"part, crdownload\"")
    async with editing(tmp_path, text) as editor:
        found, = await editor.findings()
        assert (found.code, found.severity) == ("ext-holds-several", types.DiagnosticSeverity.Warning)
        actions = await editor.client.text_document_code_action_async(types.CodeActionParams(
            editor.document, found.range, types.CodeActionContext([found])))
        assert {action.kind for action in actions} == {"quickfix", "source.fixAll"}
        editor.take(actions[0].edit.changes[editor.uri])
        assert await editor.findings() == []
        assert editor.text == RULES


@driven
async def test_keys_and_values_are_completed(tmp_path):
    async with editing(tmp_path, RULES) as editor:
        async def labels(needle, after):
            answer = await editor.client.text_document_completion_async(
                editor.at(types.CompletionParams, needle, after))
            return [item.label for item in answer.items]

        assert "parts" in await labels("is: parts", 4)
        assert await labels("then: review", 6) == ["keep", "review", "delete"]
        editor.type("    then", "    wh\n    then")
        assert await labels("    wh", 6) == ["why"]


@driven
async def test_names_are_explained_found_and_renamed(tmp_path):
    async with editing(tmp_path, RULES) as editor:
        hover = await editor.client.text_document_hover_async(
            editor.at(types.HoverParams, "size", 1))
        assert "how many bytes a file has" in hover.contents.value
        found, = await editor.client.text_document_definition_async(
            editor.at(types.DefinitionParams, "is: parts", 5))
        assert found.range.start == editor.place("parts:")
        places = await editor.client.text_document_references_async(editor.at(
            types.ReferenceParams, "unfinished", 2, context=types.ReferenceContext(True)))
        assert [place.range.start.line for place in places] == [4, 13]
        for old, new in (("unfinished", "halves"), ("parts", "pieces")):
            edit = await editor.client.text_document_rename_async(
                editor.at(types.RenameParams, old, 1, new_name=new))
            editor.take(edit.changes[editor.uri])
            assert await editor.findings() == []
        assert editor.text == (RULES.replace("unfinished", "halves").replace("parts:", "pieces:")
                               .replace("is: parts", "is: pieces"))


@driven
async def test_a_file_is_brought_into_form(tmp_path):
    text = RULES.replace("      is: parts", "          is:   parts").replace(
        "      size", "          size")
    async with editing(tmp_path, text) as editor:
        edits = await editor.client.text_document_formatting_async(types.DocumentFormattingParams(
            editor.document, types.FormattingOptions(2, True)))
        editor.take(edits)
        assert editor.text == RULES


@driven
async def test_findings_are_told_in_the_language_of_the_editor(tmp_path):
    async with editing(tmp_path, RULES, locale="de-AT") as editor:
        editor.type("review", "reveiw")
        found, = await editor.findings()
        assert "gemeint" in found.message


@driven
async def test_rules_are_counted_on_the_last_listing(tmp_path):
    folder = tmp_path / "files"
    folder.mkdir()
    for name in ("a.part", "b.part", "c.txt"):
        (folder / name).write_bytes(b"\0" * 2_000_000)
    text = RULES.replace("define:", f"drives:\n  d: {{kind: local, root: {folder}}}\ndefine:")
    (tmp_path / "rules.yaml").write_text(text)
    state = tmp_path / "state.sqlite"
    sync = await asyncio.create_subprocess_exec(
        BINARY, "sync", "-q", "--rules", tmp_path / "rules.yaml", "--state", state,
        env={"PATH": os.environ["PATH"], "HOME": str(tmp_path), "LANG": "C.UTF-8"})
    assert await sync.wait() == 0
    async with editing(tmp_path, text, "--state", str(state)) as editor:
        whole = types.Range(types.Position(0, 0), types.Position(99, 0))
        for _ in range(100):
            hints = await editor.client.text_document_inlay_hint_async(
                types.InlayHintParams(editor.document, whole))
            if hints:
                break
            await asyncio.sleep(0.1)
        assert [hint.label for hint in hints] == ["items: 2"]
        hover = await editor.client.text_document_hover_async(
            editor.at(types.HoverParams, "unfinished", 1))
        assert "takes 2 of 3 items" in hover.contents.value


def test_standard_input_that_ends_is_the_end(tmp_path):
    import subprocess
    run = subprocess.run([BINARY, "lsp"], input=b"", capture_output=True, timeout=60,
                         env={"PATH": os.environ["PATH"], "HOME": str(tmp_path)})
    assert (run.returncode, run.stdout) == (0, b"")


@pytest.mark.parametrize("text", [b"hello\r\n\r\n", b"Content-Length: x\r\n\r\n", b"a" * 9_000])
def test_what_is_no_message_ends_it(tmp_path, text):
    import subprocess
    run = subprocess.run([BINARY, "lsp"], input=text, capture_output=True, timeout=60,
                         env={"PATH": os.environ["PATH"], "HOME": str(tmp_path)})
    assert run.returncode == 1
