// SPDX-License-Identifier: Apache-2.0

internal import DriveAdapters
internal import Glibc
internal import Messages
internal import POSIX
internal import Text
internal import Wording

/// What several rules files are to hold after one edit, so that an edit that is killed between two of
/// them is finished by whoever changes them next.
///
/// It lies with the program's own state, in a folder that nobody else can write to, from when all
/// drafts are on the disk until the last one is in its place. Beside the rules it would be anybody's who
/// can write there, or has others unpack an archive: it says which files are overwritten, and with what.
struct RulesJournal {
    /// What one file is to hold.
    struct Step: Equatable {
        /// Its path, without links.
        var target: String
        /// The digest of what it held before.
        var before: String
        /// What it is to hold.
        var after: [UInt8]
    }

    private let path: String

    private static let head = "cleanrules edit 1"
    /// The most bytes of one that is read.
    private static let bytesMax = 1 << 28

    /// No profile is called so, whose state would lie there.
    private static var folder: String? { StateFile.ownFolder.map { $0 + "/@edits" } }

    /// Where the one of the rules at `main`, a path without links, lies.
    private static func path(of main: String) -> String? {
        folder.map { $0 + "/" + digest(of: Array(main.utf8)) }
    }

    /// Writes down what `steps` change of the rules at `main`; it is on the disk then.
    init(_ steps: [Step], of main: String) throws(Failure) {
        guard let folder = Self.folder, let path = Self.path(of: main) else {
            throw Failure(.failed, .stateNoHome)
        }
        self.path = path
        let name = Self.digest(of: Array(main.utf8))
        let draft = "draft-" + String(UInt64.random(in: 0...(.max)), radix: 36)
        let fields =
            [Self.head, main] + steps.flatMap { [$0.target, $0.before, Base64.text($0.after)] }
        do throws(SystemError) {
            try Self.make(folder)
            let opened = try FileDescriptor(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
            guard Self.isOurs(try opened.status(), S_IFDIR) else { throw SystemError(code: EPERM) }
            try FileReplacement.write(
                Array(fields.joined(separator: "\0").utf8), to: name, by: draft, in: opened,
                isDurable: true)
        } catch {
            throw Failure(
                .failed,
                Message("cannot write '\(VisibleText.escaped(path))': \(error.text)"))
        }
    }

    /// Makes the folder and those above it, for this user alone.
    private static func make(_ folder: String) throws(SystemError) {
        var made = ""
        for part in folder.split(separator: "/") {
            made += "/" + part
            // A folder above may deny to be written and yet be there.
            if mkdir(made, 0o700) != 0, access(made, F_OK) != 0 { throw .last }
        }
    }

    private static func isOurs(_ status: stat, _ kind: mode_t) -> Bool {
        status.st_mode & S_IFMT == kind && status.st_uid == geteuid()
            && status.st_mode & 0o022 == 0
    }

    /// Takes it away: everything is in its place, or as it was.
    func end() { unlink(path) }

    // MARK: Afterwards

    /// Says so where an edit of the rules at `named` was broken off, for who only looks at them.
    static func tell(about named: String) {
        guard let main = MachinePath.canonical(named), let path = path(of: main),
            steps(at: path, of: main) != nil
        else { return }
        Host.note(
            .clause(
                Message(
                    "an edit of '\(VisibleText.escaped(named))' was broken off; the next change of"
                        + " these rules finishes it, as 'cleanrules rules fmt' does")))
    }

    /// Finishes the edit of the rules at `named` that was broken off, if there is one. Where somebody has
    /// changed one of the files since, all of them stay as they are, and that is said.
    static func finish(_ named: String) throws(Failure) {
        guard let main = MachinePath.canonical(named), let path = path(of: main),
            let found = steps(at: path, of: main)
        else { return }
        let folders = Set(found.map { MachinePath.folder(of: $0.target) }).sorted()
        let locks = try folders.map { folder throws(Failure) in try RulesFileLock(folder) }
        defer { for lock in locks { lock.release() } }
        // Whoever held the locks may have finished it.
        guard steps(at: path, of: main) == found else { return }
        var rest: [Step] = []
        for step in found {
            let bytes = try? FileBytes.read(step.target, most: FileBytes.rulesBytesMax)
            if bytes == step.after { continue }
            guard let bytes, digest(of: bytes) == step.before else {
                unlink(path)
                return Host.note(
                    .clause(
                        Message(
                            "an edit of '\(VisibleText.escaped(main))' was broken off, and"
                                + " '\(VisibleText.escaped(step.target))' was changed since: look"
                                + " whether the files still agree")))
            }
            rest.append(step)
        }
        // All of them lie ready before the first takes its place.
        var drafts: [RulesFileDraft] = []
        do throws(Failure) {
            for step in rest {
                drafts.append(try RulesFileTarget(step.target).draft(of: step.after))
            }
        } catch {
            for draft in drafts { draft.discard() }
            throw error
        }
        for draft in drafts { try draft.publish() }
        unlink(path)
        for step in rest {
            Host.note(
                .clause(
                    Message(
                        "an edit of '\(VisibleText.escaped(step.target))' that was broken off is"
                            + " finished")))
        }
    }

    /// What the file at `path` has to be done to the rules at `main`; nil where this user has written no
    /// such thing.
    private static func steps(at path: String, of main: String) -> [Step]? {
        var status = stat()
        guard lstat(MachinePath.folder(of: path), &status) == 0, isOurs(status, S_IFDIR),
            lstat(path, &status) == 0, isOurs(status, S_IFREG), status.st_nlink == 1,
            let bytes = try? FileBytes.read(path, most: bytesMax), bytes.count <= bytesMax,
            let text = String(validating: bytes, as: UTF8.self)
        else { return nil }
        let fields = text.split(separator: "\0", omittingEmptySubsequences: false).map(String.init)
        guard fields.first == head, fields.count % 3 == 2, fields[1] == main else { return nil }
        var steps: [Step] = []
        for index in stride(from: 2, to: fields.count, by: 3) {
            guard let after = Base64.bytes(fields[index + 2]) else { return nil }
            steps.append(Step(target: fields[index], before: fields[index + 1], after: after))
        }
        return steps
    }

    /// What a file is known by.
    static func digest(of bytes: [UInt8]) -> String {
        let digest = SHA256Stream()
        digest.update(bytes)
        return digest.finish()
    }
}
