// SPDX-License-Identifier: Apache-2.0

internal import AccountAccess
internal import ArgumentParser
internal import Reports
internal import RuleEngine
internal import Text
internal import Wording
internal import Workflow

/// `cleanrules drives`.
struct DrivesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "drives",
        abstract: "Show the OneDrives that the signed-in accounts reach, and their ids.",
        discussion: """
            Examples:
              cleanrules drives
              cleanrules drives work --rules rules.yaml --format json

            The id of another drive than the account's own goes into the rules as 'drive_id'.
            """)

    @Argument(help: "The drive's name in the rules. Default: all of kind onedrive.")
    var name: String?

    @OptionGroup var options: AccountOptions

    @Option(name: .long, help: "table or json.")
    var format: ReportFormat = .table

    func run() async throws {
        let declared = try options.scope().drives(name)
        let opening = try await AccountOpening.forThisUser()
        var found: [Found] = []
        var failures: [Failure] = []
        for drive in declared {
            do throws(Failure) {
                found += try await drives(of: drive, opening)
            } catch {
                Console.report(error)
                failures.append(error)
            }
        }
        switch format {
        case .json:
            let list = JSONValue.list(found.map { .object($0.members) })
            Console.sayRaw(JSONValue.object(["format": .number(1), "drives": list]).document)
        case .table: for line in lines(found) { Console.say(line) }
        }
        if failures.isEmpty { return }
        throw Failure(Ending.worst(of: failures.map(\.status)))
    }

    // MARK: Finding

    /// A drive that an account reaches.
    private struct Found {
        /// The name in the rules, where they declare it.
        let name: String?
        let account: String
        let facts: DriveFacts

        var members: [String: JSONValue] {
            [
                "name": JSONValue(name), "account": .text(account), "id": .text(facts.id),
                "type": JSONValue(facts.type), "title": JSONValue(facts.name),
                "owner": JSONValue(facts.owner), "web_url": JSONValue(facts.webURL),
                "used": JSONValue(facts.usedByteCount), "total": JSONValue(facts.totalByteCount),
                "deleted": JSONValue(facts.deletedByteCount),
            ]
        }
    }

    /// The declared drive, the account's own, and all others that it reaches.
    private func drives(
        of drive: DriveDeclaration, _ opening: AccountOpening
    ) async throws(Failure) -> [Found] {
        let query = try opening.query(about: drive)
        let account = drive.settings["account"] ?? ""
        let own: DriveFacts
        do throws(AccountQueryError) {
            own = try await query.drive(drive.place)
        } catch {
            throw error.failure(drive.name)
        }
        var found = [Found(name: drive.name, account: account, facts: own)]
        var rest: [DriveFacts] = []
        let user = AccountOpening.actsByItself ? account : nil
        do throws(AccountQueryError) {
            if case .drive = drive.place {
                rest.append(try await query.drive(user.map { .user($0) } ?? .mine))
            }
            // Of a personal account there are no others, only some that the service keeps for
            // itself.
            if (rest.first ?? own).type != "personal" { rest += try await query.drives(user: user) }
        } catch {
            Console.note(.lineNote(text: Phrase.drivesNotAll(detail: error.shown)))
        }
        for facts in rest where !found.contains(where: { $0.facts.id == facts.id }) {
            found.append(Found(name: nil, account: account, facts: facts))
        }
        return found
    }

    private func lines(_ found: [Found]) -> [String] {
        if found.isEmpty { return [] }
        let words = Console.words
        var rows = [
            words([
                .syncColumnDrive, .accountColumnAccount, .drivesColumnType, .drivesColumnUsed,
                .drivesColumnTotal, .drivesColumnTitle, .drivesColumnId,
            ])
        ]
        for drive in found {
            let facts = drive.facts
            rows.append([
                VisibleText.escaped(drive.name ?? "–"), VisibleText.escaped(drive.account),
                VisibleText.escaped(facts.type ?? "–"),
                facts.usedByteCount.map { words.size($0) } ?? "–",
                facts.totalByteCount.map { words.size($0) } ?? "–",
                VisibleText.escaped(facts.name ?? "–"), VisibleText.escaped(facts.id),
            ])
        }
        return TextTable(rows: rows, leftColumns: [0, 1, 2, 5, 6], widthMax: 90).lines
    }
}
