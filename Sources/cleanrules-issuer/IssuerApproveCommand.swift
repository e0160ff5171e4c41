// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import Issuer
internal import Messages
internal import RuleEngine
internal import Wording
internal import Workflow

/// `cleanrules-issuer approve`.
struct IssuerApproveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "approve",
        abstract: "Show who waits to be approved; approve or refuse one of them.",
        discussion: """
            Examples:
              cleanrules-issuer approve
              cleanrules-issuer approve 5f0c4b1d9e2a7c68d3b0f1a2c4e6d8b7

            Who redeems a code that was made with --needs-approval waits. Approving one writes the
            signed text, which the program fetches by itself as well.
            """)

    @Argument(help: "The key of who waits. Default: all who wait are shown.")
    var key: String?

    @Flag(name: .long, help: "Refuse it; the code has that use back.")
    var refuse = false

    @OptionGroup var options: StoreOptions

    func validate() throws {
        if refuse, key == nil {
            throw ValidationError(String(clause: "name the key of who is refused."))
        }
    }

    func run() async throws {
        let store = try options.open()
        let now = SystemClock.now()
        guard let key else { return show(try store.waiting()) }
        if refuse { return try store.refuse(key, now: now) }
        PlainConsole.sayRaw(try store.approve(key, now: now) + "\n")
    }

    private func show(_ waiting: [IssuerStore.Waiting]) {
        let utc = RuleTimeZone(identifier: "UTC") ?? .machine
        PlainConsole.say(.issuerWaitingHead)
        for one in waiting {
            PlainConsole.sayRaw(
                [one.key, one.tier, one.seat, utc.day(at: one.since).text]
                    .joined(separator: "\t") + "\n")
        }
    }
}
