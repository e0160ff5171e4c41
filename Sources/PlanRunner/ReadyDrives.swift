// SPDX-License-Identifier: Apache-2.0

internal import DriveAdapters
internal import Messages
internal import RuleEngine
internal import StateLedger

/// Why a drive cannot be asked, one clause.
struct DriveProblemReport: Error, Sendable {
    /// The clause.
    let message: String
    /// What stands in the way for now, if it is that.
    var outage: Outage?
    /// Whether it can be reached, and a person has to see to what speaks against it.
    var needsPerson = false

    /// A drive is out of reach because of `message`.
    init(message: String, outage: Outage? = nil) {
        self.message = message
        self.outage = outage
    }

    /// What a drive had to say.
    init(_ error: DriveError) {
        self.init(message: error.message, outage: Outage(error.recourse))
    }
}

/// Why a drive cannot be asked for now, where a later run may well succeed.
package enum Outage: Sendable, Hashable {
    /// A person has to sign in.
    case signIn
    /// The drive cannot be reached, or asks to wait.
    case offline

    /// What `recourse` means; nil if it is no outage.
    init?(_ recourse: Recourse) {
        switch recourse {
        case .signIn: self = .signIn
        case .retry: self = .offline
        case .none, .rescan, .quota: return nil
        }
    }
}

/// A drive that is open and is the one that items were staged on.
struct ReadyDrive: Sendable {
    /// The drive.
    let drive: any DeletingDrive
    /// What tells it from others.
    let identity: String
    /// Where the rules in force have it.
    let seats: [DriveSeat]
}

/// Where the rules in force have a drive that was listed before: its name, and the folder that its
/// paths are counted from.
package struct DriveSeat: Sendable, Hashable {
    /// The name that the rules give it.
    package let name: String
    /// The root that it was listed with, and the one that the rules name, as paths of one storage.
    private let before: String
    private let now: String

    /// The drive called `name`, whose root was at `before` and is at `now`.
    package init(name: String, before: String = "/", now: String = "/") {
        self.name = name
        self.before = before
        self.now = now
    }

    /// What the rules call the path that was `path`; nil if it lies outside of their drive.
    package func path(_ path: String) -> String? {
        let whole = ItemAddress.path(path, below: before)
        if now == "/" { return whole }
        guard whole.utf8.starts(with: (now + "/").utf8) else { return nil }
        return String(decoding: whole.utf8.dropFirst(now.utf8.count), as: UTF8.self)
    }
}

/// What staged items have in common that lie on one drive, as it was when they were staged.
struct StagedPlace: Hashable, Sendable {
    /// The drive's identity.
    let identity: String
    /// The name that it had.
    let name: String
    /// The folder of the drive that paths are counted from, where it was recorded.
    let root: String?

    /// The place of the item of `order`.
    init(_ order: StagingOrder) {
        self.init(identity: order.driveIdentity, name: order.item.drive, root: order.driveRoot)
    }

    /// The given place.
    init(identity: String, name: String, root: String?) {
        self.identity = identity
        self.name = name
        self.root = root
    }
}

/// The drives that items were staged on, and those that hold the copies that must stay, gathered
/// from one item after another.
struct StagedPlaces: Sendable {
    /// The places.
    private(set) var all: Set<StagedPlace> = []
    /// The identities of the drives that plans speak of, by name.
    private var identities: [String: [String: String]] = [:]

    /// Takes up where `item` was staged.
    mutating func takeOwn(_ item: StagedItem) { all.insert(StagedPlace(item.order)) }

    /// Takes up where `item` was staged, and where the copies lie that must stay for it.
    mutating func take(_ item: StagedItem, _ runner: Runner) async throws(RunnerError) {
        takeOwn(item)
        if item.order.obligations.isEmpty { return }
        if identities[item.plan] == nil {
            identities[item.plan] = try await runner.driveIdentities(ofPlan: item.plan)
        }
        for survivor in item.order.obligations.lazy.flatMap(\.survivors) {
            all.insert(runner.place(of: survivor, beside: item, identities[item.plan] ?? [:]))
        }
    }
}

extension [Int64] {
    /// The numbers in pieces of which the items can be held at once.
    package var pages: [ArraySlice<Int64>] {
        stride(from: 0, to: count, by: Ledger.pageSize).map {
            self[$0..<Swift.min($0 + Ledger.pageSize, count)]
        }
    }
}

extension Array {
    /// The elements in groups of those whose items lie on one drive, by the first of each.
    func onOneDrive(_ item: (Element) -> StagedItem) -> [[Element]] {
        var groups: [[Element]] = []
        var places: [StagedPlace: Int] = [:]
        for element in self {
            let place = StagedPlace(item(element).order)
            if let group = places[place] {
                groups[group].append(element)
            } else {
                places[place] = groups.count
                groups.append([element])
            }
        }
        return groups
    }
}

/// The drives that items were staged on, each opened as it was then.
struct ReadyDrives: Sendable {
    private var found: [StagedPlace: Result<ReadyDrive, DriveProblemReport>] = [:]

    /// Takes what was found at `place`.
    mutating func take(
        _ result: Result<ReadyDrive, DriveProblemReport>, at place: StagedPlace
    ) {
        found[place] = result
    }

    /// The same, but those that the rules give one of these names are not to be asked.
    func holding(_ held: [String: DriveProblemReport]) -> ReadyDrives {
        if held.isEmpty { return self }
        return refusing { ready in ready.seats.lazy.compactMap { held[$0.name] }.first }
    }

    /// The same, but those of which `problem` has something to say are not to be asked.
    func refusing(_ problem: (ReadyDrive) -> DriveProblemReport?) -> ReadyDrives {
        var drives = self
        for (place, result) in found {
            guard case .success(let ready) = result, let why = problem(ready) else { continue }
            drives.found[place] = .failure(why)
        }
        return drives
    }

    /// What was found.
    var all: some Collection<Result<ReadyDrive, DriveProblemReport>> { found.values }

    /// The drive at `place`, or why it cannot be asked.
    subscript(place: StagedPlace) -> Result<ReadyDrive, DriveProblemReport> {
        found[place]
            ?? .failure(DriveProblemReport(message: String(clause: "the drive is not known")))
    }

    /// The drive that `item` was staged on, or why it cannot be asked.
    func drive(of item: StagedItem) -> Result<any DeletingDrive, DriveProblemReport> {
        self[StagedPlace(item.order)].map(\.drive)
    }

    /// The values of `item` as the rules in force see it, which `now` are those on its own drive;
    /// nil where they declare no drive that holds it.
    func seated(_ now: ItemValues, of item: StagedItem) -> ItemValues? {
        guard case .success(let ready) = self[StagedPlace(item.order)] else { return now }
        for seat in ready.seats {
            guard let path = seat.path(now.path) else { continue }
            var values = now
            values.drive = seat.name
            values.path = path
            return values
        }
        return nil
    }

    /// The drives as the rules in force call them.
    var seats: [ListedDrive] {
        var kinds: [String: DriveKind] = [:]
        for case .success(let ready) in found.values {
            for seat in ready.seats { kinds[seat.name] = ready.drive.kind }
        }
        return kinds.sorted { $0.key < $1.key }.map { ListedDrive(name: $0.key, kind: $0.value) }
    }
}
