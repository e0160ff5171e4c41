// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import Messages
internal import POSIX
internal import Text
internal import Wording

/// A copy of a rules file that a person edits, in a folder that only this user can look into.
package struct RulesDraft {
    /// Where it is.
    package let path: String
    private let folder: String

    /// The most complaints that stand on top of the copy.
    package static let complaintsMax = 20
    /// How a line begins that this program puts on top, and takes away again.
    private static let mark = "#cleanrules! "

    /// A copy of the rules at `path`, with nothing in it yet.
    package init(of path: String) throws(Failure) {
        guard let made = PrivateFolder.make() else {
            let reason = FileBytes.reason()
            throw Failure(
                .failed,
                Message(
                    "cannot make a copy in '\(VisibleText.escaped(PrivateFolder.place))':"
                        + " \(reason)"))
        }
        folder = made
        self.path =
            folder + "/" + (path.split(separator: "/").last.map(String.init) ?? "rules.yaml")
    }

    /// What a person makes of `text` in an editor, with `complaints` on top of it.
    package func edited(_ text: [UInt8], _ complaints: [String]) throws(Failure) -> [UInt8] {
        let shown = complaints.prefix(Self.complaintsMax).map { complaint in
            Self.mark + VisibleText.escaped(complaint) + "\n"
        }
        do throws(SystemError) {
            let file = try FileDescriptor(path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW)
            try SystemCall.write(Array(shown.joined().utf8) + text, to: file.number)
        } catch {
            throw Failure(
                .failed, Message("cannot write '\(VisibleText.escaped(path))': \(error.text)"))
        }
        try open()
        return Self.withoutComplaints(try FileBytes.read(path, most: FileBytes.rulesBytesMax))
    }

    private func open() throws(Failure) {
        let named = ["VISUAL", "EDITOR"].lazy.compactMap { Environment.value($0) }
            .first { !$0.isEmpty }
        let words = (named ?? "vi").split(separator: " ").map { String($0) }
        guard let name = words.first,
            let status = HelperProgram.attend(name, words.dropFirst() + [path])
        else {
            throw Failure(
                .failed,
                Message(
                    "the editor '\(VisibleText.escaped(named ?? "vi"))' cannot be started; name another"
                        + " one in VISUAL or EDITOR"))
        }
        guard status == 0 else {
            throw Failure(
                .failed,
                Message(
                    "the editor ended with \(status), and nothing is changed; the copy is"
                        + " '\(VisibleText.escaped(path))'"))
        }
    }

    /// The bytes without the lines that were put on top.
    private static func withoutComplaints(_ bytes: [UInt8]) -> [UInt8] {
        var rest = bytes[...]
        while rest.starts(with: mark.utf8) {
            let end = rest.firstIndex(of: 0x0A).map { $0 + 1 } ?? rest.endIndex
            rest = rest[end...]
        }
        return Array(rest)
    }

    /// Takes the copy away, with what the editor left beside it.
    package func discard() {
        unlink(path)
        unlink(path + "~")
        rmdir(folder)
    }
}
