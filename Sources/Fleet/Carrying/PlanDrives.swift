// SPDX-License-Identifier: Apache-2.0

internal import FleetParts
internal import Messages
internal import RuleEngine
internal import Text
internal import Wording
internal import Workflow

/// Which drives the inventory meant by their names when a plan over all drives was made.
struct PlanDrives {
    private let id: String
    /// Whether there was an inventory.
    private let isKnown: Bool
    /// The id of each drive of the plan, nil where there was none.
    private let drives: [(name: String, id: String?)]

    /// The most bytes of a manifest.
    private static let bytesMax = 1 << 28

    /// The drives of `plan`, as its manifest has them. Throws where that cannot be read.
    init(_ plan: FleetPlan) throws(Failure) {
        let manifest = try Self.manifest(plan)
        id = plan.id
        isKnown = plan.job.inventory != nil
        drives = (manifest["drives"]?.list ?? []).compactMap { drive in
            drive["name"]?.text.map { ($0, drive["drive_id"]?.text) }
        }
    }

    /// What `plan` says beside its lines.
    private static func manifest(_ plan: FleetPlan) throws(Failure) -> JSONTree {
        let bytes = try FileBytes.read(plan.manifestPath, most: bytesMax)
        guard bytes.count <= bytesMax,
            let tree = try? JSONTree(strict: bytes, .init(depth: 16, values: 50_000_000))
        else {
            throw Failure(PartFolder.damaged(plan.manifestPath))
        }
        return tree
    }

    /// Throws where a name of the plan stands for another drive in `now`, the drives of the inventory by
    /// the bytes of their names. A drive that has no id there now is no other one: nothing of it is staged.
    func demandSame(_ now: [[UInt8]: FleetDrive]) throws(Failure) {
        guard isKnown else {
            throw Failure(
                .refused,
                Message(
                    "plan \(id) was made without an inventory, so that nobody knows which drives its"
                        + " names stood for; plan again with 'cleanrules fleet plan'"))
        }
        let others = Self.others(drives, now)
        if others.isEmpty { return }
        throw Failure(
            .refused,
            .carryOtherDrives(n: others.count, name: id, names: FleetOwners.text(others)))
    }

    /// The names of `drives` that stand for other ones in `now`.
    static func others(
        _ drives: [(name: String, id: String?)], _ now: [[UInt8]: FleetDrive]
    ) -> [String] {
        drives.filter { drive in
            guard let found = now[Array(drive.name.utf8)] else { return false }
            guard let id = drive.id else { return true }
            let (one, other) = (
                GraphID.comparable(drive: id), GraphID.comparable(drive: found.id)
            )
            return !one.utf8.elementsEqual(other.utf8)
        }.map(\.name)
    }
}
