// SPDX-License-Identifier: Apache-2.0

internal import RuleEngine
internal import Text
internal import Wording
internal import AccountAccess
internal import ArgumentParser
internal import HTTPTransport
internal import Workflow

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

extension SignInHint {
    /// Shows the hint for the first OneDrive of `file` to which nobody has signed in.
    static func show(for file: RuleFile, rules: String?) async {
        if AccountOpening.actsByItself { return }
        guard let drive = file.drives.first(where: { $0.kind == .onedrive }),
            let settings = try? AccountOpening.settings(for: drive),
            let vault = try? await AccountPlaces.vault()
        else { return }
        do throws(AccessError) {
            let account = try await vault.store.account(settings.key)
            if account?.isSignedIn != true { show(drive.name, rules: rules) }
        } catch {
            // A store that cannot be read is spoken of when somebody signs in.
            return
        }
    }
}
