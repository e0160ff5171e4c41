// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import Reports
internal import RuleEngine
internal import StateLedger
internal import Text
internal import Wording
internal import Workflow

/// Which state file a command works with.
struct StateOptions: ParsableArguments {
    @Option(name: .long, help: "The state file. Default: that of the profile.")
    var state: String?

    @Option(name: .long, help: "The profile, each of which has a state of its own.")
    var profile: String?

    /// Whether one of them was named.
    var isNamed: Bool { state != nil || profile != nil }

    /// Where the state is.
    func file() throws(Failure) -> StateFile {
        let file = try StateFile.locate(path: state, profile: profile)
        if let state, FileBytes.isThereButNoFile(file.path) {
            throw Failure(.failed, .stateNoFile(path: VisibleText.escaped(state)))
        }
        // What is told to be typed next names this place, so that it has to be one.
        if state != nil, let place = file.unusablePlace {
            throw Failure(
                .failed,
                .stateNoFolder(
                    path: VisibleText.escaped(file.path), place: VisibleText.escaped(place)))
        }
        NextHints.lead(to: file)
        return file
    }
}

extension StateSession {
    /// Opens the state that must be there.
    static func existing(
        _ options: StateOptions, migrates: Bool = true
    ) throws(Failure) -> StateSession {
        try existing(options.file(), migrates: migrates)
    }

    /// Opens the state if there is one of this version, for what is told besides; nil otherwise.
    static func ifThere(_ options: StateOptions) throws(Failure) -> StateSession? {
        let file = try options.file()
        return file.exists ? try? existing(file, migrates: false) : nil
    }

    /// Opens the state to read it; where there is none yet, it is as good as empty.
    static func forReading(_ options: StateOptions) throws(Failure) -> StateSession {
        try forReading(options.file())
    }
}

/// Options of commands that carry plans out or look at what became of them.
struct ActionOptions: ParsableArguments {
    @OptionGroup var state: StateOptions

    @Option(name: .long, help: "The rules file. Default: the one of the newest plan.")
    var rules: String?

    @OptionGroup var includes: IncludeOptions

    @Flag(name: [.short, .long], help: "No progress and no notes.")
    var quiet = false

    func validate() throws { NetworkLog.heed(quiet: quiet) }
}

/// How a command that is not about the items of a plan writes its result.
enum ReportFormat: String, CaseIterable, ExpressibleByArgument {
    case table
    case json
}

extension ListFormat: ExpressibleByArgument {}
