// SPDX-License-Identifier: Apache-2.0

internal import Messages
internal import Text
internal import Workflow

/// The drives that a plan over all drives says are not to be staged, as its manifest has it.
enum PlanRefusals {
    /// The most bytes of a manifest.
    private static let bytesMax = 1 << 28
    /// By which of its members a drive is marked.
    private static let marks = ["refused", "refusal", "refusals", "left_out", "exceeded"]

    /// What `plan` says beside its lines.
    static func manifest(_ plan: FleetPlan) throws(Failure) -> JSONTree {
        let bytes = try FileBytes.read(plan.manifestPath, most: bytesMax)
        guard bytes.count <= bytesMax,
            let tree = try? JSONTree(strict: bytes, .init(depth: 16, values: 50_000_000))
        else {
            throw Failure(
                .failed,
                Message(
                    "'\(VisibleText.escaped(plan.manifestPath))' is damaged; remove the folder of"
                        + " plans, and plan again"))
        }
        return tree
    }

    /// The names of the drives that `tree`, which is the manifest of a plan, marks, as bytes.
    static func read(_ tree: JSONTree) -> Set<[UInt8]> {
        var names: Set<[UInt8]> = []
        for drive in tree["drives"]?.list ?? [] {
            guard let name = drive["name"]?.text else { continue }
            if marks.contains(where: { says(drive[$0]) }) { names.insert(Array(name.utf8)) }
        }
        // What is said of drives in one place, whichever form that has.
        for key in ["refused", "refusals", "left_out"] {
            for one in tree[key]?.list ?? [] {
                let name = one.text ?? one["drive"]?.text ?? one["name"]?.text
                if let name { names.insert(Array(name.utf8)) }
            }
        }
        return names
    }

    /// Whether `mark` says something.
    private static func says(_ mark: JSONTree?) -> Bool {
        switch mark {
        case nil, .null, .bool(false), .number(0): false
        case .list(let list): !list.isEmpty
        case .object(let members): !members.isEmpty
        case .text(let text): !text.isEmpty
        default: true
        }
    }
}
