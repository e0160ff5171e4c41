// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import Foundation
internal import Glibc
internal import Reports
internal import ReviewUI
internal import RuleEngine
internal import StateLedger
internal import Text
internal import Wording
internal import Workflow

/// `cleanrules forget`.
struct ForgetCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "forget",
        abstract: "Erase all that is kept, or only listings and pictures. Touches no drive.",
        discussion: """
            Examples:
              cleanrules forget --cache-only
              cleanrules forget --profile work
              cleanrules forget --profile work --confirm work

            Decisions, plans, quotas, the history and the backups are gone then, and what lies in the
            trash or in quarantine is not brought back by this program any more. Sign-ins go with
            the last profile, whichever drives they are of. What stays is named.
            """)

    @Flag(name: .long, help: "Erase listings and pictures only; decisions, plans and history stay.")
    var cacheOnly = false

    @Option(name: .long, help: "The profile's name, instead of typing it.")
    var confirm: String?

    @OptionGroup var state: StateOptions

    @Flag(name: [.short, .long], help: "No progress and no notes.")
    var quiet = false

    func run() async throws {
        let file = try state.file()
        // Somebody may have signed in, and made no plan yet.
        if !cacheOnly, SignInErasure(file: file).isAllThereIs {
            try demandName(file.profile)
            let signIns = await SignInErasure(file: file).run()
            return report(
                .forgetSignIns, deed: .forgetSignInsDeed, signIns + eraseTraces(of: file))
        }
        let session = try StateSession.existing(state)
        let lock = try await session.runnerLock()
        defer { lock.close() }
        if cacheOnly {
            try await session.asking { ledger async throws(LedgerError) in
                try await ledger.forgetCatalogs()
            }
            erasePictures()
            Console.hasDone(.forgetCacheDeed)
            Console.say(.forgetCache)
            await session.leadToRules()
            if !quiet { NextHints.say([(.nextSync, .sync)]) }
            return
        }
        let items = try await session.asking { ledger async throws(LedgerError) in
            try await ledger.stagedItems(states: nil)
        }
        try refuseOpen(items)
        say(items)
        try demandName(file.profile)
        let told = try await toldOthers(session)
        await session.leadToRules()
        await session.ledger.close()
        OpenStates.leave()
        // The state first: what cannot be removed must not cost the sign-ins that it still names.
        try erase(file)
        let signIns = await SignInErasure(file: file).run()
        report(
            .forgetState(name: file.profile), deed: .forgetStateDeed(name: file.profile),
            signIns + eraseTraces(of: file) + told)
    }

    /// The log by which this device has shared its decisions: it is for others as well, and stays.
    private func toldOthers(_ session: StateSession) async throws(Failure) -> [Phrase] {
        let shared = try await SyncSwitch.read(session)
        guard let folder = shared.folder ?? shared.place else { return [] }
        let device = try await session.asking { ledger async throws(LedgerError) in
            try await ledger.syncDevice()
        }
        guard let device else { return [] }
        let path = folder + "/" + device + ".ndjson"
        // A drive is not asked: whoever forgets the state may not be signed in there any more.
        if shared.drive != nil { return [.devicesForget(path: path)] }
        var status = stat()
        guard lstat(path, &status) == 0 else { return [] }
        return [.devicesForget(path: VisibleText.escaped(path))]
    }

    /// Erases the pictures and links of reviews; what stays in the folders of the state, and why.
    private func eraseTraces(of file: StateFile) -> [Phrase] {
        erasePictures()
        ReviewLink.eraseLeftovers()
        return remains(of: file)
    }

    private func report(_ done: Phrase, deed: Phrase, _ left: [Phrase]) {
        Console.hasDone(deed)
        Console.say(done)
        for what in left { Console.say(.forgetLeft(what: what)) }
        if !quiet { NextHints.say([(.nextAnew, .plan)]) }
    }

    /// What still lies in the folders of the state, and why.
    private func remains(of file: StateFile) -> [Phrase] {
        let backups = StateCompanions.backupFolder(ofState: file.path)
        var folders = [backups]
        if !file.isNamed { folders.append(MachinePath.folder(of: file.path)) }
        return folders.flatMap { folder in
            let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
            return names.sorted().map { "\(folder)/\($0)" }.filter { $0 != backups }.map {
                Phrase.forgetForeign(path: VisibleText.escaped($0))
            }
        }
    }

    /// What is being deleted has an outcome that only the state file can tell.
    private func refuseOpen(_ items: [StagedItem]) throws(Failure) {
        let open = items.count { $0.state == .executing || $0.isRestoring }
        if open == 0 { return }
        throw Failure(.refused, .forgetOpen(n: open, command: .execute))
    }

    private func say(_ items: [StagedItem]) {
        if quiet { return }
        let waiting = items.filter(\.state.canBeUndone)
        if !waiting.isEmpty {
            Console.note(.forgetWaiting(items: waiting.shownCount))
        }
        let places = Dictionary(
            grouping: items.filter { $0.state == .deleted && !$0.isPurged }, by: { $0.place ?? "?" }
        )
        for (place, items) in places.sorted(by: { $0.key < $1.key }).prefix(20) {
            Console.note(
                .forgetPlace(items: items.shownCount, place: VisibleText.escaped(place)))
        }
    }

    private func demandName(_ profile: String) throws(Failure) {
        if let confirm {
            if confirm == profile { return }
            throw Failure(
                .refused, .forgetOtherName(name: profile, text: VisibleText.escaped(confirm)))
        }
        try Prompt.demand(
            profile, .forgetAsk(name: profile), insteadOf: "--confirm \(profile)")
    }

    /// Takes away the small pictures of all profiles: they do not tell whose they are, and are made
    /// again when they are wanted.
    private func erasePictures() {
        if let folder = ReviewPictures.folder { PictureCache(folder: folder).erase() }
    }

    private func erase(_ file: StateFile) throws(Failure) {
        // The state itself last: until then, what is interrupted can be done again.
        let files = file.allFiles
        for path in files.filter({ $0 != file.path }) + files.filter({ $0 == file.path }) {
            if unlink(path) != 0, errno != ENOENT {
                throw Failure(
                    .failed,
                    .forgetCannotRemove(
                        path: VisibleText.escaped(path), detail: FileBytes.reason()))
            }
        }
        // The folders are ours; they go if nothing else lies in them.
        rmdir(StateCompanions.backupFolder(ofState: file.path))
        if !file.isNamed { rmdir(MachinePath.folder(of: file.path)) }
    }
}
