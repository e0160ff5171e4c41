// SPDX-License-Identifier: Apache-2.0

import Testing
import Wording

@Suite struct ShellWordTests {
    @Test(
        "words for a shell mean what they meant, and hide nothing",
        arguments: [
            ("plain/path-1.txt", "plain/path-1.txt"), ("two words", "'two words'"),
            ("it's", "'it'\\''s'"), ("a'\u{301};b", "'a'\\''\u{301};b'"),
            ("'\u{FE0F}", "''\\''\u{FE0F}'"), ("back\\n", "'back\\n'"), ("", "''"), ("~a", "'~a'"),
            ("new\nline's\\", "$'new\\012line\\'s\\\\'"), ("\u{202E}x", "$'\\342\\200\\256x'"),
        ])
    func shellWords(text: String, word: String) {
        #expect(ShellWord.quoted(text).utf8.elementsEqual(word.utf8))
    }
}
