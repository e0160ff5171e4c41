// SPDX-License-Identifier: Apache-2.0

internal import DriveAdapters
internal import Foundation
internal import Glibc
internal import Messages
internal import POSIX
internal import Text
internal import Wording

/// What is to take the place of several rules files at once, so that an edit that is killed between
/// two of them is finished by whoever reads them next to change them.
///
/// It stands in the folder of the first file, from when all drafts are on the disk until the last one
/// is in its place.
struct RulesJournal {
    /// A draft that takes the place of a file, which was called so by its digest before.
    struct Step {
        var draft: String
        var target: String
        var digest: String
    }

    private let path: String

    /// How the names of all of them begin, and of nothing else.
    private static let mark = ".cleanrules-journal-"
    private static let head = "cleanrules journal 1"
    private static let bytesMax = 1 << 20

    /// Writes down `steps` in `folder`, which is on the disk then.
    init(_ steps: [Step], in folder: String) throws(Failure) {
        let name = String(UInt64.random(in: 0...(.max)), radix: 36)
        path = folder + "/" + Self.mark + name
        let fields = [Self.head] + steps.flatMap { [$0.draft, $0.target, $0.digest] }
        do throws(SystemError) {
            try FileReplacement.write(
                Array(fields.joined(separator: "\0").utf8), to: Self.mark + name,
                by: RulesFileDraft.mark + name, in: FileDescriptor(folder, O_RDONLY | O_DIRECTORY),
                isDurable: true)
        } catch {
            throw Failure(
                .failed,
                Message("cannot write '\(VisibleText.escaped(path))': \(error.text)"))
        }
    }

    /// Takes it away: everything is in its place, or as it was.
    func end() { unlink(path) }

    // MARK: Afterwards

    /// Finishes what was broken off in `folder`. A file that somebody has changed since stays as it is.
    static func finish(in folder: String) throws(Failure) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        for name in names.sorted() where name.hasPrefix(mark) {
            let path = folder + "/" + name
            guard let steps = steps(at: path) else { continue }
            let folders = Set(steps.map { MachinePath.folder(of: $0.target) }).sorted()
            let locks = try folders.map { folder throws(Failure) in try RulesFileLock(folder) }
            defer { for lock in locks { lock.release() } }
            // Whoever held the locks may have finished it.
            guard access(path, F_OK) == 0 else { continue }
            for step in steps { try finish(step) }
            unlink(path)
        }
    }

    private static func finish(_ step: Step) throws(Failure) {
        guard access(step.draft, F_OK) == 0 else { return }
        let bytes = try? FileBytes.read(step.target, most: FileBytes.rulesBytesMax)
        let draft = RulesFileDraft(path: step.draft, target: step.target)
        guard let bytes, digest(of: bytes) == step.digest else { return draft.discard() }
        try draft.publish()
        Host.note(
            .clause(
                Message(
                    "an edit of '\(VisibleText.escaped(step.target))' that was broken off is finished"
                ))
        )
    }

    /// The steps that stand in the file at `path`; nil where it is not one that this user has written.
    private static func steps(at path: String) -> [Step]? {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            status.st_uid == geteuid(), status.st_mode & 0o022 == 0, status.st_nlink == 1,
            let bytes = try? FileBytes.read(path, most: bytesMax), bytes.count <= bytesMax,
            let text = String(validating: bytes, as: UTF8.self)
        else { return nil }
        let fields = text.split(separator: "\0", omittingEmptySubsequences: false).map(String.init)
        guard fields.first == head, fields.count % 3 == 1 else { return nil }
        return stride(from: 1, to: fields.count, by: 3).compactMap { index in
            let step = Step(
                draft: fields[index], target: fields[index + 1], digest: fields[index + 2])
            let folder = MachinePath.folder(of: step.target)
            return step.draft.hasPrefix(folder + "/" + RulesFileDraft.mark)
                && !step.draft.dropFirst(folder.utf8.count + 1).contains("/") ? step : nil
        }
    }

    /// What a file is known by.
    static func digest(of bytes: [UInt8]) -> String {
        let digest = SHA256Stream()
        digest.update(bytes)
        return digest.finish()
    }
}
