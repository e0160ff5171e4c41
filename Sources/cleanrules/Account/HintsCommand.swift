// SPDX-License-Identifier: Apache-2.0

internal import Text
internal import Wording
internal import AccountAccess
internal import ArgumentParser
internal import HTTPTransport

/// `cleanrules hints`.
struct HintsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hints",
        abstract: "Switch hints to sign in on or off.",
        discussion: """
            Examples:
              cleanrules hints off

            Without a word it says whether they are on. At most one is shown a day.
            """)

    @Argument(help: "on or off.")
    var setting: Setting?

    /// What can be said of hints.
    enum Setting: String, CaseIterable, ExpressibleByArgument {
        case on
        case off
    }

    func run() throws {
        let memory = HintMemory(folder: try AccountPlaces.folder())
        do throws(AccessError) {
            if let setting { try memory.set(isOn: setting == .on) }
            Console.say(try memory.isOn() ? .loginHintsOn : .loginHintsOff)
        } catch {
            throw Failure(error, drive: nil)
        }
    }
}

/// A hint that a drive could be reached if somebody signed in: at most one a day, and none after
/// `hints off`.
enum SignInHint {
    /// Shows the hint for the drive `name` on standard error, if its turn has come. `rules` is the
    /// rules file as it was named, if it was.
    static func show(_ name: String, rules: String?) {
        guard let folder = try? AccountPlaces.folder() else { return }
        guard HintMemory(folder: folder).takesTurn(at: AccountClock.system.now()) else { return }
        let option = rules.map { " --rules \(ShellWord.quoted($0))" } ?? ""
        Console.note(
            .loginHint(
                drive: VisibleText.escaped(name), command: .login(drive: name, arguments: option)))
    }
}
