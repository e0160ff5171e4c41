// SPDX-License-Identifier: Apache-2.0

internal import DriveAdapters
internal import Glibc
internal import Messages
internal import POSIX
package import RuleEditing
internal import RuleEngine
internal import Text
internal import Wording
package import YAMLBridge

/// A person's rules file that is to be changed, with those that it includes.
package struct EditedRulesFile: Sendable {
    /// The path of the first file, as it was named or found.
    package let path: String
    /// The files as they were read.
    package let sources: [RuleSource]
    /// What they hold now, and what is wrong with it.
    package let decoded: DecodedRuleFile
    /// Where they were found, if they were not named: what they include is trusted no further.
    private let trust: FoundRules?

    /// What `text` would hold in the place of the first file.
    package func decoded(_ text: [UInt8]) -> DecodedRuleFile {
        RulesLoader.decode(text, name: path, trust: trust)
    }

    /// Reads the rules that `named` says, or those that `plan` would use; `changes` says whether they are
    /// to be written. Only then an edit of several files that was broken off is finished before.
    package static func read(
        _ named: String?, changes: Bool = false
    ) throws(Failure) -> EditedRulesFile {
        if named == "-" {
            throw Failure(
                .refused,
                Message(
                    "standard input cannot be changed; name a file, or './-' for one of that name"))
        }
        let place = try RulesLoader.find(named, folder: nil)
        Host.lead(toRules: place.path)
        return try read(place.path, place.trust, changes: changes)
    }

    /// The same file as it is now.
    package func readAgain(changes: Bool = false) throws(Failure) -> EditedRulesFile {
        try Self.read(path, trust, changes: changes)
    }

    private static func read(
        _ path: String, _ trust: FoundRules?, changes: Bool
    ) throws(Failure) -> EditedRulesFile {
        if changes {
            try RulesJournal.finish(path)
        } else {
            RulesJournal.tell(about: path)
        }
        let bytes = try FileBytes.read(path, most: FileBytes.rulesBytesMax)
        let decoded = RulesLoader.decode(bytes, name: path, trust: trust)
        return EditedRulesFile(
            path: path, sources: decoded.sources, decoded: decoded, trust: trust)
    }

    /// The SHA-256 of all of its files, in hex.
    package var digest: String { RulesLoader.digest(sources) }

    /// The rules of both sides of an edit; none where the file had errors before it.
    package func loaded() -> LoadedRules? { try? RulesLoader.loaded(decoded, path) }

    /// The files after `edit`; throws, when all has been said, where it cannot be made.
    package func edited(_ edit: RuleEdit) throws(Failure) -> EditedRules {
        do throws(EditRefusal) {
            return try RuleEditor.edited(sources, edit)
        } catch {
            throw Self.failure(error)
        }
    }

    /// What a refused edit ends a command with, its findings said.
    package static func failure(_ refusal: EditRefusal) -> Failure {
        RulesLoader.report(refusal.findings, refusal.sources)
        return Failure(
            refusal.findings.isEmpty && !refusal.isOfUnknownRule ? .refused : .invalidRules,
            refusal.clause.mappingTexts(VisibleText.escaped))
    }

    // MARK: Writing

    /// Puts those files of `after` that differ in the place of what was read; a file that somebody
    /// changed meanwhile stays as it is, and the others with it.
    package func write(_ after: [RuleSource]) throws(Failure) {
        let changed = zip(sources, after).filter { $0.bytes != $1.bytes }
        if changed.isEmpty { return }
        let targets = try changed.map { before, _ throws(Failure) in try target(of: before) }
        // Each folder once, and always in the same order, so that no two wait for each other.
        let folders = Set(targets.map { MachinePath.folder(of: $0.path) }).sorted()
        let locks = try folders.map { folder throws(Failure) in try RulesFileLock(folder) }
        defer { for lock in locks { lock.release() } }
        for folder in folders { RulesFileDraft.discardStale(in: folder) }
        for source in sources { try demandUnchanged(source) }
        // All of them lie ready on the disk before the first takes its place.
        var drafts: [RulesFileDraft] = []
        do throws(Failure) {
            for (target, (_, new)) in zip(targets, changed) {
                drafts.append(try target.draft(of: new.bytes))
            }
            // That took a while.
            for source in sources { try demandUnchanged(source) }
        } catch {
            for draft in drafts { draft.discard() }
            throw error
        }
        let journal: RulesJournal?
        do throws(Failure) {
            journal = try self.journal(of: drafts, for: changed)
        } catch {
            for draft in drafts { draft.discard() }
            throw error
        }
        defer { journal?.end() }
        for (number, draft) in drafts.enumerated() {
            do throws(Failure) {
                try draft.publish()
            } catch {
                for rest in drafts[number...] { rest.discard() }
                for done in 0..<number {
                    // What cannot be put back is named by the failure of the next look at the rules.
                    if let old = try? targets[done].draft(of: changed[done].0.bytes) {
                        try? old.publish()
                    }
                }
                throw error
            }
        }
    }

    /// What finishes the edit of several files, should it be killed between two of them.
    private func journal(
        of drafts: [RulesFileDraft], for changed: [(RuleSource, RuleSource)]
    ) throws(Failure) -> RulesJournal? {
        if drafts.count < 2 { return nil }
        let steps = zip(drafts, changed).map { draft, change in
            RulesJournal.Step(
                target: draft.target, before: RulesJournal.digest(of: change.0.bytes),
                after: change.1.bytes)
        }
        return try RulesJournal(steps, of: MachinePath.canonical(path) ?? path)
    }

    private func target(of source: RuleSource) throws(Failure) -> RulesFileTarget {
        let isIncluded = source.file != sources.first?.file
        if isIncluded, IncludeBound(mainFile: path).isForeign(source.file) {
            throw Failure(
                .refused,
                Message(
                    "'\(VisibleText.escaped(source.file))' is included from elsewhere, and is not"
                        + " changed by this; name it with --rules"))
        }
        return try RulesFileTarget(source.file)
    }

    private func demandUnchanged(_ source: RuleSource) throws(Failure) {
        guard try FileBytes.read(source.file, most: FileBytes.rulesBytesMax) == source.bytes else {
            throw Failure(
                .refused,
                Message(
                    "'\(VisibleText.escaped(source.file))' was changed by somebody else meanwhile,"
                        + " and is left as it is; do it again"))
        }
    }
}

/// A lock that only one process at a time holds while it changes rules in a folder. Nothing is left
/// in the folder by it.
final class RulesFileLock {
    private let descriptor: Int32

    /// How long another one is waited for, in tenths of a second.
    private static let patience = 50

    /// Takes the lock of the folder at `folder`.
    init(_ folder: String) throws(Failure) {
        let opened = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard opened >= 0 else { throw RulesFileTarget.cannotWrite(folder) }
        descriptor = opened
        for _ in 0..<Self.patience {
            if flock(opened, LOCK_EX | LOCK_NB) == 0 { return }
            // Some file systems have no such locks; then the look at the bytes is what there is.
            if errno != EWOULDBLOCK { return }
            usleep(100_000)
        }
        throw Failure(
            .locked,
            Message(
                "another process changes rules in '\(VisibleText.escaped(folder))' just now; try again"
                    + " in a moment"))
    }

    /// Lets go of the lock.
    func release() { flock(descriptor, LOCK_UN) }

    deinit { close(descriptor) }
}
