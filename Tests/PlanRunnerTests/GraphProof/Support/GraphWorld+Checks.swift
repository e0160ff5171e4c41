// SPDX-License-Identifier: Apache-2.0

import DriveAdapters
import GraphSimulator
import PlanRunner
import RuleEngine
import StateLedger
import Testing

extension GraphWorld {
    /// Whether a path is that of the program's own folder, or below it.
    private static func isOwn(_ path: String) -> Bool {
        path == "/.cleanrules" || path.hasPrefix("/.cleanrules/")
    }

    /// What people have on the drive: the ids of live items by their paths, without what lies in
    /// quarantine.
    var live: [String: String] {
        var found: [String: String] = [:]
        for item in account.truth() where !Self.isOwn(item.path) { found[item.path] = item.id }
        return found
    }

    /// The ids of live items in quarantine, by their paths.
    var quarantined: [String: String] {
        var found: [String: String] = [:]
        for item in account.truth() where Self.isOwn(item.path) { found[item.path] = item.id }
        return found
    }

    /// The last state of every item that was staged, by its id.
    func lastItems() async throws -> [String: StagedItem] {
        var last: [String: StagedItem] = [:]
        for item in try await world.ledger.stagedItems(states: nil) {
            last[GraphID.comparable(item: item.order.item.id)] = item
        }
        return last
    }

    /// How much a look at the truth may expect.
    struct Expectations {
        /// Whether an attempt may have gone wrong that nobody has looked after yet: then an item
        /// that waits or failed may be gone, and one that was to come back may be there.
        var isOpen = false
        /// Paths or comparable ids of items that somebody else has deleted, moved or brought back.
        var others: Set<String> = []
    }

    /// Expects the state file to say of every staged item what is true of it, and the history to
    /// reproduce the state file.
    func checkTruth(
        _ what: Comment? = nil, _ expectations: Expectations = Expectations()
    ) async throws {
        try await world.checkSoundness(what)
        for (id, item) in try await lastItems() {
            let live = account.item(id)
            let isThere = live.map { !Self.isOwn($0.path) } ?? false
            let path = item.order.item.path
            let note: Comment =
                "'\(path)' is '\(item.state.rawValue)' (\(item.problem ?? "")): \(what ?? "")"
            let isOwn =
                !expectations.others.contains(path) && !expectations.others.contains(id)
            switch item.state {
            case .deleted:
                // An attempt to bring it back may have come late, or nobody knows of it yet.
                if item.problem != nil || item.isRestoring { continue }
                #expect(!isThere || !isOwn, note)
                if item.order.method == "quarantine", !item.isPurged, isOwn {
                    #expect(live != nil || expectations.isOpen, note)
                }
                if item.isPurged { #expect(live == nil || !isOwn, note) }
            case .gone: #expect(live == nil || !isOwn, note)
            case .restored:
                // Another folder may have taken the place of one.
                let isServed = item.order.item.isFolder && account.item(path)?.isFolder == true
                #expect(isThere || isServed || !isOwn, note)
            // What has become of it is not known yet, or not recorded.
            case .executing: break
            case .held, .failed: #expect(isThere || expectations.isOpen || !isOwn, note)
            case .staged, .deferred, .undone, .cancelled, .gaveUp, .changed:
                #expect(isThere || !isOwn, note)
            }
        }
    }

    /// Expects that no deletion was sent a second time before anybody had asked for the item, unless
    /// the service had said that it refused the first one.
    func checkRepetitions(_ what: Comment? = nil) {
        var deletions: [String: Int?] = [:]
        for one in graph.log {
            let path = one.url.split(separator: "?").first.map(String.init) ?? ""
            let item = path.replacing("/permanentDelete", with: "").lowercased()
            switch one.kind {
            case .get: deletions[item] = nil
            case .delete, .permanentDelete:
                if let status = deletions[item] {
                    // Refused for being too many, for its form, or for its token.
                    #expect([400, 401, 429].contains(status), "\(item): \(what ?? "")")
                }
                deletions.updateValue(one.status, forKey: item)
            default: break
            }
        }
    }

    /// Lists the drive and expects the listing to be what is there.
    func checkListing(_ what: Comment? = nil, fully: Bool = false) async throws {
        let listing = try await sync(fully: fully)
        let found = (0..<listing.count).map { row in
            let id = GraphID.comparable(item: listing.id(row))
            let size = listing.isFolder(row) ? "folder" : "\(listing.size[row])"
            return "\(listing.path(row)) \(id) \(size) \(listing.eTag.text(row) ?? "-")"
        }
        let wanted = account.truth().filter { !Self.isOwn($0.path) }.map { item in
            let size = item.isFolder ? "folder" : "\(item.size)"
            return "\(item.path) \(GraphID.comparable(item: item.id)) \(size) \(item.eTag)"
        }
        #expect(Set(found).subtracting(wanted).sorted() == [], what)
        #expect(Set(wanted).subtracting(found).sorted() == [], what)
        #expect(found.count == wanted.count, what)
    }
}

/// What a world over a OneDrive has come to, without what differs from run to run.
struct GraphOutcome {
    private let lines: [String]

    /// `hasDays`: whether it counts on which days something was deleted.
    init(of world: GraphWorld, hasDays: Bool = true) async throws {
        var lines = try await world.world.ledger.stagedItems(states: nil).map { item in
            let receipt = DeletionReceipt(text: item.receipt)
            return "\(item.order.item.path) \(item.state.rawValue) \(item.isPurged)"
                + " \(item.isRestoring) \(item.restoredPath ?? "-")"
                + " \(receipt?.place ?? item.problem ?? "-") \(receipt?.token == nil)"
                + (hasDays ? " \(item.quotaDay ?? "-")" : "")
        }
        // A folder that is brought back may be made anew.
        lines += world.account.truth().map { item in
            item.isFolder ? "live \(item.path)" : "live \(item.path) \(item.id) \(item.size)"
        }
        lines += world.account.recycleBin().filter { !$0.isFolder }.map { item in
            "bin \(item.path) \(item.id) \(item.size)"
        }
        let charged = try await world.world.charged()
        if hasDays {
            lines += charged.values.map { "\($0)" }
        } else {
            lines.append("charged \(charged.values.reduce(0) { $0 + $1.deletes })")
        }
        self.lines = lines
    }

    /// What only one of both has.
    func differences(from other: GraphOutcome) -> [String] {
        let (own, others) = (Set(lines), Set(other.lines))
        return own.subtracting(others).sorted().map { "+ " + $0 }
            + others.subtracting(own).sorted().map { "- " + $0 }
    }
}
