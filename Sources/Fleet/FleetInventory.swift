// SPDX-License-Identifier: Apache-2.0

internal import AccountAccess
internal import HTTPTransport
internal import Messages
internal import RuleEngine
internal import Text
package import Wording
package import Workflow
internal import YAMLBridge

/// A drive of a fleet.
package struct FleetDrive: Sendable, Hashable {
    /// What it is called in files.
    package let key: String
    /// The id that the service knows it by.
    package let id: String
    /// What people call it: the address of its owner, or what the fleet file says.
    package let name: String

    /// The drive of that id.
    package init(id: String, name: String) {
        key = FleetFolder.key(ofDrive: id)
        self.id = id
        self.name = name
    }

    /// The drive of that id, called as it is in the files of `work`.
    init(id: String, name: String, in work: FleetFolder) {
        key = work.key(ofDrive: id)
        self.id = id
        self.name = name
    }
}

/// Who or what could not be found.
package struct FleetGap: Sendable {
    /// As the fleet file or the service says it.
    package let name: String
    /// Why.
    package let why: Phrase
    /// How the run ends that meets it.
    package let status: Ending
    /// Whether it is a group or a query: nobody knows who else belongs to the fleet then.
    package var hidesMembers = false

    /// That the drive called `name` was not found, which may be among what this one hides.
    func hiding(_ name: String) -> FleetGap {
        FleetGap(
            name: name, why: .fleetOnlyHidden(name: VisibleText.escaped(self.name), why: why),
            status: status)
    }
}

/// The drives that a fleet file means tonight.
package struct FleetInventory: Sendable {
    /// The drives, each once, by key.
    package private(set) var drives: [FleetDrive] = []
    /// What could not be found: each is a drive, or several, that is not looked at.
    package private(set) var gaps: [FleetGap] = []
    /// Members of groups and queries who have no drive: nothing is missing.
    package private(set) var without: [String] = []

    private var seen: Set<String> = []
    private let settings: FleetSettings
    private let look: TenantQuery

    /// Finds out which drives `settings` mean, with `look` at the organisation.
    package static func find(
        _ settings: FleetSettings, _ look: TenantQuery
    ) async throws(Failure) -> FleetInventory {
        var inventory = FleetInventory(settings: settings, look: look)
        try await inventory.fill()
        inventory.drives.sort { $0.key < $1.key }
        return inventory
    }

    private init(settings: FleetSettings, look: TenantQuery) {
        self.settings = settings
        self.look = look
    }

    private mutating func fill() async throws(Failure) {
        let file = settings.file
        for drive in file.drives { take(id: drive.text, name: drive.text) }
        for site in file.sites { await take(site: site.text) }
        let except = Set(file.users.except.map { $0.text.lowercased() })
        var named = file.users.list.map(\.text)
        if let list = file.users.file {
            named += try Self.lines(
                of: MachinePath.resolve(list.text, from: MachinePath.folder(of: settings.path)))
        }
        var known: Set<String> = except
        var users: [(id: String, name: String, isNamed: Bool)] = []
        for user in named where known.insert(user.lowercased()).inserted {
            users.append((user, user, true))
        }
        for (title, source) in sources {
            do throws(AccountQueryError) {
                for member in try await look.members(source)
                where !except.contains(member.id.lowercased())
                    && known.insert(member.name.lowercased()).inserted
                {
                    users.append((member.id, member.name, false))
                }
            } catch {
                var gap = Self.gap(title, error)
                gap.hidesMembers = true
                gaps.append(gap)
            }
        }
        await take(users)
    }

    /// The groups and the query, with what they are called.
    private var sources: [(title: String, source: TenantQuery.Source)] {
        let users = settings.file.users
        return users.groups.map { ($0.text, .group($0.text)) }
            + [users.query].compactMap { $0 }.map { ($0.text, .query($0.text)) }
    }

    // MARK: One by one

    private mutating func take(id: String, name: String) {
        // One drive reached by two ways is one drive.
        if seen.insert(FleetFolder.key(ofDrive: id)).inserted {
            drives.append(FleetDrive(id: id, name: name, in: settings.work))
        }
    }

    /// Takes the drives of `users`, several of whom are asked for at once; in their order.
    private mutating func take(_ users: [(id: String, name: String, isNamed: Bool)]) async {
        let look = look
        let found = await FleetRun.each(users, most: Int(settings.file.atOnce)) {
            user -> Result<String, AccountQueryError> in
            do throws(AccountQueryError) {
                return .success(try await look.drive(ofUser: user.id))
            } catch {
                return .failure(error)
            }
        }
        for (user, drive) in zip(users, found) {
            switch drive {
            case .success(let id): take(id: id, name: user.name)
            case .failure(.status(404, _)) where !user.isNamed: without.append(user.name)
            case .failure(let error): gaps.append(Self.gap(user.name, error))
            }
        }
    }

    private mutating func take(site: String) async {
        do throws(AccountQueryError) {
            take(id: try await look.drive(ofSite: site), name: site)
        } catch {
            gaps.append(Self.gap(site, error))
        }
    }

    private static func gap(_ name: String, _ error: AccountQueryError) -> FleetGap {
        switch error {
        case .access(let error):
            let failure = Failure(error, drive: nil)
            return FleetGap(
                name: name, why: failure.phrase ?? .fleetUnknown, status: failure.status)
        case .network(let error):
            return FleetGap(name: name, why: .told(error.message), status: .offline)
        case .status(404, _):
            return FleetGap(name: name, why: .fleetAbsent, status: .partial)
        case .status(let status, let code):
            let answer = [String(status), code].compactMap { $0 }.joined(separator: " ")
            return FleetGap(
                name: name, why: .fleetRefused(answer: VisibleText.escaped(answer)),
                status: error.isPassing ? .offline : .partial)
        }
    }

    // MARK: Files

    /// The most bytes of a list of users.
    private static let listBytesMax = 16 << 20

    /// The lines of the file at `path` that are neither empty nor notes.
    package static func lines(of path: String) throws(Failure) -> [String] {
        let bytes = try FileBytes.read(path, most: listBytesMax)
        guard bytes.count <= listBytesMax, let text = String(validating: bytes, as: UTF8.self)
        else {
            throw Failure(
                .invalidRules,
                Message(
                    "'\(VisibleText.escaped(path))' is no list of users: it is text in UTF-8 of"
                        + " at most 16 MiB, an address or id on each line"))
        }
        let blanks: Set<Character> = [" ", "\t", "\r"]
        return text.split(whereSeparator: \.isNewline).map { line in
            String(
                line.drop { blanks.contains($0) }.reversed().drop { blanks.contains($0) }
                    .reversed())
        }.filter { !$0.isEmpty && !$0.hasPrefix("#") }
    }
}
